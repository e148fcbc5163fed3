//! `queenhigh verify`: replays a whole house and trusts nothing that is stored.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use audit::calendar::moment;
use audit::export::read_log;
use audit::verify::{AuditReport, verify};
use game::PersonId;
use house::feed::actor_name;
use house::loss::{AcceptedLoss, Loss};
use house::notary::{Checked, NotaryError, check};
use house::store::Store;
use serde::Serialize;

use crate::store_args::{StoreArgs, wait};
use crate::{Format, Verdict};

#[derive(clap::Args)]
pub struct Args {
    /// An exported log to verify instead of a house
    #[arg(value_name = "FILE", conflicts_with = "StoreArgs")]
    file: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    against: Against,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// The signed statements to check a house against.
#[derive(clap::Args, Default)]
pub struct Against {
    /// The file of signed statements about the house, as the auditor received it
    #[arg(long, value_name = "FILE")]
    statements: Option<PathBuf>,
    /// A key that may have signed them, in hexadecimal; may be given more than once [default: any]
    #[arg(long, value_name = "KEY", requires = "statements")]
    key: Vec<String>,
}

impl Against {
    /// The contents of the file, and the keys that may have signed it.
    pub fn read(&self) -> anyhow::Result<Option<(Vec<u8>, &[String])>> {
        let Some(path) = &self.statements else {
            return Ok(None);
        };
        let place = || format!("--statements {}", path.display());
        let bytes = std::fs::read(path).with_context(place)?;
        Ok(Some((bytes, &self.key)))
    }
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    clean: bool,
    streams: u64,
    entries: u64,
    postings: u64,
    rounds: u64,
    /// Rounds that the reference settlement settles to the same cents.
    settled_twice: u64,
    /// Rounds it cannot express, counted by reason.
    set_aside: BTreeMap<&'static str, u64>,
    /// Decks of the house made again from their published seeds.
    decks: u64,
    /// Snapshots that agree with the replay.
    snapshots: u64,
    /// Entries of rounds still played with the house's cards.
    sealed: u64,
    /// The house was written to during the audit, so balances were not compared.
    moving: bool,
    /// Signed statements checked.
    statements: Option<u64>,
    /// Stated entries that are missing, where two people accepted the loss.
    accepted_losses: Vec<AcceptedLossAnswer>,
    findings: Vec<Finding>,
}

#[derive(Serialize)]
struct AcceptedLossAnswer {
    /// Number of the entry in the log of the house.
    entry: u64,
    at: String,
    by: String,
    /// The second person; absent in entries from the time when one was enough.
    with: Option<PersonId>,
    #[serde(flatten)]
    loss: Loss,
}

#[derive(Serialize)]
struct Finding {
    place: String,
    what: String,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let answer = match &args.file {
        None => wait(async {
            let store = args.store.open_to_read().await?;
            verify_against(&*store, &args.against).await
        })?,
        Some(path) => {
            let place = || path.display().to_string();
            let file = std::fs::File::open(path).with_context(place)?;
            let store = read_log(std::io::BufReader::new(file)).with_context(place)?;
            wait(verify_against(&store, &args.against))?
        }
    };
    let mut out = std::io::stdout().lock();
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?,
        Format::Table => answer.print(&mut out)?,
    }
    Ok(answer.verdict())
}

/// Verifies a house and prints the result for people.
pub fn verify_and_print_blocking(
    store: &dyn Store,
    against: &Against,
    out: &mut impl std::io::Write,
) -> anyhow::Result<Verdict> {
    wait(verify_and_print(store, against, out))
}

/// The same for callers inside the async runtime.
pub async fn verify_and_print(
    store: &dyn Store,
    against: &Against,
    out: &mut impl std::io::Write,
) -> anyhow::Result<Verdict> {
    let answer = verify_against(store, against).await?;
    answer.print(out)?;
    Ok(answer.verdict())
}

async fn verify_against(store: &dyn Store, against: &Against) -> anyhow::Result<Answer> {
    let read = verify(store).await?;
    let statements = match against.read()? {
        None => None,
        Some((bytes, keys)) => Some(check(store, &bytes, keys).await),
    };
    Answer::new(&read, statements)
}

impl From<AcceptedLoss> for AcceptedLossAnswer {
    fn from(accepted: AcceptedLoss) -> AcceptedLossAnswer {
        AcceptedLossAnswer {
            entry: accepted.entry,
            at: moment(accepted.at),
            by: actor_name(accepted.by),
            with: accepted.with,
            loss: accepted.loss,
        }
    }
}

impl core::fmt::Display for AcceptedLossAnswer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let AcceptedLossAnswer {
            entry,
            at,
            by,
            with,
            loss,
        } = self;
        let kept = loss.kept.iter();
        let kept: Vec<String> = kept
            .map(|(name, seq)| format!("{name} after {seq}"))
            .collect();
        let second = with.map(|PersonId(number)| format!("with {number}"));
        let second = second.as_deref().unwrap_or("alone");
        write!(
            f,
            "up to statement {}: {}. Accepted by {by} {second} on {at}, house entry {entry}: {}",
            loss.statement,
            kept.join(", "),
            loss.reason
        )
    }
}

impl Answer {
    fn new(
        read: &AuditReport,
        statements: Option<Result<Checked, NotaryError>>,
    ) -> anyhow::Result<Answer> {
        let found = read.findings.iter().map(|finding| Finding {
            place: finding.place.to_string(),
            what: finding.what.clone(),
        });
        let mut findings: Vec<Finding> = found.collect();
        let mut accepted_losses = Vec::new();
        let statements = match statements {
            None => None,
            Some(Ok(held)) => {
                accepted_losses.extend(held.accepted.into_iter().map(AcceptedLossAnswer::from));
                Some(held.statements)
            }
            Some(Err(NotaryError::Store(error))) => return Err(error.into()),
            Some(Err(error)) => {
                findings.push(Finding {
                    place: "statements".to_owned(),
                    what: error.to_string(),
                });
                None
            }
        };
        Ok(Answer {
            clean: findings.is_empty(),
            streams: read.streams,
            entries: read.entries,
            postings: read.postings,
            rounds: read.rounds,
            settled_twice: read.resettled.agreed,
            set_aside: read.resettled.aside.clone(),
            decks: read.decks,
            snapshots: read.snapshots,
            sealed: read.sealed,
            moving: read.moving,
            statements,
            accepted_losses,
            findings,
        })
    }

    fn verdict(&self) -> Verdict {
        if self.clean {
            Verdict::Done
        } else {
            Verdict::No
        }
    }

    fn print(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        writeln!(
            out,
            "{} streams, {} entries, {} postings, {} rounds read.",
            self.streams, self.entries, self.postings, self.rounds
        )?;
        let (agreed, aside) = (self.settled_twice, self.set_aside.values().sum::<u64>());
        if agreed + aside > 0 {
            writeln!(
                out,
                "{agreed} rounds settled a second time by other code, with the same cents; {aside} set aside."
            )?;
        }
        for (why, rounds) in &self.set_aside {
            writeln!(out, "  {rounds:>8}  {why}")?;
        }
        if self.decks > 0 {
            let decks = self.decks;
            writeln!(
                out,
                "{decks} decks made again from the seeds that were told, with the same cards."
            )?;
        }
        if self.snapshots > 0 {
            let snapshots = self.snapshots;
            writeln!(
                out,
                "{snapshots} snapshots compared with the replay, with the same state."
            )?;
        }
        if self.sealed > 0 {
            let sealed = self.sealed;
            writeln!(
                out,
                "{sealed} entries belong to rounds whose seeds are not told yet: only their chain was read."
            )?;
        }
        if self.moving {
            writeln!(
                out,
                "The house was written to while it was read: balances were not compared."
            )?;
        }
        if let Some(count) = self.statements {
            writeln!(out, "{count} signed statements agree with them.")?;
        }
        for loss in &self.accepted_losses {
            writeln!(out, "LOST   {loss}")?;
        }
        for Finding { place, what } in &self.findings {
            writeln!(out, "WRONG  {place}: {what}")?;
        }
        let verdict = if self.clean {
            "Clean: every entry follows from its command, every cent from its entry."
        } else {
            "Not clean."
        };
        writeln!(out, "{verdict}")
    }
}
