//! Winners of one round at several tables.
//!
//! Tables have a deck each, so the numbers of winners add up independently. Fractions would run out
//! of digits after a few tables; the sums below are of positive numbers only, so floating point
//! keeps some fourteen digits of each.

use crate::fraction::Fraction;

/// What is left out at the far end, all together.
const NEGLIGIBLE: f64 = 1e-18;

/// The chance of so many winners at `tables` tables, from that at one.
pub(super) fn tables(one: &[Fraction], tables: u32) -> Vec<f64> {
    let mut power: Vec<f64> = one.iter().copied().map(Fraction::to_f64).collect();
    let mut sum = vec![1.0];
    let mut left = tables;
    // By repeated squaring: the binary digits of the number of tables.
    while left > 0 {
        if left % 2 == 1 {
            sum = both(&sum, &power);
        }
        left /= 2;
        if left > 0 {
            power = both(&power, &power);
        }
    }
    sum
}

fn both(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; one.len() + other.len() - 1];
    for (at, a) in one.iter().enumerate() {
        for (b, sum) in other.iter().zip(&mut sum[at..]) {
            *sum += a * b;
        }
    }
    let mut beyond = 0.0;
    while let Some(last) = sum.last() {
        beyond += last;
        if beyond > NEGLIGIBLE / 64.0 || sum.len() == 1 {
            break;
        }
        sum.pop();
    }
    sum
}
