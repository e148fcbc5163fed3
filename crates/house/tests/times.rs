//! How long a table waits for people, and what happens when nobody came.
//!
//! Time stands still here but for what the shift waits for; the clock that the logs are written by does
//! not move at all.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "who waits for one note lets the others pass"
)]

mod floor;

use std::sync::Arc;
use std::time::Duration;

use floor::HOUSE;
use floor::dealt::Habits;
use floor::duty::{on_duty, until};
use floor::parlour::{Parlour, TABLE, entry, is_in, read_again};
use game::{Actor, Phase, RulebookId};
use house::answer::Told;
use house::pit::Pit;
use house::shift::Note;
use house::table::{Awaited, CardEvent, HouseRequest, TableEvent, TableState, Times, Wish};
use tokio::time::Instant;

fn seeds_awaited(state: &TableState) -> bool {
    is_in(state, |phase| matches!(phase, Phase::BetsClosed))
        && !state.shuffle().unwrap().awaits().is_empty()
        && state
            .shuffle()
            .unwrap()
            .players()
            .any(|(.., seed)| seed.is_some())
}

/// A table where somebody opens his seed and somebody does not.
async fn silence_at(rulebook: RulebookId, times: Option<Times>) -> (Parlour, TableState) {
    let mut parlour = Parlour::new(rulebook, Habits::Withhold).await;
    parlour.until(|state| state.open_round().is_some()).await;
    if let Some(times) = times {
        let asks = Wish::House(HouseRequest::SetTimes { times });
        let told = parlour.put(HOUSE, asks).await;
        assert!(matches!(told, Told::Done { .. }), "{told:?}");
        parlour.played(1).await;
    }
    let state = parlour.until(seeds_awaited).await;
    (parlour, state)
}

#[tokio::test(start_paused = true)]
async fn a_seed_nobody_opens_is_left_out_after_ten_seconds_or_as_many_as_the_table_gives() {
    for id in RulebookId::ALL {
        let own = Times {
            opening_seconds: 25,
        };
        for (times, seconds) in [(None, 10), (Some(own), 25)] {
            let (mut parlour, state) = silence_at(id, times).await;
            let silent = state.shuffle().unwrap().awaits();
            let pit = Pit::new(
                Arc::clone(&parlour.floor.store),
                Arc::clone(&parlour.floor.clock),
            );
            let pit = Arc::new(pit.with_vault(Arc::clone(&parlour.vault)));
            let start = Instant::now();
            let (duty, mut notes) = on_duty(&pit, "a").await;
            let told = until(&mut notes, |note| match note {
                Note::TimeUp {
                    table: TABLE,
                    awaited: Awaited::Seeds,
                    told,
                } => Some(told),
                _ => None,
            });
            let told = told.await;
            assert!(matches!(told, Told::Done { .. }), "{id}: {told:?}");
            let waited = start.elapsed();
            assert!(waited >= Duration::from_secs(seconds), "{id}: {waited:?}");
            assert!(
                waited < Duration::from_secs(seconds + 1),
                "{id}: {waited:?}"
            );
            let shuffled = TableEvent::Cards(CardEvent::Shuffled { silent });
            assert_eq!(
                entry(parlour.rows().await.last().unwrap()),
                shuffled,
                "{id}"
            );
            duty.end().await.unwrap();
            // Play goes on from there, and whoever reads it again believes it.
            parlour.until(|state| state.open_round().is_none()).await;
            assert_eq!(read_again(&*parlour.floor.store).await.findings, [], "{id}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn only_the_system_ends_a_waiting_and_only_the_one_that_lasts() {
    let (parlour, state) = silence_at(RulebookId::Rws2020, None).await;
    let waits = state.waiting().unwrap();
    assert_eq!((waits.awaited, waits.seconds_max), (Awaited::Seeds, 10));
    assert_eq!(waits.until().0, waits.since.0 + 10_000);
    let asks = |since: u64, waited_seconds| {
        let since = game::Timestamp(since);
        Wish::House(HouseRequest::EndWaiting {
            awaited: Awaited::Seeds,
            since,
            waited_seconds,
        })
    };
    let since = waits.since.0;
    for (by, asks, why) in [
        (
            HOUSE,
            asks(since, 10),
            "only the house and the system may ask this",
        ),
        (
            Actor::System,
            asks(since, 9),
            "waited_seconds: found 9, expected at least 10",
        ),
        (
            Actor::System,
            asks(since - 1, 10),
            "the table does not wait for that, or not since then",
        ),
    ] {
        assert_eq!(parlour.refused(by, asks).await, why);
    }
    for opening_seconds in [0, 3_601] {
        let times = Times { opening_seconds };
        let asks = Wish::House(HouseRequest::SetTimes { times });
        let why = format!("opening_seconds: found {opening_seconds}, expected 1 to 3600");
        assert_eq!(parlour.refused(HOUSE, asks).await, why);
    }
    let told = parlour.put(Actor::System, asks(since, 10)).await;
    assert!(matches!(told, Told::Done { .. }), "{told:?}");
    assert_eq!(parlour.look().await.waiting(), None);
}
