//! What happened. Events are kept for ever: a kind may be added, none is ever changed.
//!
//! `tests/golden/` holds one written-down event of each kind and the test that reads it back.

use serde::{Deserialize, Serialize};

use super::plan::Step;
use crate::actor::Actor;
use crate::card::Card;
use crate::hand::Hand;
use crate::money::Money;
use crate::rulebook::{CommunityMethod, Digest, RulebookId};
use crate::settlement::{BoxNumber, FoldedPairPlus, Outcome, PlayerId};
use crate::table::{Notice, Setup};
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
    /// Clause and ambiguity ids.
    pub cites: Vec<String>,
    /// What the Player was told.
    pub why: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    // The table
    TableOpened {
        rulebook: RulebookId,
        digest: Digest,
        options: Vec<(String, String)>,
        setup: Setup,
    },
    TableClosed,
    NoticeDisplayed {
        notice: Notice,
    },
    MethodChosen {
        method: CommunityMethod,
    },
    SeatTaken {
        at: BoxNumber,
        player: PlayerId,
    },

    // Bets
    BetsOpened {
        round: u64,
        rulebook: RulebookId,
        digest: Digest,
    },
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
    PlayerLeft {
        player: PlayerId,
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
}

impl Event {
    /// The name it is stored under.
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
        }
    }
}
