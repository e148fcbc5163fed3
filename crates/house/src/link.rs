//! A jackpot that one table or many feed: its log, and what follows from it.
//!
//! Tables never write here. What they feed and what they win is read from their logs in turns, each
//! turn one append: so a link has an order of its own, which is the order in which winners at several
//! tables are paid. Pure; who takes the turns is the controller.

pub mod account;
mod comparison;
mod controller;
mod decide;
mod messages;
mod parameters;
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
pub use controller::{Controller, Health, Turned};
pub use decide::{LinkRefusal, Signers};
pub use messages::{
    Claim, ClaimedAward, Difference, HitStatus, LinkEvent, LinkRequest, PaidBefore, Received,
    RequestedOfLink, Reversal, TableContributions,
};
pub use parameters::{IncrementShare, JackpotParameters, Meters, ResetFunding};
pub use rows::rows;

pub type LinkEntry = Entry<RequestedOfLink, LinkEvent>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Enrolment {
    Disabled,
    Enabled,
    /// Disabled while it played: what it still feeds and wins counts until it has left.
    Leaving,
}

/// Why a link takes no turns, and what it showed when it stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkFault {
    pub recorded: Money,
    pub cause: FaultCause,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultCause {
    /// Somebody says so; two people clear it.
    Reported,
    /// Nobody took its turns; whoever takes one again has cleared it.
    Silence,
}

/// A win as the link keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hit {
    pub claim: Claim,
    pub standing: HitStatus,
    /// What its reset was paid from.
    pub reset_funding: ResetFunding,
}

impl Hit {
    /// Whether it has moved the meter and still does.
    pub fn is_counted(&self) -> bool {
        match self.standing {
            HitStatus::Pending | HitStatus::Payable => true,
            HitStatus::Reversed | HitStatus::Rejected => false,
        }
    }
}

/// A link up to its last entry.
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
    /// Wins that are not paid yet, or were paid not long ago, by number.
    hits: BTreeMap<u64, Hit>,
    next_number: u64,
    fault: Option<LinkFault>,
    ended: Option<LinkId>,
    /// Since when the link stands as it does, for the lobby.
    since: LinkTimes,
}

impl LinkState {
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
            fault: None,
            ended: None,
            since: LinkTimes::default(),
        }
    }

    pub fn stream(&self) -> Stream {
        Stream::Link(self.id)
    }

    pub fn head(&self) -> Head {
        self.head
    }

    pub fn level(&self) -> Option<&JackpotParameters> {
        self.level.as_ref()
    }

    /// Parameters that wait for the next win.
    pub fn pending(&self) -> Option<&JackpotParameters> {
        self.pending.as_ref()
    }

    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    pub fn tables(&self) -> &BTreeMap<TableId, Enrolment> {
        &self.tables
    }

    pub fn hit(&self, number: u64) -> Option<&Hit> {
        self.hits.get(&number)
    }

    /// The win of a round, whatever became of it.
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

    /// Whether it works, and if not, what it showed when it stopped.
    pub fn fault(&self) -> Option<LinkFault> {
        self.fault
    }

    /// Since when the link stands as it does.
    pub(crate) fn since(&self) -> &LinkTimes {
        &self.since
    }

    /// Takes in an entry somebody stored.
    pub fn take(&mut self, row: &Row) -> Result<LinkEvent, CorruptEntry> {
        let (entry, next) = self.read_next(row)?;
        self.apply_entry(&entry, next);
        Ok(entry.event)
    }

    /// What the entry says, before it is taken in.
    pub(crate) fn read_next(&self, row: &Row) -> Result<(LinkEntry, Head), CorruptEntry> {
        let next = self
            .head
            .follows(row)
            .map_err(|what| self.corrupt_entry(row, what))?;
        let entry = LinkEntry::read(&row.bytes);
        let entry = entry.map_err(|error| self.corrupt_entry(row, error.to_string()))?;
        Ok((entry, next))
    }

    pub(crate) fn apply_entry(&mut self, entry: &LinkEntry, next: Head) {
        let now = entry.requested.as_ref().map(|requested| requested.now);
        self.since.apply(&entry.event, now);
        self.evolve(&entry.event);
        self.head = next;
    }

    /// What `events`, which `requested` caused, are in the log and in the ledger.
    pub fn append_of(
        &self,
        id: CommandId,
        requested: RequestedOfLink,
        events: &[LinkEvent],
    ) -> Append {
        let mut append = Append::behind(self.stream(), self.head);
        let mut now = self.clone();
        let mut requested = Some(requested);
        for event in events {
            let entry = append.entries.len();
            let posted = rows(&now, event).into_iter();
            append
                .postings
                .extend(posted.map(|row| Posted { entry, row }));
            if let LinkEvent::Decommissioned { to, .. } = event {
                append.outbox.push(Stream::Link(*to));
            }
            now.evolve(event);
            append.entries.write(id, requested.take(), event);
        }
        append
    }

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
            LinkEvent::FeedRefused { .. } => {}
            LinkEvent::Hit {
                number,
                claim,
                standing,
                meters,
            } => {
                self.untouched = Some(claim.after) == self.level.map(|level| level.reset);
                let hit = Hit {
                    claim: claim.clone(),
                    standing: *standing,
                    reset_funding: meters.reset_funding_since(&self.meters),
                };
                self.meters = *meters;
                self.next_number = number + 1;
                self.hits.insert(*number, hit);
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

    fn take_back_hit(&mut self, number: u64, meters: Meters, standing: HitStatus) {
        self.meters = meters;
        self.set_hit_status(number, standing);
    }

    fn set_hit_status(&mut self, number: u64, standing: HitStatus) {
        let hit = self.hits.get_mut(&number).expect("a win that was numbered");
        hit.standing = standing;
    }
}
