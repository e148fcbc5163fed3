//! Whether a link has counted everything its tables say they fed (STANDARDS P18).
//!
//! A table's log is read event by event, without the rules and without the controller's reading: a
//! second opinion, which needs no key to any deck. Both logs are read on from the last comparison, and
//! at the first one from the latest snapshots, in which both sums stand: so a comparison costs what has
//! happened since, however long the logs are. `verify` compares every snapshot with the whole log.
//!
//! What a link has counted of a table it has counted up to some entry: up to where it has consumed the
//! table's log, or to where its last [`LinkEvent::Fed`](super::LinkEvent::Fed) says, whichever is later,
//! since the first is read before the second.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use game::{Event, Money};
use ledger::{LinkId, TableId};

use super::{Difference, FaultCause, LinkState};
use crate::log::{CorruptEntry, Stream};
use crate::response::ServiceError;
use crate::store::{Row, Store, StoreError, read_on};
use crate::table::{HouseEvent, TableEntry, TableEvent, TableState};

/// A link and its tables, as far as they were compared.
pub struct Comparison {
    link: LinkState,
    fed: BTreeMap<TableId, FedByTable>,
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
            fed: BTreeMap::new(),
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
        for (table, heard) in self.link.heard.tables() {
            let to = to.entry(table).or_default();
            *to = heard.to.max(*to);
        }
        let mut differences = Vec::new();
        for (table, to) in to {
            let Some(fed) = self.read_table(store, table, to).await? else {
                continue;
            };
            let heard = self.link.heard.amount(table);
            if heard - fed != self.link.heard.accepted(table) {
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
        if self.link.head().seq == 0 {
            self.link = LinkState::from_latest_snapshot(store, self.link.id, head.seq).await;
        }
        let unread = (self.link.head().seq, head.seq);
        let mut take = |row: &Row| self.link.take(row).map(drop);
        let read = read_on(store, stream, unread, &mut take).await?;
        read.map_err(|corrupt| {
            let place = format!("{stream} entry {}", corrupt.seq);
            let what = corrupt.what;
            ServiceError::Store(StoreError::Corrupt { place, what })
        })
    }

    /// What the table fed in its entries up to `to`.
    async fn read_table(
        &mut self,
        store: &dyn Store,
        table: TableId,
        to: u64,
    ) -> Result<Option<Money>, StoreError> {
        let (stream, link) = (Stream::Table(table), self.link.id);
        let fed = match self.fed.entry(table) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unread) => {
                let latest = TableState::new(table).from_latest_snapshot(store, to).await;
                let fed = latest.map(|state| FedByTable::until(link, &state));
                unread.insert(fed.unwrap_or_default())
            }
        };
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
    /// What the table fed up to the entry it stands at.
    fn until(link: LinkId, state: &TableState) -> FedByTable {
        FedByTable {
            amount: state.fed_to(link),
            to: state.head().seq,
            linked: state.link(),
            under: state.link_of_round(),
        }
    }

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
                | HouseEvent::PlayerReady { .. }
                | HouseEvent::TakenOver { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::TablePaused
                | HouseEvent::TableResumed
                | HouseEvent::WaitingEnded { .. },
            )
            | TableEvent::Game(_)
            | TableEvent::Cards(_) => {}
        }
    }
}
