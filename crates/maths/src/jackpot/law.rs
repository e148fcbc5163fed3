//! How many boxes of one table win a share of the meter in one round, and of which row.
//!
//! The meter moves only then (and by fixed awards in a house that takes them from it), so this law is
//! all the meter's history needs. Such hands are few: one under the three-card tables, and beside any
//! middle a handful of straight flushes. So their disjoint sets are listed, not counted cleverly.

use std::collections::BTreeMap;

use game::{Award, Money};

use super::disjoint::{choose, triples};
use super::made::Made;
use super::middle::deals;
use super::number::Number;
use crate::fraction::Fraction;

/// Sets looked at beside one middle before larger ones are left out.
const SETS_MAX: usize = 400_000;
/// What may be left out, as a part of the chance of any share: six digits are right.
const MISSED_MAX: f64 = 1e-6;

/// For each row that pays a share, how many boxes win it.
pub(super) type Shares = Vec<u8>;

/// Sets of boxes of one table that can win shares together: the expected number of them.
pub(super) struct Law {
    /// The rows that pay a share, by their place in the table, and the share in hundredths.
    pub shares: Vec<(usize, u8)>,
    sets: BTreeMap<Shares, Listed>,
    /// The most boxes that can win shares together; none where larger sets were left out.
    pub largest: Option<usize>,
    /// The expected number of sets of the first size left out.
    missed: f64,
}

#[derive(Clone, Copy)]
struct Listed {
    /// The share of such sets among all sets of so many hands.
    sets: Fraction,
    /// The same with one more box that wins a fixed award, times that award in dollars.
    fixed: Fraction,
}

/// One way a round can go for the meter.
pub(super) struct Outcome<N> {
    pub winners: Shares,
    pub chance: N,
    /// What fixed awards come to in such rounds on average, times the chance.
    pub fixed: N,
}

impl Law {
    /// `stake` is what fixed awards are multiples of.
    ///
    /// None where so many hands win shares that what is left out would tell.
    pub fn new(made: &Made<'_>, boxes: u8, stake: Money) -> Option<Law> {
        let rows = made.table.iter().enumerate();
        let shares = rows.filter_map(|(at, row)| match row.award {
            Award::Percent(percent) => Some((at, percent)),
            Award::Sum(_) | Award::ForOne(_) => None,
        });
        let deals = deals(made);
        let total: u64 = deals.iter().map(|deal| deal.weight).sum();
        let mut law = Law {
            sets: BTreeMap::new(),
            largest: Some(0),
            missed: 0.0,
            shares: shares.collect(),
        };
        for deal in &deals {
            let mut hands = Vec::new();
            let mut fixed = Vec::new();
            for (hand, row) in &deal.hands {
                match law.shares.iter().position(|(share, _)| share == row) {
                    Some(kind) => hands.push((*hand, kind)),
                    None => fixed.push((*hand, cents(made.table[*row].award, stake))),
                }
            }
            let weight = Fraction::new(i128::from(deal.weight), i128::from(total));
            law.list(&hands, &fixed, deal.deck.count_ones(), weight, boxes);
        }
        let one = law
            .sets
            .iter()
            .filter(|(winners, _)| winners.iter().sum::<u8>() == 1);
        let any = one.map(|(_, listed)| listed.sets.to_f64()).sum::<f64>() * f64::from(boxes);
        (law.missed <= MISSED_MAX * any).then_some(law)
    }

    fn list(
        &mut self,
        hands: &[(u64, usize)],
        fixed: &[(u64, i128)],
        cards: u32,
        weight: Fraction,
        boxes: u8,
    ) {
        let none = (0_usize, 0_u64, vec![0_u8; self.shares.len()]);
        let mut sets = vec![none];
        for size in 0..=usize::from(boxes) {
            if !sets.is_empty() {
                self.largest = self.largest.map(|largest| largest.max(size));
            }
            let mut counts: BTreeMap<Shares, (i128, i128)> = BTreeMap::new();
            for (_, used, winners) in &sets {
                let sums = counts.entry(winners.clone()).or_default();
                sums.0 += 1;
                let beside = fixed.iter().filter(|(hand, _)| hand & used == 0);
                sums.1 += beside.map(|(_, cents)| cents).sum::<i128>();
            }
            for (winners, (count, cents)) in counts {
                self.add(winners, [count, cents], size, cards, weight);
            }
            let all = size == usize::from(boxes);
            if !all && sets.len().saturating_mul(hands.len()) > SETS_MAX {
                self.largest = None;
                self.missed += weight.to_f64() * left_out(hands.len(), cards, boxes, size + 1);
                break;
            }
            sets = larger(&sets, hands);
        }
    }

    fn add(
        &mut self,
        winners: Shares,
        [count, cents]: [i128; 2],
        size: usize,
        cards: u32,
        weight: Fraction,
    ) {
        let of = |size: usize| i128::try_from(triples(cards, size)).unwrap_or(i128::MAX);
        let listed = self.sets.entry(winners).or_insert(Listed {
            sets: Fraction::ZERO,
            fixed: Fraction::ZERO,
        });
        listed.sets = listed.sets + weight * Fraction::new(count, of(size));
        if of(size + 1) > 0 && cents > 0 {
            listed.fixed = listed.fixed + weight * Fraction::new(cents, of(size + 1)) / HUNDRED;
        }
    }

    /// Every outcome by inclusion and exclusion.
    pub fn outcomes<N: Number>(&self, boxes: u8) -> Vec<Outcome<N>> {
        let ways = |size: usize| {
            let size = u32::try_from(size).unwrap_or(u32::MAX);
            Fraction::whole(i128::try_from(choose(boxes.into(), size)).unwrap_or(0))
        };
        let exactly = |winners: &Shares| {
            let (mut chance, mut fixed) = (N::zero(), N::zero());
            for (more, listed) in &self.sets {
                let Some(chosen) = times(more, winners) else {
                    continue;
                };
                let size: usize = more.iter().map(|boxes| usize::from(*boxes)).sum();
                let alone = N::of(chosen * ways(size)) * N::of(listed.sets);
                let beside = N::of(chosen * ways(size + 1)) * N::of(listed.fixed);
                chance = chance + alone;
                fixed = fixed + beside;
            }
            Outcome {
                winners: winners.clone(),
                chance,
                fixed,
            }
        };
        self.sets.keys().map(exactly).collect()
    }
}

/// The expected number of sets of so many boxes that all win a share, were their hands independent;
/// with one deck they are fewer.
fn left_out(hands: usize, cards: u32, boxes: u8, size: usize) -> f64 {
    let ratio = |num: u128, den: u128| {
        let whole = |count: u128| i128::try_from(count).unwrap_or(i128::MAX);
        Fraction::new(whole(num), whole(den)).to_f64()
    };
    let size = u32::try_from(size).unwrap_or(u32::MAX);
    let one = ratio(hands as u128, choose(cards, 3));
    ratio(choose(boxes.into(), size), 1) * one.powi(i32::try_from(size).unwrap_or(i32::MAX))
}

const HUNDRED: Fraction = Fraction::whole(100);

/// Each set with one more hand that comes after all of its own.
fn larger(sets: &[(usize, u64, Shares)], hands: &[(u64, usize)]) -> Vec<(usize, u64, Shares)> {
    let mut all = Vec::new();
    for (next, used, winners) in sets {
        for (at, (hand, kind)) in hands.iter().enumerate().skip(*next) {
            if used & hand == 0 {
                let mut winners = winners.clone();
                winners[*kind] += 1;
                all.push((at + 1, used | hand, winners));
            }
        }
    }
    all
}

/// How often a set of `more` holds one of `winners`, with the sign of the difference; none where it
/// cannot.
fn times(more: &Shares, winners: &Shares) -> Option<Fraction> {
    let mut product = 1_i128;
    for (more, winners) in more.iter().zip(winners) {
        if more < winners {
            return None;
        }
        let ways = choose((*more).into(), (*winners).into());
        let sign = if (more - winners) % 2 == 0 { 1 } else { -1 };
        product *= sign * i128::try_from(ways).unwrap_or(0);
    }
    Some(Fraction::whole(product))
}

/// A fixed award; a share of the meter is none.
fn cents(award: Award, stake: Money) -> i128 {
    match award {
        Award::Percent(_) => 0,
        Award::Sum(sum) => sum.in_minor().into(),
        Award::ForOne(times) => i128::from(stake.in_minor()) * i128::from(times),
    }
}
