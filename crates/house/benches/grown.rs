//! A house that has grown: what a new round costs behind ten thousand, a hundred thousand and a million
//! stored entries, and how fast the whole of it is verified beside hashing the same bytes.
//!
//! One house on `SQLite` for each size is filled by tables that are kept going through their dealers. Then a
//! new table opens in each of them, and they take short turns, with single commits to a bare file as one
//! more: disks have their moods, and what is measured minutes apart says more of those than of the sizes.
//! Every house is read again by `verify`, and beside it the same bytes, already in memory, are put through
//! the hash of the chain and nothing else. `QUEENHIGH_ENTRIES=N` stops at N entries.

#![allow(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on stops where it stands"
)]

mod evening;
#[path = "../tests/floor/mod.rs"]
mod floor;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use evening::{BOXES, Played, Until, keep_going};
use floor::cashier::seated;
use house::clock::SystemClock;
use house::dealer::Seat;
use house::log::Fingerprint;
use house::pit::Pit;
use house::store::{SqliteStore, Store};
use house::verify::verify;
use ledger::TableId;

/// Tables that fill the house at a time; each has its turn and is left.
const TABLES: u32 = 200;
const SIZES: [u64; 3] = [10_000, 100_000, 1_000_000];
const TURNS: u32 = 25;
const TURN: Duration = Duration::from_millis(400);
const READINGS: u32 = 5;
/// A table that was never there before.
const NEW: TableId = TableId(10_001);

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn say(line: &str) {
    println!("{line}");
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let most = std::env::var("QUEENHIGH_ENTRIES").map_or(u64::MAX, |text| text.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let mut houses: Vec<House> = Vec::new();
    let mut smaller: Option<PathBuf> = None;
    for size in SIZES.into_iter().filter(|size| *size <= most) {
        let own = folder.path().join(size.to_string());
        if let Some(smaller) = smaller.replace(own.clone()) {
            SqliteStore::copy(&smaller, &own).unwrap();
        }
        fill(&own, size).await;
    }
    for size in SIZES.into_iter().filter(|size| *size <= most) {
        houses.push(House::open(folder.path().join(size.to_string())).await);
    }
    let bare_file = tempfile::tempdir().unwrap();
    let bare_file = bare(bare_file.path());
    let (mut commits, mut spent) = (0, Duration::ZERO);
    for _ in 0..TURNS {
        for house in &mut houses {
            house.turn().await;
        }
        let start = Instant::now();
        commits += bare_commits(&bare_file);
        spent += start.elapsed();
    }
    let (bare, first) = (rate(commits, spent), houses[0].appends());
    say(
        "entries    rounds/s of a new table   appends/s   bare commits/s   to the first   verified/s   hashed/s   ratio",
    );
    for house in houses {
        let (rounds, appends) = (rate(house.played.rounds, house.spent), house.appends());
        let to_first = appends / first;
        // Whoever has dropped the store has written all of it.
        let folder = house.folder;
        drop((house.seat, house.store));
        let mut readings = Vec::new();
        for _ in 0..READINGS {
            readings.push((verified(&folder).await, hashed(&folder).await));
        }
        let entries = house.entries;
        let verified = middle(readings.iter().map(|(verified, _)| *verified));
        let hashed = middle(readings.iter().map(|(_, hashed)| *hashed));
        let ratio = middle(readings.iter().map(|(own, hashed)| own / hashed));
        say(&format!(
            "{entries:<10} {rounds:>23.1} {appends:>11.1} {bare:>16.1} {to_first:>14.2} {verified:>12.0} {hashed:>10.0} {ratio:>7.3}"
        ));
    }
}

/// One that is filled, and the new table in it.
struct House {
    folder: PathBuf,
    /// Before the new table.
    entries: u64,
    store: Arc<SqliteStore>,
    seat: Seat,
    played: Played,
    spent: Duration,
}

impl House {
    async fn open(folder: PathBuf) -> House {
        let store = Arc::new(SqliteStore::open(&folder).unwrap());
        floor::cashier::bought(&store, NEW, u32::from(BOXES)).await;
        let pit = Pit::new(Arc::clone(&store), Arc::new(SystemClock));
        House {
            entries: entries(&*store).await,
            seat: pit.seat(NEW),
            folder,
            store,
            played: Played::default(),
            spent: Duration::ZERO,
        }
    }

    async fn turn(&mut self) {
        let start = Instant::now();
        let until = Until::Moment(start + TURN);
        let played = keep_going(NEW, self.seat.clone(), until).await;
        self.played.rounds += played.rounds;
        self.played.appends += played.appends;
        self.spent += start.elapsed();
    }

    /// A second.
    fn appends(&self) -> f64 {
        rate(self.played.appends, self.spent)
    }
}

fn middle(of: impl Iterator<Item = f64>) -> f64 {
    let mut of: Vec<f64> = of.collect();
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
}

async fn entries(store: &impl Store) -> u64 {
    let heads = store.heads().await.unwrap();
    heads.iter().map(|(_, head)| head.seq).sum()
}

async fn fill(house: &Path, size: u64) {
    let store = &Arc::new(SqliteStore::open(house).unwrap());
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

fn bare(folder: &Path) -> rusqlite::Connection {
    let file = rusqlite::Connection::open(folder.join("bare")).unwrap();
    let sql = "PRAGMA journal_mode = wal; PRAGMA synchronous = FULL; \
               CREATE TABLE bare (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL)";
    file.execute_batch(sql).unwrap();
    file
}

/// Commits of one small row in a turn.
fn bare_commits(file: &rusqlite::Connection) -> u64 {
    let insert = "INSERT INTO bare (bytes) VALUES (?1)";
    let mut insert = file.prepare_cached(insert).unwrap();
    let (start, mut commits) = (Instant::now(), 0);
    while start.elapsed() < TURN {
        insert.execute([[7_u8; 600]]).unwrap();
        commits += 1;
    }
    commits
}

/// Entries a second.
async fn verified(folder: &Path) -> f64 {
    let store = SqliteStore::open_to_read(folder).unwrap();
    let start = Instant::now();
    let verdict = verify(&store).await.unwrap();
    let rate = rate(verdict.entries, start.elapsed());
    assert!(verdict.is_clean(), "{:?}", verdict.findings);
    rate
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
    rate(count, start.elapsed())
}

#[expect(clippy::cast_precision_loss, reason = "a rate to a few digits")]
fn rate(count: u64, spent: Duration) -> f64 {
    count as f64 / spent.as_secs_f64()
}
