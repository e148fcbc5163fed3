//! A linked house that has grown by a factor of a hundred does no more work for a turn, for a start or
//! for a comparison of meters than it did before. Counted in rows read, never in time.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod counted;
mod floor;

use std::sync::Arc;
use std::time::Duration;

use counted::{Counted, Reads};
use floor::linked::{DEALER, LEVEL, LINK, NOTHING, ROYAL, Scene, evening};
use floor::round::{DEALER as CROUPIER, Evening};
use game::{Request, RulebookId};
use house::link::{Comparison, Controller};
use house::pit::Pit;
use house::snapshot::{ENTRIES_BETWEEN, FORMAT};
use house::store::{Head, MemoryStore, Snapshot, Store as _};
use ledger::TableId;

const SMALL: u32 = 8;

/// What a house of some size reads.
#[derive(Debug, PartialEq, Eq)]
struct Work {
    /// In each of the last turns.
    turns: Vec<Reads>,
    /// Wins in the link's memory.
    hits: usize,
}

struct House {
    scene: Scene<Counted>,
    table: Evening<Counted>,
}

impl House {
    async fn new() -> House {
        let store = Counted::new(Arc::new(MemoryStore::default()));
        let scene = Scene::new(store, LEVEL, 2).await;
        let table = evening(&scene, 1, RulebookId::Rws2020).await;
        House { scene, table }
    }

    /// Rounds with a win each; what the turns of the last eight read.
    async fn plays(&mut self, rounds: u32) -> Work {
        let mut turns = Vec::new();
        for left in (0..rounds).rev() {
            self.table.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
            self.scene.floor.store.take();
            let turned = self.scene.link.turn().await.unwrap();
            assert_eq!(turned.paid.len(), 1, "{turned:?}");
            if left < SMALL {
                turns.push(self.scene.floor.store.take());
            }
            self.table.reload().await;
            self.table.ask(CROUPIER, Request::Conclude).await;
        }
        let hits = self.scene.link.state().hits().count();
        Work { turns, hits }
    }

    /// What another process reads before it has taken its first turn, and for its first comparison.
    async fn starts(&self) -> [usize; 2] {
        let store = &self.scene.floor.store;
        store.take();
        let pit = Pit::new(store.clone(), self.scene.floor.clock.clone());
        let mut link = Controller::new(Arc::new(pit), LINK);
        link.turn().await.unwrap();
        let turn = store.take().rows;
        let mut comparison = Comparison::new(LINK);
        assert_eq!(comparison.compare(&**store).await.unwrap(), []);
        [turn, store.take().rows]
    }
}

#[tokio::test]
async fn issue_17_10_a_house_does_not_grow_out_of_its_link() {
    let mut house = House::new().await;
    // Before the first round the table was opened.
    house.plays(1).await;
    let small = house.plays(SMALL).await;
    let large = house.plays(99 * SMALL).await;
    assert_eq!(large.turns, small.turns, "rows read in a turn");
    assert_eq!((small.hits, large.hits), (1, 1), "wins kept");
    // Far more entries than a start may read: two logs, each from its latest snapshot.
    let stream = house::log::Stream::Table(TableId(1));
    let head = house.scene.floor.store.head(stream).await.unwrap();
    assert!(head.seq > 20 * ENTRIES_BETWEEN, "{}", head.seq);
    let most = usize::try_from(4 * ENTRIES_BETWEEN).unwrap();
    for rows in house.starts().await {
        assert!(rows < most, "{rows} rows are read at the start");
    }
    house.scene.is_sound().await;
}

/// A comparison that starts from snapshots finds what one from the first entry finds.
#[tokio::test]
async fn a_comparison_from_snapshots_is_as_strict() {
    let mut house = House::new().await;
    house.plays(60).await;
    let store = &house.scene.floor.store;
    let stream = house::log::Stream::Table(TableId(1));
    assert!(
        !store
            .snapshots(stream, u64::MAX, 9)
            .await
            .unwrap()
            .is_empty()
    );
    let mut comparison = Comparison::new(LINK);
    assert_eq!(comparison.compare(&**store).await.unwrap(), []);
    // The table feeds more, and the link says it has consumed it without counting.
    house
        .table
        .reaches_jackpots(&[NOTHING, "9c 8d 2h"], DEALER)
        .await;
    let link = house::log::Stream::Link(LINK);
    let to = store.head(stream).await.unwrap().seq;
    let append = house::store::Append {
        consumed: vec![(stream, to)],
        ..house::store::Append::behind(link, store.head(link).await.unwrap())
    };
    store.append(append).await.unwrap();
    for mut comparison in [comparison, Comparison::new(LINK)] {
        let differences = comparison.compare(&**store).await.unwrap();
        let [difference] = &differences[..] else {
            panic!("{differences:?}")
        };
        let fed = difference.fed - difference.heard;
        assert_eq!(fed, game::Money::major(2));
    }
}

/// A snapshot of a table that does not fit its log is left aside by the link too, and the table is paid.
#[tokio::test]
async fn a_link_reads_a_table_whose_snapshot_does_not_fit() {
    let mut house = House::new().await;
    house.plays(60).await;
    let store = &house.scene.floor.store;
    let stream = house::log::Stream::Table(TableId(1));
    let good = store
        .snapshots(stream, u64::MAX, 1)
        .await
        .unwrap()
        .remove(0);
    // In the middle of a round: the next entry belongs to one that was never opened.
    let row = store.read(stream, good.seq + 2, 1).await.unwrap().remove(0);
    let head = Head {
        seq: row.seq,
        fingerprint: row.fingerprint,
        epoch: 0,
    };
    let wrong = Snapshot::behind(stream, head, FORMAT, good.body.to_vec());
    store.put_snapshot(wrong).await.unwrap();
    house.table.reaches_jackpots(&[NOTHING], DEALER).await;
    let mut link = Controller::new(house.scene.pit.clone(), LINK);
    let turned = link.turn().await.unwrap();
    assert_eq!(turned.paid.len(), 1, "{turned:?}");
}

/// No table waits with its payment until another has stored its own.
#[tokio::test]
async fn tables_are_paid_side_by_side() {
    let store = Counted::new(Arc::new(MemoryStore::default()));
    let mut scene = Scene::new(store, LEVEL, 5).await;
    let mut tables = Vec::new();
    for table in 1..=5 {
        let mut table = evening(&scene, table, RulebookId::Rws2020).await;
        table.reaches_jackpots(&[NOTHING], DEALER).await;
        tables.push(table);
    }
    scene.floor.store.meet(5);
    let turn = tokio::time::timeout(Duration::from_secs(20), scene.link.turn()).await;
    let turned = turn.expect("each table waits for the others").unwrap();
    let paid: Vec<u32> = turned.paid.iter().map(|(table, _)| table.0).collect();
    assert_eq!(paid, [1, 2, 3, 4, 5]);
    scene.is_sound().await;
}
