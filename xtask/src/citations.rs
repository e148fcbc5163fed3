//! Where a text cites a rulebook: `rws-2020 3.12.1`.
//!
//! A citation is a rulebook's id, one space, and the longest clause id that stands there whole; further
//! ids of the same rulebook follow after commas (`rws-2020 3.13, 4.1; rws-2013 3.9.1`). Ids of
//! resolved ambiguities (`R20-04`) may stand in the list as well.
//! Apart from the rest, and with nothing but the standard library, so that whatever needs the same answer can take
//! this file as it is. It reads no file: texts come in, citations go out.

use std::path::Path;

/// One row of `clauses.tsv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause<'a> {
    pub rulebook: &'a str,
    pub id: &'a str,
    pub kind: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation<'t> {
    pub rulebook: &'t str,
    pub id: &'t str,
    pub found: Found,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Clause,
    /// An entry of `ambiguities.md`.
    Ambiguity,
    /// Written like an id, but no rulebook has it.
    Nowhere,
}

/// Everything that can be cited.
pub struct Catalogue<'a> {
    pub clauses: Vec<Clause<'a>>,
    rulebooks: Vec<&'a str>,
    ambiguities: Vec<&'a str>,
}

impl<'a> Catalogue<'a> {
    /// From the texts of `clauses.tsv` (a heading row, then rulebook, clause, kind, ...) and
    /// `ambiguities.md` (an entry begins `### G-01 Title`).
    pub fn new(clauses_tsv: &'a str, ambiguities_md: &'a str) -> Catalogue<'a> {
        let clauses: Vec<Clause> = clauses_tsv.lines().skip(1).filter_map(clause).collect();
        let mut rulebooks: Vec<&str> = clauses.iter().map(|clause| clause.rulebook).collect();
        rulebooks.dedup();
        let entries = ambiguities_md
            .lines()
            .filter_map(|line| line.strip_prefix("### "));
        let ambiguities = entries
            .filter_map(|entry| entry.split(' ').next())
            .collect();
        Catalogue {
            clauses,
            rulebooks,
            ambiguities,
        }
    }

    /// The citations in `text`, in the order they stand there.
    pub fn cited<'t>(&self, text: &'t str) -> Vec<Citation<'t>> {
        let mut citations = Vec::new();
        let mut rest = text;
        while let Some((rulebook, after)) = self.next_rulebook(rest) {
            rest = after;
            let mut list = after.strip_prefix(' ');
            while let Some(citation) = list.and_then(|list| self.leading(rulebook, list)) {
                rest = &rest[offset(rest, citation.id) + citation.id.len()..];
                citations.push(citation);
                list = rest.strip_prefix(", ");
            }
        }
        citations
    }

    /// The first rulebook named in `text`, and what stands behind its name.
    fn next_rulebook<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let named = |id: &&str| {
            let whole = |&(at, _): &(usize, &str)| !text[..at].ends_with(continues_a_word);
            text.match_indices(*id).find(whole)
        };
        let (at, name) = self
            .rulebooks
            .iter()
            .filter_map(named)
            .min_by_key(|(at, _)| *at)?;
        Some((name, &text[at + name.len()..]))
    }

    /// The citation `text` begins with, if any.
    fn leading<'t>(&self, rulebook: &'t str, text: &'t str) -> Option<Citation<'t>> {
        let clauses = self
            .clauses
            .iter()
            .filter(|clause| clause.rulebook == rulebook);
        let citation = |id, found| Citation {
            rulebook,
            id,
            found,
        };
        if let Some(id) = longest(clauses.map(|clause| clause.id), text) {
            return Some(citation(id, Found::Clause));
        }
        if let Some(id) = longest(self.ambiguities.iter().copied(), text) {
            return Some(citation(id, Found::Ambiguity));
        }
        let word = text
            .split([' ', ',', ';', ':', '"', '`'])
            .next()?
            .trim_end_matches('.');
        looks_like_an_id(word).then_some(citation(word, Found::Nowhere))
    }
}

/// The lines of a file that may cite, with their numbers: of a scenario its headings, of Rust what documents a test.
pub fn citing_lines<'t>(path: &str, text: &'t str) -> Vec<(usize, &'t str)> {
    let lines = (1..).zip(text.lines());
    if is_scenario(path) {
        let mut in_fence = false;
        lines
            .filter(|(_, line)| {
                in_fence ^= line.starts_with("```");
                !in_fence && line.starts_with('#')
            })
            .collect()
    } else if has_extension(path, "rs") {
        docs_of_tests(lines)
    } else {
        Vec::new()
    }
}

/// Whether a file is a chapter of scenarios; a README beside them is not.
pub fn is_scenario(path: &str) -> bool {
    path.starts_with("crates/game/scenarios/")
        && has_extension(path, "md")
        && !path.ends_with("/README.md")
}

/// The doc comments right above a `#[test]`: what merely stands near a test proves nothing.
fn docs_of_tests<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Vec<(usize, &'t str)> {
    let mut citing = Vec::new();
    let mut docs = Vec::new();
    for (number, line) in lines {
        let code = line.trim_start();
        if code.starts_with("///") {
            docs.push((number, line));
        } else if code.starts_with("#[test]") {
            citing.append(&mut docs);
        } else if !code.starts_with("#[") {
            docs.clear();
        }
    }
    citing
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|found| found == extension)
}

fn clause(row: &str) -> Option<Clause<'_>> {
    let mut fields = row.split('\t');
    Some(Clause {
        rulebook: fields.next()?,
        id: fields.next()?,
        kind: fields.next()?,
    })
}

/// The longest of `ids` that `text` begins with and that ends there: `3.12` does not stand in `3.12.1`.
fn longest<'a, 't>(ids: impl Iterator<Item = &'a str>, text: &'t str) -> Option<&'t str> {
    let stands = |id: &&str| text.strip_prefix(*id).is_some_and(is_end_of_id);
    let id = ids.filter(stands).max_by_key(|id| id.len())?;
    Some(&text[..id.len()])
}

/// A full stop ends an id if it ends a sentence.
fn is_end_of_id(rest: &str) -> bool {
    match rest.strip_prefix('.') {
        Some(after) => !after.starts_with(char::is_alphanumeric),
        None => !rest.starts_with(|c: char| continues_a_word(c) || c == '(' || c == '['),
    }
}

fn continues_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}

/// `3.12.1`, `4.2[pair]`, `R20-04`, `ofg.deal.7`, `Appendix` are; `2020`, `pays` and `3` are not.
fn looks_like_an_id(word: &str) -> bool {
    let (before, after) = word.split_at(word.find(['.', '[', '-']).unwrap_or(word.len()));
    let numbered = before.chars().all(|c| c.is_ascii_digit()) && !after.starts_with('-');
    let lettered = before.starts_with(|c: char| c.is_ascii_uppercase())
        && after
            .strip_prefix('-')
            .is_some_and(|number| number.parse::<u16>().is_ok());
    let named = word.starts_with("ofg.") || word == "Appendix";
    named || (!before.is_empty() && after.len() > 1 && (numbered || lettered))
}

/// Where `part`, a slice of `whole`, begins in it.
fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr().addr() - whole.as_ptr().addr()
}

#[cfg(test)]
mod tests;
