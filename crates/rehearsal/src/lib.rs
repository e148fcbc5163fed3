//! Tables played by chance, for tests: people who do what is sensible mostly, what is wrong often, and
//! nonsense now and then.
//!
//! A [`Driver`](driver::Driver) plays rounds at one table from a seed. Each command goes through a
//! [`CheckedTable`](checked_table::CheckedTable), which puts it to the rules and to a small second set of books, and holds the
//! two against the invariants of `rounds.md` section 11. What was asked and answered stays in
//! `checked.exchanges`, so that tests of what is built on the rules can send the same requests again. Nothing here is part of
//! the product.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a rehearsal that cannot go on stops"
)]

pub mod again;
mod authority;
mod cards;
pub mod checked_table;
pub mod dice;
pub mod driver;
mod facts;
mod ledger;
mod money;
mod pit;
pub mod plain;
mod posts;
pub mod scene;
pub mod scripted_table;
mod slips;
mod trouble;
pub mod ways;
