//! `analyze ID`: the exact par sheet of a rulebook, every number a fraction of counted deals.
//!
//! Here the call is read and the answer sent out. What the answer says is in [`json`] for programs and
//! in [`sheet`] for the formats people file and read. Pay tables that no rulebook has are in
//! [`tables`], [`catalogue`] and [`design`].

mod catalogue;
mod design;
mod json;
mod parts;
mod sheet;
pub(crate) mod tables;
mod terms;

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use game::{JackpotKind, Rulebook, RulebookId};
use maths::Strategy;

use crate::Verdict;
use crate::output::{self, Made, Paper};
use parts::{Part, chosen};
pub(crate) use sheet::cells::shown;
use tables::Chosen;
use terms::Terms;

#[derive(clap::Args)]
pub struct Args {
    /// The rulebook, by its id
    #[arg(value_name = "ID", required_unless_present = "catalogue")]
    rulebook: Option<RulebookId>,
    /// optimal, always-play, queen-or-better, or the lowest hand to play such as Q-6-4
    #[arg(long, default_value = "optimal")]
    strategy: Strategy,
    /// A choice of the house, by switch and value
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = crate::rules::house_option)]
    options: Vec<(String, String)>,
    /// Pay tables and options of another game: a TOML file, - for standard input, or catalogue:NAME
    #[arg(long, value_name = "FILE", requires = "rulebook")]
    tables: Option<String>,
    /// The pay tables of other houses with their figures, or one of them as a file to start from
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "all", conflicts_with_all = ["tables", "with"])]
    catalogue: Option<String>,
    #[command(flatten)]
    design: design::DesignArgs,
    /// The larger sections, by name; else a document has all but leaks, and JSON none; link needs its terms
    #[arg(long, value_enum, value_delimiter = ',', value_name = "SECTION,...")]
    with: Option<Vec<Part>>,
    #[arg(long, value_enum, default_value_t = SheetFormat::Table)]
    format: SheetFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    terms: Terms,
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
    /// The pay tables alone, as `--tables` reads them
    Toml,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let chosen = match args.rulebook {
        Some(id) => Some(tables::chosen(id, args.tables.as_deref(), &args.options)?),
        None => None,
    };
    let made = match (args.catalogue.as_deref(), &chosen) {
        (Some("all"), chosen) => catalogued(args, chosen.as_ref().map(|own| &own.rulebook))?,
        (Some(name), _) => entry(args, name)?,
        (None, Some(chosen)) => {
            match design::answer(&args.design, &chosen.rulebook, args.strategy)? {
                Some(answer) => designed(args, &answer)?,
                None => sheet(args, chosen)?,
            }
        }
        (None, None) => bail!("which rulebook? expected an ID, as rws-2020"),
    };
    output::send(&made, args.output.as_deref())?;
    let plain = args.catalogue.is_none() && !args.design.asked();
    if plain && args.format == SheetFormat::Table && args.with.is_none() {
        output::hint(
            "more with `--with hands,joint,session,leaks`, with `--with link --link-seed CENTS`, or to file with `--format html` or `pdf`",
        );
    }
    Ok(Verdict::Done)
}

/// The exact figures of a rulebook as JSON.
pub fn figures(id: RulebookId, strategy: Strategy) -> anyhow::Result<String> {
    let sheet = json::Sheet::new(id.form(), &maths::tables::PayFileNames::default(), strategy);
    Ok(serde_json::to_string_pretty(&sheet)?)
}

/// The same for a rulebook with the options of a table, to be read field by field.
pub fn sheet_of(rulebook: &Rulebook, strategy: Strategy) -> anyhow::Result<serde_json::Value> {
    let sheet = json::Sheet::new(rulebook, &maths::tables::PayFileNames::default(), strategy);
    Ok(serde_json::to_value(&sheet)?)
}

fn entry(args: &Args, name: &str) -> anyhow::Result<Made> {
    match args.format {
        SheetFormat::Table | SheetFormat::Toml => {
            Ok(Made::Text(tables::entry_named(name)?.as_toml()))
        }
        SheetFormat::Json
        | SheetFormat::Csv
        | SheetFormat::Markdown
        | SheetFormat::Html
        | SheetFormat::Xlsx
        | SheetFormat::Pdf => bail!(
            "--format: one table of the catalogue is a file to start from, expected toml; \
             its figures are in `analyze ID --tables catalogue:{name}`"
        ),
    }
}

fn sheet(args: &Args, Chosen { rulebook, names }: &Chosen) -> anyhow::Result<Made> {
    let mut parts = chosen(args.with.as_deref(), args.format);
    let asked = args.with.as_deref().unwrap_or_default();
    if asked.contains(&Part::Link) && rulebook.jackpot_kind.says == JackpotKind::None {
        let id = rulebook.id;
        bail!("--with: found link with {id}, expected a rulebook with a jackpot");
    }
    if args.terms.link().is_none() {
        if asked.contains(&Part::Link) {
            bail!(
                "--with: found link without its terms, expected at least one of --link-seed, \
                 --link-contribution, --link-stake, --link-boxes, --link-tables, --link-rounds-per-hour, \
                 --link-verification-rounds: no rulebook says them"
            );
        }
        parts.retain(|part| *part != Part::Link);
    }
    args.terms.check()?;
    if args.terms.actual().is_some() && !parts.contains(&Part::Session) {
        parts.push(Part::Session);
    }
    Ok(match args.format {
        SheetFormat::Json => {
            let mut sheet = json::Sheet::new(rulebook, names, args.strategy);
            if !parts.is_empty() {
                let subject = sheet::Subject::new(rulebook, names, args.strategy, args.terms);
                sheet.add(&sheet::larger(&subject, &parts)?);
            }
            json(&sheet)?
        }
        SheetFormat::Toml => Made::Text(maths::tables::tables_as_toml(rulebook)),
        format @ (SheetFormat::Table
        | SheetFormat::Csv
        | SheetFormat::Markdown
        | SheetFormat::Html
        | SheetFormat::Xlsx
        | SheetFormat::Pdf) => {
            let subject = sheet::Subject::new(rulebook, names, args.strategy, args.terms);
            let document = sheet::document(&subject, &parts)?;
            made(&document, format)?
        }
    })
}

fn catalogued(args: &Args, rulebook: Option<&Rulebook>) -> anyhow::Result<Made> {
    let listed = catalogue::listed(rulebook, args.strategy);
    match args.format {
        SheetFormat::Json => json(&listed),
        SheetFormat::Toml => {
            bail!("--format: a file holds one table; name it, as --catalogue NAME")
        }
        format @ (SheetFormat::Table
        | SheetFormat::Csv
        | SheetFormat::Markdown
        | SheetFormat::Html
        | SheetFormat::Xlsx
        | SheetFormat::Pdf) => made(&catalogue::document(&listed, args.strategy), format),
    }
}

fn designed(args: &Args, answer: &design::Answer) -> anyhow::Result<Made> {
    match args.format {
        SheetFormat::Json => json(&answer.json()),
        SheetFormat::Toml => match answer.toml() {
            Some(text) => Ok(Made::Text(text)),
            None => bail!("--design: no table found between the bounds, so there is none to write"),
        },
        format @ (SheetFormat::Table
        | SheetFormat::Csv
        | SheetFormat::Markdown
        | SheetFormat::Html
        | SheetFormat::Xlsx
        | SheetFormat::Pdf) => made(&answer.document(), format),
    }
}

fn json(answer: &impl serde::Serialize) -> anyhow::Result<Made> {
    let text = serde_json::to_string_pretty(answer).context("the answer as JSON")?;
    Ok(Made::Text(text + "\n"))
}

fn made(document: &report::Document, format: SheetFormat) -> anyhow::Result<Made> {
    let paper = match format {
        SheetFormat::Table | SheetFormat::Json | SheetFormat::Toml => Paper::Text,
        SheetFormat::Csv => Paper::Csv,
        SheetFormat::Markdown => Paper::Markdown,
        SheetFormat::Html => Paper::Html,
        SheetFormat::Xlsx => Paper::Xlsx,
        SheetFormat::Pdf => Paper::Pdf,
    };
    paper.made(document)
}
