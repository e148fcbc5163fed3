//! The N-th power of a law by its Fourier transform.
//!
//! At each frequency the transform of one round is a complex number of modulus at most one; its N-th
//! power is that of N rounds. The modulus is taken from what it lacks to one, a sum of positive terms,
//! so that a power of a million does not magnify the rounding of numbers close to one.

use core::f64::consts::PI;

use super::{count, signed};

pub(super) struct Power {
    pub chances: Vec<f64>,
    /// Bound on the rounding of any sum of the chances.
    pub error: f64,
}

#[derive(Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

/// The chances of `low`, `low + 1`, .. for the sum of so many independent steps. What lies outside
/// the cells comes in again at the other end, so it must be negligible.
pub(super) fn power(steps: &[(i64, f64)], rounds: u64, low: i64, cells: usize) -> Power {
    let size = cells.next_power_of_two();
    // Around a step near the mean, so that phases stay small where the modulus is not.
    let mean: f64 = steps
        .iter()
        .map(|(step, chance)| count(*step) * chance)
        .sum();
    let centre = nearest(mean);
    let turns = Turns::new(size);
    let shift = i128::from(low) - i128::from(rounds) * i128::from(centre);
    let shift = i64::try_from(shift.rem_euclid(size as i128)).unwrap_or(0);
    let mut spectrum = vec![Complex { re: 0.0, im: 0.0 }; size];
    for at in 0..=size / 2 {
        let one = transform(steps, centre, at, &turns);
        let Some(all) = one.raised(count(signed(rounds))) else {
            continue;
        };
        let back = turns.at(-shift * signed(at as u64));
        let value = all.times(back);
        spectrum[at] = value;
        // Chances are real numbers: the upper half mirrors the lower.
        let mirror = (size - at) % size;
        spectrum[mirror] = Complex {
            re: value.re,
            im: if mirror == at { value.im } else { -value.im },
        };
    }
    back_transform(&mut spectrum, &turns);
    let scale = 1.0 / count(signed(size as u64));
    let mut chances: Vec<f64> = spectrum.iter().map(|value| value.re * scale).collect();
    let error = rounding(&chances, steps, rounds, [mean, count(centre)]);
    chances.truncate(cells);
    for chance in &mut chances {
        *chance = chance.max(0.0);
    }
    Power { chances, error }
}

/// One round at one frequency: what the real part lacks to one, and the imaginary part.
struct Lacking {
    re: f64,
    im: f64,
}

fn transform(steps: &[(i64, f64)], centre: i64, at: usize, turns: &Turns) -> Lacking {
    let mut sum = Lacking { re: 0.0, im: 0.0 };
    for (step, chance) in steps {
        let turn = (step - centre) * signed(at as u64);
        let half = turns.half_sine(turn);
        sum.re += chance * 2.0 * half * half;
        sum.im += chance * turns.at(turn).im;
    }
    sum
}

impl Lacking {
    /// None where the power is nothing.
    fn raised(&self, rounds: f64) -> Option<Complex> {
        let lacks = (2.0 - self.re) * self.re - self.im * self.im;
        let modulus = (0.5 * rounds * (-lacks.min(1.0)).ln_1p()).exp();
        if modulus < 1e-30 {
            return None;
        }
        let angle = rounds * self.im.atan2(1.0 - self.re);
        Some(Complex {
            re: modulus * angle.cos(),
            im: modulus * angle.sin(),
        })
    }
}

impl Complex {
    fn times(self, other: Complex) -> Complex {
        Complex {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

/// Sines of every half step of a turn cut in `size` steps, a power of two.
struct Turns {
    size: usize,
    sines: Vec<f64>,
}

impl Turns {
    fn new(size: usize) -> Turns {
        let half_step = PI / count(signed(size as u64));
        let half_turn = signed(size as u64);
        // From the nearest place where the sine is nothing: near there it must be good to its own
        // last digit, since the power multiplies what little it is by the number of rounds.
        let height = |at: i64| {
            let (sign, at) = if at > half_turn {
                (-1.0, 2 * half_turn - at)
            } else {
                (1.0, at)
            };
            sign * (half_step * count(at.min(half_turn - at))).sin()
        };
        Turns {
            size,
            sines: (0..2 * half_turn).map(height).collect(),
        }
    }

    /// e to the power of i times 2 pi `turn` / size.
    fn at(&self, turn: i64) -> Complex {
        // The cosine is the sine a quarter turn on; with one step there is no quarter.
        let re = if self.size == 1 {
            1.0
        } else {
            self.half_sine(2 * turn + signed(self.size as u64) / 2)
        };
        let im = self.half_sine(2 * turn);
        Complex { re, im }
    }

    /// The sine of pi times `half_turn` / size.
    fn half_sine(&self, half_turn: i64) -> f64 {
        let around = signed(2 * self.size as u64) - 1;
        self.sines[usize::try_from(half_turn & around).unwrap_or(0)]
    }
}

/// In place, the usual way: put in bit-reversed order, then joined two by two.
fn back_transform(values: &mut [Complex], turns: &Turns) {
    let size = values.len();
    let bits = size.trailing_zeros();
    for at in 0..size {
        let other = if bits == 0 {
            0
        } else {
            at.reverse_bits() >> (usize::BITS - bits)
        };
        if at < other {
            values.swap(at, other);
        }
    }
    let mut half = 1;
    while half < size {
        let stride = size / (2 * half);
        for block in values.chunks_mut(2 * half) {
            let (lower, upper) = block.split_at_mut(half);
            for (at, (low, high)) in lower.iter_mut().zip(upper).enumerate() {
                let turned = high.times(turns.at(-signed((at * stride) as u64)));
                *high = Complex {
                    re: low.re - turned.re,
                    im: low.im - turned.im,
                };
                *low = Complex {
                    re: low.re + turned.re,
                    im: low.im + turned.im,
                };
            }
        }
        half *= 2;
    }
}

/// The transform errs by a few units in the last place at each of its levels, relative to the root
/// of the sum of squares; a sum over all cells by at most the root of their number times that. The
/// N-th power errs by N times the rounding of one round's phase, which where the modulus counts is
/// itself smaller by the root of N and the distance of a step from the centre over the deviation.
fn rounding(chances: &[f64], steps: &[(i64, f64)], rounds: u64, [mean, centre]: [f64; 2]) -> f64 {
    let size = count(signed(chances.len() as u64));
    let squares: f64 = chances.iter().map(|chance| chance * chance).sum();
    let levels = size.log2() + 4.0;
    let square = |around: f64| -> f64 {
        let each = steps.iter();
        each.map(|(step, chance)| (count(*step) - around).powi(2) * chance)
            .sum()
    };
    let variance = square(mean);
    let phase = if variance > 0.0 {
        (count(signed(rounds)) * square(centre) / variance).sqrt()
    } else {
        0.0
    };
    f64::EPSILON * (4.0 * levels * (size * squares).sqrt() + 8.0 * (phase + 1.0))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a mean between steps that fit"
)]
fn nearest(mean: f64) -> i64 {
    mean.round() as i64
}
