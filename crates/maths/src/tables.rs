//! Other pay tables: read from a file, found in other houses, or searched for by the edge they give.
//!
//! Whatever comes out is a [`game::Rulebook`], so everything this crate and the engine do with the five
//! rulebooks they do with these.

mod bet;
mod catalogue;
mod design;
mod figures;
mod pay_file;

pub use bet::{NoSuchBet, TabledBet};
pub use catalogue::{CatalogueEntry, catalogue, house_with};
pub use design::{
    DesignRefused, Designed, Designs, Edges, MOST_TABLES, NoRange, Range, Rows, design,
};
pub use figures::{Decision, Figures};
pub use pay_file::{
    MOST_TO_ONE, PayFileError, PayFileNames, pay_file, table_as_toml, tables_as_toml,
};
