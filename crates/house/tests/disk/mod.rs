//! One round on a disk: played by a process of its own that writes down what it was told, and played to
//! its end afterwards by a process whose disk is well.
//!
//! Every request has the id of its place in the round. So a process that plays the round again gets the
//! same answers, goes on where it stopped, and must end with the very log of an undisturbed round.

pub mod failing;
pub mod mounted;

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use audit::verify::verify;
use house::dealer::{TableCommand, TableHandle};
use house::log::Stream;
use house::response::{Response, ServiceError};
use house::store::{Row, SqliteStore, Store, StoreError};
use house::table::TableRequest;
use ledger::TableId;
use rehearsal::checked_table::CheckedTable;
use rehearsal::driver::Driver;
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
    Response(usize, Response),
    /// Nothing was stored; it may ask again.
    Nothing(usize, String),
    /// The outcome is not known, or nothing is written any more; and the answer when it asked again.
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
        let response = std::fs::read_to_string(&self.desk).unwrap_or_default();
        let lines = response
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
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
pub fn checked(seed: u64) -> Box<CheckedTable> {
    let mut driver = Driver::new(seed).map_err(|failed| failed.0).unwrap();
    driver.play_round().unwrap();
    Box::new(driver.checked)
}

/// Everybody has chips; the store is closed again.
pub async fn buy_in_players(folder: &Path) {
    let floor = Floor::new(SqliteStore::open(folder).unwrap());
    floor.buy_in_players(TABLE, 40).await;
}

pub fn wishes<S: Store>(
    floor: &Floor<S>,
    checked: &CheckedTable,
) -> Vec<(game::Timestamp, TableCommand)> {
    let rulebook = Arc::new(checked.rulebook.clone());
    let wish = |response: &rehearsal::checked_table::Exchange| {
        let request = TableRequest::Game(response.command.asks.clone());
        let command = floor.table_command(&rulebook, response.command.by, request);
        (response.command.now, command)
    };
    checked.exchanges.iter().map(wish).collect()
}

/// Plays the part until the round is over or the disk lets it down.
pub async fn play(part: &Part) {
    let store = match SqliteStore::open(&part.folder) {
        Ok(store) => store,
        Err(refused) => return part.writes(&Line::Refused(refused.to_string())),
    };
    let floor = Floor::new(store);
    let seat = floor.table(TABLE);
    for (nth, (now, command)) in wishes(&floor, &checked(part.seed)).into_iter().enumerate() {
        floor.clock.set(now);
        let mut tries = part.tries;
        loop {
            match seat.submit(command.clone()).await {
                Ok(response) => break part.writes(&Line::Response(nth, response)),
                Err(ServiceError::Store(StoreError::Unavailable { what })) => {
                    part.writes(&Line::Nothing(nth, what));
                    if tries == 0 {
                        return;
                    }
                    tries -= 1;
                }
                Err(error) => {
                    let again = again(&seat, command).await;
                    return part.writes(&Line::Stopped(nth, error.to_string(), again));
                }
            }
        }
    }
}

async fn again(seat: &TableHandle, command: TableCommand) -> String {
    match seat.submit(command).await {
        Ok(response) => format!("{response:?}"),
        Err(error) => error.to_string(),
    }
}

/// Plays the round to its end and closes the store; what each request was told, and the log.
pub async fn finished(folder: &Path, checked: &CheckedTable) -> (Vec<Response>, Vec<Row>) {
    let floor = Floor::new(SqliteStore::open(folder).unwrap());
    let seat = floor.table(TABLE);
    let all = played_out(&floor, &seat, checked).await;
    closed(floor, seat).await;
    all
}

pub async fn played_out<S: Store>(
    floor: &Floor<S>,
    seat: &TableHandle,
    checked: &CheckedTable,
) -> (Vec<Response>, Vec<Row>) {
    let mut response = Vec::new();
    for (now, command) in wishes(floor, checked) {
        floor.clock.set(now);
        response.push(seat.submit(command).await.unwrap());
    }
    // What a table writes in a round, and more.
    let rows = floor.store.read(Stream::Table(TABLE), 0, 100_000).await;
    let verdict = Box::pin(verify(&*floor.store)).await.unwrap();
    assert_eq!(verdict.findings, []);
    (response, rows.unwrap())
}

/// The dealer lets go of the store when the last seat is gone, and then it is closed.
pub async fn closed(floor: Floor<SqliteStore>, seat: TableHandle) {
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
