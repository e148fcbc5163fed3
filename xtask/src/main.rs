//! Chores of this workspace, in Rust so that every system runs the same ones.
//!
//! `cargo xtask test` is the one test command; `cargo xtask tidy` prints what the tidy tests find;
//! `cargo xtask cluster` starts three database nodes to look at, or to test on; `cargo xtask mutants`
//! measures how many small changes to the source the tests notice; `cargo xtask pictures` takes pictures of
//! the pages.
//! No chore knows a rule of the game, reads standard input, or writes into the tree but below `target/`; only
//! `pictures` renews the pictures of the README.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a chore prints to its user"
)]

mod citations;
mod cluster;
mod mutants;
mod need;
mod schemathesis;
mod test;
mod tidy;
mod tree;
mod web;

use std::process::ExitCode;

const HELP: &str = "\
usage: cargo xtask <chore>

  test           format, lints, every test and the pages, in that order; stops at the first failure
  web            the pages alone: their types, their unit tests, and people who use them in a Chromium
  pictures       pictures of every page below target/pictures, and those of the README
  measure        how fast the pages are on this machine, and what Lighthouse thinks of them
  tidy           what the tidy tests find, and the largest files and functions
  cluster        three PostgreSQL nodes under Patroni on this machine, until it is interrupted
  cluster test   the house on such nodes, whose leader is killed again and again; takes minutes,
                 and QUEENHIGH_KILLS=N kills it N times
  mutants [MODULE...] [--list] [--sample N] [--only TEXT] [--most-minutes M]
                 how many small changes to the source the tests notice, by module; takes hours for all";

/// Exit codes: 0 done, 1 the chore failed, 2 the call is wrong.
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["test"] => test::run(),
        ["web"] => web::run(),
        ["pictures"] => web::pictures(),
        ["measure"] => web::measure(),
        ["tidy"] => tidy::run(),
        ["cluster"] => cluster::run(cluster::For::Looking),
        ["cluster", "test"] => cluster::run(cluster::For::Testing),
        ["mutants", ref asked @ ..] => mutants::run(asked),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("expected one chore, found {arguments:?}\n{HELP}");
            return ExitCode::from(2);
        }
    };
    done.unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        ExitCode::FAILURE
    })
}
