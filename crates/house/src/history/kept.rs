//! What is kept of a table's log and of a purse's log.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use game::{Event, PlayerId};
use ledger::{Account, CageMove, TableId};

use super::drawer::{Drawer, KeptItem};
use super::finished_round::{FinishedRound, RoundNotes};
use super::page::Part;
use super::stream_history::Kept;
use super::{CageRecord, Cursor, HistoryOf, Retention};
use crate::feed::{LoggedEntry, Payload, Projection};
use crate::table::{TableEvent, TableState};

/// The newest rounds of one table, and of each player at it.
pub struct KeptRounds {
    table: TableId,
    retention: Retention,
    all: Drawer,
    players: BTreeMap<PlayerId, Drawer>,
    /// Of the round on the table.
    notes: Option<RoundNotes>,
    /// The round on the table, where it is over: it may still be corrected.
    last: Option<Arc<FinishedRound>>,
    /// The entries up to this one were not read, and the next one opens bets; zero where all were read.
    unread: u64,
}

impl KeptRounds {
    pub fn new(table: TableId, retention: Retention) -> KeptRounds {
        KeptRounds {
            table,
            retention,
            all: Drawer::default(),
            players: BTreeMap::new(),
            notes: None,
            last: None,
            unread: 0,
        }
    }

    /// None read yet, of the same table: the log will be read from behind the entry `unread`.
    pub fn start_behind(&self, unread: u64) -> KeptRounds {
        KeptRounds {
            unread,
            ..KeptRounds::new(self.table, self.retention)
        }
    }

    /// Up to which entry the log was not read, where a page of `whose` may show some of that: as long as
    /// no round of his was dropped, older ones may be kept.
    pub fn missing(&self, whose: HistoryOf) -> Option<u64> {
        let drawer = match whose {
            HistoryOf::Table(_) => Some(&self.all),
            HistoryOf::Player(player) => self.players.get(&player),
        };
        let enough = drawer.is_some_and(|drawer| drawer.dropped.is_some());
        (self.unread > 0 && !enough).then_some(self.unread)
    }

    /// Whether the log was read from its first entry.
    pub fn has_all(&self) -> bool {
        self.unread == 0
    }

    /// Adds the rounds of the entries that were not read, or of the last part of them.
    pub fn add_older(&mut self, older: KeptRounds) {
        self.unread = older.unread;
        self.all.add_all(older.all, self.retention.rounds_per_table);
        for (player, drawer) in older.players {
            let own = self.players.entry(player).or_default();
            own.add_all(drawer, self.retention.items_per_player);
        }
    }

    /// The rounds of the table.
    pub fn part(&self) -> Part {
        Part::new(Some(&self.all), self.last.clone())
    }

    /// The rounds in which the player had chips.
    pub fn part_of(&self, player: PlayerId) -> Part {
        let last = self.last.clone();
        let own = last.filter(|round| round.players().contains(&player));
        Part::new(self.players.get(&player), own)
    }

    fn keep(&mut self, round: FinishedRound) {
        let round = Arc::new(round);
        let item = || KeptItem::Round(Arc::clone(&round));
        self.all
            .put(round.cursor, item(), self.retention.rounds_per_table);
        for player in round.players() {
            let drawer = self.players.entry(player).or_default();
            drawer.put(round.cursor, item(), self.retention.items_per_player);
        }
    }
}

impl Projection for KeptRounds {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        let Payload::Table {
            event: TableEvent::Game(event),
            before,
        } = logged.payload
        else {
            return;
        };
        if matches!(event, Event::BetsOpened { .. } | Event::TableClosed) {
            // The round cannot change any more.
            self.last = None;
            let notes = self.notes.take();
            let round = notes.and_then(|notes| notes.finished(self.table, before.table()));
            if let Some(round) = round {
                self.keep(round);
            }
        }
        if let Event::BetsOpened {
            rulebook, digest, ..
        } = event
        {
            let notes = RoundNotes::opened(logged.command.at, *rulebook, *digest);
            self.notes = Some(notes);
        }
        if let Some(notes) = &mut self.notes {
            notes.take(event, cursor_of(logged));
        }
    }

    fn needs_postings(&self) -> bool {
        false
    }
}

impl Kept for KeptRounds {
    fn caught_up(&mut self, table: Option<&TableState>) {
        let notes = self.notes.as_ref().zip(table);
        let round = notes.and_then(|(notes, state)| notes.finished(self.table, state.table()));
        self.last = round.map(Arc::new);
    }
}

/// The newest moves of one purse, and every table its player bought in at.
pub struct KeptMoves {
    retention: Retention,
    all: Drawer,
    tables: BTreeSet<TableId>,
}

impl KeptMoves {
    pub fn new(retention: Retention) -> KeptMoves {
        KeptMoves {
            retention,
            all: Drawer::default(),
            tables: BTreeSet::new(),
        }
    }

    /// The moves of the purse.
    pub fn part(&self) -> Part {
        Part::new(Some(&self.all), None)
    }

    /// The tables at which the player can have had chips: chips come to a table by a buy-in alone.
    pub fn tables(&self) -> Vec<TableId> {
        self.tables.iter().copied().collect()
    }
}

impl Projection for KeptMoves {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        let Payload::Cage(moved) = logged.payload else {
            return;
        };
        if let CageMove::BuyIn { table, .. } = moved {
            self.tables.insert(table);
        }
        let cursor = cursor_of(logged);
        let mut record = CageRecord::new(cursor.at, moved);
        for posted in logged.rows {
            let row = posted.row;
            for (account, amount) in [(row.from(), -row.amount()), (row.to(), row.amount())] {
                match account {
                    Account::Purse(_) => record.purse += amount,
                    Account::Rack(..) => record.rack += amount,
                    Account::Round(..)
                    | Account::House(_)
                    | Account::Jackpot(..)
                    | Account::Cage
                    | Account::Tips(_) => {}
                }
            }
        }
        let most = self.retention.items_per_player;
        self.all.put(cursor, KeptItem::Cage(record), most);
    }
}

impl Kept for KeptMoves {
    fn caught_up(&mut self, _: Option<&TableState>) {}
}

fn cursor_of(logged: &LoggedEntry<'_>) -> Cursor {
    Cursor {
        at: logged.command.at,
        stream: logged.stream,
        entry: logged.seq,
    }
}
