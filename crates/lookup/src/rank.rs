//! The rows that fit a description, best first: stories, signals and index together.

use game::{Irregularity, Rulebook};

use crate::described::Described;
use crate::nearest::Nearness;
use crate::{index, nearest, signals};

/// What a full likeness to a story, and a point of the index, count against one point of a signal.
const STORY: f64 = 20.0;
const INDEX: f64 = 0.15;
/// Below this nothing irregular is described.
const LEAST: f64 = 6.0;
/// A neighbour scores at least this part of the best.
const NEAR: f64 = 0.25;

/// How much nearer a row counts that is mixed up with the best.
const MIXED_UP: f64 = 8.0;

/// The rows described, best first; none where nothing irregular is.
pub fn rows(described: &Described, rulebook: &Rulebook) -> Vec<Irregularity> {
    ranked(described, rulebook, &nearest::nearness(described))
}

fn ranked(described: &Described, rulebook: &Rulebook, near: &Nearness) -> Vec<Irregularity> {
    let fits = index::scores(&described.stems, rulebook);
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
    with_neighbours(&scored, best)
}

/// The best row, then those near it; one that the rules say it is mixed up with counts as nearer.
fn with_neighbours(scored: &[(Irregularity, f64)], best: f64) -> Vec<Irregularity> {
    let first = scored[0].0;
    let near = |(row, score): &(Irregularity, f64)| {
        let alike = first.see_also().contains(row);
        score + if alike { MIXED_UP } else { 0.0 }
    };
    let mut rest: Vec<&(Irregularity, f64)> = scored[1..].iter().collect();
    rest.retain(|row| near(row) >= best * NEAR);
    rest.sort_by(|one, other| near(other).total_cmp(&near(one)));
    core::iter::once(first)
        .chain(rest.into_iter().map(|(row, _)| *row))
        .collect()
}

#[cfg(test)]
mod tests {
    use game::RulebookId;

    use super::*;
    use crate::described;

    /// Of a hundred stories.
    const RIGHT_MIN: usize = 90;

    /// Each story against all the others: what the look-up makes of words it has not been given.
    #[test]
    fn a_story_left_out_is_still_found() {
        let form = RulebookId::RwsMultilink2024.form();
        let wrong = |(at, (row, story)): (usize, (Option<Irregularity>, &'static str))| {
            let described = described::read(story);
            let near = nearest::nearness_without(&described, Some(at));
            let first = ranked(&described, form, &near).first().copied();
            (first != row).then(|| format!("{row:?} wanted, {first:?} found: {story}"))
        };
        let all = nearest::stories().count();
        let wrong: Vec<String> = nearest::stories().enumerate().filter_map(wrong).collect();
        let right = all - wrong.len();
        assert!(
            right * 100 >= all * RIGHT_MIN,
            "{right} of {all}\n{}",
            wrong.join("\n")
        );
    }
}
