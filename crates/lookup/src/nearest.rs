//! How near a description comes to the stories that are told of each row (cosine of weighed terms).
//!
//! Stories of ordinary questions stand beside them, so that "what does a straight pay" comes nearest to
//! something that is no irregularity.

use std::collections::HashMap;
use std::sync::LazyLock;

use game::Irregularity;

use crate::described::{self, Described};
use crate::text::is_one_of;

/// What people say of each row, in words of our own.
pub const STORIES: &str = include_str!("../data/stories.tsv");

/// Two words side by side, an idea, against one word.
const PAIR: f64 = 0.6;
const IDEA: f64 = 0.7;
/// A word that many sentences have.
const EMPTY: [&str; 24] = [
    "be", "have", "it", "its", "i", "ive", "and", "of", "to", "in", "on", "at", "for", "that",
    "this", "so", "with", "as", "but", "there", "theres", "now", "what", "do",
];
const EMPTY_WEIGHT: f64 = 0.2;

type Terms = HashMap<String, f64>;

struct Stories {
    /// `None`: nothing irregular.
    told: Vec<(Option<Irregularity>, Terms)>,
    spread: HashMap<String, f64>,
}

/// How near the nearest story of each row comes, from 0 to 1.
pub struct Nearness {
    pub rows: Vec<f64>,
    /// The same for ordinary questions.
    pub nothing: f64,
}

/// Compares with every story.
pub fn nearness(described: &Described) -> Nearness {
    nearness_without(described, None)
}

/// Compares with every story but one, to try that one itself.
pub fn nearness_without(described: &Described, left_out: Option<usize>) -> Nearness {
    static ALL: LazyLock<Stories> = LazyLock::new(Stories::read);
    let asked = ALL.weighed(terms(described));
    let mut near = Nearness {
        rows: vec![0.0; Irregularity::ALL.len()],
        nothing: 0.0,
    };
    let told = ALL.told.iter().enumerate();
    for (_, (row, story)) in told.filter(|(at, _)| Some(*at) != left_out) {
        let likeness = likeness(&asked, story);
        let best = match row {
            Some(row) => &mut near.rows[*row as usize],
            None => &mut near.nothing,
        };
        *best = best.max(likeness);
    }
    near
}

impl Stories {
    #[expect(clippy::cast_precision_loss, reason = "there are some hundred stories")]
    fn read() -> Stories {
        let own = stories();
        let titles = Irregularity::ALL.map(|row| (Some(row), row.in_plain_words()));
        let read = |(row, story)| (row, terms(&described::read(story)));
        let told: Vec<(Option<Irregularity>, Terms)> = own.chain(titles).map(read).collect();
        let mut often: HashMap<String, f64> = HashMap::new();
        for term in told.iter().flat_map(|(_, terms)| terms.keys()) {
            *often.entry(term.clone()).or_default() += 1.0;
        }
        let all = told.len() as f64;
        let spread = often
            .into_iter()
            .map(|(term, often)| (term, (all / often).ln_1p()));
        let mut stories = Stories {
            told: Vec::new(),
            spread: spread.collect(),
        };
        let weighed = told
            .into_iter()
            .map(|(row, terms)| (row, stories.weighed(terms)));
        stories.told = weighed.collect();
        stories
    }

    /// Rare terms weigh more; a term of no story weighs as much as the rarest.
    fn weighed(&self, terms: Terms) -> Terms {
        let rarest = self.spread.values().copied().fold(0.0, f64::max);
        let weigh = |(term, kind): (String, f64)| {
            let rarity = self.spread.get(&term).copied().unwrap_or(rarest * 0.6);
            (term, kind * rarity)
        };
        terms.into_iter().map(weigh).collect()
    }
}

/// Every story with its row, in the order of the table.
pub fn stories() -> impl Iterator<Item = (Option<Irregularity>, &'static str)> {
    let lines = STORIES.lines().filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.split_once('\t'));
    lines.map(|(row, story)| (Irregularity::named(row), story))
}

fn likeness(one: &Terms, other: &Terms) -> f64 {
    let shared = one
        .iter()
        .filter_map(|(term, weight)| Some(weight * other.get(term)?));
    let length = |terms: &Terms| {
        terms
            .values()
            .map(|weight| weight * weight)
            .sum::<f64>()
            .sqrt()
    };
    let lengths = length(one) * length(other);
    if lengths > 0.0 {
        shared.sum::<f64>() / lengths
    } else {
        0.0
    }
}

fn terms(described: &Described) -> Terms {
    let weight = |stem: &String| {
        if is_one_of(stem, &EMPTY) {
            EMPTY_WEIGHT
        } else {
            1.0
        }
    };
    // The number of a box says nothing.
    let words = described
        .stems
        .iter()
        .filter(|stem| stem.parse::<u32>().is_err());
    let words = words.map(|stem| (stem.clone(), weight(stem)));
    let pairs = described
        .stems
        .windows(2)
        .filter(|pair| pair.iter().all(|stem| stem.parse::<u32>().is_err()));
    let pairs = pairs.map(|pair| (pair.join(" "), PAIR));
    let ideas = described
        .ideas
        .iter()
        .map(|idea| (format!("~{idea}"), IDEA));
    words.chain(pairs).chain(ideas).collect()
}
