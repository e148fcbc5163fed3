//! What the house owes a table and cannot do: it is done as soon as it can be, and until then reported.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "a test that waits for one event lets the others pass"
)]

mod floor;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use floor::background::{end_background, start_background, wait_for_event};
use floor::dealt::Habits;
use floor::linked::{LEVEL, LINK, Scene, evening};
use floor::parlour::{Parlour, TABLE, is_in};
use floor::wrapped::{Wrapped, Wrapper};
use floor::{Floor, HOUSE, form, people};
use game::{Actor, Money, Phase, RulebookId};
use house::background::{Background, Job, JobEvent, JobFailure};
use house::link::{LinkRequest, Signers, TableContributions};
use house::pit::Pit;
use house::response::{Response, ServiceError};
use house::store::{Append, Appended, MemoryStore, Store, StoreError, async_trait};
use house::table::{HouseRequest, TableRequest, TableState, WaitingTimes};
use ledger::{Account, TableId};
use tokio::sync::broadcast::Receiver;
use tokio::time::sleep;

/// What happens to an entry of the system: one that seals or publishes a seed, or takes a table over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    Obliging,
    Away,
    Refusing,
}

/// A store that does not take what the system wants to store.
struct Unwilling {
    store: Arc<MemoryStore>,
    mood: Mutex<Mood>,
    /// How many were offered.
    offered: Mutex<u32>,
}

impl Unwilling {
    fn new(store: &Arc<MemoryStore>, mood: Mood) -> Arc<Wrapped<Unwilling>> {
        Arc::new(Wrapped(Unwilling {
            store: Arc::clone(store),
            mood: Mutex::new(mood),
            offered: Mutex::new(0),
        }))
    }
}

const KINDS: [&str; 3] = ["seed-sealed", "seed-told", "taken-over"];

#[async_trait]
impl Wrapper for Unwilling {
    fn wrapped(&self) -> &dyn Store {
        &*self.store
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let by_system = |entry: &[u8]| {
            let text = String::from_utf8_lossy(entry);
            let mut kinds = KINDS.iter();
            kinds.any(|kind| text.contains(&format!("\"kind\":\"{kind}\"")))
        };
        let mood = *self.mood.lock().unwrap();
        if mood != Mood::Obliging && append.entries.iter().any(by_system) {
            *self.offered.lock().unwrap() += 1;
            return match mood {
                Mood::Away => Err(StoreError::Unavailable {
                    what: "a cable was pulled".to_owned(),
                }),
                Mood::Refusing | Mood::Obliging => Ok(Appended::AboveLimit(Account::Cage)),
            };
        }
        self.store.append(append).await
    }
}

/// A table at which the house deals, served by a process whose store takes no seeds while it is told so.
struct Table {
    parlour: Parlour,
    store: Arc<Wrapped<Unwilling>>,
    pit: Arc<Pit>,
}

impl Table {
    async fn new() -> Table {
        let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
        parlour.play_rounds(1).await;
        let store = Unwilling::new(&parlour.floor.store, Mood::Obliging);
        let pit = Pit::new(store.clone(), parlour.floor.clock.clone());
        let pit = Arc::new(pit.with_vault(Arc::clone(&parlour.vault)));
        parlour.seat = pit.handle(TABLE).await.unwrap();
        Table {
            parlour,
            store,
            pit,
        }
    }

    /// Plays until the house owes a seed that the store does not take.
    async fn owes_seed(&mut self, mood: Mood) -> TableState {
        *self.store.mood.lock().unwrap() = mood;
        self.parlour
            .play_until(|state| is_in(state, |phase| matches!(phase, Phase::BetsClosed)))
            .await
    }

    fn offered(&self) -> u32 {
        *self.store.offered.lock().unwrap()
    }
}

/// The alarm of the table's timer: what was refused, and why.
async fn alarm(notes: &mut Receiver<JobEvent>) -> (&'static str, String) {
    wait_for_event(notes, |event| match event {
        JobEvent::Failed {
            job: Job::Timer(TABLE),
            why: JobFailure::Service(ServiceError::SystemRefused { what, why }),
        } => Some((what, why)),
        _ => None,
    })
    .await
}

#[tokio::test(start_paused = true)]
async fn issue_17_9_a_seed_that_is_refused_raises_an_alarm() {
    let mut table = Table::new().await;
    let (jobs, mut notes) = start_background(&table.pit, "a").await;
    let state = table.owes_seed(Mood::Refusing).await;
    assert!(state.duty().is_some());
    let (what, why) = alarm(&mut notes).await;
    assert_eq!(what, "drawing the seed of the round");
    assert!(why.contains("may hold"), "{why}");
    // The table serves other requests, and asks again for the seed only when it has moved.
    sleep(Duration::from_secs(30)).await;
    assert_eq!(table.offered(), 1);
    let times = WaitingTimes::default();
    let request = TableRequest::House(HouseRequest::SetTimes { times });
    let response = table.parlour.submit(HOUSE, request).await;
    assert!(matches!(response, Response::Done { .. }), "{response:?}");
    assert_eq!(table.offered(), 2);
    *table.store.mood.lock().unwrap() = Mood::Obliging;
    let times = WaitingTimes::default();
    let request = TableRequest::House(HouseRequest::SetTimes { times });
    table.parlour.submit(HOUSE, request).await;
    assert_eq!(table.parlour.look().await.duty(), None);
    table.parlour.play_rounds(2).await;
    end_background(jobs).await.unwrap();
}

/// No person asks for anything meanwhile: the timer does what the table's own task could not.
#[tokio::test(start_paused = true)]
async fn issue_17_9_a_seed_that_could_not_be_stored_is_drawn_again_without_a_request() {
    let mut table = Table::new().await;
    let (jobs, mut notes) = start_background(&table.pit, "a").await;
    table.owes_seed(Mood::Away).await;
    wait_for_event(&mut notes, |event| match event {
        JobEvent::Failed {
            job: Job::Timer(TABLE),
            why: JobFailure::Service(ServiceError::Store(StoreError::Unavailable { .. })),
        } => Some(()),
        _ => None,
    })
    .await;
    *table.store.mood.lock().unwrap() = Mood::Obliging;
    sleep(Duration::from_secs(5)).await;
    assert_eq!(table.parlour.look().await.duty(), None);
    table.parlour.play_rounds(2).await;
    end_background(jobs).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn issue_17_9_a_process_without_the_key_says_that_it_cannot_draw_the_seed() {
    let mut table = Table::new().await;
    table.owes_seed(Mood::Away).await;
    let floor = &table.parlour.floor;
    let pit = Arc::new(Pit::new(floor.store.clone(), floor.clock.clone()));
    let (jobs, mut notes) = start_background(&pit, "b").await;
    let (what, why) = alarm(&mut notes).await;
    assert_eq!(what, "drawing the seed of the round");
    assert_eq!(why, "this process has no key to the decks");
    end_background(jobs).await.unwrap();
}

/// A takeover that the table refuses is not reported as one that was made.
#[tokio::test(start_paused = true)]
async fn issue_17_9_a_refused_takeover_raises_an_alarm() {
    let floor = Floor::new(MemoryStore::default());
    let pit = floor::background::pit_of(&floor);
    floor.buy_in_players(TABLE, 9).await;
    let seat = floor::created(&pit, TABLE).await;
    let floor = Arc::new(floor);
    let rulebook = form(RulebookId::Rws2020);
    let mut evening =
        floor::round::Evening::opened(Arc::clone(&floor), seat, rulebook, floor::linked::SEED)
            .await;
    let opens = game::Request::OpenBets;
    evening.ask(floor::round::DEALER, opens).await;
    let store = Unwilling::new(&floor.store, Mood::Refusing);
    let pit = Arc::new(Pit::new(store.clone(), floor.clock.clone()));
    let mut jobs = Background::new(Arc::clone(&pit), "b".to_owned()).start();
    let mut notes = jobs.subscribe();
    let (table, error) = wait_for_event(&mut notes, |event| match event {
        JobEvent::Recovered(recovered) => panic!("{recovered:?}"),
        JobEvent::Failed {
            job: Job::Recovery,
            why: JobFailure::NotRecovered { table, error },
        } => Some((table, error)),
        _ => None,
    })
    .await;
    assert_eq!(table, TABLE);
    assert!(jobs.wait_ready().await);
    assert!(
        matches!(&error, ServiceError::SystemRefused { what, .. } if *what == "taking the table over"),
        "{error}"
    );
    end_background(jobs).await.unwrap();
}

/// A store in which a command to report that meters differ was refused already.
struct RefusedReport(Arc<MemoryStore>);

#[async_trait]
impl Wrapper for RefusedReport {
    fn wrapped(&self) -> &dyn Store {
        &*self.0
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let differs = |entry: &[u8]| {
            let text = String::from_utf8_lossy(entry);
            text.contains("\"kind\":\"mismatched\"")
        };
        if let Some(answer) = &append.answer
            && append.entries.iter().any(differs)
        {
            let refused = Response::Refused {
                reason: "not now".to_owned(),
                clauses: Vec::new(),
                code: "not-now".to_owned(),
            };
            let (id, body) = (answer.id, answer.body);
            return Ok(Appended::Answered(refused.to_stored(id, body)));
        }
        self.0.append(append).await
    }
}

/// Meters that differ are not passed over because the link does not take the report.
#[tokio::test(start_paused = true)]
async fn issue_17_9_a_refused_report_of_meters_raises_an_alarm() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    evening(&scene, 1, RulebookId::Rws2020).await;
    // The link is told of a contribution the table never made.
    let feed = TableContributions {
        table: TableId(1),
        to: 1,
        amounts: vec![Money::minor(77)],
    };
    let turn = LinkRequest::Turn {
        feeds: vec![feed],
        received: Vec::new(),
        reversals: Vec::new(),
        hits: Vec::new(),
        released: Vec::new(),
    };
    let system = Signers {
        by: Actor::System,
        with: None,
    };
    let told = scene.link.submit(scene.floor.next_id(), system, turn).await;
    assert!(matches!(told, Ok(Response::Done { .. })), "{told:?}");
    let floor = &scene.floor;
    let store = Arc::new(Wrapped(RefusedReport(Arc::clone(&floor.store))));
    let pit = Arc::new(Pit::new(store, floor.clock.clone()).with_people(people()));
    let (jobs, mut notes) = start_background(&pit, "b").await;
    let (what, why) = wait_for_event(&mut notes, |event| match event {
        JobEvent::MetersDiffer { .. } => panic!("{event:?}"),
        JobEvent::Failed {
            job: Job::Meters(LINK),
            why: JobFailure::Service(ServiceError::SystemRefused { what, why }),
        } => Some((what, why)),
        _ => None,
    })
    .await;
    assert_eq!((what, why.as_str()), ("reporting its meters", "not now"));
    end_background(jobs).await.unwrap();
}
