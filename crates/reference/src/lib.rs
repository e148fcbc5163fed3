//! A second settlement, written from the rulebooks and the form of `settle`'s JSON alone.
//!
//! It shares no code with the engine and is written as simply as possible: a round is what its JSON says,
//! field by field, and its cards are text. Where both agree, an error would have to be made twice. The tests
//! of `settle` compare it on random rounds, `verify` on every round a house has played.
//!
//! - `cards`: what a hand is, by sorting and asking.
//! - `round`: the fields of a round and of its settlement; `json`: the same as JSON.
//! - `settle`: one round in, its expected outcome out, without the `clauses` of the lines.
//! - `policy`: house options, their defaults, and the pay tables.
//! - `jackpot`: the meter, its awards and the envy bonus.
//! - `deck`: the deck that follows from the seeds.

pub mod cards;
mod deck;
mod jackpot;
pub mod json;
mod policy;
mod round;
mod settle;

pub use deck::deck;
pub use round::{
    DealerHand, Jackpot, Limits, Line, Payment, Range, Round, Seat, Settled, SettledBox,
};
pub use settle::settle;

/// The rulebooks, by id.
pub const RULEBOOKS: [&str; 5] = [
    "rws-2020",
    "rws-2013",
    "mbs-2019",
    "rws-multilink-2024",
    "oceanfront",
];
