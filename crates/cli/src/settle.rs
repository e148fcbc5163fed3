//! `queenhigh settle`: reads rounds written down as JSON and prints what each box is paid.
//!
//! It reads, calls the rules and prints; no rule of the game stands here. A round takes this way:
//! [`input`] (one object or JSON Lines), [`game::written`] (its fields, could it have happened, the
//! settlement), JSON or [`table`] (printed). What is wrong on the way is a [`trouble`]. One line is in
//! memory at a time, however long the input.

mod input;
mod table;
mod trouble;

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use game::written::{CheckedRound, SettledRound, WrittenRound};

use self::input::{Input, Line, Lines, ROUND_BYTES_MAX};
use self::trouble::{Place, Trouble};
use crate::{Format, Verdict};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rounds as JSON, one object or one on each line; standard input if left out or `-`
    file: Option<PathBuf>,
    /// JSON for programs, or a table with the reason and clauses of every line
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let mut desk = Desk {
        format: args.format,
        out: BufWriter::with_capacity(1 << 16, std::io::stdout().lock()),
        verdict: Verdict::Done,
        settled: 0,
    };
    match input::open(source(args)?).context("the rounds cannot be read")? {
        Input::Nothing => {
            desk.tell("no round: found nothing, expected a JSON object or JSON Lines");
        }
        Input::One { text, blank_lines } => desk.settle(&text, Place::Whole { blank_lines })?,
        Input::Lines(lines) => desk.settle_lines(lines)?,
        Input::TooLong => desk.tell(format_args!(
            "no round: found more than {ROUND_BYTES_MAX} bytes, expected a JSON object of at most as many, or JSON Lines"
        )),
    }
    desk.out.flush()?;
    Ok(desk.verdict)
}

fn source(args: &Args) -> anyhow::Result<Box<dyn Read>> {
    match &args.file {
        Some(path) if path.as_os_str() != "-" => {
            let file = File::open(path);
            let file = file.with_context(|| format!("{} cannot be opened", path.display()))?;
            Ok(Box::new(file))
        }
        Some(_) | None => Ok(Box::new(std::io::stdin())),
    }
}

/// Where rounds are settled one after the other.
struct Desk<W: Write> {
    format: Format,
    out: W,
    verdict: Verdict,
    settled: u64,
}

impl<W: Write> Desk<W> {
    fn settle_lines(&mut self, mut lines: Lines) -> anyhow::Result<()> {
        loop {
            if lines.would_wait() {
                // The caller may send one round at a time and wait for each answer.
                self.out.flush()?;
            }
            let Some((number, line)) = lines.next().context("the rounds cannot be read")? else {
                return Ok(());
            };
            match line {
                Line::Text(line) => self.settle(line, Place::Line(number))?,
                Line::TooLong => self.tell(format_args!(
                    "line {number}: found more than {ROUND_BYTES_MAX} bytes, expected a round of at most as many; it is left out"
                )),
            }
        }
    }

    /// Prints the settlement, or says what is wrong and lets the others go on.
    fn settle(&mut self, text: &[u8], place: Place) -> std::io::Result<()> {
        match read(text) {
            Ok(round) => self.print(&round.settle()),
            Err(trouble) => {
                self.tell(trouble.told(place));
                Ok(())
            }
        }
    }

    fn print(&mut self, settled: &SettledRound<'_>) -> std::io::Result<()> {
        self.settled += 1;
        match self.format {
            Format::Json => {
                serde_json::to_writer(&mut self.out, settled)?;
                self.out.write_all(b"\n")
            }
            Format::Table => {
                if self.settled > 1 {
                    writeln!(self.out)?;
                }
                table::write(&mut self.out, settled)
            }
        }
    }

    fn tell(&mut self, what: impl std::fmt::Display) {
        self.verdict = Verdict::BadInput;
        // Standard error may be closed; the exit code still says it.
        let _ = writeln!(std::io::stderr().lock(), "{what}");
    }
}

/// One round as JSON, or what is wrong with it.
pub fn settle_one(text: &[u8]) -> Result<String, String> {
    let place = Place::Whole { blank_lines: 0 };
    let round = read(text).map_err(|trouble| trouble.told(place))?;
    serde_json::to_string(&round.settle()).map_err(|error| error.to_string())
}

/// The one way from text to a round that can be settled.
fn read(text: &[u8]) -> Result<CheckedRound<'_>, Trouble> {
    let text = str::from_utf8(text).map_err(|error| Trouble::not_utf8(text, error))?;
    Ok(in_json(text)?.check()?)
}

/// Errors are rare, so the field that was wrong is looked for in a second reading.
fn in_json(text: &str) -> Result<WrittenRound<'_>, Trouble> {
    serde_json::from_str(text).map_err(|error| {
        let mut json = serde_json::Deserializer::from_str(text);
        let again: Result<WrittenRound<'_>, _> = serde_path_to_error::deserialize(&mut json);
        match again {
            Err(found) => Trouble::in_json(&found.path().to_string(), found.inner()),
            // A whole round and something behind it.
            Ok(_) => Trouble::in_json("", &error),
        }
    })
}
