//! One long table that a spreadsheet or a script can filter: a line for every number, by RFC 4180.
//!
//! `value` is the plain number (a share, not a percentage), `exact` its fraction where it has one.
//! What identifies the document stands in the same columns, under the section `document`.

use crate::document::{Cell, Document, Table};

/// RFC 4180, section 2: lines end in CR LF.
const END: &str = "\r\n";

pub fn csv(document: &Document) -> String {
    let mut out = line(["section", "table", "item", "column", "value", "exact"]);
    let facts = [("title", &document.title), ("maker", &document.maker)];
    let facts = facts.into_iter();
    let named = document
        .facts
        .iter()
        .map(|(name, value)| (name.as_str(), value));
    for (name, value) in facts.chain(named) {
        out += &line(["document", "facts", name, "value", value, ""]);
    }
    for section in &document.sections {
        for table in section.tables() {
            for row in table.rows.iter().chain(&table.foot) {
                out += &cells(section.id, table, row);
            }
        }
    }
    out
}

fn cells(section: &str, table: &Table, row: &[Cell]) -> String {
    let labels = row.iter().take(table.labels).map(|cell| value(cell).0);
    let labels: Vec<String> = labels.filter(|label| !label.is_empty()).collect();
    let item = labels.join(", ");
    let mut out = String::new();
    for (column, cell) in table.columns.iter().zip(row).skip(table.labels) {
        if *cell == Cell::Empty {
            continue;
        }
        let (value, exact) = value(cell);
        out += &line([section, table.id, &item, &column.name, &value, &exact]);
    }
    out
}

fn value(cell: &Cell) -> (String, String) {
    match cell {
        Cell::Empty => (String::new(), String::new()),
        Cell::Words(words) => (words.clone(), String::new()),
        Cell::Number(number) => (number.decimal(), number.fraction().unwrap_or_default()),
    }
}

fn line(fields: [&str; 6]) -> String {
    let quoted = fields.map(|field| {
        if field.contains([',', '"', '\r', '\n']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.to_owned()
        }
    });
    quoted.join(",") + END
}
