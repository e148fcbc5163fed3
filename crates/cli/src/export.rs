//! `queenhigh export`: what a house hands to others, as lines of JSON or as CSV.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use audit::export::{LineFormat, Subject, export};
use audit::significant::LARGE;
use game::Money;
use house::log::CorruptEntry;

use crate::Verdict;
use crate::store_args::{StoreArgs, wait};

#[derive(clap::Args)]
pub struct Args {
    /// rounds (as `settle` reads them), ledger, jackpots, events (the significant ones) or log (as `verify` reads it)
    #[arg(value_name = "SUBJECT")]
    subject: Subject,
    #[command(flatten)]
    store: StoreArgs,
    #[arg(long, value_enum, default_value_t = Lines::Jsonl)]
    format: Lines,
    /// From how many cents on a bet, a payment or a sum at the cage is a significant event
    #[arg(long, value_name = "CENTS", default_value_t = LARGE.in_minor().unsigned_abs(), value_parser = crate::whole::<u64>)]
    large: u64,
    /// Where to write; standard output if left out
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Lines {
    /// A JSON object a line
    Jsonl,
    /// A header and rows
    Csv,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let corrupt_entries = match &args.output {
        None => to(args, std::io::stdout().lock())?,
        Some(path) => {
            let file = File::create_new(path);
            let file = file.with_context(|| format!("--output {}", path.display()))?;
            let corrupt_entries = to(args, &file)?;
            file.sync_all()
                .with_context(|| format!("--output {}", path.display()))?;
            corrupt_entries
        }
    };
    for corrupt in &corrupt_entries {
        let _ = writeln!(
            std::io::stderr().lock(),
            "{corrupt}: what stands behind it is missing here"
        );
    }
    Ok(if corrupt_entries.is_empty() {
        Verdict::Done
    } else {
        Verdict::No
    })
}

fn to(args: &Args, out: impl Write) -> anyhow::Result<Vec<CorruptEntry>> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let corrupt_entries = wait(export_subject(args, &mut out))?;
    out.flush()?;
    Ok(corrupt_entries)
}

async fn export_subject(args: &Args, out: &mut impl Write) -> anyhow::Result<Vec<CorruptEntry>> {
    let store = args.store.open_to_read().await?;
    let form = match args.format {
        Lines::Jsonl => LineFormat::Jsonl,
        Lines::Csv => LineFormat::Csv,
    };
    let large = Money::minor(i64::try_from(args.large).unwrap_or(i64::MAX));
    Ok(export(&*store, args.subject, form, large, out).await?)
}
