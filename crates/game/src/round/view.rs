//! What each viewer may know. A view is built from what lies open to that viewer; its types hold a
//! [`Face`] only where one may be shown, so there is nothing to hide later.

use serde::Serialize;

use super::{BettingBox, Decision, Phase, Round, Showing};
use crate::card::Card;
use crate::money::Money;
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::Area;

/// Who looks at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    Player(PlayerId),
    Dealer,
    Pit,
    Surveillance,
    Public,
}

/// A card on the felt, as one viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Face {
    Up(Card),
    Down,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableView {
    pub round: u64,
    pub phase: &'static str,
    pub dealer: Vec<Face>,
    pub community: Vec<Face>,
    pub boxes: Vec<BoxView>,
    /// The burnt and discarded cards: backs, until surveillance reads the finished round.
    pub discards: Vec<Face>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxView {
    pub at: BoxNumber,
    pub seated: Option<PlayerId>,
    pub controller: Option<PlayerId>,
    pub bets: Vec<(Area, PlayerId, Money)>,
    pub cards: Vec<Face>,
    pub decision: &'static str,
    pub settled: bool,
}

impl Round {
    pub fn view_for(&self, viewer: Viewer) -> TableView {
        // The record of a finished round is surveillance's to read; nobody else's, and not before.
        let whole_record = viewer == Viewer::Surveillance && self.is_over();
        let face = |card: &Card, open: bool| {
            if open || whole_record {
                Face::Up(*card)
            } else {
                Face::Down
            }
        };
        let (dealer, community, discards) = match &self.phase {
            Phase::BetsOpen | Phase::BetsClosed | Phase::Concluded(None) => Default::default(),
            Phase::Dealing(deal) => (
                deal.dealer.iter().map(|card| face(card, false)).collect(),
                deal.community
                    .iter()
                    .map(|card| face(card, false))
                    .collect(),
                deal.burnt
                    .iter()
                    .chain(&deal.discarded)
                    .map(|card| face(card, false))
                    .collect(),
            ),
            Phase::Deciding(layout)
            | Phase::DealerShown(layout)
            | Phase::Settling(layout)
            | Phase::Jackpots(layout)
            | Phase::Concluded(Some(layout)) => {
                let shown = layout.dealer_shown;
                let cards = if shown {
                    layout.dealer.sorted()
                } else {
                    layout.dealer.cards()
                };
                (
                    cards.iter().map(|card| face(card, shown)).collect(),
                    layout
                        .community
                        .iter()
                        .flatten()
                        .map(|card| face(card, shown))
                        .collect(),
                    layout
                        .burnt
                        .iter()
                        .chain(&layout.discarded)
                        .map(|card| face(card, false))
                        .collect(),
                )
            }
        };
        let boxes = self.boxes().map(|(at, held)| {
            let open = held.lies_open() || held.looked_at_by(viewer);
            let cards = held.cards.iter().map(|card| face(card, open)).collect();
            held.view(at, cards)
        });
        TableView {
            round: self.number,
            phase: self.phase.name(),
            dealer,
            community,
            boxes: boxes.collect(),
            discards,
        }
    }
}

impl BettingBox {
    fn lies_open(&self) -> bool {
        match self.showing {
            Showing::Revealed | Showing::Hidden { established: true } => true,
            Showing::FaceDown | Showing::Hidden { established: false } | Showing::Collected => {
                false
            }
        }
    }

    /// The one hand a Player has picked up: no other of his own, and none of anybody else's.
    fn looked_at_by(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Player(player) => self.seen && self.controller() == Some(player),
            Viewer::Dealer | Viewer::Pit | Viewer::Surveillance | Viewer::Public => false,
        }
    }

    fn view(&self, at: BoxNumber, cards: Vec<Face>) -> BoxView {
        let shares = Area::FROM_FAR_SIDE.into_iter().flat_map(|area| {
            self.bets
                .shares(area)
                .iter()
                .map(move |share| (area, share.player, share.amount))
        });
        BoxView {
            at,
            seated: self.seated,
            controller: self.controller(),
            bets: shares.collect(),
            cards,
            decision: self.decision.name(),
            settled: self.settled,
        }
    }
}

impl Decision {
    pub const fn name(self) -> &'static str {
        match self {
            Decision::Undecided => "undecided",
            Decision::Played { blind: false } => "played",
            Decision::Played { blind: true } => "played blind",
            Decision::Folded(_) => "folded",
            Decision::FoldedByAbsence => "folded by absence",
            Decision::StandingPairPlus => "standing on Pair Plus",
            Decision::Removed => "removed",
        }
    }
}
