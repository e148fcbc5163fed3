//! Signals: which ideas together speak for a row, and how strongly, from a table in plain data.
//!
//! Words alone cannot tell "four cards" before the Dealer from four cards before a Player, or one card
//! exposed from two: a signal asks for ideas side by side, and for the absence of others.

use std::sync::LazyLock;

use game::Irregularity;

use crate::ideas::Ideas;

const SIGNALS: &str = include_str!("../data/signals.tsv");

/// "What does a straight pay" must not be an irregularity because of one word in it.
const ABOUT_RULES: i32 = 4;

struct Signal {
    row: Irregularity,
    weight: i32,
    /// Each must hold: one of several ideas is mentioned, or none of them.
    asks: Vec<Ask>,
}

enum Ask {
    AnyOf(Vec<&'static str>),
    NoneOf(Vec<&'static str>),
}

/// What the signals say for or against a row.
pub fn strength(row: Irregularity, ideas: &Ideas) -> i32 {
    static ALL: LazyLock<Vec<Signal>> = LazyLock::new(|| {
        let lines = SIGNALS.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(read).collect()
    });
    let of_row = ALL.iter().filter(|signal| signal.row == row);
    let heard = of_row.filter(|signal| signal.asks.iter().all(|ask| ask.holds(ideas)));
    heard.map(|signal| signal.weight).sum()
}

/// How much more a row must score where the words ask about the rules rather than tell of trouble.
pub fn doubt(ideas: &Ideas) -> i32 {
    i32::from(ideas.contains("about pay")) * ABOUT_RULES
}

impl Ask {
    fn holds(&self, ideas: &Ideas) -> bool {
        let mentioned = |names: &[&'static str]| names.iter().any(|name| ideas.contains(name));
        match self {
            Ask::AnyOf(names) => mentioned(names),
            Ask::NoneOf(names) => !mentioned(names),
        }
    }
}

/// `IR-11`, `6`, `many cards|2 cards, !dealer holds|community`.
fn read(line: &'static str) -> Option<Signal> {
    let mut fields = line.split('\t');
    Some(Signal {
        row: Irregularity::named(fields.next()?)?,
        weight: fields.next()?.parse().ok()?,
        asks: fields.next()?.split(", ").map(read_ask).collect(),
    })
}

fn read_ask(text: &'static str) -> Ask {
    match text.strip_prefix('!') {
        Some(names) => Ask::NoneOf(names.split('|').collect()),
        None => Ask::AnyOf(text.split('|').collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::described;

    #[test]
    fn every_line_is_read_and_every_idea_exists() {
        let lines = SIGNALS.lines().filter(|line| !line.starts_with('#'));
        let synonyms = crate::ideas::SYNONYMS.lines();
        let names = synonyms.filter_map(|line| Some(line.split_once('\t')?.0));
        let names: Vec<&str> = names.chain(described::FEATURES).collect();
        for line in lines {
            let signal = read(line).unwrap_or_else(|| panic!("not read: {line}"));
            for Ask::AnyOf(asked) | Ask::NoneOf(asked) in &signal.asks {
                for name in asked {
                    assert!(names.contains(name), "no idea `{name}`: {line}");
                }
            }
        }
    }

    #[test]
    fn every_row_has_a_signal() {
        for row in Irregularity::ALL {
            assert!(SIGNALS.contains(&format!("\n{row}\t")), "{row}");
        }
    }
}
