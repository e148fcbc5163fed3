//! Random rounds for `settle` and for the second opinion on it.
//!
//! - `deal`: cards in which the rare hands are common.
//! - `options`: the house options that can change a settlement.
//! - `generate`: random valid rounds; its constants keep out of points the documents leave open.

pub mod deal;
pub mod generate;
pub mod options;

pub use generate::{Dice, round};
