//! Clauses in the order of the text: a whole rulebook, or one of its sections (`rules show ID 5`).

use game::{Clause, Rulebook, RulebookId, clauses};
use serde::Serialize;

use super::text::{Columns, Page};
use super::{json, title};
use crate::Format;

#[derive(Serialize)]
struct Shown<'a> {
    rulebook: RulebookId,
    section: &'a str,
    clauses: Vec<Read>,
}

#[derive(Serialize)]
struct Read {
    clause: &'static str,
    kind: &'static str,
    requirement: &'static str,
    observable: &'static str,
}

/// Every clause of a rulebook, in the order of its text.
pub fn clauses_of(rulebook: RulebookId) -> impl Iterator<Item = &'static Clause> {
    let ours = move |clause: &&Clause| clause.rulebook == rulebook;
    clauses().iter().filter(ours)
}

/// Prints a section; `None` where the rulebook has none of that name.
pub fn print_section(
    rulebook: &Rulebook,
    wanted: &str,
    format: Format,
) -> anyhow::Result<Option<String>> {
    let wanted = wanted.trim_end_matches('.');
    let found = clauses_of(rulebook.id).filter(|clause| is_within(clause.id, wanted));
    let found: Vec<&Clause> = found.collect();
    if found.is_empty() {
        return Ok(None);
    }
    let page = match format {
        Format::Json => json(&Shown {
            rulebook: rulebook.id,
            section: wanted,
            clauses: found.into_iter().map(Read::from).collect(),
        })?,
        Format::Table => {
            let mut page = Page::default();
            page.line(format!("{} section {wanted}", rulebook.id));
            page.paragraph(&title(rulebook), 0, 0);
            page.paragraph(
                "Each clause in our words; `rules show ID CLAUSE` says what it decides and what proves it.",
                0,
                0,
            );
            page.blank();
            lay_out(&mut page, found);
            page.into_text()
        }
    };
    Ok(Some(page))
}

/// `5.8.1` is within `5`, `50.1` is not.
fn is_within(id: &str, section: &str) -> bool {
    let head = id.get(..section.len());
    let rest = id.get(section.len()..).unwrap_or_default();
    !section.is_empty()
        && head.is_some_and(|head| head.eq_ignore_ascii_case(section))
        && rest.starts_with(['.', '[', '('])
}

/// A line a clause, its id in front.
pub fn lay_out(page: &mut Page, clauses: impl IntoIterator<Item = &'static Clause>) {
    let mut columns = Columns::default();
    for clause in clauses {
        columns.row([clause.id.to_owned(), clause.requirement.to_owned()]);
    }
    page.columns(&columns, 2);
}

impl From<&Clause> for Read {
    fn from(clause: &Clause) -> Read {
        Read {
            clause: clause.id,
            kind: clause.kind,
            requirement: clause.requirement,
            observable: clause.observable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_holds_what_begins_with_its_number() {
        assert!(is_within("5.8.1", "5") && is_within("ofg.deal.7", "OFG.deal"));
        assert!(!is_within("15.8", "5") && !is_within("50.8", "5") && !is_within("5", "5"));
        assert!(!is_within("5.8", ""), "nothing is no section");
    }
}
