//! Real processes of the house, killed for real: at every append of whole rounds, before it and after
//! it, and at moments nobody chose.
//!
//! A process is this very test program, started again to play one part: `a_process_of_the_house`. It
//! takes up what it finds in the store, keeps tables going, and where it is told to it kills itself with
//! signal 9 just before or just after an append. `QUEENHIGH_KILLS` asks for more than the usual count.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod process;

use std::path::Path;
use std::time::Duration;

use game::RulebookId;
use house::store::SqliteStore;
use house::verify::verify;
use process::{End, Part, When};

fn asked(usual: usize) -> usize {
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

/// What stands in the folder is a sound house.
fn is_clean(folder: &Path) -> house::verify::Verdict {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        let store = SqliteStore::open(folder).unwrap();
        let verdict = verify(&store).await.unwrap();
        assert_eq!(verdict.findings, []);
        verdict
    })
}

/// One table, killed before and after each append of its rounds, and while it is taken up again.
fn at_every_append(id: RulebookId, seed: u64, kills: usize) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let mut part = Part {
        store: folder.path().display().to_string(),
        rulebook: id,
        seed,
        tables: 1,
        rounds: 1_000,
        kill: None,
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
            is_clean(folder.path());
        }
    }
    is_clean(folder.path()).rounds
}

#[test]
fn killed_at_every_append_nothing_is_lost() {
    let kills = asked(160);
    for (id, seed) in RulebookId::ALL.into_iter().zip(1..) {
        let rounds = at_every_append(id, seed, kills);
        assert!(rounds > kills as u64 / 200, "{id}: {rounds} rounds");
    }
}

/// Killed by somebody else, at any moment, again and again; then left to finish.
#[test]
fn killed_at_any_moment_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let part = Part {
        store: folder.path().display().to_string(),
        rulebook: RulebookId::Rws2020,
        seed: 9,
        tables: 6,
        rounds: 40,
        kill: None,
    };
    let mut dice = rehearsal::dice::Dice::new(9);
    let mut killed = 0;
    for _ in 0..asked(25) {
        let wait = Duration::from_millis(20 + dice.below(180));
        killed += usize::from(part.run_for(wait) == End::Killed);
        is_clean(folder.path());
    }
    assert!(killed > 5, "{killed}");
    assert_eq!(part.run(), End::Done);
    let verdict = is_clean(folder.path());
    assert!(verdict.rounds >= 6 * 40, "{verdict:?}");
}
