//! One long table that a spreadsheet or a script can filter: a line for every number, by RFC 4180.
//!
//! `value` is the plain number (a share, not a percentage), `exact` its fraction where it has one.
//! What identifies the document stands in the same columns, under the section `document`.

use std::borrow::Cow;

use crate::document::{Cell, Document, Table};

/// RFC 4180, section 2: lines end in CR LF.
const END: &str = "\r\n";

/// Renders all numbers of a document as one CSV table.
pub fn csv(document: &Document) -> String {
    let mut out = csv_line(["section", "table", "item", "column", "value", "exact"]);
    let facts = [("title", &document.title), ("maker", &document.maker)];
    let facts = facts.into_iter();
    let named = document
        .facts
        .iter()
        .map(|(name, value)| (name.as_str(), value));
    for (name, value) in facts.chain(named) {
        out += &csv_line(["document", "facts", name, "value", value, ""]);
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
        out += &csv_line([section, table.id, &item, &column.name, &value, &exact]);
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

/// One line of fields, its end included: quoted where they must be, and none of them a formula.
pub fn csv_line<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<Cow<'_, str>> = fields.into_iter().map(quoted).collect();
    quoted.join(",") + END
}

/// A spreadsheet takes a cell that begins with one of these for a formula.
const FORMULAS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// An apostrophe stops a spreadsheet from calculating what came in as text: a player's name, a note.
fn quoted(field: &str) -> Cow<'_, str> {
    let guard = if field.starts_with(FORMULAS) && !is_number(field) {
        "'"
    } else {
        ""
    };
    if guard.is_empty() && !field.contains([',', '"', '\r', '\n']) {
        return Cow::Borrowed(field);
    }
    Cow::Owned(format!("\"{guard}{}\"", field.replace('"', "\"\"")))
}

/// `-5`, `-0.25` and `-1/36` are what they look like to a spreadsheet too.
fn is_number(field: &str) -> bool {
    let (over, under) = field.split_once('/').unwrap_or((field, "1"));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    over.parse::<f64>().is_ok() && !under.is_empty() && digits(under)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let fields = ["x,\"y\"", "", "two\nlines", "plain", "a-b=c"];
        let line = "\"x,\"\"y\"\"\",,\"two\nlines\",plain,a-b=c\r\n";
        assert_eq!(csv_line(fields), line);
    }

    #[test]
    fn no_text_is_a_formula_and_every_number_stays_one() {
        for text in [
            "=1+1", "+1+1", "-1+1", "-", "@SUM(A1)", "\t=1", "\r=1", "-1/A1", "-1/",
        ] {
            assert_eq!(csv_line([text]), format!("\"'{text}\"\r\n"));
        }
        for number in ["-5", "+5", "-0.25", "-1/36", "0", "1/36", "-1e-7"] {
            assert_eq!(csv_line([number]), format!("{number}\r\n"));
        }
    }
}
