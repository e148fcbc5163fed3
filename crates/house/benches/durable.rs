//! Rounds that survive, a second: a house on each store beside two loops that write the same without us.
//!
//! Tables are kept going through their dealers for a few seconds, every command committed before it is
//! answered. Both references take what they stored, append by append, as fast as one connection can. The first
//! writes the bytes into one plain table of the same engine, one commit each: with one table the house waits
//! for the disk as often. The second writes the very rows into the tables of a house, a hundred appends to a
//! commit: with many tables the house waits for many at once too.
//!
//! Then what the lobby costs: tables played in memory with read models that are given every commit, and
//! without, in turns.
//!
//! `QUEENHIGH_TABLES=N` plays N tables alone, `QUEENHIGH_ENGINE=sqlite` or `postgresql` on that engine alone;
//! `QUEENHIGH_ENGINE=lobby` measures the lobby alone.

#![allow(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on stops where it stands"
)]

mod bare;
mod evening;
#[path = "../tests/floor/mod.rs"]
mod floor;
mod grouped;
mod lobby;
#[allow(dead_code, reason = "the tests of faults ask for more")]
#[path = "../tests/postgres/mod.rs"]
mod postgres;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bare::{Bare, BarePostgres, BareSqlite};
use evening::{BOXES, Played, Until, keep_going};
use floor::cashier::buy_in_players;
use grouped::{on_postgresql, on_sqlite, written};
use house::clock::SystemClock;
use house::log::StreamKind;
use house::pit::Pit;
use house::store::{PostgresStore, Row, SqliteStore, Store};
use ledger::TableId;

const PLAYS: Duration = Duration::from_secs(4);
/// As many appends as the references write, one to a commit and in groups.
const SINGLE: usize = 2_000;
const GROUPED: usize = 20_000;

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn print_line(line: &str) {
    println!("{line}");
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let tables = std::env::var("QUEENHIGH_TABLES");
    let tables = tables.map_or_else(|_| vec![1, 200], |text| vec![text.parse().unwrap()]);
    let engine = std::env::var("QUEENHIGH_ENGINE").unwrap_or_default();
    if engine == "lobby" {
        return lobby::measure().await;
    }
    print_line(
        "store, tables          rounds/s   appends/s   bare, single   ratio   bare, by hundreds   ratio",
    );
    for &tables in tables.iter().filter(|_| engine != "postgresql") {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
        let ours = play(&store, tables).await;
        let (bytes, rows) = (stored(&*store).await, written(&*store, GROUPED).await);
        drop(store);
        let folder = tempfile::tempdir().unwrap();
        let single = bare(BareSqlite::in_folder(folder.path()), &bytes).await;
        let mut start = Instant::now();
        on_sqlite(folder.path(), &rows, || start = Instant::now());
        print_row("sqlite", tables, ours, single, rate(rows.len(), start));
    }
    for &tables in tables.iter().filter(|_| engine != "sqlite") {
        let url = postgres::shared().database("").await;
        let store = Arc::new(PostgresStore::open(&url).await.unwrap());
        let ours = play(&store, tables).await;
        let (bytes, rows) = (stored(&*store).await, written(&*store, GROUPED).await);
        drop(store);
        let single = bare(BarePostgres::new().await, &bytes).await;
        let mut start = Instant::now();
        on_postgresql(&rows, || start = Instant::now()).await;
        print_row("postgresql", tables, ours, single, rate(rows.len(), start));
    }
    lobby::measure().await;
}

fn print_row(store: &str, tables: u32, (rounds, appends): (f64, f64), single: f64, grouped: f64) {
    let name = format!("{store}, {tables}");
    let (to_single, to_grouped) = (appends / single, appends / grouped);
    print_line(&format!(
        "{name:<20} {rounds:>10.1} {appends:>11.1} {single:>14.1} {to_single:>7.2} {grouped:>19.1} {to_grouped:>7.2}"
    ));
}

/// Rounds and appends a second.
#[expect(clippy::cast_precision_loss, reason = "a rate to a few digits")]
async fn play<S: Store>(store: &Arc<S>, tables: u32) -> (f64, f64) {
    buy_in_players(store, tables, u32::from(BOXES)).await;
    let pit = Pit::new(store.clone(), Arc::new(SystemClock));
    let start = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for table in (1..=tables).map(TableId) {
        let until = Until::Moment(start + PLAYS);
        tasks.spawn(keep_going(table, floor::created(&pit, table).await, until));
    }
    let done = tasks.join_all().await;
    let seconds = start.elapsed().as_secs_f64();
    let sum = |of: fn(&Played) -> u64| done.iter().map(of).sum::<u64>() as f64;
    let (rounds, appends) = (sum(|one| one.rounds), sum(|one| one.appends));
    (rounds / seconds, appends / seconds)
}

/// What was stored, each append's entries as one piece: those under one command.
async fn stored(store: &dyn Store) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    for (stream, _) in store.heads_by_kind(StreamKind::Table).await.unwrap() {
        let mut rows = store.read(stream, 0, SINGLE).await.unwrap().into_iter();
        let mut piece: Vec<u8> = rows.next().map_or_else(Vec::new, |row| row.bytes.to_vec());
        for Row { bytes, .. } in rows {
            // The first entry of a command says what was asked.
            if bytes.windows(9).any(|part| part == b"\"asked\":{") {
                pieces.push(std::mem::take(&mut piece));
            }
            piece.extend(bytes);
        }
        if pieces.len() >= SINGLE {
            break;
        }
    }
    pieces.truncate(SINGLE);
    pieces
}

#[expect(clippy::cast_precision_loss, reason = "a rate to a few digits")]
fn rate(count: usize, start: Instant) -> f64 {
    count as f64 / start.elapsed().as_secs_f64()
}

async fn bare(mut engine: impl Bare, pieces: &[Vec<u8>]) -> f64 {
    let start = Instant::now();
    for piece in pieces {
        engine.commit(piece).await;
    }
    rate(pieces.len(), start)
}
