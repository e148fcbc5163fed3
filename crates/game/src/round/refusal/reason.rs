//! The reasons for which the house says no, each with the sentence a Player reads.
// tidy: table

use crate::actor::Post;
use crate::card::Card;
use crate::irregularity::Irregularity;
use crate::money::Money;
use crate::rulebook::RulebookId;
use crate::settlement::BoxNumber;
use crate::wager::Area;

/// The reasons, in order of precedence: where two apply, the first listed is given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefusalReason {
    // Is this the right table, and is it open?
    /// The request was asked under another rulebook than the table's.
    #[error("the table runs {running}, not {asked}")]
    OtherRulebook {
        /// The table's.
        running: RulebookId,
        /// The one asked under.
        asked: RulebookId,
    },
    /// Nothing is played at a closed table.
    #[error("the table is closed")]
    TableClosed,
    /// An open table cannot be opened.
    #[error("the table is open already")]
    TableOpen,
    /// A matter waits for its ruling, or Players for their choice.
    #[error("the round stands still: {why}")]
    Suspended {
        /// What the round waits for.
        why: &'static str,
    },

    // May this person ask for it?
    /// It takes another post.
    #[error("that is for {} to do", .needed.title())]
    NotYourPost {
        /// The lowest post that may.
        needed: Post,
    },
    /// Staff or the system asked for what is a Player's.
    #[error("only a Player may ask for that")]
    PlayersOnly,
    /// The Player has no bet in the round.
    #[error("you have no bet in this round")]
    NotInRound,
    /// The Player is barred (mbs-2019 5.9).
    #[error("you are barred from play")]
    Barred,
    /// One person may not do both parts of it.
    #[error("that takes a second person")]
    SecondPersonNeeded,

    // Is this the moment?
    /// It belongs between two rounds.
    #[error("round {round} is not over")]
    RoundNotOver {
        /// The round under way.
        round: u64,
    },
    /// The opening call has not been made.
    #[error("bets are not open yet")]
    BetsNotOpen,
    /// The closing call has been made.
    #[error("no more bets: nothing may be placed, raised or taken back")]
    BetsClosed,
    /// The closing call has not been made.
    #[error("bets are still open")]
    BetsStillOpen,
    /// It belongs to another part of the round.
    #[error("not now: the round is at {phase}, this belongs to {belongs}")]
    WrongPhase {
        /// Where the round is.
        phase: &'static str,
        /// Where it would belong.
        belongs: &'static str,
    },

    // Setting up
    /// A figure the house must set is missing.
    #[error("the table cannot open: {missing} not set")]
    SetupIncomplete {
        /// Which.
        missing: &'static str,
    },
    /// A figure or option the table cannot run with.
    #[error("the table cannot open: {what}")]
    SetupWrong {
        /// What is wrong with it.
        what: &'static str,
    },
    /// A notice must hang first.
    #[error("{what} must be on display before bets open")]
    NotDisplayed {
        /// What it must show.
        what: &'static str,
    },
    /// The layout has no box of that number.
    #[error("the layout has boxes 1 to {boxes}, there is no box {found}")]
    NoSuchBox {
        /// The number asked for.
        found: u8,
        /// The highest there is.
        boxes: u8,
    },
    /// The rulebook, or the house, has no such thing.
    #[error("this game has no such thing: {what}")]
    NotOffered {
        /// What was asked for.
        what: &'static str,
    },

    // Errors and rulings
    /// What was reported is not so by the record.
    #[error("nothing is wrong: the cards and bets are as they should be")]
    NothingWrong,
    /// That cannot go wrong at this moment, or in this game.
    #[error("{irregularity} cannot arise now")]
    CannotArise {
        /// The row of the matrix.
        irregularity: Irregularity,
    },
    /// No matter waits.
    #[error("there is nothing to rule on")]
    NothingToRule,
    /// Another matter comes first (rounds.md 8.3).
    #[error("{first} is ruled on first: {}", .first.title())]
    NotAtHand {
        /// The one that does.
        first: Irregularity,
    },
    /// A doubted count is answered by counting (mbs-2019 5.8).
    #[error("the Dealer counts the cards first")]
    CountFirst,
    /// The finding does not answer the question.
    #[error("that is no answer to the question: {asked}")]
    NoSuchAnswer {
        /// The question.
        asked: &'static str,
    },
    /// No Player is asked to choose.
    #[error("no box is asked to choose")]
    NoChoices,
    /// The box is not asked, or has answered.
    #[error("box {} is not asked, or has chosen", .at.0)]
    NotAsked {
        /// The box.
        at: BoxNumber,
    },
    /// The choice is for every bet of the Player (mbs-2019 5.16.1).
    #[error("every bet is withdrawn or none")]
    AllOrNone,
    /// There is nothing to approve.
    #[error("nothing waits for a second person")]
    NothingProposed,
    /// The second person came too late.
    #[error("the proposal has waited too long: it must be made again")]
    ProposalLapsed,
    /// A correction says why.
    #[error("a reason is needed")]
    NoReason,
    /// The card or payment to correct is not on record.
    #[error("there is nothing of the kind to correct")]
    NoSuchPosting,
    /// Once awards are paid no card is read otherwise.
    #[error("the jackpots are paid: a card can no longer be read otherwise")]
    JackpotsPaid,
    /// The fault was reported before.
    #[error("the jackpot fault is known")]
    FaultKnown,
    /// No fault lasts.
    #[error("there is no jackpot fault")]
    NoFault,
    /// Bets open only once the House has chosen (5.17.2).
    #[error("the House has not chosen how to play on with the jackpot fault")]
    FaultModeNotChosen,

    // Placing bets
    /// The box takes no bets while the fault lasts (5.17.2(b)).
    #[error("no bets are taken on box {} until the jackpot works", .at.0)]
    BoxShut {
        /// The box.
        at: BoxNumber,
    },
    /// Jackpot bets are not taken while the fault lasts (5.17.2(c)).
    #[error("no jackpot bets are taken until the jackpot works")]
    NoJackpotNow,
    /// The box is another Player's and not shared.
    #[error("box {} is another Player's", .at.0)]
    BoxTaken {
        /// The box.
        at: BoxNumber,
    },
    /// The Player has a box, and one is all a Player may have.
    #[error("one box a Player at this table")]
    OneBoxOnly,
    /// A second box must be beside the first (ofg.deal.1.d).
    #[error("a second box must be next to your first")]
    NotAdjacent,
    /// The amount is zero or less.
    #[error("an amount above nothing is needed, not {found}")]
    NoAmount {
        /// The amount.
        found: Money,
    },
    /// The amount is beyond any table's, or there is none.
    #[error("an amount of {found} is {}", beyond(*found))]
    AmountTooLarge {
        /// The amount.
        found: Money,
    },
    /// Chips have values: the amount cannot be laid down.
    #[error("{found} cannot be laid in chips of {chip}")]
    NotInChips {
        /// The amount.
        found: Money,
        /// The smallest chip of the table.
        chip: Money,
    },
    /// No other bet is taken on a box without an Ante.
    #[error("an Ante is compulsory")]
    AnteRequired,
    /// A jackpot bet needs another bet beside it.
    #[error("the jackpot bet needs {needs} on the same box")]
    JackpotNeedsBase {
        /// Which.
        needs: &'static str,
    },
    /// The side bet needs another bet beside it.
    #[error("the side bet needs {needs} on the same box")]
    SideBetNeedsBase {
        /// Which.
        needs: &'static str,
    },
    /// One jackpot bet a box.
    #[error("the jackpot bet of this box is made already")]
    JackpotTwice,
    /// A jackpot bet has one price (G-19).
    #[error("the jackpot bet is {set}, not {found}")]
    JackpotAmount {
        /// The price.
        set: Money,
        /// The amount offered.
        found: Money,
    },
    /// The bet would lie above its maximum.
    #[error("{} of {found} is above the maximum of {maximum}", .area.title())]
    AboveMaximum {
        /// The bet.
        area: Area,
        /// What would lie there.
        found: Money,
        /// The most that may.
        maximum: Money,
    },
    /// The bet would lie below its minimum.
    #[error("{} of {found} is below the minimum of {minimum}", .area.title())]
    BelowMinimum {
        /// The bet.
        area: Area,
        /// What would lie there.
        found: Money,
        /// The least that may.
        minimum: Money,
    },
    /// No chips lie there.
    #[error("there is no {} bet on box {}", .area.title(), .at.0)]
    NoBet {
        /// The box.
        at: BoxNumber,
        /// The area.
        area: Area,
    },
    /// The bet is within the limits.
    #[error("the {} bet of box {} is within the limits", .area.title(), .at.0)]
    NothingToCorrect {
        /// The box.
        at: BoxNumber,
        /// The area.
        area: Area,
    },

    // Closing
    /// A short bet must be raised or taken back before bets close.
    #[error("the {} bet of box {} must first be raised or taken back", .area.title(), .at.0)]
    CorrectionPending {
        /// The box.
        at: BoxNumber,
        /// The area.
        area: Area,
    },
    /// The duty to offer the jackpot bet is not done (mbs-2019 3.5.1).
    #[error("the Player at box {} has not been offered the jackpot bet", .at.0)]
    JackpotNotOffered {
        /// The box.
        at: BoxNumber,
    },
    /// The call comes before the deal (ofg.deal.2.a).
    #[error("the boxes without Pair Plus have not been called")]
    MissingPairPlusNotCalled,
    /// There is nothing to deal to.
    #[error("no box is in the round")]
    NobodyIn,

    // Dealing
    /// The deal has an order.
    #[error("next comes {expected}")]
    NotNext {
        /// The next movement, in words.
        expected: String,
    },
    /// A deck has each card once.
    #[error("the {card} has been dealt already")]
    CardTwice {
        /// The card.
        card: Card,
    },
    /// A packet has a fixed number of cards.
    #[error("{expected} cards are needed, not {found}")]
    WrongCount {
        /// How many.
        expected: usize,
        /// How many came.
        found: usize,
    },

    // Looking and deciding
    /// The Player's action was stopped (mbs-2019 5.10.3).
    #[error("you may go on with one hand only")]
    Stopped,
    /// Another Player decides for the box.
    #[error("another Player decides for box {}", .at.0)]
    NotController {
        /// The box.
        at: BoxNumber,
    },
    /// No cards lie before the box.
    #[error("box {} has no cards", .at.0)]
    NoCards {
        /// The box.
        at: BoxNumber,
    },
    /// The Dealer's notice comes before any look (rws-2020 3.7).
    #[error("the Dealer has not told you that only one hand may be looked at")]
    NotInformed,
    /// The rulebook bars looking at such a hand.
    #[error("a hand with Pair Plus alone is not looked at")]
    PairPlusOnly,
    /// One hand may be looked at, and one was.
    #[error("you have looked at the hand of box {}, and only one may be looked at", .first.0)]
    AnotherHandSeen {
        /// The box of that hand.
        first: BoxNumber,
    },
    /// The next hand may be looked at once the last is decided.
    #[error("decide the hand of box {} first", .first.0)]
    DecideFirst {
        /// The box to decide.
        first: BoxNumber,
    },
    /// A decision is made once.
    #[error("box {} is decided", .at.0)]
    Decided {
        /// The box.
        at: BoxNumber,
    },
    /// Boxes decide in order.
    #[error("box {} decides before", .first.0)]
    NotYourTurn {
        /// The box whose turn it is.
        first: BoxNumber,
    },
    /// A hand that is not three cards waits for a ruling.
    #[error("box {} has {found} cards: the pit must rule on it", .at.0)]
    CountWrong {
        /// The box.
        at: BoxNumber,
        /// How many cards it has.
        found: usize,
    },
    /// A Dealer's hand that is not three cards waits for a ruling.
    #[error("the Dealer has {found} cards: the pit must rule on it")]
    DealerCountWrong {
        /// How many cards it has.
        found: usize,
    },
    /// There is no Ante to play or fold.
    #[error("box {} has no Ante", .at.0)]
    NoAnte {
        /// The box.
        at: BoxNumber,
    },
    /// A hand with an Ante is played or folded.
    #[error("box {} has an Ante: play or fold", .at.0)]
    HasAnte {
        /// The box.
        at: BoxNumber,
    },
    /// Play is as much as the Ante (R20-10).
    #[error("Play must be {ante}, as the Ante, not {found}")]
    PlayUnequal {
        /// The Ante.
        ante: Money,
        /// The Play offered.
        found: Money,
    },
    /// The share of Play is there.
    #[error("you have matched your Ante already")]
    PlayedAlready,
    /// The Dealer's hand is turned once every box has decided.
    #[error("box {} has not decided", .at.0)]
    Undecided {
        /// The first that has not.
        at: BoxNumber,
    },

    // Showing and settling
    /// No folded hand or forfeited bet lies there.
    #[error("nothing is left to collect")]
    NothingToCollect,
    /// Collecting comes before the Dealer's hand (ofg.deal.5).
    #[error("the forfeited bets and cards must be collected first")]
    NotCollected,
    /// The hand is face up.
    #[error("the hand of box {} lies open", .at.0)]
    ShownAlready {
        /// The box.
        at: BoxNumber,
    },
    /// The hand was collected or taken out.
    #[error("the hand of box {} has left the table", .at.0)]
    HandGone {
        /// The box.
        at: BoxNumber,
    },
    /// The Dealer may not turn this hand.
    #[error("the Player turns the hand of box {}", .at.0)]
    PlayerShows {
        /// The box.
        at: BoxNumber,
    },
    /// The Player may not turn this hand.
    #[error("the Dealer turns the hand of box {}", .at.0)]
    DealerShows {
        /// The box.
        at: BoxNumber,
    },
    /// Only a hidden hand is proved or viewed.
    #[error("the hand of box {} is not hidden", .at.0)]
    NotHidden {
        /// The box.
        at: BoxNumber,
    },
    /// The box was counted out.
    #[error("box {} is settled", .at.0)]
    Settled {
        /// The box.
        at: BoxNumber,
    },
    /// Boxes are settled in order.
    #[error("box {} is settled next", .next.0)]
    NotNextToSettle {
        /// The box that is next.
        next: BoxNumber,
    },
    /// A hand is shown or declined before it is settled.
    #[error("the hand of box {} must be shown or declined first", .at.0)]
    NotShown {
        /// The box.
        at: BoxNumber,
    },
    /// There is no jackpot bet that could win.
    #[error("box {} has no jackpot bet that counts", .at.0)]
    NoJackpotBet {
        /// The box.
        at: BoxNumber,
    },
    /// The hand wins nothing of the jackpot.
    #[error("the hand of box {} is not on the jackpot table", .at.0)]
    NoJackpotHand {
        /// The box.
        at: BoxNumber,
    },
    /// The display never goes below what it starts from.
    #[error("the meter cannot stand at {found}, below its seed of {seed}")]
    MeterBelowSeed {
        /// The meter as given.
        found: Money,
        /// What it starts from.
        seed: Money,
    },
    /// There is nothing to pay.
    #[error("no jackpot bet is waiting to be settled")]
    NoJackpotsWaiting,
    /// Jackpots are paid before the round ends.
    #[error("the jackpot bets have not been settled")]
    JackpotsUnpaid,
    /// Every bet ends before the round does.
    #[error("the {} bet of box {} is not settled", .area.title(), .at.0)]
    BetUnsettled {
        /// The box.
        at: BoxNumber,
        /// The area.
        area: Area,
    },
}

/// On which side an amount is out of what a table takes.
fn beyond(found: Money) -> &'static str {
    if found.is_positive() {
        "more than any table takes"
    } else if found.is_zero() {
        "nothing"
    } else {
        "below nothing"
    }
}
