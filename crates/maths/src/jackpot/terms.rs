//! What a house sets for a link, and why it may be refused.

use core::fmt;

use game::Money;

use super::BOXES_MAX;

/// What a house sets for a link (G-03), and who plays at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkTerms {
    /// What a full win resets the meter to.
    pub seed: Money,
    /// What each bet adds to it.
    pub contribution: Money,
    /// The stake of a bet.
    pub stake: Money,
    /// Boxes with a jackpot bet at each table.
    pub boxes: u8,
    /// How many tables feed it.
    pub tables: u32,
    /// Rounds each table plays in an hour.
    pub rounds_per_hour: Option<u32>,
    /// Rounds the other tables play while a whole win is verified and its table stands still.
    pub verification_rounds: u32,
}

/// Why a link cannot be reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkRefused {
    /// The rulebook has no jackpot.
    NoJackpot,
    /// No row pays the whole meter, so nothing ever resets it.
    NeverReset,
    /// The number of boxes is out of bounds.
    Boxes { found: u8 },
    /// The number of tables is out of bounds.
    Tables { found: u32 },
    /// The number of rounds for a verification is out of bounds.
    VerificationRounds { found: u32 },
    /// The pace is zero.
    RoundsPerHour,
    /// The stake is out of bounds.
    Stake { found: Money },
    /// The contribution is out of bounds.
    Contribution { found: Money },
    /// The seed is out of bounds.
    Seed { found: Money },
    /// Fixed awards come out of the meter and take more than it holds.
    Drained,
    /// Hands so common win shares of the meter that boxes which win together cannot be listed.
    TooManyShares,
}

/// One billion dollars: beyond it fractions of the meter would run out of digits.
const SEED_MAX: Money = Money::major(1_000_000_000);
const STAKE_MAX: Money = Money::major(10_000);
const TABLES_MAX: u32 = 10_000;
const VERIFICATION_MAX: u32 = 1_000_000;

impl fmt::Display for LinkRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkRefused::NoJackpot => f.write_str("the rulebook has no jackpot"),
            LinkRefused::NeverReset => f.write_str(
                "jackpot table: no row pays 100 percent of the meter, so nothing resets it",
            ),
            LinkRefused::Boxes { found } => {
                write!(f, "boxes: found {found}, expected 1 to {BOXES_MAX}")
            }
            LinkRefused::Tables { found } => {
                write!(f, "tables: found {found}, expected 1 to {TABLES_MAX}")
            }
            LinkRefused::VerificationRounds { found } => write!(
                f,
                "verification rounds: found {found}, expected 0 to {VERIFICATION_MAX}"
            ),
            LinkRefused::RoundsPerHour => f.write_str("rounds per hour: found 0, expected 1 or more"),
            LinkRefused::Stake { found } => {
                write!(f, "jackpot stake: found {found}, expected 0.01 to {STAKE_MAX}")
            }
            LinkRefused::Contribution { found } => write!(
                f,
                "contribution: found {found}, expected nothing up to the stake"
            ),
            LinkRefused::Seed { found } => {
                write!(f, "seed: found {found}, expected nothing up to {SEED_MAX}")
            }
            LinkRefused::TooManyShares => f.write_str(
                "jackpot table: hands as common as these cannot pay a share of the meter here; expected sums or multiples for them",
            ),
            LinkRefused::Drained => f.write_str(
                "contribution and seed: fixed awards come out of the meter and take more than both bring",
            ),
        }
    }
}

impl core::error::Error for LinkRefused {}

impl LinkTerms {
    /// The first thing that cannot be.
    pub(super) fn check(&self) -> Result<(), LinkRefused> {
        let LinkTerms {
            seed: found_seed,
            contribution,
            stake,
            boxes,
            tables,
            rounds_per_hour,
            verification_rounds,
        } = *self;
        if boxes == 0 || boxes > BOXES_MAX {
            return Err(LinkRefused::Boxes { found: boxes });
        }
        if tables == 0 || tables > TABLES_MAX {
            return Err(LinkRefused::Tables { found: tables });
        }
        if verification_rounds > VERIFICATION_MAX {
            let found = verification_rounds;
            return Err(LinkRefused::VerificationRounds { found });
        }
        if rounds_per_hour == Some(0) {
            return Err(LinkRefused::RoundsPerHour);
        }
        if !stake.is_positive() || stake > STAKE_MAX {
            return Err(LinkRefused::Stake { found: stake });
        }
        if contribution < Money::ZERO || contribution > stake {
            let found = contribution;
            return Err(LinkRefused::Contribution { found });
        }
        if found_seed < Money::ZERO || found_seed > SEED_MAX {
            return Err(LinkRefused::Seed { found: found_seed });
        }
        Ok(())
    }
}
