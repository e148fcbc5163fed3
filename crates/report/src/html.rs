//! One page that needs nothing beside it: style and pictures inside, no script, nothing fetched.

use core::fmt::Write as _;

use crate::document::{Block, Document, Section, Table, plain};
use crate::grid::{Grid, Side};
use crate::svg::{escaped, svg};

const STYLE: &str = include_str!("html/style.css");

/// A longer table scrolls in its own box on screen; paper shows it whole.
const LONG: usize = 40;

/// Renders a document as one self-contained page.
pub fn html(document: &Document) -> String {
    let title = escaped(&document.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"{maker}\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n",
        maker = escaped(&document.maker)
    );
    if !document.subtitle.is_empty() {
        let _ = writeln!(
            out,
            "<p class=\"subtitle\">{}</p>",
            escaped(&document.subtitle)
        );
    }
    if !document.facts.is_empty() {
        out += "<dl class=\"facts\">\n";
        for (name, value) in &document.facts {
            let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(value));
        }
        out += "</dl>\n";
    }
    out += "<nav aria-label=\"Sections\">\n<ol>\n";
    for section in &document.sections {
        let (id, title) = (section.id, escaped(&section.title));
        let _ = writeln!(out, "<li><a href=\"#{id}\">{title}</a></li>");
    }
    out += "</ol>\n</nav>\n</header>\n<main>\n";
    out.extend(document.sections.iter().map(self::section));
    out + &format!(
        "</main>\n<footer>{title}. {}.</footer>\n</body>\n</html>\n",
        escaped(&document.maker)
    )
}

fn section(section: &Section) -> String {
    let id = section.id;
    let title = escaped(&section.title);
    let mut out = format!("<section id=\"{id}\">\n<h2>{title}</h2>\n");
    let mut charts = 0;
    for block in &section.blocks {
        match block {
            Block::Paragraph(text) => {
                let _ = writeln!(out, "<p>{}</p>", with_code(text));
            }
            Block::Table(table) => out += &self::table(table),
            Block::Chart(chart) => {
                charts += 1;
                let id = format!("{id}-chart-{charts}");
                let picture = svg(&chart.drawing(), &id, &chart.title, &chart.says);
                let _ = writeln!(out, "<figure>\n{picture}</figure>");
            }
        }
    }
    out + "</section>\n"
}

fn table(table: &Table) -> String {
    let grid = Grid::of(table);
    // A box that scrolls must be reached from the keyboard.
    let class = if table.rows.len() > LONG {
        "table long"
    } else {
        "table"
    };
    let (label, caption) = (plain(&table.caption), with_code(&table.caption));
    let label = escaped(&label);
    let mut out = format!(
        "<div class=\"{class}\" tabindex=\"0\" role=\"group\" aria-label=\"{label}\">\n<table>\n\
         <caption>{caption}</caption>\n<thead><tr>"
    );
    for head in &grid.head {
        let name = escaped(&head.name);
        let _ = write!(out, "<th scope=\"col\"{}>{name}</th>", class_of(head.side));
    }
    out += "</tr></thead>\n<tbody>\n";
    out.extend(grid.rows.iter().map(|row| line(&grid, row, table.labels)));
    out += "</tbody>\n";
    if let Some(foot) = &grid.foot {
        let line = line(&grid, foot, table.labels);
        let _ = writeln!(out, "<tfoot>\n{line}</tfoot>");
    }
    out + "</table>\n</div>\n"
}

fn line(grid: &Grid, row: &[String], labels: usize) -> String {
    let mut out = String::from("<tr>");
    for (at, (cell, head)) in row.iter().zip(&grid.head).enumerate() {
        let class = class_of(head.side);
        let text = escaped(cell);
        let _ = if at < labels {
            write!(out, "<th scope=\"row\"{class}>{text}</th>")
        } else {
            write!(out, "<td{class}>{text}</td>")
        };
    }
    out + "</tr>\n"
}

/// What stands between two backticks is something to type.
fn with_code(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split('`');
    out += &escaped(parts.next().unwrap_or_default());
    while let Some(code) = parts.next() {
        let code = escaped(code);
        match parts.next() {
            Some(after) => {
                let _ = write!(out, "<code>{code}</code>{}", escaped(after));
            }
            // A backtick alone is one.
            None => {
                let _ = write!(out, "`{code}");
            }
        }
    }
    out
}

fn class_of(side: Side) -> &'static str {
    match side {
        Side::Left => "",
        Side::Right => " class=\"number\"",
    }
}
