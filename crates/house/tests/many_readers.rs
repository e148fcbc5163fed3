//! Many read the lobby and the history while tables play, and commits feed them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use floor::{Floor, HandClock, new_projections, submit_until_answered, until_entry};
use game::{Event, PlayerId};
use house::dealer::Dealer;
use house::feed::Reached;
use house::history::{HistoryItem, HistoryOf, Query};
use house::lobby::TableSummary;
use house::log::Stream;
use house::projections::Projections;
use house::store::{MemoryStore, Store};
use house::table::{TableEntry, TableEvent, TableRequest};
use ledger::TableId;
use rehearsal::driver::Driver;
use tokio::task::JoinSet;

/// So long that only notices of commits can have been the cause.
const NEVER: Duration = Duration::from_hours(1);

/// How often each reader has read everything.
type ReadCounts = [AtomicU64; 8];

/// Waits until every reader has read everything from here on once more.
async fn until_read_again(counts: &ReadCounts) {
    let now = counts.each_ref().map(|count| count.load(Ordering::SeqCst));
    let reached = async {
        // A reading under way may have begun before; the one after it has not.
        let again =
            |(count, before): (&AtomicU64, &u64)| count.load(Ordering::SeqCst) >= before + 2;
        while !counts.iter().zip(&now).all(again) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let limited = tokio::time::timeout(Duration::from_mins(1), reached);
    limited.await.expect("the readers read within a minute");
}

/// Plays the script of a seed at the table, and passes on its commits. After every eighth command it waits
/// until all readers have seen the table as it is then, so that they see it change on any machine.
async fn play(
    floor: Arc<Floor<MemoryStore>>,
    projections: Projections,
    table: TableId,
    counts: Arc<ReadCounts>,
) {
    let clock = Arc::new(HandClock::default());
    let seat = Dealer::new(floor.store.clone(), clock.clone(), table).start();
    tokio::spawn(projections.clone().watch(table, seat.subscribe()));
    let seed = 60 + u64::from(table.0);
    let mut driver = Driver::new(seed).map_err(|failed| failed.0).unwrap();
    for _ in 0..4 {
        if driver.checked.table.setup().is_some() {
            driver.play_round().unwrap();
        }
    }
    let rulebook = Arc::new(driver.checked.rulebook.clone());
    for (number, requested) in driver.checked.exchanges.iter().enumerate() {
        clock.set(requested.command.now);
        let request = TableRequest::Game(requested.command.asks.clone());
        let command = floor.table_command(&rulebook, requested.command.by, request);
        submit_until_answered(&seat, command).await;
        if number % 8 == 0 {
            let head = floor.store.head(Stream::Table(table)).await.unwrap();
            until_entry(&projections, table, head.seq).await;
            until_read_again(&counts).await;
        }
    }
}

/// Whether an irregularity was reported in the round after its end. Of all events only that suspends a
/// round that is over; it is over again when it was ruled on, and until then no history has it.
async fn is_taken_up_again(store: &dyn Store, table: TableId, round: u64) -> bool {
    let rows = store.read(Stream::Table(table), 0, usize::MAX).await;
    let (mut played, mut ended) = (0, false);
    for row in rows.unwrap() {
        let TableEvent::Game(event) = TableEntry::read(&row.bytes).unwrap().event else {
            continue;
        };
        if let Event::BetsOpened { round: opened, .. } = event {
            (played, ended) = (opened, false);
        } else if matches!(event, Event::RoundConcluded | Event::RoundVoided { .. }) {
            ended = true;
        } else if matches!(event, Event::IrregularityReported { .. }) && ended && played == round {
            return true;
        }
    }
    false
}

/// Reads the lobby and pages of the history until the tables have played: no summary goes back, each is
/// whole, and a round stays in the history once it is over. Only one that is taken up again after its end
/// leaves it: the last of its table, in which an irregularity was reported late.
async fn read(
    projections: Projections,
    store: Arc<MemoryStore>,
    done: Arc<AtomicBool>,
    player: PlayerId,
    counts: Arc<ReadCounts>,
) -> (u64, usize) {
    let count = &counts[usize::try_from(player.0).unwrap()];
    let mut entries = BTreeMap::<TableId, Arc<TableSummary>>::new();
    let (mut seen, mut changes) = (Vec::<(TableId, u64)>::new(), 0);
    loop {
        let last = done.load(Ordering::SeqCst);
        for summary in projections.lobby().tables {
            let before = entries.get(&summary.table);
            if let Some(before) = before {
                assert!(before.entry <= summary.entry, "{before:?} {summary:?}");
                assert!(before.entry < summary.entry || *before == summary);
                // A table that was closed shows no round.
                let rounds = before.round.zip(summary.round);
                assert!(rounds.is_none_or(|(before, now)| before.number <= now.number));
                changes += usize::from(before.entry < summary.entry);
            }
            assert_eq!(summary.reached, Reached::Whole);
            entries.insert(summary.table, summary);
        }
        let newest = Query::newest(HistoryOf::Player(player));
        let page = projections.history(&newest).await.unwrap();
        let rounds = page.happened.into_iter().filter_map(|item| match item {
            HistoryItem::Round(round) => Some((round.table, round.round)),
            HistoryItem::Cage(_) => None,
        });
        let rounds: Vec<(TableId, u64)> = rounds.collect();
        for (table, round) in &seen {
            if rounds.contains(&(*table, *round)) {
                continue;
            }
            let later = |(of, other): &(TableId, u64)| of == table && other > round;
            assert!(!seen.iter().any(later), "{table:?} {round}: {rounds:?}");
            let taken_up = is_taken_up_again(&*store, *table, *round).await;
            assert!(taken_up, "{table:?} {round}: {rounds:?}");
        }
        seen = rounds;
        let reads = count.fetch_add(1, Ordering::SeqCst) + 1;
        if last {
            return (reads, changes);
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn summaries_are_whole_and_never_go_back() {
    let floor = Arc::new(Floor::new(MemoryStore::default()));
    let tables: Vec<TableId> = (1..=4).map(TableId).collect();
    for table in &tables {
        floor.buy_in_players(*table, 40).await;
    }
    let projections = new_projections(floor.store.clone());
    let follower = projections.clone().follow(NEVER, |error| panic!("{error}"));
    let follower = tokio::spawn(follower);
    let done = Arc::new(AtomicBool::new(false));
    let counts = Arc::new(ReadCounts::default());
    let mut readers = JoinSet::new();
    for player in (0..8).map(PlayerId) {
        let (store, done) = (Arc::clone(&floor.store), Arc::clone(&done));
        let counts = Arc::clone(&counts);
        readers.spawn(read(projections.clone(), store, done, player, counts));
    }
    let mut playing = JoinSet::new();
    for table in &tables {
        let (floor, counts) = (Arc::clone(&floor), Arc::clone(&counts));
        playing.spawn(play(floor, projections.clone(), *table, counts));
    }
    while let Some(played) = playing.join_next().await {
        played.unwrap();
    }
    for table in &tables {
        let head = floor.store.head(Stream::Table(*table)).await.unwrap();
        until_entry(&projections, *table, head.seq).await;
    }
    done.store(true, Ordering::SeqCst);
    let (mut reads, mut changes) = (0, 0);
    while let Some(read) = readers.join_next().await {
        let (read, seen) = read.unwrap();
        reads += read;
        changes += seen;
    }
    assert!(
        reads > 16 && changes > 100,
        "{reads} reads, {changes} changes"
    );
    // Built from the logs alone it is the same lobby.
    let fresh = new_projections(floor.store.clone());
    fresh.catch_up().await.unwrap();
    assert_eq!(projections.lobby(), fresh.lobby());
    follower.abort();
}
