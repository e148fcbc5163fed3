//! Random rounds with everything that can go wrong in them, walked by the engine and by a small
//! second set of books side by side: the invariants of rounds.md section 11 after every command.
//!
//! `QUEENHIGH_ROUNDS` asks for more rounds, `QUEENHIGH_SEED` for others: table after table is seeded
//! by that number and those after it, so a failing table is played again by its seed and one round.

#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on stops, and looks only at the events it is about"
)]

#[path = "model/coverage.rs"]
mod coverage;
#[path = "model/shrink.rs"]
mod shrink;

use std::collections::BTreeMap;

use coverage::Coverage;
use rehearsal::again;
use rehearsal::checked_table::{self, CheckedTable, Failure};
use rehearsal::driver::Driver;

const ROUNDS: u64 = 10_000;
const SEED: u64 = 1;

fn asked(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// One table of a few rounds; how many were played.
fn table(seed: u64, reached: &mut Coverage) -> Result<u64, Box<(Failure, CheckedTable)>> {
    let mut driver = Driver::new(seed)?;
    let rounds = 1 + driver.dice.below(4);
    for _ in 0..rounds {
        if driver.checked.table.setup().is_none() {
            // The House has closed it.
            break;
        }
        if let Err(failure) = driver.play_round() {
            return Err(Box::new((failure, driver.checked)));
        }
    }
    let Driver {
        checked, mut dice, ..
    } = driver;
    reached.count(&checked);
    let failed = again::replays(&checked)
        .and_then(|()| again::restores(&checked))
        .and_then(|()| again::turned(&checked, &mut dice));
    failed.map_err(|failure| Box::new((failure, checked)))?;
    Ok(rounds)
}

/// All that is needed to see it happen again.
fn report(seed: u64, failure: &Failure, checked: &CheckedTable) -> String {
    let (short, failed) = shrink::shortest(checked, failure);
    let options = checked.rulebook.options();
    let (id, check, said) = (checked.rulebook.id, failed.check, &failed.said);
    let told = shrink::told(&short);
    format!(
        "{check}: {said}\nQUEENHIGH_SEED={seed} QUEENHIGH_ROUNDS=1, {id} with {options:?}; shortened:\n{told}"
    )
}

/// By check and phase: how many tables failed it, and the first of them.
type Failures = BTreeMap<String, (usize, String)>;

/// Tables whose seed is one of every `step` from `seed` on, until `rounds` are played.
fn tables(seed: u64, step: u64, rounds: u64) -> (Coverage, Failures) {
    let mut reached = Coverage::default();
    let mut failures = Failures::new();
    let mut played = 0;
    // Every table plays at least one round.
    for nth in 0..rounds {
        if played >= rounds {
            break;
        }
        let number = seed + nth * step;
        match table(number, &mut reached) {
            Ok(more) => played += more,
            Err(failed) => {
                let (failure, checked) = *failed;
                let phase = checked
                    .round()
                    .map_or("no round", |round| round.phase().name());
                let kind = format!("{} at {phase}", failure.check);
                let first = || (0, report(number, &failure, &checked));
                failures.entry(kind).or_insert_with(first).0 += 1;
                played += 1;
            }
        }
    }
    (reached, failures)
}

/// As many at a time as the machine has cores, within reason.
fn on_every_core(from: u64, rounds: u64) -> (Coverage, Failures) {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let cores = cores.min(8).min(rounds.div_ceil(500));
    let share = rounds.div_ceil(cores);
    let mut sum = (Coverage::default(), Failures::new());
    std::thread::scope(|scope| {
        let started = (0..cores).map(|nth| scope.spawn(move || tables(from + nth, cores, share)));
        for thread in started.collect::<Vec<_>>() {
            let (reached, failures) = thread.join().unwrap();
            sum.0.merge(reached);
            for (kind, (count, told)) in failures {
                sum.1.entry(kind).or_insert((0, told)).0 += count;
            }
        }
    });
    sum
}

/// The invariants of rounds.md section 11 but the twelfth, which `counts.rs` counts out.
#[test]
fn whatever_happens_the_books_agree() {
    checked_table::hush_expected_panics();
    let rounds = asked("QUEENHIGH_ROUNDS", ROUNDS);
    let (reached, failures) = on_every_core(asked("QUEENHIGH_SEED", SEED), rounds);
    let told = failures
        .values()
        .map(|(count, told)| format!("\n{count} tables: {told}"));
    let told: Vec<String> = told.collect();
    let (table, missing) = (reached.table(), reached.missing());
    let show = std::env::var_os("QUEENHIGH_REACHED").is_some();
    assert!(
        !show,
        "{table}\nnever reached: {missing:#?}\n{}",
        told.concat()
    );
    assert!(told.is_empty(), "{}", told.concat());
    assert!(
        rounds < ROUNDS || missing.is_empty(),
        "never reached: {missing:#?}\n{table}"
    );
}
