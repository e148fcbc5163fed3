//! Ruin: a Player with a bankroll who stops when it no longer covers a round.
//!
//! To start a round he needs a whole round's stakes on hand: two units for Ante and Play, three with
//! Pair Plus; with less he cannot go on and counts as ruined, though he has not lost his last unit.

use super::{Estimate, PerRound, ROUNDS_MAX, SessionRefused, count, signed};
use crate::fraction::Fraction;

/// What he has, and what it takes to start a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bankroll {
    pub units: i64,
    pub needs: i64,
}

/// Additions that take some seconds.
const WORK_MAX: f64 = 1e10;
/// Bankrolls kept: eight megabytes for each step down.
const LEVELS_MAX: i64 = 1_000_000;
/// Chances at the far end that are dropped, and counted as error.
const DROPPED: f64 = 1e-22;
/// The change from level to level at which the chances of falling below stand.
const STILL: f64 = 1e-16;

impl Bankroll {
    fn check(self) -> Result<(), SessionRefused> {
        let least = self.needs.max(1);
        if self.needs < 1 || self.units < least || self.units > LEVELS_MAX {
            let found = self.units;
            return Err(SessionRefused::Bankroll { found, least });
        }
        Ok(())
    }

    /// The chance of ruin within so many rounds, by walking all bankrolls through every round.
    pub fn ruin_within(
        self,
        per_round: &PerRound,
        rounds: u64,
    ) -> Result<Estimate, SessionRefused> {
        self.check()?;
        if rounds == 0 || rounds > ROUNDS_MAX {
            return Err(SessionRefused::Rounds { found: rounds });
        }
        let each = count(signed(per_round.nets.len() as u64));
        let reach = |rounds: f64| count(self.units) + 9.0 * per_round.deviation() * rounds.sqrt();
        let work = |rounds: f64| rounds * reach(rounds) * each;
        if work(count(signed(rounds))) > WORK_MAX {
            let mut rounds_or_target = 1.0;
            while work(2.0 * rounds_or_target) < WORK_MAX {
                rounds_or_target *= 2.0;
            }
            return Err(SessionRefused::TooMuchWork { rounds_or_target });
        }
        let mut walk = Walk::new(self.units - self.needs);
        for _ in 0..rounds {
            walk.round(per_round);
            if walk.alive.is_empty() {
                break;
            }
        }
        // Sums of positive numbers err by the last place at each addition, all one way at worst.
        let rounding = count(signed(rounds)) * (each + 1.0) * f64::EPSILON;
        Ok(Estimate {
            value: walk.ruined.min(1.0),
            error: walk.dropped + rounding.min(1.0),
        })
    }

    /// The chance that ruin ever comes. Where a round brings nothing or less on average it is certain.
    pub fn ruin_for_ever(self, per_round: &PerRound) -> Result<Estimate, SessionRefused> {
        self.check()?;
        let certain = |value| Ok(Estimate { value, error: 0.0 });
        if per_round.least() >= 0 {
            return certain(0.0);
        }
        if per_round.moments.mean <= Fraction::ZERO {
            return certain(1.0);
        }
        let mut levels = Levels::new(per_round);
        let missing = levels.settle();
        let falls = levels.newest().to_vec();
        let value = climb(self.units - self.needs, |_| &falls);
        let steps = count(self.units - self.needs) + 1.0;
        Ok(Estimate {
            value,
            error: (steps * (missing + 8.0 * f64::EPSILON)).min(1.0),
        })
    }

    /// The chance of ruin before the bankroll reaches `target` units or more.
    pub fn ruin_before(
        self,
        per_round: &PerRound,
        target: i64,
    ) -> Result<Estimate, SessionRefused> {
        self.check()?;
        let least = self.units + 1;
        if target < least || target > LEVELS_MAX {
            let found = target;
            return Err(SessionRefused::Target { found, least });
        }
        if per_round.least() >= 0 {
            let (value, error) = (0.0, 0.0);
            return Ok(Estimate { value, error });
        }
        let mut levels = Levels::new(per_round);
        if levels.affordable() < target - self.needs {
            let rounds_or_target = count(levels.affordable());
            return Err(SessionRefused::TooMuchWork { rounds_or_target });
        }
        // From the highest bankroll below the target down to the lowest that can play; those at
        // or below the present one are kept.
        let mut kept = Vec::new();
        for level in (self.needs..target).rev() {
            levels.step(Some(target - level));
            if level <= self.units {
                kept.push(levels.newest().to_vec());
            }
        }
        let highest = self.units - self.needs;
        let at = |height: i64| &kept[index(highest - height)];
        let steps = count(target - self.needs) + 1.0;
        Ok(Estimate {
            value: climb(highest, at),
            error: (steps * 8.0 * f64::EPSILON).min(1.0),
        })
    }
}

/// Chances by bankroll above what a round needs.
struct Walk {
    alive: Vec<f64>,
    ruined: f64,
    dropped: f64,
}

impl Walk {
    fn new(height: i64) -> Walk {
        let mut alive = vec![0.0; index(height) + 1];
        alive[index(height)] = 1.0;
        Walk {
            alive,
            ruined: 0.0,
            dropped: 0.0,
        }
    }

    fn round(&mut self, per_round: &PerRound) {
        let up = index(per_round.most().max(0));
        let mut next = vec![0.0; self.alive.len() + up];
        for (net, chance) in &per_round.nets {
            let (from, to) = if *net < 0 {
                (index(-net).min(self.alive.len()), 0)
            } else {
                (0, index(*net))
            };
            let lost: f64 = self.alive[..from].iter().sum();
            self.ruined += chance * lost;
            for (next, now) in next[to..].iter_mut().zip(&self.alive[from..]) {
                *next += chance * now;
            }
        }
        while next.last().is_some_and(|last| *last < DROPPED) {
            self.dropped += next.pop().unwrap_or(0.0);
        }
        self.alive = next;
    }
}

/// For bankrolls from the top down: the chances that the first one below it is 1, 2, .. units lower.
///
/// From a level the walk steps up or down; from a higher level it comes back below that one sooner or
/// later, or never, by what is known of the higher level. So one level follows from those above it,
/// by sums of positive numbers only: what stays is divided by all that leaves, never by one less it.
struct Levels<'a> {
    per_round: &'a PerRound,
    down: usize,
    up: usize,
    /// The levels last made, the newest last; `falls[k]` is a fall by k + 1.
    falls: Vec<Vec<f64>>,
    /// For each the chance to get away upwards instead.
    away: Vec<f64>,
}

impl Levels<'_> {
    fn new(per_round: &PerRound) -> Levels<'_> {
        Levels {
            per_round,
            down: index(-per_round.least()),
            up: index(per_round.most().max(0)),
            falls: Vec::new(),
            away: Vec::new(),
        }
    }

    fn affordable(&self) -> i64 {
        let each = count(signed((self.up.max(1) * self.down.max(1)) as u64));
        #[expect(clippy::cast_possible_truncation, reason = "brought down to a million")]
        let levels = (WORK_MAX / 4.0 / each).min(count(LEVELS_MAX)) as i64;
        levels
    }

    /// Makes levels until they no longer change: far below the top, one is like the next. Tells how
    /// much is missing still. A level feels those one step up or down from it, so changes are taken
    /// over as many levels together, and the sums fall as a geometric series does.
    fn settle(&mut self) -> f64 {
        let span = signed((self.up + self.down + 1) as u64);
        let mut before = f64::INFINITY;
        let mut missing = 1.0;
        for _ in 0..(self.affordable() / span).max(2) {
            let change: f64 = (0..span).map(|_| self.step(None)).sum();
            let ratio = change / before;
            if ratio < 1.0 {
                missing = change * ratio / (1.0 - ratio);
            }
            if change < STILL * count(span) {
                break;
            }
            before = change;
        }
        missing
    }

    fn newest(&self) -> &[f64] {
        self.falls.last().map_or(&[], Vec::as_slice)
    }

    /// Makes the next level down; `room` is how far the target is above it. Tells how much the
    /// chances differ from the level before.
    fn step(&mut self, room: Option<i64>) -> f64 {
        let (down, up) = (self.down, self.up);
        // By where the walk is, the level itself at `down`.
        let mut at = vec![0.0; down + up + 1];
        for (net, chance) in &self.per_round.nets {
            at[index(net + signed(down as u64))] += chance;
        }
        let made = self.falls.len();
        let mut away = 0.0;
        for height in (1..=up).rev() {
            let here = at[down + height];
            let beyond = room.is_some_and(|room| signed(height as u64) >= room);
            if here == 0.0 {
                continue;
            }
            // Above the levels made so far there is only away.
            if beyond || height > made {
                away += here;
                continue;
            }
            let level = made - height;
            away += here * self.away[level];
            for (fall, chance) in self.falls[level].iter().enumerate() {
                at[down + height - fall - 1] += here * chance;
            }
        }
        let leaves = away + at[..down].iter().sum::<f64>();
        let falls: Vec<f64> = at[..down]
            .iter()
            .rev()
            .map(|chance| chance / leaves)
            .collect();
        let before = self.falls.last();
        let change = before.map_or(1.0, |before| {
            let apart = falls
                .iter()
                .zip(before)
                .map(|(now, then)| (now - then).abs());
            apart.sum()
        });
        self.falls.push(falls);
        self.away.push(away / leaves);
        if self.falls.len() > 2 * up + 2 {
            self.falls.drain(..=up);
            self.away.drain(..=up);
        }
        change
    }
}

/// The chance of ruin from `height` units above what a round needs, by falling step by step.
fn climb<'a>(height: i64, falls: impl Fn(i64) -> &'a Vec<f64>) -> f64 {
    let mut ruined: Vec<f64> = Vec::with_capacity(index(height) + 1);
    for level in 0..=height {
        let from = falls(level).iter().enumerate();
        let chance = from.map(|(fall, chance)| {
            let below = level - signed(fall as u64) - 1;
            if below < 0 {
                *chance
            } else {
                chance * ruined[index(below)]
            }
        });
        ruined.push(chance.sum());
    }
    ruined[index(height)]
}

fn index(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}
