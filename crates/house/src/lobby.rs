//! The lobby: every table and every jackpot link as it stands now, who sits where, and since when the
//! table waits for whom.
//!
//! Everyone may read it. No field can hold a card or free text: there are numbers, ids and our own
//! words only, so the lobby is the same whatever lies face down. A summary is made from the state of
//! one table or link and from nothing else; `projections` keeps the newest of each.

mod summaries;
mod times;
mod waiting;

use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::{LinkId, TableId};
use serde::{Serialize, Serializer};

use crate::table::TableState;

pub use summaries::{
    BoxSummary, Enrolled, FaultSummary, HitSummary, LinkFaultSummary, LinkStatusSummary,
    LinkSummary, Opened, RoundSummary, TableSummary, WinSummary,
};
pub(crate) use times::{LinkTimes, TableTimes};
pub use waiting::{Waiting, WaitsFor};

/// Tables and links by their numbers. Shares its summaries with every other reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lobby {
    /// The tables with an entry in their log.
    #[serde(serialize_with = "serialize_shared")]
    pub tables: Vec<Arc<TableSummary>>,
    /// The jackpot links with an entry in their log.
    #[serde(serialize_with = "serialize_shared")]
    pub links: Vec<Arc<LinkSummary>>,
}

fn serialize_shared<T: Serialize, S: Serializer>(
    all: &[Arc<T>],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all.iter().map(|one| &**one))
}

/// The newest summary of every table and link. Summaries are replaced whole and never go back.
#[derive(Default)]
pub(crate) struct LobbyModel {
    tables: BTreeMap<TableId, PublishedTable>,
    links: BTreeMap<LinkId, Arc<LinkSummary>>,
}

struct PublishedTable {
    summary: Arc<TableSummary>,
    /// The state it was made from: a reader of the log goes on from here.
    state: Arc<TableState>,
}

impl LobbyModel {
    /// Every table and link.
    pub fn lobby(&self) -> Lobby {
        let tables = self.tables.values();
        Lobby {
            tables: tables.map(|table| Arc::clone(&table.summary)).collect(),
            links: self.links.values().cloned().collect(),
        }
    }

    /// One table, where it exists.
    pub fn table(&self, table: TableId) -> Option<Arc<TableSummary>> {
        let published = self.tables.get(&table)?;
        Some(Arc::clone(&published.summary))
    }

    /// One link, where it exists.
    pub fn link(&self, link: LinkId) -> Option<Arc<LinkSummary>> {
        self.links.get(&link).cloned()
    }

    /// The state that the summary of the table was made from.
    pub fn table_state(&self, table: TableId) -> Option<&Arc<TableState>> {
        self.tables.get(&table).map(|published| &published.state)
    }

    /// Replaces the summary of a table, unless it was made from a later entry.
    pub fn publish_table(&mut self, summary: TableSummary, state: &Arc<TableState>) {
        let before = self.tables.get(&summary.table);
        if before.is_none_or(|before| before.summary.entry <= summary.entry) {
            let published = PublishedTable {
                state: Arc::clone(state),
                summary: Arc::new(summary),
            };
            self.tables.insert(published.summary.table, published);
        }
    }

    /// Replaces the summary of a link, unless it was made from a later entry.
    pub fn publish_link(&mut self, summary: LinkSummary) {
        let before = self.links.get(&summary.link);
        if before.is_none_or(|before| before.entry <= summary.entry) {
            self.links.insert(summary.link, Arc::new(summary));
        }
    }
}
