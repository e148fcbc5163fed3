//! The content of a document, independent of its format: a title, facts that identify the document, sections
//! of paragraphs, tables and charts.

use crate::chart::Chart;
use crate::number::{Number, Show};

/// A report, the same in every format.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// A line below the title.
    pub subtitle: String,
    /// Who made it, as `queenhigh 0.1.0`; stands in the files' properties and on every page.
    pub maker: String,
    /// What the figures hold for: name and value, the most telling first.
    pub facts: Vec<(String, String)>,
    /// The sections, in order.
    pub sections: Vec<Section>,
}

/// One section of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// A short name in small letters, for links and for scripts that filter.
    pub id: &'static str,
    /// Its heading.
    pub title: String,
    /// Its content, in order.
    pub blocks: Vec<Block>,
}

/// One part of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Running text.
    Paragraph(String),
    /// A table.
    Table(Table),
    /// A chart.
    Chart(Chart),
}

/// A table of a section.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// A short name in small letters, unique in its section.
    pub id: &'static str,
    /// The line above it.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// How many columns from the left say what a row is about.
    pub labels: usize,
    /// Its rows, one cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Sums below the rows.
    pub foot: Option<Vec<Cell>>,
}

/// One column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The text at its head.
    pub name: String,
    /// What its cells hold.
    pub kind: Kind,
}

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Words,
    /// A number as shown.
    Number,
    /// A number that is to be quoted: as shown, to twelve decimals, and as a fraction.
    Exact,
}

/// One cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// No content.
    Empty,
    /// Text.
    Words(String),
    /// A number.
    Number(Number),
}

impl Section {
    /// A section without content.
    pub fn new(id: &'static str, title: impl Into<String>) -> Section {
        Section {
            id,
            title: title.into(),
            blocks: Vec::new(),
        }
    }

    /// Adds a paragraph.
    #[must_use]
    pub fn paragraph(mut self, text: impl Into<String>) -> Section {
        self.blocks.push(Block::Paragraph(text.into()));
        self
    }

    /// Adds a table.
    #[must_use]
    pub fn table(mut self, table: Table) -> Section {
        self.blocks.push(Block::Table(table));
        self
    }

    /// Adds a chart.
    #[must_use]
    pub fn chart(mut self, chart: Chart) -> Section {
        self.blocks.push(Block::Chart(chart));
        self
    }

    pub(crate) fn tables(&self) -> impl Iterator<Item = &Table> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            Block::Paragraph(_) | Block::Chart(_) => None,
        })
    }
}

impl Table {
    /// With one label column unless said otherwise.
    pub fn new(id: &'static str, caption: impl Into<String>, columns: Vec<Column>) -> Table {
        Table {
            id,
            caption: caption.into(),
            columns,
            labels: 1,
            rows: Vec::new(),
            foot: None,
        }
    }

    /// Sets how many columns from the left say what a row is about.
    #[must_use]
    pub fn labelled_by(mut self, columns: usize) -> Table {
        self.labels = columns;
        self
    }

    /// Adds rows.
    #[must_use]
    pub fn rows(mut self, rows: impl IntoIterator<Item = Vec<Cell>>) -> Table {
        self.rows.extend(rows);
        self
    }

    /// Sets the sums below the rows.
    #[must_use]
    pub fn foot(mut self, cells: Vec<Cell>) -> Table {
        self.foot = Some(cells);
        self
    }
}

impl Column {
    /// A column of text.
    pub fn words(name: impl Into<String>) -> Column {
        Column {
            name: name.into(),
            kind: Kind::Words,
        }
    }

    /// A column of numbers as shown.
    pub fn number(name: impl Into<String>) -> Column {
        Column {
            name: name.into(),
            kind: Kind::Number,
        }
    }

    /// A column of numbers that are quoted: as shown, to twelve decimals, and as a fraction.
    pub fn exact(name: impl Into<String>) -> Column {
        Column {
            name: name.into(),
            kind: Kind::Exact,
        }
    }
}

impl Cell {
    /// Decimals that are no fraction, or the text itself where it is no number.
    pub fn decimals(text: &str, show: Show) -> Cell {
        match Number::rounded(text, show) {
            Some(number) => Cell::Number(number),
            None => Cell::Words(text.to_owned()),
        }
    }
}

impl From<&str> for Cell {
    fn from(words: &str) -> Cell {
        Cell::Words(words.to_owned())
    }
}

impl From<String> for Cell {
    fn from(words: String) -> Cell {
        Cell::Words(words)
    }
}

impl From<Number> for Cell {
    fn from(number: Number) -> Cell {
        Cell::Number(number)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Cell {
        cell.map_or(Cell::Empty, Into::into)
    }
}

/// The text without the backticks around what is to be typed, for papers on which they mean nothing.
pub(crate) fn plain(text: &str) -> String {
    text.replace('`', "")
}
