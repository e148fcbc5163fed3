//! Marks on paper, in points from the top left corner: what a chart or a page comes down to.
//!
//! One layout, two painters: SVG for screens, PDF for print. Inks are named by what they are for, so
//! that a screen can change them with the light and paper cannot.

use crate::font::Weight;

/// A picture: its size and its marks, in the order they are painted.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// Width in points.
    pub width: f64,
    /// Height in points.
    pub height: f64,
    /// The marks.
    pub marks: Vec<Mark>,
}

/// One mark of a picture.
#[derive(Clone, Debug)]
pub enum Mark {
    /// A filled polygon.
    Area { corners: Vec<(f64, f64)>, ink: Ink },
    /// A line through points.
    Line {
        points: Vec<(f64, f64)>,
        ink: Ink,
        width: f64,
        stroke: Stroke,
    },
    /// A text on one line.
    Text {
        at: (f64, f64),
        text: String,
        size: f64,
        weight: Weight,
        anchor: Anchor,
        ink: Ink,
    },
}

/// What a colour is for. The series differ in lightness too, so that they survive a grey printer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Running text.
    Text,
    /// Less important text.
    Muted,
    /// Grid lines.
    Grid,
    /// The first series.
    First,
    /// The second series.
    Second,
    /// The third series.
    Third,
    /// The widest band.
    Outer,
    /// The band between.
    Middle,
    /// The narrowest band.
    Inner,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// In one piece.
    Solid,
    /// In dashes.
    Dashed,
    /// In dots.
    Dotted,
}

/// Which end of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

impl Ink {
    /// The name of the colour on screen, and its red, green and blue on paper.
    pub fn on(self) -> (&'static str, [u8; 3]) {
        match self {
            Ink::Text => ("text", [0x1d, 0x23, 0x2a]),
            Ink::Muted => ("muted", [0x5a, 0x66, 0x70]),
            Ink::Grid => ("grid", [0xd5, 0xda, 0xde]),
            Ink::First => ("first", [0x1b, 0x5e, 0x4f]),
            Ink::Second => ("second", [0xc0, 0x75, 0x2a]),
            Ink::Third => ("third", [0x7d, 0x8f, 0xc9]),
            Ink::Outer => ("outer", [0xdc, 0xe9, 0xe4]),
            Ink::Middle => ("middle", [0xb3, 0xd2, 0xc7]),
            Ink::Inner => ("inner", [0x7f, 0xb3, 0xa2]),
        }
    }
}

impl Drawing {
    /// Adds a filled rectangle.
    pub fn rect(&mut self, at: (f64, f64), size: (f64, f64), ink: Ink) {
        let ((x, y), (width, height)) = (at, size);
        self.marks.push(Mark::Area {
            corners: vec![
                (x, y),
                (x + width, y),
                (x + width, y + height),
                (x, y + height),
            ],
            ink,
        });
    }

    /// A thin line from one place to another.
    pub fn rule(&mut self, from: (f64, f64), to: (f64, f64), ink: Ink) {
        self.line(vec![from, to], ink, 0.6, Stroke::Solid);
    }

    /// Adds a line through points.
    pub fn line(&mut self, points: Vec<(f64, f64)>, ink: Ink, width: f64, stroke: Stroke) {
        self.marks.push(Mark::Line {
            points,
            ink,
            width,
            stroke,
        });
    }

    /// Adds a filled polygon.
    pub fn area(&mut self, corners: Vec<(f64, f64)>, ink: Ink) {
        self.marks.push(Mark::Area { corners, ink });
    }

    /// Plain text in the ink given, its base line at `at`.
    pub fn text(&mut self, at: (f64, f64), text: &str, size: f64, anchor: Anchor, ink: Ink) {
        self.marks.push(Mark::Text {
            at,
            text: text.to_owned(),
            size,
            weight: Weight::Plain,
            anchor,
            ink,
        });
    }

    /// Adds bold text.
    pub fn bold(&mut self, at: (f64, f64), text: &str, size: f64, anchor: Anchor, ink: Ink) {
        self.marks.push(Mark::Text {
            at,
            text: text.to_owned(),
            size,
            weight: Weight::Bold,
            anchor,
            ink,
        });
    }

    /// Another drawing, its corner at `corner`.
    pub fn place(&mut self, other: &Drawing, corner: (f64, f64)) {
        let moved = |(x, y): &(f64, f64)| (x + corner.0, y + corner.1);
        for mark in &other.marks {
            let mut mark = mark.clone();
            match &mut mark {
                Mark::Area {
                    corners: points, ..
                }
                | Mark::Line { points, .. } => {
                    *points = points.iter().map(moved).collect();
                }
                Mark::Text { at, .. } => *at = moved(at),
            }
            self.marks.push(mark);
        }
    }
}
