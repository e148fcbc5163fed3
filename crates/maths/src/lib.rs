//! The mathematics of casino Three Card Poker, from the same rulebook the engine runs.
//!
//! Pure: no clock, no file, no thread. Read in this order: [`Fraction`], the 1,755 [`classes`] of
//! hands, what a Dealer can hold against each ([`Deals`]), and the bets: [`AntePlay`], [`PairPlus`],
//! [`SixCards`], [`Jackpot`], and all of them together ([`Joint`]). Each larger question has a room:
//! [`actual`] for what a house won against chance, [`jackpot`] for several winners and the meter over time, [`session`] for many rounds, [`leak`] for
//! what knowing more is worth, [`choices`] for what a house's options move, [`tables`] for other pay
//! tables, [`simulate`] for rounds played one by one.

pub mod actual;
mod ante_play;
mod beside;
pub mod choices;
mod classes;
mod deals;
mod fraction;
pub mod jackpot;
mod joint;
pub mod leak;
mod moments;
mod pair_plus;
pub mod session;
pub mod simulate;
mod six_cards;
mod strategy;
pub mod tables;

pub use ante_play::{AntePlay, DEALS, Decided, Outcomes, share};
pub use classes::{Class, classes};
pub use deals::{Against, DEALER_HANDS, Deals};
pub use fraction::Fraction;
pub use jackpot::Jackpot;
pub use joint::{Cell, Joint};
pub use moments::Moments;
pub use pair_plus::{HANDS, PairPlus, dies_with_fold, hands_by_rank};
pub use six_cards::{SETS, SixCards, best_of_six_counts};
pub use strategy::{NoSuchStrategy, Strategy, Threshold, spread};
