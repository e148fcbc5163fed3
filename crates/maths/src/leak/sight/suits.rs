//! What suits add to a sum by ranks: hands of one suit weigh something else.
//!
//! The part of the suits is a sum over the four of them of one table, [`Flushes`], read at the ranks
//! left in the suit. For cards taken by rank the question is how their suits can fall. The deck is cut
//! into two halves of two suits: how many of each rank are taken from which half is gone through, and
//! for each half the sums over its own ways are made once and kept ([`Half`]), because other choices
//! of cards ask for them again. Where even the least sums of both halves leave no exception, or the
//! greatest nothing else, counts and totals suffice; what remains is every sum with every other.

use super::ranks::{Form, RANKS, Taken, all_ranks};

pub(super) const SETS: usize = 1 << RANKS;

/// For each set of ranks in a suit: what its flushes weigh more than the same ranks apart.
#[derive(PartialEq, Eq)]
pub(super) struct Flushes {
    pub(super) sums: Vec<i16>,
    /// The ranks that are in any such flush, as bits; others' suits do not matter.
    pub(super) ranks: usize,
}

impl Flushes {
    pub(super) fn new(extra: &Form) -> Flushes {
        let (mut sums, mut ranks) = (vec![0; SETS], 0);
        for three in all_ranks().filter(|three| extra.weight(*three) != 0) {
            let set = three.iter().fold(0, |set, rank| set | 1 << rank);
            sums[set] = i16::try_from(extra.weight(three)).expect("at most four units apart");
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

    /// Where the part of the suits lies, by how the cards taken lie over each other.
    pub(super) fn bounds(&self, left: [usize; 4], cards: usize) -> Bounded {
        let by_suit = left.map(|ranks| self.of_suit(ranks & self.ranks, cards));
        let mut falls = Vec::new();
        for (a, one) in by_suit[0].iter().enumerate() {
            for (b, two) in by_suit[1].iter().enumerate().take(cards + 1 - a) {
                for (c, three) in by_suit[2].iter().enumerate().take(cards + 1 - a - b) {
                    for (d, four) in by_suit[3].iter().enumerate().take(cards + 1 - a - b - c) {
                        let mut fall = [a, b, c, d];
                        fall.sort_unstable();
                        fall.reverse();
                        falls.push((fall, [*one, *two, *three, *four]));
                    }
                }
            }
        }
        let mut bounded = Bounded::new(cards);
        for layers in falls.iter().map(|(fall, _)| *fall) {
            let at = bounded.place(layers);
            if bounded.by_layers[at].most >= bounded.by_layers[at].least {
                continue;
            }
            for (fall, suits) in falls.iter().filter(|(fall, _)| can_fall(*fall, layers)) {
                debug_assert_eq!(fall.iter().sum::<usize>(), layers.iter().sum::<usize>());
                let least = suits.iter().map(|suit| suit.least).sum();
                let most = suits.iter().map(|suit| suit.most).sum();
                bounded.by_layers[at].widen(least, most);
            }
        }
        bounded
    }

    /// By how many cards are taken from a suit with these ranks, up to as many as there are.
    fn of_suit(&self, ranks: usize, cards: usize) -> Vec<Bounds> {
        let most = cards.min(ranks.count_ones() as usize);
        let mut suit = vec![NONE; most + 1];
        for taken in subsets(ranks).filter(|taken| taken.count_ones() as usize <= most) {
            let sum = i64::from(self.sums[ranks ^ taken]);
            suit[taken.count_ones() as usize].widen(sum, sum);
        }
        suit
    }
}

/// Bounds of the suits' part. Cards taken lie in layers, each rank once in a layer: the first has all
/// ranks of which a card was taken, the second those of which two were, and so on to four. A suit has
/// a rank once, so it cannot have more cards than the first layer, two suits no more than the first
/// two, and so on.
pub(super) struct Bounded {
    cards: usize,
    by_layers: Vec<Bounds>,
}

impl Bounded {
    pub(super) fn new(cards: usize) -> Bounded {
        Bounded {
            cards,
            by_layers: vec![NONE; (cards + 1).pow(4)],
        }
    }

    /// Takes in what is possible with other suits.
    pub(super) fn join(&mut self, other: &Bounded) {
        for (own, other) in self.by_layers.iter_mut().zip(&other.by_layers) {
            own.widen(other.least, other.most);
        }
    }

    /// Whatever is taken.
    pub(super) fn least(&self) -> i64 {
        let least = self.by_layers.iter().map(|bounds| bounds.least);
        least.min().unwrap_or(0)
    }

    pub(super) fn of(&self, layers: [usize; 4]) -> Bounds {
        self.by_layers[self.place(layers)]
    }

    fn place(&self, layers: [usize; 4]) -> usize {
        let digit = |place, cards| place * (self.cards + 1) + cards;
        layers.into_iter().fold(0, digit)
    }
}

/// Whether suits with so many cards, the most first, can come of these layers.
fn can_fall(suits: [usize; 4], layers: [usize; 4]) -> bool {
    let sums = |cards: [usize; 4]| {
        let sum = |sum: &mut usize, cards| {
            *sum += cards;
            Some(*sum)
        };
        cards.into_iter().scan(0, sum)
    };
    sums(suits)
        .zip(sums(layers))
        .all(|(suits, layers)| suits <= layers)
        && suits.iter().sum::<usize>() == layers.iter().sum::<usize>()
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
    /// By how many of each rank are taken, in threes.
    found: Vec<Found>,
    sums: Vec<Sums>,
    values: Vec<i16>,
}

/// Where the part of two suits lies. Small, because these are read by the hundred million, from all
/// over.
#[derive(Clone, Copy, Default)]
struct Found {
    least: i16,
    most: i16,
    /// The number of its sums plus one; 0 while they were not asked for.
    number: u32,
}

/// The part of two suits for every way the cards can fall.
#[derive(Clone, Copy)]
struct Sums {
    start: usize,
    /// How many values stand there, and how often each is to be counted.
    values: usize,
    each: i64,
    total: i64,
}

impl Sums {
    fn ways(self) -> i64 {
        self.each * i64::try_from(self.values).unwrap_or(i64::MAX)
    }
}

/// The halves of a deck for one table of flushes.
#[derive(Default)]
pub(super) struct Halves {
    flushes: Option<Flushes>,
    two: [Half; 2],
    /// Room for the ways to cut.
    cuts: Vec<[u32; 2]>,
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
        let Some(flushes) = self.flushes.as_ref().filter(|_| !borders.is_empty()) else {
            return 0;
        };
        let [a, b, c, d] = left.map(|ranks| ranks & flushes.ranks);
        self.two[0].turn_to([a, b], flushes.ranks);
        self.two[1].turn_to([c, d], flushes.ranks);
        let mut sum = 0;
        for border in borders {
            cut(&mut self.cuts, &self.two, flushes.ranks, &border.taken);
            let mut of_border = 0;
            for &[one, other] in &self.cuts {
                let [first, second] = &mut self.two;
                let one = first.found(flushes, one as usize);
                let other = second.found(flushes, other as usize);
                of_border += below(border.by_ranks, (first, one), (second, other));
            }
            sum += i128::from(border.ways) * i128::from(of_border);
        }
        sum
    }
}

/// How many of each rank come from which half, in threes, in every way.
fn cut(cuts: &mut Vec<[u32; 2]>, halves: &[Half; 2], ranks: usize, taken: &Taken) {
    cuts.clear();
    cuts.push([0, 0]);
    let mut place = 1_u32;
    for rank in (0..RANKS).filter(|rank| ranks >> rank & 1 == 1) {
        let taken = u32::from(taken[rank]);
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
    fn turn_to(&mut self, left: [usize; 2], ranks: usize) {
        if self.left != left || self.found.is_empty() {
            *self = Half {
                left,
                found: vec![Found::default(); 3_usize.pow(ranks.count_ones())],
                ..Half::default()
            };
        }
    }

    /// How many cards of a rank are left.
    fn of(&self, rank: usize) -> u32 {
        self.left
            .iter()
            .map(|left| u32::from(left >> rank & 1 == 1))
            .sum()
    }

    #[inline]
    fn found(&mut self, flushes: &Flushes, taken: usize) -> Found {
        let found = self.found[taken];
        if found.number > 0 {
            return found;
        }
        self.find(flushes, taken)
    }

    #[cold]
    fn find(&mut self, flushes: &Flushes, taken: usize) -> Found {
        let [mut one, mut other] = self.left;
        let (mut either, mut rest) = (0_usize, taken);
        for rank in (0..RANKS).filter(|rank| flushes.ranks >> rank & 1 == 1) {
            match (rest % 3, one >> rank & other >> rank & 1) {
                (0, _) => {}
                (1, 1) => either |= 1 << rank,
                _ => (one, other) = (one & !(1 << rank), other & !(1 << rank)),
            }
            rest /= 3;
        }
        // Suits with the same ranks left can change places: the highest card is put into the first.
        let fixed = match self.left {
            [one, other] if one == other && either > 0 => 1 << either.ilog2(),
            _ => 0,
        };
        let each = if fixed > 0 { 2 } else { 1 };
        let start = self.values.len();
        let (mut least, mut most, mut total) = (i16::MAX, i16::MIN, 0);
        for first in subsets(either ^ fixed).map(|first| first | fixed) {
            let value = flushes.sums[one ^ first] + flushes.sums[other ^ either ^ first];
            (least, most) = (least.min(value), most.max(value));
            total += i64::from(value);
            self.values.push(value);
        }
        self.sums.push(Sums {
            start,
            values: self.values.len() - start,
            each,
            total: each * total,
        });
        let number = u32::try_from(self.sums.len()).expect("fewer than 3^13 ways to take");
        self.found[taken] = Found {
            least,
            most,
            number,
        };
        self.found[taken]
    }

    fn sums(&self, found: Found) -> Sums {
        self.sums[found.number as usize - 1]
    }

    fn values(&self, sums: Sums) -> &[i16] {
        &self.values[sums.start..][..sums.values]
    }
}

/// Minus the sum of the three, where it is negative, over all ways of both halves.
fn below(by_ranks: i64, (half, one): (&Half, Found), (others, other): (&Half, Found)) -> i64 {
    let least = i32::from(one.least) + i32::from(other.least);
    if by_ranks + i64::from(least) >= 0 {
        return 0;
    }
    let most = i32::from(one.most) + i32::from(other.most);
    let sums = [half.sums(one), others.sums(other)];
    if by_ranks + i64::from(most) <= 0 {
        let ways = sums.map(Sums::ways);
        let [total, other_total] = sums.map(|sums| sums.total);
        return -(by_ranks * ways[0] * ways[1] + total * ways[1] + other_total * ways[0]);
    }
    // The sum by ranks is no further from nothing than the suits reach.
    let by_ranks = i32::try_from(by_ranks).unwrap_or(i32::MAX);
    let (mut short, mut long) = (half.values(sums[0]), others.values(sums[1]));
    if short.len() > long.len() {
        (short, long) = (long, short);
    }
    let mut sum = 0_i32;
    for value in short {
        let most = -by_ranks - i32::from(*value);
        let row = long.iter().fold(0_i32, |row, value| {
            row.wrapping_add(most.wrapping_sub(i32::from(*value)).max(0))
        });
        sum = sum.wrapping_add(row);
    }
    i64::from(sum) * sums[0].each * sums[1].each
}
