//! One stream, read on entry by entry.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use game::{Actor, PersonId, Timestamp};

use super::{CommandMeta, LoggedEntry, Payload, Projection, Reached};
use crate::cage::CageEntry;
use crate::link::LinkState;
use crate::log::{CommandId, CorruptEntry, ReadBlocked, Stream};
use crate::loss::HouseLogEntry;
use crate::store::{Head, PostedRow, Row, Store, StoreError, panic_message};
use crate::table::{DeckAccess, TableState};

/// Entries read at a time.
const PAGE: usize = 1_000;

/// A stream as far as it was read.
pub(crate) struct StreamFeed {
    stream: Stream,
    state: StreamState,
    /// The command of the last entry.
    command: Option<CommandMeta>,
    /// The entry at which reading ended for good.
    corrupt: Option<CorruptEntry>,
    sealed: bool,
}

enum StreamState {
    /// Shared with readers of the state: copied before it changes where one of them still has it.
    Table(Arc<TableState>),
    Link(Box<LinkState>),
    Cage(Head),
}

impl StreamFeed {
    /// A stream of which nothing was read yet, for a reader that sees this much of the decks.
    pub fn new(stream: Stream, access: &DeckAccess) -> StreamFeed {
        let state = match stream {
            Stream::Table(id) => {
                let table = TableState::new(id).with_access(access.clone());
                StreamState::Table(Arc::new(table))
            }
            Stream::Link(id) => StreamState::Link(Box::new(LinkState::new(id))),
            Stream::House | Stream::Purse(_) => StreamState::Cage(Head::start(stream)),
        };
        StreamFeed {
            stream,
            state,
            command: None,
            corrupt: None,
            sealed: false,
        }
    }

    /// Goes on from a state of the table that another reader or the table's own task has, if that is
    /// further. It must stand between two commands.
    pub fn adopt(&mut self, table: &Arc<TableState>) {
        if let StreamState::Table(own) = &mut self.state
            && own.stream() == table.stream()
            && own.head().seq < table.head().seq
        {
            *own = Arc::clone(table);
            self.corrupt = None;
            self.sealed = false;
        }
    }

    /// Starts from the latest snapshot behind an entry up to `up_to`, where nothing was read yet and there
    /// is one. The entries before it are not given to any projection.
    pub async fn start_from_snapshot(&mut self, store: &dyn Store, up_to: u64) {
        if self.seq() > 0 || self.corrupt.is_some() {
            return;
        }
        match &mut self.state {
            StreamState::Table(state) => {
                if let Some(latest) = state.from_latest_snapshot(store, up_to).await {
                    *state = Arc::new(latest);
                }
            }
            StreamState::Link(state) => {
                if let Stream::Link(link) = self.stream {
                    **state = LinkState::from_latest_snapshot(store, link, up_to).await;
                }
            }
            StreamState::Cage(_) => {}
        }
    }

    /// The table, where this is the stream of one.
    pub fn table(&self) -> Option<&Arc<TableState>> {
        match &self.state {
            StreamState::Table(state) => Some(state),
            StreamState::Link(_) | StreamState::Cage(_) => None,
        }
    }

    /// The link, where this is the stream of one.
    pub fn link(&self) -> Option<&LinkState> {
        match &self.state {
            StreamState::Link(state) => Some(state),
            StreamState::Table(_) | StreamState::Cage(_) => None,
        }
    }

    /// The entry at which reading ended for good.
    pub fn corrupt(&self) -> Option<&CorruptEntry> {
        self.corrupt.as_ref()
    }

    /// Whether the last [`StreamFeed::catch_up`] read as far as it was asked to.
    pub fn reached(&self) -> Reached {
        if self.corrupt.is_some() {
            Reached::Unreadable
        } else if self.sealed {
            Reached::Sealed
        } else {
            Reached::Whole
        }
    }

    /// Reads on up to the entry `to`, which is the last of a command, or as far as it can.
    pub async fn catch_up(
        &mut self,
        store: &dyn Store,
        to: u64,
        projection: &mut impl Projection,
    ) -> Result<(), StoreError> {
        self.sealed = false;
        while self.corrupt.is_none() && self.seq() < to {
            let (stream, after) = (self.stream, self.seq());
            let most = usize::try_from(to - after).map_or(PAGE, |left| left.min(PAGE));
            let mut rows = store.read(stream, after, most).await?;
            rows.truncate(rows.partition_point(|row| row.seq <= to));
            let postings = if projection.needs_postings() {
                store.postings(stream, after, most).await?
            } else {
                Vec::new()
            };
            if rows.is_empty() {
                let (seq, what) = (after + 1, "it is missing".to_owned());
                self.corrupt = Some(CorruptEntry { stream, seq, what });
            }
            if let StreamState::Table(state) = &mut self.state {
                Arc::make_mut(state).preload_seeds(&rows);
            }
            match self.read_rows(&rows, &postings, projection) {
                Err(ReadBlocked::Corrupt(corrupt)) => self.corrupt = Some(corrupt),
                Err(ReadBlocked::Sealed(_)) if self.seq() == after => {
                    self.sealed = true;
                    return Ok(());
                }
                // A deal within the page: its seed may be told on the page that begins there.
                Ok(()) | Err(ReadBlocked::Sealed(_)) => {}
            }
        }
        Ok(())
    }

    fn read_rows(
        &mut self,
        rows: &[Row],
        mut postings: &[PostedRow],
        projection: &mut impl Projection,
    ) -> Result<(), ReadBlocked> {
        let stream = self.stream;
        for row in rows {
            let own = postings.iter().take_while(|posted| posted.seq <= row.seq);
            let (own, rest) = postings.split_at(own.count());
            postings = rest;
            let read = catch_unwind(AssertUnwindSafe(|| self.read_row(row, own, projection)));
            read.unwrap_or_else(|broken| {
                let (seq, what) = (row.seq, panic_message(&*broken));
                Err(ReadBlocked::Corrupt(CorruptEntry { stream, seq, what }))
            })?;
        }
        Ok(())
    }

    fn read_row(
        &mut self,
        row: &Row,
        rows: &[PostedRow],
        projection: &mut impl Projection,
    ) -> Result<(), ReadBlocked> {
        let (stream, seq) = (self.stream, row.seq);
        let corrupt = |what: String| CorruptEntry { stream, seq, what };
        let logged = |command: Option<CommandMeta>, payload| {
            let command = command.ok_or_else(|| corrupt("no command caused it".to_owned()))?;
            Ok::<_, CorruptEntry>(LoggedEntry {
                stream,
                seq,
                command,
                payload,
                rows,
            })
        };
        match &mut self.state {
            StreamState::Table(before) => {
                let (entry, next) = before.read_next(row)?;
                let requested = entry.requested.as_ref();
                let requested = requested
                    .map(|requested| command_meta(entry.id, requested.by, None, requested.now));
                self.command = requested.or(self.command);
                let event = &entry.event;
                projection.apply(&logged(self.command, Payload::Table { event, before })?);
                Arc::make_mut(before).apply_entry(&entry, next);
            }
            StreamState::Link(before) => {
                let (entry, next) = before.read_next(row)?;
                let requested = entry.requested.as_ref().map(|requested| {
                    let with = requested.with.and_then(Actor::person);
                    command_meta(entry.id, requested.by, with, requested.now)
                });
                self.command = requested.or(self.command);
                let event = &entry.event;
                projection.apply(&logged(self.command, Payload::Link { event, before })?);
                before.apply_entry(&entry, next);
            }
            StreamState::Cage(head) => {
                let next = head.follows(row).map_err(corrupt)?;
                let (cage, house) = (CageEntry::read(&row.bytes), HouseLogEntry::read(&row.bytes));
                match (cage, house, stream) {
                    (Err(_), Ok(entry), Stream::House) => {
                        let requested = entry.requested.as_ref();
                        let requested = requested.map(|requested| {
                            command_meta(entry.id, requested.by, requested.with, requested.now)
                        });
                        projection.apply(&logged(requested, Payload::House(&entry.event))?);
                    }
                    (cage, _, _) => {
                        let entry = cage.map_err(|error| corrupt(error.to_string()))?;
                        let requested = entry.requested.map(|requested| {
                            command_meta(entry.id, requested.by, requested.with, requested.now)
                        });
                        projection.apply(&logged(requested, Payload::Cage(entry.event))?);
                    }
                }
                *head = next;
            }
        }
        Ok(())
    }

    /// The number of the last entry that was read.
    pub fn seq(&self) -> u64 {
        match &self.state {
            StreamState::Table(state) => state.head().seq,
            StreamState::Link(state) => state.head().seq,
            StreamState::Cage(head) => head.seq,
        }
    }
}

fn command_meta(id: CommandId, by: Actor, with: Option<PersonId>, at: Timestamp) -> CommandMeta {
    CommandMeta { id, by, with, at }
}
