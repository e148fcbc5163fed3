//! A drawing as the operators of a PDF page, whose origin is at the bottom left.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::{Content, Str};

use super::{BOLD, PLAIN};
use crate::drawing::{Anchor, Drawing, Ink, Mark, Stroke};
use crate::font::{Weight, encoded, width};

/// The drawing operators of a page.
pub fn content(page: &Drawing) -> Vec<u8> {
    let mut content = Content::new();
    let up = |y: f64| short(page.height - y);
    for mark in &page.marks {
        match mark {
            Mark::Area { corners, ink } => {
                let [red, green, blue] = rgb(*ink);
                content.set_fill_rgb(red, green, blue);
                path(&mut content, corners, &up);
                content.close_path().fill_nonzero();
            }
            Mark::Line {
                points,
                ink,
                width,
                stroke,
            } => {
                let [red, green, blue] = rgb(*ink);
                content.set_stroke_rgb(red, green, blue);
                content.set_line_width(short(*width));
                content.set_dash_pattern(dashes(*stroke).iter().copied(), 0.0);
                path(&mut content, points, &up);
                content.stroke();
            }
            Mark::Text {
                at: (x, y),
                text,
                size,
                weight,
                anchor,
                ink,
            } => {
                let [red, green, blue] = rgb(*ink);
                let wide = width(text, *size, *weight);
                let x = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x - wide / 2.0,
                    Anchor::End => x - wide,
                };
                let font = match weight {
                    Weight::Plain => PLAIN,
                    Weight::Bold => BOLD,
                };
                let bytes: Vec<u8> = text.chars().map(encoded).collect();
                content.set_fill_rgb(red, green, blue);
                content.begin_text().set_font(font, short(*size));
                content.next_line(short(x), up(*y)).show(Str(&bytes));
                content.end_text();
            }
        }
    }
    content.finish().as_slice().to_vec()
}

fn path(content: &mut Content, points: &[(f64, f64)], up: &dyn Fn(f64) -> f32) {
    for (at, (x, y)) in points.iter().enumerate() {
        if at == 0 {
            content.move_to(short(*x), up(*y));
        } else {
            content.line_to(short(*x), up(*y));
        }
    }
}

fn dashes(stroke: Stroke) -> &'static [f32] {
    match stroke {
        Stroke::Solid => &[],
        Stroke::Dashed => &[6.0, 3.0],
        Stroke::Dotted => &[2.0, 2.0],
    }
}

fn rgb(ink: Ink) -> [f32; 3] {
    ink.on().1.map(|part| f32::from(part) / 255.0)
}

/// Hundredths of a point, as PDF writes them.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a place on a page needs six digits at most"
)]
pub fn short(value: f64) -> f32 {
    ((value * 100.0).round() / 100.0) as f32
}

/// Deflated.
///
/// # Panics
///
/// Never: memory takes every write.
pub fn packed(content: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = packer.write_all(content).and_then(|()| packer.finish());
    written.expect("memory takes every write")
}
