//! Axes with ticks at round numbers.

use super::{Axis, SIZE, TOP, Unit, WIDTH};
use crate::drawing::{Anchor, Drawing, Ink};
use crate::font::{Weight, width};

/// About as many ticks as an axis bears.
const TICKS: f64 = 5.0;
const HEIGHT: f64 = 210.0;
/// Below the plot: tick labels and the axis's name.
const BELOW: f64 = 30.0;

/// The plot's place on paper and the values at its edges.
pub struct Frame {
    /// Left edge of the plot, in points.
    pub left: f64,
    /// Right edge.
    pub right: f64,
    /// Upper edge.
    pub top: f64,
    /// Lower edge.
    pub bottom: f64,
    across: (f64, f64),
    up: (f64, f64),
}

impl Frame {
    /// Draws both axes with grid lines and returns where the values fall. `beside` is kept free at the
    /// right for labels.
    pub fn draw(
        drawing: &mut Drawing,
        axes: (&Axis, &Axis),
        ranges: ((f64, f64), (f64, f64)),
        beside: f64,
    ) -> Frame {
        let (across, up) = axes;
        let step = step(ranges.1);
        let first = (ranges.1.0 / step).floor() * step;
        let last = (ranges.1.1 / step).ceil() * step;
        let labels: Vec<(f64, String)> = ticks(first, last, step)
            .map(|value| (value, label(value, step, up.unit)))
            .collect();
        let widest = labels
            .iter()
            .map(|(_, text)| width(text, SIZE, Weight::Plain));
        let frame = Frame {
            left: widest.fold(0.0, f64::max) + 6.0,
            right: WIDTH - beside,
            top: TOP + 14.0,
            bottom: TOP + HEIGHT,
            across: ranges.0,
            up: (first, last),
        };
        drawing.height = frame.bottom + BELOW;
        drawing.text((0.0, TOP + 3.0), &up.name, SIZE, Anchor::Start, Ink::Muted);
        for (value, text) in labels {
            let y = frame.y(value);
            let ink = if value.abs() < step / 1e3 {
                Ink::Muted
            } else {
                Ink::Grid
            };
            drawing.rule((frame.left, y), (frame.right, y), ink);
            let at = (frame.left - 5.0, y + SIZE * 0.35);
            drawing.text(at, &text, SIZE, Anchor::End, Ink::Muted);
        }
        frame.ticks_across(drawing, across);
        frame
    }

    fn ticks_across(&self, drawing: &mut Drawing, axis: &Axis) {
        let step = step(self.across);
        let first = (self.across.0 / step).ceil() * step;
        for value in ticks(first, self.across.1, step) {
            let x = self.x(value);
            drawing.rule((x, self.bottom), (x, self.bottom + 3.0), Ink::Muted);
            let text = label(value, step, axis.unit);
            let at = (x, self.bottom + 12.0);
            drawing.text(at, &text, SIZE, Anchor::Middle, Ink::Muted);
        }
        let middle = f64::midpoint(self.left, self.right);
        let at = (middle, self.bottom + 25.0);
        drawing.text(at, &axis.name, SIZE, Anchor::Middle, Ink::Muted);
    }

    /// Where a value of the axis across lies, in points.
    pub fn x(&self, value: f64) -> f64 {
        let (low, high) = self.across;
        self.left + (value - low) / (high - low) * (self.right - self.left)
    }

    /// Where a value of the axis up lies, in points.
    pub fn y(&self, value: f64) -> f64 {
        let (low, high) = self.up;
        self.bottom - (value - low) / (high - low) * (self.bottom - self.top)
    }
}

/// Smallest and largest, widened where they are one.
pub fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        (0.0, 1.0)
    } else if high - low < f64::EPSILON * (1.0 + high.abs()) {
        (low - 1.0, high + 1.0)
    } else {
        (low, high)
    }
}

/// One, two or five times a power of ten.
fn step((low, high): (f64, f64)) -> f64 {
    let rough = (high - low) / TICKS;
    let power = 10_f64.powf(rough.log10().floor());
    match rough / power {
        lead if lead < 1.5 => power,
        lead if lead < 3.5 => 2.0 * power,
        lead if lead < 7.5 => 5.0 * power,
        _ => 10.0 * power,
    }
}

fn ticks(first: f64, last: f64, step: f64) -> impl Iterator<Item = f64> {
    (0_u32..50)
        .map(move |at| first + f64::from(at) * step)
        .take_while(move |value| *value <= last + step / 1e6)
}

/// As many decimals as the step has.
fn label(value: f64, step: f64, unit: Unit) -> String {
    let (value, step, sign) = match unit {
        Unit::Plain => (value, step, ""),
        Unit::Percent => (value * 100.0, step * 100.0, "%"),
    };
    // Nothing is never negative.
    let value = if value.abs() < step / 1e3 { 0.0 } else { value };
    let mut places = 0;
    let mut scaled = step;
    while places < 6 && (scaled - scaled.round()).abs() > 1e-6 * scaled {
        scaled *= 10.0;
        places += 1;
    }
    let plain = format!("{value:.places$}");
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    let (minus, digits) = match whole.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", whole),
    };
    let mut text = minus.to_owned();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if !part.is_empty() {
        text = format!("{text}.{part}");
    }
    text + sign
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers() {
        for (range, expected) in [
            ((0.0, 1.0), 0.2),
            ((0.0, 90_000.0), 20_000.0),
            ((-3.0, 4.5), 2.0),
            ((0.0, 0.07), 0.01),
        ] {
            assert!(
                (step(range) - expected).abs() < 1e-9,
                "{range:?}: {}",
                step(range)
            );
        }
        assert_eq!(label(0.4, 0.2, Unit::Percent), "40%");
        assert_eq!(label(0.025, 0.025, Unit::Percent), "2.5%");
        assert_eq!(label(-120_000.0, 20_000.0, Unit::Plain), "-120,000");
        assert_eq!(label(-0.000_000_1, 0.5, Unit::Plain), "0.0");
    }

    #[test]
    fn no_range_is_empty() {
        assert_eq!(range([].into_iter()), (0.0, 1.0));
        assert_eq!(range([5.0].into_iter()), (4.0, 6.0));
        assert_eq!(range([f64::NAN, 1.0, 3.0].into_iter()), (1.0, 3.0));
    }
}
