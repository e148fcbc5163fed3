//! One round on a disk: played by a process of its own that writes down what it was told, and played to
//! its end afterwards by somebody whose disk is well.
//!
//! Every wish has the id of its place in the round. So whoever plays the round again is told what was
//! told before, goes on where it stopped, and must end with the very log of a round nobody disturbed.

pub mod failing;
pub mod mounted;

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use house::answer::{Silence, Told};
use house::dealer::{Put, Seat};
use house::log::Stream;
use house::store::{Row, SqliteStore, Store, StoreError};
use house::table::Wish;
use house::verify::verify;
use ledger::TableId;
use rehearsal::driver::Driver;
use rehearsal::walk::Walk;
use serde::{Deserialize, Serialize};

use crate::floor::Floor;

pub const TABLE: TableId = TableId(7);
/// The test that plays a part, and what it is told.
const TEST: &str = "a_process_with_a_disk";
const PART: &str = "QUEENHIGH_DISK";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    pub folder: PathBuf,
    pub seed: u64,
    /// Where it writes down what it was told.
    pub desk: PathBuf,
    /// How often it asks again where nothing was stored.
    pub tries: usize,
}

/// What a process was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Line {
    Refused(String),
    Told(usize, Told),
    /// Nothing was stored; it may ask again.
    Nothing(usize, String),
    /// Nobody knows, or nothing is written any more; and what it was told when it asked again.
    Stopped(usize, String, String),
}

impl Part {
    pub fn given() -> Option<Part> {
        let text = std::env::var(PART).ok()?;
        Some(serde_json::from_str(&text).unwrap())
    }

    /// This very program, started again; `prepare` may change what it finds around itself.
    pub fn run(&self, prepare: impl FnOnce(&mut Command)) -> Vec<Line> {
        self.run_from(&std::env::current_exe().unwrap(), prepare)
    }

    /// The same from a copy of it, for those who may not read the first.
    pub fn run_from(&self, program: &Path, prepare: impl FnOnce(&mut Command)) -> Vec<Line> {
        let (status, lines) = self.ended(program, prepare);
        assert!(status.success(), "{status:?}");
        lines
    }

    /// The same whichever way it ended.
    pub fn ended(
        &self,
        program: &Path,
        prepare: impl FnOnce(&mut Command),
    ) -> (ExitStatus, Vec<Line>) {
        let mut command = Command::new(program);
        command
            .args(["--exact", TEST, "--nocapture", "--test-threads=1"])
            .env(PART, serde_json::to_string(self).unwrap())
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        prepare(&mut command);
        let status = command.status().unwrap();
        let told = std::fs::read_to_string(&self.desk).unwrap_or_default();
        let lines = told.lines().map(|line| serde_json::from_str(line).unwrap());
        (status, lines.collect())
    }

    fn writes(&self, line: &Line) {
        let mut file = File::options();
        let mut file = file.create(true).append(true).open(&self.desk).unwrap();
        let text = serde_json::to_string(line).unwrap();
        writeln!(file, "{text}").unwrap();
    }
}

/// A whole round with whatever the seed brings.
pub fn walk(seed: u64) -> Box<Walk> {
    let mut driver = Driver::new(seed).map_err(|failed| failed.0).unwrap();
    driver.play_round().unwrap();
    Box::new(driver.walk)
}

/// Everybody has chips; the store is closed again.
pub async fn seated(folder: &Path) {
    let floor = Floor::new(SqliteStore::open(folder).unwrap());
    floor.seated(TABLE, 40).await;
}

pub fn wishes<S: Store>(floor: &Floor<S>, walk: &Walk) -> Vec<(game::Timestamp, Put)> {
    let rulebook = Arc::new(walk.rulebook.clone());
    let wish = |told: &rehearsal::walk::Told| {
        let asks = Wish::Game(told.command.asks.clone());
        let put = floor.put(&rulebook, told.command.by, asks);
        (told.command.now, put)
    };
    walk.told.iter().map(wish).collect()
}

/// Plays the part until the round is over or the disk lets it down.
pub async fn play(part: &Part) {
    let store = match SqliteStore::open(&part.folder) {
        Ok(store) => store,
        Err(refused) => return part.writes(&Line::Refused(refused.to_string())),
    };
    let floor = Floor::new(store);
    let seat = floor.table(TABLE);
    for (nth, (now, put)) in wishes(&floor, &walk(part.seed)).into_iter().enumerate() {
        floor.clock.set(now);
        let mut tries = part.tries;
        loop {
            match seat.put(put.clone()).await {
                Ok(told) => break part.writes(&Line::Told(nth, told)),
                Err(Silence::Store(StoreError::Unavailable { what })) => {
                    part.writes(&Line::Nothing(nth, what));
                    if tries == 0 {
                        return;
                    }
                    tries -= 1;
                }
                Err(silence) => {
                    let again = again(&seat, put).await;
                    return part.writes(&Line::Stopped(nth, silence.to_string(), again));
                }
            }
        }
    }
}

async fn again(seat: &Seat, put: Put) -> String {
    match seat.put(put).await {
        Ok(told) => format!("{told:?}"),
        Err(silence) => silence.to_string(),
    }
}

/// Plays the round to its end and closes the store; what each wish was told, and the log.
pub async fn finished(folder: &Path, walk: &Walk) -> (Vec<Told>, Vec<Row>) {
    let floor = Floor::new(SqliteStore::open(folder).unwrap());
    let seat = floor.table(TABLE);
    let all = played_out(&floor, &seat, walk).await;
    closed(floor, seat).await;
    all
}

pub async fn played_out<S: Store>(
    floor: &Floor<S>,
    seat: &Seat,
    walk: &Walk,
) -> (Vec<Told>, Vec<Row>) {
    let mut told = Vec::new();
    for (now, put) in wishes(floor, walk) {
        floor.clock.set(now);
        told.push(seat.put(put).await.unwrap());
    }
    // What a table writes in a round, and more.
    let rows = floor.store.read(Stream::Table(TABLE), 0, 100_000).await;
    let verdict = Box::pin(verify(&*floor.store)).await.unwrap();
    assert_eq!(verdict.findings, []);
    (told, rows.unwrap())
}

/// The dealer lets go of the store when the last seat is gone, and then it is closed.
pub async fn closed(floor: Floor<SqliteStore>, seat: Seat) {
    let store = Arc::downgrade(&floor.store);
    drop((seat, floor));
    while store.strong_count() > 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

pub fn copied(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}
