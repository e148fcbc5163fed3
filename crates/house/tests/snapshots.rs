//! A table or a link that starts from a snapshot is the one its whole log tells.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod tampered;

use std::sync::Arc;

use floor::dealt::Habits;
use floor::linked::{DEALER, LEVEL, LINK, NOTHING, ROYAL, Scene, evening};
use floor::parlour::Parlour;
use floor::{Enough, Floor, HandClock};
use game::{Event, RulebookId};
use house::dealer::Dealer;
use house::link::{Controller, LinkRequest};
use house::log::Stream;
use house::pit::Pit;
use house::snapshot::{ENTRIES_BETWEEN, FORMAT};
use house::store::{MemoryContents, MemoryStore, Row, Snapshot, Store};
use house::table::{DeckAccess, TableEntry, TableEvent, TableState};
use ledger::TableId;
use tampered::{Lie, Tampered};

const TABLE: TableId = TableId(7);
const STREAM: Stream = Stream::Table(TABLE);

/// A store with these entries and no snapshot.
async fn without_snapshots(store: &dyn Store, stream: Stream) -> MemoryStore {
    let rows = store.read(stream, 0, usize::MAX).await.unwrap();
    let head = store.head(stream).await.unwrap();
    MemoryStore::with_contents(MemoryContents {
        streams: vec![(stream, head, rows, Vec::new())],
        balances: Vec::new(),
    })
}

/// Plays a log again, and at each opening of bets starts once more from a snapshot of the moment before;
/// how often.
async fn plays_on_the_same(store: &dyn Store, access: &DeckAccess) -> u32 {
    let bare = without_snapshots(store, STREAM).await;
    let rows = bare.read(STREAM, 0, usize::MAX).await.unwrap();
    let unread = || {
        let mut state = TableState::new(TABLE).with_access(access.clone());
        state.preload_seeds(&rows);
        state
    };
    let (mut whole, mut restored, mut times) = (unread(), Vec::<TableState>::new(), 0);
    for row in &rows {
        whole.preload_seeds(&rows);
        let entry = TableEntry::read(&row.bytes).unwrap();
        if matches!(entry.event, TableEvent::Game(Event::BetsOpened { .. })) {
            let head = whole.head();
            if head.seq == 0 {
                continue;
            }
            let body = whole.snapshot_body().unwrap();
            let snapshot = Snapshot::behind(STREAM, head, FORMAT, body);
            bare.put_snapshot(snapshot).await.unwrap();
            let state = unread().from_latest_snapshot(&bare, head.seq).await;
            let mut state = state.unwrap();
            state.preload_seeds(&rows);
            assert_eq!(state.head().seq, head.seq);
            // The first one to the end of the log, the others until the next.
            restored.truncate(1);
            restored.push(state);
            times += 1;
        }
        whole.take(row).unwrap();
        let expected = format!("{whole:?}");
        for state in &mut restored {
            state.take(row).unwrap();
            state.preload_seeds(&rows);
            whole.preload_seeds(&rows);
            assert_eq!(format!("{state:?}"), expected, "after {}", row.seq);
            assert!(state.table() == whole.table(), "after {}", row.seq);
        }
    }
    times
}

#[tokio::test]
async fn a_restored_table_is_the_table_whatever_happened_at_it() {
    let mut times = 0;
    for seed in 0..40 {
        let floor = Floor::new(MemoryStore::default());
        floor
            .play_irregular(TABLE, seed, Enough::Entries(150))
            .await;
        times += plays_on_the_same(&*floor.store, &DeckAccess::default()).await;
    }
    assert!(times > 100, "{times}");
}

#[tokio::test]
async fn a_restored_table_knows_the_decks_of_the_house() {
    for id in RulebookId::ALL {
        let mut parlour = Parlour::new(id, Habits::Withhold).await;
        parlour.play_rounds(5).await;
        let key = DeckAccess::with_key(Arc::clone(&parlour.vault));
        assert!(plays_on_the_same(&*parlour.floor.store, &key).await >= 4);
    }
}

/// A long evening at one table.
async fn long_evening(seed: u64) -> Arc<MemoryStore> {
    let floor = Floor::new(MemoryStore::default());
    floor
        .play_irregular(TABLE, seed, Enough::Entries(2_500))
        .await;
    Arc::clone(&floor.store)
}

async fn looked_at(store: Arc<dyn Store>) -> TableState {
    let dealer = Dealer::new(store, Arc::new(HandClock::default()), TABLE);
    dealer.start().snapshot().await.unwrap()
}

/// A dealer stores snapshots while it plays, and the next one reads nothing before the last of them.
#[tokio::test]
async fn the_next_dealer_starts_behind_the_last_snapshot() {
    let store = long_evening(5).await;
    let kept = store.snapshots(STREAM, u64::MAX, 9).await.unwrap();
    assert!(kept.len() >= 4, "{}", kept.len());
    let apart = |pair: &[Snapshot]| pair[0].seq - pair[1].seq;
    assert!(kept.windows(2).all(|pair| apart(pair) >= ENTRIES_BETWEEN));
    let head = store.head(STREAM).await.unwrap();
    assert!(head.seq - kept[0].seq < 2 * ENTRIES_BETWEEN);
    let whole = looked_at(Arc::new(without_snapshots(&*store, STREAM).await)).await;
    let lie = Lie::Forgotten(STREAM, kept[0].seq);
    let honest = Arc::clone(&store);
    let restored = looked_at(Arc::new(Tampered::new(honest, lie))).await;
    assert_eq!(format!("{restored:?}"), format!("{whole:?}"));
}

/// A dealer that has to read the whole log leaves snapshots for the next.
#[tokio::test]
async fn a_reader_of_a_long_log_stores_snapshots_of_it() {
    let played = long_evening(5).await;
    let bare = without_snapshots(&*played, STREAM).await;
    let store: Arc<dyn Store> = Arc::new(bare);
    let dealer = Dealer::new(Arc::clone(&store), Arc::new(HandClock::default()), TABLE);
    let seat = dealer.start();
    seat.snapshot().await.unwrap();
    // The answer is out before the snapshots are stored, and they before the next answer.
    seat.snapshot().await.unwrap();
    let kept = played.snapshots(STREAM, u64::MAX, 9).await.unwrap();
    assert_eq!(store.snapshots(STREAM, u64::MAX, 9).await.unwrap(), kept);
}

/// Whatever is wrong with a snapshot, the table is the one its log tells.
#[tokio::test]
async fn a_snapshot_that_does_not_fit_is_left_aside() {
    let store = long_evening(5).await;
    let bare = without_snapshots(&*store, STREAM).await;
    let whole = format!("{:?}", looked_at(Arc::new(bare)).await);
    let rows = store.read(STREAM, 0, usize::MAX).await.unwrap();
    let good = store
        .snapshots(STREAM, u64::MAX, 1)
        .await
        .unwrap()
        .remove(0);
    let row = |seq: u64| &rows[usize::try_from(seq).unwrap() - 1];
    let bound = |row: &Row, format: u32, body: &[u8]| {
        let head = house::store::Head {
            seq: row.seq,
            fingerprint: row.fingerprint,
            epoch: 0,
        };
        Snapshot::behind(STREAM, head, format, body.to_vec())
    };
    let mut flipped = good.clone();
    let mut body = good.body.to_vec();
    body[20] ^= 1;
    flipped.body = body.clone().into();
    let mut moved = good.clone();
    moved.seq += 1;
    let wrong = [
        flipped,
        moved,
        bound(row(good.seq), FORMAT + 1, &good.body),
        bound(row(good.seq), FORMAT, b"{}"),
        bound(row(good.seq), FORMAT, &[]),
        // In the middle of a round: the next entry belongs to one that was never opened.
        bound(row(good.seq + 3), FORMAT, &good.body),
    ];
    for snapshot in wrong {
        let seq = snapshot.seq;
        let other = without_snapshots(&*store, STREAM).await;
        other.put_snapshot(snapshot).await.unwrap();
        let found = looked_at(Arc::new(other)).await;
        assert_eq!(format!("{found:?}"), whole, "snapshot behind {seq}");
    }
}

/// The link has its own, and reads its tables from theirs.
#[tokio::test]
async fn a_link_starts_behind_its_last_snapshot() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 2).await;
    let mut evening = evening(&scene, 1, RulebookId::Rws2020).await;
    evening.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    scene.link.turn().await.unwrap();
    let (_, hit) = scene.link.state().hit_of(TableId(1), 1).unwrap();
    let displayed = hit.claim.before;
    evening.concludes(displayed).await;
    while scene.link.state().head().seq < 2 * ENTRIES_BETWEEN + 100 {
        let what = "the pit says so".to_owned();
        scene.request(LinkRequest::ReportFault { what }).await;
        scene.request(LinkRequest::ClearFault).await;
        scene.link.turn().await.unwrap();
    }
    let store = Arc::clone(&scene.floor.store);
    let kept = store.snapshots(Stream::Link(LINK), u64::MAX, 9).await;
    let kept = kept.unwrap();
    assert!(kept.len() >= 2, "{}", kept.len());
    let lie = Lie::Forgotten(Stream::Link(LINK), kept[0].seq);
    let honest = Arc::clone(&store);
    let forgetful = Tampered::new(honest, lie);
    let pit = Pit::new(Arc::new(forgetful), Arc::new(HandClock::default()));
    let mut link = Controller::new(Arc::new(pit), LINK);
    link.turn().await.unwrap();
    let expected = scene.link.state().snapshot_body();
    assert_eq!(link.state().snapshot_body(), expected);
    assert_eq!(link.state().head(), scene.link.state().head());
}
