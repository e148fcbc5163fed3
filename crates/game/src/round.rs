//! One round, from the opening call until everybody is settled.
//!
//! [`Round::decide`] turns a command into events or refuses it and changes nothing;
//! [`Round::evolve`] takes an event in and cannot refuse. Everything a rule turns on is a fact that
//! some event recorded: who looked, who was told, which chips lay where. While a matter waits for its
//! ruling, or Players for their choice, the round is suspended and takes nothing else.

mod bets;
mod betting_box;
mod command;
mod decide;
mod duty;
mod event;
mod evolve;
mod felt;
mod matter;
mod misdeal;
mod plan;
mod redacted;
mod refusal;
mod suspension;
mod told;
mod view;

use core::fmt;
use std::collections::BTreeMap;
use std::sync::Arc;

pub use bets::{Bets, Share};
pub use betting_box::{Absence, BettingBox, Decision, Showing, Times};
pub use command::{Command, Request, Slip};
pub use duty::{DealerDuty, HouseDuty, NextDuty};
pub use event::{Announcement, Event, EventClass, Spot, WagerSettled};
pub use felt::{Exposed, Felt, Laid, Pile, Place};
pub use matter::{
    Cause, Choice, Choosing, Correction, Finding, Matter, PendingChoices, Question, Report, Terms,
};
pub use plan::Step;
pub use refusal::{Refusal, RefusalBody, RefusalReason};
pub use suspension::Suspension;
pub use told::{Cited, Why};
pub use view::{
    AwardView, BetView, BoxView, ChoicesView, DecisionView, Face, HandView, MatterView, PhaseView,
    RoundView, ShowingView, SuspensionView, Viewer,
};

use betting_box::Boxes;

use crate::actor::Actor;
use crate::money::Money;
use crate::rulebook::CommunityMethod;
use crate::settlement::{BoxNumber, JackpotAward, PlayerId};
use crate::table::{Conduct, Fault, Setup};
use crate::timestamp::Timestamp;
use crate::wager::Wager;

/// One round at a table: its boxes, bets and cards, what waits for a ruling, and what has been paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    number: u64,
    setup: Setup,
    method: Option<CommunityMethod>,
    boxes: Boxes,
    /// Players told that they may look at one hand only.
    informed: Vec<PlayerId>,
    left: Vec<PlayerId>,
    /// The box each Player looked at first: no other may be looked at (R20-18).
    first_seen: Vec<(PlayerId, BoxNumber)>,
    missing_pair_plus_called: bool,
    /// The Dealer has taken in forfeited bets and dead cards.
    collected: bool,
    jackpots_settled: bool,
    /// Who is barred, restricted, or has used his grace; who acts above his post. The table's own,
    /// until a ruling of this round changes it.
    conduct: Arc<Conduct>,
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
    phase: Phase,
    spare: Spare,
}

/// The felt of the last round, wiped: the next one finds its lists with room in them. It says nothing
/// about a round, so two rounds that differ in it alone are equal.
#[derive(Clone, Default)]
struct Spare(Option<Box<Felt>>);

impl fmt::Debug for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Spare")
    }
}

impl PartialEq for Spare {
    fn eq(&self, _: &Spare) -> bool {
        true
    }
}

impl Eq for Spare {}

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
    /// Ends of bets that stand.
    pub settled: Vec<Posting>,
    /// Jackpot awards that stand: box, award, amount.
    pub awards: Vec<(BoxNumber, JackpotAward, Money)>,
    /// What the jackpot bet of each box put on the meter.
    pub contributions: Vec<(BoxNumber, Money)>,
    /// What the awards left the meter short of.
    pub meter_short: Money,
    /// The meter the awards were reckoned from.
    pub meter_read: Option<Money>,
}

/// One line that has been posted and not reversed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// What was posted.
    pub line: WagerSettled,
    /// Posted when the box was counted out, rather than lost by folding or handed back before.
    pub counted_out: bool,
}

/// Where the round is; each phase carries what exists only from there on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Bets are taken.
    BetsOpen,
    /// Bets are locked; no card is out.
    BetsClosed,
    /// Cards are going out.
    Dealing(Box<Felt>),
    /// Every hand is dealt: Players look and decide.
    Deciding(Box<Felt>),
    /// The Dealer's hand lies open and no box is settled.
    DealerShown(Box<Felt>),
    /// Boxes are settled one after the other.
    Settling(Box<Felt>),
    /// Every box is settled; jackpot awards and envy are paid.
    Jackpots(Box<Felt>),
    /// Nothing was dealt where no box was in the round.
    Concluded(Option<Box<Felt>>),
    /// Every bet returned, no result.
    Voided(Option<Box<Felt>>),
}

impl Round {
    /// What a table answers from before its first opening call: a round that is over.
    pub(crate) fn before_the_first(setup: Setup) -> Round {
        Round {
            number: 0,
            boxes: Boxes::empty(setup.positions),
            setup,
            method: None,
            informed: Vec::new(),
            left: Vec::new(),
            first_seen: Vec::new(),
            missing_pair_plus_called: false,
            collected: false,
            jackpots_settled: false,
            conduct: Arc::default(),
            fault: None,
            recorded_meter: None,
            suspension: Suspension::default(),
            stopped: Vec::new(),
            correction: None,
            pay_corrected: Vec::new(),
            postings: Postings::default(),
            phase: Phase::Concluded(None),
            spare: Spare::default(),
        }
    }

    /// The next round on the same layout: everything of the last one is cleared away.
    pub(crate) fn open(
        &mut self,
        opened: u64,
        played_by: Option<CommunityMethod>,
        seats: &BTreeMap<BoxNumber, PlayerId>,
        (people, lasting): (&Arc<Conduct>, Option<&Fault>),
    ) {
        // Named one by one, so that nothing of the last round can be forgotten; lists keep their room.
        let Round {
            number,
            setup: _,
            method,
            boxes,
            informed,
            left,
            first_seen,
            missing_pair_plus_called,
            collected,
            jackpots_settled,
            conduct,
            fault,
            recorded_meter,
            suspension,
            stopped,
            correction,
            pay_corrected,
            postings,
            phase,
            spare,
        } = self;
        (*number, *method) = (opened, played_by);
        boxes.clear(seats);
        (*missing_pair_plus_called, *collected, *jackpots_settled) = (false, false, false);
        informed.clear();
        left.clear();
        first_seen.clear();
        if !Arc::ptr_eq(conduct, people) {
            *conduct = Arc::clone(people);
        }
        *fault = lasting.cloned();
        *recorded_meter = None;
        if suspension.is_open() {
            suspension.end();
        }
        stopped.clear();
        *correction = None;
        pay_corrected.clear();
        postings.clear();
        if let Some(mut felt) = core::mem::replace(phase, Phase::BetsOpen).into_felt() {
            felt.wipe();
            spare.0 = Some(felt);
        }
    }

    /// Its number at the table, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// How far it has come.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Over and done with; a finished round that an error still reaches is not (IR-10, IR-11).
    pub fn is_over(&self) -> bool {
        self.phase.is_the_end() && !self.is_suspended()
    }

    /// What it has paid, taken and moved so far.
    pub fn postings(&self) -> &Postings {
        &self.postings
    }

    /// When the hand of a box was complete and its jackpot entered.
    pub fn times(&self, at: BoxNumber) -> Times {
        self.betting_box(at)
            .map_or_else(Times::default, |held| held.times)
    }

    /// The box of this number; none where the layout has no such box.
    #[inline]
    pub fn betting_box(&self, at: BoxNumber) -> Option<&BettingBox> {
        self.boxes.get(at)
    }

    /// Every box of the layout, from the Dealer's left.
    pub fn boxes(&self) -> impl Iterator<Item = (BoxNumber, &BettingBox)> {
        self.boxes.iter()
    }

    /// The boxes with chips on them, whatever the chips are on.
    #[inline]
    pub(crate) fn staked_boxes(&self) -> impl Iterator<Item = (BoxNumber, &BettingBox)> {
        self.boxes.used().filter(|(_, held)| !held.bets.is_empty())
    }

    /// The boxes with cards due to them: an Ante, Pair Plus, or both.
    #[inline]
    pub fn in_round(&self) -> impl Iterator<Item = (BoxNumber, &BettingBox)> {
        self.boxes.used().filter(|(_, held)| held.is_in())
    }

    /// The cards on the table, from the first one dealt.
    #[inline]
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
        self.boxes.get(at).and_then(BettingBox::controller)
    }
}

impl Phase {
    fn into_felt(self) -> Option<Box<Felt>> {
        match self {
            Phase::BetsOpen | Phase::BetsClosed => None,
            Phase::Dealing(felt)
            | Phase::Deciding(felt)
            | Phase::DealerShown(felt)
            | Phase::Settling(felt)
            | Phase::Jackpots(felt) => Some(felt),
            Phase::Concluded(felt) | Phase::Voided(felt) => felt,
        }
    }

    /// In words, as a refusal names it.
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

impl Postings {
    /// What the jackpot bet of a box has put on the meter.
    #[inline]
    pub fn fed(&self, at: BoxNumber) -> Option<Money> {
        let mut fed = self.contributions.iter();
        fed.find(|(number, _)| *number == at)
            .map(|(_, amount)| *amount)
    }

    fn feed(&mut self, at: BoxNumber, amount: Money) {
        let mut fed = self.contributions.iter_mut();
        match fed.find(|(number, _)| *number == at) {
            Some((_, so_far)) => *so_far += amount,
            None => self.contributions.push((at, amount)),
        }
    }

    fn clear(&mut self) {
        let Postings {
            settled,
            awards,
            contributions,
            meter_short,
            meter_read,
        } = self;
        settled.clear();
        awards.clear();
        contributions.clear();
        (*meter_short, *meter_read) = (Money::ZERO, None);
    }
}
