//! The mathematics of casino Three Card Poker, from the same rulebook the engine runs.
//!
//! Pure: no clock, no file, no thread. Read in this order: [`Fraction`], the 1,755 [`classes`] of
//! hands, what a Dealer can hold against each ([`Deals`]), and the bets: [`AntePlay`].

mod ante_play;
mod classes;
mod deals;
mod fraction;
mod moments;
mod strategy;

pub use ante_play::{AntePlay, DEALS, Decided};
pub use classes::{Class, classes};
pub use deals::{Against, DEALER_HANDS, Deals};
pub use fraction::Fraction;
pub use moments::Moments;
pub use strategy::{NoSuchStrategy, Strategy, Threshold, spread};
