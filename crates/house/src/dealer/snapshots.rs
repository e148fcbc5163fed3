//! Where a dealer starts reading its table's log, and which snapshots it stores on the way.
//!
//! A table is caught just before bets are opened, whether this dealer opens them or reads that another
//! process did. What was taken is stored once the answer is out.

use super::Dealer;
use crate::log::{CorruptEntry, ReadBlocked};
use crate::response::ServiceError;
use crate::snapshot::Due;
use crate::store::{Head, LogReader, Row, StoreError, read_on};
use crate::table::{TableDecision, TableEvent, TableState};

impl Dealer {
    /// Reads the table up to `head`, and returns what happened in the entries read; an entry that cannot
    /// be read is the inner error. A table of which nothing is known yet starts from its latest snapshot.
    pub(super) async fn read_to(
        &mut self,
        head: Head,
    ) -> Result<Result<Vec<TableEvent>, CorruptEntry>, ServiceError> {
        if self.state.head().seq == 0
            && let Some(before) = head.seq.checked_sub(1)
            && let Some(restored) = self.state.from_latest_snapshot(&*self.store, before).await
        {
            let unread = core::mem::replace(&mut self.state, restored);
            self.due.start_at(self.state.head().seq);
            if let Ok(events) = self.read_on_to(head).await? {
                return Ok(Ok(events));
            }
            // The log may be sound and the snapshot not: only a reading of the whole log can tell.
            (self.state, self.due) = (unread, Due::default());
        }
        Ok(self.read_on_to(head).await?)
    }

    async fn read_on_to(
        &mut self,
        head: Head,
    ) -> Result<Result<Vec<TableEvent>, CorruptEntry>, StoreError> {
        let (stream, from) = (self.state.stream(), self.state.head().seq);
        let mut reader = CatchUp {
            state: &mut self.state,
            due: &mut self.due,
            events: Vec::new(),
        };
        let read = read_on(&*self.store, stream, (from, head.seq), &mut reader);
        Ok(read.await?.map(|()| reader.events))
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

/// A dealer that reads what was written.
struct CatchUp<'a> {
    state: &'a mut TableState,
    due: &'a mut Due,
    events: Vec<TableEvent>,
}

impl LogReader for CatchUp<'_> {
    fn ahead(&mut self, rows: &[Row]) {
        self.state.preload_seeds(rows);
    }

    fn take(&mut self, row: &Row) -> Result<(), ReadBlocked> {
        let (entry, next) = self.state.read_next(row)?;
        note(self.due, self.state, &entry.event);
        self.state.apply_entry(&entry, next);
        self.events.push(entry.event);
        Ok(())
    }
}
