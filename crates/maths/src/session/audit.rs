//! What an auditor holds the house's win against: the band that chance explains.
//!
//! The deviation of the house's win is exact: that of one unit, times the root of the sum of squares
//! of the stakes. A band of so many deviations takes the sum for normal; where all stakes are equal
//! the rounds are convolved too, and the band is that of the true law.

use game::Money;

use super::normal::{beyond, deviations};
use super::{PerRound, Session, SessionRefused, count};
use crate::fraction::Fraction;

/// What was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle {
    /// How many rounds.
    pub rounds: u64,
    /// The stakes of all rounds together; for Ante and Play, the Antes.
    pub staked: Money,
    /// The sum of their squares, in cents times cents; none where all were equal.
    pub squares: Option<u128>,
}

/// The house's win that chance explains, in dollars.
#[derive(Clone, Debug)]
pub struct Audit {
    /// What was played.
    pub handle: Handle,
    /// The expected win of the house.
    pub expected: Fraction,
    /// Its standard deviation.
    pub deviation: f64,
    /// The bands around it, one for each confidence.
    pub bands: Vec<Band>,
    /// One stake in dollars and the law of all rounds, where stakes were equal.
    by_rounds: Option<(f64, Session)>,
}

/// A band around the expected win.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// The share of such periods that end inside.
    pub confidence: f64,
    /// So many deviations to either side.
    pub by_deviation: [f64; 2],
    /// By the law itself; none where stakes differed or the rounds are too many to convolve.
    pub by_rounds: Option<[f64; 2]>,
}

/// What is to be said of an actual result.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    /// Deviations from what was expected; positive where the house won more.
    pub z: f64,
    /// The chance of a result as far out or further, on either side, if the sum is normal.
    pub tail: f64,
    /// The same by the law itself: twice the smaller side.
    pub tail_by_rounds: Option<f64>,
    /// The widest of the bands that does not hold the result; none where all do.
    pub outside: Option<f64>,
}

/// The confidences of the bands.
pub const CONFIDENCES: [f64; 3] = [0.95, 0.99, 0.999];

impl Audit {
    /// Computes the expected win and its bands.
    pub fn new(per_round: &PerRound, handle: Handle) -> Result<Audit, SessionRefused> {
        let Handle {
            rounds,
            staked,
            squares,
        } = handle;
        if !staked.is_positive() {
            return Err(SessionRefused::Staked);
        }
        if rounds == 0 || rounds > super::ROUNDS_MAX {
            return Err(SessionRefused::Rounds { found: rounds });
        }
        let most = u128::from(staked.in_minor().unsigned_abs()).pow(2);
        let least = most.div_ceil(u128::from(rounds));
        if squares.is_some_and(|squares| squares < least || squares > most) {
            return Err(SessionRefused::Squares { least, most });
        }
        let cents = count(staked.in_minor());
        let equal = cents * cents / count(super::signed(rounds));
        #[expect(clippy::cast_precision_loss, reason = "sixteen digits are wanted")]
        let squares = squares.map_or(equal, |squares| squares as f64);
        let deviation = per_round.deviation() * squares.sqrt() / 100.0;
        let expected = -per_round.moments.mean * Fraction::new(staked.in_minor().into(), 100);
        let stake = cents / 100.0 / count(super::signed(rounds));
        let session = handle
            .squares
            .is_none()
            .then(|| per_round.after(rounds).ok());
        let by_rounds = session.flatten().map(|session| (stake, session));
        let band = |confidence: f64| {
            let reach = deviations(1.0 - confidence) * deviation;
            let side = 0.5 * (1.0 - confidence);
            Band {
                confidence,
                by_deviation: [expected.to_f64() - reach, expected.to_f64() + reach],
                by_rounds: by_rounds.as_ref().map(|(stake, session)| {
                    // The house wins what the Players lose.
                    let house = |share: f64| -count(session.quantile(share)) * stake;
                    [house(1.0 - side), house(side)]
                }),
            }
        };
        Ok(Audit {
            bands: CONFIDENCES.into_iter().map(band).collect(),
            handle,
            expected,
            deviation,
            by_rounds,
        })
    }

    /// The house's actual win against the bands.
    pub fn judge(&self, won: Money) -> Judgement {
        let won = count(won.in_minor()) / 100.0;
        let apart = won - self.expected.to_f64();
        let z = if self.deviation > 0.0 {
            apart / self.deviation
        } else {
            0.0
        };
        let tail = beyond(z);
        let tail_by_rounds = self.by_rounds.as_ref().map(|(stake, session)| {
            let net = -won / stake;
            // Nets are whole units: those at most the actual one, and those at least it.
            let low = session.at_most(floor(net + 1e-9));
            let high = 1.0 - session.at_most(floor((net - 1e-9).ceil() - 1.0));
            (2.0 * low.min(high)).min(1.0)
        });
        let judged = tail_by_rounds.unwrap_or(tail);
        let outside = CONFIDENCES
            .into_iter()
            .rfind(|confidence| judged < 1.0 - confidence);
        Judgement {
            z,
            tail,
            tail_by_rounds,
            outside,
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates, which is far enough"
)]
fn floor(number: f64) -> i64 {
    number.floor() as i64
}
