//! The mathematics of casino Three Card Poker, from the same rulebook the engine runs.
//!
//! Pure: no clock, no file, no thread. Read in this order: [`Fraction`], the 1,755 [`classes`] of
//! hands, what a Dealer can hold against each ([`Deals`]), and the bets: [`AntePlay`], [`PairPlus`],
//! [`SixCards`], [`Jackpot`], and two of them together ([`AnteAndPairPlus`]).
//! Several rounds and boxes: [`Winners`] and the [`Link`] of a jackpot, a [`Session`] of any bet.

mod ante_play;
mod approximate;
mod classes;
mod combined;
mod deals;
mod fraction;
mod jackpot;
mod moments;
mod pair_plus;
mod session;
mod six_cards;
mod strategy;

pub use ante_play::{AntePlay, DEALS, Decided};
pub use classes::{Class, classes};
pub use combined::AnteAndPairPlus;
pub use deals::{Against, DEALER_HANDS, Deals};
pub use fraction::Fraction;
pub use jackpot::{
    BOXES_MAX, Chances, Figure, Jackpot, Link, LinkRefused, LinkTerms, METER_MAX, METER_QUANTILES,
    RowOdds, Tally, Together, Winners,
};
pub use moments::Moments;
pub use pair_plus::{HANDS, PairPlus, hands_by_rank};
pub use session::{
    Audit, Band, Bankroll, CONFIDENCES, Estimate, FanRow, Handle, Judgement, PerRound, QUANTILES,
    ROUNDS_MAX, Session, SessionRefused, fan,
};
pub use six_cards::{SETS, SixCards, best_of_six_counts};
pub use strategy::{NoSuchStrategy, Strategy, Threshold, spread};
