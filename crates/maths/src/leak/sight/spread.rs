//! How far the suits can move a margin from its average, given the ranks left.
//!
//! With `n` of the four cards of a rank left, any `n` suits are as likely as any others, and ranks are
//! independent of each other. So the number of hands `abc` of one suit is a sum over suits of products
//! of three, and falls apart into its mean `n n n / 16` and parts of mean 0 that belong to two ranks or
//! to three and are not correlated. With `v = n (4 - n)` and `w` for what such a hand weighs more, the
//! variance of all of them together is
//!
//! ```text
//!   sum over pairs ab of  v v / 48 x (sum over c of w n / 4)^2  +  sum over threes of  w^2 v v v / 1152
//! ```
//!
//! The lowest ranks are not told apart here: of them only the number of cards is known, and each is
//! given what makes most of it. That the Player's own hand was taken out changes the odds of suits by
//! the share of his hands with them: three cards not of one suit are 15 in 16, so nothing becomes more
//! likely than 16/15 times what it was; with a pair nothing changes.
//!
//! The suits' part also has a least and a most. They follow from how many cards the suits can have,
//! [as in the exact count](super::suits::Bounded): the most that can fall to one suit, two and three.

use super::between::{in_any_order, matter};
use super::ranks::{Form, RANKS};
use super::suits::{Flushes, SETS};
use crate::ante_play::Decided;

/// The most ranks that are not told apart.
pub(super) const TOGETHER: usize = 7;

/// So many deviations from the border suits hardly decide.
pub(super) const FAR: i64 = 10;

/// Ranks and room to the next power of two.
const ROW: usize = 16;

pub(super) struct Spread {
    matter: [bool; RANKS],
    /// By three ranks in any order: how much a hand of one suit weighs more or less.
    weights: Vec<Weights>,
    /// The most of it with one of so many lowest ranks.
    lowest: Vec<Weights>,
    most: i64,
    /// Nothing becomes more likely by the Player's hand than this.
    odds: [i64; 2],
    reach: Reach,
    pub(super) unit: i64,
}

/// By two ranks.
pub(super) type Weights = [[i16; ROW]; RANKS];

/// The cards left of some ranks, as far as suits matter.
#[derive(Clone)]
pub(super) struct Known {
    /// By two ranks: the cards of the third, weighed.
    thirds: Weights,
    /// `n (4 - n)`
    varied: [i16; ROW],
    cards: usize,
    /// Of how many ranks one card is left at least, two, three, four.
    layers: [usize; 4],
}

impl Default for Known {
    fn default() -> Known {
        Known {
            thirds: [[0; ROW]; RANKS],
            varied: [0; ROW],
            cards: 0,
            layers: [0; 4],
        }
    }
}

impl Spread {
    pub(super) fn new(hands: &[Decided], extra: &Form, unit: i64) -> Spread {
        let flushes = Flushes::new(extra);
        let mut weights = vec![[[0; ROW]; RANKS]; RANKS];
        let mut lowest = vec![[[0; ROW]; RANKS]; TOGETHER + 1];
        let mut most = 0;
        for (c, of_c) in weights.iter_mut().enumerate() {
            for a in 0..RANKS {
                for b in 0..RANKS {
                    let weight = in_any_order(extra, [a, b, c]).abs();
                    most = most.max(weight);
                    of_c[a][b] = i16::try_from(weight).expect("a few units");
                    for lowest in lowest.iter_mut().skip(c + 1) {
                        lowest[a][b] = of_c[a][b].max(lowest[a][b]);
                    }
                }
            }
        }
        Spread {
            matter: matter(&flushes),
            weights,
            lowest,
            most,
            odds: odds(&hands[0]),
            reach: Reach::new(&flushes),
            unit,
        }
    }

    /// One rank more is known.
    pub(super) fn settle(&self, next: &mut Known, before: &Known, rank: usize, stay: u8) {
        next.clone_from(before);
        if !self.matter[rank] {
            return;
        }
        let cards = i16::from(stay);
        for (row, weights) in next.thirds.iter_mut().zip(&self.weights[rank]) {
            for (sum, weight) in row.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(weight.wrapping_mul(cards));
            }
        }
        next.varied[rank] = cards * (4 - cards);
        next.cards += usize::from(stay);
        for layer in &mut next.layers[..usize::from(stay)] {
            *layer += 1;
        }
    }

    /// A bound on the variance, with so many cards left in the ranks below.
    pub(super) fn variance(&self, known: &Known, ranks: usize, below: u8) -> i64 {
        let below = i16::from(below);
        let mut varied = known.varied;
        for (varied, matter) in varied[..ranks].iter_mut().zip(self.matter) {
            *varied = if matter { 4 } else { 0 };
        }
        let mut pairs = 0_i64;
        let low: [i16; ROW] = std::array::from_fn(|rank| -i16::from(rank < ranks));
        let rows = known.thirds.iter().zip(&self.lowest[ranks]);
        for (a, (thirds, lowest)) in rows.enumerate().filter(|(a, _)| varied[*a] > 0) {
            let low = if a < ranks { [-1; ROW] } else { low };
            let mut row = 0_i32;
            for b in 0..ROW {
                let sum = thirds[b].wrapping_add(lowest[b].wrapping_mul(below));
                // Where one of the two is low, its own n cards are not with them: n (4 - n) (sum - n)^2
                // is at most four times the greater of these, because 3 is less than 4 x (7/8)^2.
                let own = lowest[b] & low[b];
                let less = sum.wrapping_sub(own);
                let eighth = (less >> 3) & low[b];
                let sum = less.wrapping_sub(eighth).max(less.wrapping_sub(own));
                let one = i32::from(sum.wrapping_mul(varied[a]));
                let other = i32::from(sum.wrapping_mul(varied[b]));
                row = row.wrapping_add(one.wrapping_mul(other));
            }
            pairs += i64::from(row);
        }
        let all: i64 = varied.iter().map(|varied| i64::from(*varied)).sum();
        let threes = self.most * self.most * (all * all * all / 6 + 1);
        // Each pair stands there twice; 48 x 16 x 3 = 1152 x 2 = 2304.
        let [odds, of] = self.odds;
        ((3 * pairs / 2 + 1) + 2 * threes) * odds / (2304 * of) + 1
    }

    /// Whether a margin is many deviations from nothing.
    pub(super) fn is_far(&self, margin: i64, variance: i64) -> bool {
        let whole = margin / self.unit;
        whole * whole > FAR * FAR * variance
    }

    /// The least and the most of the suits' part, with so many cards left in the ranks below.
    pub(super) fn reach(&self, known: &Known, ranks: usize, below: u8) -> [i64; 2] {
        let below = usize::from(below);
        let matter = self.matter[..ranks]
            .iter()
            .filter(|matter| **matter)
            .count();
        let bounds = if matter == ranks {
            self.reach.of(known, ranks, below)
        } else {
            let most = below.min(4 * matter);
            self.reach.between(known.cards, known.cards + most)
        };
        bounds.map(|bound| bound * self.unit)
    }
}

/// By how much a hand can change the odds of suits.
fn odds(hand: &Decided) -> [i64; 2] {
    let [one, two, three] = hand.class.hand.cards();
    let alone = |card: game::Card, other: game::Card| card.rank() != other.rank();
    if !(alone(one, two) && alone(two, three) && alone(one, three)) {
        [1, 1]
    } else if one.suit() == two.suit() && two.suit() == three.suit() {
        // Four ways in 64, and at least one where there is any.
        [16, 1]
    } else {
        [16, 15]
    }
}

/// The least and the most of the suits' part.
struct Reach {
    /// Of one suit by the number of its cards.
    least_of_one: [i64; RANKS + 1],
    /// More uneven suits have a lower sum of these.
    uneven: Uneven,
    /// Of four suits by the number of their cards.
    least: Vec<i64>,
    most: Vec<i64>,
}

#[derive(PartialEq, Eq)]
enum Uneven {
    Lower,
    Unknown,
}

impl Reach {
    fn new(flushes: &Flushes) -> Reach {
        let ranks = flushes.ranks.count_ones() as usize;
        let mut least_of_one = [0; RANKS + 1];
        let mut most_of_one = [0; RANKS + 1];
        let mut known = [false; RANKS + 1];
        for set in (0..SETS).filter(|set| set & !flushes.ranks == 0) {
            let (cards, sum) = (set.count_ones() as usize, i64::from(flushes.sums[set]));
            if std::mem::replace(&mut known[cards], true) {
                least_of_one[cards] = sum.min(least_of_one[cards]);
                most_of_one[cards] = sum.max(most_of_one[cards]);
            } else {
                (least_of_one[cards], most_of_one[cards]) = (sum, sum);
            }
        }
        let falls = |three: &[i64]| three[2] - three[1] <= three[1] - three[0];
        let uneven = if least_of_one[..=ranks].windows(3).all(falls) {
            Uneven::Lower
        } else {
            Uneven::Unknown
        };
        let two = joined(&least_of_one[..=ranks], &least_of_one[..=ranks], i64::min);
        let other_two = joined(&most_of_one[..=ranks], &most_of_one[..=ranks], i64::max);
        Reach {
            least_of_one,
            uneven,
            least: joined(&two, &two, i64::min),
            most: joined(&other_two, &other_two, i64::max),
        }
    }

    fn between(&self, cards: usize, most: usize) -> [i64; 2] {
        let least = self.least[cards..=most].iter().min();
        let most = self.most[cards..=most].iter().max();
        [*least.unwrap_or(&0), *most.unwrap_or(&0)]
    }

    fn of(&self, known: &Known, ranks: usize, below: usize) -> [i64; 2] {
        let cards = known.cards + below;
        let mut least = self.least[cards];
        if self.uneven == Uneven::Lower {
            // The first suit has no more cards than the first layer, two no more than the first two.
            let (mut layers, mut before, mut sum) = (0, 0, 0);
            for (suits, layer) in (1..).zip(known.layers) {
                layers += layer;
                let most = layers + below.min(suits * ranks);
                sum += self.least_of_one[most - before];
                before = most;
            }
            least = least.max(sum);
        }
        [least, self.most[cards]]
    }
}

/// The best of all ways to share cards between two.
fn joined(one: &[i64], other: &[i64], better: fn(i64, i64) -> i64) -> Vec<i64> {
    let best = |cards: usize| {
        let from = cards.saturating_sub(other.len() - 1);
        let ways = from..=cards.min(one.len() - 1);
        ways.map(|first| one[first] + other[cards - first])
            .reduce(better)
    };
    (0..one.len() + other.len() - 1)
        .map(|cards| best(cards).unwrap_or(0))
        .collect()
}

/// Ranks left where suits may decide: in how many ways, by variance and by how far from the border.
pub(super) struct Doubts {
    /// Those of one variance, by distance; nothing where there are none.
    rows: Vec<Vec<u64>>,
    unit: i64,
    shift: u32,
}

/// Variances are rounded up to a multiple of this.
const STEP: i64 = 32;

/// Distances are rounded down; the last stands for all that are further.
const DISTANCES: usize = 1_024;

impl Default for Doubts {
    fn default() -> Doubts {
        Doubts {
            rows: Vec::new(),
            unit: 1,
            shift: 0,
        }
    }
}

impl Doubts {
    /// Begins anew for margins of which so many parts are one.
    pub(super) fn turn_to(&mut self, unit: i64) {
        for row in &mut self.rows {
            row.clear();
        }
        self.unit = unit;
        self.shift = (2 * unit).ilog2();
    }

    /// Makes room for a variance and tells where.
    pub(super) fn row(&mut self, variance: i64) -> usize {
        let row = usize::try_from(variance / STEP + 1).expect("no variance is negative");
        if row >= self.rows.len() {
            self.rows.resize(row + 1, Vec::new());
        }
        if self.rows[row].is_empty() {
            self.rows[row].resize(DISTANCES, 0);
        }
        row
    }

    pub(super) fn of(&mut self, row: usize) -> Row<'_> {
        Row {
            ways: &mut self.rows[row],
            shift: self.shift,
        }
    }

    /// What the suits can add, at most, in parts of the unit.
    pub(super) fn most(&self) -> i128 {
        let square = i128::from(self.unit) * i128::from(self.unit);
        let mut sum = 0;
        for (variance, row) in (0..).zip(&self.rows) {
            let variance = i128::from(STEP) * variance * square;
            for (distance, ways) in (0_i128..).zip(row).filter(|(_, ways)| **ways > 0) {
                let average = distance << self.shift;
                let at = (average * average + variance).isqrt().max(1);
                let off = (average - at) * (average - at) + variance;
                // Rounded up.
                sum += i128::from(*ways) * off / (4 * at) + 1;
            }
        }
        sum
    }
}

/// Doubts of one variance.
pub(super) struct Row<'a> {
    ways: &'a mut [u64],
    shift: u32,
}

impl Row<'_> {
    #[inline]
    pub(super) fn add(&mut self, average: i64, ways: i64) {
        let distance = usize::try_from(average.unsigned_abs() >> self.shift).unwrap_or(DISTANCES);
        self.ways[distance.min(DISTANCES - 1)] += ways.unsigned_abs();
    }
}
