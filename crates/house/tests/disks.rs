//! Disks that are full, that break, that may not be written to: at every write of a whole round, and
//! what is there afterwards.
//!
//! Four ways, each as real as it can be had: a small disk of its own that is really full (a tmpfs, where
//! this machine lets us have one); a library before the process whose n-th write or flush fails, and
//! another that loses what was not flushed, as a machine without power does, on any Linux with a C
//! compiler; and files that a user without rights may not write to.
//! `QUEENHIGH_FAULTS=N` strikes at N places of the round instead of the usual count.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![expect(
    clippy::print_stderr,
    reason = "a count may be asked for, and a test that did not run must not look as if"
)]

mod disk;
mod floor;
#[expect(dead_code, reason = "the tests of faults ask for more")]
mod postgres;
#[path = "disk/power.rs"]
mod power;
#[path = "disk/rights.rs"]
mod rights;
#[path = "disk/server.rs"]
mod server;
#[path = "disk/small.rs"]
mod small;

use std::path::Path;

use disk::failing::{Error, Fault};
use disk::{Line, Part, buy_in_players, checked, copied, finished, play};
use house::response::Response;
use house::store::{OpenError, Row, SqliteStore};
use rehearsal::checked_table::CheckedTable;

/// Some of whose requests are refused by the rules, and it is played to its end.
const SEED: u64 = 3;

/// Not a test: the part a process plays. Started without a part it does nothing.
#[tokio::test]
async fn a_process_with_a_disk() {
    if let Some(part) = Part::given() {
        play(&part).await;
    }
}

/// An undisturbed round, and a folder to begin it in.
struct Undisturbed {
    folder: tempfile::TempDir,
    checked: Box<CheckedTable>,
    response: Vec<Response>,
    rows: Vec<Row>,
}

impl Undisturbed {
    async fn new() -> Undisturbed {
        let (folder, checked) = (tempfile::tempdir().unwrap(), checked(SEED));
        buy_in_players(folder.path()).await;
        let copy = tempfile::tempdir().unwrap();
        copied(folder.path(), copy.path());
        let (response, rows) = finished(copy.path(), &checked).await;
        Undisturbed {
            folder,
            checked,
            response,
            rows,
        }
    }

    /// A process plays it on a disk with a fault; then it is played to its end. What the process was
    /// told is still true, and nothing is in the log that would not be there without the fault.
    async fn struck(&self, fault: Fault, tries: usize) -> (Vec<Line>, u64) {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("house");
        std::fs::create_dir(&folder).unwrap();
        copied(self.folder.path(), &folder);
        let count = place.path().join("count");
        let part = Part {
            folder: folder.clone(),
            seed: SEED,
            desk: place.path().join("desk"),
            tries,
        };
        let lines = part.run(|command| fault.strikes(command, &count));
        let calls = std::fs::read_to_string(count).unwrap().parse().unwrap();
        let (response, rows) = finished(&folder, &self.checked).await;
        assert_eq!(response, self.response, "{fault:?}");
        assert_eq!(rows, self.rows, "{fault:?}");
        for line in &lines {
            if let Line::Response(nth, was) = line {
                assert_eq!(*was, response[*nth], "{fault:?}");
            }
        }
        (lines, calls)
    }

    fn is_whole(&self, lines: &[Line]) -> bool {
        let response = |line: &&Line| matches!(line, Line::Response(..));
        lines.iter().filter(response).count() == self.response.len()
    }
}

/// Places spread over all calls of a round.
fn places(calls: u64) -> impl Iterator<Item = u64> {
    let step = (calls / requested(60)).max(1);
    (1..=calls).step_by(usize::try_from(step).unwrap())
}

/// How many faults there are to be.
fn requested(usual: u64) -> u64 {
    let requested = std::env::var("QUEENHIGH_FAULTS").ok();
    requested
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual)
}

/// A write, cut or flush fails. Either it does not matter, for what it was to do is done later; or the
/// process is told that the outcome is not known, and from then on nothing is written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_breaks_at_any_call_ends_the_writing() {
    let round = Undisturbed::new().await;
    let (lines, calls) = round.struck(Fault::NONE, 0).await;
    assert!(round.is_whole(&lines) && calls > 100, "{calls}: {lines:?}");
    let (mut refused, mut stopped) = (0, 0);
    // Once, and for good.
    for (at, times) in places(calls).zip([1, u64::MAX].into_iter().cycle()) {
        let error = Error::Broken;
        let (lines, _) = round.struck(Fault { error, at, times }, 0).await;
        match lines.last().unwrap() {
            Line::Refused(what) => {
                assert!(what.contains("house.sqlite: disk I/O error"), "{what}");
                refused += 1;
            }
            Line::Stopped(_, what, again) => {
                assert!(what.contains("disk I/O error"), "{at}: {what}");
                assert!(again.contains("the store has stopped"), "{at}: {again}");
                stopped += 1;
            }
            Line::Response(..) => assert!(round.is_whole(&lines), "{at}: {lines:?}"),
            Line::Nothing(_, what) => panic!("{at}: {what}"),
        }
    }
    eprintln!(
        "broken: {calls} calls in a round, {refused} refused at the start, {stopped} stopped"
    );
    assert!(refused > 0 && stopped > 30, "{refused} {stopped}");
}

/// No room for a while: the caller is told so and that nothing was stored, asks again, and once there is
/// room goes on as if nothing had happened.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_is_full_for_a_while_only_delays() {
    let round = Undisturbed::new().await;
    let (_, calls) = round.struck(Fault::NONE, 0).await;
    let (mut refused, mut delayed) = (0, 0);
    for at in places(calls) {
        let (error, times) = (Error::Full, 3);
        let (lines, _) = round.struck(Fault { error, at, times }, 10).await;
        if let Some(Line::Refused(what)) = lines.last() {
            // SQLite knows a full disk by its writes; where it only makes a file longer it does not.
            let lengthened = what.ends_with("disk I/O error (SQLite code 4874)");
            assert!(what.ends_with("disk is full") || lengthened, "{at}: {what}");
            refused += 1;
            continue;
        }
        assert!(round.is_whole(&lines), "{at}: {lines:?}");
        for line in &lines {
            if let Line::Nothing(_, what) = line {
                assert!(what.contains("disk is full"), "{at}: {what}");
                delayed += 1;
            }
        }
    }
    eprintln!("full: {calls} calls in a round, {refused} refused at the start, {delayed} delayed");
    assert!(refused > 0 && delayed > 30, "{refused} {delayed}");
}

/// A file of a later version is left alone to the last byte, and so is one that is none of ours.
#[tokio::test]
async fn a_file_of_a_later_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    buy_in_players(folder.path()).await;
    let path = folder.path().join("house.sqlite");
    let set = |sql: &str| {
        let file = rusqlite::Connection::open(&path).unwrap();
        file.execute_batch(sql).unwrap();
    };
    set("PRAGMA user_version = 99");
    let before = std::fs::read(&path).unwrap();
    let refused = refusal(folder.path());
    let OpenError::Future { found, known, .. } = refused else {
        panic!("{refused}")
    };
    assert_eq!((found, known), (99, 1));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    set("PRAGMA user_version = 1; PRAGMA application_id = 7");
    let before = std::fs::read(&path).unwrap();
    let refused = refusal(folder.path());
    assert!(matches!(refused, OpenError::Foreign { .. }), "{refused}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    std::fs::write(&path, b"no database at all, and long enough to look into").unwrap();
    let response = refusal(folder.path()).to_string();
    assert!(response.ends_with("file is not a database"), "{response}");
}

fn refusal(folder: &Path) -> OpenError {
    let opened = SqliteStore::open(folder);
    opened.err().expect("it should not have opened")
}
