//! What a jackpot bet is worth: fixed sums, a share of the meter, envy, and the meter that breaks even.
//!
//! Here one bet at one moment; in the modules below several winners of one round ([`Winners`])
//! and the meter from one hit to the next ([`Link`]). Everything is a fraction of counted hands, and
//! which hand makes which row is asked of the same function that pays at the table.

mod across;
mod disjoint;
mod envy;
mod grid;
mod law;
mod link;
mod made;
mod middle;
mod moves;
mod number;
mod standing;
mod terms;
mod winners;

pub use link::{Figure, Link, METER_QUANTILES};
pub use terms::{LinkRefused, LinkTerms};
pub use winners::{Chances, Tally, Together, Winners};

use game::{Award, JackpotRow, Money, Rulebook, StakeOnWin};

use crate::ante_play::AntePlay;
use crate::fraction::Fraction;
use crate::moments::Moments;
use made::Made;

/// Boxes at a table: no rulebook's layout has more.
pub const BOXES_MAX: u8 = 7;

/// Per bet, money in the table's units (dollars).
#[derive(Clone, Debug)]
pub struct Jackpot {
    /// The rows of its table, from the top.
    pub rows: Vec<RowOdds>,
    /// The chance that a bet makes any row.
    pub hit_frequency: Fraction,
    /// Fixed prizes on average, at a stake of one dollar: the same at any stake where prizes are
    /// sums, and per dollar staked where they are multiples of the stake.
    pub fixed_per_bet: Fraction,
    /// The share of the meter a bet wins on average.
    pub per_jackpot_unit: Fraction,
    /// Envy on average for each other box; none where there is no envy.
    pub envy_per_other_box: Option<Fraction>,
    /// Envy on average beside 0, 1, .. 6 other players' boxes, each with an Ante and a jackpot bet.
    /// None where there is no envy, or too many hands give it to be counted.
    pub envy_by_others: Option<Vec<Fraction>>,
    sums: Fraction,
    multiples: Fraction,
    /// How much of a dollar staked goes back beside a prize, on average: nothing but where a house
    /// chose so (G-02).
    pub stake_back: Fraction,
    stake_returned: bool,
}

/// One row of the jackpot table and how often a live bet makes it.
#[derive(Clone, Copy, Debug)]
pub struct RowOdds {
    /// The row.
    pub row: JackpotRow,
    /// Hands that make it, of all `of` hands: of 22,100, or with the community cards of 2,598,960
    /// (25,989,600 where it matters which of the five are the Player's own).
    pub hands: u64,
    /// All hands counted.
    pub of: u64,
}

impl RowOdds {
    /// How often a bet makes it.
    pub fn chance(&self) -> Fraction {
        Fraction::new(i128::from(self.hands), i128::from(self.of))
    }

    /// The n of "one in n"; none for a row that no hand makes.
    pub fn one_in(&self) -> Option<Fraction> {
        (self.hands > 0).then(|| self.chance().recip())
    }

    /// What the row adds to a bet's average: dollars, dollars per dollar staked, and the share of
    /// the meter; two of the three are nothing.
    pub fn parts(&self) -> [Fraction; 3] {
        self.award_parts().map(|part| part * self.chance())
    }

    /// The award itself, in the same three parts.
    fn award_parts(&self) -> [Fraction; 3] {
        let zero = Fraction::ZERO;
        match self.row.award {
            Award::Sum(money) => [dollars(money), zero, zero],
            Award::ForOne(times) => [zero, Fraction::whole(i128::from(times)), zero],
            Award::Percent(share) => [zero, zero, Fraction::new(i128::from(share), 100)],
        }
    }

    /// "For 1" contains the stake, so it never goes back beside such an award (G-02).
    fn contains_stake(&self) -> bool {
        matches!(self.row.award, Award::ForOne(_))
    }
}

impl Jackpot {
    /// None where the rulebook has no jackpot.
    pub fn new(rulebook: &Rulebook, sheet: &AntePlay) -> Option<Jackpot> {
        let made = Made::new(rulebook, sheet)?;
        let rows = made.odds();
        // Whole numbers over one denominator: hands times cents, times the stake, times hundredths.
        let (mut cents, mut times, mut hundredths) = (0_i128, 0_i128, 0_i128);
        let (mut hits, mut beside) = (0_i128, 0_i128);
        for row in &rows {
            let hands = i128::from(row.hands);
            hits += hands;
            match row.row.award {
                Award::Sum(money) => cents += hands * i128::from(money.in_minor()),
                Award::ForOne(multiple) => times += hands * i128::from(multiple),
                Award::Percent(share) => hundredths += hands * i128::from(share),
            }
            beside += if row.contains_stake() { 0 } else { hands };
        }
        let of = rows.first().map_or(1, |row| i128::from(row.of));
        let [sums, multiples] = [Fraction::new(cents, 100 * of), Fraction::new(times, of)];
        let stake_returned = rulebook.jackpot_stake_on_win.says == Some(StakeOnWin::Returned);
        let stake_back = Fraction::new(if stake_returned { beside } else { 0 }, of);
        let envy_per_other_box = envy::beside_one(&made);
        let by_others = |one| envy::by_others(&made, one, BOXES_MAX - 1);
        Some(Jackpot {
            hit_frequency: Fraction::new(hits, of),
            fixed_per_bet: sums + multiples,
            per_jackpot_unit: Fraction::new(hundredths, 100 * of),
            envy_by_others: envy_per_other_box.and_then(by_others),
            envy_per_other_box,
            sums,
            multiples,
            stake_back,
            stake_returned,
            rows,
        })
    }

    /// What a bet returns on average, envy left out.
    pub fn returned(&self, stake: Money, meter: Fraction) -> Fraction {
        self.returned_fixed(stake) + self.per_jackpot_unit * meter
    }

    /// Of that, what does not come from a share of the meter.
    pub fn returned_fixed(&self, stake: Money) -> Fraction {
        self.sums + (self.multiples + self.stake_back) * dollars(stake)
    }

    /// The meter at which a bet of `stake` cents returns on average what it costs, envy left out.
    ///
    /// # Panics
    ///
    /// Where no row pays a share of the meter; [`Jackpot::breakeven_beside`] answers none there.
    pub fn breakeven(&self, stake_cents: u32) -> Fraction {
        self.breakeven_beside(stake_cents, 0)
            .expect("a row that pays a share of the meter")
    }

    /// The same with the envy of `others` other players' boxes. None where no row pays a share of
    /// the meter, or where so many boxes were not counted.
    pub fn breakeven_beside(&self, stake_cents: u32, others: u8) -> Option<Fraction> {
        if self.per_jackpot_unit.is_zero() {
            return None;
        }
        let stake = Money::minor(i64::from(stake_cents));
        let missing = dollars(stake) - self.returned_fixed(stake) - self.envy(others)?;
        Some(missing / self.per_jackpot_unit)
    }

    /// Envy on average beside so many boxes; nothing where the rulebook has none. None where they
    /// are more than a table holds or could not be counted.
    pub fn envy(&self, others: u8) -> Option<Fraction> {
        if others == 0 || self.envy_per_other_box.is_none() {
            return Some(Fraction::ZERO);
        }
        let all = self.envy_by_others.as_ref()?;
        all.get(usize::from(others)).copied()
    }

    /// Mean and variance of a bet's net in dollars, envy left out and shares of the meter not yet
    /// rounded to cents. None for amounts below nothing or beyond [`Money::LIMIT`].
    pub fn moments(&self, stake: Money, meter: Money) -> Option<Moments> {
        let possible = |money: Money| money >= Money::ZERO && money <= Money::LIMIT;
        if !possible(meter) || !possible(stake) {
            return None;
        }
        let (stake, meter) = (dollars(stake), dollars(meter));
        let (mut won, mut squares) = (Fraction::ZERO, Fraction::ZERO);
        for row in &self.rows {
            let [sum, times, share] = row.award_parts();
            let back = if self.stake_returned && !row.contains_stake() {
                stake
            } else {
                Fraction::ZERO
            };
            let paid = sum + times * stake + share * meter + back;
            won = won + paid * row.chance();
            squares = squares + paid * paid * row.chance();
        }
        // The stake is always paid, so it moves the mean alone.
        Some(Moments {
            mean: won - stake,
            variance: squares - won * won,
        })
    }
}

pub(crate) fn dollars(money: Money) -> Fraction {
    Fraction::new(i128::from(money.in_minor()), 100)
}
