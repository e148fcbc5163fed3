//! Sums of many amounts.
//!
//! A single amount of money has 64 bits and stops the program where it would leave them. What a house
//! adds up over days and tables may be more than that, also in an honest house, so sums have 128 bits:
//! more than all the entries of the largest log can come to.

use core::fmt;
use core::iter::Sum;
use core::ops::{AddAssign, Sub, SubAssign};

use game::Money;

/// A sum of amounts, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Total(i128);

impl Total {
    /// The sum in minor units.
    pub const fn in_minor(self) -> i128 {
        self.0
    }

    /// What is left of one amount less another, however far apart they are.
    pub fn between(amount: Money, less: Money) -> Total {
        Total(i128::from(amount.in_minor()) - i128::from(less.in_minor()))
    }
}

impl From<Money> for Total {
    fn from(amount: Money) -> Total {
        Total(amount.in_minor().into())
    }
}

impl AddAssign<Total> for Total {
    fn add_assign(&mut self, other: Total) {
        self.0 += other.0;
    }
}

impl AddAssign<Money> for Total {
    fn add_assign(&mut self, amount: Money) {
        self.0 += i128::from(amount.in_minor());
    }
}

impl SubAssign<Money> for Total {
    fn sub_assign(&mut self, amount: Money) {
        self.0 -= i128::from(amount.in_minor());
    }
}

impl Sub for Total {
    type Output = Total;

    fn sub(self, other: Total) -> Total {
        Total(self.0 - other.0)
    }
}

impl Sum for Total {
    fn sum<I: Iterator<Item = Total>>(all: I) -> Total {
        Total(all.map(|one| one.0).sum())
    }
}

impl Sum<Money> for Total {
    fn sum<I: Iterator<Item = Money>>(all: I) -> Total {
        all.map(Total::from).sum()
    }
}

/// As an amount of money is written.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let minor = self.0.unsigned_abs();
        let text = format_args!("{sign}{}.{:02}", minor / 100, minor % 100).to_string();
        f.pad(&text)
    }
}

/// A sum of squares; nothing once it has left 128 bits, which takes 10^8 bets of the largest amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares(Option<i128>);

impl Squares {
    /// The sum, in square cents.
    pub const fn sum(self) -> Option<i128> {
        self.0
    }

    /// Adds the square of an amount, or takes it away.
    pub(crate) fn count(&mut self, amount: Money, sign: i64) {
        let cents = i128::from(amount.in_minor());
        // At most 2^126.
        self.add(Squares(Some(i128::from(sign.signum()) * cents * cents)));
    }

    /// Adds another sum.
    pub(crate) fn add(&mut self, other: Squares) {
        let both = self.0.zip(other.0);
        self.0 = both.and_then(|(own, others)| own.checked_add(others));
    }
}

/// A sum of squares that is known, in square cents.
impl From<i128> for Squares {
    fn from(sum: i128) -> Squares {
        Squares(Some(sum))
    }
}

impl Default for Squares {
    fn default() -> Squares {
        Squares(Some(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_beyond_64_bits_is_written_like_money() {
        for minor in [0, 5, -5, 12_345, i64::MAX, i64::MIN] {
            let amount = Money::minor(minor);
            assert_eq!(Total::from(amount).to_string(), amount.to_string());
        }
        let most = Money::minor(i64::MAX);
        let mut sum: Total = [most, most].into_iter().sum();
        sum += Money::minor(3);
        assert_eq!(sum.to_string(), "184467440737095516.17");
        sum -= most;
        assert_eq!(sum.in_minor(), i128::from(i64::MAX) + 3);
        let apart = Total::between(Money::minor(i64::MIN), most);
        assert_eq!(apart.in_minor(), -(1 << 64) + 1);
    }

    #[test]
    fn squares_beyond_128_bits_are_none_and_stay_none() {
        let mut squares = Squares::default();
        let most = Money::minor(i64::MIN);
        squares.count(most, 1);
        assert_eq!(squares.sum(), Some(1 << 126));
        squares.count(most, 1);
        assert_eq!(squares.sum(), None);
        squares.count(most, -1);
        assert_eq!(squares.sum(), None);
    }
}
