//! The rows that fit a description, best first: signals and index together.

use game::{Irregularity, Rulebook};

use crate::described::Described;
use crate::{index, signals};

/// What the index counts against one point of a signal.
const INDEX: f64 = 0.35;
/// Below this nothing irregular is described.
const LEAST: f64 = 4.0;
/// A neighbour scores at least this part of the best.
const NEAR: f64 = 0.25;

/// The rows described, best first; none where nothing irregular is.
pub fn rows(described: &Described, rulebook: &Rulebook) -> Vec<Irregularity> {
    let fits = index::scores(&described.stems, rulebook);
    let score = |(row, fit): (Irregularity, f64)| {
        let signals = signals::strength(row, &described.ideas);
        (row, f64::from(signals), f64::from(signals) + INDEX * fit)
    };
    let rows = Irregularity::ALL.into_iter().zip(fits);
    let mut scored: Vec<(Irregularity, f64, f64)> = rows.map(score).collect();
    scored.sort_by(|(_, _, one), (_, _, other)| other.total_cmp(one));
    let Some(&(_, _, best)) = scored.first() else {
        return Vec::new();
    };
    // The index alone finds likeness, not trouble: some signal has to be there.
    let heard = scored[0].1 > 0.0;
    if !heard || best < LEAST + f64::from(signals::doubt(&described.ideas)) {
        return Vec::new();
    }
    let near = scored.into_iter().filter(|(_, _, score)| *score >= best * NEAR);
    near.map(|(row, ..)| row).collect()
}
