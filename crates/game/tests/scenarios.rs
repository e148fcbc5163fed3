//! Runs the scenarios: the rulebooks' own cases, as tables in `scenarios/**/*.md`.
//!
//! A table whose first column is `who` tells a live round step by step; every other table holds
//! rounds to be settled, one a row. A chapter that fails says where, in a dealer's words: file, line,
//! heading, column, what the rulebook leads one to expect and what came.

#[path = "scenarios/markdown.rs"]
mod markdown;
#[path = "scenarios/settlement.rs"]
mod settlement;
#[path = "scenarios/steps.rs"]
mod steps;

use std::path::PathBuf;

use markdown::{Table, tables};

#[test]
fn chapters_of_settlement() {
    run("settlement");
}

#[test]
fn chapters_of_live_rounds() {
    run("rounds");
}

#[test]
fn chapters_of_irregularities() {
    run("irregularities");
}

#[test]
fn every_irregularity_has_a_chapter() {
    let folder = scenarios().join("irregularities");
    let chapters: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder of irregularities")
        .map(|entry| entry.expect("a chapter").file_name().display().to_string())
        .collect();
    for row in game::Irregularity::ALL {
        let beginning = format!("{}-", row.to_string().to_lowercase());
        let own = chapters.iter().filter(|name| name.starts_with(&beginning));
        assert_eq!(own.count(), 1, "chapters of {row}, {}", row.title());
    }
}

fn scenarios() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenarios")
}

fn run(folder: &str) {
    let mut tables = tables(&scenarios());
    tables.retain(|table| table.file.split('/').next() == Some(folder));
    assert!(!tables.is_empty(), "no scenario in {folder}");
    let failures: Vec<String> = tables
        .iter()
        .filter_map(|table| told(table).err())
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} tables in scenarios/{folder} went wrong:\n{}\n",
        failures.len(),
        tables.len(),
        failures.join("\n")
    );
}

fn told(table: &Table) -> Result<(), String> {
    if table.columns.first().is_some_and(|first| first == "who") {
        steps::run(table)
    } else {
        settlement::run(table)
    }
}
