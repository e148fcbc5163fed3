//! Where a dealer starts reading its table's log, and which snapshots it stores on the way.
//!
//! A table is caught just before bets are opened, whether this dealer opens them or reads that another
//! process did. What was taken is stored once the answer is out.

use std::sync::Arc;

use super::{Committed, Dealer};
use crate::log::{CorruptEntry, ReadBlocked};
use crate::response::ServiceError;
use crate::snapshot::Due;
use crate::store::{Head, LogReader, Row, Store, StoreError, read_on};
use crate::table::{TableDecision, TableEvent, TableState};

impl Dealer {
    /// Reads the table up to `head`, and returns what every command read did, for the subscribers; an
    /// entry that cannot be read is the inner error. A table of which nothing is known yet starts from
    /// its latest snapshot.
    pub(super) async fn read_to(
        &mut self,
        head: Head,
    ) -> Result<Result<Vec<Committed>, CorruptEntry>, ServiceError> {
        if self.state.head().seq == 0
            && let Some(before) = head.seq.checked_sub(1)
            && let Some(restored) = self.state.from_latest_snapshot(&*self.store, before).await
        {
            let unread = core::mem::replace(&mut self.state, Arc::new(restored));
            self.due.start_at(self.state.head().seq);
            if let Ok(commits) = self.read_on_to(head).await? {
                return Ok(Ok(commits));
            }
            // The log may be sound and the snapshot not: only a reading of the whole log can tell.
            (self.state, self.due) = (unread, Due::default());
        }
        Ok(self.read_on_to(head).await?)
    }

    async fn read_on_to(
        &mut self,
        head: Head,
    ) -> Result<Result<Vec<Committed>, CorruptEntry>, StoreError> {
        let (stream, from) = (self.state.stream(), self.state.head().seq);
        let mut reader = CommitReader {
            state: TableState::clone(&self.state),
            has_subscribers: self.has_been_read() && self.commits.receiver_count() > 0,
            due: &mut self.due,
            command: Vec::new(),
            commits: Vec::new(),
            after: 0,
        };
        let read = read_on(&*self.store, stream, (from, head.seq), &mut reader);
        if let Err(corrupt) = read.await? {
            return Ok(Err(corrupt));
        }
        reader.end_command();
        self.state = Arc::new(reader.state);
        Ok(Ok(reader.commits))
    }

    /// Takes a snapshot of the table as it was before the decision, which is stored by now.
    pub(super) fn note_snapshot(&mut self, decision: &TableDecision) {
        if let Some(event) = decision.events.first() {
            note(&mut self.due, &self.state, event);
        }
    }
}

/// Takes a snapshot if one is due and `event`, which comes next, is the moment for it.
fn note(due: &mut Due, state: &TableState, event: &TableEvent) {
    if due.is_due(state.head().seq)
        && let Some(snapshot) = state.snapshot_before(event)
    {
        due.add(snapshot);
    }
}

/// What every command did whose entries lie after `after`, up to `to` or the end of the log, each with the
/// table after it: what a subscriber would have been sent. `unread` is the table before its first entry.
pub(crate) async fn commits_between(
    store: &dyn Store,
    unread: TableState,
    (after, to): (u64, u64),
) -> Result<Vec<Committed>, ServiceError> {
    let stream = unread.stream();
    let to = store.head(stream).await?.seq.min(to);
    let start = unread.from_latest_snapshot(store, after.min(to)).await;
    let state = start.unwrap_or(unread);
    let from = state.head().seq;
    let mut reader = CommitReader {
        state,
        has_subscribers: true,
        due: &mut Due::default(),
        command: Vec::new(),
        commits: Vec::new(),
        after,
    };
    let read = read_on(store, stream, (from, to), &mut reader).await?;
    read.map_err(|corrupt| {
        ServiceError::Store(StoreError::Corrupt {
            place: corrupt.stream.to_string(),
            what: corrupt.to_string(),
        })
    })?;
    reader.end_command();
    Ok(reader.commits)
}

/// Follows the log for a dealer and keeps what every command in it did, for the subscribers.
struct CommitReader<'a> {
    state: TableState,
    due: &'a mut Due,
    has_subscribers: bool,
    /// Commands that end at this entry or before are passed over.
    after: u64,
    /// The events of the command being read.
    command: Vec<TableEvent>,
    commits: Vec<Committed>,
}

impl CommitReader<'_> {
    fn end_command(&mut self) {
        if self.command.is_empty() {
            return;
        }
        let events: Arc<[TableEvent]> = core::mem::take(&mut self.command).into();
        let to = self.state.head().seq;
        if to <= self.after {
            return;
        }
        self.commits.push(Committed {
            from: to - events.len() as u64,
            to,
            events,
            state: Arc::new(self.state.clone()),
            deadline: self.state.deadline(),
            moved_chips: None,
        });
    }
}

impl LogReader for CommitReader<'_> {
    fn ahead(&mut self, rows: &[Row]) {
        self.state.preload_seeds(rows);
    }

    fn take(&mut self, row: &Row) -> Result<(), ReadBlocked> {
        let (entry, next) = self.state.read_next(row)?;
        if entry.requested.is_some() {
            self.end_command();
        }
        note(self.due, &self.state, &entry.event);
        self.state.apply_entry(&entry, next);
        if self.has_subscribers {
            self.command.push(entry.event);
        }
        Ok(())
    }
}
