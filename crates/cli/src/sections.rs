//! The larger sections for programs: each table of a document as a list of objects, cell for cell.
//!
//! Counts are numbers, fractions exact numbers, roots and estimates strings of decimals; the names are
//! those of the columns in small letters, `_` between words.

use report::{Block, Cell, Section, Table};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// By section, then by table.
#[derive(Default, Serialize)]
#[serde(transparent)]
pub struct Sections(Map<String, Value>);

impl Sections {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> FromIterator<&'a Section> for Sections {
    fn from_iter<I: IntoIterator<Item = &'a Section>>(sections: I) -> Sections {
        let told = |section: &Section| (name(section.id), tables(section));
        Sections(sections.into_iter().map(told).collect())
    }
}

fn tables(section: &Section) -> Value {
    let tables = section.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some((name(table.id), rows(table))),
        Block::Paragraph(_) | Block::Chart(_) => None,
    });
    Value::Object(tables.collect())
}

/// Sums are left to the reader, who has the rows.
fn rows(table: &Table) -> Value {
    let row = |cells: &Vec<Cell>| {
        let named = table.columns.iter().zip(cells);
        let named = named.map(|(column, cell)| (name(&column.name), value(cell)));
        Value::Object(named.collect())
    };
    table.rows.iter().map(row).collect()
}

fn value(cell: &Cell) -> Value {
    let number = match cell {
        Cell::Empty => return Value::Null,
        Cell::Words(words) => return json!(words),
        Cell::Number(number) => number,
    };
    let decimal = number.decimal();
    match (number.parts(), number.fraction()) {
        (_, None) => json!(decimal),
        // Whole by nature: the decimals have no point.
        ((num, 1), Some(_)) if !decimal.contains('.') => json!(i64::try_from(num).ok()),
        ((num, den), Some(_)) => json!({ "exact": format!("{num}/{den}"), "decimal": decimal }),
    }
}

fn name(words: &str) -> String {
    let parts = words.split(|letter: char| !letter.is_alphanumeric());
    let parts: Vec<String> = parts
        .filter(|part| !part.is_empty())
        .map(str::to_lowercase)
        .collect();
    parts.join("_")
}
