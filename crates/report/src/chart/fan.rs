//! Bands around a middle line: how far results spread as rounds go by.

use super::axis::{Frame, range};
use super::lines::apart;
use super::{Axis, Band, SIZE};
use crate::drawing::{Anchor, Drawing, Ink, Stroke};
use crate::font::{Weight, width};

const INKS: [Ink; 3] = [Ink::Outer, Ink::Middle, Ink::Inner];

/// Draws a fan.
pub fn draw(
    drawing: &mut Drawing,
    axes: (&Axis, &Axis),
    at: &[f64],
    middle: &[f64],
    bands: &[Band],
) {
    let across = range(at.iter().copied());
    let edges = bands
        .iter()
        .flat_map(|band| band.low.iter().chain(&band.high));
    let up = range(edges.chain(middle).copied().chain([0.0]));
    let names = bands
        .iter()
        .map(|band| width(&band.name, SIZE, Weight::Plain));
    let beside = names.fold(width("median", SIZE, Weight::Bold), f64::max) + 10.0;
    let frame = Frame::draw(drawing, axes, (across, up), beside);
    for (band, ink) in bands.iter().zip(INKS) {
        let there = at.iter().zip(&band.high);
        let back = at.iter().zip(&band.low).rev();
        let corners = there.chain(back).map(|(x, y)| (frame.x(*x), frame.y(*y)));
        drawing.area(corners.collect(), ink);
    }
    let zero = vec![(frame.left, frame.y(0.0)), (frame.right, frame.y(0.0))];
    drawing.line(zero, Ink::Muted, 0.6, Stroke::Solid);
    let line = at
        .iter()
        .zip(middle)
        .map(|(x, y)| (frame.x(*x), frame.y(*y)));
    drawing.line(line.collect(), Ink::First, 1.6, Stroke::Solid);
    let mut labels: Vec<(f64, &str)> = Vec::new();
    for band in bands {
        for edge in [&band.high, &band.low] {
            labels.extend(edge.last().map(|y| (frame.y(*y), band.name.as_str())));
        }
    }
    labels.extend(middle.last().map(|y| (frame.y(*y), "median")));
    let heights = apart(labels.iter().map(|(y, _)| *y).collect());
    for ((_, name), y) in labels.into_iter().zip(heights) {
        let at = (frame.right + 5.0, y + SIZE * 0.35);
        if name == "median" {
            drawing.bold(at, name, SIZE, Anchor::Start, Ink::First);
        } else {
            drawing.text(at, name, SIZE, Anchor::Start, Ink::Text);
        }
    }
}
