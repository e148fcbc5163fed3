//! What each viewer may know. A view is built from what lies open to that viewer; its types hold a
//! [`Face`] only where one may be shown, so there is nothing to hide later.

use serde::Serialize;

use super::{BettingBox, Decision, Round, Showing, Terms};
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
    pub suspended: Option<SuspensionView>,
}

/// Why the round stands still, in words everybody at the table may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SuspensionView {
    /// What is ruled on first, and the name of its row in the matrix.
    pub matter: Option<(String, &'static str)>,
    /// The boxes that are asked and have not answered.
    pub asked: Vec<BoxNumber>,
    pub terms: Option<Terms>,
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
        let (dealer, community, discards) = match self.felt() {
            None => Default::default(),
            Some(felt) => {
                let shown = felt.dealer_shown;
                let turned = |card: &Card| face(card, shown || felt.is_exposed(*card));
                let common =
                    |card: &Card| face(card, felt.community_shown || felt.is_exposed(*card));
                let dealer = felt.dealer_hand().filter(|_| shown);
                let dealer =
                    dealer.map_or_else(|| felt.dealer.clone(), |hand| hand.sorted().into());
                let gone = felt.burnt.iter().chain(&felt.discarded).chain(&felt.held);
                (
                    dealer.iter().map(turned).collect(),
                    felt.community.iter().map(common).collect(),
                    gone.map(|card| face(card, felt.is_exposed(*card)))
                        .collect(),
                )
            }
        };
        let exposed = |card: &Card| self.felt().is_some_and(|felt| felt.is_exposed(*card));
        let boxes = self.boxes().map(|(at, held)| {
            let open = held.lies_open() || held.looked_at_by(viewer);
            let cards = held.cards.iter();
            let cards = cards
                .map(|card| face(card, open || exposed(card)))
                .collect();
            held.view(at, cards)
        });
        TableView {
            round: self.number,
            phase: self.phase.name(),
            dealer,
            community,
            boxes: boxes.collect(),
            discards,
            suspended: self.suspended_view(),
        }
    }
}

impl Round {
    fn suspended_view(&self) -> Option<SuspensionView> {
        if !self.is_suspended() {
            return None;
        }
        let at_hand = self.suspension.at_hand();
        let choosing = self.suspension.choosing();
        let waiting = choosing.into_iter().flat_map(|choosing| &choosing.asked);
        Some(SuspensionView {
            matter: at_hand.map(|matter| {
                let row = matter.irregularity;
                (row.to_string(), row.title())
            }),
            asked: waiting
                .filter(|(_, chose)| chose.is_none())
                .map(|(at, _)| *at)
                .collect(),
            terms: choosing.map(|choosing| choosing.terms),
        })
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
            Viewer::Player(player) => {
                self.looked == Some(player) && self.controller() == Some(player)
            }
            Viewer::Dealer | Viewer::Pit | Viewer::Surveillance | Viewer::Public => false,
        }
    }

    fn view(&self, at: BoxNumber, cards: Vec<Face>) -> BoxView {
        let shares = Area::FROM_FAR_SIDE.into_iter().flat_map(|area| {
            self.bets
                .shares(area)
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
            Decision::Withdrawn => "withdrawn",
        }
    }
}
