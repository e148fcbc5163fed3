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

mod mark;
mod page;
mod past;
mod told;

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Event, PlayerId};
use ledger::{Account, TableId};

use crate::chronicle::{Chronicle, Listener, Said, What};
use crate::log::Stream;
use crate::table::TableEvent;

pub use mark::{Mark, MarkError};
pub use page::{Asks, Older, PAGE_MAX, Page, Whose};
use past::{Notes, Past};
pub use told::{Bet, BoxTold, CageTold, Happened, LineTold, RoundTold, RulingTold};

/// How much is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Rounds a table.
    pub a_table: usize,
    /// Rounds and moves of the cage a player.
    pub a_player: usize,
}

impl Default for Kept {
    /// Two hours of a table at some fifty rounds an hour, an evening of a player.
    fn default() -> Kept {
        Kept {
            a_table: 100,
            a_player: 200,
        }
    }
}

/// The newest of what was played.
#[derive(Clone, Debug)]
pub struct History {
    kept: Kept,
    tables: BTreeMap<TableId, Drawer>,
    players: BTreeMap<PlayerId, Drawer>,
    /// Of the round on each table.
    notes: BTreeMap<TableId, Notes>,
}

/// The newest things of one table or one player, and the newest that is kept no more.
///
/// Which these are does not depend on the order they come in: streams have none.
#[derive(Clone, Debug, Default)]
struct Drawer {
    things: BTreeMap<Mark, Thing>,
    dropped: Option<Mark>,
}

#[derive(Clone, Debug)]
enum Thing {
    Round(Arc<Past>),
    Cage(CageTold),
}

impl History {
    pub fn new(kept: Kept) -> History {
        History {
            kept,
            tables: BTreeMap::new(),
            players: BTreeMap::new(),
            notes: BTreeMap::new(),
        }
    }

    fn keep(&mut self, round: Past) {
        let round = Arc::new(round);
        let thing = || Thing::Round(Arc::clone(&round));
        let drawer = self.tables.entry(round.table).or_default();
        drawer.put(round.mark, thing(), self.kept.a_table);
        for player in round.players() {
            let drawer = self.players.entry(player).or_default();
            drawer.put(round.mark, thing(), self.kept.a_player);
        }
    }

    /// The last round of each table, where it is over and may still be put right.
    fn last_rounds(&self, chronicle: &Chronicle, whose: Whose) -> Vec<Past> {
        let wanted = |table: TableId| match whose {
            Whose::Table(wanted) => wanted == table,
            Whose::Player(_) => true,
        };
        let rounds = chronicle.tables().filter_map(|state| {
            let Stream::Table(table) = state.stream() else {
                return None;
            };
            let notes = self.notes.get(&table).filter(|_| wanted(table))?;
            notes.past(table, state.table())
        });
        let has = |round: &Past| match whose {
            Whose::Table(_) => true,
            Whose::Player(player) => round.players().contains(&player),
        };
        rounds.filter(has).collect()
    }

    fn hear_table(&mut self, said: &Said<'_>, table: TableId, event: &Event, before: &game::Table) {
        if matches!(event, Event::BetsOpened { .. } | Event::TableClosed) {
            let notes = self.notes.remove(&table);
            if let Some(round) = notes.and_then(|notes| notes.past(table, before)) {
                self.keep(round);
            }
        }
        if let Event::BetsOpened {
            rulebook, digest, ..
        } = event
        {
            let notes = Notes::opened(said.asking.at, *rulebook, *digest);
            self.notes.insert(table, notes);
        }
        if let Some(notes) = self.notes.get_mut(&table) {
            let mark = Mark {
                at: said.asking.at,
                stream: said.stream,
                entry: said.seq,
            };
            notes.take(event, mark);
        }
    }

    fn hear_cage(&mut self, said: &Said<'_>, player: PlayerId, moves: ledger::CageMove) {
        let mark = Mark {
            at: said.asking.at,
            stream: said.stream,
            entry: said.seq,
        };
        let mut told = CageTold::new(mark.at, moves);
        for posted in said.rows {
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
        drawer.put(mark, Thing::Cage(told), self.kept.a_player);
    }
}

impl Drawer {
    fn put(&mut self, mark: Mark, thing: Thing, most: usize) {
        self.things.insert(mark, thing);
        if self.things.len() > most
            && let Some((oldest, _)) = self.things.pop_first()
        {
            self.dropped = self.dropped.max(Some(oldest));
        }
    }
}

impl Listener for History {
    fn hear(&mut self, said: &Said<'_>) {
        match (said.what, said.stream) {
            (What::Table { event, before }, Stream::Table(table)) => {
                if let TableEvent::Game(event) = event {
                    self.hear_table(said, table, event, before.table());
                }
            }
            (What::Cage(moves), Stream::Purse(player)) => self.hear_cage(said, player, moves),
            (What::Table { .. } | What::Link { .. } | What::Cage(_) | What::House(_), _) => {}
        }
    }
}

#[cfg(test)]
mod tests;
