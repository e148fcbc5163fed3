//! Several winners of one round: boxes of one table share a deck, tables do not.
//!
//! With K boxes, the sum over all sets of j boxes of the chance that all j win is K over j times the
//! share of winning sets among all sets of j hands; inclusion and exclusion turns these sums into the
//! chance of exactly w winners. With community cards the share is averaged over the middle.

use game::{JackpotRow, Rulebook};

use super::disjoint::{SIZES, Sets, choose, disjoint_pairs, triples};
use super::made::Made;
use super::middle::{Deal, deals};
use super::{BOXES_MAX, across};
use crate::ante_play::AntePlay;
use crate::fraction::Fraction;

/// How many boxes of a table can win together; every box holds a jackpot bet and plays the same way.
#[derive(Clone, Debug)]
pub struct Winners {
    /// Any award of the table.
    pub any: Together,
    /// Each award of the table.
    pub rows: Vec<(JackpotRow, Together)>,
}

/// For sets of 0, 1, 2 .. boxes: the chance that all of them win.
#[derive(Clone, Debug)]
pub struct Together {
    all_win: Vec<Fraction>,
}

/// The number of winners among the boxes of one table.
#[derive(Clone, Debug)]
pub struct Chances {
    /// How many boxes.
    pub boxes: u8,
    /// Winners on average.
    pub expected: Fraction,
    /// Variance of the number of winners.
    pub variance: Fraction,
    /// The chances of each number of winners.
    pub tally: Tally,
}

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of it, not a list")]
pub enum Tally {
    /// The chance of exactly 0, 1, .. winners, up to the number of boxes.
    Exact(Vec<Fraction>),
    /// Too many hands win to count the sets of three and more: least and most each can be.
    Between {
        none: [Fraction; 2],
        two_or_more: [Fraction; 2],
    },
}

impl Winners {
    /// None where the rulebook has no jackpot.
    pub fn new(rulebook: &Rulebook, sheet: &AntePlay) -> Option<Winners> {
        let made = Made::new(rulebook, sheet)?;
        let deals = deals(&made);
        let mut sets = Sets::default();
        let any = Together::over(&deals, &mut sets, |_| true);
        let rows = made.table.iter().enumerate();
        let rows =
            rows.map(|(at, row)| (*row, Together::over(&deals, &mut sets, |made| made == at)));
        let rows = rows.collect();
        Some(Winners { any, rows })
    }
}

impl Together {
    fn over(deals: &[Deal], sets: &mut Sets, wins: impl Fn(usize) -> bool) -> Together {
        let weight: u64 = deals.iter().map(|deal| deal.weight).sum();
        let mut all_win = vec![Fraction::ZERO; SIZES];
        for deal in deals {
            let hands = deal.hands.iter().filter(|(_, row)| wins(*row));
            let hands: Vec<u64> = hands.map(|(hand, _)| *hand).collect();
            // What could not be counted beside one middle is not worth trying beside the others.
            let exact = (all_win.len() == SIZES).then(|| sets.disjoint(&hands, deal.deck));
            let exact = exact.flatten();
            let counts: &[u128] = match &exact {
                Some(counts) => counts,
                None => &disjoint_pairs(&hands),
            };
            all_win.truncate(counts.len());
            for (size, (sum, sets)) in all_win.iter_mut().zip(counts).enumerate() {
                let of = triples(deal.deck.count_ones(), size);
                let share = Fraction::new(whole(*sets), whole(of));
                *sum = *sum + share * Fraction::new(i128::from(deal.weight), i128::from(weight));
            }
        }
        Together { all_win }
    }

    /// None for no boxes or more than a table has.
    pub fn chances(&self, boxes: u8) -> Option<Chances> {
        if boxes == 0 || boxes > BOXES_MAX {
            return None;
        }
        // The expected number of sets of so many boxes that all win.
        let sums: Vec<Fraction> = self
            .all_win
            .iter()
            .zip(0_u32..=u32::from(boxes))
            .map(|(share, size)| *share * Fraction::whole(whole(choose(boxes.into(), size))))
            .collect();
        let expected = sums[1];
        let pairs = sums.get(2).copied().unwrap_or(Fraction::ZERO);
        let tally = if sums.len() > usize::from(boxes) {
            Tally::Exact(exactly(&sums))
        } else {
            between(boxes, expected, pairs)
        };
        Some(Chances {
            boxes,
            expected,
            variance: pairs + pairs + expected - expected * expected,
            tally,
        })
    }
}

impl Chances {
    /// The least and the most it can be; the same where it was counted.
    pub fn none(&self) -> [Fraction; 2] {
        match &self.tally {
            Tally::Exact(exactly) => [exactly[0]; 2],
            Tally::Between { none, .. } => *none,
        }
    }

    /// Likewise.
    pub fn two_or_more(&self) -> [Fraction; 2] {
        match &self.tally {
            Tally::Exact(exactly) => [exactly.iter().skip(2).copied().sum(); 2],
            Tally::Between { two_or_more, .. } => *two_or_more,
        }
    }

    /// The chance of 0, 1, .. winners in one round of each of `tables` tables, as decimals good to
    /// some fourteen digits each; what lies beyond the last is below 10^-18. None where one table
    /// could not be counted.
    pub fn across(&self, tables: u32) -> Option<Vec<f64>> {
        match &self.tally {
            Tally::Exact(exactly) => Some(across::tables(exactly, tables)),
            Tally::Between { .. } => None,
        }
    }
}

/// From the sums over sets to exactly so many.
fn exactly(sums: &[Fraction]) -> Vec<Fraction> {
    let mut chances = Vec::with_capacity(sums.len());
    for winners in 0..sums.len() {
        let mut chance = Fraction::ZERO;
        for (size, sum) in sums.iter().enumerate().skip(winners) {
            let ways = choose(narrow(size), narrow(winners));
            let term = *sum * Fraction::whole(whole(ways));
            let even = (size - winners) % 2 == 0;
            chance = if even { chance + term } else { chance - term };
        }
        chances.push(chance);
    }
    chances
}

/// With the first two sums alone: of W winners, W(W-1)/2 is at most all pairs of boxes times one
/// where there are two or more, and at least one there; some winner is in the sum of W less the pairs.
fn between(boxes: u8, expected: Fraction, pairs: Fraction) -> Tally {
    let one = Fraction::ONE;
    let floor = |least: Fraction| least.max(Fraction::ZERO);
    let all_pairs = Fraction::whole(whole(choose(boxes.into(), 2)));
    let least_two = pairs / all_pairs;
    let most_two = pairs.min(expected / Fraction::whole(2)).min(one);
    Tally::Between {
        none: [floor(one - expected), (one - expected + pairs).min(one)],
        two_or_more: [least_two, most_two],
    }
}

fn whole(count: u128) -> i128 {
    i128::try_from(count).expect("sets of seven hands are some 10^25")
}

fn narrow(size: usize) -> u32 {
    u32::try_from(size).expect("a few boxes")
}
