//! A house that has grown: what a new round costs behind ten thousand, a hundred thousand and a million
//! stored entries, and how fast the whole of it is verified beside hashing the same bytes.
//!
//! On each engine one house for each size is filled by tables that are kept going through their dealers. Then a
//! new table opens in each of them, and they take short turns, with single commits to a bare table as
//! one more: disks have their moods, and what is measured minutes apart says more of those than of the sizes.
//! Every house is read again by `verify`, and beside it the same bytes are put through the hash of the chain
//! and nothing else: once as they are read from the store, once already in memory. `QUEENHIGH_ENTRIES=N`
//! stops at N entries.

#![allow(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on stops where it stands"
)]

mod bare;
mod evening;
#[path = "../tests/floor/mod.rs"]
mod floor;
mod places;
#[allow(dead_code, reason = "the tests of faults ask for more")]
#[path = "../tests/postgres/mod.rs"]
mod postgres;

use std::sync::Arc;
use std::time::{Duration, Instant};

use audit::verify::verify;
use bare::{Bare, BarePostgres, BareSqlite};
use evening::{BOXES, Played, Until, keep_going};
use floor::cashier::buy_in_players;
use house::clock::SystemClock;
use house::dealer::TableHandle;
use house::log::{Fingerprint, Stream};
use house::pit::Pit;
use house::store::Store;
use ledger::TableId;
use places::{Database, Folder, Place};

/// Tables that fill the house at a time; each has its turn and is left.
const TABLES: u32 = 200;
const SIZES: [u64; 3] = [10_000, 100_000, 1_000_000];
const TURNS: u32 = 25;
const TURN: Duration = Duration::from_millis(400);
const READINGS: u32 = 5;
/// Entries read at a time by a reader that only hashes them.
const PAGE: usize = 2_000;
/// About what a command's entries come to, for the bare engine.
const PIECE: [u8; 600] = [7; 600];
/// A table that was never there before.
const NEW: TableId = TableId(10_001);

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn print_line(line: &str) {
    println!("{line}");
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    print_line(
        "store       entries    rounds/s of a new table   appends/s   bare commits/s   to the first   verified/s   read and hashed/s   ratio   hashed in memory/s   ratio",
    );
    let folder = tempfile::tempdir().unwrap();
    let (first, beside) = (folder.path().join("house"), folder.path().join("beside"));
    std::fs::create_dir(&beside).unwrap();
    grow("sqlite", Folder(first), BareSqlite::in_folder(&beside)).await;
    let first = Database(postgres::shared().database("").await);
    grow("postgresql", first, BarePostgres::new().await).await;
}

/// Houses of every size in places of their own, a new table in each of them, and a bare engine.
async fn grow<P: Place>(store: &str, first: P, mut bare: impl Bare) {
    let most = std::env::var("QUEENHIGH_ENTRIES").map_or(u64::MAX, |text| text.parse().unwrap());
    let (mut first, mut places) = (Some(first), Vec::<P>::new());
    for size in SIZES.into_iter().filter(|size| *size <= most) {
        let place = match places.last() {
            Some(smaller) => smaller.copied().await,
            None => first.take().unwrap(),
        };
        fill(&place, size).await;
        places.push(place);
    }
    let mut houses = Vec::new();
    for place in places {
        houses.push(House::open(place).await);
    }
    let (mut commits, mut spent) = (0, Duration::ZERO);
    for _ in 0..TURNS {
        for house in &mut houses {
            house.turn().await;
        }
        let start = Instant::now();
        while start.elapsed() < TURN {
            bare.commit(&PIECE).await;
            commits += 1;
        }
        spent += start.elapsed();
    }
    let (bare, first) = (rate(commits, spent), houses[0].appends());
    for house in houses {
        let (rounds, appends) = (rate(house.played.rounds, house.spent), house.appends());
        let to_first = appends / first;
        // Dropping the store writes all of it.
        let place = house.place;
        drop((house.seat, house.store));
        let mut readings = Vec::new();
        for _ in 0..READINGS {
            let verified = verified(&place).await;
            readings.push((verified, chained(&place).await, hashed(&place).await));
        }
        let entries = house.entries;
        let verified = middle(readings.iter().map(|(verified, ..)| *verified));
        let chained = middle(readings.iter().map(|(_, chained, _)| *chained));
        let to_chained = middle(readings.iter().map(|(own, chained, _)| own / chained));
        let hashed = middle(readings.iter().map(|(.., hashed)| *hashed));
        let to_hashed = middle(readings.iter().map(|(own, _, hashed)| own / hashed));
        print_line(&format!(
            "{store:<11} {entries:<10} {rounds:>23.1} {appends:>11.1} {bare:>16.1} {to_first:>14.2} {verified:>12.0} {chained:>19.0} {to_chained:>7.3} {hashed:>20.0} {to_hashed:>7.3}"
        ));
    }
}

/// One that is filled, and the new table in it.
struct House<P: Place> {
    place: P,
    /// Before the new table.
    entries: u64,
    store: Arc<P::Kept>,
    seat: TableHandle,
    played: Played,
    spent: Duration,
}

impl<P: Place> House<P> {
    async fn open(place: P) -> House<P> {
        let store = place.open().await;
        floor::cashier::buy_in_at_table(&store, NEW, u32::from(BOXES)).await;
        let pit = Pit::new(store.clone(), Arc::new(SystemClock));
        House {
            entries: entries(&*store).await,
            seat: floor::created(&pit, NEW).await,
            place,
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

async fn entries(store: &dyn Store) -> u64 {
    let heads = store.heads().await.unwrap();
    heads.iter().map(|(_, head)| head.seq).sum()
}

async fn fill(place: &impl Place, size: u64) {
    let store = &place.open().await;
    buy_in_players(store, TABLES, u32::from(BOXES)).await;
    let pit = Pit::new(store.clone(), Arc::new(SystemClock));
    let each = size
        .saturating_sub(entries(&**store).await)
        .div_ceil(u64::from(TABLES));
    let mut tasks = tokio::task::JoinSet::new();
    for table in (1..=TABLES).map(TableId) {
        tasks.spawn(keep_going(
            table,
            floor::created(&pit, table).await,
            Until::Entries(each),
        ));
    }
    tasks.join_all().await;
}

/// Entries a second.
async fn verified(place: &impl Place) -> f64 {
    let store = place.open_to_read().await;
    let start = Instant::now();
    let verdict = verify(&store).await.unwrap();
    let rate = rate(verdict.entries, start.elapsed());
    assert!(verdict.is_clean(), "{:?}", verdict.findings);
    rate
}

/// The entries read page by page and put through the chain, and nothing else: as many streams at a time as
/// `verify` reads.
async fn chained(place: &impl Place) -> f64 {
    let store = Arc::new(place.open_to_read().await);
    let streams = store.heads().await.unwrap();
    let lanes = std::thread::available_parallelism().unwrap().get();
    let start = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for lane in 0..lanes {
        let own = streams.iter().skip(lane).step_by(lanes);
        let own: Vec<Stream> = own.map(|(stream, _)| *stream).collect();
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let mut count = 0;
            for stream in own {
                count += chain_of(&*store, stream).await;
            }
            count
        });
    }
    let counts = tasks.join_all().await;
    rate(counts.into_iter().sum(), start.elapsed())
}

async fn chain_of(store: &dyn Store, stream: Stream) -> u64 {
    let (mut at, mut chain) = (0, Fingerprint::start(stream));
    loop {
        let rows = store.read(stream, at, PAGE).await.unwrap();
        chain = rows.iter().fold(chain, |chain, row| chain.then(&row.bytes));
        at += rows.len() as u64;
        if rows.len() < PAGE {
            std::hint::black_box(chain);
            return at;
        }
    }
}

/// The bytes of all entries through the chain, already in memory.
async fn hashed(place: &impl Place) -> f64 {
    let store = place.open_to_read().await;
    let mut streams = Vec::new();
    for (stream, _) in store.heads().await.unwrap() {
        let rows = store.read(stream, 0, usize::MAX).await.unwrap();
        let bytes = rows.into_iter().map(|row| row.bytes);
        streams.push((stream, bytes.collect::<Vec<_>>()));
    }
    let start = Instant::now();
    let mut count = 0;
    for (stream, entries) in &streams {
        let chain = |before: Fingerprint, bytes: &bytes::Bytes| before.then(bytes);
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
