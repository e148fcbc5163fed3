//! Rounds that were left in the middle: by a process that is gone, at any entry of the log, found by
//! one process or by several, once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::sync::Arc;

use floor::{Floor, submit_until_answered};
use game::{Event, Money, Timestamp};
use house::pit::Pit;
use house::recovery::Recovery;
use house::response::Response;
use house::store::{MemoryStore, Store};
use house::table::{TableEvent, TableRequest, TableState};
use ledger::{Account, Audit, Book, TableId};
use rehearsal::checked_table::CheckedTable;
use rehearsal::driver::Driver;

const TABLE: TableId = TableId(7);
const LONG: u64 = 60_000;

fn process(floor: &Floor<MemoryStore>, owner: &str) -> Recovery {
    let pit = Pit::new(floor.store.clone(), floor.clock.clone());
    Recovery::new(Arc::new(pit), owner.to_owned(), LONG)
}

/// A house killed after the first `commands` of a walk.
async fn killed(checked: &CheckedTable, commands: usize) -> Floor<MemoryStore> {
    let floor = Floor::new(MemoryStore::default());
    floor.buy_in_players(TABLE, 40).await;
    let rulebook = Arc::new(checked.rulebook.clone());
    let seat = floor.table(TABLE);
    for response in &checked.exchanges[..commands] {
        floor.clock.set(response.command.now);
        let request = TableRequest::Game(response.command.asks.clone());
        let command = floor.table_command(&rulebook, response.command.by, request);
        submit_until_answered(&seat, command).await;
    }
    floor
}

async fn state(store: &dyn Store) -> (TableState, Vec<TableEvent>) {
    let mut state = TableState::new(TABLE);
    let mut events = Vec::new();
    for row in store.read(state.stream(), 0, usize::MAX).await.unwrap() {
        events.push(state.take(&row).unwrap());
    }
    (state, events)
}

/// At every command of many rounds, back within the grace and long after it.
#[tokio::test]
async fn a_round_left_anywhere_is_taken_up_once() {
    let (mut resumed, mut voided, mut ruled) = (0, 0, 0);
    for seed in 0..12 {
        let mut driver = Driver::new(seed).map_err(|failed| failed.0).unwrap();
        driver.play_round().unwrap();
        let checked = driver.checked;
        for commands in 0..=checked.exchanges.len() {
            for away in [5_000, 3_600_000] {
                let floor = killed(&checked, commands).await;
                let (before, _) = state(&*floor.store).await;
                let last = before.last();
                floor.clock.set(Timestamp(last.0 + away));
                let found = process(&floor, "a")
                    .prolong_and_recover()
                    .await
                    .unwrap()
                    .recovered;
                assert_eq!(found.len(), usize::from(before.open_round().is_some()));
                let (after, events) = state(&*floor.store).await;
                let news = &events[usize::try_from(before.head().seq).unwrap()..];
                for event in news {
                    let TableEvent::Game(event) = event else {
                        continue;
                    };
                    resumed += usize::from(matches!(event, Event::InterruptionResumed { .. }));
                    voided += usize::from(matches!(event, Event::RoundVoided { .. }));
                    ruled += usize::from(matches!(event, Event::RulingMade { .. }));
                }
                // Others who come find nothing left to do, while the lease lasts and after it.
                let again = process(&floor, "b")
                    .prolong_and_recover()
                    .await
                    .unwrap()
                    .recovered;
                assert_eq!(again, []);
                assert_eq!(state(&*floor.store).await.0.head(), after.head());
                has_its_money(&floor, &after).await;
            }
        }
    }
    assert!(
        resumed > 50 && voided > 50 && ruled > 50,
        "{resumed} {voided} {ruled}"
    );
}

/// A round that is void has given everything back.
async fn has_its_money(floor: &Floor<MemoryStore>, state: &TableState) {
    let mut book = Book::default();
    for (stream, _) in floor.store.heads().await.unwrap() {
        for posted in floor.store.postings(stream, 0, usize::MAX).await.unwrap() {
            book.shift(posted.row);
        }
    }
    let open = state.open_round().map(game::Round::number);
    let audit = Audit::of(&book, |_, number| Some(number) == open);
    assert!(audit.is_sound(), "{:?}", audit.found);
    if state
        .table()
        .round()
        .is_some_and(|round| matches!(round.phase(), game::Phase::Voided(_)) && round.number() == 1)
    {
        let house = book.balance(Account::House(TABLE));
        assert_eq!(house, Money::ZERO, "a void round costs no one anything");
    }
}

#[tokio::test]
async fn a_table_that_is_served_is_left_alone() {
    let mut driver = Driver::new(3).map_err(|failed| failed.0).unwrap();
    driver.play_round().unwrap();
    let checked = driver.checked;
    // As late in the round as it can be left open.
    let mut commands = checked.exchanges.len();
    let floor = loop {
        let floor = killed(&checked, commands).await;
        if state(&*floor.store).await.0.open_round().is_some() {
            break floor;
        }
        commands -= 1;
    };
    let serving = process(&floor, "a");
    serving.prolong_and_recover().await.unwrap();
    let head = state(&*floor.store).await.0.head();
    // A Player thinks for an hour: that is no interruption while a process serves the table.
    let now = state(&*floor.store).await.0.last();
    floor.clock.set(Timestamp(now.0 + 3_600_000));
    assert_eq!(serving.prolong_and_recover().await.unwrap().recovered, []);
    assert_eq!(
        process(&floor, "b")
            .prolong_and_recover()
            .await
            .unwrap()
            .recovered,
        []
    );
    assert_eq!(state(&*floor.store).await.0.head(), head);
    // The one who served it is gone, and his lease runs out.
    let lease = floor
        .store
        .lease(state(&*floor.store).await.0.stream(), "a", 0);
    lease.await.unwrap();
    tokio::time::sleep(core::time::Duration::from_millis(5)).await;
    let found = process(&floor, "b")
        .prolong_and_recover()
        .await
        .unwrap()
        .recovered;
    assert!(matches!(&found[..], [found] if matches!(found.response, Response::Done { .. })));
}
