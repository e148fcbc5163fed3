//! From exact numbers to binary ones, where a result is stated as approximate.

use crate::fraction::Fraction;

/// The nearest floating-point number but for the last digit or two.
pub(crate) fn float(number: Fraction) -> f64 {
    number.to_f64()
}
