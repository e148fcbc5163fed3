//! Numbers of `maths` as cells of a document, and the words of the felt for hands.

use game::{Hand, JackpotHand, JackpotRow};
use maths::{Fraction, spread};
use report::{Cell, Number, Show};

/// Decimals of a percentage.
const PERCENT: u8 = 4;
const DECIMALS: u8 = 6;

/// As a percentage.
pub fn percent(number: Fraction) -> Number {
    shown(number, Show::Percent(PERCENT))
}

/// With six decimals.
pub fn decimals(number: Fraction) -> Number {
    shown(number, Show::Decimals(DECIMALS))
}

/// As "one in n".
pub fn one_in(chance: Fraction) -> Number {
    shown(chance, Show::OneIn)
}

/// Dollars and cents.
pub fn money(number: Fraction) -> Number {
    shown(number, Show::Grouped(2))
}

/// Units won or lost.
pub fn net(units: i64) -> Number {
    Number::exact(i128::from(units), 1, Show::Signed(0))
}

/// Cases of all.
pub fn share(cases: u64, all: u64) -> Number {
    percent(Fraction::new(i128::from(cases), i128::from(all)))
}

/// A row of a table "return by hand": name, pay, count, probability, odds, share of the return.
pub fn returned_by(
    name: &str,
    pays: Option<&str>,
    (cases, all): (u64, u64),
    part: Fraction,
) -> Vec<Cell> {
    let chance = Fraction::new(i128::from(cases), i128::from(all));
    vec![
        name.into(),
        pays.unwrap_or("loses").into(),
        Number::count(cases).into(),
        percent(chance).into(),
        one_in(chance).into(),
        percent(part).into(),
    ]
}

/// Twelve decimals that are the root of something.
pub fn root(decimals: &str) -> Cell {
    Cell::decimals(decimals, Show::Decimals(DECIMALS))
}

/// A number that is no fraction. A chance keeps enough decimals to be turned over.
pub fn about(value: f64, show: Show) -> Cell {
    let places = if value.abs() < 1.0 { 24 } else { 12 };
    Cell::decimals(&format!("{value:.places$}"), show)
}

/// A fraction of more digits than a page should hold is told by its decimals.
pub fn shown(number: Fraction, show: Show) -> Number {
    match number.parts() {
        Some((num, den)) => Number::exact(num, den, show),
        None => Number::rounded(&number.decimal(12), show).unwrap_or(Number::count(0)),
    }
}

/// `straight_flush` as people say it: `Straight flush`.
pub fn hand_name(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A row of the jackpot's table: the hand, and its suit where that counts.
pub fn award(row: &JackpotRow) -> String {
    let suit = match row.hand {
        JackpotHand::SpadeRoyal => " in spades",
        JackpotHand::OtherRoyal => " in another suit",
        JackpotHand::ThreeCards(_) | JackpotHand::FiveCards(_) => "",
    };
    hand_name(row.hand.name()) + suit
}

/// A hand as it is spread, or none.
pub fn hand_or_none(hand: Option<Hand>) -> String {
    hand.map_or_else(|| "none".to_owned(), spread)
}
