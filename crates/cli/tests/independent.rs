//! `settle` against a second settlement: random rounds of every rulebook, settled by the program and by
//! `crates/reference`, which was written from the documents alone and shares no code with the program.
//!
//! `QUEENHIGH_ROUNDS` sets how many rounds each rulebook gets, `QUEENHIGH_SEED` where the dice start.
//! A failure prints the seed of its one round and the round itself.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

#[path = "independent/mod.rs"]
mod independent;

use std::io::{BufWriter, Write};
use std::ops::Range;
use std::process::{Command, Stdio};
use std::thread;

use game::RulebookId;
use independent::Dice;
use serde_json::Value;

const ROUNDS: u64 = 4_000;
const BATCH: usize = 2_000;

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a whole number, not {text}"))
    })
}

/// A round of these dice, as it is written down.
fn round(rulebook: &str, seed: u64) -> Value {
    let mut round = independent::round(&mut Dice(seed), rulebook);
    // Looking for options to take out leaves a null where there were none.
    if round["options"].is_null() {
        round.as_object_mut().unwrap().remove("options");
    }
    round
}

/// Settles as many rounds as asked, a process for each batch.
fn compare(rulebook: &'static str) {
    let rounds = from_environment("QUEENHIGH_ROUNDS", ROUNDS);
    let start = from_environment("QUEENHIGH_SEED", 0);
    for first in (start..start + rounds).step_by(BATCH) {
        let seeds = first..(start + rounds).min(first + BATCH as u64);
        let (answers, complaints) = settle(rulebook, seeds.clone());
        if let Some(complaint) = complaints.lines().next() {
            let line = complaint
                .strip_prefix("line ")
                .and_then(|rest| rest.split(':').next());
            let seed = first + line.map_or(0, |line| line.parse::<u64>().unwrap() - 1);
            let round = round(rulebook, seed);
            panic!("{rulebook}, seed {seed}: a valid round was refused: {complaint}\n{round}");
        }
        assert_eq!(answers.lines().count(), seeds.clone().count());
        for (seed, answer) in seeds.zip(answers.lines()) {
            check(
                rulebook,
                seed,
                &round(rulebook, seed),
                serde_json::from_str(answer).unwrap(),
            );
        }
    }
}

/// What the program says to the rounds of these seeds, on both channels.
fn settle(rulebook: &'static str, seeds: Range<u64>) -> (String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_queenhigh"))
        .arg("settle")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = BufWriter::new(program.stdin.take().unwrap());
    // Beside the reading, or both would wait for each other once the pipes are full.
    let writer = thread::spawn(move || {
        for seed in seeds {
            writeln!(input, "{}", round(rulebook, seed)).unwrap();
        }
    });
    let output = program.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

fn check(rulebook: &str, seed: u64, round: &Value, mut answer: Value) {
    let id: RulebookId = rulebook.parse().unwrap();
    for seat in answer["boxes"].as_array_mut().unwrap() {
        for line in seat["lines"].as_array_mut().unwrap() {
            let line = line.as_object_mut().unwrap();
            let clauses = line.remove("clauses").unwrap();
            let clauses = clauses.as_array().unwrap();
            assert!(
                !clauses.is_empty(),
                "{rulebook}, seed {seed}: {line:?} rests on nothing, in\n{round}"
            );
            for clause in clauses {
                let known = game::cite(id, clause.as_str().unwrap()).is_some();
                assert!(
                    known,
                    "{rulebook}, seed {seed}: {clause} is no clause, in\n{round}"
                );
            }
            let why = line.remove("why").unwrap();
            assert!(
                why.as_str().unwrap().ends_with('.'),
                "{why} is no sentence, in\n{round}"
            );
        }
    }
    let asks = reference::json::read(round);
    let expected = reference::json::written_settled(&asks, &reference::settle(&asks));
    for (field, ours) in answer.as_object().unwrap() {
        let theirs = &expected[field];
        let place = format!("{rulebook}, seed {seed}, {field}");
        assert_eq!(
            ours, theirs,
            "\n{place}: ours left, the reference right, in\n{round}"
        );
    }
    assert_eq!(
        answer.as_object().unwrap().len(),
        expected.as_object().unwrap().len(),
        "{rulebook}, seed {seed}: a field is missing, in\n{round}"
    );
}

#[test]
fn rws_2020_agrees_with_the_second_opinion() {
    compare("rws-2020");
}

#[test]
fn rws_2013_agrees_with_the_second_opinion() {
    compare("rws-2013");
}

#[test]
fn mbs_2019_agrees_with_the_second_opinion() {
    compare("mbs-2019");
}

#[test]
fn rws_multilink_2024_agrees_with_the_second_opinion() {
    compare("rws-multilink-2024");
}

#[test]
fn oceanfront_agrees_with_the_second_opinion() {
    compare("oceanfront");
}

#[test]
fn every_rulebook_has_a_second_opinion() {
    let ours = RulebookId::ALL.map(RulebookId::name);
    assert_eq!(ours, reference::RULEBOOKS);
}
