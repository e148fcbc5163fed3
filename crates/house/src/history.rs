//! The history: finished rounds, newest first, by table or by player, with every line of the
//! settlement, its clauses and the sentence the Player was told; and what a player brought to the cage
//! and took from it.
//!
//! A card is kept where it lay open to everyone, or for the one Player who had picked the hand up: the
//! rules say which (`view_for`), and no other card of a round is kept here at all.
//!
//! Nothing is read before a page is asked for. A table's page reads the newest entries of that table's log,
//! from snapshot to snapshot backwards, until it has as many rounds as are kept; a player's page reads the
//! log of his purse, which names every table he bought in at, and the logs of those tables as far back as
//! it takes to find as many rounds of his, which may be to their first entry. What was read is kept, so the
//! next page reads only what was stored since. Any number of readers may
//! ask at once: one of them reads a log on, those who need the same entries wait for it, and no lock is
//! held while the store is read but the one that keeps a log from being read twice.
//!
//! Bounded: so many rounds a table, so many rounds and moves a player, the newest. A round takes some
//! 2 KB with one box, 4 KB with three and 8 KB with six, most of it sentences and clauses; the rounds of
//! a table and of its players share it. So a house of 200 tables keeps at most 200 * 100 * 8 KB = 160 MB
//! for its tables, and for its players what is older than that. A page says when there were older
//! rounds than those kept; they are in the logs, and `queenhigh export rounds` reads those.
//!
//! A round can be corrected until the next one opens: only then it is kept for good. Until then the last
//! round of a table is made anew whenever its log goes on.

mod cursor;
mod drawer;
mod finished_round;
mod kept;
mod page;
mod query;
mod records;
mod stream_history;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use game::PlayerId;
use ledger::TableId;

use crate::log::Stream;
use crate::store::{Store, StoreError};
use crate::table::DeckAccess;

pub use cursor::{Cursor, CursorError};
use kept::{KeptMoves, KeptRounds};
use page::Part;
pub use query::{HistoryOf, HistoryPage, Older, PAGE_MAX, Query};
pub use records::{
    BetRecord, BoxRecord, CageRecord, HistoryItem, LineRecord, RoundRecord, RulingRecord,
};
use stream_history::StreamHistory;

/// Of so many players the moves at the cage are kept; those of others are read again when asked for.
const PURSES_MAX: usize = 1_000;

/// How much is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Rounds a table.
    pub rounds_per_table: usize,
    /// Rounds and moves at the cage a player.
    pub items_per_player: usize,
}

impl Default for Retention {
    /// Two hours of a table at some fifty rounds an hour, an evening of a player.
    fn default() -> Retention {
        Retention {
            rounds_per_table: 100,
            items_per_player: 200,
        }
    }
}

/// The newest of what was played, read from the logs when it is asked for.
pub struct History {
    store: Arc<dyn Store>,
    access: DeckAccess,
    retention: Retention,
    tables: Mutex<BTreeMap<TableId, Arc<StreamHistory<KeptRounds>>>>,
    purses: Mutex<Purses>,
}

/// The purses that were asked for last.
#[derive(Default)]
struct Purses {
    /// Counts the questions: the number beside a purse is that of the last question for it.
    asked: u64,
    kept: BTreeMap<PlayerId, (u64, Arc<StreamHistory<KeptMoves>>)>,
}

impl History {
    /// A history of which nothing was read yet. With the key to the decks a round is told as soon as it
    /// is over; without, once its seed is published, which is the moment after.
    pub fn new(store: Arc<dyn Store>, access: DeckAccess, retention: Retention) -> History {
        History {
            store,
            access,
            retention,
            tables: Mutex::default(),
            purses: Mutex::default(),
        }
    }

    /// One page, up to what is stored now.
    ///
    /// # Errors
    ///
    /// Where the store cannot be read.
    pub async fn page(&self, query: &Query) -> Result<HistoryPage, StoreError> {
        let store = &*self.store;
        match query.whose {
            HistoryOf::Table(table) => {
                let rounds = self.rounds(table);
                let part = rounds.read_rounds(store, query.whose, KeptRounds::part);
                let part = part.await?;
                let most = self.retention.rounds_per_table;
                Ok(HistoryPage::of(query, most, vec![part]))
            }
            HistoryOf::Player(player) => {
                let purse = self.purse(player);
                let (moves, tables) = purse
                    .read(store, |kept| (kept.part(), kept.tables()))
                    .await?;
                let mut parts: Vec<Part> = vec![moves];
                for table in tables {
                    let rounds = self.rounds(table);
                    let own = |kept: &KeptRounds| kept.part_of(player);
                    parts.push(rounds.read_rounds(store, query.whose, own).await?);
                }
                let most = self.retention.items_per_player;
                Ok(HistoryPage::of(query, most, parts))
            }
        }
    }

    fn rounds(&self, table: TableId) -> Arc<StreamHistory<KeptRounds>> {
        let mut tables = locked(&self.tables);
        let rounds = tables.entry(table).or_insert_with(|| {
            let kept = KeptRounds::new(table, self.retention);
            Arc::new(StreamHistory::new(Stream::Table(table), &self.access, kept))
        });
        Arc::clone(rounds)
    }

    fn purse(&self, player: PlayerId) -> Arc<StreamHistory<KeptMoves>> {
        let mut purses = locked(&self.purses);
        purses.asked += 1;
        let asked = purses.asked;
        let (last, moves) = purses.kept.entry(player).or_insert_with(|| {
            let kept = KeptMoves::new(self.retention);
            let moves = StreamHistory::new(Stream::Purse(player), &self.access, kept);
            (asked, Arc::new(moves))
        });
        *last = asked;
        let moves = Arc::clone(moves);
        if purses.kept.len() > PURSES_MAX {
            let oldest = purses.kept.iter().min_by_key(|(_, (asked, _))| *asked);
            let oldest = oldest.map(|(player, _)| *player);
            oldest.and_then(|player| purses.kept.remove(&player));
        }
        moves
    }
}

/// Locked for an instant: no task waits for anything while it holds one of these.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
