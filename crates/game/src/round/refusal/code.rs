//! The stable code of each refusal, for programs that react to one.
//!
//! The sentence may be reworded and the clause differs by rulebook; the code stays. Answers are stored
//! with it, so a code is never renamed or given to another reason:
//! `tests/refusal-codes.txt` lists those ever used.
// tidy: table

use super::RefusalReason;

/// One code a variant. A variant without a code does not compile.
macro_rules! codes {
    ($($variant:ident => $code:literal,)+) => {
        impl RefusalReason {
            /// Every code with the name of its variant, in order of precedence.
            pub const CODES: &[(&str, &str)] = &[$(($code, stringify!($variant)),)+];

            /// A short name in kebab case that says which reason this is and never changes.
            pub const fn code(&self) -> &'static str {
                match self {
                    $(RefusalReason::$variant { .. } => $code,)+
                }
            }
        }
    };
}

codes! {
    OtherRulebook => "other-rulebook",
    TableClosed => "table-closed",
    TableOpen => "table-open",
    Suspended => "suspended",
    NotYourPost => "not-your-post",
    PlayersOnly => "players-only",
    NotInRound => "not-in-round",
    Barred => "barred",
    SecondPersonNeeded => "second-person-needed",
    RoundNotOver => "round-not-over",
    BetsNotOpen => "bets-not-open",
    BetsClosed => "bets-closed",
    BetsStillOpen => "bets-still-open",
    WrongPhase => "wrong-phase",
    SetupIncomplete => "setup-incomplete",
    SetupWrong => "setup-wrong",
    NotDisplayed => "not-displayed",
    NoSuchBox => "no-such-box",
    NotOffered => "not-offered",
    NothingWrong => "nothing-wrong",
    CannotArise => "cannot-arise",
    NothingToRule => "nothing-to-rule",
    NotAtHand => "not-at-hand",
    CountFirst => "count-first",
    NoSuchAnswer => "no-such-answer",
    NoChoices => "no-choices",
    NotAsked => "not-asked",
    AllOrNone => "all-or-none",
    NothingProposed => "nothing-proposed",
    ProposalLapsed => "proposal-lapsed",
    NoReason => "no-reason",
    NoSuchPosting => "no-such-posting",
    JackpotsPaid => "jackpots-paid",
    FaultKnown => "fault-known",
    NoFault => "no-fault",
    FaultModeNotChosen => "fault-mode-not-chosen",
    BoxShut => "box-shut",
    NoJackpotNow => "no-jackpot-now",
    BoxTaken => "box-taken",
    OneBoxOnly => "one-box-only",
    NotAdjacent => "not-adjacent",
    NoAmount => "no-amount",
    AmountTooLarge => "amount-too-large",
    AnteRequired => "ante-required",
    JackpotNeedsBase => "jackpot-needs-base",
    SideBetNeedsBase => "side-bet-needs-base",
    JackpotTwice => "jackpot-twice",
    JackpotAmount => "jackpot-amount",
    AboveMaximum => "above-maximum",
    BelowMinimum => "below-minimum",
    NoBet => "no-bet",
    NothingToCorrect => "nothing-to-correct",
    CorrectionPending => "correction-pending",
    JackpotNotOffered => "jackpot-not-offered",
    MissingPairPlusNotCalled => "missing-pair-plus-not-called",
    NobodyIn => "nobody-in",
    NotNext => "not-next",
    CardTwice => "card-twice",
    WrongCount => "wrong-count",
    Stopped => "stopped",
    NotController => "not-controller",
    NoCards => "no-cards",
    NotInformed => "not-informed",
    PairPlusOnly => "pair-plus-only",
    AnotherHandSeen => "another-hand-seen",
    DecideFirst => "decide-first",
    Decided => "decided",
    NotYourTurn => "not-your-turn",
    CountWrong => "count-wrong",
    DealerCountWrong => "dealer-count-wrong",
    NoAnte => "no-ante",
    HasAnte => "has-ante",
    PlayUnequal => "play-unequal",
    PlayedAlready => "played-already",
    Undecided => "undecided",
    NothingToCollect => "nothing-to-collect",
    NotCollected => "not-collected",
    ShownAlready => "shown-already",
    HandGone => "hand-gone",
    PlayerShows => "player-shows",
    DealerShows => "dealer-shows",
    NotHidden => "not-hidden",
    Settled => "settled",
    NotNextToSettle => "not-next-to-settle",
    NotShown => "not-shown",
    NoJackpotBet => "no-jackpot-bet",
    NoJackpotHand => "no-jackpot-hand",
    NoJackpotsWaiting => "no-jackpots-waiting",
    JackpotsUnpaid => "jackpots-unpaid",
    BetUnsettled => "bet-unsettled",
    NotInChips => "not-in-chips",
    MeterBelowSeed => "meter-below-seed",
}
