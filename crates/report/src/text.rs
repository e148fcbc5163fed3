//! For a terminal: columns that line up, paragraphs that fit, no escape codes.

use core::fmt::Write as _;

use textwrap::{Options, WordSplitter};

use crate::document::{Block, Document, Section};
use crate::grid::{Grid, Side};

/// Where paragraphs are broken.
const WIDTH: usize = 96;

/// Renders a document as plain text for a terminal.
pub fn text(document: &Document) -> String {
    let mut out = format!(
        "{}\n{}\n",
        document.title,
        "=".repeat(width(&document.title))
    );
    if !document.subtitle.is_empty() {
        out += &wrapped(&document.subtitle, "");
    }
    out.push('\n');
    let widest = document.facts.iter().map(|(name, _)| width(name)).max();
    let indent = widest.unwrap_or(0);
    for (name, value) in &document.facts {
        let lines = wrapped(value, &" ".repeat(indent + 2));
        let _ = write!(out, "{name:<indent$}  {}", lines.trim_start());
    }
    for section in &document.sections {
        out += &self::section(section);
    }
    out
}

fn section(section: &Section) -> String {
    let mut out = format!(
        "\n\n{}\n{}\n",
        section.title,
        "-".repeat(width(&section.title))
    );
    for block in &section.blocks {
        match block {
            Block::Paragraph(text) => {
                out.push('\n');
                out += &wrapped(text, "");
            }
            Block::Table(table) => {
                let _ = writeln!(out, "\n{}", table.caption);
                out += &grid(&Grid::of(table));
            }
            // A picture of a table that stands beside it.
            Block::Chart(_) => {}
        }
    }
    out
}

fn grid(grid: &Grid) -> String {
    let widths: Vec<usize> = (0..grid.head.len())
        .map(|at| grid.column(at).map(width).max().unwrap_or(0))
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut line = String::new();
        for ((cell, width), head) in cells.zip(&widths).zip(&grid.head) {
            line += "  ";
            let _ = match head.side {
                Side::Left => write!(line, "{cell:<width$}"),
                Side::Right => write!(line, "{cell:>width$}"),
            };
        }
        line.trim_end().to_owned() + "\n"
    };
    let rule = line(
        &mut widths
            .iter()
            .map(|width| "-".repeat(*width))
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_str),
    );
    let mut out = line(&mut grid.head.iter().map(|head| head.name.as_str()));
    out += &rule;
    for row in &grid.rows {
        out += &line(&mut row.iter().map(String::as_str));
    }
    if let Some(foot) = &grid.foot {
        out += &rule;
        out += &line(&mut foot.iter().map(String::as_str));
    }
    out
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Lines of at most [`WIDTH`] letters where the words allow it, each begun by `indent`.
fn wrapped(text: &str, indent: &str) -> String {
    let options = Options::new(WIDTH)
        .initial_indent(indent)
        .subsequent_indent(indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options) + "\n"
}
