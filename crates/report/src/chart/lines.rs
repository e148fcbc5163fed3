//! Lines with their names at the right end and, where one is pointed out, a mark.

use super::axis::{Frame, range};
use super::{Axis, Level, SIZE, Series};
use crate::drawing::{Anchor, Drawing, Ink, Stroke};
use crate::font::{Weight, width};

/// Names closer than this are pushed apart.
const APART: f64 = SIZE + 2.5;
/// Half the side of a mark.
const MARK: f64 = 2.6;

/// Draws lines and levels over two axes.
pub fn draw(drawing: &mut Drawing, axes: (&Axis, &Axis), series: &[Series], levels: &[Level]) {
    let points = || series.iter().flat_map(|one| one.points.iter());
    let across = range(points().map(|(x, _)| *x));
    let heights = levels.iter().map(|level| level.value);
    let up = range(points().map(|(_, y)| *y).chain(heights));
    let names = series.iter().map(|one| &one.name);
    let names = names.chain(levels.iter().map(|level| &level.name));
    let beside = names
        .map(|name| width(name, SIZE, Weight::Bold))
        .fold(0.0, f64::max);
    let frame = Frame::draw(drawing, axes, (across, up), beside + 10.0);
    for level in levels {
        let y = frame.y(level.value);
        let ends = vec![(frame.left, y), (frame.right, y)];
        drawing.line(ends, Ink::Text, 0.9, Stroke::Dashed);
    }
    for (one, (ink, stroke)) in series.iter().zip(pens()) {
        let places = one.points.iter().map(|(x, y)| (frame.x(*x), frame.y(*y)));
        drawing.line(places.collect(), ink, 1.6, stroke);
    }
    for (one, (ink, _)) in series.iter().zip(pens()) {
        if let Some(((x, y), text)) = &one.mark {
            let (x, y) = (frame.x(*x), frame.y(*y));
            drawing.rect((x - MARK, y - MARK), (2.0 * MARK, 2.0 * MARK), ink);
            drawing.text((x + 4.0, y + 11.0), text, SIZE, Anchor::Start, Ink::Text);
        }
    }
    let mut labels: Vec<(f64, &str, Ink)> = Vec::new();
    for (one, (ink, _)) in series.iter().zip(pens()) {
        let end = one.points.last().map_or(0.0, |(_, y)| frame.y(*y));
        labels.push((end, &one.name, ink));
    }
    for level in levels {
        labels.push((frame.y(level.value), &level.name, Ink::Text));
    }
    let heights = apart(labels.iter().map(|(y, _, _)| *y).collect());
    for ((_, name, ink), y) in labels.into_iter().zip(heights) {
        let at = (frame.right + 5.0, y + SIZE * 0.35);
        drawing.bold(at, name, SIZE, Anchor::Start, ink);
    }
}

/// Lines differ in stroke as well as in ink.
fn pens() -> impl Iterator<Item = (Ink, Stroke)> {
    let pens = [
        (Ink::First, Stroke::Solid),
        (Ink::Second, Stroke::Dashed),
        (Ink::Third, Stroke::Dotted),
    ];
    pens.into_iter().cycle()
}

/// Heights moved down as far as needed for each to have its own line of text.
pub fn apart(heights: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|a, b| heights[*a].total_cmp(&heights[*b]));
    let mut placed = heights;
    let mut floor = f64::NEG_INFINITY;
    for at in order {
        placed[at] = placed[at].max(floor);
        floor = placed[at] + APART;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_lie_on_each_other() {
        let placed = apart(vec![20.0, 10.0, 11.0]);
        assert_eq!(placed, [10.0 + 2.0 * APART, 10.0, 10.0 + APART]);
    }
}
