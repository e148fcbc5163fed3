//! What happened. Events are kept for ever: a kind may be added, none is ever changed.
//!
//! `tests/golden/` holds one written-down event of each kind and the test that reads it back.
// tidy: table

use serde::{Deserialize, Serialize};

use super::felt::{Pile, Place};
use super::matter::{Choice, Correction, Finding, PendingChoices, Report, Terms};
use super::plan::Step;
use super::told::{Cited, Why};
use crate::actor::{Actor, PersonId, Post};
use crate::card::Card;
use crate::hand::Hand;
use crate::irregularity::{Act, Irregularity, Whose};
use crate::money::Money;
use crate::rulebook::{CommunityMethod, Digest, RulebookId};
use crate::settlement::{BoxNumber, FoldedPairPlus, Outcome, PlayerId};
use crate::table::{FaultMode, Notice, Setup};
use crate::timestamp::Timestamp;
use crate::wager::{Area, Wager};

/// Where a dealt card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    Box(BoxNumber),
    Dealer,
}

/// What the Dealer says on turning the own hand (oceanfront ofg.deal.6, OFG-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announcement {
    Plays,
    DoesNotPlay,
}

/// The end of one bet, or of one Player's share of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WagerSettled {
    pub at: BoxNumber,
    pub player: PlayerId,
    pub wager: Wager,
    pub staked: Money,
    pub at_risk: Money,
    pub returned: Money,
    pub outcome: Outcome,
    pub cites: Cited,
    pub why: Why,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    // The table
    TableOpened {
        rulebook: RulebookId,
        digest: Digest,
        options: Vec<(String, String)>,
        /// Apart, since every event is as large as the largest.
        setup: Box<Setup>,
    },
    TableClosed,
    NoticeDisplayed {
        notice: Notice,
    },
    MethodChosen {
        method: CommunityMethod,
    },

    // Seats, people, faults, and rulings that touch them: the table keeps something of these too.
    // They stand together with the table's own, so that one comparison tells them from the rest.
    SeatTaken {
        at: BoxNumber,
        player: PlayerId,
    },
    BetsOpened {
        round: u64,
        rulebook: RulebookId,
        digest: Digest,
    },
    PlayerLeft {
        player: PlayerId,
    },
    /// The one stake below the minimum that is settled (mbs-2019 5.13).
    GraceUsed {
        player: PlayerId,
    },
    IrregularityReported {
        irregularity: Irregularity,
        report: Report,
        whose: Whose,
        boxes: Vec<BoxNumber>,
        by: Actor,
        when: Timestamp,
    },
    RulingMade {
        on: Irregularity,
        finding: Finding,
        act: Act,
        by: Actor,
        /// The person acts in a post above the own one (rws-2020 1.13).
        acting: bool,
        /// Who is asked once everything reported is ruled on.
        asks: Option<PendingChoices>,
        cites: Vec<String>,
    },
    RoundVoided {
        reshuffle: bool,
        cites: Vec<String>,
    },
    PlayerBarred {
        player: PlayerId,
        by: Actor,
    },
    BarLifted {
        player: PlayerId,
        by: Actor,
    },
    PlayerRestricted {
        player: PlayerId,
        by: Actor,
    },
    RestrictionLifted {
        player: PlayerId,
        by: Actor,
    },
    ActingAssigned {
        person: PersonId,
        post: Post,
        by: Actor,
    },
    FaultFound {
        recorded: Money,
        by: Actor,
        when: Timestamp,
    },
    FaultModeProposed {
        mode: FaultMode,
        by: Actor,
        when: Timestamp,
    },
    FaultModeSet {
        mode: FaultMode,
        by: Actor,
    },
    FaultCleared {
        by: Actor,
    },

    // Bets
    BetPlaced {
        at: BoxNumber,
        area: Area,
        player: PlayerId,
        amount: Money,
        placed_by: Actor,
    },
    ExcessRejected {
        at: BoxNumber,
        area: Area,
        player: PlayerId,
        amount: Money,
    },
    MinimumAdvised {
        at: BoxNumber,
        area: Area,
        minimum: Money,
    },
    JackpotOffered {
        at: BoxNumber,
    },
    /// A jackpot bet has lost its base bet: add one or take it back (mbs-2019 5.12.1).
    BasePrompted {
        at: BoxNumber,
    },
    BetTakenBack {
        at: BoxNumber,
        area: Area,
        player: PlayerId,
        amount: Money,
    },
    OneHandInformed {
        player: PlayerId,
    },
    MissingPairPlusCalled {
        boxes: Vec<BoxNumber>,
    },
    BetsClosed,
    ContributionAdded {
        at: BoxNumber,
        amount: Money,
    },
    ContributionReversed {
        at: BoxNumber,
        amount: Money,
    },
    /// A jackpot bet without its base bet was found after closing.
    LoneJackpotFlagged {
        at: BoxNumber,
    },

    // The deal
    /// The whole of a correct deal, before its first card.
    DealStarted {
        plan: Vec<Step>,
    },
    CardBurned {
        card: Card,
    },
    CardDealt {
        to: Spot,
        card: Card,
    },
    PacketDealt {
        to: Spot,
        cards: [Card; 3],
    },
    CommunityDealt {
        cards: Vec<Card>,
    },
    CommunityDiscarded {
        card: Card,
    },
    DealCompleted,
    Looked {
        at: BoxNumber,
        player: PlayerId,
    },
    Touched {
        at: BoxNumber,
    },

    // Decisions
    PlayMade {
        at: BoxNumber,
        player: PlayerId,
        amount: Money,
        blind: bool,
    },
    Folded {
        at: BoxNumber,
        pair_plus: FoldedPairPlus,
    },
    /// Treated as folded because nobody was there to decide.
    FoldedByAbsence {
        at: BoxNumber,
    },
    HandRemoved {
        at: BoxNumber,
        cites: Vec<String>,
    },
    PairPlusStood {
        at: BoxNumber,
    },
    FoldedCollected {
        boxes: Vec<BoxNumber>,
    },

    // The showdown
    DealerShown {
        hand: Hand,
        qualifies: bool,
        announced: Option<Announcement>,
    },
    CommunityShown {
        cards: [Card; 2],
    },
    /// Nothing is left that the Dealer's hand could decide (G-18).
    DealerNotNeeded,
    HandRevealed {
        at: BoxNumber,
        hand: Hand,
        by: Actor,
    },
    RevealDeclined {
        at: BoxNumber,
    },
    HandEstablished {
        at: BoxNumber,
        hand: Hand,
    },
    HiddenViewed {
        at: BoxNumber,
        by: Actor,
    },
    JackpotClaimed {
        at: BoxNumber,
    },
    WagerSettled(WagerSettled),
    BoxSettled {
        at: BoxNumber,
    },
    BoxesSettled,
    JackpotAwarded {
        at: BoxNumber,
        award: String,
        amount: Money,
        by_cheque: bool,
    },
    MeterMoved {
        before: Money,
        after: Money,
    },
    /// Awards and envy are paid and every jackpot bet has come to its end.
    JackpotsSettled,
    RoundConcluded,

    // The deal as it really goes
    StepMissed {
        step: Step,
    },
    /// Cards that went where the plan does not send them; `instead` is the movement they stand for,
    /// none where they went along besides.
    CardsAstray {
        cards: Vec<Card>,
        to: Place,
        instead: Option<Step>,
    },
    /// The third card of a box: the time jackpots at several tables are paid in order of (4.9.1).
    HandCompleted {
        at: BoxNumber,
        when: Timestamp,
    },

    // Errors and rulings
    Referred {
        on: Irregularity,
        proposal: Act,
        by: Actor,
    },
    /// Back within the house's grace: the round goes on where it was, no clause is asked.
    InterruptionResumed {
        seconds: u64,
        grace_seconds: u64,
    },
    CardsFound {
        place: Place,
        cards: Vec<Card>,
    },
    /// Whole hands moved, or every card put where a correct deal would have laid it.
    CardsRelaid {
        laid: Vec<Pile>,
    },
    /// The order of cards drawn together is settled: they are dealt on from here.
    CardsOrdered {
        cards: Vec<Card>,
    },
    /// The deal is played as it lies.
    DealStands,
    ChoicesOffered {
        terms: Terms,
        boxes: Vec<BoxNumber>,
        cites: Vec<String>,
    },
    WithdrawalPermitted {
        at: BoxNumber,
        by: Actor,
    },
    ChoiceMade {
        at: BoxNumber,
        choice: Choice,
        /// Nobody chose in time (R20-25).
        lapsed: bool,
    },
    ChoicesEnded,
    /// What a Player had on a box has gone back to him, and he is out of it.
    BetsWithdrawn {
        at: BoxNumber,
        player: PlayerId,
        cites: Vec<String>,
    },
    CardsCounted {
        counted: u8,
        by: Actor,
    },
    /// The chips found on Play at the settlement (5.3).
    PlayFound {
        at: BoxNumber,
        player: PlayerId,
        amount: Money,
    },
    /// A posting undone by its opposite; the first stays in the log.
    PostingReversed(WagerSettled),
    AwardReversed {
        at: BoxNumber,
        award: String,
        amount: Money,
    },
    /// What the awards of this round took from the meter and what they left, put back.
    MeterRestored {
        amount: Money,
    },
    /// The meter the awards of this round are reckoned from.
    MeterRead {
        displayed: Money,
    },
    /// Hands void, bets kept, cards reshuffled and dealt again (OFG-08).
    HandsVoided {
        cites: Vec<String>,
    },
    RoundResumed,
    CorrectionProposed {
        correction: Correction,
        reason: String,
        by: Actor,
        when: Timestamp,
    },
    CardCorrected {
        was: Card,
        is: Card,
        by: Actor,
    },
    PayCorrected {
        at: BoxNumber,
        player: PlayerId,
        wager: Wager,
        handed: Money,
        due: Money,
        by: Actor,
    },

    // Players, staff and the jackpot's faults
    PlayerStopped {
        player: PlayerId,
        by: Actor,
    },
    /// A jackpot hand entered into the system: the order mbs-2019 3.19 pays in.
    JackpotEntered {
        at: BoxNumber,
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
    /// Said of the table and its people rather than of a round.
    pub const fn is_the_tables(&self) -> bool {
        matches!(
            self,
            Event::PlayerBarred { .. }
                | Event::BarLifted { .. }
                | Event::PlayerRestricted { .. }
                | Event::RestrictionLifted { .. }
                | Event::ActingAssigned { .. }
                | Event::FaultFound { .. }
                | Event::FaultModeProposed { .. }
                | Event::FaultModeSet { .. }
                | Event::FaultCleared { .. }
        )
    }

    /// Whether it concerns nothing but the round under way: the table keeps nothing of it.
    pub(crate) const fn is_the_rounds_alone(&self) -> bool {
        let kept = matches!(
            self,
            Event::TableOpened { .. }
                | Event::TableClosed
                | Event::NoticeDisplayed { .. }
                | Event::MethodChosen { .. }
                | Event::BetsOpened { .. }
                | Event::SeatTaken { .. }
                | Event::PlayerLeft { .. }
                | Event::GraceUsed { .. }
                | Event::IrregularityReported { .. }
                | Event::RulingMade { .. }
                | Event::RoundVoided { .. }
        );
        !kept && !self.is_the_tables()
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
