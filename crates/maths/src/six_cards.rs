//! The best five of six cards, counted by ranks and suits rather than by the 20,358,520 sets.
//!
//! Six ranks with repetition can be chosen in a few thousand ways, and for each the suits fall in a
//! known number of ways. Only sets with five different ranks or more can hold a flush, so those with
//! five or six cards of one suit are counted apart, by the ranks of that suit alone.

use std::collections::BTreeMap;

use game::{BestOfSix, Money, Rulebook};

use crate::fraction::Fraction;
use crate::moments::Moments;

/// Six cards of fifty-two.
pub const SETS: u64 = 20_358_520;

#[derive(Clone, Debug)]
pub struct SixCards {
    pub counts: BTreeMap<BestOfSix, u64>,
    net_histogram: BTreeMap<i64, u64>,
}

impl SixCards {
    /// None where the rulebook has no such bet.
    pub fn new(rulebook: &Rulebook) -> Option<SixCards> {
        let table = rulebook.side_bet_table.says?;
        let counts = best_of_six_counts();
        let mut net_histogram = BTreeMap::new();
        for (best, sets) in &counts {
            let won = table
                .odds(*best)
                .and_then(|odds| Money::minor(1).pays(odds));
            let net = won.map_or(-1, Money::in_minor);
            *net_histogram.entry(net).or_default() += *sets;
        }
        Some(SixCards {
            counts,
            net_histogram,
        })
    }

    pub fn moments(&self) -> Moments {
        Moments::of(self.net_histogram.iter().map(|(net, sets)| (*net, *sets)))
    }

    pub fn house_edge(&self) -> Fraction {
        -self.moments().mean
    }

    pub fn return_to_player(&self) -> Fraction {
        Fraction::ONE - self.house_edge()
    }

    pub fn hit_frequency(&self) -> Fraction {
        let hits = self.net_histogram.iter().filter(|(net, _)| **net > 0);
        let hits: u64 = hits.map(|(_, sets)| *sets).sum();
        Fraction::new(i128::from(hits), i128::from(SETS))
    }
}

/// How many of the six-card sets are best of each kind.
pub fn best_of_six_counts() -> BTreeMap<BestOfSix, u64> {
    let mut counts: BTreeMap<BestOfSix, u64> =
        BestOfSix::ALL.into_iter().map(|best| (best, 0)).collect();
    let mut add = |best: BestOfSix, sets: u64| *counts.entry(best).or_default() += sets;
    for ranks in 0_u16..1 << 13 {
        match ranks.count_ones() {
            // Six of one suit, or five and any of the 39 cards of other suits.
            6 => add(suited(ranks), 4),
            5 => add(suited(ranks), 4 * 39),
            _ => {}
        }
    }
    let mut taken = [0_u8; 13];
    multisets(&mut taken, 0, 6, &mut |taken| {
        let (best, sets) = unsuited(taken);
        add(best, sets);
    });
    counts
}

/// Five or six cards of one suit, by their ranks.
fn suited(ranks: u16) -> BestOfSix {
    const ROYAL: u16 = 0b1_1111_0000_0000;
    const MAJOR: u16 = 0b1_1111_1000_0000;
    if ranks == MAJOR {
        BestOfSix::MajorRoyal
    } else if ranks & ROYAL == ROYAL {
        BestOfSix::RoyalFlush
    } else if has_run(ranks) {
        BestOfSix::StraightFlush
    } else {
        BestOfSix::Flush
    }
}

/// Five ranks in a row, the Ace above the King or below the Two.
fn has_run(ranks: u16) -> bool {
    let wheel = (ranks << 1) | (ranks >> 12);
    (0..10).any(|low| (wheel >> low) & 0b1_1111 == 0b1_1111)
}

/// The kind of six ranks whose suits make no flush, and in how many ways they make none.
fn unsuited(taken: &[u8; 13]) -> (BestOfSix, u64) {
    let suits = |count: u8| [1_u64, 4, 6, 4, 1][usize::from(count)];
    let all: u64 = taken.iter().map(|count| suits(*count)).product();
    // How many ranks are there once, twice, ...
    let mut times = [0_usize; 5];
    for count in taken {
        times[usize::from(*count)] += 1;
    }
    let different = 13 - times[0];
    // With six ranks: all of one suit, or all but one; with five and a pair: the pair holds the suit.
    let flushes = match different {
        6 => 4 + 4 * 6 * 3,
        5 => 4 * 3,
        _ => 0,
    };
    let [_, _, pairs, threes, fours] = times;
    let mut ranks = 0_u16;
    for (at, count) in taken.iter().enumerate() {
        ranks |= u16::from(*count > 0) << at;
    }
    let best = if fours > 0 {
        BestOfSix::FourOfAKind
    } else if threes > 1 || (threes == 1 && pairs > 0) {
        BestOfSix::FullHouse
    } else if has_run(ranks) {
        BestOfSix::Straight
    } else if threes == 1 {
        BestOfSix::ThreeOfAKind
    } else if pairs > 1 {
        BestOfSix::TwoPair
    } else if pairs == 1 {
        BestOfSix::Pair
    } else {
        BestOfSix::HighCard
    };
    (best, all - flushes)
}

/// Every way to take `left` cards from the ranks at `at` and above, four of a rank at most.
fn multisets(taken: &mut [u8; 13], at: usize, left: u8, each: &mut impl FnMut(&[u8; 13])) {
    if left == 0 {
        each(taken);
        return;
    }
    if at == 13 {
        return;
    }
    for count in 0..=left.min(4) {
        taken[at] = count;
        multisets(taken, at + 1, left - count, each);
    }
    taken[at] = 0;
}
