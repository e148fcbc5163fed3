//! Where the meter stands when it is hit: its distribution on a grid.
//!
//! Where only the whole meter is ever won, the meter at a hit is the seed and one contribution for
//! each of a geometric number of rounds, and quantiles are exact. Where shares are won in between it
//! falls and climbs; then we follow it from award to award. Between two awards it grows by an
//! exponential amount (rounds are many and an award in one of them rare, so geometric and exponential
//! agree to one part in the number of rounds), an award multiplies it or sets it to the seed, and
//! this is repeated until nothing changes. Whatever falls between two cells is shared by them so that
//! the mean stays; what is wrong is of the order of one cell, a few thousandths of the mean.

/// Meters the grid reaches up to, in mean growths from one whole win to the next: e^-32 is 10^-14.
const REACH: f64 = 32.0;
const CELLS: usize = 16_384;
/// Change of the whole distribution at which it stands.
const STILL: f64 = 1e-12;
const STEPS_MAX: usize = 4_000;

/// What moves the meter: growth a round, and awards with their chance a round.
pub(super) struct Climb {
    pub seed: f64,
    pub growth: f64,
    pub awards: Vec<Fall>,
    /// Whether a share leaves at least the seed.
    pub floor: bool,
}

pub(super) struct Fall {
    pub chance: f64,
    /// What is left of the meter; nothing where it goes back to the seed.
    pub keeps: Option<f64>,
}

/// The meter an award finds.
pub(super) struct Found {
    cell: f64,
    mass: Vec<f64>,
}

impl Found {
    /// None where nothing ever resets the meter or nothing feeds it.
    pub fn new(climb: &Climb) -> Option<Found> {
        let resets: f64 = climb.chances(|fall| fall.keeps.is_none());
        let all: f64 = climb.chances(|_| true);
        if resets <= 0.0 || climb.growth <= 0.0 {
            return None;
        }
        let top = climb.seed + REACH * climb.growth / resets;
        let cell = top / count(CELLS - 1);
        let rate = all / climb.growth * cell;
        let mut after = vec![0.0; CELLS];
        drop_at(&mut after, climb.seed / cell, 1.0);
        for _ in 0..STEPS_MAX {
            let mass = grown(&after, rate);
            let next = climb.fallen(&mass, cell, all);
            let change: f64 = next.iter().zip(&after).map(|(a, b)| (a - b).abs()).sum();
            after = next;
            if change < STILL {
                break;
            }
        }
        let mass = grown(&after, rate);
        Some(Found { cell, mass })
    }

    pub fn mean(&self) -> f64 {
        let sum: f64 = self.mass.iter().sum();
        let cells = self.mass.iter().enumerate();
        cells
            .map(|(at, mass)| count(at) * self.cell * mass)
            .sum::<f64>()
            / sum
    }

    /// The meter that this share of awards finds no more than, linear inside a cell.
    pub fn quantile(&self, share: f64) -> f64 {
        let mut left = share * self.mass.iter().sum::<f64>();
        for (at, mass) in self.mass.iter().enumerate() {
            if left <= *mass {
                let inside = if *mass > 0.0 { left / mass } else { 0.0 };
                return (count(at) - 0.5 + inside).max(0.0) * self.cell;
            }
            left -= mass;
        }
        count(self.mass.len()) * self.cell
    }
}

impl Climb {
    fn chances(&self, of: impl Fn(&&Fall) -> bool) -> f64 {
        self.awards.iter().filter(of).map(|fall| fall.chance).sum()
    }

    fn fallen(&self, mass: &[f64], cell: f64, all: f64) -> Vec<f64> {
        let mut after = vec![0.0; CELLS];
        let seed = self.seed / cell;
        let found: f64 = mass.iter().sum();
        for fall in &self.awards {
            let share = fall.chance / all;
            let Some(keeps) = fall.keeps else {
                drop_at(&mut after, seed, share * found);
                continue;
            };
            let least = if self.floor { seed } else { 0.0 };
            for (at, mass) in mass.iter().enumerate() {
                drop_at(&mut after, (count(at) * keeps).max(least), share * mass);
            }
        }
        after
    }
}

/// An exponential growth of `1 / rate` cells on average, every bit of it shared between two cells.
fn grown(after: &[f64], rate: f64) -> Vec<f64> {
    let stays = (-rate).exp();
    let gone = -(-rate).exp_m1();
    let (own, next) = (1.0 - gone / rate, gone * gone / rate);
    let mut running = 0.0;
    let grow = |mass: &f64| {
        let found = own * mass + next * running;
        running = stays * running + mass;
        found
    };
    after.iter().map(grow).collect()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place on the grid is not negative, and one beyond it is brought back"
)]
fn drop_at(cells: &mut [f64], place: f64, mass: f64) {
    let last = cells.len() - 1;
    let low = (place.floor() as usize).min(last);
    let part = (place - count(low)).clamp(0.0, 1.0);
    cells[low] += mass * (1.0 - part);
    cells[(low + 1).min(last)] += mass * part;
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand cells")]
fn count(cells: usize) -> f64 {
    cells as f64
}
