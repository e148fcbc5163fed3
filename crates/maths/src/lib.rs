//! The mathematics of casino Three Card Poker, from the same rulebook the engine runs.
//!
//! Pure: no clock, no file, no thread. Read in this order: [`Fraction`], the 1,755 [`classes`] of
//! hands, what a Dealer can hold against each ([`Deals`]), and the bets: [`AntePlay`], [`PairPlus`],
//! [`SixCards`], [`Jackpot`], and all of them together ([`Joint`]).

mod ante_play;
mod approximate;
mod beside;
mod catalogue;
pub mod choices;
mod classes;
mod deals;
mod design;
mod figures;
mod fraction;
pub mod jackpot;
mod joint;
pub mod leak;
mod moments;
mod pair_plus;
mod pay_file;
pub mod session;
mod simulate;
mod six_cards;
mod strategy;
mod tabled_bet;

pub use ante_play::{AntePlay, DEALS, Decided, Outcomes, share};
pub use catalogue::{CatalogueEntry, catalogue, house_with};
pub use classes::{Class, classes};
pub use deals::{Against, DEALER_HANDS, Deals};
pub use design::{
    DesignRefused, Designed, Designs, Edges, MOST_TABLES, NoRange, Range, Rows, design,
};
pub use figures::{Decision, Figures};
pub use fraction::Fraction;
pub use jackpot::{BOXES_MAX, Jackpot, METER_MAX, RowOdds};
pub use joint::{Cell, Joint};
pub use moments::Moments;
pub use pair_plus::{HANDS, PairPlus, hands_by_rank};
pub use pay_file::{MOST_TO_ONE, PayFileError, pay_file, tables_as_toml};
pub use simulate::{
    BLOCK_ROUNDS, BadPlan, Bet, BetReport, BetTally, Block, Compared, Deal, Engine, HandsReport,
    Link, Major, Meter, Plan, Player, Report, SEATS_MAX, Squares, Tally, Total,
};
pub use six_cards::{SETS, SixCards, best_of_six_counts};
pub use strategy::{NoSuchStrategy, Strategy, Threshold, spread};
pub use tabled_bet::{NoSuchBet, TabledBet};
