//! Other boxes' hands known: what friends at the table, or one Player at several boxes, can tell.
//!
//! With all three cards of one other box the Dealer has 15,180 hands left, found by inclusion and
//! exclusion for each of the 18,424 hands the other box can hold. With more boxes there are too many
//! to go through card by card ([`sight`](super::sight) does it by ranks), and no Player could
//! use them; what can be told by a finger is a number. So
//! for one to six boxes the count of Queens, Kings and Aces they hold is worked out exactly: given
//! the Dealer's hand, the others' cards are so many of the 46 left, and how many of them are high is
//! a matter of binomials.

use game::Rank;

use super::weighed::{Line, Sign, Weighed, told};
use super::{Case, choose};
use crate::beside::Dealers;
use crate::fraction::Fraction;

/// As many as share a table of seven with the Player.
pub const MOST_OTHERS: usize = 6;

/// The number of Queens, Kings and Aces in other boxes told, and played by.
#[derive(Clone, Debug)]
pub struct Counted {
    /// How many other boxes.
    pub others: usize,
    /// The house edge that is left.
    pub house_edge: Fraction,
    /// The best decisions for each count.
    pub lines: Vec<Line>,
}

pub(super) struct Work {
    /// Over the 15,180 hands left beside each other box's hand, summed.
    one_other: i128,
    counted: Vec<Vec<Weighed>>,
}

impl Default for Work {
    fn default() -> Work {
        let signs = |others: usize| {
            let most = u8::try_from((3 * others).min(12)).unwrap_or(12);
            (0..=most)
                .map(|count| Weighed::new(Sign::Courts(count)))
                .collect()
        };
        Work {
            one_other: 0,
            counted: (1..=MOST_OTHERS).map(signs).collect(),
        }
    }
}

impl Work {
    pub(super) fn add(&mut self, case: &Case<'_>, dealers: &Dealers) {
        self.one_other += case.size() * one_other(case, dealers);
        let by_count = case.by_count_from(Rank::Queen);
        let high = case.left_from(Rank::Queen);
        for (others, signs) in (1_i64..).zip(&mut self.counted) {
            for (told, sign) in (0_i64..).zip(signs) {
                let (cases, play) = beside(3 * others, told, by_count, high);
                sign.add(case, cases, play);
            }
        }
    }

    pub(super) fn told(self) -> (Fraction, Vec<Counted>) {
        let counted = self.counted.into_iter().enumerate().map(|(at, signs)| {
            let leak = told(&signs);
            Counted {
                others: at + 1,
                house_edge: leak.house_edge,
                lines: leak.lines,
            }
        });
        (
            -Fraction::new(self.one_other, ONE_OTHER_CASES),
            counted.collect(),
        )
    }
}

/// The Player's hands, the other box's and the Dealer's.
const ONE_OTHER_CASES: i128 = 22_100 * 18_424 * 15_180;

/// The best decision for each hand the other box can hold, over the Dealer's hands beside it.
fn one_other(case: &Case<'_>, dealers: &Dealers) -> i128 {
    let value = |counts: crate::beside::Counts| counts.value(case.worth);
    let fold = 15_180 * case.fold;
    let all = value(case.beside.all);
    let ones: Vec<i64> = case
        .beside
        .with_card
        .iter()
        .map(|counts| value(*counts))
        .collect();
    let mut twos = vec![[0_i64; 52]; 52];
    for (at, &c) in case.left.iter().enumerate() {
        for &b in &case.left[..at] {
            twos[c][b] = value(case.beside.with_pair(b, c));
        }
    }
    let mut sum = 0_i128;
    for (k, &c) in case.left.iter().enumerate() {
        for (j, &b) in case.left[..k].iter().enumerate() {
            let known = all - ones[c] - ones[b] + twos[c][b];
            let mut of_two = 0_i64;
            for &a in &case.left[..j] {
                let three = value(dealers.hand(&case.beside, [a, b, c]));
                let play = known - ones[a] + twos[b][a] + twos[c][a] - three;
                of_two += play.max(fold);
            }
            sum += i128::from(of_two);
        }
    }
    sum
}

/// Cases and what playing is worth where `told` of `seen` other cards are high: each Dealer's hand
/// with so many high cards leaves the rest for the others to hold.
fn beside(seen: i64, told: i64, by_count: [i64; 4], high: i64) -> (i128, i128) {
    let (mut cases, mut play) = (0, 0);
    for (count, value) in (0_i64..).zip(by_count) {
        let left = high - count;
        let ways = choose(left, told) * choose(46 - left, seen - told);
        cases += ways * choose(high, count) * choose(49 - high, 3 - count);
        play += ways * i128::from(value);
    }
    (cases, play)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ante_play::{AntePlay, Pays};
    use crate::strategy::Strategy;
    use game::{Card, RulebookId};

    /// The other box's hands by their high cards, each with the Dealer's hands beside it: summed over
    /// cards they come to what the binomials say.
    #[test]
    fn counts_of_high_cards_agree_with_the_cards_themselves() {
        let form = RulebookId::Rws2013.form();
        let sheet = AntePlay::new(form, Strategy::Optimal);
        let (dealers, pays) = (Dealers::new(form), Pays::new(form));
        for decided in sheet.hands.iter().step_by(40) {
            let case = Case::new(&dealers, &pays, decided);
            let (by_count, high) = (case.by_count_from(Rank::Queen), case.left_from(Rank::Queen));
            let mut sums = [0_i128; 4];
            let value = |counts: crate::beside::Counts| i128::from(counts.value(case.worth));
            for (k, &c) in case.left.iter().enumerate() {
                for (j, &b) in case.left[..k].iter().enumerate() {
                    for &a in &case.left[..j] {
                        let known = [a, b, c];
                        let courts = known.map(|card| Card::ALL[card].rank() >= Rank::Queen);
                        let courts = courts.into_iter().filter(|court| *court).count();
                        let ones: i128 = known
                            .map(|card| value(case.beside.with_card[card]))
                            .iter()
                            .sum();
                        let twos: i128 = [(a, b), (a, c), (b, c)]
                            .map(|(x, y)| value(case.beside.with_pair(x, y)))
                            .iter()
                            .sum();
                        let three = value(dealers.hand(&case.beside, known));
                        sums[courts] += value(case.beside.all) - ones + twos - three;
                    }
                }
            }
            for (told, sum) in (0_i64..).zip(sums) {
                assert_eq!(beside(3, told, by_count, high).1, sum);
            }
        }
    }
}
