//! Several bets of one box together: one deal decides them all, so they move together.
//!
//! Every deal falls into a cell: what became of Ante, Play, Ante Bonus, Pair Plus and the side bet in
//! units, and which row of the jackpot's table was made. Cells and their counts are the whole truth;
//! means, variances and covariances of anything are sums over them.

use std::collections::BTreeMap;

use game::{
    BestOfSix, Card, FoldJackpot, FoldSideBet, Hand, JackpotRow, Rulebook, SideBetTable,
    best_of_six, jackpot_row,
};

use crate::ante_play::{AntePlay, Decided, Pays};
use crate::beside::{Counts, Dealers};
use crate::classes::alike;
use crate::deals::Against;
use crate::fraction::Fraction;
use crate::moments::Moments;
use crate::pair_plus::{dies_with_fold, net};
use crate::six_cards;

/// What one deal does to a box with one unit on each bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Units won or lost; nothing where a bet stands off.
    pub ante: i64,
    /// Units won or lost on Play.
    pub play: i64,
    /// Units won as Ante Bonus.
    pub bonus: i64,
    /// Units won or lost on Pair Plus.
    pub pair_plus: i64,
    /// Nothing where the rulebook has no side bet.
    pub five_card: i64,
    /// The row of the jackpot's table, from its top, that a bet still alive has made.
    pub jackpot: Option<usize>,
}

/// The joint distribution under one strategy.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Deals by what they do to the box.
    pub cells: BTreeMap<Cell, u64>,
    /// All deals told apart.
    pub deals: u64,
}

/// Whether a bet beside the Ante lives on when the hand is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Folded {
    Alive,
    Lost,
}

impl Joint {
    /// All bets of the rulebook. Where five cards or six decide one, a fraction of a second's work.
    pub fn new(rulebook: &Rulebook, sheet: &AntePlay) -> Joint {
        let rows = rulebook.jackpot_table.says.as_ref();
        let community = rows.is_some_and(|table| {
            let five = |row: &JackpotRow| matches!(row.hand, game::JackpotHand::FiveCards(_));
            table.rows().iter().any(five)
        });
        let work = Work::new(rulebook);
        match rulebook.side_bet_table.says {
            Some(table) => work.with_six_cards(sheet, table),
            None if community => work.with_community(sheet),
            None => work.of_hands(sheet),
        }
    }

    /// Ante, Play, Ante Bonus, Pair Plus and a jackpot on three cards: what the two hands decide.
    pub fn of_hands(rulebook: &Rulebook, sheet: &AntePlay) -> Joint {
        Work::new(rulebook).of_hands(sheet)
    }

    /// Mean and variance of anything a cell is worth.
    ///
    /// # Panics
    ///
    /// Where what a cell is worth goes beyond 10^15.
    pub fn moments(&self, worth: impl Fn(&Cell) -> i64) -> Moments {
        Moments::of(self.cells.iter().map(|(cell, deals)| (worth(cell), *deals)))
    }

    pub fn covariance(&self, one: impl Fn(&Cell) -> i64, other: impl Fn(&Cell) -> i64) -> Fraction {
        let (mut products, mut ones, mut others) = (0_i128, 0_i128, 0_i128);
        for (cell, deals) in &self.cells {
            let (one, other, deals) = (one(cell).into(), other(cell).into(), i128::from(*deals));
            let _: (i128, i128) = (one, other);
            products += one * other * deals;
            ones += one * deals;
            others += other * deals;
        }
        let mean = |sum: i128| Fraction::new(sum, i128::from(self.deals));
        mean(products) - mean(ones) * mean(others)
    }

    /// To twelve decimals; nothing where one of the two never varies.
    pub fn correlation(&self, one: impl Fn(&Cell) -> i64, other: impl Fn(&Cell) -> i64) -> String {
        let (own, others) = (self.moments(&one).variance, self.moments(&other).variance);
        if own.is_zero() || others.is_zero() {
            return Fraction::ZERO.decimal(12);
        }
        let covariance = self.covariance(one, other);
        let squared = (covariance / own) * (covariance / others);
        let sign = if covariance.is_negative() { "-" } else { "" };
        format!("{sign}{}", squared.sqrt_decimal(12))
    }
}

impl Cell {
    /// Ante, Play and Ante Bonus: the bet of a par sheet.
    pub fn ante_play(&self) -> i64 {
        self.ante + self.play + self.bonus
    }

    /// With every bet counted in units but the jackpot.
    pub fn table_bets(&self) -> i64 {
        self.ante_play() + self.pair_plus + self.five_card
    }
}

/// What a rulebook says about the bets, looked up once.
struct Work<'a> {
    rulebook: &'a Rulebook,
    pays: Pays,
    pair_plus: Folded,
    five_card: Folded,
    jackpot: Folded,
    joint: Joint,
}

impl<'a> Work<'a> {
    fn new(rulebook: &'a Rulebook) -> Work<'a> {
        let lost = |lost: bool| if lost { Folded::Lost } else { Folded::Alive };
        Work {
            rulebook,
            pays: Pays::new(rulebook),
            pair_plus: lost(dies_with_fold(rulebook)),
            five_card: lost(rulebook.fold_side_bet.says == Some(FoldSideBet::Lost)),
            jackpot: lost(rulebook.fold_jackpot.says == Some(FoldJackpot::Forfeited)),
            joint: Joint {
                cells: BTreeMap::new(),
                deals: 0,
            },
        }
    }

    fn of_hands(mut self, sheet: &AntePlay) -> Joint {
        for decided in &sheet.hands {
            for (hand, size) in alike(&decided.class) {
                let row = self.row(decided, hand, None);
                self.add_outcomes(decided, decided.against, size, |cell| {
                    cell.jackpot = row;
                });
            }
        }
        self.joint
    }

    /// The Dealer's hand decides the side bet too, so each is dealt.
    fn with_six_cards(mut self, sheet: &AntePlay, table: SideBetTable) -> Joint {
        let dealers = Dealers::new(self.rulebook);
        for decided in &sheet.hands {
            let hand = decided.class.hand.cards();
            let mut by_best = BestOfSix::ALL.map(|_| Counts::default());
            dealers.each(decided.class.hand, |cards, outcome| {
                by_best[best_of_six(hand, cards) as usize] += outcome;
            });
            for (best, counts) in BestOfSix::ALL.into_iter().zip(by_best) {
                let net = six_cards::net(&table, best);
                let lost = self.five_card == Folded::Lost && !decided.plays;
                let size = u64::from(decided.class.size);
                self.add_outcomes(decided, counts.into(), size, |cell| {
                    cell.five_card = if lost { -1 } else { net };
                });
            }
        }
        self.joint
    }

    /// Two cards in the middle: the Dealer's hands are those that hold neither.
    fn with_community(mut self, sheet: &AntePlay) -> Joint {
        let dealers = Dealers::new(self.rulebook);
        let table = self.rulebook.jackpot_table.says.as_ref();
        let rows = table.map_or(0, |table| table.rows().len());
        for decided in &sheet.hands {
            let beside = dealers.beside(decided.class.hand);
            let own = decided.class.hand.cards();
            let left: Vec<Card> = Card::ALL
                .into_iter()
                .filter(|card| !own.contains(card))
                .collect();
            // Those that make no row come last.
            let mut by_row = vec![[0_u64; 4]; rows + 1];
            for (at, one) in left.iter().enumerate() {
                for other in &left[..at] {
                    let row = self.row(decided, decided.class.hand, Some([*one, *other]));
                    let (one, other) = (usize::from(one.index()), usize::from(other.index()));
                    let sums = &mut by_row[row.unwrap_or(rows)];
                    for (sum, count) in sums.iter_mut().zip(beside.without_two(one, other).each()) {
                        *sum += u64::from(count);
                    }
                }
            }
            for (row, sums) in by_row.into_iter().enumerate() {
                let row = (row < rows).then_some(row);
                let size = u64::from(decided.class.size);
                self.add_counted(decided, sums.map(|sum| sum * size), |cell| {
                    cell.jackpot = row;
                });
            }
        }
        self.joint
    }

    /// The row a jackpot bet that is still alive has made.
    fn row(&self, decided: &Decided, hand: Hand, community: Option<[Card; 2]>) -> Option<usize> {
        if self.jackpot == Folded::Lost && !decided.plays {
            return None;
        }
        let made = jackpot_row(self.rulebook, hand, community)?;
        let table = self.rulebook.jackpot_table.says.as_ref()?;
        table.rows().iter().position(|row| *row == made)
    }

    fn add_outcomes(
        &mut self,
        decided: &Decided,
        against: Against,
        times: u64,
        also: impl Fn(&mut Cell),
    ) {
        let Against {
            unqualified,
            worse,
            equal,
            better,
        } = against;
        let counts = [unqualified, worse, equal, better].map(|count| u64::from(count) * times);
        self.add_counted(decided, counts, also);
    }

    fn add_counted(&mut self, decided: &Decided, counts: [u64; 4], also: impl Fn(&mut Cell)) {
        let rank = decided.class.strength.rank();
        let lost = self.pair_plus == Folded::Lost && !decided.plays;
        let table = &self.rulebook.pair_plus_table.says;
        let mut blank = Cell {
            ante: 0,
            play: 0,
            bonus: decided.bonus,
            pair_plus: if lost { -1 } else { net(table, rank) },
            five_card: 0,
            jackpot: None,
        };
        also(&mut blank);
        if !decided.plays {
            let bonus = self.pays.fold(rank) + 1;
            let cell = Cell {
                ante: -1,
                bonus,
                ..blank
            };
            self.add(cell, counts.iter().sum());
            return;
        }
        let equal = self.pays.equal() / 2;
        let outcomes = [(1, 0), (1, 1), (equal, equal), (-1, -1)];
        for ((ante, play), count) in outcomes.into_iter().zip(counts) {
            self.add(
                Cell {
                    ante,
                    play,
                    ..blank
                },
                count,
            );
        }
    }

    fn add(&mut self, cell: Cell, deals: u64) {
        if deals > 0 {
            *self.joint.cells.entry(cell).or_default() += deals;
            self.joint.deals += deals;
        }
    }
}
