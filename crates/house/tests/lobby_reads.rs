//! Which parts of the logs the lobby and the history read: what moved and no more, and never the heads of
//! purses.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod counted;
mod floor;

use std::sync::Arc;
use std::time::Duration;

use counted::Counted;
use floor::{Enough, Floor, HOUSE, form, new_projections, submit_until_answered, until_entry};
use game::{Actor, Money, PlayerId, RulebookId};
use house::feed::StreamMoved;
use house::history::{HistoryOf, HistoryPage, Query};
use house::log::Stream;
use house::projections::Projections;
use house::response::Response;
use house::store::{MemoryStore, Store};
use house::table::{HouseRequest, TableRequest, WaitingTimes};
use ledger::{CageMove, TableId};

/// So long that only notices of commits can have been the cause.
const NEVER: Duration = Duration::from_hours(1);

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
    let projections = new_projections(counted.clone());
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
    let projections = new_projections(counted.clone());
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
    let projections = new_projections(counted.clone());
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
    let fresh = new_projections(floor.store.clone());
    fresh.catch_up().await.unwrap();
    let counted = Arc::new(Counted::new(Arc::clone(&floor.store)));
    let projections = new_projections(counted.clone());
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
        let projections = new_projections(counted.clone());
        projections.catch_up().await.unwrap();
        lobbies.push(projections.lobby());
        read.push(counted.take().rows);
    }
    assert_eq!(lobbies[0], lobbies[1]);
    assert!(read[0] * 2 < read[1], "{read:?} entries");
}
