//! Rounds by the hundred million, through the rules themselves or through a short way proven equal.
//!
//! A [`Plan`] says what is played. Its rounds are cut into blocks of [`BLOCK_ROUNDS`]; a block's cards
//! come from the plan's seed and the block's number alone, so a [`Player`] can play any block at any
//! time, several can share the work, and the sums are the same. [`Total`] takes the blocks in their
//! order, settles what hung on a growing meter, and [`Report`] holds the sums against exact figures.
//!
//! Both engines are dealt the same cards. [`Engine::Rules`] puts every step of a round to
//! `Table::decide` and counts what the events say. [`Engine::Fast`] asks what a round turns on: the kind
//! of the Player's hand, whether it is played, how it stands against the Dealer's, and the kind of the
//! six or five cards where a bet looks at them. Deals alike in these are one cell; it counts them, and
//! `game::settle` settles one deal of each cell. There is no second set of rules.
//!
//! Nothing here reads a clock or starts a thread: who calls does.

mod cells;
mod choices;
mod dealing;
mod desk;
mod exact;
mod fast;
mod further;
mod meter;
mod notes;
mod plan;
mod player;
#[cfg(test)]
mod proof;
mod report;
mod rules;
mod script;
mod settling;
mod single;
mod tally;
mod together;
mod words;

pub use dealing::{BLOCK_ROUNDS, Deal};
pub use meter::{Major, Total};
pub use plan::{BadPlan, Bet, Link, Meter, Plan, SEATS_MAX};
pub use player::{Block, Engine, Player};
pub use report::{BetReport, Compared, HandsReport, Report};
pub use tally::{BetTally, Squares, Tally};
