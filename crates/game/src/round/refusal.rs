//! Why the house says no: the reason, its stable code, and the rule behind it.

mod code;

use core::fmt;
use core::ops::Deref;

use serde::{Serialize, Serializer};

use crate::actor::Post;
use crate::card::Card;
use crate::clause::Citations;
use crate::irregularity::Irregularity;
use crate::money::Money;
use crate::rulebook::RulebookId;
use crate::settlement::BoxNumber;
use crate::wager::Area;

/// A no to whoever asked.
///
/// Kept behind a pointer: a round hears hardly any, and every rule that lets a step pass hands back
/// a word instead of the room an answer would need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(Box<RefusalBody>);

/// What a refusal says: the reason and the rule behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalBody {
    /// Why not, with the amounts, boxes and cards it is about.
    pub reason: RefusalReason,
    /// The rulebook the table runs under.
    pub rulebook: RulebookId,
    /// The clauses of that rulebook, and the ambiguities, which the refusal rests on.
    pub cites: Citations,
}

impl RefusalBody {
    /// The stable code of the reason, for programs: see [`RefusalReason::code`].
    pub const fn code(&self) -> &'static str {
        self.reason.code()
    }
}

/// `code` for programs, `says` for people, and the rule: `rulebook` and its `clauses`.
impl Serialize for RefusalBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Body {
            code: &'static str,
            says: String,
            rulebook: RulebookId,
            clauses: Vec<&'static str>,
        }
        let body = Body {
            code: self.code(),
            says: self.reason.to_string(),
            rulebook: self.rulebook,
            clauses: self.cites.iter().collect(),
        };
        body.serialize(serializer)
    }
}

/// As its body.
impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Refusal {
    #[cold]
    pub(crate) fn new(reason: RefusalReason, rulebook: RulebookId, cites: Citations) -> Refusal {
        Refusal(Box::new(RefusalBody {
            reason,
            rulebook,
            cites,
        }))
    }

    /// The stable code of the reason, for programs: see [`RefusalReason::code`].
    pub const fn code(&self) -> &'static str {
        self.0.reason.code()
    }
}

impl Deref for Refusal {
    type Target = RefusalBody;

    fn deref(&self) -> &RefusalBody {
        &self.0
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} {})", self.reason, self.rulebook, self.cites)
    }
}

impl core::error::Error for Refusal {}

/// The reasons, in order of precedence: where two apply, the first listed is given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefusalReason {
    // Is this the right table, and is it open?
    #[error("the table runs {running}, not {asked}")]
    OtherRulebook {
        running: RulebookId,
        asked: RulebookId,
    },
    #[error("the table is closed")]
    TableClosed,
    #[error("the table is open already")]
    TableOpen,
    #[error("the round stands still: {why}")]
    Suspended { why: &'static str },

    // May this person ask for it?
    #[error("that is for {} to do", .needed.title())]
    NotYourPost { needed: Post },
    #[error("only a Player may ask for that")]
    PlayersOnly,
    #[error("you have no bet in this round")]
    NotInRound,
    #[error("you are barred from play")]
    Barred,
    #[error("that takes a second person")]
    SecondPersonNeeded,

    // Is this the moment?
    #[error("round {round} is not over")]
    RoundNotOver { round: u64 },
    #[error("bets are not open yet")]
    BetsNotOpen,
    #[error("no more bets: nothing may be placed, raised or taken back")]
    BetsClosed,
    #[error("bets are still open")]
    BetsStillOpen,
    #[error("not now: the round is at {phase}, this belongs to {belongs}")]
    WrongPhase {
        phase: &'static str,
        belongs: &'static str,
    },

    // Setting up
    #[error("the table cannot open: {missing} not set")]
    SetupIncomplete { missing: &'static str },
    #[error("the table cannot open: {what}")]
    SetupWrong { what: &'static str },
    #[error("{what} must be on display before bets open")]
    NotDisplayed { what: &'static str },
    #[error("the layout has boxes 1 to {boxes}, there is no box {found}")]
    NoSuchBox { found: u8, boxes: u8 },
    #[error("this game has no such thing: {what}")]
    NotOffered { what: &'static str },

    // Errors and rulings
    #[error("nothing is wrong: the cards and bets are as they should be")]
    NothingWrong,
    #[error("{irregularity} cannot arise now")]
    CannotArise { irregularity: Irregularity },
    #[error("there is nothing to rule on")]
    NothingToRule,
    #[error("{first} is ruled on first: {}", .first.title())]
    NotAtHand { first: Irregularity },
    #[error("the Dealer counts the cards first")]
    CountFirst,
    #[error("that is no answer to the question: {asked}")]
    NoSuchAnswer { asked: &'static str },
    #[error("nobody is asked to choose")]
    NoChoices,
    #[error("box {} is not asked, or has chosen", .at.0)]
    NotAsked { at: BoxNumber },
    #[error("every bet is withdrawn or none")]
    AllOrNone,
    #[error("nothing waits for a second person")]
    NothingProposed,
    #[error("the proposal has waited too long: it must be made again")]
    ProposalLapsed,
    #[error("a reason is needed")]
    NoReason,
    #[error("there is nothing of the kind to correct")]
    NoSuchPosting,
    #[error("the jackpots are paid: a card can no longer be read otherwise")]
    JackpotsPaid,
    #[error("the jackpot fault is known")]
    FaultKnown,
    #[error("there is no jackpot fault")]
    NoFault,
    #[error("the House has not chosen how to play on with the jackpot fault")]
    FaultModeNotChosen,

    // Placing bets
    #[error("no bets are taken on box {} until the jackpot works", .at.0)]
    BoxShut { at: BoxNumber },
    #[error("no jackpot bets are taken until the jackpot works")]
    NoJackpotNow,
    #[error("box {} is another Player's", .at.0)]
    BoxTaken { at: BoxNumber },
    #[error("one box a Player at this table")]
    OneBoxOnly,
    #[error("a second box must be next to your first")]
    NotAdjacent,
    #[error("an amount above nothing is needed, not {found}")]
    NoAmount { found: Money },
    #[error("an amount of {found} is more than any table takes")]
    AmountTooLarge { found: Money },
    #[error("an Ante is compulsory")]
    AnteRequired,
    #[error("the jackpot bet needs {needs} on the same box")]
    JackpotNeedsBase { needs: &'static str },
    #[error("the side bet needs {needs} on the same box")]
    SideBetNeedsBase { needs: &'static str },
    #[error("the jackpot bet of this box is made already")]
    JackpotTwice,
    #[error("the jackpot bet is {set}, not {found}")]
    JackpotAmount { set: Money, found: Money },
    #[error("{} of {found} is above the maximum of {maximum}", .area.title())]
    AboveMaximum {
        area: Area,
        found: Money,
        maximum: Money,
    },
    #[error("{} of {found} is below the minimum of {minimum}", .area.title())]
    BelowMinimum {
        area: Area,
        found: Money,
        minimum: Money,
    },
    #[error("there is no {} bet on box {}", .area.title(), .at.0)]
    NoBet { at: BoxNumber, area: Area },
    #[error("the {} bet of box {} is within the limits", .area.title(), .at.0)]
    NothingToCorrect { at: BoxNumber, area: Area },

    // Closing
    #[error("the {} bet of box {} must first be raised or taken back", .area.title(), .at.0)]
    CorrectionPending { at: BoxNumber, area: Area },
    #[error("the Player at box {} has not been offered the jackpot bet", .at.0)]
    JackpotNotOffered { at: BoxNumber },
    #[error("the boxes without Pair Plus have not been called")]
    MissingPairPlusNotCalled,
    #[error("no box is in the round")]
    NobodyIn,

    // Dealing
    #[error("next comes {expected}")]
    NotNext { expected: String },
    #[error("the {card} has been dealt already")]
    CardTwice { card: Card },
    #[error("{expected} cards are needed, not {found}")]
    WrongCount { expected: usize, found: usize },

    // Looking and deciding
    #[error("you may go on with one hand only")]
    Stopped,
    #[error("another Player decides for box {}", .at.0)]
    NotController { at: BoxNumber },
    #[error("box {} has no cards", .at.0)]
    NoCards { at: BoxNumber },
    #[error("the Dealer has not told you that only one hand may be looked at")]
    NotInformed,
    #[error("a hand with Pair Plus alone is not looked at")]
    PairPlusOnly,
    #[error("you have looked at the hand of box {}, and only one may be looked at", .first.0)]
    AnotherHandSeen { first: BoxNumber },
    #[error("decide the hand of box {} first", .first.0)]
    DecideFirst { first: BoxNumber },
    #[error("box {} is decided", .at.0)]
    Decided { at: BoxNumber },
    #[error("box {} decides before", .first.0)]
    NotYourTurn { first: BoxNumber },
    #[error("box {} has {found} cards: the pit must rule on it", .at.0)]
    CountWrong { at: BoxNumber, found: usize },
    #[error("the Dealer has {found} cards: the pit must rule on it")]
    DealerCountWrong { found: usize },
    #[error("box {} has no Ante", .at.0)]
    NoAnte { at: BoxNumber },
    #[error("box {} has an Ante: play or fold", .at.0)]
    HasAnte { at: BoxNumber },
    #[error("Play must be {ante}, as the Ante, not {found}")]
    PlayUnequal { ante: Money, found: Money },
    #[error("you have matched your Ante already")]
    PlayedAlready,
    #[error("box {} has not decided", .at.0)]
    Undecided { at: BoxNumber },

    // Showing and settling
    #[error("nothing is left to collect")]
    NothingToCollect,
    #[error("the forfeited bets and cards must be collected first")]
    NotCollected,
    #[error("the hand of box {} lies open", .at.0)]
    ShownAlready { at: BoxNumber },
    #[error("the hand of box {} has left the table", .at.0)]
    HandGone { at: BoxNumber },
    #[error("the Player turns the hand of box {}", .at.0)]
    PlayerShows { at: BoxNumber },
    #[error("the Dealer turns the hand of box {}", .at.0)]
    DealerShows { at: BoxNumber },
    #[error("the hand of box {} is not hidden", .at.0)]
    NotHidden { at: BoxNumber },
    #[error("box {} is settled", .at.0)]
    Settled { at: BoxNumber },
    #[error("box {} is settled next", .next.0)]
    NotNextToSettle { next: BoxNumber },
    #[error("the hand of box {} must be shown or declined first", .at.0)]
    NotShown { at: BoxNumber },
    #[error("box {} has no jackpot bet that counts", .at.0)]
    NoJackpotBet { at: BoxNumber },
    #[error("the hand of box {} is not on the jackpot table", .at.0)]
    NoJackpotHand { at: BoxNumber },
    #[error("no jackpot bet is waiting to be settled")]
    NoJackpotsWaiting,
    #[error("the jackpot bets have not been settled")]
    JackpotsUnpaid,
    #[error("the {} bet of box {} is not settled", .area.title(), .at.0)]
    BetUnsettled { at: BoxNumber, area: Area },
}
