//! A machine that loses power in the middle of a round, again and again: `power.c` before a process of its
//! own. What was flushed is there; of what was not, some came to the disk, whole or torn, in any choice.
//!
//! Whatever was answered must be in the house that comes up again, and it must be sound, or not open.
//! A disk that lies about having flushed is put through the same: there something must be found missing,
//! which proves that the test can fail.

use std::path::Path;
use std::process::Command;

use audit::verify::verify;
use house::log::Stream;
use house::store::{SqliteStore, Store as _};

use crate::disk::failing::library;
use crate::disk::{Line, Part, TABLE, copied, finished, wishes};
use crate::floor::{Floor, HOUSE};
use crate::{SEED, Undisturbed, requested};

/// How the process ends when its power is gone.
const GONE: i32 = 77;

#[derive(Clone, Copy, Debug)]
struct Cut {
    /// The call at which the power goes; 0 where it does not.
    at: u64,
    seed: u64,
    disk: Disk,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Disk {
    Honest,
    /// It says that it has flushed.
    Lies,
}

impl Cut {
    fn strikes(self, command: &mut Command, count: &Path) {
        command
            .env("LD_PRELOAD", library("power.c"))
            .env("QUEENHIGH_DISK_FILE", "/house.sqlite")
            .env("QUEENHIGH_DISK_AT", self.at.to_string())
            .env("QUEENHIGH_DISK_SEED", self.seed.to_string())
            .env("QUEENHIGH_DISK_COUNT", count);
        if self.disk == Disk::Lies {
            command.env("QUEENHIGH_DISK_LIES", "1");
        }
    }
}

/// What was found when the power was back.
#[derive(Debug)]
enum Found {
    /// Everything that was told, and a sound house behind it.
    All,
    Refused(String),
    Missing(String),
}

/// The round's house as a process left it that was killed just before its log of writes is
/// taken over into the file, as it is every thousand pages: so that happens in the middle of the round.
async fn brimful() -> tempfile::TempDir {
    /// Each page with its header, and room for a few requests.
    const ALMOST: u64 = 930 * (4_096 + 24);
    let (open, left) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let floor = Floor::new(SqliteStore::open(open.path()).unwrap());
    floor.buy_in_players(TABLE, 40).await;
    let file = rusqlite::Connection::open(open.path().join("house.sqlite")).unwrap();
    file.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
        .unwrap();
    let written = || {
        let log = std::fs::metadata(open.path().join("house.sqlite-wal"));
        log.unwrap().len()
    };
    let guests = (1_000..).map(game::PlayerId);
    for player in guests.take_while(|_| written() < ALMOST) {
        let amount = game::Money::major(1);
        let deposit = ledger::CageMove::Deposit { player, amount };
        floor.submit_to_cage(HOUSE, deposit).await.unwrap();
    }
    copied(open.path(), left.path());
    left
}

impl Undisturbed {
    /// A process plays the round until its power is gone; what is there then, how much it had been told,
    /// and how many calls it made where it came to its end.
    async fn cut(&self, from: &Path, cut: Cut) -> (Found, usize, u64) {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("house");
        std::fs::create_dir(&folder).unwrap();
        copied(from, &folder);
        let count = place.path().join("count");
        let part = Part {
            folder: folder.clone(),
            seed: SEED,
            desk: place.path().join("desk"),
            tries: 0,
        };
        let program = std::env::current_exe().unwrap();
        let (status, lines) = part.ended(&program, |command| cut.strikes(command, &count));
        let expected = if cut.at == 0 { 0 } else { GONE };
        assert_eq!(status.code(), Some(expected), "{cut:?}: {lines:?}");
        let calls = std::fs::read_to_string(count).unwrap_or_default();
        let found = self.found(&folder, &lines).await;
        if let Found::All = found {
            // And the round goes on as if nothing had been.
            let (response, rows) = finished(&folder, &self.checked).await;
            assert_eq!((&response, &rows), (&self.response, &self.rows), "{cut:?}");
        }
        (found, lines.len(), calls.parse().unwrap_or(0))
    }

    async fn found(&self, folder: &Path, lines: &[Line]) -> Found {
        let floor = match SqliteStore::open(folder) {
            Ok(store) => Floor::new(store),
            Err(refused) => return Found::Refused(refused.to_string()),
        };
        let wishes = wishes(&floor, &self.checked);
        for line in lines {
            let Line::Response(nth, response) = line else {
                panic!("{line:?}")
            };
            let wish = &wishes[*nth].1;
            let id = house::response::stored_id(wish.id, wish.by).unwrap();
            let stored = floor.store.answer(Stream::Table(TABLE), id).await;
            let response = serde_json::to_vec(response).unwrap();
            match stored {
                Ok(Some(answer)) if answer.response == response => {}
                other => return Found::Missing(format!("wish {nth}: {other:?}")),
            }
        }
        match Box::pin(verify(&*floor.store)).await {
            Ok(verdict) if verdict.findings.is_empty() => Found::All,
            Ok(verdict) => Found::Missing(verdict.findings[0].to_string()),
            Err(error) => Found::Missing(error.to_string()),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_machine_that_loses_power_keeps_what_it_told() {
    let (round, from) = (Undisturbed::new().await, brimful().await);
    let disk = Disk::Honest;
    let whole = Cut {
        at: 0,
        seed: 0,
        disk,
    };
    let (found, response, calls) = round.cut(from.path(), whole).await;
    assert!(matches!(found, Found::All), "{found:?}");
    assert!(
        response == round.response.len() && calls > 100,
        "{response} {calls}"
    );
    let (cuts, mut refused, mut in_play) = (requested(200), 0, 0);
    for seed in 0..cuts {
        // Every call once before any comes a second time.
        let at = 1 + seed * calls / cuts.min(calls) % calls;
        let cut = Cut { at, seed, disk };
        match round.cut(from.path(), cut).await {
            (Found::All, response, _) => in_play += u64::from(response > 0),
            (Found::Refused(what), _, _) => {
                eprintln!("{cut:?}: {what}");
                refused += 1;
            }
            (Found::Missing(what), _, _) => panic!("{cut:?}: {what}"),
        }
    }
    eprintln!(
        "power: {cuts} cuts over {calls} calls, {in_play} in play, {refused} refused to open"
    );
    assert!(in_play * 2 > cuts, "{in_play}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_lies_is_found_out() {
    let (round, from) = (Undisturbed::new().await, brimful().await);
    let disk = Disk::Lies;
    let mut found_out = 0;
    for seed in 1..=10 {
        let at = 60 * seed;
        let (found, _, _) = round.cut(from.path(), Cut { at, seed, disk }).await;
        found_out += usize::from(!matches!(found, Found::All));
    }
    assert!(found_out > 5, "{found_out}");
}
