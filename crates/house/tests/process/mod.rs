//! A process of the house for tests: what it is told to do, how it is started, and what it does.

mod deadly;
pub mod desk;

use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{PlayerId, Request, RulebookId};
use house::background::{Background, Intervals, JobEvent, JobFailure};
use house::clock::SystemClock;
use house::dealer::{TableCommand, TableHandle};
use house::log::CommandId;
use house::pit::Pit;
use house::response::{Response, ServiceError, stored_id};
use house::shuffle::Vault;
use house::store::{PostgresStore, SqliteStore, Store, StoreError};
use house::table::{HouseRequest, LinkStatus, TableRequest, TableState};
use ledger::{LinkId, TableId};
use rehearsal::scripted_table::{Jackpots, ScriptedTable};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use super::floor::cashier::{buy_in_players, declare_link};
use super::floor::dealt::{self, Habits};
use deadly::Deadly;
use desk::Desk;

/// The test that plays a part.
const TEST: &str = "a_process_of_the_house";
const PART: &str = "QUEENHIGH_PART";
pub const LINK: LinkId = LinkId(1);
pub const BOXES: u8 = 3;
/// Before a store that does not answer is asked again.
const SILENCE: Duration = Duration::from_millis(20);

/// What a process is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    /// A folder, or the URL of a database.
    pub store: String,
    pub rulebook: RulebookId,
    pub seed: u64,
    pub tables: u32,
    /// Rounds at each table before it goes home.
    pub rounds: u64,
    /// The append at which it kills itself.
    pub kill: Option<(u64, When)>,
    /// How long a table is its own without a word of it.
    pub lease_milliseconds: u64,
    /// Where it writes down what it was told, and is told to go home.
    pub desk: Option<Desk>,
    /// The key to the house's decks: it deals at every other table, or at the only one.
    pub vault: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    Before,
    After,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Done,
    Killed,
}

impl Part {
    fn seed_of(&self, table: TableId) -> u64 {
        let seed = self.seed.wrapping_mul(1_000);
        seed.wrapping_add(u64::from(table.0))
    }

    fn house_deals(&self, table: TableId) -> bool {
        self.vault.is_some() && (self.tables == 1 || table.0.is_multiple_of(2))
    }

    pub fn given() -> Option<Part> {
        let text = std::env::var(PART).ok()?;
        Some(serde_json::from_str(&text).unwrap())
    }

    pub fn start(&self) -> std::process::Child {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", TEST, "--nocapture", "--test-threads=1"])
            .env(PART, serde_json::to_string(self).unwrap())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    }

    pub fn run(&self) -> End {
        End::of(self.start().wait().unwrap())
    }

    /// Whether the table has its rounds, or the desk is closed, and none is being played.
    fn is_over(&self, state: &TableState) -> bool {
        let played = state.table().round().map_or(0, game::Round::number);
        let enough = played >= self.rounds || self.desk.as_ref().is_some_and(Desk::is_closed);
        state.open_round().is_none() && enough
    }

    /// Killed after a while, unless it is done before.
    pub fn run_for(&self, wait: Duration) -> End {
        let mut child = self.start();
        let start = Instant::now();
        while start.elapsed() < wait {
            if let Some(status) = child.try_wait().unwrap() {
                return End::of(status);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        End::of(child.wait().unwrap())
    }
}

impl End {
    pub fn of(status: ExitStatus) -> End {
        use std::os::unix::process::ExitStatusExt as _;
        match (status.code(), status.signal()) {
            (Some(0), _) => End::Done,
            (_, Some(9)) => End::Killed,
            other => panic!("the process ended with {other:?}"),
        }
    }
}

/// Plays until every table has its rounds, or until it is killed, or its parent process is gone.
pub fn play(part: &Part) {
    let parent = std::os::unix::process::parent_id();
    std::thread::spawn(move || {
        while std::os::unix::process::parent_id() == parent {
            std::thread::sleep(Duration::from_millis(500));
        }
        std::process::exit(1);
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        if part.store.starts_with("postgres://") {
            let store = PostgresStore::open(&part.store).await.unwrap();
            Box::pin(serve(part, Deadly::new(store, part.kill))).await;
        } else {
            let store = SqliteStore::open(part.store.as_ref()).unwrap();
            Box::pin(serve(part, Deadly::new(store, part.kill))).await;
        }
    });
}

async fn serve<S: Store>(part: &Part, store: Deadly<S>) {
    let store = Arc::new(store);
    // What everybody needs is made once, however often it is begun.
    buy_in_players(&store, part.tables, u32::from(BOXES)).await;
    let linked = part.rulebook.form().jackpot_kind.says != game::JackpotKind::None;
    if linked {
        declare_link(&store, LINK, part.tables).await;
    }
    store.arm();
    let pit = Pit::new(store.clone(), Arc::new(SystemClock));
    let pit = Arc::new(match &part.vault {
        Some(key) => pit.with_vault(Arc::new(Vault::open(key).unwrap())),
        None => pit,
    });
    let owner = format!("process {}", std::process::id());
    let lease = part.lease_milliseconds;
    let lease = Duration::from_millis(lease);
    let intervals = Intervals {
        lease,
        poll: lease / 5,
        compare: Duration::from_secs(1),
        retry: SILENCE,
        ..Intervals::default()
    };
    let shift = Background::new(pit.clone(), owner).with_intervals(intervals);
    let mut shift = shift.start();
    let notes = shift.subscribe();
    assert!(shift.wait_ready().await);
    let mut tables = tokio::task::JoinSet::new();
    for number in 1..=part.tables {
        let seat = crate::floor::created(&pit, TableId(number)).await;
        tables.spawn(keep_going(part.clone(), TableId(number), seat, linked));
    }
    tokio::select! {
        () = async { tables.join_all().await; } => {}
        ended = shift.wait_ended() => panic!("{ended:?}"),
        () = minds(notes) => {}
    }
    shift.end().await.unwrap();
}

/// Nothing goes wrong in the background jobs that would stop a table either.
async fn minds(mut notes: broadcast::Receiver<JobEvent>) {
    use broadcast::error::RecvError;
    loop {
        match notes.recv().await {
            Ok(JobEvent::Failed { why, job }) => match why {
                JobFailure::Service(error) | JobFailure::NotRecovered { error, .. } => {
                    expect_done_or_outage::<()>(Err(error));
                }
                JobFailure::NotStated(_) | JobFailure::Broke(_) => panic!("{job:?}: {why}"),
            },
            Ok(JobEvent::MetersDiffer { link, differences }) => panic!("{link:?}: {differences:?}"),
            Ok(JobEvent::InstructionFailed(failed)) => panic!("{failed:?}"),
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// One table's people.
async fn keep_going(part: Part, table: TableId, seat: TableHandle, linked: bool) {
    let script = ScriptedTable {
        rulebook: part.rulebook.form().clone(),
        seed: part.seed_of(table),
        boxes: BOXES,
        first: PlayerId(table.0 * 100),
        royal_one_in: 4,
    };
    let rulebook = Arc::new(script.rulebook.clone());
    let jackpots = if linked {
        Jackpots::Linked
    } else {
        Jackpots::Own(game::Money::ZERO)
    };
    loop {
        let state = match seat.snapshot().await {
            Ok(state) => state,
            Err(error) => {
                expect_done_or_outage::<()>(Err(error));
                tokio::time::sleep(SILENCE).await;
                continue;
            }
        };
        // The holder of the lease tells the last seed, if the process that should have told it was killed.
        let over = part.is_over(&state);
        if over && state.duty().is_none() {
            return;
        }
        let join = linked && state.link().is_none();
        let next = if over {
            None
        } else if join {
            let request = TableRequest::House(HouseRequest::JoinLink { link: LINK });
            Some((super::floor::HOUSE, request))
        } else {
            let habits = part.house_deals(table).then_some(Habits::Keep);
            dealt::next(&state, &script, jackpots, habits)
        };
        // No bets open before the link has admitted the table, and play waits until it has paid.
        let admitted = state.linked().map(|linked| linked.status) != Some(LinkStatus::Joined);
        let opening = TableRequest::Game(Request::OpenBets);
        let Some((by, request)) = next.filter(|(_, next)| admitted || *next != opening) else {
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        };
        let seq = state.head().seq;
        let id = CommandId::named(&format!("table {} after {seq}", table.0));
        let command = TableCommand {
            id,
            by,
            request,
            rulebook: Some(Arc::clone(&rulebook)),
        };
        // Another process may have had another request at the same entry: it came first.
        match seat.submit(command).await {
            Ok(Response::InsufficientFunds { account }) => panic!("{account} is short"),
            Ok(Response::Done { from, to }) => {
                if let Some(desk) = &part.desk {
                    desk.writes(table, stored_id(id, by).unwrap(), (from, to));
                    tokio::time::sleep(desk.pace()).await;
                }
            }
            Ok(Response::Refused { .. }) | Err(ServiceError::IdReused(_)) => {}
            Err(error) => {
                expect_done_or_outage::<()>(Err(error));
                tokio::time::sleep(SILENCE).await;
            }
        }
    }
}

/// A store that cannot be reached just now, or a crowd before it, is no reason to stop. Nor is a store
/// that cannot say: the same is asked again under the same id.
fn expect_done_or_outage<T>(done: Result<T, ServiceError>) {
    use StoreError::{Unavailable, Unknown};
    match done {
        Ok(_)
        | Err(
            ServiceError::TooManyRaces | ServiceError::Store(Unavailable { .. } | Unknown { .. }),
        ) => {}
        Err(error) => panic!("{error}"),
    }
}
