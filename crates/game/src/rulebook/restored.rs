//! Answers read back from what a table opened with.
//!
//! A house chooses among what its rulebook leaves open. A table may also be opened for another game,
//! with pay tables of its own: its log then carries them in the words the form writes, and a replay
//! of the log needs them back.

use super::choices::JackpotKind;
use super::ruling::Value as _;
use super::tables::{Award, JackpotHand, JackpotRow, JackpotTable, PayTable, SideBetTable};
use super::{OptionRefused, Rulebook};
use crate::money::Money;

impl Rulebook {
    /// As [`Rulebook::choose`], and pay tables that no house could choose.
    pub fn restore(&mut self, switch: &str, value: &str) -> Result<(), OptionRefused> {
        let kind = self.jackpot_kind.says;
        let taken = match switch {
            "ante_bonus_table" => put(&mut self.ante_bonus_table.says, PayTable::read(value)),
            "pair_plus_table" => put(&mut self.pair_plus_table.says, PayTable::read(value)),
            "side_bet_table" if self.side_bet_table.says.is_some() => {
                let table = SideBetTable::read(value).map(Some);
                put(&mut self.side_bet_table.says, table)
            }
            "jackpot_table" if self.jackpot_table.says.is_some() => {
                let table = jackpot_table(value, kind).map(Some);
                put(&mut self.jackpot_table.says, table)
            }
            _ => None,
        };
        match taken {
            Some(()) => Ok(()),
            None => self.choose(switch, value),
        }
    }
}

fn put<T>(answer: &mut T, value: Option<T>) -> Option<()> {
    *answer = value?;
    Some(())
}

/// `40 30 5 4 1; MR 50`, the last two and the mini royal only where they are needed.
pub(super) fn pay_table(text: &str) -> Option<PayTable> {
    let (rows, royal) = match text.split_once("; MR ") {
        Some((rows, royal)) => (rows, Some(royal.parse().ok()?)),
        None => (text, None),
    };
    let pays: Vec<u32> = numbers(rows)?;
    let (straight_flush, three, straight, flush, pair) = match pays[..] {
        [straight_flush, three, straight] => (straight_flush, three, straight, 0, 0),
        [straight_flush, three, straight, flush, pair] => {
            (straight_flush, three, straight, flush, pair)
        }
        _ => return None,
    };
    let royal = royal.unwrap_or(straight_flush);
    Some(PayTable::new([
        royal,
        straight_flush,
        three,
        straight,
        flush,
        pair,
    ]))
}

/// `3 5 8 15 25 100 200 250`.
pub(super) fn side_bet_table(text: &str) -> Option<SideBetTable> {
    Some(SideBetTable(numbers(text)?.try_into().ok()?))
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split(' ').map(|word| word.parse().ok()).collect()
}

/// `100%(envy 250) 1250(envy 50) 175 150 15`, or each award after the name of its hand.
fn jackpot_table(text: &str, kind: JackpotKind) -> Option<JackpotTable> {
    // One word an award.
    let text = text.replace("(envy ", "(");
    let words: Vec<&str> = text.split(' ').collect();
    let named = words[0].starts_with(|letter: char| letter.is_ascii_alphabetic());
    let rows: Option<Vec<JackpotRow>> = if named {
        let listed = JackpotHand::listed(kind);
        let rows = words.chunks(2).map(|pair| {
            let [name, award] = pair else { return None };
            let hand = listed.iter().find(|hand| hand.key() == *name)?;
            row(*hand, award)
        });
        rows.collect()
    } else {
        let hands = JackpotHand::usual(kind);
        let rows = || hands.iter().zip(&words);
        (hands.len() == words.len())
            .then(|| rows().map(|(hand, award)| row(*hand, award)).collect())?
    };
    rows.map(JackpotTable::read)
}

/// An award of a hand: `100%(250)`.
fn row(hand: JackpotHand, text: &str) -> Option<JackpotRow> {
    let (award, envy) = match text.split_once('(') {
        Some((award, envy)) => (award, Some(dollars(envy.strip_suffix(')')?)?)),
        None => (text, None),
    };
    let award = if let Some(percent) = award.strip_suffix('%') {
        Award::Percent(percent.parse().ok()?)
    } else if let Some(times) = award.strip_suffix('x') {
        Award::ForOne(times.parse().ok()?)
    } else {
        Award::Sum(dollars(award)?)
    };
    Some(JackpotRow { hand, award, envy })
}

/// `1250`, or `50.50` where there are cents.
fn dollars(text: &str) -> Option<Money> {
    let (whole, cents) = text.split_once('.').unwrap_or((text, "00"));
    let number = |text: &str| {
        let digits = text.len() <= 12 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<i64>().ok().filter(|_| digits)
    };
    let cents = number(cents).filter(|_| cents.len() == 2)?;
    Some(Money::minor(number(whole)? * 100 + cents))
}
