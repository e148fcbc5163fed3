//! Exact numbers: a fraction in lowest terms, and its decimals rounded once, at the end.

use core::fmt;
use core::ops::{Add, Div, Mul, Neg, Sub};

use ethnum::I256;

/// A fraction in lowest terms with a positive denominator.
///
/// Everything this crate counts fits with room to spare: the most deals told apart are 4 x 10^11
/// (three cards, the Dealer's three and two in the middle), amounts are at most 10^15 cents, and the
/// variance of such an amount over such deals stays below 10^65 where the type ends at 10^76. Beyond
/// that the program stops rather than answer wrongly.
///
/// Two others are no second `Fraction`: `report::Number` prints a fraction of 128 bits and computes
/// nothing, and `house::link::account::ExactAmount` is money, whole cents and a part of a cent. Its
/// lowest terms and these come from the same [`game::gcd`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    num: I256,
    den: I256,
}

impl Fraction {
    /// Zero.
    pub const ZERO: Fraction = Fraction::whole(0);
    /// One.
    pub const ONE: Fraction = Fraction::whole(1);

    /// # Panics
    ///
    /// On a denominator of nothing.
    pub fn new(num: i128, den: i128) -> Fraction {
        Fraction::reduced(I256::new(num), I256::new(den))
    }

    fn reduced(num: I256, den: I256) -> Fraction {
        assert!(den != 0, "a fraction of nothing");
        let common = gcd(num, den);
        let common = if den < 0 { -common } else { common };
        Fraction {
            num: num / common,
            den: den / common,
        }
    }

    /// A whole number.
    pub const fn whole(num: i128) -> Fraction {
        Fraction {
            num: I256::new(num),
            den: I256::ONE,
        }
    }

    /// Numerator and denominator where both have at most 36 digits.
    pub fn parts(self) -> Option<(i128, i128)> {
        let most = I256::new(10_i128.pow(36));
        let short = self.num.abs() < most && self.den < most;
        short.then(|| (self.num.as_i128(), self.den.as_i128()))
    }

    /// The whole number not above it.
    ///
    /// # Panics
    ///
    /// Beyond 128 bits.
    pub fn floor(self) -> i128 {
        let floor = self.num.div_euclid(self.den);
        i128::try_from(floor).expect("a whole number of 128 bits")
    }

    /// Whether it is zero.
    pub fn is_zero(self) -> bool {
        self.num == 0
    }

    /// Whether it is below zero.
    pub fn is_negative(self) -> bool {
        self.num < 0
    }

    /// The fraction turned over.
    ///
    /// # Panics
    ///
    /// On nothing.
    #[must_use]
    pub fn recip(self) -> Fraction {
        Fraction::reduced(self.den, self.num)
    }

    /// The nearest a machine number comes, for plots and for sums that say they are approximate.
    pub fn to_f64(self) -> f64 {
        self.num.as_f64() / self.den.as_f64()
    }

    /// With `places` decimals, halves away from zero.
    pub fn decimal(self, places: u32) -> String {
        let den = self.den;
        let (whole, mut rest) = (self.num.abs() / den, self.num.abs() % den);
        let mut digits = I256::ZERO;
        // One digit at a time: no product is larger than ten denominators.
        for _ in 0..places {
            rest = times(rest, I256::new(10));
            digits = digits * 10 + rest / den;
            rest %= den;
        }
        if times(rest, I256::new(2)) >= den {
            digits += 1;
        }
        let full = I256::new(10).pow(places);
        let sign = if self.is_negative() { "-" } else { "" };
        written(sign, whole + digits / full, digits % full, places)
    }

    /// The square root to `places` decimals, halves away from zero.
    ///
    /// # Panics
    ///
    /// On a negative number.
    pub fn sqrt_decimal(self, places: u32) -> String {
        assert!(!self.is_negative(), "no root of a negative number");
        let scale = I256::new(10).pow(places);
        // The root in half steps of the last decimal, rounded down twice: once is the same.
        let halves = root(times(self.num, scale * scale * 4) / self.den);
        let rounded = (halves + 1) / 2;
        written("", rounded / scale, rounded % scale, places)
    }
}

/// A number by its parts; no sign before nothing.
fn written(sign: &str, whole: I256, digits: I256, places: u32) -> String {
    let sign = if whole == 0 && digits == 0 { "" } else { sign };
    let width = usize::try_from(places).unwrap_or(0);
    format!("{sign}{whole}.{:0>width$}", digits.to_string())
}

/// The largest number whose square is not above this one (Newton's steps from above).
fn root(number: I256) -> I256 {
    if number == 0 {
        return number;
    }
    let bits = 256 - number.leading_zeros();
    let mut guess = I256::ONE << bits.div_ceil(2);
    loop {
        let next = (guess + number / guess) / 2;
        if next >= guess {
            return guess;
        }
        guess = next;
    }
}

/// The greatest number that divides both, never negative.
///
/// # Panics
///
/// Where it is 2^63, which no two numbers of this crate share.
pub(crate) fn common_divisor(one: i64, other: i64) -> i64 {
    let common = game::gcd(one.unsigned_abs().into(), other.unsigned_abs().into());
    i64::try_from(common).expect("a divisor of 63 bits")
}

fn gcd(a: I256, b: I256) -> I256 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    // Long division only while the numbers are long.
    while b != 0 && (*a.high() != 0 || *b.high() != 0) {
        (a, b) = (b, a % b);
    }
    if b == 0 {
        return a.as_i256();
    }
    I256::from(game::gcd(*a.low(), *b.low()))
}

fn times(a: I256, b: I256) -> I256 {
    a.checked_mul(b).expect("exact numbers of 256 bits")
}

fn plus(a: I256, b: I256) -> I256 {
    a.checked_add(b).expect("exact numbers of 256 bits")
}

impl Add for Fraction {
    type Output = Fraction;

    fn add(self, other: Fraction) -> Fraction {
        let common = gcd(self.den, other.den);
        let (own, others) = (other.den / common, self.den / common);
        Fraction::reduced(
            plus(times(self.num, own), times(other.num, others)),
            times(self.den, own),
        )
    }
}

impl Sub for Fraction {
    type Output = Fraction;

    fn sub(self, other: Fraction) -> Fraction {
        self + -other
    }
}

impl Neg for Fraction {
    type Output = Fraction;

    fn neg(self) -> Fraction {
        Fraction {
            num: -self.num,
            den: self.den,
        }
    }
}

impl Mul for Fraction {
    type Output = Fraction;

    fn mul(self, other: Fraction) -> Fraction {
        // Cancelled crosswise first: the products stay as small as the result.
        let one = Fraction::reduced(self.num, other.den);
        let two = Fraction::reduced(other.num, self.den);
        Fraction {
            num: times(one.num, two.num),
            den: times(one.den, two.den),
        }
    }
}

impl Div for Fraction {
    type Output = Fraction;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "division is that")]
    fn div(self, other: Fraction) -> Fraction {
        self * other.recip()
    }
}

impl core::iter::Sum for Fraction {
    fn sum<I: Iterator<Item = Fraction>>(all: I) -> Fraction {
        all.fold(Fraction::ZERO, Add::add)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> core::cmp::Ordering {
        (*self - *other).num.cmp(&I256::ZERO)
    }
}

/// `num/den`, as the exact form of a number is written.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_round_halves_away_from_zero() {
        assert_eq!(Fraction::new(1, 8).decimal(2), "0.13");
        assert_eq!(Fraction::new(-1, 8).decimal(2), "-0.13");
        assert_eq!(Fraction::new(999, 1000).decimal(2), "1.00");
        assert_eq!(Fraction::new(-1, 1000).decimal(2), "0.00");
        assert_eq!(Fraction::new(2, 3).decimal(12), "0.666666666667");
    }

    #[test]
    fn roots_round_to_the_nearest() {
        assert_eq!(Fraction::whole(2).sqrt_decimal(12), "1.414213562373");
        assert_eq!(Fraction::new(1, 4).sqrt_decimal(3), "0.500");
        assert_eq!(Fraction::whole(0).sqrt_decimal(2), "0.00");
        assert_eq!(Fraction::new(225, 10_000).sqrt_decimal(1), "0.2");
        assert_eq!(Fraction::whole(3).sqrt_decimal(12), "1.732050807569");
    }

    /// The variance of a meter of ten million million over four hundred thousand million deals.
    #[test]
    fn long_numbers_stay_exact() {
        let chance = Fraction::new(1, 421_421_364_001);
        let meter = Fraction::whole(1_000_000_000_000_007);
        let mean = meter * chance;
        let variance = meter * meter * chance - mean * mean;
        let back = (variance + mean * mean) / chance;
        assert_eq!(back.to_string(), "1000000000000014000000000000049/1");
        assert_eq!(back.sqrt_decimal(12), "1000000000000007.000000000000");
        assert_eq!((-variance + variance).to_string(), "0/1");
    }

    #[test]
    fn sums_are_in_lowest_terms() {
        let sum = Fraction::new(1, 6) + Fraction::new(1, 3);
        assert_eq!(sum.to_string(), "1/2");
        assert_eq!(
            (Fraction::new(2, 3) * Fraction::new(3, 4)).to_string(),
            "1/2"
        );
        assert!(Fraction::new(1, 3) < Fraction::new(1, 2));
    }
}
