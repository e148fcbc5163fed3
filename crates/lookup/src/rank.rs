//! The rows that fit a description, best first: stories, signals and index together.

use game::{Irregularity, Rulebook};

use crate::described::Described;
use crate::{index, nearest, signals};

/// What a full likeness to a story, and a point of the index, count against one point of a signal.
const STORY: f64 = 20.0;
const INDEX: f64 = 0.15;
/// Below this nothing irregular is described.
const LEAST: f64 = 6.0;
/// A neighbour scores at least this part of the best.
const NEAR: f64 = 0.25;

/// The rows described, best first; none where nothing irregular is.
pub fn rows(described: &Described, rulebook: &Rulebook) -> Vec<Irregularity> {
    let fits = index::scores(&described.stems, rulebook);
    let near = nearest::nearness(described);
    let score = |(row, fit): (Irregularity, f64)| {
        let signals = f64::from(signals::strength(row, &described.ideas));
        (row, signals + INDEX * fit + STORY * near.rows[row as usize])
    };
    let mut scored: Vec<(Irregularity, f64)> =
        Irregularity::ALL.into_iter().zip(fits).map(score).collect();
    scored.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let best = scored.first().map_or(0.0, |(_, score)| *score);
    let nothing = STORY * near.nothing + f64::from(signals::doubt(&described.ideas));
    if best < LEAST || best < nothing {
        return Vec::new();
    }
    let neighbours = scored.into_iter().filter(|(_, score)| *score >= best * NEAR);
    neighbours.map(|(row, _)| row).collect()
}
