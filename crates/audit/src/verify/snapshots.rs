//! The snapshots of a stream, compared with the replay of its whole log.
//!
//! A process that starts from a wrong snapshot would decide on a state that no log tells. So each one is
//! held against the state the replay has behind the same entry, byte for byte, and a table's must stand
//! before an opening of bets, since it does not have the round before that. A snapshot that another
//! version of the program wrote in its own format is not read by this one, and not compared.

use std::collections::VecDeque;

use game::Event;
use house::log::Stream;
use house::snapshot::FORMAT;
use house::store::{Head, Row, Snapshot, Store, StoreError};
use house::table::{TableEntry, TableEvent};

use super::replay::Replay;
use super::{AuditFinding, FindingPlace};

/// The snapshots of one stream, while it is read.
#[derive(Default)]
pub struct SnapshotCheck {
    /// By number, the first first.
    waiting: VecDeque<Snapshot>,
    /// A table's snapshot that agrees, and whose next entry is still to be read.
    before_opening: Option<FindingPlace>,
    /// Those that agree with the replay.
    pub agreed: u64,
    /// Those that do not.
    pub findings: Vec<AuditFinding>,
    /// Those behind an entry that the head does not cover.
    pub beyond: Vec<u64>,
    /// Those that another version of the program wrote: no process of this one reads them.
    pub of_other_versions: u64,
}

impl SnapshotCheck {
    /// Those of the stream, of which this head is verified.
    pub async fn read(
        store: &dyn Store,
        stream: Stream,
        head: Head,
    ) -> Result<SnapshotCheck, StoreError> {
        let mut snapshots = match stream {
            Stream::Table(_) | Stream::Link(_) => {
                store.snapshots(stream, u64::MAX, usize::MAX).await?
            }
            Stream::House | Stream::Purse(_) => Vec::new(),
        };
        let all = snapshots.len();
        snapshots.retain(|it| it.format == FORMAT);
        let of_other_versions = all - snapshots.len();
        snapshots.reverse();
        let covered = snapshots.partition_point(|it| it.seq <= head.seq);
        let beyond = snapshots.split_off(covered);
        Ok(SnapshotCheck {
            waiting: snapshots.into(),
            beyond: beyond.iter().map(|it| it.seq).collect(),
            of_other_versions: of_other_versions as u64,
            ..SnapshotCheck::default()
        })
    }

    /// The entry was read, and the replay stands behind it.
    pub fn take(&mut self, row: &Row, replay: &Replay) {
        if let Some(place) = self.before_opening.take()
            && !opens_bets(row)
        {
            self.find(place, "no bets are opened behind it: a round is missing");
        }
        let reached = |first: &Snapshot| first.seq <= row.seq;
        while self.waiting.front().is_some_and(reached)
            && let Some(snapshot) = self.waiting.pop_front()
        {
            let place = FindingPlace::Snapshot(snapshot.stream, snapshot.seq);
            match compare(&snapshot, row, replay) {
                Ok(()) => {
                    self.agreed += 1;
                    let table = matches!(replay, Replay::Table(_));
                    self.before_opening = table.then_some(place);
                }
                Err(what) => self.find(place, what),
            }
        }
    }

    /// The whole log was read.
    pub fn finish(&mut self) {
        for snapshot in core::mem::take(&mut self.waiting) {
            let place = FindingPlace::Snapshot(snapshot.stream, snapshot.seq);
            self.find(place, "the replay of the log never stood there");
        }
    }

    fn find(&mut self, place: FindingPlace, what: &str) {
        let what = what.to_owned();
        self.findings.push(AuditFinding { place, what });
    }
}

fn compare(snapshot: &Snapshot, row: &Row, replay: &Replay) -> Result<(), &'static str> {
    if snapshot.seq != row.seq || !snapshot.is_behind(row.fingerprint) {
        return Err("it is not bound to its entry, or was changed");
    }
    match replay.snapshot_body() {
        None => Err("the replay is in the middle of a round or a command there"),
        Some(body) if body == snapshot.body[..] => Ok(()),
        Some(_) => Err("a replay of the whole log comes to another state"),
    }
}

fn opens_bets(row: &Row) -> bool {
    let entry = TableEntry::read(&row.bytes);
    entry.is_ok_and(|entry| matches!(entry.event, TableEvent::Game(Event::BetsOpened { .. })))
}
