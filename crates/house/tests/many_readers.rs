//! Many read the lobby and the history while tables play; commits feed them, and the heads of purses are
//! never looked at.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod counted;
mod floor;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use counted::Counted;
use floor::{Enough, Floor, HOUSE, HandClock, form, submit_until_answered};
use game::{Actor, Event, Money, PlayerId, RulebookId};
use house::dealer::Dealer;
use house::feed::{Reached, StreamMoved};
use house::history::{HistoryItem, HistoryOf, HistoryPage, Query, Retention};
use house::lobby::TableSummary;
use house::log::Stream;
use house::projections::Projections;
use house::response::Response;
use house::store::{MemoryStore, Store};
use house::table::{DeckAccess, HouseRequest, TableEntry, TableEvent, TableRequest, WaitingTimes};
use ledger::{CageMove, TableId};
use rehearsal::driver::Driver;
use tokio::task::JoinSet;

/// So long that only notices of commits can have been the cause.
const NEVER: Duration = Duration::from_hours(1);

fn new(store: Arc<dyn Store>) -> Projections {
    Projections::new(store, DeckAccess::default(), Retention::default())
}

/// Waits until a table's summary includes this entry.
async fn until_entry(projections: &Projections, table: TableId, entry: u64) -> Arc<TableSummary> {
    let reached = async {
        loop {
            let summary = projections.table(table);
            if let Some(summary) = summary.filter(|summary| summary.entry >= entry) {
                return summary;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let limited = tokio::time::timeout(Duration::from_mins(1), reached);
    limited.await.expect("the lobby follows within a minute")
}

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
    let projections = new(floor.store.clone());
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
    let fresh = new(floor.store.clone());
    fresh.catch_up().await.unwrap();
    assert_eq!(projections.lobby(), fresh.lobby());
    follower.abort();
}

async fn newest(projections: &Projections, whose: HistoryOf) -> HistoryPage {
    projections.history(&Query::newest(whose)).await.unwrap()
}

/// Of a house with many tables a player's page reads his purse and the tables he bought in at, and the
/// next page only what was stored since.
#[tokio::test]
async fn a_players_page_reads_his_own_streams() {
    let floor = Floor::new(MemoryStore::default());
    for table in (1..=12).map(TableId) {
        let seed = 40 + u64::from(table.0);
        floor.play_irregular(table, seed, Enough::Rounds(2)).await;
    }
    let (stranger, own) = (PlayerId(77), TableId(5));
    let amount = Money::major(100);
    let deposit = CageMove::Deposit {
        player: stranger,
        amount,
    };
    let buy_in = CageMove::BuyIn {
        player: stranger,
        table: own,
        amount,
    };
    for moves in [deposit, buy_in] {
        floor.submit_to_cage(HOUSE, moves).await.unwrap();
    }
    let counted = Arc::new(Counted::new(Arc::clone(&floor.store)));
    let projections = new(counted.clone());
    let whose = HistoryOf::Player(stranger);
    let page = newest(&projections, whose).await;
    assert_eq!(page.happened.len(), 2, "brought and bought in");
    let streams = [Stream::Table(own), Stream::Purse(stranger)];
    assert_eq!(counted.take().streams_read(), streams);
    // Nothing was stored since: two heads, and no entry.
    assert_eq!(newest(&projections, whose).await, page);
    let reads = counted.take();
    assert_eq!((reads.streams_read(), reads.heads_of_streams), (vec![], 2));
    // One move at the cage, and no table.
    let tip = CageMove::Tip {
        player: stranger,
        table: own,
        amount: Money::major(1),
    };
    floor
        .submit_to_cage(Actor::Player(stranger), tip)
        .await
        .unwrap();
    assert_eq!(newest(&projections, whose).await.happened.len(), 3);
    let reads = counted.take();
    assert_eq!(reads.streams_read(), [Stream::Purse(stranger)]);
    assert_eq!((reads.rows, reads.all_heads), (1, 0));
}

/// Four tables at which rounds were played.
async fn house() -> Floor<MemoryStore> {
    let floor = Floor::new(MemoryStore::default());
    for table in (1..=4).map(TableId) {
        let seed = 80 + u64::from(table.0);
        floor.play_irregular(table, seed, Enough::Rounds(2)).await;
    }
    floor
}

/// One more command at the table, by a process that is not watched. Returns the number of its last entry.
async fn stores_more(floor: &Floor<MemoryStore>, table: TableId) -> u64 {
    let seat = floor.table(table);
    let state = seat.snapshot().await.unwrap();
    let times = WaitingTimes {
        opening_seconds: state.times().opening_seconds + 1,
        ..state.times()
    };
    let request = TableRequest::House(HouseRequest::SetTimes { times });
    let command = floor.table_command(&form(RulebookId::Rws2020), HOUSE, request);
    match submit_until_answered(&seat, command).await {
        Response::Done { to, .. } => to,
        response @ (Response::Refused { .. } | Response::InsufficientFunds { .. }) => {
            panic!("{response:?}")
        }
    }
}

/// What another process stores appears, and to find it only heads of tables and links are looked at.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_of_another_process_appears() {
    let floor = house().await;
    let counted = Arc::new(Counted::new(Arc::clone(&floor.store)));
    let projections = new(counted.clone());
    projections.catch_up().await.unwrap();
    assert_eq!(projections.lobby().tables.len(), 4);
    counted.take();
    let to = stores_more(&floor, TableId(3)).await;
    projections.catch_up().await.unwrap();
    assert_eq!(projections.table(TableId(3)).unwrap().entry, to);
    let reads = counted.take();
    assert_eq!(reads.streams_read(), [Stream::Table(TableId(3))]);
    assert_eq!(
        (reads.rows, reads.all_heads, reads.heads_of_kinds),
        (1, 0, 2)
    );
    // And so it does where only the clock asks for it.
    let interval = Duration::from_millis(5);
    let follower = projections
        .clone()
        .follow(interval, |error| panic!("{error}"));
    let follower = tokio::spawn(follower);
    let to = stores_more(&floor, TableId(4)).await;
    until_entry(&projections, TableId(4), to).await;
    follower.abort();
}

/// A notice of a commit has that one stream read on, and no heads.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notice_reads_one_stream_on() {
    let floor = house().await;
    let counted = Arc::new(Counted::new(Arc::clone(&floor.store)));
    let projections = new(counted.clone());
    let follower = projections.clone().follow(NEVER, |error| panic!("{error}"));
    let follower = tokio::spawn(follower);
    for table in (1..=4).map(TableId) {
        let head = floor.store.head(Stream::Table(table)).await.unwrap();
        until_entry(&projections, table, head.seq).await;
    }
    // The heads of links are looked at last.
    while counted.take().heads_of_kinds == 0 {
        tokio::task::yield_now().await;
    }
    let (table, to) = (TableId(2), stores_more(&floor, TableId(2)).await);
    let purse = Stream::Purse(PlayerId(1));
    projections.moved().notify(StreamMoved {
        stream: purse,
        to: 99,
    });
    let stream = Stream::Table(table);
    projections.moved().notify(StreamMoved { stream, to });
    until_entry(&projections, table, to).await;
    let reads = counted.take();
    assert_eq!((reads.streams_read(), reads.rows), (vec![stream], 1));
    assert_eq!((reads.all_heads, reads.heads_of_streams), (0, 0));
    follower.abort();
}

/// Where the tables' tasks hand over their states, the lobby is shown without a log being read.
#[tokio::test]
async fn a_lobby_of_states_reads_no_log() {
    let floor = house().await;
    let fresh = new(floor.store.clone());
    fresh.catch_up().await.unwrap();
    let counted = Arc::new(Counted::new(Arc::clone(&floor.store)));
    let projections = new(counted.clone());
    let mut states = Vec::new();
    for table in (1..=4).map(TableId) {
        let state = Arc::new(floor.table(table).snapshot().await.unwrap());
        projections.publish(&state);
        states.push(state);
    }
    assert_eq!(projections.lobby(), fresh.lobby());
    projections.catch_up().await.unwrap();
    let reads = counted.take();
    assert_eq!((reads.streams_read(), reads.heads_of_kinds), (vec![], 2));
    // The next commit is read from there on, and an old state that comes late changes nothing.
    let to = stores_more(&floor, TableId(1)).await;
    projections.catch_up().await.unwrap();
    assert_eq!(counted.take().rows, 1);
    projections.publish(&states[0]);
    assert_eq!(projections.table(TableId(1)).unwrap().entry, to);
}

/// A house with long logs: the lobby starts from snapshots, and is the one that reads every entry.
#[tokio::test]
async fn a_lobby_from_snapshots_is_the_same() {
    let floor = Floor::new(MemoryStore::default());
    for table in (1..=3).map(TableId) {
        let seed = 90 + u64::from(table.0);
        floor
            .play_irregular(table, seed, Enough::Entries(1_500))
            .await;
    }
    let (mut read, mut lobbies) = (Vec::new(), Vec::new());
    for counted in [
        Counted::new(Arc::clone(&floor.store)),
        Counted::without_snapshots(Arc::clone(&floor.store)),
    ] {
        let counted = Arc::new(counted);
        let projections = new(counted.clone());
        projections.catch_up().await.unwrap();
        lobbies.push(projections.lobby());
        read.push(counted.take().rows);
    }
    assert_eq!(lobbies[0], lobbies[1]);
    assert!(read[0] * 2 < read[1], "{read:?} entries");
}
