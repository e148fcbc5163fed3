//! The whole of `analyze` as a program sees it: from starting the process to the last byte of JSON.
//!
//! Aim: under ten milliseconds. Beside it stands the same process asked for its version only, which
//! is what the system takes to start and end it; the two run in turns.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PASSES: usize = 101;

fn main() {
    heading();
    for rulebook in [
        "rws-2020",
        "rws-2013",
        "mbs-2019",
        "rws-multilink-2024",
        "oceanfront",
    ] {
        let mut passes: Vec<(Duration, Duration)> = (0..PASSES)
            .map(|_| {
                (
                    timed(&["analyze", rulebook, "--format", "json"]),
                    timed(&["--version"]),
                )
            })
            .collect();
        passes.sort_unstable();
        row(rulebook, passes[PASSES / 2], passes[PASSES * 95 / 100].0);
    }
}

fn timed(args: &[&str]) -> Duration {
    let start = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_queenhigh"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let took = start.elapsed();
    assert!(
        output.status.success() && !output.stdout.is_empty(),
        "{args:?}"
    );
    took
}

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn heading() {
    println!(
        "{:<32} {:>8} {:>8}   {:<20} {:>8} {:>7}",
        "analyze --format json", "ms", "95 %", "reference", "ms", "ratio"
    );
}

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn row(name: &str, (ours, start): (Duration, Duration), slow: Duration) {
    let [ours, start, slow] = [ours, start, slow].map(|time| time.as_secs_f64() * 1e3);
    println!(
        "{name:<32} {ours:>8.2} {slow:>8.2}   {:<20} {start:>8.2} {:>7.2}",
        "--version",
        ours / start
    );
}
