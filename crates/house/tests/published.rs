//! What a table publishes with every commit, and which tables a pit has loaded.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use core::time::Duration;
use std::sync::Arc;

use floor::background::{end_background, pit_of, start_background};
use floor::dealt::{Habits, next};
use floor::parlour::{Parlour, TABLE, served};
use floor::{Floor, HOUSE, created, form, submit_until_answered};
use game::{Actor, Money, PlayerId, RulebookId};
use house::dealer::Committed;
use house::log::{ReadBlocked, Stream};
use house::pit::Pit;
use house::response::{Response, ServiceError};
use house::store::{MemoryStore, Store};
use house::table::{HouseRequest, TableRequest, TableState, WaitingTimes};
use ledger::TableId;
use rehearsal::scripted_table::Jackpots;
use tokio::sync::broadcast::error::TryRecvError;
use tokio::time::sleep;

const NEW: TableId = TableId(12);

fn set_times() -> TableRequest {
    let times = WaitingTimes::default();
    TableRequest::House(HouseRequest::SetTimes { times })
}

/// Two states that say the same in all that can be asked of them.
fn assert_same(one: &TableState, other: &TableState) {
    assert_eq!(one.head(), other.head());
    assert_eq!(one.table(), other.table());
    assert_eq!(one.last(), other.last());
    assert_eq!(one.deadline(), other.deadline());
    assert_eq!(one.linked(), other.linked());
    assert_eq!(one.duty(), other.duty());
    let deck = |state: &TableState| format!("{:?}", state.shuffle());
    assert_eq!(deck(one), deck(other));
}

/// Every commit follows the one before it and takes a subscriber's own state to the published one,
/// whether this process stored it or another.
#[tokio::test]
async fn committed_events_take_a_state_from_outside_forward() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    parlour.submit_next().await;
    // A process that only looks, beside the one that serves.
    let beside = served(&parlour.floor, &parlour.vault);
    let mut own = beside.snapshot().await.unwrap();
    let mut commits = beside.subscribe();
    let (mut served_here, mut taken) = (parlour.seat.subscribe(), 0);
    parlour.play_rounds(2).await;
    let stored = beside.snapshot().await.unwrap();
    let mut apply = |own: &mut TableState, committed: &Committed| {
        let Committed { from, to, .. } = *committed;
        assert_eq!(
            (own.head().seq, to - from),
            (from, committed.events.len() as u64)
        );
        let (now, head) = (committed.state.last(), committed.state.head());
        own.apply(&committed.events, now, head).unwrap();
        assert_same(own, &committed.state);
        assert_eq!(committed.deadline, own.deadline());
        taken += 1;
    };
    while let Ok(committed) = commits.try_recv() {
        let here = served_here.try_recv().unwrap();
        assert_eq!((here.from, here.to), (committed.from, committed.to));
        assert_eq!(here.events, committed.events);
        assert_same(&here.state, &committed.state);
        apply(&mut own, &committed);
    }
    assert!(taken > 30, "{taken} commits");
    assert_same(&own, &stored);
    assert_same(&beside.state().unwrap(), &stored);
}

/// Events that do not come next, or need a deck that cannot be seen, change nothing.
#[tokio::test]
async fn events_that_do_not_follow_are_refused() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    let mut commits = parlour.seat.subscribe();
    let (mut blind, mut blocked) = (TableState::new(TABLE), 0);
    parlour.play_rounds(1).await;
    while let Ok(committed) = commits.try_recv() {
        let (now, head) = (committed.state.last(), committed.state.head());
        let before = blind.clone();
        match blind.apply(&committed.events, now, head) {
            Ok(()) => {
                assert_eq!(blind.head(), head);
                let again = blind.apply(&committed.events, now, head).unwrap_err();
                assert!(matches!(again, ReadBlocked::Corrupt(_)), "{again:?}");
            }
            Err(ReadBlocked::Sealed(_)) => {
                assert_same(&blind, &before);
                blocked += 1;
                break;
            }
            Err(ReadBlocked::Corrupt(corrupt)) => panic!("{corrupt}"),
        }
    }
    assert_eq!(blocked, 1, "no reader without the key reads a deal");
}

/// All who look share one state, and it is published before the response arrives.
#[tokio::test]
async fn viewers_share_the_published_state() {
    let parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    assert!(parlour.seat.state().is_none(), "nothing was read yet");
    let (mut one, mut other) = (parlour.seat.subscribe(), parlour.seat.subscribe());
    let response = parlour.submit(HOUSE, set_times()).await;
    assert_eq!(response, Response::Done { from: 0, to: 1 });
    let state = parlour.seat.state().unwrap();
    let (one, other) = (one.recv().await.unwrap(), other.recv().await.unwrap());
    assert!(Arc::ptr_eq(&state, &one.state) && Arc::ptr_eq(&state, &other.state));
    assert!(Arc::ptr_eq(&one.events, &other.events));
    assert_eq!((one.from, one.to), (0, 1));
}

/// What the store does not take is not published.
#[tokio::test]
async fn a_refused_or_failed_append_publishes_nothing() {
    let floor = Floor::new(MemoryStore::default());
    let pit = pit_of(&floor);
    let seat = created(&pit, NEW).await;
    let (before, mut commits) = (seat.state().unwrap(), seat.subscribe());
    let rulebook = form(RulebookId::Rws2020);
    let player = Actor::Player(PlayerId(1));
    let response =
        submit_until_answered(&seat, floor.table_command(&rulebook, player, set_times())).await;
    assert!(matches!(response, Response::Refused { .. }), "{response:?}");
    assert_eq!(commits.try_recv().unwrap_err(), TryRecvError::Empty);
    assert!(Arc::ptr_eq(&before, &seat.state().unwrap()));
}

#[tokio::test]
async fn a_table_that_was_never_created_is_an_error() {
    let floor = Floor::new(MemoryStore::default());
    let pit = pit_of(&floor);
    let unknown = ServiceError::UnknownTable { table: NEW };
    assert_eq!(pit.handle(NEW).await.unwrap_err(), unknown);
    assert!(pit.loaded(NEW).is_none());
    let player = Actor::Player(PlayerId(1));
    let refused = pit.create_table(NEW, floor.next_id(), player).await;
    assert!(
        matches!(refused, Ok(Response::Refused { .. })),
        "{refused:?}"
    );
    assert_eq!(pit.handle(NEW).await.unwrap_err(), unknown);
    assert_eq!(floor.store.head(Stream::Table(NEW)).await.unwrap().seq, 0);

    let id = floor.next_id();
    for _ in 0..2 {
        let response = pit.create_table(NEW, id, HOUSE).await;
        assert_eq!(response, Ok(Response::Done { from: 0, to: 1 }));
    }
    let response = pit.create_table(NEW, floor.next_id(), HOUSE).await;
    let Ok(Response::Refused { reason, .. }) = response else {
        panic!("{response:?}")
    };
    assert_eq!(reason, "the table exists already");
    // Another process knows it too.
    assert!(pit_of(&floor).handle(NEW).await.is_ok());
    assert_eq!(floor::parlour::read_again(&*floor.store).await.findings, []);
}

fn short_pit(parlour: &Parlour) -> Arc<Pit> {
    let pit = Pit::new(parlour.floor.store.clone(), parlour.floor.clock.clone());
    let pit = pit.with_vault(Arc::clone(&parlour.vault));
    Arc::new(pit.with_unload_after(Duration::from_mins(2)))
}

/// A table is unloaded when it is idle, not while a round is open, a subscriber listens or a caller
/// holds it; the background jobs alone do not keep it loaded.
#[tokio::test(start_paused = true)]
async fn an_idle_table_is_unloaded_and_comes_back_on_demand() {
    const LONG: Duration = Duration::from_mins(5);
    let parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    let pit = short_pit(&parlour);
    drop(created(&pit, TABLE).await);
    let (duty, _notes) = start_background(&pit, "a").await;
    assert!(pit.loaded(TABLE).is_some());
    sleep(LONG).await;
    assert!(pit.loaded(TABLE).is_none(), "it was idle");

    let handle = pit.handle(TABLE).await.unwrap();
    sleep(LONG).await;
    assert!(pit.loaded(TABLE).is_some(), "a caller holds it");
    let commits = handle.subscribe();
    drop(handle);
    sleep(LONG).await;
    assert!(pit.loaded(TABLE).is_some(), "a subscriber listens");
    drop(commits);
    sleep(LONG).await;
    assert!(pit.loaded(TABLE).is_none());

    let rulebook = Arc::new(parlour.script.rulebook.clone());
    let own = Jackpots::Own(Money::major(20_000));
    loop {
        let handle = pit.handle(TABLE).await.unwrap();
        let state = handle.state().unwrap();
        if state.open_round().is_some() {
            break;
        }
        let (by, request) = next(&state, &parlour.script, own, Some(Habits::NoSeeds)).unwrap();
        let response =
            submit_until_answered(&handle, parlour.floor.table_command(&rulebook, by, request))
                .await;
        assert!(matches!(response, Response::Done { .. }), "{response:?}");
    }
    sleep(LONG).await;
    assert!(pit.loaded(TABLE).is_some(), "a round is being played");
    end_background(duty).await.unwrap();
}

/// A table that was unloaded is timed again from its first commit on.
#[tokio::test(start_paused = true)]
async fn the_timer_of_an_unloaded_table_runs_when_it_comes_back() {
    let parlour = Parlour::new(RulebookId::Rws2020, Habits::Withhold).await;
    let pit = short_pit(&parlour);
    drop(created(&pit, TABLE).await);
    let (duty, mut notes) = start_background(&pit, "a").await;
    sleep(Duration::from_mins(5)).await;
    assert!(pit.loaded(TABLE).is_none());
    let rulebook = Arc::new(parlour.script.rulebook.clone());
    let own = Jackpots::Own(Money::major(20_000));
    let start = tokio::time::Instant::now();
    let deadline = loop {
        let handle = pit.handle(TABLE).await.unwrap();
        let state = handle.state().unwrap();
        if let Some(deadline) = state.deadline() {
            break deadline;
        }
        let (by, request) = next(&state, &parlour.script, own, Some(Habits::Withhold)).unwrap();
        submit_until_answered(&handle, parlour.floor.table_command(&rulebook, by, request)).await;
    };
    let response = floor::background::wait_for_event(&mut notes, |note| {
        if let house::background::JobEvent::TimeUp { response, .. } = note {
            return Some(response);
        }
        None
    });
    let response = response.await;
    assert!(matches!(response, Response::Done { .. }), "{response:?}");
    assert_eq!(start.elapsed().as_secs(), deadline.seconds_max);
    end_background(duty).await.unwrap();
}
