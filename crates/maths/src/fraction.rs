//! Exact numbers: a fraction in lowest terms, and its decimals rounded once, at the end.

use core::fmt;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A fraction in lowest terms with a positive denominator.
///
/// Everything this crate counts fits: the largest denominators are squares of the 407,170,400 deals,
/// some 10^17, and sums over them stay far below the 10^38 of the type. Overflow stops the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    num: i128,
    den: i128,
}

impl Fraction {
    pub const ZERO: Fraction = Fraction { num: 0, den: 1 };
    pub const ONE: Fraction = Fraction { num: 1, den: 1 };

    /// # Panics
    ///
    /// On a denominator of nothing.
    pub fn new(num: i128, den: i128) -> Fraction {
        assert!(den != 0, "a fraction of nothing");
        let sign = den.signum();
        let common = gcd(num.unsigned_abs(), den.unsigned_abs());
        let common = i128::try_from(common).expect("a divisor is no larger than what it divides");
        let common = common.max(1);
        Fraction {
            num: sign * num / common,
            den: sign * den / common,
        }
    }

    pub const fn whole(num: i128) -> Fraction {
        Fraction { num, den: 1 }
    }

    pub const fn num(self) -> i128 {
        self.num
    }

    pub const fn den(self) -> i128 {
        self.den
    }

    pub const fn is_zero(self) -> bool {
        self.num == 0
    }

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
        Fraction::new(self.den, self.num)
    }

    /// With `places` decimals, halves away from zero.
    pub fn decimal(self, places: u32) -> String {
        let (digits, rest) = self.scaled(places);
        let sign = if self.num < 0 && (digits, rest) != (0, 0) {
            "-"
        } else {
            ""
        };
        let width = usize::try_from(places).unwrap_or(0);
        format!("{sign}{digits}.{rest:0width$}")
    }

    /// Whole part and decimals of the absolute value.
    fn scaled(self, places: u32) -> (u128, u128) {
        let (num, den) = (self.num.unsigned_abs(), self.den.unsigned_abs());
        let (mut whole, mut rest) = (num / den, num % den);
        let mut digits = 0_u128;
        // One digit at a time: no product is larger than ten denominators.
        for _ in 0..places {
            rest *= 10;
            digits = digits * 10 + rest / den;
            rest %= den;
        }
        if rest * 2 >= den {
            digits += 1;
        }
        let full = 10_u128.pow(places);
        whole += digits / full;
        (whole, digits % full)
    }

    /// The square root to `places` decimals, halves away from zero.
    ///
    /// # Panics
    ///
    /// On a negative number.
    pub fn sqrt_decimal(self, places: u32) -> String {
        assert!(self.num >= 0, "no root of a negative number");
        let (mut low, mut high) = (0_u128, 1_u128);
        let scale = 10_u128.pow(places);
        // Compares (candidate / scale)^2 with num / den in 256 bits by splitting the product.
        let below = |candidate: u128| self.square_at_most(candidate, 2 * scale);
        while below(high) {
            high *= 2;
        }
        // Doubled steps: the largest odd or even half step not above the root tells how to round.
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if below(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let rounded = low.div_ceil(2);
        let width = usize::try_from(places).unwrap_or(0);
        format!("{}.{:0width$}", rounded / scale, rounded % scale)
    }

    /// Whether (`root` / `scale`)^2 is at most the fraction.
    fn square_at_most(self, root: u128, scale: u128) -> bool {
        let left = Wide::product(root, root).times(self.den.unsigned_abs());
        let right = Wide::product(scale, scale).times(self.num.unsigned_abs());
        left <= right
    }
}

/// An unsigned number of 512 bits, lowest limb last in memory order of comparison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Wide([u64; 8]);

impl Wide {
    fn product(a: u128, b: u128) -> Wide {
        let mut one = Wide([0; 8]);
        one.0[7] = 1;
        one.times(a).times(b)
    }

    /// Schoolbook, limb by limb; the highest limbs come first so that the derived order compares numbers.
    fn times(self, factor: u128) -> Wide {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the low limb is what is wanted"
        )]
        let limbs = [factor as u64, (factor >> 64) as u64];
        let mut out = [0_u64; 8];
        for (shift, limb) in limbs.into_iter().enumerate() {
            let mut carry = 0_u128;
            for at in 0..8 - shift {
                let place = 7 - at - shift;
                let sum =
                    u128::from(self.0[7 - at]) * u128::from(limb) + u128::from(out[place]) + carry;
                #[expect(clippy::cast_possible_truncation, reason = "the low limb stays here")]
                let low = sum as u64;
                out[place] = low;
                carry = sum >> 64;
            }
            assert!(carry == 0, "a product beyond 512 bits");
        }
        Wide(out)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Add for Fraction {
    type Output = Fraction;

    fn add(self, other: Fraction) -> Fraction {
        let common = gcd(self.den.unsigned_abs(), other.den.unsigned_abs());
        let common = i128::try_from(common).expect("a divisor of an i128").max(1);
        let (own, others) = (other.den / common, self.den / common);
        Fraction::new(self.num * own + other.num * others, self.den * own)
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
        let one = Fraction::new(self.num, other.den);
        let two = Fraction::new(other.num, self.den);
        Fraction {
            num: one.num * two.num,
            den: one.den * two.den,
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
        (*self - *other).num.cmp(&0)
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
