//! A table whose task panics is served anew from what is stored: a caller without an answer asks again
//! and gets one, and no Player at it or at another table loses anything.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "who waits for one note lets the others pass"
)]

mod floor;

use std::sync::Arc;
use std::time::Duration;

use audit::verify::verify;
use floor::Floor;
use floor::background::{end_background, pit_of, start_background, wait_for_event};
use floor::dealt::{Habits, next};
use floor::outage::{Moment, Outage};
use floor::parlour::{Parlour, STREAM, TABLE, read_again};
use game::{Command, Money, Rulebook, RulebookId};
use house::background::JobEvent;
use house::log::Stream;
use house::pit::Pit;
use house::response::{Response, ServiceError};
use house::store::{MemoryStore, PostedRow, Row, Store};
use house::table::{TableRequest, TableState};
use ledger::{Account, TableId};
use rehearsal::driver::Driver;
use rehearsal::scripted_table::Jackpots;
use tokio::time::{Instant, sleep};

const OTHER: TableId = TableId(8);

/// What is left of an evening.
#[derive(Debug, PartialEq, Eq)]
struct Left {
    response: Vec<Response>,
    rows: Vec<Row>,
    postings: Vec<PostedRow>,
    others: Vec<Row>,
    balances: Vec<(Account, Money)>,
}

/// What is asked in two rounds in which everything goes wrong that can.
fn rounds(seed: u64) -> (Arc<Rulebook>, Vec<Command>) {
    let mut driver = Driver::new(seed).map_err(|failed| failed.0).unwrap();
    for _ in 0..2 {
        if driver.checked.table.setup().is_some() {
            driver.play_round().unwrap();
        }
    }
    let commands = driver
        .checked
        .exchanges
        .iter()
        .map(|requested| requested.command.clone());
    (
        Arc::new(driver.checked.rulebook.clone()),
        commands.collect(),
    )
}

/// Two tables play the same rounds; at one of them the task breaks at each command, at each of these
/// moments.
async fn evening(seed: u64, status_times: &[Moment]) -> Left {
    let floor = Floor::new(Outage::new(Arc::new(MemoryStore::default())));
    for table in [TABLE, OTHER] {
        floor.buy_in_players(table, 40).await;
    }
    let (rulebook, commands) = rounds(seed);
    let pit = pit_of(&floor);
    let beside = floor::created(&pit, OTHER).await;
    let mut answers = Vec::new();
    for Command { by, now, asks } in commands {
        floor.clock.set(now);
        let request = TableRequest::Game(asks);
        let command = floor.table_command(&rulebook, by, request.clone());
        for moment in status_times {
            let seat = floor::created(&pit, TABLE).await;
            if *moment == Moment::Reading {
                // Who looks wants to know how it stands now, so it is read.
                floor.store.breaks(STREAM, *moment);
                assert_eq!(seat.snapshot().await.unwrap_err(), ServiceError::NotServed);
            } else {
                floor.store.breaks(STREAM, *moment);
                assert_eq!(
                    seat.submit(command.clone()).await,
                    Err(ServiceError::NotServed)
                );
            }
            assert!(seat.is_gone(), "{moment:?}");
        }
        answers.push(
            floor::created(&pit, TABLE)
                .await
                .submit(command)
                .await
                .unwrap(),
        );
        let command = floor.table_command(&rulebook, by, request);
        beside.submit(command).await.unwrap();
    }
    assert!(!beside.is_gone());
    let verdict = verify(&*floor.store).await.unwrap();
    assert_eq!(verdict.findings, []);
    Left {
        response: answers,
        rows: floor.store.read(STREAM, 0, usize::MAX).await.unwrap(),
        postings: floor.store.postings(STREAM, 0, usize::MAX).await.unwrap(),
        others: floor
            .store
            .read(Stream::Table(OTHER), 0, usize::MAX)
            .await
            .unwrap(),
        balances: floor.store.balances().await.unwrap(),
    }
}

/// It panics before anything is read, after everything is decided, or after it is stored and before it is
/// answered: what comes of it is the evening of a house in which nothing broke, byte for byte.
#[tokio::test]
async fn a_table_whose_task_breaks_at_every_command_loses_nothing() {
    for seed in [3, 4, 5] {
        let whole = evening(seed, &[]).await;
        assert!(whole.rows.len() > 20, "{} entries", whole.rows.len());
        let status_times = [Moment::Storing, Moment::Reading, Moment::Stored];
        let broken = evening(seed, &status_times).await;
        assert_eq!(broken, whole, "seed {seed}");
    }
}

/// Its people go on by a pit of its own, in which tasks break.
fn breaking(parlour: &Parlour) -> (Arc<Pit>, Arc<Outage<MemoryStore>>) {
    let store = Arc::new(Outage::new(Arc::clone(&parlour.floor.store)));
    let pit = Pit::new(store.clone(), parlour.floor.clock.clone());
    let pit = pit.with_vault(Arc::clone(&parlour.vault));
    (Arc::new(pit), store)
}

/// Where the house deals, seeds are drawn and told between the requests of people, and what breaks then is
/// their request too. Decks are other ones each time, so it is the rules that say whether all is right.
#[tokio::test]
async fn a_table_at_which_the_house_deals_goes_on_where_its_task_broke() {
    for moment in [Moment::Storing, Moment::Stored] {
        let parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
        let (pit, store) = breaking(&parlour);
        let rulebook = Arc::new(parlour.script.rulebook.clone());
        let own = Jackpots::Own(Money::major(20_000));
        let mut broke = 0;
        loop {
            let state = floor::created(&pit, TABLE).await.snapshot().await.unwrap();
            if state
                .table()
                .round()
                .is_some_and(|round| round.number() == 3)
            {
                break;
            }
            let (by, request) = next(&state, &parlour.script, own, Some(Habits::Keep)).unwrap();
            let command = parlour.floor.table_command(&rulebook, by, request);
            store.breaks(STREAM, moment);
            assert_eq!(
                floor::created(&pit, TABLE)
                    .await
                    .submit(command.clone())
                    .await,
                Err(ServiceError::NotServed)
            );
            broke += 1;
            let response = floor::created(&pit, TABLE).await.submit(command).await;
            assert!(
                matches!(response, Ok(Response::Done { .. })),
                "{response:?}"
            );
        }
        assert!(broke > 50, "it broke {broke} times");
        let verdict = read_again(&*parlour.floor.store).await;
        assert_eq!((verdict.findings, verdict.decks), (Vec::new(), 2));
    }
}

/// The last request of a round was stored, and the task that had to tell its seed is gone: no Player has to
/// come back to the table for the others to see their deck.
#[tokio::test(start_paused = true)]
async fn a_seed_that_was_not_told_is_told_by_a_background_job() {
    let parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    let (pit, store) = breaking(&parlour);
    let rulebook = Arc::new(parlour.script.rulebook.clone());
    let own = Jackpots::Own(Money::major(20_000));
    loop {
        let state = floor::created(&pit, TABLE).await.snapshot().await.unwrap();
        let over = state.table().round().is_some_and(game::Round::is_over);
        if over {
            assert!(state.duty().is_some(), "a seed to be told");
            break;
        }
        let (by, request) = next(&state, &parlour.script, own, Some(Habits::Keep)).unwrap();
        let command = parlour.floor.table_command(&rulebook, by, request);
        store.breaks(STREAM, Moment::Stored);
        assert_eq!(
            floor::created(&pit, TABLE).await.submit(command).await,
            Err(ServiceError::NotServed)
        );
    }
    assert!(read_again(&*parlour.floor.store).await.sealed > 0);
    let (duty, _notes) = start_background(&pit, "a").await;
    sleep(Duration::from_mins(1)).await;
    end_background(duty).await.unwrap();
    let verdict = read_again(&*parlour.floor.store).await;
    assert_eq!(
        (verdict.findings, verdict.sealed, verdict.decks),
        (Vec::new(), 0, 1)
    );
}

/// A Player at the table that broke is not waited for longer than twice.
#[tokio::test(start_paused = true)]
async fn the_timer_of_a_table_whose_task_broke_runs_anew() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Withhold).await;
    let waits = |state: &TableState| state.deadline().is_some();
    let state = parlour.play_until(waits).await;
    let seconds = state.deadline().unwrap().seconds_max;
    let (pit, store) = breaking(&parlour);
    let start = Instant::now();
    let (duty, mut notes) = start_background(&pit, "a").await;
    sleep(Duration::from_secs(3)).await;
    store.breaks(STREAM, Moment::Reading);
    assert_eq!(
        floor::created(&pit, TABLE)
            .await
            .snapshot()
            .await
            .unwrap_err(),
        ServiceError::NotServed
    );
    let response = wait_for_event(&mut notes, |note| match note {
        JobEvent::TimeUp { response, .. } => Some(response),
        _ => None,
    });
    let response = response.await;
    assert!(matches!(response, Response::Done { .. }), "{response:?}");
    let waited = start.elapsed().as_secs();
    assert!((seconds..=2 * seconds + 5).contains(&waited), "{waited}");
    end_background(duty).await.unwrap();
    parlour
        .play_until(|state| state.open_round().is_none())
        .await;
    assert_eq!(read_again(&*parlour.floor.store).await.findings, []);
}
