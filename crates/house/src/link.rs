//! A jackpot that one table or many feed: its log, and what follows from it.
//!
//! Tables never write here. What they feed and what they win is read from their logs in turns, each
//! turn one append: so a link has an order of its own, which is the order in which winners at several
//! tables are paid. Pure; who takes the turns is the controller.

mod controller;
mod decide;
mod level;
mod rows;
mod words;

use std::collections::BTreeMap;

use game::Money;
use ledger::{LinkId, TableId};

use crate::log::{CommandId, Entry, Poison, Stream};
use crate::store::{Append, Head, Posted, Row};

pub use controller::{Controller, Turned};
pub use decide::{LinkNo, Signed};
pub use level::{Level, Meters, Share};
pub use rows::rows;
pub use words::{
    Award, Claim, Feed, LinkAsked, LinkEvent, LinkRequest, Received, Reversal, Standing,
};

pub type LinkEntry = Entry<LinkAsked, LinkEvent>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enrolment {
    Disabled,
    Enabled,
}

/// A win as the link keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub claim: Claim,
    pub standing: Standing,
}

/// A link up to its last entry.
#[derive(Clone, Debug)]
pub struct LinkState {
    id: LinkId,
    head: Head,
    level: Option<Level>,
    pending: Option<Level>,
    /// Whether the value may be set: nothing was fed or won since the start or the last reset.
    untouched: bool,
    tables: BTreeMap<TableId, Enrolment>,
    meters: Meters,
    /// Wins that are not paid yet, or were paid not long ago, by number.
    hits: BTreeMap<u64, Hit>,
    next_number: u64,
    fault: Option<Money>,
    ended: Option<LinkId>,
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
            meters: Meters::default(),
            hits: BTreeMap::new(),
            next_number: 1,
            fault: None,
            ended: None,
        }
    }

    pub fn stream(&self) -> Stream {
        Stream::Link(self.id)
    }

    pub fn head(&self) -> Head {
        self.head
    }

    pub fn level(&self) -> Option<&Level> {
        self.level.as_ref()
    }

    /// Parameters that wait for the next win.
    pub fn pending(&self) -> Option<&Level> {
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

    /// What it showed when it stopped to work.
    pub fn fault(&self) -> Option<Money> {
        self.fault
    }

    /// Takes in an entry somebody stored.
    pub fn take(&mut self, row: &Row) -> Result<LinkEvent, Poison> {
        let (entry, next) = self.next(row)?;
        self.follow(&entry, next);
        Ok(entry.event)
    }

    /// What the entry says, before it is taken in.
    pub(crate) fn next(&self, row: &Row) -> Result<(LinkEntry, Head), Poison> {
        let next = self
            .head
            .follows(row)
            .map_err(|what| self.poison(row, what))?;
        let entry = LinkEntry::read(&row.bytes);
        let entry = entry.map_err(|error| self.poison(row, error.to_string()))?;
        Ok((entry, next))
    }

    pub(crate) fn follow(&mut self, entry: &LinkEntry, next: Head) {
        self.evolve(&entry.event);
        self.head = next;
    }

    /// What `events`, which `asked` caused, are in the log and in the ledger.
    pub(crate) fn append_of(
        &self,
        id: CommandId,
        asked: LinkAsked,
        events: &[LinkEvent],
    ) -> Append {
        let mut append = Append::behind(self.stream(), self.head);
        let mut now = self.clone();
        let mut asked = Some(asked);
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
            let (asked, event) = (asked.take(), event.clone());
            append.entries.push(LinkEntry { id, asked, event }.write());
        }
        append
    }

    pub fn stands_at(&mut self, head: Head) {
        self.head.epoch = head.epoch;
    }

    fn poison(&self, row: &Row, what: String) -> Poison {
        Poison {
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
            LinkEvent::Enrolled { table } | LinkEvent::Disabled { table } => {
                self.tables.insert(*table, Enrolment::Disabled);
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
                self.meters = *meters;
                self.next_number = number + 1;
                let (claim, standing) = (claim.clone(), *standing);
                self.hits.insert(*number, Hit { claim, standing });
            }
            LinkEvent::Verified { number, .. } => self.stands(*number, Standing::Payable),
            LinkEvent::Reversed { number, meters, .. } => {
                self.meters = *meters;
                self.stands(*number, Standing::Reversed);
            }
            LinkEvent::FaultFound { recorded, .. } => self.fault = Some(*recorded),
            LinkEvent::FaultCleared => self.fault = None,
            LinkEvent::Decommissioned { to, meters, .. } => {
                self.ended = Some(*to);
                self.meters = *meters;
                self.tables.clear();
            }
        }
    }

    fn stands(&mut self, number: u64, standing: Standing) {
        let hit = self.hits.get_mut(&number).expect("a win that was numbered");
        hit.standing = standing;
    }
}
