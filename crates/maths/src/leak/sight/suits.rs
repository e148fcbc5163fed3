//! What suits add to a sum by ranks: hands of one suit weigh something else.
//!
//! The part of the suits is a sum over the four of them of one table, [`Flushes`], read at the ranks
//! left in the suit. For cards taken by rank the question is how their suits can fall. The deck is cut
//! into two halves of two suits: how many of each rank are taken from which half is gone through, and
//! for each half the sums over its own ways are made once and kept ([`Half`]), because other choices
//! of cards ask for them again. Where even the least sums of both halves leave no exception, or the
//! greatest nothing else, counts and totals suffice; what remains is every sum with every other.

use super::ranks::{Form, RANKS, Taken, all_ranks};

const SETS: usize = 1 << RANKS;

/// For each set of ranks in a suit: what its flushes weigh more than the same ranks apart.
#[derive(PartialEq, Eq)]
pub(super) struct Flushes {
    pub(super) sums: Vec<i32>,
    /// The ranks that are in any such flush, as bits; others' suits do not matter.
    pub(super) ranks: usize,
}

impl Flushes {
    pub(super) fn new(extra: &Form) -> Flushes {
        let (mut sums, mut ranks) = (vec![0; SETS], 0);
        for three in all_ranks().filter(|three| extra.weight(*three) != 0) {
            let set = three.iter().fold(0, |set, rank| set | 1 << rank);
            sums[set] = i32::try_from(extra.weight(three)).unwrap_or(i32::MAX);
            ranks |= set;
        }
        // From single flushes to all flushes within a set, one rank after the other.
        for rank in 0..RANKS {
            for set in (0..SETS).filter(|set| set >> rank & 1 == 1) {
                sums[set] += sums[set ^ (1 << rank)];
            }
        }
        Flushes { sums, ranks }
    }

    /// The least and the greatest part of the suits by how many of the cards taken have ranks that
    /// matter; `left` are the ranks in each suit.
    pub(super) fn bounds(&self, left: [usize; 4], cards: usize) -> Vec<Bounds> {
        let mut all = vec![NONE; cards + 1];
        all[0] = Bounds { least: 0, most: 0 };
        for ranks in left.map(|ranks| ranks & self.ranks) {
            let mut suit = vec![NONE; cards + 1];
            for taken in subsets(ranks).filter(|taken| taken.count_ones() as usize <= cards) {
                let sum = i64::from(self.sums[ranks ^ taken]);
                suit[taken.count_ones() as usize].widen(sum, sum);
            }
            let mut next = vec![NONE; cards + 1];
            for (at, one) in all.iter().enumerate() {
                for (more, other) in suit.iter().take(cards + 1 - at).enumerate() {
                    if one.least <= one.most && other.least <= other.most {
                        next[at + more].widen(one.least + other.least, one.most + other.most);
                    }
                }
            }
            all = next;
        }
        all
    }
}

#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) least: i64,
    pub(super) most: i64,
}

/// Of nothing: any sum widens it.
pub(super) const NONE: Bounds = Bounds {
    least: i64::MAX,
    most: i64::MIN,
};

impl Bounds {
    pub(super) fn widen(&mut self, least: i64, most: i64) {
        self.least = self.least.min(least);
        self.most = self.most.max(most);
    }
}

/// All sets within a set.
fn subsets(of: usize) -> impl Iterator<Item = usize> {
    let next = move |set: &usize| (*set > 0).then(|| (set - 1) & of);
    std::iter::successors(Some(of), next)
}

/// Cards taken by rank whose suits decide.
pub(super) struct Border {
    pub(super) taken: Taken,
    /// The sum by ranks.
    pub(super) by_ranks: i64,
    /// The ways of suits that do not matter.
    pub(super) ways: i64,
}

/// Two suits, and the sums found for cards taken from them.
#[derive(Default)]
pub(super) struct Half {
    /// The ranks that are left and matter.
    left: [usize; 2],
    /// By how many of each rank are taken, in threes: the number of their sums, one up.
    found: Vec<u32>,
    sums: Vec<Sums>,
    values: Vec<i32>,
}

/// The part of two suits for every way the cards can fall.
#[derive(Clone, Copy)]
struct Sums {
    start: usize,
    ways: usize,
    least: i64,
    most: i64,
    total: i64,
}

/// The halves of a deck for one table of flushes.
#[derive(Default)]
pub(super) struct Halves {
    flushes: Option<Flushes>,
    two: [Half; 2],
    /// Room for the ways to cut.
    cuts: Vec<[usize; 2]>,
}

impl Halves {
    /// Changes to another table; what is known of the same is kept.
    pub(super) fn turn_to(&mut self, flushes: Flushes) {
        if self.flushes.as_ref() != Some(&flushes) {
            *self = Halves::default();
            self.flushes = Some(flushes);
        }
    }

    /// Minus the sum, where it is negative, over all ways of suits.
    pub(super) fn exceptions(&mut self, left: [usize; 4], borders: &[Border]) -> i128 {
        let Some(flushes) = &self.flushes else {
            return 0;
        };
        let [a, b, c, d] = left.map(|ranks| ranks & flushes.ranks);
        self.two[0].turn_to([a, b]);
        self.two[1].turn_to([c, d]);
        let mut sum = 0;
        for border in borders {
            cut(&mut self.cuts, &self.two, flushes.ranks, &border.taken);
            let mut of_border = 0;
            for &[one, other] in &self.cuts {
                let [first, second] = &mut self.two;
                let (one, other) = (first.sums(flushes, one), second.sums(flushes, other));
                of_border += below(border.by_ranks, (first, one), (second, other));
            }
            sum += i128::from(border.ways) * i128::from(of_border);
        }
        sum
    }
}

/// How many of each rank come from which half, in threes, in every way.
fn cut(cuts: &mut Vec<[usize; 2]>, halves: &[Half; 2], ranks: usize, taken: &Taken) {
    cuts.clear();
    cuts.push([0, 0]);
    let mut place = 1;
    for rank in (0..RANKS).filter(|rank| ranks >> rank & 1 == 1) {
        let taken = usize::from(taken[rank]);
        let [first, second] = halves.each_ref().map(|half| half.of(rank));
        if taken > 0 {
            let options = taken.saturating_sub(second)..=taken.min(first);
            let known = cuts.len();
            // The first option in place, the others behind.
            for one in options.clone().skip(1) {
                for at in 0..known {
                    let [a, b] = cuts[at];
                    cuts.push([a + one * place, b + (taken - one) * place]);
                }
            }
            for keys in &mut cuts[..known] {
                keys[0] += options.start() * place;
                keys[1] += (taken - options.start()) * place;
            }
        }
        place *= 3;
    }
}

impl Half {
    fn turn_to(&mut self, left: [usize; 2]) {
        if self.left != left || self.found.is_empty() {
            *self = Half {
                left,
                ..Half::default()
            };
        }
    }

    /// How many cards of a rank are left.
    fn of(&self, rank: usize) -> usize {
        self.left
            .iter()
            .filter(|left| *left >> rank & 1 == 1)
            .count()
    }

    fn sums(&mut self, flushes: &Flushes, taken: usize) -> Sums {
        if self.found.is_empty() {
            self.found = vec![0; 3_usize.pow(flushes.ranks.count_ones())];
        }
        if self.found[taken] == 0 {
            let sums = self.find(flushes, taken);
            self.sums.push(sums);
            self.found[taken] = u32::try_from(self.sums.len()).unwrap_or(u32::MAX);
        }
        self.sums[self.found[taken] as usize - 1]
    }

    fn find(&mut self, flushes: &Flushes, taken: usize) -> Sums {
        let [mut one, mut other] = self.left;
        let (mut either, mut rest) = (0, taken);
        for rank in (0..RANKS).filter(|rank| flushes.ranks >> rank & 1 == 1) {
            match (rest % 3, one >> rank & other >> rank & 1) {
                (0, _) => {}
                (1, 1) => either |= 1 << rank,
                _ => (one, other) = (one & !(1 << rank), other & !(1 << rank)),
            }
            rest /= 3;
        }
        let start = self.values.len();
        let (mut bounds, mut total) = (NONE, 0);
        for first in subsets(either) {
            let value = flushes.sums[one ^ first] + flushes.sums[other ^ either ^ first];
            let sum = i64::from(value);
            bounds.widen(sum, sum);
            total += sum;
            self.values.push(value);
        }
        Sums {
            start,
            ways: self.values.len() - start,
            least: bounds.least,
            most: bounds.most,
            total,
        }
    }

    fn values(&self, sums: Sums) -> &[i32] {
        &self.values[sums.start..][..sums.ways]
    }
}

/// Minus the sum of the three, where it is negative, over all ways of both halves.
fn below(by_ranks: i64, (half, one): (&Half, Sums), (others, other): (&Half, Sums)) -> i64 {
    if by_ranks + one.least + other.least >= 0 {
        return 0;
    }
    let count = |ways: usize| i64::try_from(ways).unwrap_or(i64::MAX);
    if by_ranks + one.most + other.most <= 0 {
        let (ways, other_ways) = (count(one.ways), count(other.ways));
        return -(by_ranks * ways * other_ways + one.total * other_ways + other.total * ways);
    }
    // The sum by ranks is no further from nothing than the suits reach: a few thousand.
    let by_ranks = i32::try_from(by_ranks).unwrap_or(i32::MAX);
    let mut sum = 0;
    for value in half.values(one) {
        let most = -by_ranks - value;
        let each = others.values(other).iter();
        let row = each.fold(0_i32, |row, value| {
            row.wrapping_add(most.wrapping_sub(*value).max(0))
        });
        sum += i64::from(row);
    }
    sum
}
