//! The clauses and ambiguities themselves: what each asks, in our words, carried inside the program.
//!
//! The texts are `docs/rulebooks/clauses.tsv` and `ambiguities.md`, read once when first asked for.

use std::sync::LazyLock;

use crate::clause::Cites;
use crate::rulebook::RulebookId;

const CLAUSES: &str = include_str!("../../../docs/rulebooks/clauses.tsv");
const AMBIGUITIES: &str = include_str!("../../../docs/rulebooks/ambiguities.md");

/// One clause of one rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The rulebook it stands in.
    pub rulebook: RulebookId,
    /// Its number there, such as `3.12.1`.
    pub id: &'static str,
    /// What sort of rule it is: `betting`, `paytable`, `irregularity` and the like.
    pub kind: &'static str,
    /// What it asks for, in our words.
    pub requirement: &'static str,
    /// What can be seen when the rule is kept.
    pub observable: &'static str,
}

/// One point a text leaves open, with what this project does about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// Its number in `ambiguities.md`, such as `R20-04`.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// Problem, resolution, reasons and option, as written down.
    pub text: &'static str,
}

/// Every clause of every rulebook, in the order of the documents.
pub fn clauses() -> &'static [Clause] {
    static ALL: LazyLock<Vec<Clause>> =
        LazyLock::new(|| CLAUSES.lines().skip(1).filter_map(Clause::read).collect());
    &ALL
}

/// The clause of a rulebook with this id.
pub fn clause(rulebook: RulebookId, id: &str) -> Option<&'static Clause> {
    clauses()
        .iter()
        .find(|clause| clause.rulebook == rulebook && clause.id == id)
}

/// Every entry of `ambiguities.md`, in order.
pub fn ambiguities() -> &'static [Ambiguity] {
    static ALL: LazyLock<Vec<Ambiguity>> = LazyLock::new(|| {
        AMBIGUITIES
            .split("\n### ")
            .skip(1)
            .filter_map(Ambiguity::read)
            .collect()
    });
    &ALL
}

/// The entry with this id.
pub fn ambiguity(id: &str) -> Option<&'static Ambiguity> {
    ambiguities().iter().find(|ambiguity| ambiguity.id == id)
}

/// The citation of a clause of `rulebook` or of an ambiguity, if there is one of that id.
pub fn cite(rulebook: RulebookId, id: &str) -> Option<Cites> {
    let of_clause = clause(rulebook, id).map(|clause| core::slice::from_ref(&clause.id));
    let resolved = || ambiguity(id).filter(|entry| entry.concerns(rulebook));
    of_clause.or_else(|| resolved().map(|entry| core::slice::from_ref(&entry.id)))
}

impl Clause {
    fn read(line: &'static str) -> Option<Clause> {
        let mut columns = line.split('\t');
        Some(Clause {
            rulebook: columns.next()?.parse().ok()?,
            id: columns.next()?,
            kind: columns.next()?,
            requirement: columns.next()?,
            observable: columns.next()?,
        })
    }
}

impl Ambiguity {
    /// Points of one rulebook are its own; the RWS texts of 2013 and 2024 follow those of 2020 (R13-11, ML-17).
    fn concerns(&self, rulebook: RulebookId) -> bool {
        let own: &[&str] = match rulebook {
            RulebookId::Rws2020 => &["R20-"],
            RulebookId::Rws2013 => &["R13-", "R20-"],
            RulebookId::Mbs2019 => &["MBS-", "R20-", "R13-"],
            RulebookId::RwsMultilink2024 => &["ML-", "R20-", "R13-"],
            RulebookId::Oceanfront => &["OFG-", "R20-"],
        };
        self.id.starts_with("G-") || own.iter().any(|prefix| self.id.starts_with(prefix))
    }

    fn read(entry: &'static str) -> Option<Ambiguity> {
        let (heading, rest) = entry.split_once('\n')?;
        let (id, title) = heading.split_once(' ')?;
        let text = rest.split("\n---").next()?.split("\n## ").next()?.trim();
        Some(Ambiguity { id, title, text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        assert_eq!(clauses().len(), 573);
        let rows = AMBIGUITIES
            .lines()
            .filter(|line| line.starts_with("### "))
            .count();
        assert_eq!(ambiguities().len(), rows);
    }

    #[test]
    fn an_id_is_cited_only_under_its_own_rulebook() {
        assert!(cite(RulebookId::Rws2020, "5.8.1").is_some());
        assert!(cite(RulebookId::Mbs2019, "5.8.1").is_none());
        assert!(cite(RulebookId::Oceanfront, "OFG-08").is_some());
    }
}
