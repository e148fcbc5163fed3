//! Mean and variance of something counted.

use crate::fraction::Fraction;

/// Mean and variance of the net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moments {
    /// The mean.
    pub mean: Fraction,
    /// The variance.
    pub variance: Fraction,
}

impl Moments {
    /// Of values and how often each occurs.
    ///
    /// # Panics
    ///
    /// Where nothing was counted.
    pub fn of(counted: impl IntoIterator<Item = (i64, u64)>) -> Moments {
        let (mut cases, mut sum, mut squares) = (0_i128, 0_i128, 0_i128);
        for (value, count) in counted {
            let (value, count) = (i128::from(value), i128::from(count));
            cases += count;
            sum += value * count;
            squares += value * value * count;
        }
        let mean = Fraction::new(sum, cases);
        let variance = Fraction::new(squares, cases) - mean * mean;
        Moments { mean, variance }
    }

    /// To twelve decimals.
    pub fn standard_deviation(&self) -> String {
        self.variance.sqrt_decimal(12)
    }
}
