//! Reads the chapters of scenarios: headings that cite, prose, and tables of cases.
//!
//! Apart from what the tables mean, so that a settlement and a live round are written in one form.
//! It knows Markdown only as far as a chapter needs it: `# title`, `## citations: text`, prose, tables,
//! and code blocks, which it skips. Whatever is no chapter of that form stops the tests with file and line.

use std::fs;
use std::path::{Path, PathBuf};

use game::{RulebookId, cite};

/// One table of cases and the heading it stands under.
pub struct Table {
    /// The chapter, as a path from the folder of scenarios.
    pub file: String,
    /// Citations and text, without the `##`.
    pub heading: String,
    /// Where the table begins, counted from 1.
    pub line: usize,
    /// What stands between the heading and the table.
    pub prose: String,
    /// Names in lower case.
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
}

/// One case, or one line of a case; as many cells as the table has columns.
pub struct Row {
    pub line: usize,
    pub cells: Vec<String>,
}

/// Every table of every chapter under `folder`, chapters by name, tables as they stand.
pub fn tables(folder: &Path) -> Vec<Table> {
    let mut chapters = Vec::new();
    find_chapters(folder, &mut chapters);
    chapters.sort();
    let read = |chapter: &PathBuf| {
        let text = fs::read_to_string(chapter)
            .unwrap_or_else(|error| panic!("{} cannot be read: {error}", chapter.display()));
        let name = chapter.strip_prefix(folder).unwrap_or(chapter);
        tables_of(&name.display().to_string().replace('\\', "/"), &text)
    };
    chapters.iter().flat_map(read).collect()
}

/// The tables of one chapter.
pub fn tables_of(file: &str, text: &str) -> Vec<Table> {
    let mut found: Vec<Table> = Vec::new();
    let (mut heading, mut prose) = (String::new(), String::new());
    let (mut in_fence, mut in_table) = (false, false);
    for (line, text) in (1..).zip(text.lines().map(str::trim_end)) {
        in_fence ^= text.starts_with("```");
        let is_row = text.starts_with('|') && !in_fence;
        if is_row && in_table {
            let table = found.last_mut().expect("a table was begun");
            let cells = cells(text);
            assert_eq!(
                cells.len(),
                table.columns.len(),
                "{file}:{line}: the row has {} cells, the table {} columns",
                cells.len(),
                table.columns.len()
            );
            if !is_rule(&cells) {
                table.rows.push(Row { line, cells });
            }
        } else if is_row {
            assert!(
                !heading.is_empty(),
                "{file}:{line}: a table needs a `## ` heading above it"
            );
            found.push(Table {
                file: file.to_owned(),
                heading: heading.clone(),
                line,
                prose: prose.trim().to_owned(),
                columns: cells(text).iter().map(|name| name.to_lowercase()).collect(),
                rows: Vec::new(),
            });
            prose.clear();
        } else if let Some(words) = text.strip_prefix("## ") {
            words.clone_into(&mut heading);
            prose.clear();
        } else if text.starts_with("# ") && !in_fence {
            heading.clear();
            prose.clear();
        } else {
            prose.push_str(text);
            prose.push('\n');
        }
        in_table = is_row;
    }
    found
}

impl Table {
    /// The rulebooks of the heading with the ids cited of each: `rws-2020 3.13; rws-2013 3.9.1, 3.9.2: text`.
    /// Ids of resolved ambiguities may stand among them.
    pub fn citations(&self) -> Result<Vec<(RulebookId, Vec<&str>)>, String> {
        let (cited, _) = self.heading.split_once(": ").ok_or(HEADING)?;
        cited.split("; ").map(citations_of_one).collect()
    }

    /// The cell of `row` under `column`; empty where the table has no such column.
    pub fn cell<'a>(&self, row: &'a Row, column: &str) -> &'a str {
        let at = self.columns.iter().position(|name| name == column);
        at.map_or("", |at| row.cells[at].as_str())
    }
}

const HEADING: &str = "a heading reads `rulebook clause, clause; rulebook clause: text`";

fn citations_of_one(part: &str) -> Result<(RulebookId, Vec<&str>), String> {
    let (name, ids) = part.trim().split_once(' ').ok_or(HEADING)?;
    let rulebook: RulebookId = name.parse().map_err(|error| format!("{error}"))?;
    let ids: Vec<&str> = ids.split(", ").collect();
    match ids.iter().find(|id| cite(rulebook, id).is_none()) {
        Some(id) => Err(format!("{rulebook} has no clause {id}")),
        None => Ok((rulebook, ids)),
    }
}

fn find_chapters(folder: &Path, chapters: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{} cannot be read: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of a readable folder").path();
        if path.is_dir() {
            find_chapters(&path, chapters);
        } else if path.extension().is_some_and(|kind| kind == "md") && !path.ends_with("README.md")
        {
            chapters.push(path);
        }
    }
}

fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|');
    let row = row.strip_suffix('|').unwrap_or(row);
    row.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Whether these cells are the line under the names of the columns: `|---|---:|`.
fn is_rule(cells: &[String]) -> bool {
    cells
        .iter()
        .all(|cell| cell.contains('-') && cell.chars().all(|c| c == '-' || c == ':'))
}
