//! `rules coverage`: every clause with the scenarios and tests that cite it.
//!
//! The citations were found in the source tree when the program was built (`build.rs`).

use std::collections::BTreeMap;

use game::{Clause, RulebookId, clauses};
use serde::Serialize;

use super::json;
use super::text::{Columns, Page};
use crate::Format;

/// Rulebook, id of a clause or an ambiguity, and who cites it; sorted by both.
const CITED: &[(&str, &str, &[&str])] = include!(concat!(env!("OUT_DIR"), "/citations.rs"));

/// How many clauses to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every clause.
    All,
    /// Only those that no test cites.
    Missing,
}

#[derive(Serialize)]
struct Entry {
    rulebook: RulebookId,
    clause: &'static str,
    tests: &'static [&'static str],
}

/// The scenarios and tests that cite `id` under `rulebook`.
pub fn tests(rulebook: RulebookId, id: &str) -> &'static [&'static str] {
    let found =
        CITED.binary_search_by_key(&(rulebook.name(), id), |(rulebook, id, _)| (*rulebook, *id));
    found.map_or(&[], |at| CITED[at].2)
}

/// Prints which tests cite each clause.
pub fn print(extent: Extent, format: Format) -> anyhow::Result<String> {
    let listed = clauses().iter().filter(|clause| match extent {
        Extent::All => true,
        Extent::Missing => !is_cited(clause),
    });
    match format {
        Format::Json => {
            let entries = listed.map(|clause| Entry {
                rulebook: clause.rulebook,
                clause: clause.id,
                tests: tests(clause.rulebook, clause.id),
            });
            json(&entries.collect::<Vec<_>>())
        }
        Format::Table => {
            let mut page = Page::default();
            match extent {
                Extent::All => with_tests(&mut page),
                Extent::Missing => missing(&mut page),
            }
            summary(&mut page);
            Ok(page.into_text())
        }
    }
}

fn is_cited(clause: &Clause) -> bool {
    !tests(clause.rulebook, clause.id).is_empty()
}

fn with_tests(page: &mut Page) {
    for id in RulebookId::ALL {
        page.line(format!("{id}\n"));
        for clause in clauses().iter().filter(|clause| clause.rulebook == id) {
            let tests = tests(id, clause.id);
            let none = if tests.is_empty() {
                ": nothing cites it"
            } else {
                ""
            };
            page.line(format!("  {} ({}){none}", clause.id, clause.kind));
            for test in tests {
                page.paragraph(test, 4, 6);
            }
        }
        page.blank();
    }
}

fn missing(page: &mut Page) {
    for id in RulebookId::ALL {
        let of_rulebook = clauses().iter().filter(|clause| clause.rulebook == id);
        let mut columns = Columns::default();
        for clause in of_rulebook.filter(|clause| !is_cited(clause)) {
            columns.row([clause.id.to_owned(), clause.kind.to_owned()]);
        }
        if !columns.is_empty() {
            page.line(format!("{id}: nothing cites\n"));
            page.columns(&columns, 2);
            page.blank();
        }
    }
}

/// By kind and in all.
fn summary(page: &mut Page) {
    let mut by_kind: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for clause in clauses() {
        let (cited, of) = by_kind.entry(clause.kind).or_default();
        *cited += usize::from(is_cited(clause));
        *of += 1;
    }
    let cited: usize = by_kind.values().map(|(cited, _)| cited).sum();
    page.line(format!("{cited} of {} clauses cited\n", clauses().len()));
    for (kind, (cited, of)) in &by_kind {
        page.line(format!("  {kind:<14} {cited:>3} of {of:>3}"));
    }
}
