//! The normal curve: how much lies further out than z deviations, and back.

use core::f64::consts::{FRAC_1_SQRT_2, PI};

/// The chance to be further than `z` deviations from the mean on either side.
pub(super) fn beyond(z: f64) -> f64 {
    let x = z.abs() * FRAC_1_SQRT_2;
    if x < 3.0 { 1.0 - near(x) } else { far(x) }
}

/// The deviations that leave this chance outside, by halving: beyond eight and a half nothing is left
/// that a confidence asks for.
pub(super) fn deviations(outside: f64) -> f64 {
    let (mut low, mut high) = (0.0, 38.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if beyond(middle) > outside {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// The error function by its series of positive terms.
fn near(x: f64) -> f64 {
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term > sum * 1e-17 {
        odd += 2.0;
        term *= 2.0 * x * x / odd;
        sum += term;
    }
    2.0 / PI.sqrt() * (-x * x).exp() * sum
}

/// What it lacks to one, by its continued fraction from the inside out.
fn far(x: f64) -> f64 {
    let mut fraction = x;
    for at in (1..=60_u32).rev() {
        fraction = x + 0.5 * f64::from(at) / fraction;
    }
    (-x * x).exp() / (PI.sqrt() * fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the tables.
    #[test]
    fn the_usual_confidences_have_their_deviations() {
        for (outside, z) in [
            (0.05, 1.959_963_984_540_054),
            (0.01, 2.575_829_303_548_901),
            (0.001, 3.290_526_731_491_896),
        ] {
            assert!((deviations(outside) - z).abs() < 1e-12);
            assert!((beyond(z) - outside).abs() < 1e-14);
        }
        // Two billionths at six deviations, and the two ways meet where they change.
        assert!((beyond(6.0) / 1.973_175_290_075_396e-9 - 1.0).abs() < 1e-12);
        let meeting = 3.0 / FRAC_1_SQRT_2;
        assert!((beyond(meeting - 1e-9) / beyond(meeting + 1e-9) - 1.0).abs() < 1e-7);
    }
}
