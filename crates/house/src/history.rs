//! What was played and what came of it: rounds that are over, newest first, by table or by player, with
//! every line of the settlement, its clauses and the sentence the Player was told; and what a player
//! brought to the cage and took from it.
//!
//! A card is kept where it lay open to everybody, or for the one Player who had picked the hand up: the
//! rules say which (`view_for`), and no other card of a round is kept here at all.
//!
//! Bounded: so many rounds a table, so many rounds and moves a player, the newest. A round takes some
//! 2 KB with one box, 4 KB with three and 8 KB with six, most of it sentences and clauses; it is kept
//! once, however many drawers it is in. So a house of 200 tables keeps at most 200 * 100 * 8 KB = 160 MB
//! for its tables, and for its players what is older than that. What was dropped is said to be older
//! than what is kept; it stands in the logs, and `queenhigh export rounds` reads those.
//!
//! A round can be put right until the next one opens: only then it is kept. The last one of each table
//! is written from the table as it stands whenever somebody asks.

mod cursor;
mod finished_round;
mod query;
mod records;

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Event, PlayerId};
use ledger::{Account, TableId};

use crate::feed::{LogFeed, LoggedEntry, Payload, Projection};
use crate::log::Stream;
use crate::table::TableEvent;

pub use cursor::{Cursor, CursorError};
use finished_round::{FinishedRound, RoundNotes};
pub use query::{HistoryOf, HistoryPage, Older, PAGE_MAX, Query};
pub use records::{
    BetRecord, BoxRecord, CageRecord, HistoryItem, LineRecord, RoundRecord, RulingRecord,
};

/// How much is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Rounds a table.
    pub rounds_per_table: usize,
    /// Rounds and moves of the cage a player.
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

/// The newest of what was played.
#[derive(Clone, Debug)]
pub struct History {
    kept: Retention,
    tables: BTreeMap<TableId, Drawer>,
    players: BTreeMap<PlayerId, Drawer>,
    /// Of the round on each table.
    notes: BTreeMap<TableId, RoundNotes>,
}

/// The newest things of one table or one player, and the newest that is kept no more.
///
/// Which these are does not depend on the order they come in: streams have none.
#[derive(Clone, Debug, Default)]
struct Drawer {
    things: BTreeMap<Cursor, KeptItem>,
    dropped: Option<Cursor>,
}

#[derive(Clone, Debug)]
enum KeptItem {
    Round(Arc<FinishedRound>),
    Cage(CageRecord),
}

impl History {
    pub fn new(kept: Retention) -> History {
        History {
            kept,
            tables: BTreeMap::new(),
            players: BTreeMap::new(),
            notes: BTreeMap::new(),
        }
    }

    fn keep(&mut self, round: FinishedRound) {
        let round = Arc::new(round);
        let thing = || KeptItem::Round(Arc::clone(&round));
        let drawer = self.tables.entry(round.table).or_default();
        drawer.put(round.cursor, thing(), self.kept.rounds_per_table);
        for player in round.players() {
            let drawer = self.players.entry(player).or_default();
            drawer.put(round.cursor, thing(), self.kept.items_per_player);
        }
    }

    /// The last round of each table, where it is over and may still be put right.
    fn last_rounds(&self, feed: &LogFeed, whose: HistoryOf) -> Vec<FinishedRound> {
        let wanted = |table: TableId| match whose {
            HistoryOf::Table(wanted) => wanted == table,
            HistoryOf::Player(_) => true,
        };
        let rounds = feed.tables().filter_map(|state| {
            let Stream::Table(table) = state.stream() else {
                return None;
            };
            let notes = self.notes.get(&table).filter(|_| wanted(table))?;
            notes.finished(table, state.table())
        });
        let has = |round: &FinishedRound| match whose {
            HistoryOf::Table(_) => true,
            HistoryOf::Player(player) => round.players().contains(&player),
        };
        rounds.filter(has).collect()
    }

    fn apply_table(
        &mut self,
        logged: &LoggedEntry<'_>,
        table: TableId,
        event: &Event,
        before: &game::Table,
    ) {
        if matches!(event, Event::BetsOpened { .. } | Event::TableClosed) {
            let notes = self.notes.remove(&table);
            if let Some(round) = notes.and_then(|notes| notes.finished(table, before)) {
                self.keep(round);
            }
        }
        if let Event::BetsOpened {
            rulebook, digest, ..
        } = event
        {
            let notes = RoundNotes::opened(logged.command.at, *rulebook, *digest);
            self.notes.insert(table, notes);
        }
        if let Some(notes) = self.notes.get_mut(&table) {
            let cursor = Cursor {
                at: logged.command.at,
                stream: logged.stream,
                entry: logged.seq,
            };
            notes.take(event, cursor);
        }
    }

    fn apply_cage(&mut self, logged: &LoggedEntry<'_>, player: PlayerId, moves: ledger::CageMove) {
        let cursor = Cursor {
            at: logged.command.at,
            stream: logged.stream,
            entry: logged.seq,
        };
        let mut told = CageRecord::new(cursor.at, moves);
        for posted in logged.rows {
            let row = posted.row;
            for (account, amount) in [(row.from(), -row.amount()), (row.to(), row.amount())] {
                match account {
                    Account::Purse(_) => told.purse += amount,
                    Account::Rack(..) => told.rack += amount,
                    Account::Round(..)
                    | Account::House(_)
                    | Account::Jackpot(..)
                    | Account::Cage
                    | Account::Tips(_) => {}
                }
            }
        }
        let drawer = self.players.entry(player).or_default();
        drawer.put(cursor, KeptItem::Cage(told), self.kept.items_per_player);
    }
}

impl Drawer {
    fn put(&mut self, cursor: Cursor, thing: KeptItem, most: usize) {
        self.things.insert(cursor, thing);
        if self.things.len() > most
            && let Some((oldest, _)) = self.things.pop_first()
        {
            self.dropped = self.dropped.max(Some(oldest));
        }
    }
}

impl Projection for History {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        match (logged.payload, logged.stream) {
            (Payload::Table { event, before }, Stream::Table(table)) => {
                if let TableEvent::Game(event) = event {
                    self.apply_table(logged, table, event, before.table());
                }
            }
            (Payload::Cage(moves), Stream::Purse(player)) => self.apply_cage(logged, player, moves),
            (
                Payload::Table { .. } | Payload::Link { .. } | Payload::Cage(_) | Payload::House(_),
                _,
            ) => {}
        }
    }
}

#[cfg(test)]
mod tests;
