//! A link: a jackpot that one table or many feed. Its log, its state, and what follows from both.
//!
//! Tables never write into a link's log. The link reads from their logs what they fed and won, in turns,
//! each turn one append: so a link has an order of its own, which is the order in which winners at
//! several tables are paid.
//!
//! Everything but the controller and the comparison is pure. [`LinkState`] is the state and its events;
//! `decide` says what follows from a request; [`plan_turn`] plans a whole turn; the [`Controller`]
//! gathers what a turn is planned from, stores it and tells the tables; [`Comparison`] holds the link
//! against the tables' own logs; [`account`] explains its sums.

pub mod account;
mod comparison;
mod controller;
mod decide;
mod heard;
mod messages;
mod parameters;
mod plan;
mod prize;
mod rows;
mod snapshot;

use std::collections::BTreeMap;

use game::Money;
use ledger::{LinkId, TableId};
use serde::{Deserialize, Serialize};

use crate::lobby::LinkTimes;
use crate::log::{CommandId, CorruptEntry, Entry, Stream};
use crate::store::{Append, Head, Posted, Row};

pub use comparison::Comparison;
pub use controller::{Controller, FailedInstruction, Health, Turned};
pub use decide::{LinkRefusal, Signers};
use heard::Heard;
pub use messages::{
    Claim, ClaimedAward, Difference, HitStatus, LinkEvent, LinkRequest, PaidBefore, Received,
    RequestedOfLink, Reversal, TableContributions,
};
pub use parameters::{IncrementShare, JackpotParameters, Meters, ResetFunding};
pub use plan::{Gathered, Instruction, Order, Turn, TurnInputs, WonRound, plan_turn};
pub use rows::rows;

/// An entry of a link's log.
pub type LinkEntry = Entry<RequestedOfLink, LinkEvent>;

/// Whether an enrolled table takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Enrolment {
    /// It does not.
    Disabled,
    /// It does, once it has joined at its own table and plays for the same prize.
    Enabled,
    /// Disabled while it played: what it still feeds and wins counts until it has left.
    Leaving,
}

/// Why a link takes no turns, and what it showed when it stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkFault {
    /// The display when the fault began.
    pub recorded: Money,
    /// What kind of fault it is.
    pub cause: FaultCause,
}

/// What kind of fault a link has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FaultCause {
    /// Staff reported it, or the meters did not agree; two people clear it.
    Reported,
    /// No process took its turns; the next turn that is taken clears it.
    Silence,
}

/// A win as the link keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hit {
    /// What was won, where, and at which meter.
    pub claim: Claim,
    /// Whether it may be paid.
    pub standing: HitStatus,
    /// What its reset was paid from.
    pub reset_funding: ResetFunding,
}

impl Hit {
    /// Whether the meter stands lower for it: it was not taken back or rejected.
    pub fn is_counted(&self) -> bool {
        match self.standing {
            HitStatus::Pending | HitStatus::Payable => true,
            HitStatus::Reversed | HitStatus::Rejected => false,
        }
    }
}

/// A link after the last entry of its log that was read.
#[derive(Clone, Debug)]
pub struct LinkState {
    id: LinkId,
    head: Head,
    level: Option<JackpotParameters>,
    pending: Option<JackpotParameters>,
    /// Whether the value may be set: nothing was fed or won since the start or the last reset.
    untouched: bool,
    tables: BTreeMap<TableId, Enrolment>,
    /// What it is won with.
    prize: Option<String>,
    meters: Meters,
    /// Wins that are not paid yet, and those of the last round a table won in, by number.
    hits: BTreeMap<u64, Hit>,
    next_number: u64,
    /// What it has counted of each table.
    heard: Heard,
    fault: Option<LinkFault>,
    ended: Option<LinkId>,
    /// Since when the link stands as it does, for the lobby.
    since: LinkTimes,
}

impl LinkState {
    /// A link of whose log nothing was read yet.
    pub fn new(id: LinkId) -> LinkState {
        LinkState {
            id,
            head: Head::start(Stream::Link(id)),
            level: None,
            pending: None,
            untouched: false,
            tables: BTreeMap::new(),
            prize: None,
            meters: Meters::default(),
            hits: BTreeMap::new(),
            next_number: 1,
            heard: Heard::default(),
            fault: None,
            ended: None,
            since: LinkTimes::default(),
        }
    }

    /// The log it is kept in.
    pub fn stream(&self) -> Stream {
        Stream::Link(self.id)
    }

    /// The entry it stands at.
    pub fn head(&self) -> Head {
        self.head
    }

    /// Its parameters; `None` before it is declared.
    pub fn level(&self) -> Option<&JackpotParameters> {
        self.level.as_ref()
    }

    /// Parameters that wait for the next win.
    pub fn pending(&self) -> Option<&JackpotParameters> {
        self.pending.as_ref()
    }

    /// What it shows and holds.
    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    /// The enrolled tables.
    pub fn tables(&self) -> &BTreeMap<TableId, Enrolment> {
        &self.tables
    }

    /// The win of this number.
    pub fn hit(&self, number: u64) -> Option<&Hit> {
        self.hits.get(&number)
    }

    /// The last win of a round, paid or not, and its number.
    pub fn hit_of(&self, table: TableId, round: u64) -> Option<(u64, &Hit)> {
        let mut hits = self.hits.iter().rev();
        let hit = hits.find(|(_, hit)| hit.claim.table == table && hit.claim.round == round);
        hit.map(|(number, hit)| (*number, hit))
    }

    /// The wins it keeps, by number.
    pub fn hits(&self) -> impl Iterator<Item = (u64, &Hit)> {
        self.hits.iter().map(|(number, hit)| (*number, hit))
    }

    /// The link that has all it held, once it was ended.
    pub fn ended(&self) -> Option<LinkId> {
        self.ended
    }

    /// Its fault; `None` while it works.
    pub fn fault(&self) -> Option<LinkFault> {
        self.fault
    }

    /// Since when the link stands as it does.
    pub(crate) fn since(&self) -> &LinkTimes {
        &self.since
    }

    /// Applies a stored entry, after checking that it is the next one.
    pub fn take(&mut self, row: &Row) -> Result<LinkEvent, CorruptEntry> {
        let (entry, next) = self.read_next(row)?;
        self.apply_entry(&entry, next);
        Ok(entry.event)
    }

    /// What the entry says, before it is applied.
    pub(crate) fn read_next(&self, row: &Row) -> Result<(LinkEntry, Head), CorruptEntry> {
        let next = self
            .head
            .follows(row)
            .map_err(|what| self.corrupt_entry(row, what))?;
        let entry = LinkEntry::read(&row.bytes);
        let entry = entry.map_err(|error| self.corrupt_entry(row, error.to_string()))?;
        Ok((entry, next))
    }

    /// Applies an entry that was read.
    pub(crate) fn apply_entry(&mut self, entry: &LinkEntry, next: Head) {
        let now = entry.requested.as_ref().map(|requested| requested.now);
        self.since.apply(&entry.event, now);
        self.evolve(&entry.event);
        self.head = next;
    }

    /// The append that stores `events`, which `requested` caused, with their rows of money.
    pub fn append_of(
        &self,
        id: CommandId,
        requested: RequestedOfLink,
        events: &[LinkEvent],
    ) -> Append {
        let mut append = Append::behind(self.stream(), self.head);
        let mut now = self.clone();
        now.write_events(id, requested, events, &mut append);
        append
    }

    /// Writes `events`, which `requested` caused, behind what is in `append`, and applies them.
    pub(super) fn write_events(
        &mut self,
        id: CommandId,
        requested: RequestedOfLink,
        events: &[LinkEvent],
        append: &mut Append,
    ) {
        let mut requested = Some(requested);
        for event in events {
            let entry = append.entries.len();
            let posted = rows(self, event).into_iter();
            append
                .postings
                .extend(posted.map(|row| Posted { entry, row }));
            if let LinkEvent::Decommissioned { to, .. } = event {
                append.outbox.push(Stream::Link(*to));
            }
            self.evolve(event);
            append.entries.write(id, requested.take(), event);
        }
        self.head = append.after();
    }

    /// How often the stream was taken over stands in its head row, not in its entries.
    pub fn set_epoch(&mut self, head: Head) {
        self.head.epoch = head.epoch;
    }

    fn corrupt_entry(&self, row: &Row, what: String) -> CorruptEntry {
        CorruptEntry {
            stream: self.stream(),
            seq: row.seq,
            what,
        }
    }

    fn evolve(&mut self, event: &LinkEvent) {
        self.heard.apply(event);
        match event {
            LinkEvent::Declared { level } => {
                self.level = Some(*level);
                self.meters = Meters::start(level);
                self.untouched = true;
            }
            LinkEvent::ValueSet { value } => {
                self.meters.funded += *value - self.meters.shown;
                self.meters.shown = *value;
                self.untouched = false;
            }
            LinkEvent::ChangePending { level } => self.pending = Some(*level),
            LinkEvent::ChangeMade { level, meters } => {
                self.level = Some(*level);
                self.pending = None;
                self.meters = *meters;
            }
            LinkEvent::Enrolled { table }
            | LinkEvent::Released { table }
            | LinkEvent::Unfit { table, .. } => {
                self.tables.insert(*table, Enrolment::Disabled);
            }
            LinkEvent::PrizeFixed { prize, .. } => self.prize = Some(prize.clone()),
            LinkEvent::Disabled { table } => {
                self.tables.insert(*table, Enrolment::Leaving);
            }
            LinkEvent::Enabled { table } => {
                self.tables.insert(*table, Enrolment::Enabled);
            }
            LinkEvent::Fed { meters, .. } | LinkEvent::Received { meters, .. } => {
                self.meters = *meters;
                self.untouched = false;
            }
            LinkEvent::FeedRefused { .. } | LinkEvent::InstructionFailed { .. } => {}
            LinkEvent::Hit {
                number,
                claim,
                standing,
                meters,
            } => {
                self.add_hit(*number, claim, (*standing, *meters));
            }
            LinkEvent::Verified { number, .. } => self.set_hit_status(*number, HitStatus::Payable),
            LinkEvent::Reversed { number, meters, .. } => {
                self.take_back_hit(*number, *meters, HitStatus::Reversed);
            }
            LinkEvent::Rejected { number, meters, .. } => {
                self.take_back_hit(*number, *meters, HitStatus::Rejected);
            }
            LinkEvent::FaultFound { recorded, .. } | LinkEvent::Mismatched { recorded, .. } => {
                self.set_fault(*recorded, FaultCause::Reported);
            }
            LinkEvent::FellSilent { recorded } => self.set_fault(*recorded, FaultCause::Silence),
            LinkEvent::FaultCleared | LinkEvent::Returned => self.fault = None,
            LinkEvent::Decommissioned { to, meters, .. } => {
                self.ended = Some(*to);
                self.meters = *meters;
                self.tables.clear();
            }
        }
    }

    fn set_fault(&mut self, recorded: Money, cause: FaultCause) {
        self.fault = Some(LinkFault { recorded, cause });
    }

    fn add_hit(&mut self, number: u64, claim: &Claim, (standing, meters): (HitStatus, Meters)) {
        self.untouched = Some(claim.after) == self.level.map(|level| level.reset);
        let hit = Hit {
            claim: claim.clone(),
            standing,
            reset_funding: meters.reset_funding_since(&self.meters),
        };
        self.meters = meters;
        self.next_number = number + 1;
        self.forget_hits_before(claim);
        self.hits.insert(number, hit);
    }

    /// A table that wins again has opened a new round, after which nothing more can come of the wins of
    /// its earlier ones.
    fn forget_hits_before(&mut self, claim: &Claim) {
        self.hits.retain(|_, hit| {
            let earlier = hit.claim.table == claim.table && hit.claim.round < claim.round;
            !earlier || hit.standing == HitStatus::Pending
        });
    }

    fn take_back_hit(&mut self, number: u64, meters: Meters, standing: HitStatus) {
        self.meters = meters;
        self.set_hit_status(number, standing);
    }

    fn set_hit_status(&mut self, number: u64, standing: HitStatus) {
        let hit = self.hits.get_mut(&number).expect("a win that was numbered");
        hit.standing = standing;
    }
}
