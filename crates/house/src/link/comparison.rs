//! Whether a link has counted everything its tables say they fed (STANDARDS P18).
//!
//! A table's log is read event by event, without the rules and without the controller's reading: a
//! second opinion, which needs no key to any deck. Both logs are read on from the last comparison, so
//! one costs what has happened since.
//!
//! What a link has counted of a table it has counted up to some entry: up to where it has consumed the
//! table's log, or to where its last [`LinkEvent::Fed`] says, whichever is later, since the first is
//! read before the second.

use std::collections::BTreeMap;

use game::{Event, Money};
use ledger::{LinkId, TableId};

use super::{Difference, FaultCause, LinkEvent, LinkState};
use crate::log::{CorruptEntry, Stream};
use crate::response::ServiceError;
use crate::store::{Row, Store, StoreError, read_on};
use crate::table::{HouseEvent, TableEntry, TableEvent};

/// A link and its tables, as far as they were compared.
pub struct Comparison {
    link: LinkState,
    heard: BTreeMap<TableId, HeardOfTable>,
    fed: BTreeMap<TableId, FedByTable>,
    /// The last differences that were noted; accepted once two people have cleared the fault.
    noted: Vec<Difference>,
    accepted: BTreeMap<TableId, Money>,
}

/// What a link has counted of a table, and up to which entry.
#[derive(Clone, Copy, Default)]
struct HeardOfTable {
    amount: Money,
    to: u64,
}

/// What a table says it fed to this link.
#[derive(Clone, Copy, Default)]
struct FedByTable {
    amount: Money,
    to: u64,
    linked: Option<LinkId>,
    /// The link its round was opened under.
    under: Option<LinkId>,
}

impl Comparison {
    /// Nothing is compared yet.
    pub fn new(link: LinkId) -> Comparison {
        Comparison {
            link: LinkState::new(link),
            heard: BTreeMap::new(),
            fed: BTreeMap::new(),
            noted: Vec::new(),
            accepted: BTreeMap::new(),
        }
    }

    /// Where they differ, beyond what two people have seen and cleared. A table whose log cannot be read
    /// has stopped anyway, and is left out.
    pub async fn compare(&mut self, store: &dyn Store) -> Result<Vec<Difference>, ServiceError> {
        let stream = self.link.stream();
        let consumed = store.consumed(stream).await?;
        self.read_link(store).await?;
        let mut to: BTreeMap<TableId, u64> = BTreeMap::new();
        for (stream, seq) in consumed {
            if let Stream::Table(table) = stream {
                to.insert(table, seq);
            }
        }
        for (table, heard) in &self.heard {
            let to = to.entry(*table).or_default();
            *to = heard.to.max(*to);
        }
        let mut differences = Vec::new();
        for (table, to) in to {
            let Some(fed) = self.read_table(store, table, to).await? else {
                continue;
            };
            let heard = self.heard.get(&table).map_or(Money::ZERO, |it| it.amount);
            let accepted = self.accepted.get(&table).copied().unwrap_or_default();
            if heard - fed != accepted {
                differences.push(Difference { table, fed, heard });
            }
        }
        Ok(differences)
    }

    /// Whether the link is known not to work, for this reason or another.
    pub fn is_fault_known(&self) -> bool {
        let fault = self.link.fault();
        fault.is_some_and(|fault| fault.cause == FaultCause::Reported)
    }

    async fn read_link(&mut self, store: &dyn Store) -> Result<(), ServiceError> {
        let stream = self.link.stream();
        let head = store.head(stream).await?;
        let unread = (self.link.head().seq, head.seq);
        let mut take = |row: &Row| {
            let event = self.link.take(row)?;
            self.apply(event);
            Ok(())
        };
        let read = read_on(store, stream, unread, &mut take).await?;
        read.map_err(|corrupt| {
            let place = format!("{stream} entry {}", corrupt.seq);
            let what = corrupt.what;
            ServiceError::Store(StoreError::Corrupt { place, what })
        })
    }

    fn apply(&mut self, event: LinkEvent) {
        match event {
            LinkEvent::Fed {
                table, to, amount, ..
            }
            | LinkEvent::FeedRefused {
                table, to, amount, ..
            } => {
                let heard = self.heard.entry(table).or_default();
                heard.amount += amount;
                heard.to = heard.to.max(to);
            }
            LinkEvent::Mismatched { differences, .. } => self.noted = differences,
            LinkEvent::FaultCleared => {
                let noted = self.noted.drain(..);
                let seen = noted.map(|it| (it.table, it.heard - it.fed));
                self.accepted.extend(seen);
            }
            // These say neither what was counted nor what was found of it.
            LinkEvent::Declared { .. }
            | LinkEvent::ValueSet { .. }
            | LinkEvent::ChangePending { .. }
            | LinkEvent::ChangeMade { .. }
            | LinkEvent::Enrolled { .. }
            | LinkEvent::Enabled { .. }
            | LinkEvent::Disabled { .. }
            | LinkEvent::PrizeFixed { .. }
            | LinkEvent::Unfit { .. }
            | LinkEvent::Received { .. }
            | LinkEvent::Hit { .. }
            | LinkEvent::Verified { .. }
            | LinkEvent::Reversed { .. }
            | LinkEvent::Rejected { .. }
            | LinkEvent::FaultFound { .. }
            | LinkEvent::FellSilent { .. }
            | LinkEvent::Returned
            | LinkEvent::Released { .. }
            | LinkEvent::InstructionFailed { .. }
            | LinkEvent::Decommissioned { .. } => {}
        }
    }

    /// What the table fed in its entries up to `to`.
    async fn read_table(
        &mut self,
        store: &dyn Store,
        table: TableId,
        to: u64,
    ) -> Result<Option<Money>, StoreError> {
        let (stream, link) = (Stream::Table(table), self.link.id);
        let fed = self.fed.entry(table).or_default();
        let unread = (fed.to, to);
        let mut take = |row: &Row| {
            let entry = TableEntry::read(&row.bytes).map_err(|error| CorruptEntry {
                stream,
                seq: row.seq,
                what: error.to_string(),
            })?;
            fed.apply(link, &entry.event);
            fed.to = row.seq;
            Ok(())
        };
        let read = read_on(store, stream, unread, &mut take).await?;
        Ok(read.is_ok().then_some(fed.amount))
    }
}

impl FedByTable {
    fn apply(&mut self, link: LinkId, event: &TableEvent) {
        match event {
            TableEvent::House(HouseEvent::LinkJoined { link }) => self.linked = Some(*link),
            TableEvent::House(HouseEvent::LinkLeft { .. }) => self.linked = None,
            TableEvent::Game(Event::BetsOpened { .. }) => self.under = self.linked,
            TableEvent::Game(event) if self.under == Some(link) => {
                self.amount += event.contribution().unwrap_or_default();
            }
            TableEvent::House(
                HouseEvent::TableCreated
                | HouseEvent::LinkAdmitted { .. }
                | HouseEvent::LinkLost { .. }
                | HouseEvent::TakenOver { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::WaitingEnded { .. },
            )
            | TableEvent::Game(_)
            | TableEvent::Cards(_) => {}
        }
    }
}
