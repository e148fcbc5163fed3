//! Snapshots of a table that do not agree with its log.

use audit::verify::{FindingPlace, verify};
use game::Event;
use house::snapshot::FORMAT;
use house::store::{Head, MemoryContents, MemoryStore, Row, Snapshot, Store};
use house::table::{TableEntry, TableEvent, TableState};

use super::{STREAM, TABLE, house};

/// The number of an entry inside a command after which no round is in play.
fn inside_a_command(rows: &[Row]) -> u64 {
    let entries = rows.iter().map(|row| TableEntry::read(&row.bytes).unwrap());
    let mut begins = rows.iter().zip(entries.skip(1));
    let ends_round = |entry: &TableEntry| {
        let is_end = matches!(
            entry.event,
            TableEvent::Game(Event::RoundConcluded | Event::RoundVoided { .. })
        );
        is_end && entry.requested.is_none()
    };
    let (before, _) = begins.find(|(_, next)| ends_round(next)).unwrap();
    before.seq
}

/// A snapshot that agrees is counted; one that does not is named, and the rest of the house is clean.
#[tokio::test]
async fn a_wrong_snapshot_is_named() {
    let store = house(5, 2_500).await;
    let kept = store.snapshots(STREAM, u64::MAX, 9).await.unwrap();
    assert!(kept.len() >= 4, "{}", kept.len());
    let verdict = verify(&*store).await.unwrap();
    let compared = usize::try_from(verdict.snapshots).unwrap();
    assert_eq!((verdict.findings.len(), compared), (0, kept.len()));
    let rows = store.read(STREAM, 0, usize::MAX).await.unwrap();
    let posted = store.postings(STREAM, 0, usize::MAX).await.unwrap();
    let head = store.head(STREAM).await.unwrap();
    let good = &kept[1];
    let inside = inside_a_command(&rows);
    let bound = |seq: u64, body: &[u8]| {
        let row = &rows[usize::try_from(seq).unwrap() - 1];
        let (seq, fingerprint, epoch) = (row.seq, row.fingerprint, 0);
        let head = Head {
            seq,
            fingerprint,
            epoch,
        };
        Snapshot::behind(STREAM, head, FORMAT, body.to_vec())
    };
    let mut unbound = good.clone();
    unbound.fingerprint.0[0] ^= 1;
    let text = core::str::from_utf8(&good.body).unwrap();
    let other = text.replacen("\"rounds\":", "\"rounds\":1", 1);
    assert_ne!(other, text);
    for (wrong, said) in [
        (unbound, "it is not bound to its entry, or was changed"),
        (
            bound(good.seq, other.as_bytes()),
            "a replay of the whole log comes to another state",
        ),
        (
            bound(good.seq + 3, &good.body),
            "the replay is in the middle of a round or a command there",
        ),
        (
            bound(inside, &good.body),
            "the replay is in the middle of a round or a command there",
        ),
    ] {
        let seq = wrong.seq;
        let contents = MemoryContents {
            streams: vec![(STREAM, head, rows.clone(), posted.clone())],
            balances: Vec::new(),
        };
        let tampered = MemoryStore::with_contents(contents);
        tampered.put_snapshot(kept[0].clone()).await.unwrap();
        tampered.put_snapshot(wrong).await.unwrap();
        let verdict = verify(&tampered).await.unwrap();
        assert_eq!(verdict.snapshots, 1);
        let found = verdict.findings.iter();
        let mut found = found.filter(|it| matches!(it.place, FindingPlace::Snapshot(..)));
        let finding = found.next().unwrap();
        assert_eq!(finding.place, FindingPlace::Snapshot(STREAM, seq));
        assert_eq!(finding.what, said);
        assert_eq!(found.next(), None);
    }
}

/// Where a snapshot stands behind the head, before no opening of bets, or is of another version.
#[tokio::test]
async fn a_snapshot_at_the_wrong_place_is_named() {
    let store = house(5, 300).await;
    let rows = store.read(STREAM, 0, usize::MAX).await.unwrap();
    // The table is open, and the next entry is not the opening of bets.
    let mut state = TableState::new(TABLE);
    state.take(&rows[0]).unwrap();
    let early = Snapshot::behind(STREAM, state.head(), FORMAT, state.snapshot_body().unwrap());
    let head = store.head(STREAM).await.unwrap();
    let beyond = Head {
        seq: head.seq + 1,
        ..head
    };
    let body = early.body.to_vec();
    let beyond = Snapshot::behind(STREAM, beyond, FORMAT, body.clone());
    let other = Snapshot::behind(STREAM, head, FORMAT + 1, body);
    for snapshot in [early.clone(), beyond.clone(), other] {
        store.put_snapshot(snapshot).await.unwrap();
    }
    let verdict = verify(&*store).await.unwrap();
    assert_eq!(verdict.snapshots_of_other_versions, 1);
    let found = verdict
        .findings
        .iter()
        .map(|it| (it.place, it.what.as_str()));
    let mut found: Vec<(FindingPlace, &str)> = found.collect();
    found.sort_by_key(|(_, what)| *what);
    let expected = [
        (
            FindingPlace::Snapshot(STREAM, early.seq),
            "no bets are opened behind it: a round is missing",
        ),
        (
            FindingPlace::Snapshot(STREAM, beyond.seq),
            "the head of its log does not cover it",
        ),
    ];
    assert_eq!(found, expected);
}
