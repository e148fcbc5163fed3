//! A page of the history reads the newest entries of a long log, and is the page that a replay of the
//! whole log makes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod counted;
mod floor;

use std::sync::Arc;

use counted::Counted;
use floor::dealt::{Habits, next};
use floor::parlour::Parlour;
use floor::{Enough, Floor, form, submit_until_answered};
use game::{Money, PlayerId, RulebookId, Timestamp};
use house::history::{History, HistoryItem, HistoryOf, HistoryPage, Older, Query, Retention};
use house::log::Stream;
use house::snapshot::FORMAT;
use house::store::{Head, MemoryContents, MemoryStore, Snapshot, Store};
use house::table::DeckAccess;
use ledger::TableId;
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

const TABLE: TableId = TableId(7);
const STREAM: Stream = Stream::Table(TABLE);
const OF_TABLE: HistoryOf = HistoryOf::Table(TABLE);

fn few(rounds: usize) -> Retention {
    Retention {
        rounds_per_table: rounds,
        items_per_player: rounds,
    }
}

/// A reader of the store, with its snapshots and without.
fn readers(store: &Arc<MemoryStore>, retention: Retention) -> [(Arc<Counted>, History); 2] {
    let with = Counted::new(Arc::clone(store));
    let without = Counted::without_snapshots(Arc::clone(store));
    [with, without].map(|counted| {
        let counted = Arc::new(counted);
        let history = History::new(counted.clone(), DeckAccess::default(), retention);
        (counted, history)
    })
}

/// Every page, newest first.
async fn pages(history: &History, whose: HistoryOf) -> Vec<HistoryPage> {
    let mut query = Query::newest(whose);
    query.limit = 7;
    let mut pages = Vec::new();
    loop {
        let page = history.page(&query).await.unwrap();
        let older = page.older;
        pages.push(page);
        let Older::Before(cursor) = older else {
            return pages;
        };
        query.before = Some(cursor);
    }
}

/// A table at which everything goes wrong, and its players, as both readers see them.
#[tokio::test]
async fn pages_are_those_of_a_whole_replay() {
    let (mut read, mut whole) = (0, 0);
    for seed in [5, 6, 7] {
        let floor = Floor::new(MemoryStore::default());
        floor
            .play_irregular(TABLE, seed, Enough::Entries(2_500))
            .await;
        for rounds in [1, 4, 30, 1_000] {
            let [(some, bounded), (all, replayed)] = readers(&floor.store, few(rounds));
            let expected = pages(&replayed, OF_TABLE).await;
            assert_eq!(pages(&bounded, OF_TABLE).await, expected, "{seed} {rounds}");
            if rounds < 30 {
                read += some.take().rows;
                whole += all.take().rows;
            }
            for player in (0..40).map(|number| HistoryOf::Player(PlayerId(number))) {
                let expected = pages(&replayed, player).await;
                assert_eq!(pages(&bounded, player).await, expected, "{player:?}");
                assert_eq!(
                    pages(&bounded, OF_TABLE).await.len(),
                    pages(&replayed, OF_TABLE).await.len()
                );
            }
            // Another reader, who asks for players first.
            let [(_, bounded), _] = readers(&floor.store, few(rounds));
            for whose in [HistoryOf::Player(PlayerId(3)), OF_TABLE] {
                let expected = pages(&replayed, whose).await;
                assert_eq!(pages(&bounded, whose).await, expected);
            }
        }
    }
    assert!(read * 2 < whole, "{read} of {whole} entries");
}

/// Without the key, from the seeds that were published.
#[tokio::test]
async fn pages_of_rounds_the_house_dealt_are_those_of_a_whole_replay() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Withhold).await;
    parlour.play_rounds(60).await;
    let [(some, bounded), (all, replayed)] = readers(&parlour.floor.store, few(5));
    let expected = pages(&replayed, OF_TABLE).await;
    assert_eq!(pages(&bounded, OF_TABLE).await, expected);
    let (read, whole) = (some.take().rows, all.take().rows);
    assert!(read < whole, "{read} of {whole} entries");
}

/// One table on a script, by a clock set by hand.
struct Played {
    floor: Floor<MemoryStore>,
    script: ScriptedTable,
    boxes: u32,
}

impl Played {
    async fn new() -> Played {
        let floor = Floor::new(MemoryStore::default());
        let boxes = 3;
        floor.buy_in_players(TABLE, boxes).await;
        let script = ScriptedTable {
            rulebook: RulebookId::Rws2020.form().clone(),
            seed: 9,
            boxes: 3,
            first: PlayerId(0),
            royal_one_in: 1_000_000,
        };
        Played {
            floor,
            script,
            boxes,
        }
    }

    /// Until the log has so many entries; every command a millisecond after the last.
    async fn until(&self, entries: u64, mut now: u64) {
        let own = Jackpots::Own(Money::major(20_000));
        let (seat, rulebook) = (self.floor.table(TABLE), form(RulebookId::Rws2020));
        seat.snapshot().await.unwrap();
        loop {
            let state = seat.state().unwrap();
            if state.head().seq >= entries {
                return;
            }
            let (by, request) = next(&state, &self.script, own, None).unwrap();
            self.floor.clock.set(Timestamp(now));
            now += 1;
            submit_until_answered(&seat, self.floor.table_command(&rulebook, by, request)).await;
        }
    }
}

/// `QUEENHIGH_ENTRIES=N` plays on to N entries.
#[tokio::test]
async fn the_first_page_of_a_long_log_reads_no_more_than_of_a_short_one() {
    let most = std::env::var("QUEENHIGH_ENTRIES");
    let most = most.map_or(16_000, |text| text.parse().unwrap());
    let played = Played::new().await;
    let mut read = Vec::new();
    for entries in [8_000, most] {
        played.until(entries, 1_000_000 * entries).await;
        let [(some, bounded), (_, replayed)] = readers(&played.floor.store, Retention::default());
        let page = bounded.page(&Query::newest(OF_TABLE)).await.unwrap();
        read.push(some.take().rows);
        assert_eq!((page.happened.len(), page.older), (100, Older::NotKept));
        assert_eq!(
            pages(&bounded, OF_TABLE).await,
            pages(&replayed, OF_TABLE).await
        );
        for player in (0..played.boxes).map(|number| HistoryOf::Player(PlayerId(number))) {
            assert_eq!(
                pages(&bounded, player).await,
                pages(&replayed, player).await
            );
        }
    }
    assert!(read[1] < read[0] + 500 && read[1] < 6_000, "{read:?}");
}

/// The rounds kept are those logged last, wherever the clock stood.
#[tokio::test]
async fn a_clock_that_was_set_back_changes_no_page() {
    let played = Played::new().await;
    played.until(2_000, 9_000_000).await;
    played.until(4_000, 1_000_000).await;
    for rounds in [3, 20] {
        let [(_, bounded), (_, replayed)] = readers(&played.floor.store, few(rounds));
        let expected = pages(&replayed, OF_TABLE).await;
        assert_eq!(pages(&bounded, OF_TABLE).await, expected, "{rounds}");
        let rounds = expected.iter().flat_map(|page| &page.happened);
        let late = |item: &&HistoryItem| match item {
            HistoryItem::Round(round) => round.ended < Timestamp(9_000_000),
            HistoryItem::Cage(_) => false,
        };
        assert!(rounds.clone().count() > 0 && rounds.clone().all(|item| late(&item)));
    }
}

/// A snapshot behind which the log cannot be read on is left aside, and one between others too.
#[tokio::test]
async fn a_wrong_snapshot_changes_no_page() {
    let played = Played::new().await;
    played.until(3_000, 1_000_000).await;
    let store = &played.floor.store;
    let rows = store.read(STREAM, 0, usize::MAX).await.unwrap();
    let kept = store.snapshots(STREAM, u64::MAX, 9).await.unwrap();
    let head = store.head(STREAM).await.unwrap();
    assert!(kept.len() >= 4, "{}", kept.len());
    for nth in 0..3 {
        let contents = MemoryContents {
            streams: vec![(STREAM, head, rows.clone(), Vec::new())],
            balances: Vec::new(),
        };
        let tampered = Arc::new(MemoryStore::with_contents(contents));
        for (place, snapshot) in kept.iter().enumerate() {
            if place != nth {
                tampered.put_snapshot(snapshot.clone()).await.unwrap();
                continue;
            }
            // In the middle of a round.
            let row = &rows[usize::try_from(snapshot.seq).unwrap() + 4];
            let behind = Head {
                seq: row.seq,
                fingerprint: row.fingerprint,
                epoch: 0,
            };
            let wrong = Snapshot::behind(STREAM, behind, FORMAT, snapshot.body.to_vec());
            tampered.put_snapshot(wrong).await.unwrap();
        }
        let [(_, bounded), (_, replayed)] = readers(&tampered, few(40));
        let expected = pages(&replayed, OF_TABLE).await;
        assert_eq!(pages(&bounded, OF_TABLE).await, expected, "{nth}");
    }
}
