//! A session of many rounds: where the Player stands after them, ruin on the way, and the bands an
//! auditor holds the house's results against.
//!
//! Rounds are independent and each follows one counted law, so the net after N rounds is that law
//! convolved N times. We take the N-th power of its Fourier transform rather than fold arrays: one
//! transform of the width of the answer, some 2^16 for a million rounds, instead of twenty foldings.
//! Results are floating-point numbers, the only approximate ones of the bets, and say how good they
//! are.

mod audit;
mod fourier;
mod normal;
mod ruin;

use core::fmt;
use std::collections::BTreeMap;

pub use audit::{Audit, Band, CONFIDENCES, Handle, Judgement};
pub use ruin::Bankroll;

use crate::fraction::{Fraction, common_divisor};
use crate::moments::Moments;

/// What one round brings, in whole units.
#[derive(Clone, Debug)]
pub struct PerRound {
    /// Nets that occur and their chances, the lowest first.
    nets: Vec<(i64, f64)>,
    /// Mean and variance of one round.
    pub moments: Moments,
}

/// The net after so many rounds.
#[derive(Clone, Debug)]
pub struct Session {
    /// How many rounds.
    pub rounds: u64,
    /// Mean of the net.
    pub mean: Fraction,
    /// Its variance.
    pub variance: Fraction,
    /// No chance told here is further than this from the true one.
    pub error: f64,
    /// The chances of `low`, `low + step`, ...
    low: i64,
    step: i64,
    chances: Vec<f64>,
}

/// A chance and how far it can be from the true one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The chance.
    pub value: f64,
    /// How far it can be from the true one.
    pub error: f64,
}

/// One line of a fan chart.
#[derive(Clone, Debug)]
pub struct FanRow {
    /// After how many rounds.
    pub rounds: u64,
    /// Mean of the net.
    pub mean: f64,
    /// The nets at the asked shares.
    pub quantiles: Vec<i64>,
}

/// The shares at which a session is usually told.
pub const QUANTILES: [f64; 11] = [
    0.001, 0.01, 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975, 0.99, 0.999,
];

/// Most rounds a session can have.
pub const ROUNDS_MAX: u64 = 1_000_000_000;

/// Cells of the widest answer: sixteen megabytes of complex numbers.
const CELLS_MAX: usize = 1 << 20;

/// The chance to end below, or above, the cells we keep: e^-41 is 2 in 10^18.
const BEYOND: f64 = 41.0;

/// Why a session cannot be reckoned.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionRefused {
    /// Nothing can happen in a round.
    NoRound,
    /// Nets or counts too large for exact moments.
    TooLarge,
    /// The number of rounds is out of bounds.
    Rounds { found: u64 },
    /// The nets after so many rounds reach further apart than we keep.
    TooWide { cells: f64 },
    /// The bankroll is too small.
    Bankroll { found: i64, least: i64 },
    /// The target is too small.
    Target { found: i64, least: i64 },
    /// The computation would take too long.
    TooMuchWork { rounds_or_target: f64 },
    /// Nothing was staked.
    Staked,
    /// The sum of squares does not fit the stakes.
    Squares { least: u128, most: u128 },
}

impl fmt::Display for SessionRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionRefused::NoRound => f.write_str("the net of a round: found no outcome"),
            SessionRefused::TooLarge => {
                f.write_str("the net of a round: units times counts must stay below 10^18")
            }
            SessionRefused::Rounds { found } => {
                write!(f, "rounds: found {found}, expected 1 to {ROUNDS_MAX}")
            }
            SessionRefused::TooWide { cells } => write!(
                f,
                "rounds: the nets reach over {cells:.0} units, expected at most {CELLS_MAX}; take fewer rounds or smaller prizes"
            ),
            SessionRefused::Bankroll { found, least } => {
                write!(f, "bankroll: found {found} units, expected {least} or more")
            }
            SessionRefused::Target { found, least } => {
                write!(f, "target: found {found} units, expected {least} or more")
            }
            SessionRefused::TooMuchWork { rounds_or_target } => write!(
                f,
                "ruin: too far to walk step by step; expected rounds or a target of about {rounds_or_target:.0} at most"
            ),
            SessionRefused::Staked => f.write_str("staked: expected more than nothing"),
            SessionRefused::Squares { least, most } => write!(
                f,
                "squares of the stakes: expected {least} to {most} for that sum and number of rounds"
            ),
        }
    }
}

impl core::error::Error for SessionRefused {}

impl PerRound {
    /// From nets in units and how often each occurs.
    ///
    /// # Panics
    ///
    /// Never: empty laws are refused first.
    pub fn new(histogram: &BTreeMap<i64, u64>) -> Result<PerRound, SessionRefused> {
        let counted = || histogram.iter().filter(|(_, count)| **count > 0);
        let total: u128 = counted().map(|(_, count)| u128::from(*count)).sum();
        let widest = counted().map(|(net, _)| net.unsigned_abs()).max();
        let widest = widest.ok_or(SessionRefused::NoRound)?;
        if u128::from(widest.max(1)).saturating_mul(total) > 1_000_000_000_000_000_000 {
            return Err(SessionRefused::TooLarge);
        }
        let total = i128::try_from(total).expect("below 10^18");
        let chance = |count: u64| Fraction::new(i128::from(count), total).to_f64();
        Ok(PerRound {
            nets: counted()
                .map(|(net, count)| (*net, chance(*count)))
                .collect(),
            moments: Moments::of(counted().map(|(net, count)| (*net, *count))),
        })
    }

    fn least(&self) -> i64 {
        self.nets[0].0
    }

    fn most(&self) -> i64 {
        self.nets[self.nets.len() - 1].0
    }

    fn deviation(&self) -> f64 {
        self.moments.variance.to_f64().sqrt()
    }

    /// The net after `rounds` rounds.
    pub fn after(&self, rounds: u64) -> Result<Session, SessionRefused> {
        if rounds == 0 || rounds > ROUNDS_MAX {
            return Err(SessionRefused::Rounds { found: rounds });
        }
        let lattice = Lattice::of(self);
        let many = signed(rounds);
        let (low, cells) = lattice.window(self, rounds)?;
        let power = fourier::power(&lattice.chances, rounds, low, cells);
        let times = Fraction::whole(i128::from(rounds));
        Ok(Session {
            rounds,
            mean: self.moments.mean * times,
            variance: self.moments.variance * times,
            error: power.error + 2.0 * (-BEYOND).exp(),
            low: many * lattice.start + low * lattice.step,
            step: lattice.step,
            chances: power.chances,
        })
    }
}

/// The nets of a round as steps from the least: net = start + step x index, the step as large as it
/// can be, so that no net in between is impossible for ever.
struct Lattice {
    start: i64,
    step: i64,
    /// By index, those that occur.
    chances: Vec<(i64, f64)>,
}

impl Lattice {
    fn of(per_round: &PerRound) -> Lattice {
        let start = per_round.least();
        let apart = per_round.nets.iter().map(|(net, _)| net - start);
        let step = apart.fold(0, common_divisor).max(1);
        let index = |net: i64| (net - start) / step;
        let all = per_round.nets.iter();
        Lattice {
            start,
            step,
            chances: all.map(|(net, chance)| (index(*net), *chance)).collect(),
        }
    }

    /// The first index and the number of cells that hold all but a part in 10^17: Bernstein's bound,
    /// a deviation of t has a chance below exp(-t^2 / 2 / (N variance + t b / 3)) where no round
    /// is further than b from its mean.
    fn window(&self, per_round: &PerRound, rounds: u64) -> Result<(i64, usize), SessionRefused> {
        let step = count(self.step);
        let mean = (per_round.moments.mean.to_f64() - count(self.start)) / step;
        let variance = per_round.moments.variance.to_f64() / (step * step);
        let top = count(self.chances[self.chances.len() - 1].0);
        let many = count(signed(rounds));
        let reach = |farthest: f64| {
            let third = BEYOND * farthest / 3.0;
            third + (third * third + 2.0 * many * variance * BEYOND).sqrt() + 1.0
        };
        let low = (many * mean - reach(mean)).floor().max(0.0);
        let high = (many * mean + reach(top - mean)).ceil().min(many * top);
        let cells = high - low + 1.0;
        if cells > count(signed(CELLS_MAX as u64)) {
            let cells = cells * step;
            return Err(SessionRefused::TooWide { cells });
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole numbers from nought to a million above a start below 10^18"
        )]
        let window = (low as i64, cells as usize);
        Ok(window)
    }
}

impl Session {
    /// Standard deviation of the net.
    pub fn standard_deviation(&self) -> f64 {
        self.variance.to_f64().sqrt()
    }

    /// The nets and their chances, the lowest first.
    pub fn chances(&self) -> impl Iterator<Item = (i64, f64)> {
        let net = |at: usize| self.low + self.step * signed(at as u64);
        let all = self.chances.iter().enumerate();
        all.map(move |(at, chance)| (net(at), *chance))
    }

    /// The chance to be ahead.
    pub fn ahead(&self) -> f64 {
        1.0 - self.at_most(0)
    }

    /// The chance to be even.
    pub fn even(&self) -> f64 {
        let at_nought = self.chances().find(|(net, _)| *net == 0);
        at_nought.map_or(0.0, |(_, chance)| chance)
    }

    /// The chance to be behind.
    pub fn behind(&self) -> f64 {
        self.at_most(-1)
    }

    /// The chance of this net or less.
    pub fn at_most(&self, net: i64) -> f64 {
        let low = self.chances().take_while(|(at, _)| *at <= net);
        low.map(|(_, chance)| chance).sum::<f64>().min(1.0)
    }

    /// The least net that this share of sessions does not exceed.
    pub fn quantile(&self, share: f64) -> i64 {
        let mut left = share;
        for (net, chance) in self.chances() {
            left -= chance;
            if left <= self.error {
                return net;
            }
        }
        self.low + self.step * (signed(self.chances.len() as u64) - 1)
    }
}

/// Quantiles after each of these numbers of rounds.
pub fn fan(
    per_round: &PerRound,
    rounds: &[u64],
    shares: &[f64],
) -> Result<Vec<FanRow>, SessionRefused> {
    let row = |rounds: &u64| {
        let session = per_round.after(*rounds)?;
        Ok(FanRow {
            rounds: *rounds,
            mean: session.mean.to_f64(),
            quantiles: shares
                .iter()
                .map(|share| session.quantile(*share))
                .collect(),
        })
    };
    rounds.iter().map(row).collect()
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "sixteen digits are wanted")]
fn count(number: i64) -> f64 {
    number as f64
}
