//! A house that has grown: what a new round costs behind ten thousand, a hundred thousand and a million
//! stored entries, and how fast the whole of it is verified beside hashing the same bytes.
//!
//! The house is filled by tables that are kept going through their dealers on `SQLite`. At each size one
//! more table plays, and beside it a bare file takes single commits, for disks have their moods: the ratio
//! of both is what should stay as it was at the first size. Then everything is
//! read again by `verify`, and beside it the same bytes, already in memory, are put through the hash of
//! the chain and nothing else. `QUEENHIGH_ENTRIES=N` stops at N entries.

#![allow(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on stops where it stands"
)]

mod evening;
#[path = "../tests/floor/mod.rs"]
mod floor;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use evening::{BOXES, Until, keep_going};
use floor::cashier::seated;
use house::clock::SystemClock;
use house::log::Fingerprint;
use house::pit::Pit;
use house::store::{SqliteStore, Store};
use house::verify::verify;
use ledger::TableId;

/// Tables that fill the house at a time; each has its turn and is left.
const TABLES: u32 = 200;
const SIZES: [u64; 3] = [10_000, 100_000, 1_000_000];
const PLAYS: Duration = Duration::from_secs(3);

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn say(line: &str) {
    println!("{line}");
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let most = std::env::var("QUEENHIGH_ENTRIES").map_or(u64::MAX, |text| text.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    say(
        "entries    rounds/s of a new table   bare commits/s   ratio   to the first   verified/s   hashed/s   ratio",
    );
    let mut first = None;
    for (nth, size) in (0..).zip(SIZES).filter(|(_, size)| *size <= most) {
        let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
        fill(&store, size).await;
        let rounds = new_table(&store, TableId(10_001 + nth)).await;
        drop(store);
        let bare = bare_commits();
        let own = rounds / bare;
        let to_first = own / *first.get_or_insert(own);
        let (entries, verified) = verified(folder.path()).await;
        let hashed = hashed(folder.path()).await;
        let ratio = verified / hashed;
        say(&format!(
            "{entries:<10} {rounds:>23.1} {bare:>16.1} {own:>7.4} {to_first:>14.2} {verified:>12.0} {hashed:>10.0} {ratio:>7.3}"
        ));
    }
}

async fn entries(store: &impl Store) -> u64 {
    let heads = store.heads().await.unwrap();
    heads.iter().map(|(_, head)| head.seq).sum()
}

async fn fill(store: &Arc<SqliteStore>, size: u64) {
    seated(store, TABLES, u32::from(BOXES)).await;
    let pit = Pit::new(Arc::clone(store), Arc::new(SystemClock));
    let each = size
        .saturating_sub(entries(&**store).await)
        .div_ceil(u64::from(TABLES));
    let mut tasks = tokio::task::JoinSet::new();
    for table in (1..=TABLES).map(TableId) {
        tasks.spawn(keep_going(table, pit.seat(table), Until::Entries(each)));
    }
    tasks.join_all().await;
}

/// Rounds a second of one table that was never there before.
async fn new_table(store: &Arc<SqliteStore>, table: TableId) -> f64 {
    let pit = Pit::new(Arc::clone(store), Arc::new(SystemClock));
    floor::cashier::bought(store, table, u32::from(BOXES)).await;
    let start = Instant::now();
    let until = Until::Moment(start + PLAYS);
    let played = keep_going(table, pit.seat(table), until).await;
    rate(played.rounds, start)
}

/// Commits a second of one small row to a file of its own.
fn bare_commits() -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let file = rusqlite::Connection::open(folder.path().join("bare")).unwrap();
    let sql = "PRAGMA journal_mode = wal; PRAGMA synchronous = FULL; \
               CREATE TABLE bare (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL)";
    file.execute_batch(sql).unwrap();
    let insert = "INSERT INTO bare (bytes) VALUES (?1)";
    let mut insert = file.prepare(insert).unwrap();
    let (start, mut commits) = (Instant::now(), 0);
    while start.elapsed() < PLAYS {
        insert.execute([[7_u8; 600]]).unwrap();
        commits += 1;
    }
    rate(commits, start)
}

/// Entries, and how many of them a second.
async fn verified(folder: &Path) -> (u64, f64) {
    let store = SqliteStore::open_to_read(folder).unwrap();
    let start = Instant::now();
    let verdict = verify(&store).await.unwrap();
    let rate = rate(verdict.entries, start);
    assert!(verdict.is_clean(), "{:?}", verdict.findings);
    (verdict.entries, rate)
}

/// The bytes of all entries through the chain, and nothing else.
async fn hashed(folder: &Path) -> f64 {
    let store = SqliteStore::open_to_read(folder).unwrap();
    let mut streams = Vec::new();
    for (stream, _) in store.heads().await.unwrap() {
        let rows = store.read(stream, 0, usize::MAX).await.unwrap();
        let bytes = rows.into_iter().map(|row| row.bytes);
        streams.push((stream, bytes.collect::<Vec<_>>()));
    }
    let start = Instant::now();
    let mut count = 0;
    for (stream, entries) in &streams {
        let chain = |before: Fingerprint, bytes: &Vec<u8>| before.then(bytes);
        let end = entries.iter().fold(Fingerprint::start(*stream), chain);
        std::hint::black_box(end);
        count += entries.len() as u64;
    }
    rate(count, start)
}

#[expect(clippy::cast_precision_loss, reason = "a rate to a few digits")]
fn rate(count: u64, start: Instant) -> f64 {
    count as f64 / start.elapsed().as_secs_f64()
}
