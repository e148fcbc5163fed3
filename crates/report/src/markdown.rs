//! Markdown with tables, as the common code hosts render it.

use core::fmt::Write as _;

use crate::document::{Block, Document};
use crate::grid::{Grid, Side};

/// Renders a document as Markdown.
pub fn markdown(document: &Document) -> String {
    let mut out = format!("# {}\n", escaped(&document.title));
    if !document.subtitle.is_empty() {
        let _ = writeln!(out, "\n{}", escaped(&document.subtitle));
    }
    if !document.facts.is_empty() {
        out += "\n| | |\n|---|---|\n";
    }
    for (name, value) in &document.facts {
        let _ = writeln!(out, "| {} | {} |", escaped(name), escaped(value));
    }
    for section in &document.sections {
        let _ = writeln!(out, "\n## {}", escaped(&section.title));
        for block in &section.blocks {
            match block {
                Block::Paragraph(text) => {
                    let _ = writeln!(out, "\n{}", with_code(text));
                }
                Block::Table(table) => {
                    let _ = writeln!(out, "\n**{}**\n", with_code(&table.caption));
                    out += &grid(&Grid::of(table));
                }
                // A picture of a table that stands beside it.
                Block::Chart(_) => {}
            }
        }
    }
    out
}

fn grid(grid: &Grid) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let plain = |row: &Vec<String>| line(row.iter().map(|cell| escaped(cell)).collect());
    let mut out = line(grid.head.iter().map(|head| escaped(&head.name)).collect());
    let sides = grid.head.iter().map(|head| match head.side {
        Side::Left => "---",
        Side::Right => "---:",
    });
    out += &line(sides.map(str::to_owned).collect());
    out.extend(grid.rows.iter().map(plain));
    let bold = |cell: &String| match cell.as_str() {
        "" => String::new(),
        text => format!("**{}**", escaped(text)),
    };
    if let Some(foot) = &grid.foot {
        out += &line(foot.iter().map(bold).collect());
    }
    out
}

/// What stands between two backticks is something to type, and stays as it is.
fn with_code(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let is_paired = parts.len() % 2 == 1;
    if !is_paired {
        return escaped(text);
    }
    let mut out = String::new();
    for (at, part) in parts.iter().enumerate() {
        if at % 2 == 0 {
            out += &escaped(part);
        } else {
            let _ = write!(out, "`{part}`");
        }
    }
    out
}

/// What would be taken for markup is written out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '|' | '*' | '_' | '`' | '<' | '[' | ']' | '\\' | '#') {
            out.push('\\');
        }
        out.push(if letter == '\n' { ' ' } else { letter });
    }
    out
}
