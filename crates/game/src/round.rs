//! One round, from the opening call until everybody is settled.
//!
//! [`Round::decide`] turns a command into events or refuses it and changes nothing;
//! [`Round::evolve`] takes an event in and cannot refuse. Everything a rule turns on is a fact that
//! some event recorded: who looked, who was told, which chips lay where. While a matter waits for its
//! ruling, or Players for their choice, the round is suspended and takes nothing else.

mod bets;
mod command;
mod decide;
mod event;
mod evolve;
mod felt;
mod matter;
mod misdeal;
mod plan;
mod refusal;
mod suspension;
mod told;
mod view;

use std::collections::BTreeMap;

pub use bets::{Bets, Share};
pub use command::{Command, Request, Slip};
pub use event::{Announcement, Event, Spot, WagerSettled};
pub use felt::{Exposed, Felt, Laid, Pile, Place};
pub use matter::{
    Asks, Cause, Choice, Choosing, Correction, Finding, Matter, Question, Report, Terms,
};
pub use plan::Step;
pub use refusal::{Refusal, Refused};
pub use suspension::Suspension;
pub use told::{Cited, Why};
pub use view::{BoxView, Face, SuspensionView, TableView, Viewer};

use crate::actor::Actor;
use crate::card::Card;
use crate::hand::Hand;
use crate::money::Money;
use crate::rulebook::CommunityMethod;
use crate::settlement::{BoxNumber, Fate, FoldedPairPlus, PlayerId, StakedBox, Stakes};
use crate::table::{Conduct, Fault, Setup};
use crate::timestamp::Timestamp;
use crate::wager::{Area, Wager};

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
    /// Who is barred, restricted, or has used his grace; who acts above his post.
    conduct: Conduct,
    /// The mode the House chose after a jackpot fault in an earlier round.
    fault: Option<Fault>,
    /// The meter recorded before a jackpot fault in this round (5.17.1).
    recorded_meter: Option<Money>,
    suspension: Suspension,
    /// Players who may not go on with more than one hand (mbs-2019 5.10.3).
    stopped: Vec<PlayerId>,
    correction: Option<Proposed>,
    /// Bets whose pay was put right: once is enough.
    pay_corrected: Vec<(BoxNumber, PlayerId, Wager)>,
    postings: Postings,
    times: BTreeMap<BoxNumber, Times>,
    phase: Phase,
}

/// A correction that waits for its second person.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Proposed {
    correction: Correction,
    by: Actor,
    when: Timestamp,
}

/// What this round has paid, taken and moved so far, so that it can be undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Postings {
    pub settled: Vec<Posting>,
    pub awards: Vec<(BoxNumber, String, Money)>,
    pub contributions: BTreeMap<BoxNumber, Money>,
    /// What the awards left the meter short of.
    pub meter_short: Money,
    pub meter_read: Option<Money>,
}

/// One line that has been posted and not reversed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    pub line: WagerSettled,
    /// Posted when the box was counted out, rather than lost by folding or handed back before.
    pub counted_out: bool,
}

/// Moments that decide in which order jackpots at several tables are paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    pub hand_complete: Option<Timestamp>,
    pub jackpot_entered: Option<Timestamp>,
}

/// Where the round is; each phase carries what exists only from there on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    BetsOpen,
    BetsClosed,
    Dealing(Felt),
    Deciding(Felt),
    DealerShown(Felt),
    Settling(Felt),
    Jackpots(Felt),
    /// Nothing was dealt where no box was in the round.
    Concluded(Option<Felt>),
    /// Every bet returned, no result.
    Voided(Option<Felt>),
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
    /// Who picked the hand up where that is allowed, and may be shown it.
    pub looked: Option<PlayerId>,
    pub decision: Decision,
    pub showing: Showing,
    /// Areas under a correction prompt: raise or take back (5.2, 5.12.1).
    pub prompted: Vec<Area>,
    pub jackpot_offered: bool,
    pub claimed: bool,
    /// Staked by mistake, or without the right to (mbs-2019 5.10, MBS-10).
    pub staked_in_error: bool,
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
    /// Out of the round by choice, every bet taken back.
    Withdrawn,
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
        (conduct, fault): (Conduct, Option<Fault>),
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
            conduct,
            fault,
            recorded_meter: None,
            suspension: Suspension::default(),
            stopped: Vec::new(),
            correction: None,
            pay_corrected: Vec::new(),
            postings: Postings::default(),
            times: BTreeMap::new(),
            phase: Phase::BetsOpen,
        }
    }

    /// What a table answers from before its first opening call: a round that is over.
    pub(crate) fn before_the_first(setup: Setup) -> Round {
        let nobody = (Conduct::default(), None);
        let round = Round::open(0, setup, None, &BTreeMap::new(), nobody);
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

    /// Over and done with; a finished round that an error still reaches is not (IR-10, IR-11).
    pub fn is_over(&self) -> bool {
        self.phase.ends_round() && !self.is_suspended()
    }

    pub fn postings(&self) -> &Postings {
        &self.postings
    }

    pub fn times(&self, at: BoxNumber) -> Times {
        self.times.get(&at).copied().unwrap_or_default()
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

    /// The cards on the table, from the first one dealt.
    pub fn felt(&self) -> Option<&Felt> {
        match &self.phase {
            Phase::BetsOpen | Phase::BetsClosed | Phase::Concluded(None) | Phase::Voided(None) => {
                None
            }
            Phase::Dealing(felt)
            | Phase::Deciding(felt)
            | Phase::DealerShown(felt)
            | Phase::Settling(felt)
            | Phase::Jackpots(felt)
            | Phase::Concluded(Some(felt))
            | Phase::Voided(Some(felt)) => Some(felt),
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
            Phase::Voided(_) => "its end, void",
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
            looked: None,
            decision: Decision::Undecided,
            showing: Showing::FaceDown,
            prompted: Vec::new(),
            jackpot_offered: false,
            claimed: false,
            staked_in_error: false,
            settled: false,
        }
    }

    pub fn controller(&self) -> Option<PlayerId> {
        let seated_staker = self.seated.filter(|seated| self.bets.has_player(*seated));
        // A jackpot bet is taken from whoever is at the position, so its owner was there first (mbs-2019 3.5.1).
        let first_staker = || {
            self.bets
                .shares(Area::Jackpot)
                .iter()
                .chain(self.bets.shares(Area::Ante))
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
    fn staked(&self, at: BoxNumber, conduct: &Conduct) -> StakedBox {
        let player = self.controller().unwrap_or(PlayerId(0));
        let open = |area| self.bets.unsettled(area);
        StakedBox {
            number: at,
            player,
            hand: self.hand().filter(|_| !self.is_buried()),
            stakes: Stakes {
                ante: match self.decision {
                    // A share its backer did not match is out of the contest (MBS-09).
                    Decision::Played { .. } => open(Area::Ante),
                    Decision::Undecided
                    | Decision::Folded(_)
                    | Decision::FoldedByAbsence
                    | Decision::StandingPairPlus
                    | Decision::Removed
                    | Decision::Withdrawn => self.bets.total(Area::Ante),
                },
                play: open(Area::Play),
                pair_plus: self.bets.total(Area::PairPlus),
                five_card: open(Area::FiveCard),
                jackpot: open(Area::Jackpot),
            },
            fate: self.fate(),
            claimed: self.claimed,
            grace_used: conduct.grace_used(player),
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
            (Decision::Withdrawn, _) => Fate::Withdrawn(&[]),
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
