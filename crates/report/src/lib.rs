//! Reports people file and read: one [`Document`] in, the same numbers out as text, CSV, Markdown, HTML,
//! XLSX or PDF.
//!
//! Pure, and has never heard of the game: it knows titles, tables, numbers and charts, no card and no
//! bet. Nor does it know a clock: the same document gives the same bytes today and in a year, so a
//! filed sheet can be compared with one made again.
//!
//! ```
//! use report::{Cell, Column, Document, Number, Section, Show, Table};
//!
//! let edge = Number::exact(1, 36, Show::Percent(4));
//! let table = Table::new("edges", "What the house keeps", vec![Column::words("bet"), Column::exact("edge")])
//!     .rows([vec![Cell::from("Seven"), edge.into()]]);
//! let document = Document {
//!     title: "Dice".to_owned(),
//!     subtitle: String::new(),
//!     maker: "example 1.0".to_owned(),
//!     facts: vec![("dice".to_owned(), "two".to_owned())],
//!     sections: vec![Section::new("summary", "Summary").table(table)],
//! };
//! assert!(report::text(&document).contains("2.7778%  0.027777777778            1/36"));
//! assert!(report::csv(&document).contains("summary,edges,Seven,edge,0.027777777778,1/36"));
//! assert!(report::pdf(&document).starts_with(b"%PDF-"));
//! ```

pub mod chart;
mod csv;
mod document;
mod drawing;
mod font;
mod grid;
mod html;
mod markdown;
mod number;
mod pdf;
mod svg;
mod text;
mod xlsx;

pub use chart::{Axis, Band, Bar, Chart, Level, Plot, Series, Unit};
pub use csv::{csv, csv_line};
pub use document::{Block, Cell, Column, Document, Kind, Section, Table};
pub use html::html;
pub use markdown::markdown;
pub use number::{Nature, Number, Show};
pub use pdf::pdf;
pub use text::text;
pub use xlsx::{NoWorkbook, xlsx};
