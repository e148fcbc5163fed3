//! What happened. Events are kept for ever: a kind may be added, none is ever changed.
//!
//! `tests/golden/` holds one written-down event of each kind and the test that reads it back.
// tidy: table

mod class;

use serde::{Deserialize, Serialize};

pub use class::EventClass;

use super::felt::{Pile, Place};
use super::matter::{Choice, Correction, Finding, PendingChoices, Report, Terms};
use super::plan::Step;
use super::told::{Cited, Why};
use crate::actor::{Actor, PersonId, Post};
use crate::card::Card;
use crate::events_of;
use crate::hand::Hand;
use crate::irregularity::{Act, Irregularity, Whose};
use crate::money::Money;
use crate::rulebook::{CommunityMethod, Digest, RulebookId};
use crate::settlement::{BoxNumber, FoldedPairPlus, JackpotAward, Outcome, PlayerId};
use crate::table::{FaultMode, Notice, Setup};
use crate::timestamp::Timestamp;
use crate::wager::{Area, Wager};

/// Where a dealt card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// To the hand of this box.
    Box(BoxNumber),
    /// To the Dealer's own hand.
    Dealer,
}

/// What the Dealer says on turning the own hand (oceanfront ofg.deal.6, OFG-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Announcement {
    /// The Dealer's hand qualifies.
    Plays,
    /// The Dealer's hand does not qualify.
    DoesNotPlay,
}

/// The end of one bet, or of one Player's share of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WagerSettled {
    /// The box the bet lay on.
    pub at: BoxNumber,
    /// Whose share it was.
    pub player: PlayerId,
    /// Which bet, or the bonus, ended.
    pub wager: Wager,
    /// The chips that lay there.
    pub staked: Money,
    /// How much of them the result counted; the rest was above a limit.
    pub at_risk: Money,
    /// What goes to the Player's rack: stake handed back and winnings together.
    pub returned: Money,
    /// How it ended.
    pub outcome: Outcome,
    /// The clauses it was settled by.
    pub cites: Cited,
    /// The reason in a sentence.
    pub why: Why,
}

/// What happened at a table. The log keeps these for ever; state is what they add up to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    // The table
    /// The table opened under a rulebook and its options.
    TableOpened {
        /// The rulebook.
        rulebook: RulebookId,
        /// The mark of the rulebook with these options.
        digest: Digest,
        /// The switches the house chose otherwise than the default, and their values.
        options: Vec<(String, String)>,
        /// Apart, since every event is as large as the largest.
        setup: Box<Setup>,
    },
    /// The table closed.
    TableClosed,
    /// A notice was hung at the table.
    NoticeDisplayed {
        /// The notice.
        notice: Notice,
    },
    /// The House picked how community cards are dealt from the next round on.
    MethodChosen {
        /// The method.
        method: CommunityMethod,
    },

    // Seats, people, faults, and rulings that touch them: the table keeps something of these too.
    // They stand together with the table's own, so that one comparison tells them from the rest.
    /// A Player sat down; the box in front is that Player's.
    SeatTaken {
        /// The box.
        at: BoxNumber,
        /// The Player.
        player: PlayerId,
    },
    /// The Dealer called for bets: a round began.
    BetsOpened {
        /// Its number at this table, from 1.
        round: u64,
        /// The rulebook it is played under.
        rulebook: RulebookId,
        /// The mark of that rulebook with the table's options.
        digest: Digest,
    },
    /// A Player walked away from the table.
    PlayerLeft {
        /// The Player.
        player: PlayerId,
    },
    /// The one stake below the minimum that is settled (mbs-2019 5.13).
    GraceUsed {
        /// The Player whose next bet below the minimum goes back.
        player: PlayerId,
    },
    /// Something was reported and the round stands still.
    IrregularityReported {
        /// Which row of the matrix the round took it for.
        irregularity: Irregularity,
        /// What was reported, as facts.
        report: Report,
        /// Whose cards it is about.
        whose: Whose,
        /// The boxes it is about.
        boxes: Vec<BoxNumber>,
        /// Who reported it.
        by: Actor,
        /// When.
        when: Timestamp,
    },
    /// A matter was ruled on, by its authority or by the clause itself.
    RulingMade {
        /// The irregularity ruled on.
        on: Irregularity,
        /// What was found.
        finding: Finding,
        /// What is done about it.
        act: Act,
        /// Who ruled.
        by: Actor,
        /// The person acts in a post above the own one (rws-2020 1.13).
        acting: bool,
        /// Who is asked once everything reported is ruled on.
        asks: Option<PendingChoices>,
        /// The clauses the ruling rests on.
        cites: Vec<String>,
    },
    /// The round is void: every bet went back and there is no result.
    RoundVoided {
        /// The cards are shuffled again before the next deal.
        reshuffle: bool,
        /// The clauses that void it.
        cites: Vec<String>,
    },
    /// A Player was sent away and may not bet until the bar is lifted (mbs-2019 5.9).
    PlayerBarred {
        /// The Player.
        player: PlayerId,
        /// Who barred.
        by: Actor,
    },
    /// A barred Player may play again.
    BarLifted {
        /// The Player.
        player: PlayerId,
        /// Who lifted the bar.
        by: Actor,
    },
    /// A Player may use one position only (mbs-2019 3.4.3).
    PlayerRestricted {
        /// The Player.
        player: PlayerId,
        /// Who restricted.
        by: Actor,
    },
    /// A Player may use several positions again.
    RestrictionLifted {
        /// The Player.
        player: PlayerId,
        /// Who lifted the restriction.
        by: Actor,
    },
    /// A person acts in a post above the own one from now on.
    ActingAssigned {
        /// Who acts.
        person: PersonId,
        /// The post acted in.
        post: Post,
        /// Who assigned it.
        by: Actor,
    },
    /// The jackpot was found not to work, between two rounds.
    FaultFound {
        /// The meter before the fault.
        recorded: Money,
        /// Who found it.
        by: Actor,
        /// When.
        when: Timestamp,
    },
    /// A way to play on with the fault was proposed and waits for a second person.
    FaultModeProposed {
        /// The way proposed.
        mode: FaultMode,
        /// Who proposed it.
        by: Actor,
        /// When: a proposal lapses.
        when: Timestamp,
    },
    /// The way to play on with the fault is settled.
    FaultModeSet {
        /// The way.
        mode: FaultMode,
        /// The second person, who approved it.
        by: Actor,
    },
    /// The jackpot works again.
    FaultCleared {
        /// Who said so.
        by: Actor,
    },

    // Bets
    /// Chips went from a Player's rack to an area of a box.
    BetPlaced {
        /// The box.
        at: BoxNumber,
        /// The area.
        area: Area,
        /// Whose chips.
        player: PlayerId,
        /// How many were added.
        amount: Money,
        /// The Player, or the staff who placed it at the Player's request.
        placed_by: Actor,
    },
    /// Chips above the maximum went back to the rack.
    ExcessRejected {
        /// The box.
        at: BoxNumber,
        /// The area.
        area: Area,
        /// Whose chips.
        player: PlayerId,
        /// How many.
        amount: Money,
    },
    /// A Player was told to raise a bet below the minimum or to take it back.
    MinimumAdvised {
        /// The box.
        at: BoxNumber,
        /// The area.
        area: Area,
        /// What it must reach.
        minimum: Money,
    },
    /// The Player of a box was offered the jackpot bet (mbs-2019 3.5.1).
    JackpotOffered {
        /// The box.
        at: BoxNumber,
    },
    /// A jackpot bet has lost its base bet: add one or take it back (mbs-2019 5.12.1).
    BasePrompted {
        /// The box.
        at: BoxNumber,
    },
    /// Chips went from an area of a box back to the Player's rack, before closing.
    BetTakenBack {
        /// The box.
        at: BoxNumber,
        /// The area.
        area: Area,
        /// Whose chips.
        player: PlayerId,
        /// How many.
        amount: Money,
    },
    /// A Player with several boxes was told that only one hand may be looked at (rws-2020 3.7).
    OneHandInformed {
        /// The Player.
        player: PlayerId,
    },
    /// The Dealer named the boxes without Pair Plus (ofg.deal.2.a).
    MissingPairPlusCalled {
        /// The boxes named.
        boxes: Vec<BoxNumber>,
    },
    /// The closing call: every bet is locked.
    BetsClosed,
    /// Part of a jackpot bet was added to the meter.
    ContributionAdded {
        /// The box of the bet.
        at: BoxNumber,
        /// How much went to the meter, from the house's side.
        amount: Money,
    },
    /// What a jackpot bet had added to the meter was taken off again, since the bet went back (G-06).
    ContributionReversed {
        /// The box of the bet.
        at: BoxNumber,
        /// How much came off the meter.
        amount: Money,
    },
    /// A jackpot bet without its base bet was found after closing.
    LoneJackpotFlagged {
        /// The box.
        at: BoxNumber,
    },

    // The deal
    /// The whole of a correct deal, before its first card.
    DealStarted {
        /// Every movement of it, in order.
        plan: Vec<Step>,
    },
    /// The first card was put aside unseen.
    CardBurned {
        /// The card.
        card: Card,
    },
    /// One card was dealt to a hand, face down.
    CardDealt {
        /// The hand.
        to: Spot,
        /// The card.
        card: Card,
    },
    /// A packet of three was dealt to a hand, face down.
    PacketDealt {
        /// The hand.
        to: Spot,
        /// The cards.
        cards: [Card; 3],
    },
    /// Community cards were laid, face down.
    CommunityDealt {
        /// Two of them, or three of which one is discarded.
        cards: Vec<Card>,
    },
    /// One of three community cards was discarded unseen.
    CommunityDiscarded {
        /// The card.
        card: Card,
    },
    /// Every hand has its cards: Players decide.
    DealCompleted,
    /// A Player looked at the cards of a box.
    Looked {
        /// The box.
        at: BoxNumber,
        /// Who looked.
        player: PlayerId,
    },
    /// The cards of a box were handled.
    Touched {
        /// The box.
        at: BoxNumber,
    },

    // Decisions
    /// A Player goes on with a box: chips went from the rack to Play.
    PlayMade {
        /// The box.
        at: BoxNumber,
        /// Whose chips.
        player: PlayerId,
        /// How many; zero where the Player adds none of the own to a shared box.
        amount: Money,
        /// The hand was not looked at.
        blind: bool,
    },
    /// A Player gave up the hand of a box.
    Folded {
        /// The box.
        at: BoxNumber,
        /// What becomes of Pair Plus.
        pair_plus: FoldedPairPlus,
    },
    /// Treated as folded because the Player was not there to decide.
    FoldedByAbsence {
        /// The box.
        at: BoxNumber,
    },
    /// A hand was taken out of the round by a ruling.
    HandRemoved {
        /// The box.
        at: BoxNumber,
        /// The clauses that take it out.
        cites: Vec<String>,
    },
    /// A hand with Pair Plus and no Ante stays for the showdown.
    PairPlusStood {
        /// The box.
        at: BoxNumber,
    },
    /// The Dealer took in forfeited bets and the cards of folded hands.
    FoldedCollected {
        /// The boxes whose cards went.
        boxes: Vec<BoxNumber>,
    },

    // The showdown
    /// The Dealer turned the own hand.
    DealerShown {
        /// The hand, highest card first.
        hand: Hand,
        /// Whether it plays.
        qualifies: bool,
        /// The words called, where the rulebook prescribes them.
        announced: Option<Announcement>,
    },
    /// The community cards were turned.
    CommunityShown {
        /// The two cards.
        cards: [Card; 2],
    },
    /// Nothing is left that the Dealer's hand could decide (G-18).
    DealerNotNeeded,
    /// The hand of a box was turned face up.
    HandRevealed {
        /// The box.
        at: BoxNumber,
        /// The hand.
        hand: Hand,
        /// Who turned it.
        by: Actor,
    },
    /// A Player keeps the hand of a box hidden.
    RevealDeclined {
        /// The box.
        at: BoxNumber,
    },
    /// A hidden hand was proved after all, for the bets whose clause allows it.
    HandEstablished {
        /// The box.
        at: BoxNumber,
        /// The hand.
        hand: Hand,
    },
    /// The pit looked at a hidden hand for the record (mbs-2019 3.10.1).
    HiddenViewed {
        /// The box.
        at: BoxNumber,
        /// Who looked.
        by: Actor,
    },
    /// A hand of the jackpot table was announced; its cards stay face up.
    JackpotClaimed {
        /// The box.
        at: BoxNumber,
    },
    /// A bet, or a share of it, came to its end; the money is posted by this.
    WagerSettled(WagerSettled),
    /// Every bet the Dealer counts out at a box is settled.
    BoxSettled {
        /// The box.
        at: BoxNumber,
    },
    /// Every box is settled: jackpots are next.
    BoxesSettled,
    /// A hand won an award of the jackpot table.
    JackpotAwarded {
        /// The box.
        at: BoxNumber,
        /// Which award of the jackpot table; [`JackpotAward::Major`] takes the whole meter.
        award: JackpotAward,
        /// How much.
        amount: Money,
        /// Paid at the cage by cheque rather than at the table.
        by_cheque: bool,
    },
    /// Awards took money from the meter.
    MeterMoved {
        /// The meter before.
        before: Money,
        /// The meter after.
        after: Money,
    },
    /// Awards and envy are paid and every jackpot bet has come to its end.
    JackpotsSettled,
    /// The round is over.
    RoundConcluded,

    // The deal as it really goes
    /// A movement of the deal was left out.
    StepMissed {
        /// The movement.
        step: Step,
    },
    /// Cards that went where the plan does not send them; `instead` is the movement they stand for,
    /// none where they went along besides.
    CardsAstray {
        /// The cards.
        cards: Vec<Card>,
        /// Where they went.
        to: Place,
        /// The movement they stand for.
        instead: Option<Step>,
    },
    /// The third card of a box: the time jackpots at several tables are paid in order of (4.9.1).
    HandCompleted {
        /// The box.
        at: BoxNumber,
        /// When it had three cards.
        when: Timestamp,
    },

    // Errors and rulings
    /// Staff passed a matter on with a proposal.
    Referred {
        /// The irregularity.
        on: Irregularity,
        /// What they would do.
        proposal: Act,
        /// Who passed it on.
        by: Actor,
    },
    /// Back within the house's grace: the round goes on where it was, no clause is asked.
    InterruptionResumed {
        /// How long play stood still.
        seconds: u64,
        /// How long it may without a ruling.
        grace_seconds: u64,
    },
    /// A place holds other cards than were recorded there.
    CardsFound {
        /// The place.
        place: Place,
        /// What lies there.
        cards: Vec<Card>,
    },
    /// Whole hands moved, or every card put where a correct deal would have laid it.
    CardsRelaid {
        /// Where every card lies now.
        laid: Vec<Pile>,
    },
    /// The order of cards drawn together is settled: they are dealt on from here.
    CardsOrdered {
        /// The cards, first drawn first.
        cards: Vec<Card>,
    },
    /// The deal is played as it lies.
    DealStands,
    /// Players are asked whether to go on after an error.
    ChoicesOffered {
        /// On what terms.
        terms: Terms,
        /// The boxes asked.
        boxes: Vec<BoxNumber>,
        /// The clauses that give the choice.
        cites: Vec<String>,
    },
    /// The pit lets the Player of a box withdraw (mbs-2019 5.7.1).
    WithdrawalPermitted {
        /// The box.
        at: BoxNumber,
        /// Who permits it.
        by: Actor,
    },
    /// The Player of a box chose, or ran out of time.
    ChoiceMade {
        /// The box.
        at: BoxNumber,
        /// To go on or to withdraw.
        choice: Choice,
        /// The Player did not choose in time (R20-25).
        lapsed: bool,
    },
    /// Every Player asked has answered: the round goes on.
    ChoicesEnded,
    /// What a Player had on a box has gone back to him, and he is out of it.
    BetsWithdrawn {
        /// The box.
        at: BoxNumber,
        /// The Player.
        player: PlayerId,
        /// The clauses that give the bets back.
        cites: Vec<String>,
    },
    /// The deck was counted.
    CardsCounted {
        /// How many cards there were.
        counted: u8,
        /// Who counted.
        by: Actor,
    },
    /// The chips found on Play at the settlement (5.3).
    PlayFound {
        /// The box.
        at: BoxNumber,
        /// Whose chips.
        player: PlayerId,
        /// How many lie there; the ledger moves the difference to what was made.
        amount: Money,
    },
    /// A posting undone by its opposite; the first stays in the log.
    PostingReversed(WagerSettled),
    /// A jackpot award undone.
    AwardReversed {
        /// The box.
        at: BoxNumber,
        /// Which award of the jackpot table.
        award: JackpotAward,
        /// How much.
        amount: Money,
    },
    /// What the awards of this round took from the meter and what they left, put back.
    MeterRestored {
        /// How much goes back on the meter.
        amount: Money,
    },
    /// The meter the awards of this round are reckoned from.
    MeterRead {
        /// The meter.
        displayed: Money,
    },
    /// Hands void, bets kept, cards reshuffled and dealt again (OFG-08).
    HandsVoided {
        /// The clauses that void them.
        cites: Vec<String>,
    },
    /// A round that stood still goes on where it was.
    RoundResumed,
    /// A correction was proposed and waits for a second person (G-20).
    CorrectionProposed {
        /// What was wrong and what is right.
        correction: Correction,
        /// Why, in words.
        reason: String,
        /// Who proposed it.
        by: Actor,
        /// When: a proposal lapses.
        when: Timestamp,
    },
    /// A misread card was put right; what it decided is settled again.
    CardCorrected {
        /// The card as recorded.
        was: Card,
        /// The card as it is.
        is: Card,
        /// The second person, who approved it.
        by: Actor,
    },
    /// Chips handed over wrongly were put right; the accounts had what was due all along.
    PayCorrected {
        /// The box.
        at: BoxNumber,
        /// The Player.
        player: PlayerId,
        /// The bet paid.
        wager: Wager,
        /// What was handed over.
        handed: Money,
        /// What was due.
        due: Money,
        /// The second person, who approved it.
        by: Actor,
    },

    // Players, staff and the jackpot's faults
    /// A Player may go on with one hand only (mbs-2019 5.10.3).
    PlayerStopped {
        /// The Player.
        player: PlayerId,
        /// Who stopped the action.
        by: Actor,
    },
    /// A jackpot hand entered into the system: the order mbs-2019 3.19 pays in.
    JackpotEntered {
        /// The box.
        at: BoxNumber,
        /// When it was entered.
        when: Timestamp,
    },
}

/// A list that events are put behind.
pub(super) trait PushWith {
    /// Makes the event where it will lie. An event is as large as the largest kind, and a finished one
    /// is carried to its place whole, however little it says.
    fn push_with(&mut self, event: impl FnOnce() -> Event);
}

impl PushWith for Vec<Event> {
    #[inline]
    fn push_with(&mut self, event: impl FnOnce() -> Event) {
        self.extend(core::iter::once_with(event));
    }
}

impl Event {
    /// Whether it concerns nothing but the round under way: the table keeps nothing of it.
    pub(crate) const fn is_the_rounds_alone(&self) -> bool {
        !matches!(self, events_of![table, seats, conduct, fault, rulings])
    }

    /// What it feeds to the jackpot meter; below zero where a contribution is taken back. Everything
    /// that adds up what a table fed asks this.
    pub fn contribution(&self) -> Option<Money> {
        if let Event::ContributionAdded { amount, .. } = self {
            return Some(*amount);
        }
        if let Event::ContributionReversed { amount, .. } = self {
            return Some(-*amount);
        }
        None
    }

    /// The name it is stored under.
    // tidy: table
    pub fn kind(&self) -> &'static str {
        match self {
            Event::TableOpened { .. } => "table-opened",
            Event::TableClosed => "table-closed",
            Event::NoticeDisplayed { .. } => "notice-displayed",
            Event::MethodChosen { .. } => "method-chosen",
            Event::SeatTaken { .. } => "seat-taken",
            Event::BetsOpened { .. } => "bets-opened",
            Event::BetPlaced { .. } => "bet-placed",
            Event::ExcessRejected { .. } => "excess-rejected",
            Event::MinimumAdvised { .. } => "minimum-advised",
            Event::JackpotOffered { .. } => "jackpot-offered",
            Event::BasePrompted { .. } => "base-prompted",
            Event::BetTakenBack { .. } => "bet-taken-back",
            Event::OneHandInformed { .. } => "one-hand-informed",
            Event::MissingPairPlusCalled { .. } => "missing-pair-plus-called",
            Event::BetsClosed => "bets-closed",
            Event::ContributionAdded { .. } => "contribution-added",
            Event::ContributionReversed { .. } => "contribution-reversed",
            Event::LoneJackpotFlagged { .. } => "lone-jackpot-flagged",
            Event::DealStarted { .. } => "deal-started",
            Event::CardBurned { .. } => "card-burned",
            Event::CardDealt { .. } => "card-dealt",
            Event::PacketDealt { .. } => "packet-dealt",
            Event::CommunityDealt { .. } => "community-dealt",
            Event::CommunityDiscarded { .. } => "community-discarded",
            Event::DealCompleted => "deal-completed",
            Event::Looked { .. } => "looked",
            Event::Touched { .. } => "touched",
            Event::PlayMade { .. } => "play-made",
            Event::Folded { .. } => "folded",
            Event::FoldedByAbsence { .. } => "folded-by-absence",
            Event::HandRemoved { .. } => "hand-removed",
            Event::PairPlusStood { .. } => "pair-plus-stood",
            Event::PlayerLeft { .. } => "player-left",
            Event::FoldedCollected { .. } => "folded-collected",
            Event::DealerShown { .. } => "dealer-shown",
            Event::CommunityShown { .. } => "community-shown",
            Event::DealerNotNeeded => "dealer-not-needed",
            Event::HandRevealed { .. } => "hand-revealed",
            Event::RevealDeclined { .. } => "reveal-declined",
            Event::HandEstablished { .. } => "hand-established",
            Event::HiddenViewed { .. } => "hidden-viewed",
            Event::JackpotClaimed { .. } => "jackpot-claimed",
            Event::WagerSettled(_) => "wager-settled",
            Event::BoxSettled { .. } => "box-settled",
            Event::BoxesSettled => "boxes-settled",
            Event::JackpotAwarded { .. } => "jackpot-awarded",
            Event::MeterMoved { .. } => "meter-moved",
            Event::JackpotsSettled => "jackpots-settled",
            Event::RoundConcluded => "round-concluded",
            Event::StepMissed { .. } => "step-missed",
            Event::CardsAstray { .. } => "cards-astray",
            Event::HandCompleted { .. } => "hand-completed",
            Event::IrregularityReported { .. } => "irregularity-reported",
            Event::Referred { .. } => "referred",
            Event::RulingMade { .. } => "ruling-made",
            Event::InterruptionResumed { .. } => "interruption-resumed",
            Event::CardsFound { .. } => "cards-found",
            Event::CardsRelaid { .. } => "cards-relaid",
            Event::CardsOrdered { .. } => "cards-ordered",
            Event::DealStands => "deal-stands",
            Event::ChoicesOffered { .. } => "choices-offered",
            Event::WithdrawalPermitted { .. } => "withdrawal-permitted",
            Event::ChoiceMade { .. } => "choice-made",
            Event::ChoicesEnded => "choices-ended",
            Event::BetsWithdrawn { .. } => "bets-withdrawn",
            Event::CardsCounted { .. } => "cards-counted",
            Event::PlayFound { .. } => "play-found",
            Event::PostingReversed(_) => "posting-reversed",
            Event::AwardReversed { .. } => "award-reversed",
            Event::MeterRestored { .. } => "meter-restored",
            Event::MeterRead { .. } => "meter-read",
            Event::HandsVoided { .. } => "hands-voided",
            Event::RoundVoided { .. } => "round-voided",
            Event::RoundResumed => "round-resumed",
            Event::CorrectionProposed { .. } => "correction-proposed",
            Event::CardCorrected { .. } => "card-corrected",
            Event::PayCorrected { .. } => "pay-corrected",
            Event::GraceUsed { .. } => "grace-used",
            Event::PlayerBarred { .. } => "player-barred",
            Event::BarLifted { .. } => "bar-lifted",
            Event::PlayerStopped { .. } => "player-stopped",
            Event::PlayerRestricted { .. } => "player-restricted",
            Event::RestrictionLifted { .. } => "restriction-lifted",
            Event::ActingAssigned { .. } => "acting-assigned",
            Event::FaultFound { .. } => "fault-found",
            Event::FaultModeProposed { .. } => "fault-mode-proposed",
            Event::FaultModeSet { .. } => "fault-mode-set",
            Event::FaultCleared { .. } => "fault-cleared",
            Event::JackpotEntered { .. } => "jackpot-entered",
        }
    }
}
