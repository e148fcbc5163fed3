//! Real processes of the house, killed for real: at every append of whole rounds, before it and after
//! it, and at random moments.
//!
//! A process is this very test program, started again to play one part: `a_process_of_the_house`. It
//! takes up what it finds in the store, keeps tables going, and where it is told to it kills itself with
//! signal 9 just before or just after an append. `QUEENHIGH_KILLS` asks for more than the usual count.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
#[allow(dead_code, reason = "another test uses the rest")]
mod postgres;
#[allow(dead_code, reason = "another test uses the rest")]
mod process;

use std::time::Duration;

use audit::verify::{AuditReport, verify};
use game::RulebookId;
use house::store::{PostgresStore, SqliteStore};
use process::{End, Part, When};

fn requested(usual: usize) -> usize {
    let text = std::env::var("QUEENHIGH_KILLS").ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Not a test: the part a process plays. Started without a part it does nothing.
#[test]
fn a_process_of_the_house() {
    if let Some(part) = Part::given() {
        process::play(&part);
    }
}

/// What is stored there is a sound house.
fn is_clean(place: &str) -> AuditReport {
    let verdict = waited(async {
        if place.starts_with("postgres://") {
            verify(&PostgresStore::open(place).await.unwrap()).await
        } else {
            verify(&SqliteStore::open(place.as_ref()).unwrap()).await
        }
    });
    let verdict = verdict.unwrap();
    assert_eq!(verdict.findings, []);
    verdict
}

fn waited<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap().block_on(work)
}

fn database() -> String {
    waited(postgres::shared().database(""))
}

/// One table, killed before and after each append of its rounds, and while it is taken up again.
fn at_every_append(place: &str, id: RulebookId, seed: u64, kills: usize) -> u64 {
    // By turns the cards lie on the table and are dealt by the house.
    let keys = tempfile::tempdir().unwrap();
    let vault = seed
        .is_multiple_of(2)
        .then(|| keys.path().join("vault.key"));
    let mut part = Part {
        store: place.to_owned(),
        rulebook: id,
        seed,
        tables: 1,
        rounds: 1_000,
        kill: None,
        lease_milliseconds: 20,
        desk: None,
        vault,
    };
    for nth in 0..kills {
        // The first append takes the table over, the second goes on with the round.
        let (append, when) = [
            (1, When::Before),
            (1, When::After),
            (2, When::Before),
            (2, When::After),
        ][nth % 4];
        part.kill = Some((append, when));
        let end = part.run();
        assert_eq!(end, End::Killed, "{id} kill {nth}");
        if nth % 8 == 7 {
            is_clean(place);
        }
    }
    is_clean(place).rounds
}

#[test]
fn killed_at_every_append_nothing_is_lost() {
    let kills = requested(160);
    for (id, seed) in RulebookId::ALL.into_iter().zip(1..) {
        let folder = tempfile::tempdir().unwrap();
        let rounds = at_every_append(&named(&folder), id, seed, kills);
        assert!(rounds > kills as u64 / 200, "{id}: {rounds} rounds");
    }
}

#[test]
fn killed_at_every_append_on_postgresql_nothing_is_lost() {
    let kills = requested(80);
    for (id, seed) in RulebookId::ALL.into_iter().zip(12..) {
        let rounds = at_every_append(&database(), id, seed, kills);
        assert!(rounds > kills as u64 / 200, "{id}: {rounds} rounds");
    }
}

/// Three processes that all serve the same forty tables and their link; again and again one of them
/// is killed at a random moment, and another takes its place.
#[test]
fn three_processes_share_forty_tables_and_lose_nothing() {
    let keys = tempfile::tempdir().unwrap();
    let part = Part {
        store: database(),
        rulebook: RulebookId::Rws2020,
        seed: 77,
        tables: 40,
        rounds: 3,
        kill: None,
        lease_milliseconds: 400,
        desk: None,
        vault: Some(keys.path().join("vault.key")),
    };
    let mut dice = rehearsal::dice::Dice::new(77);
    let mut processes: Vec<_> = (0..3).map(|_| part.start()).collect();
    let mut killed = 0;
    for _ in 0..requested(12) {
        std::thread::sleep(Duration::from_millis(300 + dice.below(900)));
        let one = usize::try_from(dice.below(3)).unwrap();
        processes[one].kill().unwrap();
        killed += usize::from(End::of(processes[one].wait().unwrap()) == End::Killed);
        processes[one] = part.start();
    }
    for mut process in processes {
        assert_eq!(End::of(process.wait().unwrap()), End::Done);
    }
    assert!(killed > 3, "{killed}");
    let verdict = is_clean(&part.store);
    assert!(verdict.rounds >= 40 * 3, "{verdict:?}");
    assert!(verdict.decks >= 20 * 2, "{verdict:?}");
    assert_eq!(verdict.sealed, 0, "every round is over");
}

fn named(folder: &tempfile::TempDir) -> String {
    folder.path().display().to_string()
}

/// Killed from outside, at any moment, again and again; then left to finish.
#[test]
fn killed_at_any_moment_nothing_is_lost() {
    let (folder, keys) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let part = Part {
        store: named(&folder),
        rulebook: RulebookId::Rws2020,
        seed: 9,
        tables: 6,
        rounds: 40,
        kill: None,
        lease_milliseconds: 20,
        desk: None,
        vault: Some(keys.path().join("vault.key")),
    };
    let mut dice = rehearsal::dice::Dice::new(9);
    let mut killed = 0;
    for _ in 0..requested(25) {
        let wait = Duration::from_millis(20 + dice.below(180));
        killed += usize::from(part.run_for(wait) == End::Killed);
        is_clean(&part.store);
    }
    assert!(killed > 5, "{killed}");
    assert_eq!(part.run(), End::Done);
    let verdict = is_clean(&part.store);
    assert!(verdict.rounds >= 6 * 40, "{verdict:?}");
}
