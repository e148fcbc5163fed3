//! `analyze ID`: the exact par sheet of a rulebook, every number a fraction of counted deals.
//!
//! Here the call is read and the answer sent out. What the answer says is in [`json`] for programs and
//! in [`sheet`] for the formats people file and read.

mod json;
mod output;
mod sheet;

use std::path::PathBuf;

use anyhow::Context as _;
use game::RulebookId;
use maths::Strategy;

use crate::Verdict;
use output::Made;

#[derive(clap::Args)]
pub struct Args {
    /// The rulebook, by its id
    #[arg(value_name = "ID")]
    rulebook: RulebookId,
    /// optimal, always-play, queen-or-better, or the lowest hand to play such as Q-6-4
    #[arg(long, default_value = "optimal")]
    strategy: Strategy,
    /// A choice of the house, by switch and value
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = crate::rules::house_option)]
    options: Vec<(String, String)>,
    /// Sections beyond the usual; a document has all but the last unless this chooses
    #[arg(long, value_enum, value_delimiter = ',', value_name = "SECTION,...")]
    with: Option<Vec<Part>>,
    #[arg(long, value_enum, default_value_t = SheetFormat::Table)]
    format: SheetFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a par sheet is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SheetFormat {
    /// For people, at a terminal
    Table,
    /// For programs
    Json,
    /// One long table, a line for every number
    Csv,
    Markdown,
    /// One self-contained page with charts
    Html,
    /// A workbook, a sheet for every section
    Xlsx,
    /// Pages to print and file
    Pdf,
}

/// A section that takes room or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// None of them
    None,
    /// What each of the 1,755 suit classes of hands is worth
    Hands,
    /// What seeing Dealer's cards, marks or other boxes' hands is worth; takes some seconds
    Leaks,
    /// All of them
    All,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let rulebook = crate::rules::chosen(args.rulebook, &args.options)?;
    let made = match args.format {
        SheetFormat::Json => {
            let sheet = json::Sheet::new(&rulebook, args.strategy);
            Made::Text(serde_json::to_string_pretty(&sheet).context("the par sheet")? + "\n")
        }
        format @ (SheetFormat::Table
        | SheetFormat::Csv
        | SheetFormat::Markdown
        | SheetFormat::Html
        | SheetFormat::Xlsx
        | SheetFormat::Pdf) => {
            let subject = sheet::Subject::new(&rulebook, args.strategy);
            let document = sheet::document(&subject, &chosen(args.with.as_deref(), format));
            made(&document, format)?
        }
    };
    output::send(&made, args.output.as_deref())?;
    Ok(Verdict::Done)
}

fn made(document: &report::Document, format: SheetFormat) -> anyhow::Result<Made> {
    Ok(match format {
        SheetFormat::Table | SheetFormat::Json => Made::Text(report::text(document)),
        SheetFormat::Csv => Made::Text(report::csv(document)),
        SheetFormat::Markdown => Made::Text(report::markdown(document)),
        SheetFormat::Html => Made::Text(report::html(document)),
        SheetFormat::Xlsx => Made::Bytes(report::xlsx(document)?),
        SheetFormat::Pdf => Made::Bytes(report::pdf(document)),
    })
}

/// What was asked for; else all that suits the format. A terminal is spared two thousand lines.
fn chosen(with: Option<&[Part]>, format: SheetFormat) -> Vec<Part> {
    const EVERY: [Part; 2] = [Part::Hands, Part::Leaks];
    const USUAL: [Part; 1] = [Part::Hands];
    match with {
        Some(parts) if parts.contains(&Part::All) => EVERY.to_vec(),
        Some(parts) => parts.to_vec(),
        None if format == SheetFormat::Table => Vec::new(),
        None => USUAL.to_vec(),
    }
}
