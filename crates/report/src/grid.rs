//! A table as a reader sees it: every cell a text, a quoted number spread over three columns.
//!
//! Where a row quotes several numbers they stand alone: no page is wide enough for all their digits,
//! which CSV and workbooks have.
//!
//! Apart from the table because five of the formats lay out these texts and must not differ in them.

use crate::document::{Cell, Kind, Table};
use crate::number::PLACES;

/// A table with every cell as text.
pub struct Grid {
    /// The heads of the columns.
    pub head: Vec<Head>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// The sums below the rows.
    pub foot: Option<Vec<String>>,
}

/// The head of a column.
pub struct Head {
    /// Its text.
    pub name: String,
    /// The side its column is aligned to.
    pub side: Side,
}

/// Where a column's texts begin: words at the left, numbers end at the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Aligned left.
    Left,
    /// Aligned right.
    Right,
}

impl Grid {
    /// The texts of a table.
    pub fn of(table: &Table) -> Grid {
        let spread = Spread::of(table);
        let mut head = Vec::new();
        for column in &table.columns {
            let side = match column.kind {
                Kind::Words => Side::Left,
                Kind::Number | Kind::Exact => Side::Right,
            };
            head.push(Head::new(&column.name, side));
            if column.kind == Kind::Exact && spread == Spread::Three {
                head.push(Head::new(&format!("to {PLACES} places"), Side::Right));
                head.push(Head::new("exact fraction", Side::Right));
            }
        }
        Grid {
            head,
            rows: table
                .rows
                .iter()
                .map(|row| texts(table, row, spread))
                .collect(),
            foot: table.foot.as_ref().map(|row| texts(table, row, spread)),
        }
    }

    /// Head, rows and foot of one column.
    pub fn column(&self, at: usize) -> impl Iterator<Item = &str> {
        let cells = self.rows.iter().chain(&self.foot);
        let cells = cells.filter_map(move |row| row.get(at));
        core::iter::once(&self.head[at].name)
            .chain(cells)
            .map(String::as_str)
    }
}

impl Head {
    fn new(name: &str, side: Side) -> Head {
        Head {
            name: name.to_owned(),
            side,
        }
    }
}

/// Over how many columns a quoted number goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spread {
    Three,
    One,
}

impl Spread {
    fn of(table: &Table) -> Spread {
        let quoted = table
            .columns
            .iter()
            .filter(|column| column.kind == Kind::Exact);
        if quoted.count() > 1 {
            Spread::One
        } else {
            Spread::Three
        }
    }
}

fn texts(table: &Table, row: &[Cell], spread: Spread) -> Vec<String> {
    let mut texts = Vec::new();
    for (column, cell) in table.columns.iter().zip(row) {
        texts.push(match cell {
            Cell::Empty => String::new(),
            Cell::Words(words) => words.clone(),
            Cell::Number(number) => number.to_string(),
        });
        if column.kind == Kind::Exact && spread == Spread::Three {
            let (decimal, fraction) = match cell {
                Cell::Number(number) => (number.decimal(), number.fraction()),
                Cell::Empty | Cell::Words(_) => (String::new(), None),
            };
            texts.push(decimal);
            texts.push(fraction.unwrap_or_default());
        }
    }
    texts
}
