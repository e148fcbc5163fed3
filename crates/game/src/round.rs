//! One round, from the opening call until everybody is settled.
//!
//! [`Round::decide`] turns a command into events or refuses it and changes nothing;
//! [`Round::evolve`] takes an event in and cannot refuse. Everything a rule turns on is a fact that
//! some event recorded: who looked, who was told, which chips lay where.

mod command;
mod decide;
mod event;
mod evolve;
mod plan;
mod refusal;
mod view;

use std::collections::BTreeMap;

pub use command::{Command, Request};
pub use event::{Announcement, Event, Spot, WagerSettled};
pub use plan::Step;
pub use refusal::{Refusal, Refused};
pub use view::{BoxView, Face, TableView, Viewer};

use crate::card::{Card, CardSet};
use crate::hand::Hand;
use crate::money::Money;
use crate::rulebook::CommunityMethod;
use crate::settlement::{BoxNumber, Fate, FoldedPairPlus, PlayerId, StakedBox, Stakes};
use crate::table::Setup;
use crate::wager::Area;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    number: u64,
    setup: Setup,
    method: Option<CommunityMethod>,
    boxes: BTreeMap<BoxNumber, BettingBox>,
    /// Players told that they may look at one hand only.
    informed: Vec<PlayerId>,
    left: Vec<PlayerId>,
    /// The box each Player looked at first: no other may be looked at (R20-18).
    first_seen: BTreeMap<PlayerId, BoxNumber>,
    missing_pair_plus_called: bool,
    /// The Dealer has taken in forfeited bets and dead cards.
    collected: bool,
    jackpots_settled: bool,
    phase: Phase,
}

/// Where the round is; each phase carries what exists only from there on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    BetsOpen,
    BetsClosed,
    Dealing(Deal),
    Deciding(Layout),
    DealerShown(Layout),
    Settling(Layout),
    Jackpots(Layout),
    /// Nothing was dealt where no box was in the round.
    Concluded(Option<Layout>),
}

/// A deal under way: the plan a correct deal follows and what has gone out by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    pub plan: Vec<Step>,
    pub done: usize,
    pub used: CardSet,
    pub burnt: Vec<Card>,
    pub discarded: Vec<Card>,
    pub dealer: Vec<Card>,
    pub community: Vec<Card>,
}

/// The cards on the felt that are no Player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub dealer: Hand,
    pub dealer_shown: bool,
    pub community: Option<[Card; 2]>,
    pub burnt: Vec<Card>,
    pub discarded: Vec<Card>,
}

/// One position: the bets on it, the cards before it, and how far it has come.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts, each recorded by an event of its own"
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BettingBox {
    pub seated: Option<PlayerId>,
    pub bets: Bets,
    pub cards: Vec<Card>,
    pub handled: bool,
    pub seen: bool,
    pub decision: Decision,
    pub showing: Showing,
    /// Areas under a correction prompt: raise or take back (5.2, 5.12.1).
    pub prompted: Vec<Area>,
    pub jackpot_offered: bool,
    pub claimed: bool,
    pub settled: bool,
}

/// The chips on each area, by who put them there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bets([Vec<Share>; 5]);

/// One Player's part of a bet; the whole of it where boxes are not shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub player: PlayerId,
    pub amount: Money,
    /// Set once, when the share has come to its one end.
    pub settled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Undecided,
    Played {
        blind: bool,
    },
    Folded(FoldedPairPlus),
    FoldedByAbsence,
    StandingPairPlus,
    /// Out of the round; its bets were handed back.
    Removed,
}

/// How the cards of a box lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    FaceDown,
    Revealed,
    /// The Player declined to show; `established` once he has proven the hand himself.
    Hidden {
        established: bool,
    },
    /// Taken in by the Dealer, unseen.
    Collected,
}

impl Round {
    pub(crate) fn open(
        number: u64,
        setup: Setup,
        method: Option<CommunityMethod>,
        seats: &BTreeMap<BoxNumber, PlayerId>,
    ) -> Round {
        let boxes = (1..=setup.positions).map(BoxNumber);
        let boxes = boxes
            .map(|at| (at, BettingBox::empty(seats.get(&at).copied())))
            .collect();
        Round {
            number,
            setup,
            method,
            boxes,
            informed: Vec::new(),
            left: Vec::new(),
            first_seen: BTreeMap::new(),
            missing_pair_plus_called: false,
            collected: false,
            jackpots_settled: false,
            phase: Phase::BetsOpen,
        }
    }

    /// What a table answers from before its first opening call: a round that is over.
    pub(crate) fn before_the_first(setup: Setup) -> Round {
        let round = Round::open(0, setup, None, &BTreeMap::new());
        Round {
            phase: Phase::Concluded(None),
            ..round
        }
    }

    pub fn number(&self) -> u64 {
        self.number
    }

    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    pub fn is_over(&self) -> bool {
        self.phase.ends_round()
    }

    pub fn betting_box(&self, at: BoxNumber) -> Option<&BettingBox> {
        self.boxes.get(&at)
    }

    pub fn boxes(&self) -> impl Iterator<Item = (BoxNumber, &BettingBox)> {
        self.boxes
            .iter()
            .map(|(at, betting_box)| (*at, betting_box))
    }

    /// The boxes with cards due to them: an Ante, Pair Plus, or both.
    pub fn in_round(&self) -> impl Iterator<Item = (BoxNumber, &BettingBox)> {
        self.boxes().filter(|(_, betting_box)| betting_box.is_in())
    }

    fn layout(&self) -> Option<&Layout> {
        match &self.phase {
            Phase::BetsOpen | Phase::BetsClosed | Phase::Dealing(_) | Phase::Concluded(None) => {
                None
            }
            Phase::Deciding(layout)
            | Phase::DealerShown(layout)
            | Phase::Settling(layout)
            | Phase::Jackpots(layout)
            | Phase::Concluded(Some(layout)) => Some(layout),
        }
    }

    /// Who a box belongs to and decides for it: the one who sits there, else the first to stake.
    pub fn controller(&self, at: BoxNumber) -> Option<PlayerId> {
        self.boxes.get(&at).and_then(BettingBox::controller)
    }
}

impl Phase {
    pub const fn name(&self) -> &'static str {
        match self {
            Phase::BetsOpen => "open bets",
            Phase::BetsClosed => "closed bets",
            Phase::Dealing(_) => "the deal",
            Phase::Deciding(_) => "the decisions",
            Phase::DealerShown(_) => "the Dealer's hand",
            Phase::Settling(_) => "the settlement",
            Phase::Jackpots(_) => "the jackpots",
            Phase::Concluded(_) => "its end",
        }
    }
}

impl BettingBox {
    fn empty(seated: Option<PlayerId>) -> BettingBox {
        BettingBox {
            seated,
            bets: Bets::default(),
            cards: Vec::new(),
            handled: false,
            seen: false,
            decision: Decision::Undecided,
            showing: Showing::FaceDown,
            prompted: Vec::new(),
            jackpot_offered: false,
            claimed: false,
            settled: false,
        }
    }

    pub fn controller(&self) -> Option<PlayerId> {
        let seated_staker = self.seated.filter(|seated| self.bets.has_player(*seated));
        let first_staker = || {
            self.bets
                .shares(Area::Ante)
                .iter()
                .chain(self.bets.shares(Area::PairPlus))
                .next()
        };
        seated_staker
            .or_else(|| first_staker().map(|share| share.player))
            .or(self.seated)
    }

    pub fn is_in(&self) -> bool {
        (self.bets.total(Area::Ante) + self.bets.total(Area::PairPlus)).is_positive()
    }

    pub fn hand(&self) -> Option<Hand> {
        let cards: [Card; 3] = self.cards.as_slice().try_into().ok()?;
        Hand::new(cards)
    }

    /// The box as a settlement sees it, with the chips that are still to be settled.
    fn staked(&self, at: BoxNumber) -> StakedBox {
        let open = |area| self.bets.unsettled(area);
        StakedBox {
            number: at,
            player: self.controller().unwrap_or(PlayerId(0)),
            hand: self.hand().filter(|_| !self.is_buried()),
            stakes: Stakes {
                ante: match self.decision {
                    // A share its backer did not match is out of the contest (MBS-09).
                    Decision::Played { .. } => open(Area::Ante),
                    Decision::Undecided
                    | Decision::Folded(_)
                    | Decision::FoldedByAbsence
                    | Decision::StandingPairPlus
                    | Decision::Removed => self.bets.total(Area::Ante),
                },
                play: open(Area::Play),
                pair_plus: self.bets.total(Area::PairPlus),
                five_card: open(Area::FiveCard),
                jackpot: open(Area::Jackpot),
            },
            fate: self.fate(),
            claimed: self.claimed,
            grace_used: false,
        }
    }

    /// A folded hand its Player would not turn for the bets still alive: nobody knows it.
    fn is_buried(&self) -> bool {
        let folded = matches!(
            self.decision,
            Decision::Folded(_) | Decision::FoldedByAbsence
        );
        folded && self.showing == Showing::Hidden { established: false }
    }

    fn fate(&self) -> Fate {
        match (self.decision, self.showing) {
            (Decision::Removed, _) => Fate::Invalidated(&[]),
            (Decision::Folded(pair_plus), _) => Fate::Folded(pair_plus),
            (Decision::FoldedByAbsence, _) => Fate::Absent { viewed: self.seen },
            (
                Decision::Played { .. } | Decision::StandingPairPlus,
                Showing::Hidden { established },
            ) => Fate::Hidden { established },
            (Decision::Played { .. }, _) => Fate::Played,
            (Decision::StandingPairPlus | Decision::Undecided, _) => Fate::Standing,
        }
    }
}

impl Bets {
    pub fn shares(&self, area: Area) -> &[Share] {
        &self.0[area as usize]
    }

    fn shares_mut(&mut self, area: Area) -> &mut Vec<Share> {
        &mut self.0[area as usize]
    }

    pub fn total(&self, area: Area) -> Money {
        self.shares(area).iter().map(|share| share.amount).sum()
    }

    /// What has not come to its end yet.
    pub fn unsettled(&self, area: Area) -> Money {
        self.shares(area)
            .iter()
            .filter(|share| !share.settled)
            .map(|share| share.amount)
            .sum()
    }

    pub fn of(&self, area: Area, player: PlayerId) -> Money {
        let own = self
            .shares(area)
            .iter()
            .filter(|share| share.player == player);
        own.map(|share| share.amount).sum()
    }

    pub fn has_player(&self, player: PlayerId) -> bool {
        self.0.iter().flatten().any(|share| share.player == player)
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }
}
