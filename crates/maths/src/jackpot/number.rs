//! The meter's equations are the same in fractions and in floating point.
//!
//! Fractions are exact as long as no more than two boxes of a table can win a share of the meter
//! together, which holds for every rulebook; a made-up table may need more digits than they have.

use core::ops::{Add, Div, Mul, Sub};

use crate::fraction::Fraction;

pub(super) trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn of(exact: Fraction) -> Self;

    fn zero() -> Self {
        Self::of(Fraction::ZERO)
    }

    fn one() -> Self {
        Self::of(Fraction::ONE)
    }
}

impl Number for Fraction {
    fn of(exact: Fraction) -> Fraction {
        exact
    }
}

impl Number for f64 {
    fn of(exact: Fraction) -> f64 {
        exact.to_f64()
    }
}
