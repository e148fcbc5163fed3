//! The index: every row as a document, weighed by how rare its words are (BM25).
//!
//! A row's document is its title, its plain words, the scenarios that play it and the
//! clauses its remedies cite under the rulebook asked. Ideas stand in it as words do.

use std::collections::HashMap;
use std::sync::LazyLock;

use game::{Irregularity, Moment, Rulebook, RulebookId, branches, clause};

use crate::ideas::{mentioned, without_articles};
use crate::scenarios;
use crate::text::{is_one_of, stems};

/// How soon a word that is repeated counts no more; how much a long document counts against a word.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.5;
/// An idea against a word: several words lead to one.
const IDEA: f64 = 0.6;
/// How often a text counts: what was written to be found, more than what was written to be kept.
const TITLE: f64 = 3.0;
const SCENARIO: f64 = 1.0;
const CLAUSE: f64 = 0.5;

/// Words so common that they say nothing about a row.
const EMPTY: [&str; 46] = [
    "be", "have", "it", "its", "i", "ive", "and", "or", "of", "to", "in", "on", "at", "for", "he",
    "she", "his", "her", "him", "they", "we", "you", "my", "that", "this", "what", "do", "so",
    "with", "from", "by", "as", "but", "there", "theres", "now", "get", "go", "when", "after",
    "before", "not", "no", "all", "one", "player",
];

struct Index {
    /// By row, how often each term stands in its document.
    rows: Vec<HashMap<String, f64>>,
    lengths: Vec<f64>,
    /// In how many documents a term stands.
    spread: HashMap<String, u32>,
}

/// How well the words fit each row under this rulebook, in the order of the rows.
pub fn scores(words: &[String], rulebook: &Rulebook) -> Vec<f64> {
    static ALL: [LazyLock<Index>; 5] = [
        LazyLock::new(|| Index::of(RulebookId::ALL[0])),
        LazyLock::new(|| Index::of(RulebookId::ALL[1])),
        LazyLock::new(|| Index::of(RulebookId::ALL[2])),
        LazyLock::new(|| Index::of(RulebookId::ALL[3])),
        LazyLock::new(|| Index::of(RulebookId::ALL[4])),
    ];
    let at = RulebookId::ALL.iter().position(|id| *id == rulebook.id);
    let index = &ALL[at.unwrap_or_default()];
    let terms = terms(words);
    let rows = 0..index.rows.len();
    rows.map(|row| {
        terms
            .iter()
            .map(|(term, weight)| weight * index.fit(row, term))
            .sum()
    })
    .collect()
}

impl Index {
    fn of(id: RulebookId) -> Index {
        let rows: Vec<HashMap<String, f64>> = Irregularity::ALL
            .iter()
            .map(|row| document(*row, id.form()))
            .collect();
        let mut spread: HashMap<String, u32> = HashMap::new();
        for term in rows.iter().flat_map(HashMap::keys) {
            *spread.entry(term.clone()).or_default() += 1;
        }
        Index {
            lengths: rows.iter().map(|row| row.values().sum()).collect(),
            rows,
            spread,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "there are thirty-five rows")]
    fn fit(&self, row: usize, term: &str) -> f64 {
        let Some(often) = self.rows[row].get(term) else {
            return 0.0;
        };
        let rows = self.rows.len() as f64;
        let spread = f64::from(self.spread.get(term).copied().unwrap_or_default());
        let rarity = ((rows - spread + 0.5) / (spread + 0.5)).ln_1p();
        let mean = self.lengths.iter().sum::<f64>() / rows;
        let length = 1.0 - LENGTH + LENGTH * self.lengths[row] / mean;
        rarity * often * (SATURATION + 1.0) / (often + SATURATION * length)
    }
}

fn document(row: Irregularity, rulebook: &Rulebook) -> HashMap<String, f64> {
    let mut document = HashMap::new();
    let mut add = |text: &str, weight: f64| {
        for (term, kind) in terms(&without_articles(stems(text))) {
            *document.entry(term).or_default() += weight * kind;
        }
    };
    add(row.title(), TITLE);
    add(row.in_plain_words(), TITLE);
    scenarios::told(row).for_each(|text| add(text, SCENARIO));
    for id in cited(row, rulebook) {
        if let Some(clause) = clause(rulebook.id, id) {
            add(clause.requirement, CLAUSE);
        }
    }
    document
}

/// Every clause an answer to this row rests on.
fn cited(row: Irregularity, rulebook: &Rulebook) -> Vec<&'static str> {
    let mut all = Vec::new();
    for moment in Moment::ALL {
        let cases = branches(&[rulebook], row, moment, |_, remedy| *remedy);
        let remedies = cases.iter().flat_map(|case| &case.remedies);
        for id in remedies.flat_map(|remedy| remedy.cites.iter()) {
            if !all.contains(&id) {
                all.push(id);
            }
        }
    }
    all
}

/// Words that say something, and the ideas behind them.
fn terms(words: &[String]) -> Vec<(String, f64)> {
    let telling = words.iter().filter(|word| !is_one_of(word, &EMPTY));
    let telling = telling.map(|word| (word.clone(), 1.0));
    let ideas = mentioned(words);
    let ideas = ideas.into_iter().map(|idea| (format!("~{idea}"), IDEA));
    telling.chain(ideas).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_finds_its_own_row() {
        let form = RulebookId::RwsMultilink2024.form();
        for row in Irregularity::ALL {
            let scores = scores(&without_articles(stems(row.in_plain_words())), form);
            let best = scores.iter().copied().fold(0.0, f64::max);
            let own = scores[row as usize];
            // One card exposed and two share every word but the number, which the index does not read.
            assert!(own >= 0.9 * best, "{row} scores {own}, another row {best}");
        }
    }
}
