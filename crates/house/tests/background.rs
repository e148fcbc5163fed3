//! What a process of the house does without a request: leases, rounds that were left, turns of links
//! and looks at them, meters compared; and how it ends. Timers have a file of their own.
//!
//! Time stands still here but for what the background jobs wait for, so seconds cost nothing and are exact. The
//! clock that the logs are written by does not move at all: no timer asks it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "who waits for one note lets the others pass"
)]

mod floor;

use std::sync::Arc;
use std::time::Duration;

use floor::background::{PATIENCE, end_background, pit_of, start_background, wait_for_event};
use floor::linked::{DEALER, LEVEL, LINK, NOTHING, Scene, TWO, evening};
use floor::outage::Outage;
use floor::parlour::entry;
use floor::{Floor, HOUSE, form};
use game::{Actor, Money, RulebookId};
use house::background::{Background, EndError, Job, JobEvent, JobFailure};
use house::link::{Controller, Difference, Health, LinkRequest, Signers, TableContributions};
use house::log::{Entries, Stream};
use house::pit::Pit;
use house::response::{Response, ServiceError};
use house::store::{Append, Appended, Lease, MemoryStore, Store, StoreError};
use house::table::{HouseEvent, HouseRequest, LinkStatus, TableEvent, TableRequest};
use ledger::{LinkId, TableId};
use tokio::sync::broadcast::Receiver;
use tokio::time::{Instant, sleep, timeout};

const ONE: TableId = TableId(1);
const OTHER: TableId = TableId(2);
async fn until_recovered(notes: &mut Receiver<JobEvent>) -> TableId {
    let table = |note| match note {
        JobEvent::Recovered(recovered) => Some(recovered.table),
        _ => None,
    };
    wait_for_event(notes, table).await
}

/// Two linked tables with a round at each.
async fn two_rounds() -> Scene<MemoryStore> {
    let scene = Scene::new(MemoryStore::default(), LEVEL, 2).await;
    for table in [ONE, OTHER] {
        let mut evening = evening(&scene, table.0, RulebookId::Rws2020).await;
        evening
            .ask(floor::round::DEALER, game::Request::OpenBets)
            .await;
    }
    scene
}

#[tokio::test(start_paused = true)]
async fn what_one_shift_leaves_the_other_takes_over() {
    let scene = two_rounds().await;
    let (first, mut notes) = start_background(&scene.pit, "a").await;
    let found = [
        until_recovered(&mut notes).await,
        until_recovered(&mut notes).await,
    ];
    assert_eq!(found, [ONE, OTHER]);
    let start = Instant::now();
    let (second, mut others) = start_background(&pit_of(&scene.floor), "b").await;
    // The process that holds the leases may be dead: that is certain only when they would have run out.
    assert!(start.elapsed() >= Duration::from_secs(15));
    sleep(Duration::from_mins(2)).await;
    let idle = |note: &JobEvent| matches!(note, JobEvent::Ready);
    while let Ok(note) = others.try_recv() {
        assert!(idle(&note), "no process is gone: {note:?}");
    }
    let start = Instant::now();
    end_background(first).await.unwrap();
    let found = [
        until_recovered(&mut others).await,
        until_recovered(&mut others).await,
    ];
    assert_eq!(found, [ONE, OTHER]);
    // Well before a lease would have run out: it was given back.
    assert!(start.elapsed() <= Duration::from_secs(5) + Duration::from_millis(10));
    let rows = scene.floor.store.read(Stream::Table(ONE), 0, usize::MAX);
    let owners = rows
        .await
        .unwrap()
        .into_iter()
        .filter_map(|row| match entry(&row) {
            TableEvent::House(HouseEvent::TakenOver { owner }) => Some(owner),
            _ => None,
        });
    assert_eq!(owners.collect::<Vec<_>>(), ["a", "b"]);
    end_background(second).await.unwrap();
}

/// A process that was killed gives nothing back.
#[tokio::test(start_paused = true)]
async fn what_a_dead_process_held_is_taken_before_requests_are_served() {
    let scene = two_rounds().await;
    for table in [ONE, OTHER] {
        let lease = scene
            .floor
            .store
            .lease(Stream::Table(table), "dead", 15_000);
        assert_eq!(lease.await.unwrap(), Lease::Taken { from: None });
    }
    let (duty, mut notes) = start_background(&scene.pit, "a").await;
    let found = [
        until_recovered(&mut notes).await,
        until_recovered(&mut notes).await,
    ];
    assert_eq!(found, [ONE, OTHER]);
    let next = timeout(PATIENCE, notes.recv()).await.unwrap();
    assert!(matches!(next, Ok(JobEvent::Ready)), "{next:?}");
    end_background(duty).await.unwrap();
}

async fn contact(pit: &Pit, table: TableId) -> LinkStatus {
    let state = pit.handle(table).await.unwrap().snapshot().await.unwrap();
    state.linked().unwrap().status
}

/// Appends an entry that cannot be read.
async fn spoiled(store: &MemoryStore, stream: Stream) {
    let head = store.head(stream).await.unwrap();
    let append = Append {
        entries: Entries::from_iter([b"{\"v\":9}".to_vec()]),
        ..Append::behind(stream, head)
    };
    let stored = store.append(append).await.unwrap();
    assert!(matches!(stored, Appended::Stored(_)), "{stored:?}");
}

#[tokio::test(start_paused = true)]
async fn a_link_that_is_lost_is_noticed() {
    let scene = two_rounds().await;
    let (duty, mut notes) = start_background(&scene.pit, "a").await;
    sleep(Duration::from_secs(30)).await;
    assert_eq!(contact(&scene.pit, ONE).await, LinkStatus::Admitted);
    spoiled(&scene.floor.store, Stream::Link(LINK)).await;
    let seen = wait_for_event(&mut notes, |note| match note {
        JobEvent::HealthChanged { link: LINK, health } => Some(health),
        _ => None,
    });
    assert_eq!(seen.await, Health::Lost);
    for table in [ONE, OTHER] {
        let contact = contact(&scene.pit, table).await;
        assert!(matches!(contact, LinkStatus::Lost { .. }), "{contact:?}");
    }
    end_background(duty).await.unwrap();
}

/// The only process that takes turns ends, and its tables are told by another process.
#[tokio::test(start_paused = true)]
async fn a_process_that_starts_brings_back_a_link_that_was_not_served() {
    let scene = two_rounds().await;
    let (duty, _) = start_background(&scene.pit, "a").await;
    sleep(Duration::from_secs(20)).await;
    end_background(duty).await.unwrap();
    let mut watch = Controller::new(scene.pit.clone(), LINK);
    sleep(Duration::from_secs(6)).await;
    assert_eq!(watch.check_health().await.unwrap(), Health::Silent);
    assert_eq!(watch.check_health().await.unwrap(), Health::Lost);
    let lost = contact(&scene.pit, ONE).await;
    assert!(matches!(lost, LinkStatus::Lost { .. }), "{lost:?}");
    let (duty, _) = start_background(&scene.pit, "a").await;
    sleep(Duration::from_secs(20)).await;
    assert_eq!(watch.check_health().await.unwrap(), Health::Works);
    assert_eq!(watch.state().fault(), None);
    end_background(duty).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn meters_that_differ_stop_the_link_until_two_people_have_seen_it() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut evening = evening(&scene, ONE.0, RulebookId::Rws2020).await;
    evening.reaches_jackpots(&[NOTHING], DEALER).await;
    let (duty, mut notes) = start_background(&scene.pit, "a").await;
    sleep(Duration::from_mins(3)).await;
    assert_eq!(
        contact(&scene.pit, ONE).await,
        LinkStatus::Admitted,
        "they agree"
    );
    // The link is told of a contribution the table never made.
    let system = Signers {
        by: Actor::System,
        with: None,
    };
    let amounts = vec![Money::minor(77)];
    let feed = TableContributions {
        table: ONE,
        to: 1,
        amounts,
    };
    let turn = LinkRequest::Turn {
        feeds: vec![feed],
        received: Vec::new(),
        reversals: Vec::new(),
        hits: Vec::new(),
        released: Vec::new(),
    };
    let response = scene.link.submit(scene.floor.next_id(), system, turn).await;
    assert!(
        matches!(response, Ok(Response::Done { .. })),
        "{response:?}"
    );
    let differ = |note| match note {
        JobEvent::MetersDiffer {
            link: LINK,
            differences,
        } => Some(differences),
        _ => None,
    };
    let found = wait_for_event(&mut notes, differ).await;
    let [
        Difference {
            table: ONE,
            fed,
            heard,
        },
    ] = found[..]
    else {
        panic!("{found:?}")
    };
    assert!(!fed.is_zero());
    assert_eq!(heard - fed, Money::minor(77));
    sleep(Duration::from_secs(10)).await;
    let lost = contact(&scene.pit, ONE).await;
    assert!(matches!(lost, LinkStatus::Lost { .. }), "{lost:?}");
    // Nothing is said twice, and once two people have seen it the link goes on.
    sleep(Duration::from_mins(5)).await;
    scene.request(LinkRequest::ClearFault).await;
    sleep(Duration::from_mins(5)).await;
    while let Ok(note) = notes.try_recv() {
        assert!(!matches!(note, JobEvent::MetersDiffer { .. }), "{note:?}");
    }
    scene.link.turn().await.unwrap();
    assert_eq!(scene.link.state().fault(), None);
    end_background(duty).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_broken_table_stops_no_other_job() {
    let scene = Scene::new(MemoryStore::default(), LEVEL, 2).await;
    let mut evenings = Vec::new();
    for table in [ONE, OTHER] {
        evenings.push(evening(&scene, table.0, RulebookId::Rws2020).await);
    }
    spoiled(&scene.floor.store, Stream::Table(ONE)).await;
    let (duty, mut notes) = start_background(&pit_of(&scene.floor), "a").await;
    let timer = wait_for_event(&mut notes, |note| match note {
        JobEvent::Failed {
            job: Job::Timer(ONE),
            why: JobFailure::Service(error),
        } => Some(error),
        _ => None,
    });
    let stopped = timer.await;
    assert!(
        matches!(stopped, ServiceError::Quarantined { table: ONE, .. }),
        "{stopped:?}"
    );
    evenings[1].reaches_jackpots(&[NOTHING], DEALER).await;
    let paid = wait_for_event(&mut notes, |note| match note {
        JobEvent::Turned { turned, .. } => turned.paid.into_iter().next(),
        _ => None,
    });
    let (table, response) = paid.await;
    assert_eq!(table, OTHER);
    assert!(matches!(response, Response::Done { .. }), "{response:?}");
    end_background(duty).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_link_declared_later_is_found() {
    let floor = Arc::new(Floor::new(MemoryStore::default()));
    let pit = pit_of(&floor);
    let (duty, _) = start_background(&pit, "a").await;
    let late = LinkId(7);
    let mut link = Controller::new(pit.clone(), late);
    for request in [
        LinkRequest::Declare { level: LEVEL },
        LinkRequest::Enrol { table: ONE },
        LinkRequest::Enable { table: ONE },
    ] {
        let response = link.submit(floor.next_id(), TWO, request).await;
        assert!(
            matches!(response, Ok(Response::Done { .. })),
            "{response:?}"
        );
    }
    floor.buy_in_players(ONE, 9).await;
    let seat = floor::created(&pit, ONE).await;
    let join = TableRequest::House(HouseRequest::JoinLink { link: late });
    let command = floor.table_command(&form(RulebookId::Rws2020), HOUSE, join);
    floor::submit_until_answered(&seat, command).await;
    let rulebook = form(RulebookId::Rws2020);
    floor::round::Evening::opened(Arc::clone(&floor), seat, rulebook, floor::linked::SEED).await;
    sleep(Duration::from_secs(10)).await;
    assert_eq!(contact(&pit, ONE).await, LinkStatus::Admitted);
    end_background(duty).await.unwrap();
}

fn away() -> StoreError {
    let what = "a cable was pulled".to_owned();
    StoreError::Unavailable { what }
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_away_is_waited_for_and_one_that_has_stopped_ends_the_shift() {
    let scene = two_rounds().await;
    let store = Arc::new(Outage::new(Arc::clone(&scene.floor.store)));
    let pit = Arc::new(Pit::new(store.clone(), scene.floor.clock.clone()));
    store.says(Some(away()));
    let mut duty = Background::new(pit.clone(), "a".to_owned()).start();
    let mut notes = duty.subscribe();
    sleep(Duration::from_secs(20)).await;
    assert!(matches!(
        notes.recv().await,
        Ok(JobEvent::Failed {
            job: Job::Leases,
            ..
        })
    ));
    store.says(None);
    assert!(timeout(PATIENCE, duty.wait_ready()).await.unwrap());
    store.says(Some(away()));
    sleep(Duration::from_mins(5)).await;
    store.says(None);
    sleep(Duration::from_secs(10)).await;
    let lease = scene.floor.store.lease(Stream::Table(ONE), "b", 0).await;
    assert_eq!(lease, Ok(Lease::Denied), "it is still there");
    let what = "a disk died".to_owned();
    let stopped = StoreError::Stopped { what };
    store.says(Some(stopped.clone()));
    let ended = timeout(PATIENCE, duty.wait_ended()).await.unwrap();
    assert_eq!(ended, Err(EndError::Store(stopped)));
}

#[tokio::test(start_paused = true)]
async fn it_ends_when_told_whatever_it_is_at() {
    let scene = two_rounds().await;
    for seconds in [0, 1, 7, 60] {
        let (duty, mut notes) = start_background(&scene.pit, &format!("after {seconds}")).await;
        sleep(Duration::from_secs(seconds)).await;
        timeout(Duration::from_secs(1), duty.end())
            .await
            .unwrap()
            .unwrap();
        let closed = async { while notes.recv().await.is_ok() {} };
        timeout(Duration::from_secs(1), closed).await.unwrap();
        let before = scene.floor.store.heads().await.unwrap();
        sleep(PATIENCE).await;
        assert_eq!(scene.floor.store.heads().await.unwrap(), before);
    }
    // While it still waits for leases that another process holds.
    let lease = scene.floor.store.lease(Stream::Table(ONE), "b", 3_600_000);
    lease.await.unwrap();
    let mut duty = Background::new(scene.pit.clone(), "a".to_owned()).start();
    let early = timeout(Duration::from_secs(5), duty.wait_ready()).await;
    assert!(early.is_err(), "it is not ready");
    timeout(Duration::from_secs(1), duty.end())
        .await
        .unwrap()
        .unwrap();
    // Dropped, it ends too.
    let (duty, mut notes) = start_background(&scene.pit, "c").await;
    drop(duty);
    let closed = async { while notes.recv().await.is_ok() {} };
    timeout(Duration::from_secs(1), closed).await.unwrap();
}
