//! Rounds that survive, a second: a house on each store beside a loop that commits the same bytes
//! without us.
//!
//! Tables are kept going through their dealers for a few seconds, every command committed before it is
//! answered. The reference takes what they stored, append by append, and writes those bytes into one
//! plain table of the same engine, one commit each, as fast as one connection can. With one table the
//! house waits for the disk as often as the reference does; with many it waits for many at once.

#![allow(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on stops where it stands"
)]

mod bare;
mod evening;
#[path = "../tests/floor/mod.rs"]
mod floor;
#[allow(dead_code, reason = "the tests of faults ask for more")]
#[path = "../tests/postgres/mod.rs"]
mod postgres;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bare::{Bare, BarePostgres, BareSqlite};
use evening::{BOXES, Played, Until, keep_going};
use floor::cashier::seated;
use house::clock::SystemClock;
use house::log::StreamKind;
use house::pit::Pit;
use house::store::{PostgresStore, Row, SqliteStore, Store};
use ledger::TableId;

const PLAYS: Duration = Duration::from_secs(4);
/// As many appends as the reference commits.
const REFERENCE: usize = 2_000;

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn say(line: &str) {
    println!("{line}");
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    say("store, tables          rounds/s   appends/s   bare commits/s   ratio");
    for tables in [1, 200] {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
        let (rounds, appends) = play(&store, tables).await;
        let bytes = stored(&*store).await;
        drop(store);
        let folder = tempfile::tempdir().unwrap();
        let bare = bare(BareSqlite::in_folder(folder.path()), &bytes).await;
        tell("sqlite", tables, (rounds, appends), bare);
    }
    for tables in [1, 200] {
        let url = postgres::shared().database("").await;
        let store = Arc::new(PostgresStore::open(&url).await.unwrap());
        let (rounds, appends) = play(&store, tables).await;
        let bytes = stored(&*store).await;
        drop(store);
        let bare = bare(BarePostgres::new().await, &bytes).await;
        tell("postgresql", tables, (rounds, appends), bare);
    }
}

fn tell(store: &str, tables: u32, (rounds, appends): (f64, f64), bare: f64) {
    let name = format!("{store}, {tables}");
    let ratio = appends / bare;
    say(&format!(
        "{name:<20} {rounds:>10.1} {appends:>11.1} {bare:>16.1} {ratio:>7.2}"
    ));
}

/// Rounds and appends a second.
#[expect(clippy::cast_precision_loss, reason = "a rate to a few digits")]
async fn play<S: Store>(store: &Arc<S>, tables: u32) -> (f64, f64) {
    seated(store, tables, u32::from(BOXES)).await;
    let pit = Pit::new(Arc::clone(store), Arc::new(SystemClock));
    let start = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for table in (1..=tables).map(TableId) {
        let until = Until::Moment(start + PLAYS);
        tasks.spawn(keep_going(table, pit.handle(table), until));
    }
    let done = tasks.join_all().await;
    let seconds = start.elapsed().as_secs_f64();
    let sum = |of: fn(&Played) -> u64| done.iter().map(of).sum::<u64>() as f64;
    let (rounds, appends) = (sum(|one| one.rounds), sum(|one| one.appends));
    (rounds / seconds, appends / seconds)
}

/// What was stored, each append's entries as one piece: those under one command.
async fn stored(store: &impl Store) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    for (stream, _) in store.heads_by_kind(StreamKind::Table).await.unwrap() {
        let mut rows = store.read(stream, 0, REFERENCE).await.unwrap().into_iter();
        let mut piece: Vec<u8> = rows.next().map_or_else(Vec::new, |row| row.bytes.to_vec());
        for Row { bytes, .. } in rows {
            // The first entry of a command says what was asked.
            if bytes.windows(9).any(|part| part == b"\"asked\":{") {
                pieces.push(std::mem::take(&mut piece));
            }
            piece.extend(bytes);
        }
        if pieces.len() >= REFERENCE {
            break;
        }
    }
    pieces.truncate(REFERENCE);
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
