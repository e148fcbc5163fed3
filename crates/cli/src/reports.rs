//! `queenhigh report`: what an operator files, from the logs alone. The same logs give the same bytes.

mod about;
mod document;

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use audit::books::{Books, Kept};
use audit::calendar::Day;
use audit::significant::LARGE;
use game::Money;
use house::feed::LogFeed;
use house::log::{CorruptEntry, Stream};
use ledger::TableId;

use crate::Verdict;
use crate::output::{Made, Paper, send};
use crate::sections::Sections;
use crate::store_args::{StoreArgs, wait};
use about::{About, Period};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    store: StoreArgs,
    /// How the figures are added up
    #[arg(long, value_enum, default_value_t = Period::Day)]
    by: Period,
    /// The first day, in universal time, as 2026-11-01
    #[arg(long, value_name = "DAY")]
    from: Option<Day>,
    /// The last day
    #[arg(long, value_name = "DAY")]
    to: Option<Day>,
    /// This table alone
    #[arg(long, value_name = "N", value_parser = crate::whole::<u32>)]
    table: Option<u32>,
    /// From how many cents on a payout is listed by itself
    #[arg(long, value_name = "CENTS", default_value_t = LARGE.in_minor().unsigned_abs(), value_parser = crate::whole::<u64>)]
    large: u64,
    #[arg(long, value_enum, default_value_t = Filed::Table)]
    format: Filed,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Filed {
    /// For people, at a terminal
    Table,
    /// For programs
    Json,
    /// One long table, a line for every number
    Csv,
    Markdown,
    /// One self-contained page
    Html,
    /// A workbook, a sheet for every section
    Xlsx,
    /// Pages to print and file
    Pdf,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let kept = Kept {
        from: args.from,
        to: args.to,
        table: args.table.map(TableId),
    };
    if let (Some(from), Some(to)) = (kept.from, kept.to)
        && from > to
    {
        bail!("--to: found {to}, expected {from} or later: --from says so");
    }
    let mut read = wait(read_books(args))?;
    let known = |table: TableId| {
        read.feed
            .tables()
            .any(|it| it.stream() == Stream::Table(table))
    };
    if let Some(table) = kept.table.filter(|table| !known(*table)) {
        bail!("--table: found {}, expected a table of this house", table.0);
    }
    read.books.keep(&kept);
    let about = About {
        period: args.by,
        kept,
    };
    let document = document::document(&read.books, &read.feed, about, &read.corrupt_entries);
    let made = match args.format {
        Filed::Json => {
            let sections: Sections = document.sections.iter().collect();
            let text = serde_json::to_string_pretty(&sections).context("the report as JSON")?;
            Made::Text(text + "\n")
        }
        Filed::Table => Paper::Text.made(&document)?,
        Filed::Csv => Paper::Csv.made(&document)?,
        Filed::Markdown => Paper::Markdown.made(&document)?,
        Filed::Html => Paper::Html.made(&document)?,
        Filed::Xlsx => Paper::Xlsx.made(&document)?,
        Filed::Pdf => Paper::Pdf.made(&document)?,
    };
    send(&made, args.output.as_deref())?;
    Ok(if read.corrupt_entries.is_empty() {
        Verdict::Done
    } else {
        Verdict::No
    })
}

/// The figures of a house, and the feed they were read from.
struct Read {
    books: Books,
    feed: LogFeed,
    corrupt_entries: Vec<CorruptEntry>,
}

async fn read_books(args: &Args) -> anyhow::Result<Read> {
    let store = args.store.open_to_read().await?;
    let large = Money::minor(i64::try_from(args.large).unwrap_or(i64::MAX));
    let (mut books, mut feed) = (Books::new(large), LogFeed::default());
    let corrupt_entries = feed.catch_up(&*store, &mut books).await?;
    Ok(Read {
        books,
        feed,
        corrupt_entries,
    })
}
