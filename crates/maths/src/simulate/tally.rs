//! What rounds came to: sums by bet, how they fell, who won the jackpot.
//!
//! Everything is a whole number, the squares too, so sums do not depend on the order in which the threads
//! add them up.

use game::HandRank;

use super::plan::Bet;
use crate::ante_play::Outcomes;

/// The sums of any number of rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many rounds.
    pub rounds: u64,
    /// In the order of [`Bet::ALL`].
    pub bets: [BetTally; 4],
    /// The Antes alone.
    pub antes: i128,
    /// Boxes by what became of Ante and Play.
    pub outcomes: Outcomes,
    /// Boxes by their hand, in the order of [`HandRank::ALL`].
    pub hands: [u64; 7],
    /// Jackpots won, by row of the rulebook's table.
    pub awards: Vec<u64>,
    /// Rounds in which two boxes or more won a jackpot.
    pub several_winners: u64,
    /// The most one box came out ahead in one round, in minor units.
    pub largest_win: i64,
}

/// The sums of one bet, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BetTally {
    /// Stakes.
    pub staked: i128,
    /// What was handed back.
    pub returned: i128,
    /// Of the net of all boxes in a round.
    pub squares: Squares,
}

/// A sum of squares in 192 bits: 10^15 rounds of 10^17 each still fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares {
    high: u64,
    low: u128,
}

/// What one box came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxPaid {
    /// In minor units, in the order of [`Bet::ALL`].
    pub staked: [i64; 4],
    /// What was handed back, in the same order.
    pub returned: [i64; 4],
    /// The Ante alone.
    pub ante: i64,
    /// How Ante and Play ended.
    pub fell: Fell,
    /// The hand of the box.
    pub rank: HandRank,
    /// The row of the jackpot's table that was won.
    pub row: Option<usize>,
}

/// How Ante and Play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fell {
    /// The Player folded.
    Fold,
    /// The Dealer did not qualify.
    NotQualified,
    /// The Player won.
    Win,
    /// Both hands were equal.
    StandOff,
    /// The Player lost.
    Lose,
}

impl Tally {
    /// Nothing yet; `rows` has the jackpot's table.
    pub fn empty(rows: usize) -> Tally {
        Tally {
            rounds: 0,
            bets: [BetTally::default(); 4],
            antes: 0,
            outcomes: Outcomes::default(),
            hands: [0; 7],
            awards: vec![0; rows],
            several_winners: 0,
            largest_win: 0,
        }
    }

    /// The sums of one bet.
    pub fn bet(&self, bet: Bet) -> &BetTally {
        &self.bets[bet as usize]
    }

    /// One round, box by box.
    pub(super) fn add_round(&mut self, boxes: &[BoxPaid]) {
        self.rounds += 1;
        let mut nets = [0_i64; 4];
        for paid in boxes {
            self.add_boxes(paid, 1);
            for (net, own) in nets.iter_mut().zip(paid.nets()) {
                *net += own;
            }
        }
        for (bet, net) in self.bets.iter_mut().zip(nets) {
            bet.squares.add(square(net));
        }
        let winners = boxes.iter().filter(|paid| paid.row.is_some()).count();
        self.several_winners += u64::from(winners > 1);
    }

    /// So many boxes that came to the same; rounds and squares are the caller's.
    pub(super) fn add_boxes(&mut self, paid: &BoxPaid, count: u64) {
        let times = |amount: i64| i128::from(amount) * i128::from(count);
        for (at, bet) in self.bets.iter_mut().enumerate() {
            bet.staked += times(paid.staked[at]);
            bet.returned += times(paid.returned[at]);
        }
        self.antes += times(paid.ante);
        *self.outcome_mut(paid.fell) += count;
        self.hands[paid.rank as usize] += count;
        if let Some(row) = paid.row {
            self.awards[row] += count;
        }
        self.largest_win = self.largest_win.max(paid.nets().iter().sum());
    }

    fn outcome_mut(&mut self, fell: Fell) -> &mut u64 {
        match fell {
            Fell::Fold => &mut self.outcomes.fold,
            Fell::NotQualified => &mut self.outcomes.dealer_not_qualified,
            Fell::Win => &mut self.outcomes.win,
            Fell::StandOff => &mut self.outcomes.stand_off,
            Fell::Lose => &mut self.outcomes.lose,
        }
    }

    /// Other rounds of the same plan.
    pub(super) fn add(&mut self, other: &Tally) {
        self.rounds += other.rounds;
        for (bet, others) in self.bets.iter_mut().zip(&other.bets) {
            bet.staked += others.staked;
            bet.returned += others.returned;
            bet.squares.merge(others.squares);
        }
        self.antes += other.antes;
        self.outcomes = self.outcomes + other.outcomes;
        let counts = self.hands.iter_mut().chain(&mut self.awards);
        for (count, others) in counts.zip(other.hands.iter().chain(&other.awards)) {
            *count += others;
        }
        self.several_winners += other.several_winners;
        self.largest_win = self.largest_win.max(other.largest_win);
    }
}

impl BoxPaid {
    pub fn nets(&self) -> [i64; 4] {
        core::array::from_fn(|bet| self.returned[bet] - self.staked[bet])
    }
}

impl Squares {
    pub(super) fn add(&mut self, squares: u128) {
        let (low, over) = self.low.overflowing_add(squares);
        self.low = low;
        self.high += u64::from(over);
    }

    fn merge(&mut self, other: Squares) {
        self.add(other.low);
        self.high += other.high;
    }

    /// To the precision of a float: standard errors need no more.
    #[expect(clippy::cast_precision_loss, reason = "a standard error needs no more")]
    pub fn approximate(self) -> f64 {
        self.high as f64 * 2.0_f64.powi(128) + self.low as f64
    }
}

#[inline]
pub fn square(net: i64) -> u128 {
    u128::from(net.unsigned_abs()) * u128::from(net.unsigned_abs())
}
