//! Gathering: reads on in the logs that concern a link, from where this process stands in them.
//!
//! A table is read by the rules and kept as it stands. What an entry means for the link is noted when
//! the entry is read, and the notes are kept until the link has consumed the entry: so a turn that was
//! lost to another process, or that could not be stored, costs no reading again, and a table whose state
//! is ahead of what was consumed goes on from where it is.

use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::{LinkId, TableId};

use super::Controller;
use crate::link::plan::{Gathered, Notes};
use crate::link::{LinkEvent, LinkState, Received};
use crate::log::Stream;
use crate::response::ServiceError;
use crate::store::{Row, Store, read_on};
use crate::table::{TableEvent, TableReader, TableState};

/// A table as far as its log was read here.
pub struct FollowedTable {
    /// The table after the last entry that was read.
    pub state: TableState,
    /// What the link has to count of it and has not consumed yet.
    notes: Notes,
}

impl FollowedTable {
    fn new(state: TableState) -> FollowedTable {
        FollowedTable {
            state,
            notes: Notes::default(),
        }
    }

    /// Reads the table's log up to `to`, and notes what concerns the link in its entries after `from`;
    /// nothing where the log cannot be read.
    async fn read_on(
        &mut self,
        store: &dyn Store,
        (link, from): (LinkId, u64),
        to: u64,
    ) -> Result<Option<()>, ServiceError> {
        let FollowedTable { state, notes } = self;
        let (stream, unread) = (state.stream(), (state.head().seq, to));
        let hear = |state: &TableState, event: TableEvent| {
            if state.head().seq > from {
                notes.hear(link, state, &event);
            }
        };
        let mut reader = TableReader { state, hear };
        let read = read_on(store, stream, unread, &mut reader).await?;
        Ok(read.ok())
    }
}

/// Whether a log could be read: one that could not is not consumed.
enum Readable {
    Yes,
    No,
}

impl Controller {
    /// Reads on in every log that has something for the link. A link that is not declared, or has
    /// ended, gathers nothing.
    pub(super) async fn gather(&mut self) -> Result<Gathered, ServiceError> {
        let link = self.state.stream();
        let mut gathered = Gathered::default();
        if self.state.level.is_none() || self.state.ended.is_some() {
            return Ok(gathered);
        }
        let waiting = self.store().waiting(link, usize::MAX).await?;
        let waiting: BTreeMap<Stream, u64> = waiting.into_iter().collect();
        let consumed = self.store().consumed(link).await?;
        let consumed: BTreeMap<Stream, u64> = consumed.into_iter().collect();
        for (stream, to) in &waiting {
            let from = consumed.get(stream).copied().unwrap_or(0);
            let read = match *stream {
                Stream::Table(table) => self.read_table(table, (from, *to), &mut gathered).await?,
                Stream::Link(other) => self.read_link(other, (from, *to), &mut gathered).await?,
                Stream::House | Stream::Purse(_) => Readable::Yes,
            };
            if matches!(read, Readable::Yes) {
                gathered.consumed.push((*stream, *to));
            }
        }
        // A table with nothing new is read up to what the link has counted, once; in later turns it
        // stands where it stood.
        let quiet = |table: &TableId| {
            let stream = Stream::Table(*table);
            !self.tables.contains_key(table) && !waiting.contains_key(&stream)
        };
        let quiet: Vec<TableId> = self.state.tables.keys().copied().filter(quiet).collect();
        for table in quiet {
            if let Some(to) = consumed.get(&Stream::Table(table)).copied() {
                self.read_table(table, (to, to), &mut gathered).await?;
            }
        }
        self.look_at_waiting_tables(&consumed).await?;
        Ok(gathered)
    }

    /// No table may wait for a link that has nothing to say: one whose jackpots are due is read to the
    /// end of its log, whether an entry called the link or not. Logs of older versions do not call it
    /// for a hand that is turned after the last box was settled. Only how the table stands is taken from
    /// it: what has to be counted is announced, and is counted in the turn that finds it announced.
    async fn look_at_waiting_tables(
        &mut self,
        consumed: &BTreeMap<Stream, u64>,
    ) -> Result<(), ServiceError> {
        let id = self.state.id;
        let tables = self.tables.values().map(|it| &it.state);
        let tables = tables.filter(|state| state.waits_for_link() == Some(id));
        let waiting: Vec<(Stream, u64)> = tables
            .map(|state| (state.stream(), state.head().seq))
            .collect();
        for (stream, read) in waiting {
            let head = self.store().head(stream).await?;
            if let Stream::Table(table) = stream
                && head.seq > read
            {
                let from = consumed.get(&stream).copied().unwrap_or(0);
                let mut later = Gathered::default();
                self.read_table(table, (from, head.seq), &mut later).await?;
            }
        }
        Ok(())
    }

    /// Reads a table up to `to`, and gathers what it said after `from`.
    async fn read_table(
        &mut self,
        table: TableId,
        (from, to): (u64, u64),
        gathered: &mut Gathered,
    ) -> Result<Readable, ServiceError> {
        let store = Arc::clone(self.store());
        let mut followed = match self.tables.remove(&table) {
            Some(followed) => followed,
            None => FollowedTable::new(self.unread_table(table, from, to).await),
        };
        let started = followed.state.head().seq;
        followed.notes.consumed_to(from);
        let mut read = followed.read_on(&*store, (self.state.id, from), to).await?;
        if read.is_none() && started > 0 {
            // The log may be sound where a snapshot of it is not.
            followed = FollowedTable::new(self.pit.new_state(table));
            read = followed.read_on(&*store, (self.state.id, from), to).await?;
        }
        if read.is_none() {
            // A table whose log cannot be read has stopped. The link goes on with the others, and
            // reads this one again should its log ever be put right.
            return Ok(Readable::No);
        }
        followed.notes.gather_to(table, to, gathered);
        self.tables.insert(table, followed);
        Ok(Readable::Yes)
    }

    /// The table from its latest snapshot that says nothing of what the link has still to hear. A
    /// table's snapshot does not have its last round: at least one entry is read behind it.
    async fn unread_table(&self, table: TableId, from: u64, to: u64) -> TableState {
        let first = self.pit.new_state(table);
        let up_to = from.min(to.saturating_sub(1));
        let restored = first.from_latest_snapshot(&**self.store(), up_to).await;
        restored.unwrap_or(first)
    }

    /// What a link that ended left to this one, in its entries after `from` up to `to`.
    async fn read_link(
        &self,
        other: LinkId,
        (from, to): (u64, u64),
        gathered: &mut Gathered,
    ) -> Result<Readable, ServiceError> {
        let stream = Stream::Link(other);
        let mut state = LinkState::from_latest_snapshot(&**self.store(), other, from).await;
        let begin = state.head().seq;
        let mut received = Vec::new();
        let mut take = |row: &Row| {
            let event = state.take(row)?;
            if let LinkEvent::Decommissioned { to: heir, .. } = event
                && row.seq > from
                && heir == self.state.id
            {
                let (link, amount) = (other, state.meters().left);
                received.push(Received { link, amount });
            }
            Ok(())
        };
        let read = read_on(&**self.store(), stream, (begin, to), &mut take);
        if read.await?.is_err() {
            return Ok(Readable::No);
        }
        gathered.received.extend(received);
        Ok(Readable::Yes)
    }
}
