//! `queenhigh report`: what an operator files, from the logs alone. The same logs give the same bytes.

mod chance;
mod document;

use std::path::PathBuf;

use anyhow::Context as _;
use game::Money;
use house::books::Books;
use house::chronicle::Chronicle;
use house::log::Poison;
use house::significant::LARGE;
use house::store::Store;

use crate::Verdict;
use crate::output::{Made, Paper, send};
use crate::place::{Place, Visitor};
use crate::sections::Sections;
use document::Period;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// How the figures are added up
    #[arg(long, value_enum, default_value_t = Period::Day)]
    by: Period,
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
    let read = args.place.visit(&mut Clerk { args })?;
    let document = document::document(&read.books, &read.chronicle, args.by, &read.poisoned);
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
    Ok(if read.poisoned.is_empty() {
        Verdict::Done
    } else {
        Verdict::No
    })
}

struct Clerk<'a> {
    args: &'a Args,
}

/// A house as the clerk has read it.
struct Read {
    books: Books,
    chronicle: Chronicle,
    poisoned: Vec<Poison>,
}

impl Visitor for Clerk<'_> {
    type Told = Read;

    async fn visit(&mut self, store: &impl Store) -> anyhow::Result<Read> {
        let large = Money::minor(i64::try_from(self.args.large).unwrap_or(i64::MAX));
        let (mut books, mut chronicle) = (Books::new(large), Chronicle::default());
        let poisoned = chronicle.catch_up(store, &mut books).await?;
        Ok(Read {
            books,
            chronicle,
            poisoned,
        })
    }
}
