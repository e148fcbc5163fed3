//! From the start of a process to its first table and to a link's first turn, behind ten thousand, a
//! hundred thousand and a million stored entries, with the snapshots the house stored and without any.
//!
//! Ten tables that feed one link fill a house, round by round, through their dealers. Then it is opened again
//! and again, as a process that comes up opens it: once until a table has answered, once until the link has
//! taken a turn; the shortest of several starts counts, since whatever else runs on the machine can only
//! lengthen one. The house of each size is the smaller one, copied and played on.
//!
//! On `SQLite` all three sizes; on `PostgreSQL`, where to fill a house takes longer, the first two.
//! `QUEENHIGH_ENTRIES=N` plays the sizes up to N entries, on both. `QUEENHIGH_ENGINE=sqlite` or `postgresql`
//! takes that engine alone; `TMPDIR` says where the houses are made.

#![allow(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on stops where it stands"
)]

#[path = "../tests/floor/mod.rs"]
mod floor;
mod places;
#[allow(dead_code, reason = "the tests of faults ask for more")]
#[path = "../tests/postgres/mod.rs"]
mod postgres;

use std::sync::Arc;
use std::time::{Duration, Instant};

use floor::HOUSE;
use floor::cashier::{buy_in_players, declare_link};
use game::{Actor, PlayerId, RulebookId, Timestamp};
use house::clock::SystemClock;
use house::dealer::{TableCommand, TableHandle};
use house::link::Controller;
use house::log::{CommandId, Stream};
use house::pit::Pit;
use house::store::Store;
use house::table::{HouseRequest, RequestedAtTable, TableRequest, TableState};
use ledger::{LinkId, TableId};
use places::{Database, Folder, Place};
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

const TABLES: u32 = 10;
const BOXES: u8 = 3;
const LINK: LinkId = LinkId(1);
const SIZES: [u64; 3] = [10_000, 100_000, 1_000_000];
/// The largest house on `PostgreSQL`, unless a larger one is asked for.
const ON_POSTGRESQL: u64 = 100_000;
/// Starts with snapshots, and without, which take long.
const STARTS: (usize, usize) = (21, 3);

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn print_line(line: &str) {
    println!("{line}");
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let asked = std::env::var("QUEENHIGH_ENTRIES").ok();
    let asked: Option<u64> = asked.map(|text| text.parse().unwrap());
    let engine = std::env::var("QUEENHIGH_ENGINE").unwrap_or_default();
    print_line(
        "store        entries    of the table   first table ms: with   without   ratio   link's first turn ms: with   without   ratio",
    );
    if engine != "postgresql" {
        let folder = tempfile::tempdir().unwrap();
        let place = Folder(folder.path().join("house"));
        std::fs::create_dir(&place.0).unwrap();
        measure("sqlite", place, asked.unwrap_or(u64::MAX)).await;
    }
    if engine != "sqlite" {
        let place = Database(postgres::shared().database("").await);
        measure("postgresql", place, asked.unwrap_or(ON_POSTGRESQL)).await;
    }
}

/// The sizes up to `most`, each played on from a copy of the one before: measuring deletes snapshots.
async fn measure(engine: &str, mut place: impl Place, most: u64) {
    let mut sizes = SIZES.into_iter().filter(|size| *size <= most).peekable();
    while let Some(size) = sizes.next() {
        fill(&place, size).await;
        let larger = match sizes.peek() {
            Some(_) => Some(place.copied().await),
            None => None,
        };
        report(engine, &place).await;
        let Some(larger) = larger else { return };
        place = larger;
    }
}

async fn report(engine: &str, place: &impl Place) {
    let store = place.open_to_read().await;
    let entries = entries(&store).await;
    let of_table = store.head(Stream::Table(TableId(1))).await.unwrap().seq;
    drop(store);
    let table = shortest(place, Snapshots::Kept, first_table).await;
    let turn = shortest(place, Snapshots::Kept, first_turn).await;
    let table_without = shortest(place, Snapshots::Deleted, first_table).await;
    let turn_without = shortest(place, Snapshots::Deleted, first_turn).await;
    let (table_ratio, turn_ratio) = (table_without / table, turn_without / turn);
    print_line(&format!(
        "{engine:<12} {entries:<10} {of_table:>12} {table:>22.1} {table_without:>9.1} {table_ratio:>7.1} {turn:>28.1} {turn_without:>9.1} {turn_ratio:>7.1}"
    ));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Snapshots {
    Kept,
    Deleted,
}

/// Milliseconds from a start until it has done what it is started for.
async fn shortest<P: Place>(
    place: &P,
    snapshots: Snapshots,
    start: impl AsyncFn(&P) -> Duration,
) -> f64 {
    let mut shortest = Duration::MAX;
    let starts = match snapshots {
        Snapshots::Kept => STARTS.0,
        Snapshots::Deleted => STARTS.1,
    };
    for _ in 0..starts {
        if snapshots == Snapshots::Deleted {
            place.delete_snapshots().await;
        }
        shortest = shortest.min(start(place).await);
    }
    shortest.as_secs_f64() * 1_000.0
}

async fn first_table(place: &impl Place) -> Duration {
    let start = Instant::now();
    let store = place.open().await;
    let pit = Pit::new(store.clone(), Arc::new(SystemClock));
    let seat = pit.handle(TableId(1)).await.unwrap();
    let state = seat.snapshot().await.unwrap();
    let spent = start.elapsed();
    assert!(state.head().seq > 0);
    // What was still to be stored is stored before the next answer.
    seat.snapshot().await.unwrap();
    drop((seat, pit));
    until_alone(store).await;
    spent
}

async fn first_turn(place: &impl Place) -> Duration {
    let start = Instant::now();
    let store = place.open().await;
    let pit = Arc::new(Pit::new(store.clone(), Arc::new(SystemClock)));
    let mut link = Controller::new(pit, LINK);
    link.turn().await.unwrap();
    let spent = start.elapsed();
    assert!(link.state().head().seq > 0);
    drop(link);
    until_alone(store).await;
    spent
}

/// The dealers have gone, and the house can be opened again.
async fn until_alone(store: Arc<impl Store>) {
    while Arc::strong_count(&store) > 1 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

async fn entries(store: &dyn Store) -> u64 {
    let heads = store.heads().await.unwrap();
    heads.iter().map(|(_, head)| head.seq).sum()
}

/// Rounds at every table, and a turn of the link after each, until there are so many entries.
async fn fill(place: &impl Place, size: u64) {
    let store = place.open().await;
    buy_in_players(&store, TABLES, u32::from(BOXES)).await;
    declare_link(&store, LINK, TABLES).await;
    let pit = Arc::new(Pit::new(store.clone(), Arc::new(SystemClock)));
    for table in (1..=TABLES).map(TableId) {
        let id = CommandId::named(&format!("create {}", table.0));
        pit.create_table(table, id, HOUSE).await.unwrap();
    }
    let mut link = Controller::new(Arc::clone(&pit), LINK);
    loop {
        let mut tasks = tokio::task::JoinSet::new();
        for table in (1..=TABLES).map(TableId) {
            let seat = pit.handle(table).await.unwrap();
            tasks.spawn(until_the_link(table, seat));
        }
        tasks.join_all().await;
        link.turn().await.unwrap();
        if entries(&*store).await >= size {
            break;
        }
    }
    drop((link, pit));
    until_alone(store).await;
}

/// Plays on until the table waits for the link: to be admitted, or for the jackpots of its round.
async fn until_the_link(table: TableId, seat: TableHandle) {
    let script = ScriptedTable {
        rulebook: RulebookId::Rws2020.form().clone(),
        seed: u64::from(table.0),
        boxes: BOXES,
        first: PlayerId(table.0 * 100),
        royal_one_in: 1_000_000,
    };
    let rulebook = Arc::new(script.rulebook.clone());
    let mut known = seat.snapshot().await.unwrap();
    while let Some((by, request)) = next(&known, &script) {
        let id = CommandId::named(&format!("{} {}", table.0, known.head().seq));
        let requested = RequestedAtTable {
            by,
            now: Timestamp(0),
            request: request.clone(),
        };
        let decision = known.decide(Some(&rulebook), id, &requested).unwrap();
        let command = TableCommand {
            id,
            by,
            request,
            rulebook: Some(Arc::clone(&rulebook)),
        };
        seat.submit(command).await.unwrap();
        known.accept(decision);
    }
}

fn next(known: &TableState, script: &ScriptedTable) -> Option<(Actor, TableRequest)> {
    let Some(linked) = known.linked() else {
        let join = HouseRequest::JoinLink { link: LINK };
        return Some((HOUSE, TableRequest::House(join)));
    };
    let open = known.table().setup().is_some();
    if open && linked.status != house::table::LinkStatus::Admitted {
        return None;
    }
    let next = script.next(known.table(), Jackpots::Linked);
    next.map(|(by, request)| (by, TableRequest::Game(request)))
}
