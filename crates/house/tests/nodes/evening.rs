//! Three processes of the house at forty tables and their link, all on one cluster; what they were told;
//! and at the end, whether that is what is stored.

use std::collections::BTreeSet;
use std::process::Child;
use std::sync::Arc;
use std::time::{Duration, Instant};

use audit::verify::verify;
use game::RulebookId;
use house::clock::SystemClock;
use house::log::{CommandId, Stream};
use house::pit::Pit;
use house::response::Response;
use house::store::{PostgresStore, Store as _};
use ledger::TableId;

use crate::nodes::{Cluster, founded};
use crate::process::desk::{Desk, now};
use crate::process::{End, Part};

const PROCESSES: usize = 3;
const TABLES: u32 = 40;
/// For every table to be in play again, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(3);

pub struct Evening {
    part: Part,
    desk: Desk,
    processes: Vec<Child>,
    /// A process that was killed is missing until the house has a store again.
    missing: usize,
    database: String,
    _folder: tempfile::TempDir,
}

impl Evening {
    /// Back once every table is in play.
    pub fn begins(cluster: &Cluster, database: &str) -> Evening {
        waited(founded(cluster, database));
        let folder = tempfile::tempdir().unwrap();
        let desk = Desk {
            folder: folder.path().to_owned(),
            pace_milliseconds: 300,
        };
        let part = Part {
            store: cluster.url(database),
            rulebook: RulebookId::Rws2020,
            seed: 41,
            tables: TABLES,
            rounds: u64::MAX,
            kill: None,
            lease_milliseconds: 2_000,
            desk: Some(desk.clone()),
            vault: None,
        };
        let processes = (0..PROCESSES).map(|_| part.start()).collect();
        let mut evening = Evening {
            part,
            desk,
            processes,
            missing: 0,
            database: database.to_owned(),
            _folder: folder,
        };
        evening.all_in_play_again();
        evening
    }

    pub fn database(&self) -> &str {
        &self.database
    }

    pub fn kills_one(&mut self) {
        let mut process = self.processes.remove(0);
        process.kill().unwrap();
        assert_eq!(End::of(process.wait().unwrap()), End::Killed);
        self.missing += 1;
    }

    /// Waits until every table was told something that was asked from now on.
    pub fn all_in_play_again(&mut self) {
        let (since, start) = (now(), Instant::now());
        loop {
            let response = self.desk.read();
            let later = response.iter().filter(|response| response.at > since);
            let tables: BTreeSet<u32> = later.map(|response| response.table).collect();
            if tables.len() == TABLES as usize {
                break;
            }
            for process in &mut self.processes {
                let ended = process.try_wait().unwrap();
                assert!(ended.is_none(), "a process has left: {ended:?}");
            }
            let waited = start.elapsed();
            assert!(
                waited < PATIENCE,
                "only {tables:?} are in play after {waited:?}"
            );
            std::thread::sleep(Duration::from_millis(200));
        }
        for _ in 0..core::mem::take(&mut self.missing) {
            self.processes.push(self.part.start());
        }
    }

    /// How long no process got an answer after the fault.
    pub fn tells(&self, what: &str, struck: u64) {
        let response = self.desk.read();
        let pairs = response.windows(2).filter(|pair| pair[1].at > struck);
        let longest = pairs.max_by_key(|pair| pair[1].at - pair[0].at).unwrap();
        let silent = longest[1].at - longest[0].at;
        let again = longest[1].at.saturating_sub(struck);
        eprintln!("{what}; first told after {again} ms, silent for {silent} ms");
    }

    /// Every round is played out, everything told is stored, and what is stored is a sound house.
    pub fn ends(mut self, cluster: &Cluster) {
        self.all_in_play_again();
        self.desk.closes();
        for mut process in self.processes.drain(..) {
            assert_eq!(End::of(process.wait().unwrap()), End::Done);
        }
        let response = self.desk.read();
        waited(async {
            let store = PostgresStore::open(&cluster.url(&self.database)).await;
            let store = Arc::new(store.unwrap());
            for one in &response {
                let stream = Stream::Table(TableId(one.table));
                let answer = store.answer(stream, CommandId(one.id)).await.unwrap();
                let answer = answer.unwrap_or_else(|| panic!("told and not stored: {one:?}"));
                let (from, to) = (one.from, one.to);
                let done = serde_json::to_vec(&Response::Done { from, to }).unwrap();
                assert_eq!(answer.response, done, "{one:?}");
                assert!(store.head(stream).await.unwrap().seq >= to, "{one:?}");
            }
            let verdict = verify(&*store).await.unwrap();
            assert_eq!(verdict.findings, []);
            assert!(!verdict.moving);
            let pit = Pit::new(store, Arc::new(SystemClock));
            for table in (1..=TABLES).map(TableId) {
                let state = pit.handle(table).await.unwrap().snapshot().await.unwrap();
                assert!(
                    state.open_round().is_none(),
                    "table {} is in limbo",
                    table.0
                );
            }
            let (response, rounds, entries) = (response.len(), verdict.rounds, verdict.entries);
            eprintln!(
                "{response} wishes told done, all stored; {rounds} rounds in {entries} entries"
            );
        });
    }
}

/// Nothing it started outlives it, whichever way it went.
impl Drop for Evening {
    fn drop(&mut self) {
        for process in &mut self.processes {
            drop(process.kill());
            drop(process.wait());
        }
    }
}

pub fn waited<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap().block_on(work)
}
