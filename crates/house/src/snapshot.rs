//! Starting from a snapshot instead of the first entry of a log.
//!
//! The dealer of a table and the controller of a link store a snapshot of their state every few hundred
//! entries, once what they decided is stored and answered. Whoever reads the stream next starts from
//! the latest one it can use: one in the format this program writes, bound to the entry that lies in the
//! log, under rules this program has. All others are left aside, and a log without any is read from its
//! first entry. No snapshot is needed, so no error of one is an error of the caller; `verify` compares
//! each with its own replay of the whole log.

use std::collections::VecDeque;

use crate::log::Stream;
use crate::store::{Head, SNAPSHOTS_KEPT, Snapshot, Store};

/// How the bodies of snapshots are written. A change of what stands in them, or of what the rules make
/// of the same log, takes the next number: snapshots of the number before are then left aside.
pub const FORMAT: u32 = 2;

/// At least so many entries lie between two snapshots of a stream.
pub const ENTRIES_BETWEEN: u64 = 400;

/// The latest state that `restore` makes of a snapshot behind an entry up to `up_to`. `restore` is given
/// the head of the stream behind that entry, without its epoch, and the body.
pub(crate) async fn latest<S>(
    store: &dyn Store,
    stream: Stream,
    up_to: u64,
    restore: impl Fn(Head, &[u8]) -> Option<S>,
) -> Option<S> {
    let mut up_to = up_to;
    for _ in 0..SNAPSHOTS_KEPT {
        let snapshot = store.snapshots(stream, up_to, 1).await.ok()?.pop()?;
        if let Some(head) = head_behind(store, &snapshot).await
            && let Some(state) = restore(head, &snapshot.body)
        {
            return Some(state);
        }
        up_to = snapshot.seq.checked_sub(1)?;
    }
    None
}

/// The head of its stream behind the entry a snapshot is bound to; none where it is bound to another
/// entry than the one in the log, or written in another format.
async fn head_behind(store: &dyn Store, snapshot: &Snapshot) -> Option<Head> {
    if snapshot.format != FORMAT {
        return None;
    }
    let before = snapshot.seq.checked_sub(1)?;
    let row = store.read(snapshot.stream, before, 1).await.ok()?.pop()?;
    let bound = row.seq == snapshot.seq && snapshot.is_behind(row.fingerprint);
    bound.then_some(Head {
        seq: row.seq,
        fingerprint: row.fingerprint,
        epoch: 0,
    })
}

/// Snapshots that are to be stored, and the entry behind which the last one was taken.
#[derive(Debug, Default)]
pub(crate) struct Due {
    last: u64,
    waiting: VecDeque<Snapshot>,
}

impl Due {
    /// The stream was read from a snapshot behind this entry.
    pub fn start_at(&mut self, seq: u64) {
        self.last = seq;
    }

    /// Whether enough entries lie between the last snapshot and this one.
    pub fn is_due(&self, seq: u64) -> bool {
        seq.saturating_sub(self.last) >= ENTRIES_BETWEEN
    }

    /// One to be stored. Of those that wait only as many are held as a store keeps.
    pub fn add(&mut self, snapshot: Snapshot) {
        self.last = snapshot.seq;
        self.waiting.push_back(snapshot);
        if self.waiting.len() > SNAPSHOTS_KEPT {
            self.waiting.pop_front();
        }
    }

    /// Stores what waits. A snapshot that cannot be stored is forgotten: the next one takes its place.
    pub async fn store_all(&mut self, store: &dyn Store) {
        while let Some(snapshot) = self.waiting.pop_front() {
            drop(store.put_snapshot(snapshot).await);
        }
    }
}
