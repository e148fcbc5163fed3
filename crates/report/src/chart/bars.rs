//! Bars from a common line, each with its name and its number.

use super::axis::range;
use super::{Bar, SIZE, TOP, WIDTH};
use crate::drawing::{Anchor, Drawing, Ink};
use crate::font::{Weight, width};

/// A lying bar and the space below it.
const PITCH: f64 = 18.0;
const THICK: f64 = 12.0;
/// A standing bar's room; narrower where there are many.
const ROOM_MAX: f64 = 64.0;
const HEIGHT: f64 = 170.0;
const GAP: f64 = 5.0;

fn wide(text: &str) -> f64 {
    width(text, SIZE, Weight::Plain)
}

/// What lies below nothing is drawn in another ink.
fn ink(value: f64) -> Ink {
    if value < 0.0 { Ink::Second } else { Ink::First }
}

/// From nothing, and never empty.
fn from_nothing(bars: &[Bar]) -> (f64, f64) {
    let values = bars.iter().map(|bar| bar.value.nearest());
    range(values.chain([0.0]))
}

/// Draws lying bars.
pub fn lying(drawing: &mut Drawing, bars: &[Bar]) {
    let (low, high) = from_nothing(bars);
    let names = bars.iter().map(|bar| wide(&bar.name)).fold(0.0, f64::max);
    let label = |bar: &Bar| wide(&bar.value.to_string()) + GAP;
    let negative = bars.iter().filter(|bar| bar.value.nearest() < 0.0);
    let left = names + 2.0 * GAP + negative.map(label).fold(0.0, f64::max);
    let right = WIDTH - bars.iter().map(label).fold(0.0, f64::max);
    let x = |value: f64| left + (value - low) / (high - low) * (right - left);
    for (row, bar) in (0_u32..).zip(bars) {
        let value = bar.value.nearest();
        let top = TOP + f64::from(row) * PITCH;
        let base = top + THICK / 2.0 + SIZE * 0.35;
        drawing.text((names, base), &bar.name, SIZE, Anchor::End, Ink::Text);
        let (from, to) = (x(value.min(0.0)), x(value.max(0.0)));
        drawing.rect((from, top), ((to - from).max(0.5), THICK), ink(value));
        let shown = bar.value.to_string();
        if value < 0.0 {
            drawing.text((from - GAP, base), &shown, SIZE, Anchor::End, Ink::Text);
        } else {
            drawing.text((to + GAP, base), &shown, SIZE, Anchor::Start, Ink::Text);
        }
    }
    let rows = u32::try_from(bars.len()).unwrap_or(u32::MAX);
    let bottom = TOP + f64::from(rows) * PITCH - (PITCH - THICK);
    drawing.rule((x(0.0), TOP - 3.0), (x(0.0), bottom + 3.0), Ink::Muted);
    drawing.height = bottom + 8.0;
}

/// Draws standing bars.
pub fn standing(drawing: &mut Drawing, bars: &[Bar], across: &str) {
    let (low, high) = from_nothing(bars);
    let top = TOP + SIZE + 4.0;
    let bottom = top + HEIGHT;
    let y = |value: f64| bottom - (value - low) / (high - low) * HEIGHT;
    let count = u32::try_from(bars.len().max(1)).unwrap_or(u32::MAX);
    let room = (WIDTH / f64::from(count)).min(ROOM_MAX);
    for (place, bar) in (0_u32..).zip(bars) {
        let value = bar.value.nearest();
        let left = f64::from(place) * room;
        let middle = left + room / 2.0;
        let (from, to) = (y(value.max(0.0)), y(value.min(0.0)));
        drawing.rect(
            (left + room * 0.14, from),
            (room * 0.72, (to - from).max(0.5)),
            ink(value),
        );
        let shown = bar.value.to_string();
        // A label wider than its room would run into its neighbour's.
        if wide(&shown) <= room - 1.0 {
            drawing.text(
                (middle, from - 4.0),
                &shown,
                SIZE,
                Anchor::Middle,
                Ink::Text,
            );
        }
        let below = (middle, bottom + 12.0);
        drawing.text(below, &bar.name, SIZE, Anchor::Middle, Ink::Text);
    }
    let end = f64::from(count) * room;
    drawing.rule((0.0, y(0.0)), (end, y(0.0)), Ink::Muted);
    let at = (end / 2.0, bottom + 26.0);
    drawing.text(at, across, SIZE, Anchor::Middle, Ink::Muted);
    drawing.height = bottom + 32.0;
}
