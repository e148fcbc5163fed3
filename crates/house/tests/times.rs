//! How long a table waits for people, and what happens when they do not act in time.
//!
//! Time stands still here but for what the background jobs wait for; the clock that the logs are written by does
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
use floor::background::{end_background, start_background, wait_for_event};
use floor::dealt::Habits;
use floor::parlour::{Parlour, TABLE, deciding, entry, is_in, read_again};
use game::{Absent, Actor, Event, Phase, RulebookId};
use house::background::JobEvent;
use house::pit::Pit;
use house::response::Response;
use house::table::{
    Awaited, CardEvent, HouseRequest, TableEvent, TableRequest, TableState, TimesEnd, WaitingTimes,
};
use tokio::sync::broadcast::Receiver;
use tokio::time::{Instant, sleep};

fn pit_at(parlour: &Parlour) -> Arc<Pit> {
    let floor = &parlour.floor;
    let pit = Pit::new(floor.store.clone(), floor.clock.clone());
    Arc::new(pit.with_vault(Arc::clone(&parlour.vault)))
}

fn seeds_awaited(state: &TableState) -> bool {
    is_in(state, |phase| matches!(phase, Phase::BetsClosed))
        && !state.shuffle().unwrap().awaited_players().is_empty()
        && state
            .shuffle()
            .unwrap()
            .players()
            .any(|(.., seed)| seed.is_some())
}

/// A table where one Player opens his seed and another does not.
async fn silence_at(rulebook: RulebookId, times: Option<WaitingTimes>) -> (Parlour, TableState) {
    let mut parlour = Parlour::new(rulebook, Habits::Withhold).await;
    parlour
        .play_until(|state| state.open_round().is_some())
        .await;
    if let Some(times) = times {
        let request = TableRequest::House(HouseRequest::SetTimes { times });
        let response = parlour.submit(HOUSE, request).await;
        assert!(matches!(response, Response::Done { .. }), "{response:?}");
        parlour.play_rounds(1).await;
    }
    let state = parlour.play_until(seeds_awaited).await;
    (parlour, state)
}

#[tokio::test(start_paused = true)]
async fn an_unopened_seed_is_left_out_after_ten_seconds_or_as_many_as_the_table_gives() {
    for id in RulebookId::ALL {
        let own = WaitingTimes {
            opening_seconds: 25,
            ..WaitingTimes::default()
        };
        for (times, seconds) in [(None, 10), (Some(own), 25)] {
            let (mut parlour, state) = silence_at(id, times).await;
            let silent = state.shuffle().unwrap().awaited_players();
            let pit = pit_at(&parlour);
            let start = Instant::now();
            let (duty, mut notes) = start_background(&pit, "a").await;
            let response = wait_for_event(&mut notes, |note| match note {
                JobEvent::TimeUp {
                    table: TABLE,
                    awaited: Awaited::Seeds,
                    response,
                } => Some(response),
                _ => None,
            });
            let response = response.await;
            assert!(
                matches!(response, Response::Done { .. }),
                "{id}: {response:?}"
            );
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
            end_background(duty).await.unwrap();
            // Play goes on from there, and a reader of the log accepts it.
            parlour
                .play_until(|state| state.open_round().is_none())
                .await;
            assert_eq!(read_again(&*parlour.floor.store).await.findings, [], "{id}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn only_the_system_ends_a_waiting_and_only_the_one_that_lasts() {
    let (parlour, state) = silence_at(RulebookId::Rws2020, None).await;
    let waits = state.deadline().unwrap();
    assert_eq!((waits.awaited, waits.seconds_max), (Awaited::Seeds, 10));
    assert_eq!(waits.until().0, waits.since.0 + 10_000);
    let request = |round, since: u64, waited_seconds| {
        let since = game::Timestamp(since);
        TableRequest::House(HouseRequest::EndWaiting {
            round,
            awaited: Awaited::Seeds,
            since,
            waited_seconds,
        })
    };
    let (round, since) = (waits.round, waits.since.0);
    for (by, request, why) in [
        (
            HOUSE,
            request(round, since, 10),
            "only the house and the system may ask this",
        ),
        (
            Actor::System,
            request(round, since, 9),
            "waited_seconds: found 9, expected at least 10",
        ),
        (
            Actor::System,
            request(round, since - 1, 10),
            "the table does not wait for that, or not since then",
        ),
        (
            Actor::System,
            request(round + 1, since, 10),
            "the table does not wait for that, or not since then",
        ),
    ] {
        assert_eq!(parlour.refused(by, request).await, why);
    }
    let response = parlour
        .submit(Actor::System, request(round, since, 10))
        .await;
    assert!(matches!(response, Response::Done { .. }), "{response:?}");
    assert_eq!(parlour.look().await.deadline(), None);
}

#[tokio::test(start_paused = true)]
async fn a_time_is_a_second_to_an_hour() {
    let parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    let times = WaitingTimes::default();
    for found in [0, 3_601] {
        for (field, times) in [
            (
                "opening_seconds",
                WaitingTimes {
                    opening_seconds: found,
                    ..times
                },
            ),
            (
                "betting_seconds_max",
                WaitingTimes {
                    betting_seconds_max: Some(found),
                    ..times
                },
            ),
            (
                "decision_seconds_max",
                WaitingTimes {
                    decision_seconds_max: Some(found),
                    ..times
                },
            ),
        ] {
            let request = TableRequest::House(HouseRequest::SetTimes { times });
            let why = format!("{field}: found {found}, expected 1 to 3600");
            assert_eq!(parlour.refused(HOUSE, request).await, why);
        }
    }
}

async fn time_up(notes: &mut Receiver<JobEvent>) -> (Awaited, Response) {
    let up = |note| match note {
        JobEvent::TimeUp {
            awaited, response, ..
        } => Some((awaited, response)),
        _ => None,
    };
    wait_for_event(notes, up).await
}

fn bets_lie(state: &TableState) -> bool {
    let round = state.open_round();
    let lie = |round: &game::Round| round.boxes().any(|(_, held)| !held.bets.is_empty());
    is_in(state, |phase| matches!(phase, Phase::BetsOpen)) && round.is_some_and(lie)
}

/// Where the house sets no time no Player has to hurry: no rulebook sets one.
#[tokio::test(start_paused = true)]
async fn no_time_runs_where_the_house_sets_none() {
    for there in [bets_lie as fn(&TableState) -> bool, deciding] {
        let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
        let state = parlour.play_until(there).await;
        assert_eq!(state.deadline(), None);
        let (duty, _) = start_background(&pit_at(&parlour), "a").await;
        let head = parlour.look().await.head();
        sleep(Duration::from_hours(1)).await;
        assert_eq!(parlour.look().await.head(), head);
        end_background(duty).await.unwrap();
    }
}

/// Lets the time of every box pass; returns what the table said would follow.
async fn nobody_decides(
    parlour: &mut Parlour,
    state: &TableState,
    notes: &mut Receiver<JobEvent>,
) -> Vec<TimesEnd> {
    let round = state.open_round().unwrap();
    let boxes: Vec<_> = round.in_round().map(|(at, _)| at).collect();
    let mut told = Vec::new();
    for at in boxes {
        let state = parlour.look().await;
        let Some(waits) = state.deadline() else {
            break;
        };
        told.extend(state.at_times_end());
        let start = Instant::now();
        let (awaited, response) = time_up(notes).await;
        assert_eq!(awaited, waits.awaited, "{at:?}");
        assert!(
            matches!(response, Response::Done { .. }),
            "{at:?}: {response:?}"
        );
        let waited = start.elapsed().as_millis();
        assert!((20_000..25_010).contains(&waited), "{at:?}: {waited}");
    }
    told
}

/// Bets are closed when their time is up, and a Player who does not decide has left (IR-27).
#[tokio::test(start_paused = true)]
async fn a_house_may_give_a_time_for_bets_and_for_each_decision() {
    let times = WaitingTimes {
        betting_seconds_max: Some(30),
        decision_seconds_max: Some(20),
        ..WaitingTimes::default()
    };
    for id in RulebookId::ALL {
        let mut parlour = Parlour::new(id, Habits::NoSeeds).await;
        parlour.play_rounds(1).await;
        let request = TableRequest::House(HouseRequest::SetTimes { times });
        let response = parlour.submit(HOUSE, request).await;
        assert!(
            matches!(response, Response::Done { .. }),
            "{id}: {response:?}"
        );
        let state = parlour.play_until(bets_lie).await;
        assert_eq!(state.deadline().unwrap().awaited, Awaited::Bets);
        assert_eq!(state.at_times_end(), Some(TimesEnd::BetsClosed));
        let (duty, mut notes) = start_background(&pit_at(&parlour), "a").await;
        let start = Instant::now();
        let (awaited, response) = time_up(&mut notes).await;
        assert_eq!(awaited, Awaited::Bets, "{id}");
        assert!(
            matches!(response, Response::Done { .. }),
            "{id}: {response:?}"
        );
        assert_eq!(start.elapsed().as_secs(), 30, "{id}");
        let state = parlour.play_until(deciding).await;
        let from = usize::try_from(state.head().seq).unwrap();
        let told = nobody_decides(&mut parlour, &state, &mut notes).await;
        end_background(duty).await.unwrap();
        assert_eq!(parlour.look().await.deadline(), None, "{id}");
        let rows = parlour.rows().await;
        let of_kind = |kind: fn(&Event) -> bool| {
            let events = rows[from..].iter().map(entry);
            events
                .filter(|event| matches!(event, TableEvent::Game(event) if kind(event)))
                .count()
        };
        let folded = of_kind(|event| matches!(event, Event::FoldedByAbsence { .. }));
        let removed = of_kind(|event| matches!(event, Event::HandRemoved { .. }));
        match id.form().absent_undecided.says {
            Absent::Folded => assert!(folded > 0 && removed == 0, "{id}"),
            Absent::InvalidReturned => assert!(folded == 0 && removed > 0, "{id}"),
        }
        // What the view said beforehand is what happened.
        let says = |end: TimesEnd| told.iter().filter(|told| **told == end).count();
        let counted = (says(TimesEnd::Folded), says(TimesEnd::Returned));
        assert_eq!(counted, (folded, removed), "{id}: {told:?}");
        parlour
            .play_until(|state| state.open_round().is_none())
            .await;
        assert_eq!(read_again(&*parlour.floor.store).await.findings, [], "{id}");
    }
}
