//! `queenhigh`: parses the call, runs the command, and turns its result into an exit code.
//!
//! 0: done. 1: the answer is no. 2: the input or the call is wrong. 130: ended by Ctrl-C.

mod admin;
mod analyze;
mod backup;
mod exact;
mod export;
mod init;
mod jackpot;
mod library;
mod loss;
mod output;
mod play;
mod prepare;
mod process;
mod reports;
mod rules;
mod sections;
mod serve;
mod settle;
mod simulate;
mod store_args;
mod verify;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The output format of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Table,
    /// For programs.
    Json,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It did what was asked.
    Done,
    /// A check failed: the answer is no.
    No,
    /// The input was wrong; the message has been printed.
    BadInput,
    /// The user pressed Ctrl-C; the results up to then have been printed.
    Interrupted,
}

#[derive(Parser)]
#[command(
    name = "queenhigh",
    version,
    about = "Casino Three Card Poker by five real rulebooks",
    infer_subcommands = false
)]
struct Call {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Accept in the log that signed entries are lost, after a house was restored from an old copy
    AcceptLoss(loss::Args),
    /// Look after the people of a house: accounts, roles, passwords, sign-in links
    Admin(admin::Args),
    /// Print the exact par sheet of a rulebook
    Analyze(analyze::Args),
    /// Copy a house on an embedded database, open or not, and verify the copy
    Backup(backup::BackupArgs),
    /// Export the rounds, ledger, jackpots, significant events or log of a house
    Export(export::Args),
    /// Write the configuration of the demo floor, to be changed into one's own
    Init(init::Args),
    /// Check that a linked jackpot balances, or show how the amount of a win came about
    Jackpot(jackpot::Args),
    /// Play at a table in the terminal
    Play(play::Args),
    /// Create or update the schema of a house on PostgreSQL, and grant a role the rights to serve it
    Prepare(prepare::Args),
    /// Print what an operator files: table win, drop and hold against chance, jackpots, payouts, rulings, open rounds
    Report(reports::Args),
    /// Make a house from a copy, after verifying the copy
    Restore(backup::RestoreArgs),
    /// Show the rulebooks clause by clause, how they differ, and which tests cite each clause
    Rules(rules::Args),
    /// Serve a house: tables, API and pages; without a configuration a demo floor of play money
    Serve(serve::Args),
    /// Settle rounds written down as JSON (one object, or JSON Lines)
    Settle(settle::Args),
    /// Play many rounds and compare with the exact figures
    Simulate(simulate::Args),
    /// Verify a whole house: chain, replay through the rules, money, jackpots, signed statements
    Verify(verify::Args),
}

fn main() -> ExitCode {
    let call = Call::parse();
    let result = match call.command {
        None => serve::run(&serve::Args::default()),
        Some(Command::AcceptLoss(args)) => loss::run(&args),
        Some(Command::Admin(args)) => admin::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Backup(args)) => backup::back_up(&args),
        Some(Command::Report(args)) => reports::run(&args),
        Some(Command::Restore(args)) => backup::restore(&args),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Init(args)) => init::run(&args),
        Some(Command::Jackpot(args)) => jackpot::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Prepare(args)) => prepare::run(&args),
        Some(Command::Rules(args)) => rules::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Settle(args)) => settle::run(&args),
        Some(Command::Simulate(args)) => simulate::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
    };
    match result {
        Ok(Verdict::Done) => ExitCode::SUCCESS,
        Ok(Verdict::No) => ExitCode::from(1),
        Ok(Verdict::BadInput) => ExitCode::from(2),
        Ok(Verdict::Interrupted) => ExitCode::from(130),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed too; then there is no way to report it.
            let _ = writeln!(std::io::stderr(), "queenhigh: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// A whole number as an argument.
pub(crate) fn whole<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| {
        let most = 8 * size_of::<N>();
        format!("expected a whole number, 0 or more, of {most} bits at most")
    })
}

/// Whether the reader closed the pipe, as in `queenhigh rules list | head -1`: that is no error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    /// No two arguments have one name, and each argument that another requires exists.
    #[test]
    fn the_arguments_are_consistent() {
        Call::command().debug_assert();
    }
}
