//! A second opinion on `settle`, written from the rulebooks and INTERFACE.md alone.
//!
//! Nothing here looks at the program's own code, and nothing is clever: cards stay strings, a round stays JSON.
//! Where both agree on many random rounds, a slip in one of them has been found or there is none that both share.
//!
//! - `cards`: what a hand is, by sorting and asking.
//! - `settle`: one round in, its expected output out, without the `clauses` of the lines.
//! - `policy`: house options, their defaults, and the pay tables.
//! - `jackpot`: the meter, its awards and the envy bonus.
//! - `deal`: cards in which the rare hands are common.
//! - `options`: the house options that can change a settlement.
//! - `generate`: random valid rounds; its constants keep out of points the documents leave open.

pub mod cards;
pub mod deal;
pub mod generate;
pub mod jackpot;
pub mod options;
pub mod policy;
pub mod settle;

pub use generate::{Dice, round};
pub use settle::settle;

/// The rulebooks, by id.
pub const RULEBOOKS: [&str; 5] = [
    "rws-2020",
    "rws-2013",
    "mbs-2019",
    "rws-multilink-2024",
    "oceanfront",
];
