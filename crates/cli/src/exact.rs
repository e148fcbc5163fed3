//! An exact number as programs read it: the fraction, and twelve decimals of it.

use maths::Fraction;
use serde::Serialize;

/// An exact number in JSON.
#[derive(Serialize)]
pub struct Exact {
    exact: String,
    decimal: String,
}

impl From<Fraction> for Exact {
    fn from(number: Fraction) -> Exact {
        Exact {
            exact: number.to_string(),
            decimal: number.decimal(12),
        }
    }
}
