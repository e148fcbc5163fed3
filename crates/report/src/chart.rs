//! Charts: numbers as places on paper. Bars, columns, lines and fans, laid out once for screen and print.
//!
//! A chart is a picture of a table that stands beside it: it rounds, so nothing is quoted from it.
//! Values are labelled where they stand, there is no legend to look up.

mod axis;
mod bars;
mod fan;
mod lines;

use crate::drawing::{Anchor, Drawing, Ink};
use crate::number::Number;

/// A chart of a section.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The line above it.
    pub title: String,
    /// What a reader who cannot see the picture should know.
    pub says: String,
    /// What it plots.
    pub plot: Plot,
}

/// The kinds of plot.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Lying, the names at the left: for hands and other words.
    Bars(Vec<Bar>),
    /// Standing, the names below: for values in an order.
    Columns { bars: Vec<Bar>, across: String },
    /// Lines over two axes.
    Lines {
        across: Axis,
        up: Axis,
        series: Vec<Series>,
        levels: Vec<Level>,
    },
    /// Bands around a middle line: how far chance may go.
    Fan {
        across: Axis,
        up: Axis,
        at: Vec<f64>,
        middle: Vec<f64>,
        /// From the widest to the narrowest, three at most.
        bands: Vec<Band>,
    },
}

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Its length.
    pub value: Number,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The unit of its ticks.
    pub unit: Unit,
}

/// The unit of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Plain numbers.
    Plain,
    /// Percentages.
    Percent,
}

/// One line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
    /// A place on the line that is pointed out.
    pub mark: Option<((f64, f64), String)>,
}

/// A height that means something.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub value: f64,
}

/// One band of a fan.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Its name.
    pub name: String,
    /// Its lower edge.
    pub low: Vec<f64>,
    /// Its upper edge.
    pub high: Vec<f64>,
}

/// In points; a text column of A4 is a little wider.
const WIDTH: f64 = 500.0;
const SIZE: f64 = 8.5;
const TITLE_SIZE: f64 = 10.0;
/// Where the plot begins, below the title.
const TOP: f64 = 26.0;

impl Chart {
    pub(crate) fn drawing(&self) -> Drawing {
        let mut drawing = Drawing {
            width: WIDTH,
            ..Drawing::default()
        };
        drawing.bold(
            (0.0, 10.0),
            &self.title,
            TITLE_SIZE,
            Anchor::Start,
            Ink::Text,
        );
        match &self.plot {
            Plot::Bars(bars) => bars::lying(&mut drawing, bars),
            Plot::Columns { bars, across } => bars::standing(&mut drawing, bars, across),
            Plot::Lines {
                across,
                up,
                series,
                levels,
            } => lines::draw(&mut drawing, (across, up), series, levels),
            Plot::Fan {
                across,
                up,
                at,
                middle,
                bands,
            } => fan::draw(&mut drawing, (across, up), at, middle, bands),
        }
        drawing
    }
}
