//! Every choice of ranks left, with the margin on average over suits: exceptions to the usual decision
//! counted, and those near the border put down as doubts.
//!
//! It is the way of [`ranks`](super::ranks), with two things more. Where the cards settled leave no
//! doubt that the usual decision stands, whatever comes below them, nothing below is gone through. And
//! the four lowest ranks are gone through together, in one loop that keeps what it needs at hand: half
//! a thousand million choices for six boxes end there.

use super::Seen;
use super::ranks::{Form, RANKS, Settled, lowest};
use super::spread::{Doubts, FAR, Known, Spread, TOGETHER};

/// Ranks that are gone through in one loop.
const LOWEST: usize = 4;

/// From this rank down it is asked whether the rest matters.
const ASKED: usize = TOGETHER;

pub(super) struct Told<'a> {
    left: [u8; RANKS],
    /// How many cards of lower ranks are left.
    below: [u8; RANKS],
    cards: u8,
    ways: &'a [Vec<i64>],
    average: Sums<'a>,
    /// The suits' part of the average.
    of_suits: Sums<'a>,
    spread: &'a Spread,
    lowest: [[i64; 5]; 5],
    /// By how many cards of a rank stay: in how many ways.
    lowest_ways: [[i64; 5]; LOWEST],
    /// By ranks and the cards left of them: bounds of the number of pairs of different ranks.
    pairs: Vec<Vec<[i64; 2]>>,
}

/// A form and bounds of its sums.
struct Sums<'a> {
    form: &'a Form,
    /// By ranks and the cards left of them: of the sum over hands of these ranks.
    hands: Vec<Vec<[i64; 2]>>,
}

struct Walk<'a> {
    told: &'a Told<'a>,
    settled: Vec<Settled>,
    of_suits: Vec<Settled>,
    known: Vec<Known>,
    doubts: &'a mut Doubts,
    sum: i128,
}

impl<'a> Told<'a> {
    pub(super) fn new(
        left: [u8; RANKS],
        seen: &'a Seen,
        [average, of_suits]: [&'a Form; 2],
        spread: &'a Spread,
    ) -> Told<'a> {
        let mut below = [0; RANKS];
        for rank in 1..RANKS {
            below[rank] = below[rank - 1] + left[rank - 1];
        }
        Told {
            left,
            below,
            cards: seen.cards,
            ways: &seen.ways,
            average: Sums::new(&left, average),
            of_suits: Sums::new(&left, of_suits),
            spread,
            lowest: lowest(average),
            lowest_ways: std::array::from_fn(|rank| {
                let of = &seen.ways[usize::from(left[rank])];
                let taken = |stay| usize::from(left[rank]).checked_sub(stay);
                std::array::from_fn(|stay| {
                    taken(stay)
                        .and_then(|taken| of.get(taken))
                        .map_or(0, |ways| *ways)
                })
            }),
            pairs: bounds_of_pairs(&left),
        }
    }

    /// What the exceptions to the usual decision are worth.
    pub(super) fn exceptions(&self, doubts: &mut Doubts) -> i128 {
        let mut walk = Walk {
            told: self,
            settled: vec![Settled::default(); RANKS + 1],
            of_suits: vec![Settled::default(); RANKS + 1],
            known: vec![Known::default(); RANKS + 1],
            doubts,
            sum: 0,
        };
        walk.settle(RANKS - 1, self.cards, 1);
        walk.sum
    }

    /// Between what the sum lies with the ranks from this one settled and so many cards left below.
    fn bounds(&self, sums: &Sums<'_>, settled: &Settled, rank: usize, below: u8) -> [i64; 2] {
        let at = usize::from(below);
        let cards = i64::from(below);
        let mut two = Range::NONE;
        let (mut alike, mut different) = (Range::NONE, Range::NONE);
        for x in (0..rank).filter(|x| self.left[*x] > 0) {
            two.widen(settled.two[x]);
            alike.widen(settled.one[x][x]);
            for one in &settled.one[x][..x] {
                different.widen(*one);
            }
        }
        let all = cards * (cards - 1) / 2;
        let ends = self.pairs[rank][at];
        let both = |one: i64, other: i64| ends.map(|pairs| one * pairs + other * (all - pairs));
        let least = both(different.least(), alike.least());
        let most = both(different.most(), alike.most());
        let [low, high] = sums.hands[rank][at];
        [
            settled.three + two.least() * cards + least[0].min(least[1]) + low,
            settled.three + two.most() * cards + most[0].max(most[1]) + high,
        ]
    }
}

impl Told<'_> {
    /// The sum over all ways to take so many cards of the ranks below: a card, two or three that stay
    /// leave the rest to take from.
    fn whole(&self, settled: &Settled, rank: usize, cards: u8) -> i128 {
        let all = usize::from(self.below[rank]);
        let ways = |stay: usize| {
            let of = all.checked_sub(stay).map(|of| &self.ways[of]);
            of.map_or(0, |of| i128::from(of[usize::from(cards)]))
        };
        let left = self.left.map(i64::from);
        let (mut ones, mut twos) = (0, 0);
        for x in 0..rank {
            ones += settled.two[x] * left[x];
            twos += settled.one[x][x] * left[x] * (left[x] - 1) / 2;
            for y in 0..x {
                twos += settled.one[x][y] * left[x] * left[y];
            }
        }
        let [threes, _] = self.average.hands[rank][all];
        i128::from(settled.three) * ways(0)
            + i128::from(ones) * ways(1)
            + i128::from(twos) * ways(2)
            + i128::from(threes) * ways(3)
    }
}

impl Walk<'_> {
    fn settle(&mut self, rank: usize, cards: u8, ways: i64) {
        let told = self.told;
        let least = cards.saturating_sub(told.below[rank]);
        for taken in least..=cards.min(told.left[rank]) {
            let stay = told.left[rank] - taken;
            let (next, before) = self.settled.split_at_mut(rank + 1);
            next[rank].settle(&before[0], told.average.form, rank, i64::from(stay));
            let (next, before) = self.of_suits.split_at_mut(rank + 1);
            next[rank].settle(&before[0], told.of_suits.form, rank, i64::from(stay));
            let (next, before) = self.known.split_at_mut(rank + 1);
            told.spread.settle(&mut next[rank], &before[0], rank, stay);
            let ways = ways * told.ways[usize::from(told.left[rank])][usize::from(taken)];
            let cards = cards - taken;
            if rank > ASKED {
                self.settle(rank - 1, cards, ways);
                continue;
            }
            let below = told.below[rank] - cards;
            let [least, most] = told.bounds(&told.average, &self.settled[rank], rank, below);
            let mean = told.bounds(&told.of_suits, &self.of_suits[rank], rank, below);
            let reach = told.spread.reach(&self.known[rank], rank, below);
            let up = mean[1] - reach[0];
            let down = reach[1] - mean[0];
            if least >= up {
                continue;
            }
            if most <= -down {
                self.sum -= i128::from(ways) * told.whole(&self.settled[rank], rank, cards);
                continue;
            }
            let near = 20 * FAR * told.spread.unit;
            if rank > LOWEST && least < near && most > -near {
                self.settle(rank - 1, cards, ways);
                continue;
            }
            let variance = told.spread.variance(&self.known[rank], rank, below);
            let row = self.doubts.row(variance);
            let far = |margin| margin > 0 && told.spread.is_far(margin, variance);
            if far(least) || far(-most) {
                let of = &told.ways[usize::from(told.below[rank])];
                let closest = least.max(-most);
                self.doubts
                    .of(row)
                    .add(closest, ways * of[usize::from(cards)]);
                if most < 0 {
                    self.sum -= i128::from(ways) * told.whole(&self.settled[rank], rank, cards);
                }
            } else if rank > LOWEST {
                self.settle(rank - 1, cards, ways);
            } else {
                self.lowest(below, ways, Border { up, down, row });
            }
        }
    }

    /// The four lowest ranks, with so many cards left of them.
    fn lowest(&mut self, cards: u8, ways: i64, Border { up, down, row }: Border) {
        let Told {
            left,
            average: Sums { form, .. },
            lowest,
            lowest_ways,
            ..
        } = self.told;
        let mut doubts = self.doubts.of(row);
        let fourth = Lowest::new(&self.settled[LOWEST]);
        let ways_of = |rank: usize, stay: u8| lowest_ways[rank][usize::from(stay)];
        let mut total = 0_i64;
        for d in cards.saturating_sub(left[0] + left[1] + left[2])..=cards.min(left[3]) {
            let third = fourth.settle(form, 3, d);
            let cards = cards - d;
            let ways_of_d = ways_of(3, d);
            for c in cards.saturating_sub(left[0] + left[1])..=cards.min(left[2]) {
                let second = third.settle(form, 2, c);
                let cards = cards - c;
                let ways_of_c = ways_of_d * ways_of(2, c);
                for b in cards.saturating_sub(left[0])..=cards.min(left[1]) {
                    let a = cards - b;
                    let alone = lowest[usize::from(a)][usize::from(b)];
                    let average = second.sum(a, b).wrapping_add(alone);
                    if average >= up {
                        continue;
                    }
                    let ways_of_b = ways_of(0, a).wrapping_mul(ways_of(1, b));
                    let ways_of_b = ways_of_b.wrapping_mul(ways_of_c);
                    total = total.wrapping_sub(average.min(0).wrapping_mul(ways_of_b));
                    if average > -down {
                        doubts.add(average, ways.wrapping_mul(ways_of_b));
                    }
                }
            }
        }
        self.sum += i128::from(ways) * i128::from(total);
    }
}

/// Where suits may decide.
struct Border {
    /// From here on no suits can make it negative.
    up: i64,
    /// From so far below nothing on they cannot make it positive.
    down: i64,
    row: usize,
}

/// [`Settled`] as far as the four lowest ranks need it.
struct Lowest {
    three: i64,
    two: [i64; LOWEST],
    one: [[i64; LOWEST]; LOWEST],
}

impl Lowest {
    fn new(settled: &Settled) -> Lowest {
        Lowest {
            three: settled.three,
            two: std::array::from_fn(|x| settled.two[x]),
            one: std::array::from_fn(|x| std::array::from_fn(|y| settled.one[x][y])),
        }
    }

    #[inline]
    fn settle(&self, form: &Form, rank: usize, stay: u8) -> Lowest {
        let stay = i64::from(stay);
        let pairs = stay * (stay - 1) / 2;
        let threes = pairs * (stay - 2) / 3;
        let weights = form.of(rank);
        let mut next = Lowest {
            three: self
                .three
                .wrapping_add(self.two[rank].wrapping_mul(stay))
                .wrapping_add(self.one[rank][rank].wrapping_mul(pairs))
                .wrapping_add(weights[rank][rank].wrapping_mul(threes)),
            two: self.two,
            one: self.one,
        };
        for (x, weights_of) in weights.iter().enumerate().take(rank) {
            next.two[x] = self.two[x]
                .wrapping_add(self.one[rank][x].wrapping_mul(stay))
                .wrapping_add(weights[rank][x].wrapping_mul(pairs));
            for (next, weight) in next.one[x][..=x].iter_mut().zip(weights_of) {
                *next = next.wrapping_add(weight.wrapping_mul(stay));
            }
        }
        next
    }

    /// With so many cards of the two lowest, but for hands of these alone.
    #[inline]
    fn sum(&self, a: u8, b: u8) -> i64 {
        let [a, b] = [a, b].map(i64::from);
        let pairs = |stay: i64| stay * (stay - 1) / 2;
        self.three
            .wrapping_add(self.two[0].wrapping_mul(a))
            .wrapping_add(self.two[1].wrapping_mul(b))
            .wrapping_add(self.one[0][0].wrapping_mul(pairs(a)))
            .wrapping_add(self.one[1][1].wrapping_mul(pairs(b)))
            .wrapping_add(self.one[1][0].wrapping_mul(a * b))
    }
}

/// From the least of some numbers to the most.
#[derive(Clone, Copy)]
struct Range([i64; 2]);

impl Range {
    const NONE: Range = Range([i64::MAX, i64::MIN]);

    fn widen(&mut self, number: i64) {
        self.0 = [self.0[0].min(number), self.0[1].max(number)];
    }

    fn least(self) -> i64 {
        if self.0[0] > self.0[1] { 0 } else { self.0[0] }
    }

    fn most(self) -> i64 {
        if self.0[0] > self.0[1] { 0 } else { self.0[1] }
    }
}

impl<'a> Sums<'a> {
    fn new(left: &[u8; RANKS], form: &'a Form) -> Sums<'a> {
        let mut hands = Vec::new();
        for ranks in 0..=ASKED {
            let cards: u8 = left[..ranks].iter().sum();
            let mut ranges = vec![Range::NONE; usize::from(cards) + 1];
            let mut settled = vec![Settled::default(); ranks + 1];
            widen(left, form, (ranks, 0), &mut settled, &mut ranges);
            hands.push(ranges.into_iter().map(|range| range.0).collect());
        }
        Sums { form, hands }
    }
}

/// Every choice of cards left in the ranks below.
fn widen(
    left: &[u8; RANKS],
    form: &Form,
    (ranks, cards): (usize, usize),
    settled: &mut [Settled],
    ranges: &mut [Range],
) {
    if ranks == 0 {
        ranges[cards].widen(settled[0].three);
        return;
    }
    for stay in 0..=left[ranks - 1] {
        let (next, before) = settled.split_at_mut(ranks);
        next[ranks - 1].settle(&before[0], form, ranks - 1, i64::from(stay));
        let cards = cards + usize::from(stay);
        widen(left, form, (ranks - 1, cards), settled, ranges);
    }
}

fn bounds_of_pairs(left: &[u8; RANKS]) -> Vec<Vec<[i64; 2]>> {
    let mut all = vec![vec![[0, 0]]];
    for left in left {
        let before = &all[all.len() - 1];
        let mut ranges = vec![Range::NONE; before.len() + usize::from(*left)];
        for (cards, [least, most]) in before.iter().enumerate() {
            for stay in 0..=usize::from(*left) {
                let new = i64::try_from(cards * stay).unwrap_or(i64::MAX);
                ranges[cards + stay].widen(least + new);
                ranges[cards + stay].widen(most + new);
            }
        }
        all.push(ranges.into_iter().map(|range| range.0).collect());
    }
    all
}
