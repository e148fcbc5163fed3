//! The books read again: what a house has stored, checked, exported and added up.
//!
//! Start with [`verify`](mod@verify), which puts every stored command to the rules once more and settles every round a
//! second time with crate `reference`. [`export`](mod@export) writes rounds, ledger, jackpots, events and
//! the log out as lines; [`books`] adds up what an operator files; [`record`] writes one finished round down in
//! the form `queenhigh settle` reads; [`significant`] names the events people outside a table have to know of.
//! Everything here reads a store and writes none. `house` does not know this crate.

pub mod books;
pub mod calendar;
pub mod export;
pub mod lines;
pub mod record;
pub mod significant;
pub mod total;
pub mod verify;
