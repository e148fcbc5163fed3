//! Amounts and the odds they are paid at, in whole minor units.
//!
//! There is no float and no rounding here but the one a caller names: a payment that does not come
//! to a whole minor unit is `None`, and a percentage says which way it rounds (G-16).

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// An amount in the table currency's minor unit (cents, pence).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Money(i64);

/// Winnings for a stake: `won` for every `staked`, the stake itself not counted.
///
/// "40 to 1" is `Odds::to_one(40)`; "400 for 1" includes the stake, so it is 399 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    won: u32,
    staked: u32,
}

/// Which way a share of the meter is brought to a whole minor unit (G-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// What does not make a whole minor unit stays where it was.
    Down,
    /// To the nearest minor unit, halves up.
    Nearest,
}

impl Money {
    /// Nothing.
    pub const ZERO: Money = Money(0);

    /// The largest amount a caller may write down: 10^15, so that no sum of a round leaves 64 bits.
    ///
    /// Fifteen boxes at 400 for 1 and everything else beside come to less than 6.8 * 10^18.
    pub const LIMIT: Money = Money(1_000_000_000_000_000);

    /// So many minor units: cents, pence.
    pub const fn minor(amount: i64) -> Money {
        Money(amount)
    }

    /// So many whole units: dollars, pounds.
    ///
    /// # Panics
    ///
    /// Where it does not fit into 64 bits, as with `+` and `-`.
    pub const fn major(amount: i64) -> Money {
        within(amount.checked_mul(100))
    }

    /// How many minor units it is.
    pub const fn in_minor(self) -> i64 {
        self.0
    }

    /// Whether it is nothing.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Whether it is more than nothing.
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// The smaller of the two.
    #[must_use]
    pub fn min(self, other: Money) -> Money {
        Money(self.0.min(other.0))
    }

    /// The larger of the two.
    #[must_use]
    pub fn max(self, other: Money) -> Money {
        Money(self.0.max(other.0))
    }

    /// Whether it can be laid in chips of this one value; no amount can in chips worth nothing.
    pub const fn is_multiple_of(self, chip: Money) -> bool {
        chip.0 > 0 && self.0 % chip.0 == 0
    }

    /// The largest multiple of a chip that is not above it.
    #[must_use]
    pub const fn down_to(self, chip: Money) -> Money {
        Money(self.0 - self.0.rem_euclid(chip.0))
    }

    /// The smallest multiple of a chip that is not below it.
    #[must_use]
    pub const fn up_to(self, chip: Money) -> Money {
        Money(self.0 + (-self.0).rem_euclid(chip.0))
    }

    /// This amount less `other`, but never below nothing.
    ///
    /// # Panics
    ///
    /// Where the difference does not fit into 64 bits, as with `+` and `-`.
    #[must_use]
    pub fn less(self, other: Money) -> Money {
        (self - other).max(Money::ZERO)
    }

    /// So many times as much.
    ///
    /// # Panics
    ///
    /// Where the product does not fit into 64 bits, as with `+` and `-`.
    #[must_use]
    pub const fn times(self, factor: u32) -> Money {
        within(self.0.checked_mul(factor as i64))
    }

    /// The sum; `None` where it does not fit into 64 bits.
    #[must_use]
    pub const fn checked_add(self, other: Money) -> Option<Money> {
        match self.0.checked_add(other.0) {
            Some(sum) => Some(Money(sum)),
            None => None,
        }
    }

    /// Winnings at `odds`, or `None` where they do not come to a whole minor unit:
    /// rounding is a ruling, so the caller must name the clause that makes it.
    #[inline]
    pub fn pays(self, odds: Odds) -> Option<Money> {
        if odds.staked == 1 {
            return self.0.checked_mul(i64::from(odds.won)).map(Money);
        }
        let won = i128::from(self.0) * i128::from(odds.won);
        let staked = i128::from(odds.staked);
        if won % staked != 0 {
            return None;
        }
        i64::try_from(won / staked).ok().map(Money)
    }

    /// `percent` hundredths of this amount. What rounding leaves over is `self` less the answer:
    /// nothing is created and nothing lost.
    #[must_use]
    pub fn share(self, percent: u8, rounding: Rounding) -> Money {
        let hundredths = i128::from(self.0) * i128::from(percent);
        let nudge = match rounding {
            Rounding::Down => 0,
            Rounding::Nearest => 50,
        };
        let share = (hundredths + nudge).div_euclid(100);
        Money(i64::try_from(share).unwrap_or(self.0))
    }
}

impl Odds {
    /// "`won` to 1": the stake comes back beside the winnings.
    pub const fn to_one(won: u32) -> Odds {
        Odds { won, staked: 1 }
    }

    /// "`won` to `staked`", as in 3 to 2. `None` where the stake is nothing.
    pub const fn to(won: u32, staked: u32) -> Option<Odds> {
        if staked == 0 {
            None
        } else {
            Some(Odds { won, staked })
        }
    }

    /// "`paid` for 1": the payment contains the stake. `None` for less than the stake.
    pub const fn for_one(paid: u32) -> Option<Odds> {
        if paid == 0 {
            None
        } else {
            Some(Odds::to_one(paid - 1))
        }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.won, self.staked)
    }
}

/// Whole units and hundredths: `25.00`, `-0.05`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let minor = self.0.unsigned_abs();
        let text = format_args!("{sign}{}.{:02}", minor / 100, minor % 100).to_string();
        f.pad(&text)
    }
}

/// Amounts that come in are bounded by [`Money::LIMIT`], so a sum that leaves 64 bits is our own error.
/// Under any build profile it panics, and never wraps around to another amount.
const fn within(amount: Option<i64>) -> Money {
    match amount {
        Some(amount) => Money(amount),
        None => panic!("an amount of money beyond 64 bits"),
    }
}

impl Add for Money {
    type Output = Money;
    #[inline]
    fn add(self, other: Money) -> Money {
        within(self.0.checked_add(other.0))
    }
}

impl AddAssign for Money {
    #[inline]
    fn add_assign(&mut self, other: Money) {
        *self = *self + other;
    }
}

impl Sub for Money {
    type Output = Money;
    #[inline]
    fn sub(self, other: Money) -> Money {
        within(self.0.checked_sub(other.0))
    }
}

impl SubAssign for Money {
    #[inline]
    fn sub_assign(&mut self, other: Money) {
        *self = *self - other;
    }
}

impl Neg for Money {
    type Output = Money;
    #[inline]
    fn neg(self) -> Money {
        within(self.0.checked_neg())
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_pay_winnings_only() {
        assert_eq!(
            Money::minor(10).pays(Odds::to_one(40)),
            Some(Money::minor(400))
        );
        let for_one = Odds::for_one(20).unwrap();
        assert_eq!(Money::minor(500).pays(for_one), Some(Money::minor(9_500)));
        assert_eq!(Odds::for_one(0), None);
    }

    #[test]
    fn a_payment_that_is_no_whole_minor_unit_is_not_rounded() {
        let three_to_two = Odds::to(3, 2).unwrap();
        assert_eq!(Money::minor(10).pays(three_to_two), Some(Money::minor(15)));
        assert_eq!(Money::minor(5).pays(three_to_two), None);
        assert_eq!(Odds::to(1, 0), None);
    }

    /// G-16: a percentage is floored and the remainder stays on the meter.
    #[test]
    fn a_share_is_floored_and_the_remainder_kept() {
        let meter = Money::minor(12_345);
        assert_eq!(meter.share(10, Rounding::Down), Money::minor(1_234));
        assert_eq!(meter.share(10, Rounding::Nearest), Money::minor(1_235));
        assert_eq!(meter.share(100, Rounding::Down), meter);
    }

    /// `overflow-checks` is a setting of our own workspace: another that builds this crate in release
    /// mode must not get wrapped amounts.
    #[test]
    fn an_amount_never_wraps_around() {
        let most = Money::minor(i64::MAX);
        let breaks: [fn(Money) -> Money; 6] = [
            |most| most + Money::minor(1),
            |most| -most - Money::minor(2),
            |most| -(-most - Money::minor(1)),
            |most| most.times(2),
            |most| (-most).less(most),
            |most| [most, most].into_iter().sum(),
        ];
        for (nth, sum) in breaks.into_iter().enumerate() {
            let broke = std::panic::catch_unwind(|| sum(most)).unwrap_err();
            let said = broke.downcast_ref::<&str>().copied();
            assert_eq!(said, Some("an amount of money beyond 64 bits"), "{nth}");
        }
        assert_eq!(most.checked_add(Money::minor(1)), None);
    }

    #[test]
    fn money_prints_as_people_write_it() {
        assert_eq!(Money::minor(-5).to_string(), "-0.05");
        assert_eq!(Money::major(25).to_string(), "25.00");
    }
}
