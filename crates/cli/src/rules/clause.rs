//! `rules show ID CLAUSE`: one clause, or one resolved ambiguity: what it asks, what it
//! decides, what proves it.

use std::cmp::Reverse;

use anyhow::bail;
use game::{Ambiguity, Answer, Clause, Rulebook, RulebookId, ambiguities, clauses};
use serde::Serialize;

use super::coverage;
use super::show::Decided;
use super::text::{Columns, Page};
use super::{in_order, json, title};
use crate::Format;

/// How many ids to propose for one that is not there.
const NEAREST: usize = 5;

#[derive(Serialize)]
struct Shown {
    rulebook: RulebookId,
    #[serde(flatten)]
    entry: Entry,
    switches: Vec<Decided>,
    tests: &'static [&'static str],
}

/// What the documents say.
#[derive(Serialize)]
#[serde(untagged)]
enum Entry {
    Clause {
        clause: &'static str,
        kind: &'static str,
        requirement: &'static str,
        observable: &'static str,
    },
    Ambiguity {
        ambiguity: &'static str,
        title: &'static str,
        text: &'static str,
    },
}

/// Prints one clause or ambiguity of a rulebook, or a section where no clause has that id.
pub fn print(rulebook: &Rulebook, wanted: &str, format: Format) -> anyhow::Result<String> {
    let shown = if let Some(clause) = find_clause(rulebook.id, wanted) {
        shown(rulebook, clause.id, table_of(clause), Entry::from(clause))
    } else if let Some(entry) = find_ambiguity(wanted) {
        shown(rulebook, entry.id, None, Entry::from(entry))
    } else if let Some(page) = in_order::print_section(rulebook, wanted, format)? {
        return Ok(page);
    } else {
        bail!(not_found(rulebook.id, wanted));
    };
    match format {
        Format::Json => json(&shown),
        Format::Table => Ok(page(rulebook, &shown)),
    }
}

/// A clause as a list has it.
#[derive(Serialize)]
struct Listed {
    clause: &'static str,
    kind: &'static str,
    requirement: &'static str,
}

/// Prints every clause of a rulebook as JSON, in the order of its text.
pub fn print_all(rulebook: RulebookId) -> anyhow::Result<String> {
    let ours = clauses()
        .iter()
        .filter(|clause| clause.rulebook == rulebook);
    let listed = ours.map(|clause| Listed {
        clause: clause.id,
        kind: clause.kind,
        requirement: clause.requirement,
    });
    json(&listed.collect::<Vec<_>>())
}

fn shown(rulebook: &Rulebook, id: &str, table: Option<&str>, entry: Entry) -> Shown {
    let rests = |answer: &Answer| {
        answer
            .cites
            .iter()
            .any(|cite| *cite == id || Some(*cite) == table)
    };
    let answers = rulebook.answers().into_iter().filter(rests);
    Shown {
        rulebook: rulebook.id,
        entry,
        switches: answers.map(Decided::from).collect(),
        tests: coverage::tests(rulebook.id, id),
    }
}

/// The clause of which this one is a row: a switch cites the whole table, `4.2` or `ofg.pp`, once.
fn table_of(clause: &Clause) -> Option<&'static str> {
    let row = clause.id.split_once('[');
    let row = row.or_else(|| {
        clause
            .id
            .rsplit_once('.')
            .filter(|_| clause.kind == "paytable")
    });
    row.map(|(table, _)| table)
}

fn find_clause(rulebook: RulebookId, wanted: &str) -> Option<&'static Clause> {
    let mut ours = clauses()
        .iter()
        .filter(|clause| clause.rulebook == rulebook);
    ours.find(|clause| clause.id.eq_ignore_ascii_case(wanted))
}

fn find_ambiguity(wanted: &str) -> Option<&'static Ambiguity> {
    ambiguities()
        .iter()
        .find(|entry| entry.id.eq_ignore_ascii_case(wanted))
}

impl From<&Clause> for Entry {
    fn from(clause: &Clause) -> Entry {
        Entry::Clause {
            clause: clause.id,
            kind: clause.kind,
            requirement: clause.requirement,
            observable: clause.observable,
        }
    }
}

impl From<&Ambiguity> for Entry {
    fn from(entry: &Ambiguity) -> Entry {
        Entry::Ambiguity {
            ambiguity: entry.id,
            title: entry.title,
            text: entry.text,
        }
    }
}

fn page(rulebook: &Rulebook, shown: &Shown) -> String {
    let mut page = Page::default();
    match shown.entry {
        Entry::Clause {
            clause,
            kind,
            requirement,
            observable,
        } => {
            page.line(format!("{} {clause} ({kind})", rulebook.id));
            page.paragraph(&title(rulebook), 0, 0);
            page.line("\nAsks");
            page.paragraph(requirement, 2, 2);
            page.line("\nTo be seen");
            page.paragraph(observable, 2, 2);
        }
        Entry::Ambiguity {
            ambiguity,
            title,
            text,
        } => {
            page.paragraph(&format!("{ambiguity} {title}"), 0, 2);
            points(&mut page, text);
        }
    }
    page.line(format!("\nDecides in {}", rulebook.id));
    decided(&mut page, &shown.switches);
    page.line("\nProved by");
    for test in shown.tests {
        page.paragraph(test, 2, 4);
    }
    if shown.tests.is_empty() {
        page.line("  nothing yet");
    }
    page.into_text()
}

fn decided(page: &mut Page, switches: &[Decided]) {
    if switches.is_empty() {
        page.line("  no switch");
    }
    let mut columns = Columns::default();
    for switch in switches {
        columns.row([
            switch.switch.to_owned(),
            switch.value.clone(),
            switch.clauses.join(", "),
        ]);
    }
    page.columns(&columns, 2);
}

/// An entry's points, `- **Problem:** words`, as headed paragraphs.
fn points(page: &mut Page, text: &str) {
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let point = line
            .strip_prefix("- **")
            .and_then(|point| point.split_once(":**"));
        if let Some((head, words)) = point {
            page.line(format!("\n{head}"));
            if !words.is_empty() {
                page.paragraph(&words.replace("**", ""), 2, 2);
            }
        } else {
            page.paragraph(line, 2, 5);
        }
    }
}

fn not_found(rulebook: RulebookId, wanted: &str) -> String {
    let wanted: String = wanted.chars().take(40).collect();
    let elsewhere = RulebookId::ALL
        .into_iter()
        .filter(|id| find_clause(*id, &wanted).is_some());
    let elsewhere: Vec<&str> = elsewhere.map(RulebookId::name).collect();
    let elsewhere = match elsewhere.as_slice() {
        [] => String::new(),
        ids => format!(" (there is one in {})", ids.join(", ")),
    };
    let proposal = match nearest(rulebook, &wanted).as_slice() {
        [] => "ids look like 3.12.1, 4.2[pair], ofg.deal.7 or G-19".to_owned(),
        ids => format!("the nearest are {}", ids.join(", ")),
    };
    format!("{rulebook} has no clause `{wanted}`{elsewhere}; {proposal}")
}

/// Ids that begin alike, the longest likeness first; empty where none does.
fn nearest(rulebook: RulebookId, wanted: &str) -> Vec<&'static str> {
    let wanted = wanted.to_lowercase();
    let alike = |id: &str| {
        let pairs = id.chars().zip(wanted.chars());
        pairs
            .take_while(|(a, b)| a.to_ascii_lowercase() == *b)
            .count()
    };
    let ours = clauses()
        .iter()
        .filter(|clause| clause.rulebook == rulebook);
    let entries = ambiguities().iter().map(|entry| entry.id);
    let ids = ours.map(|clause| clause.id).chain(entries);
    let mut ids: Vec<&str> = ids.filter(|id| alike(id) > 0).collect();
    // Stable, so that equally near ids stay in the order of the document.
    ids.sort_by_cached_key(|id| (Reverse(alike(id)), distance(&id.to_lowercase(), &wanted)));
    ids.truncate(NEAREST);
    ids
}

/// How many letters must be put in, taken out or changed to make `one` into `other`.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
