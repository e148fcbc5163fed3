//! `rules list`: the five rulebooks, one a row.

use std::collections::BTreeMap;

use game::{Digest, Rulebook, RulebookId, clauses};
use serde::Serialize;

use super::text::{Columns, Page};
use super::{effective, json};
use crate::Format;

/// As much of a digest as tells five rulebooks apart at a glance.
const DIGEST_SHORT: usize = 8;

#[derive(Serialize)]
struct Entry {
    id: RulebookId,
    title: &'static str,
    version: &'static str,
    effective: &'static str,
    clauses: usize,
    clauses_by_kind: BTreeMap<&'static str, usize>,
    digest: Digest,
}

/// Prints the rulebooks.
pub fn print(format: Format) -> anyhow::Result<String> {
    let forms = RulebookId::ALL.map(RulebookId::form);
    match format {
        Format::Json => json(&forms.map(entry)),
        Format::Table => Ok(page(&forms)),
    }
}

fn entry(rulebook: &Rulebook) -> Entry {
    let mut by_kind = BTreeMap::new();
    for clause in clauses()
        .iter()
        .filter(|clause| clause.rulebook == rulebook.id)
    {
        *by_kind.entry(clause.kind).or_insert(0) += 1;
    }
    Entry {
        id: rulebook.id,
        title: rulebook.title,
        version: rulebook.version,
        effective: rulebook.effective,
        clauses: by_kind.values().sum(),
        clauses_by_kind: by_kind,
        digest: rulebook.digest(),
    }
}

fn page(forms: &[&Rulebook]) -> String {
    let mut columns = Columns::default();
    columns.row(["id", "title", "version", "in force", "clauses", "digest"].map(str::to_owned));
    for form in forms {
        let entry = entry(form);
        columns.row([
            entry.id.to_string(),
            entry.title.to_owned(),
            entry.version.to_owned(),
            // The hour below its day: the title needs the room.
            effective(form).replace(' ', "\n"),
            entry.clauses.to_string(),
            entry
                .digest
                .to_string()
                .chars()
                .take(DIGEST_SHORT)
                .collect(),
        ]);
    }
    let mut page = Page::default();
    page.columns(&columns, 0);
    page.into_text()
}
