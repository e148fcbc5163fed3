//! The larger sections as programs read them: the document's own tables, row by row, so that no
//! figure is written twice.

use report::{Block, Cell, Kind, Section, Table};
use serde_json::{Map, Value, json};

/// By the section's name, then the table's: a list of rows.
pub fn sections(sections: &[Section]) -> Value {
    let named = sections.iter().map(|section| {
        let tables = section.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some((table.id.replace('-', "_"), rows(table))),
            Block::Paragraph(_) | Block::Chart(_) => None,
        });
        (
            section.id.replace('-', "_"),
            tables.collect::<Map<String, Value>>().into(),
        )
    });
    named.collect::<Map<String, Value>>().into()
}

fn rows(table: &Table) -> Value {
    let row = |cells: &Vec<Cell>| {
        let named = table.columns.iter().zip(cells);
        let named = named.map(|(column, cell)| (key(&column.name), value(cell, column.kind)));
        Value::from(named.collect::<Map<String, Value>>())
    };
    table.rows.iter().map(row).collect()
}

/// `house edge, one back read` as `house_edge_one_back_read`.
fn key(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("_")
}

/// A count is a number; what is to be quoted has its fraction and its decimals, as everywhere.
fn value(cell: &Cell, kind: Kind) -> Value {
    match cell {
        Cell::Empty => Value::Null,
        Cell::Words(words) => Value::from(words.as_str()),
        Cell::Number(number) => match (number.fraction(), number.parts()) {
            (Some(_), (whole, 1)) => {
                i64::try_from(whole).map_or_else(|_| Value::from(whole.to_string()), Value::from)
            }
            (Some(_), (num, den)) => {
                json!({ "exact": format!("{num}/{den}"), "decimal": number.decimal() })
            }
            (None, _) => Value::from(number.decimal()),
        },
    }
}
