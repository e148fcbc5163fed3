//! From exact numbers to binary ones, where a result is stated as approximate.

use crate::fraction::Fraction;

/// The nearest floating-point number but for the last digit or two.
#[expect(
    clippy::cast_precision_loss,
    reason = "sixteen digits are what is wanted"
)]
pub(crate) fn float(number: Fraction) -> f64 {
    number.num() as f64 / number.den() as f64
}
