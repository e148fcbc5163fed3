//! How long `settle` takes for many rounds, beside what `serde_json` alone needs to read the same rounds into
//! `Value`s and print them again. Aim: not above three times that.
//!
//! Both read the same file line by line and throw their output away; the program pays its own start
//! besides. They run in turns and each pass has its own ratio, so a neighbour on the core disturbs both.
//! `QUEENHIGH_ROUNDS` sets how many rounds there are.

// Not `expect`: the compiler counts what stands below such a mark as used, and misses the dead code.
#[allow(
    dead_code,
    unused_imports,
    reason = "only the rounds are taken, not their reference"
)]
#[path = "../tests/independent/mod.rs"]
mod independent;

use std::fs::File;
use std::hint::black_box;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use independent::Dice;
use reference::RULEBOOKS;
use serde_json::Value;

const ROUNDS: u64 = 200_000;
const PASSES: usize = 5;

fn main() {
    let rounds = std::env::var("QUEENHIGH_ROUNDS").map_or(ROUNDS, |text| {
        text.parse().expect("QUEENHIGH_ROUNDS is a whole number")
    });
    let file = write_rounds(rounds);
    let mut passes: Vec<(Duration, Duration)> = (0..PASSES)
        .map(|_| (timed(|| settle(&file)), timed(|| read_and_print(&file))))
        .collect();
    passes.sort_by(|one, other| ratio(*one).total_cmp(&ratio(*other)));
    let median = passes[PASSES / 2];
    report(rounds, &file, median);
    std::fs::remove_file(&file).expect("the rounds are ours to remove");
}

/// Rounds of all rulebooks in turn, from fixed seeds.
fn write_rounds(rounds: u64) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("settle-bench.jsonl");
    let mut file = BufWriter::new(File::create(&path).expect("a file for the rounds"));
    for (seed, rulebook) in (0..rounds).zip(RULEBOOKS.into_iter().cycle()) {
        let mut round = independent::round(&mut Dice(seed), rulebook);
        if round["options"].is_null() {
            round
                .as_object_mut()
                .expect("a round is an object")
                .remove("options");
        }
        writeln!(file, "{round}").expect("room for the rounds");
    }
    file.flush().expect("room for the rounds");
    path
}

fn settle(file: &Path) {
    let status = Command::new(env!("CARGO_BIN_EXE_queenhigh"))
        .arg("settle")
        .arg(file)
        .stdout(Stdio::null())
        .status()
        .expect("the program starts");
    assert!(status.success(), "a valid round was refused");
}

fn read_and_print(file: &Path) {
    let mut lines = BufReader::with_capacity(1 << 16, File::open(file).expect("the rounds"));
    let (mut line, mut printed) = (Vec::new(), Vec::new());
    while lines.read_until(b'\n', &mut line).expect("the rounds") > 0 {
        let value: Value = serde_json::from_slice(&line).expect("a round is JSON");
        serde_json::to_writer(&mut printed, &value).expect("a round can be printed");
        black_box(&printed);
        line.clear();
        printed.clear();
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn ratio((ours, theirs): (Duration, Duration)) -> f64 {
    ours.as_secs_f64() / theirs.as_secs_f64()
}

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn report(rounds: u64, file: &Path, (ours, theirs): (Duration, Duration)) {
    let bytes = file.metadata().map_or(0, |file| file.len());
    println!("{rounds} rounds, {bytes} bytes of JSON Lines");
    println!(
        "queenhigh settle                  {:>8.3} s",
        ours.as_secs_f64()
    );
    println!(
        "serde_json: read Value and print  {:>8.3} s",
        theirs.as_secs_f64()
    );
    println!(
        "ratio                             {:>8.2}",
        ratio((ours, theirs))
    );
}
