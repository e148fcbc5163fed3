//! A link to try things on.

use game::{Money, Rulebook, RulebookId};
use maths::jackpot::{Link, LinkTerms};
use maths::{AntePlay, Strategy};

pub const TERMS: LinkTerms = LinkTerms {
    seed: Money::major(20_000),
    contribution: Money::major(1),
    stake: Money::major(5),
    boxes: 7,
    tables: 12,
    rounds_per_hour: Some(40),
    verification_rounds: 20,
};

pub fn with(id: RulebookId, options: &[(&str, &str)]) -> Rulebook {
    let mut rulebook = id.form().clone();
    for (switch, value) in options {
        rulebook.choose(switch, value).unwrap();
    }
    rulebook
}

pub fn link(rulebook: &Rulebook, terms: LinkTerms) -> Link {
    let sheet = AntePlay::new(rulebook, Strategy::Optimal);
    Link::new(rulebook, &sheet, terms).unwrap()
}

pub fn near(found: f64, expected: f64, share: f64) {
    let apart = (found / expected - 1.0).abs();
    assert!(apart < share, "found {found}, expected {expected}");
}
