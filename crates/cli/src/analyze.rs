//! `analyze ID`: the exact par sheet of a rulebook, every number a fraction of counted deals.
//!
//! Here the call is read and the answer sent out. What the answer says is in [`json`] for programs and
//! in [`sheet`] for the formats people file and read.

mod json;
mod output;
mod parts;
mod sheet;

use std::path::PathBuf;

use anyhow::Context as _;
use game::RulebookId;
use maths::Strategy;

use crate::Verdict;
use output::Made;
use parts::{Part, chosen};

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
    /// The larger sections, by name; else a document has all but leaks, and JSON none
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

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let rulebook = crate::rules::chosen(args.rulebook, &args.options)?;
    let parts = chosen(args.with.as_deref(), args.format);
    let made = match args.format {
        SheetFormat::Json => {
            let mut sheet = json::Sheet::new(&rulebook, args.strategy);
            if !parts.is_empty() {
                let subject = sheet::Subject::new(&rulebook, args.strategy);
                sheet.add(&sheet::larger(&subject, &parts));
            }
            Made::Text(serde_json::to_string_pretty(&sheet).context("the par sheet")? + "\n")
        }
        format @ (SheetFormat::Table
        | SheetFormat::Csv
        | SheetFormat::Markdown
        | SheetFormat::Html
        | SheetFormat::Xlsx
        | SheetFormat::Pdf) => {
            let subject = sheet::Subject::new(&rulebook, args.strategy);
            let document = sheet::document(&subject, &parts);
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
