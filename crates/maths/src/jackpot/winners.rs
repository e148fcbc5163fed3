//! Several winners of one round: boxes of one table share a deck, tables do not.
//!
//! With K boxes, the sum over all sets of j boxes of the chance that all j win is K over j times the
//! share of winning sets among all sets of j hands; inclusion and exclusion turns these sums into the
//! chance of exactly w winners. With community cards the share is averaged over the middle.

use game::{Card, JackpotHand, JackpotRow, Rank, Rulebook, Suit};

use super::disjoint::{SIZES, choose, disjoint_pairs, disjoint_sets, triples};
use super::made::{Made, all_hands, mask};
use super::{BOXES_MAX, across};
use crate::ante_play::AntePlay;
use crate::fraction::Fraction;

/// How many boxes of a table can win together; every box holds a jackpot bet and plays the same way.
#[derive(Clone, Debug)]
pub struct Winners {
    /// Any award of the table.
    pub any: Together,
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
    pub boxes: u8,
    pub expected: Fraction,
    pub variance: Fraction,
    pub tally: Tally,
}

#[derive(Clone, Debug)]
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
        let rows = made.table.iter().enumerate();
        Some(Winners {
            any: Together::over(&deals, |_| true),
            rows: rows
                .map(|(at, row)| (*row, Together::over(&deals, |made| made == at)))
                .collect(),
        })
    }
}

impl Together {
    fn over(deals: &[Deal], wins: impl Fn(usize) -> bool) -> Together {
        let weight: u64 = deals.iter().map(|deal| deal.weight).sum();
        let mut all_win = vec![Fraction::ZERO; SIZES];
        for deal in deals {
            let hands = deal.hands.iter().filter(|(_, row)| wins(*row));
            let hands: Vec<u64> = hands.map(|(hand, _)| *hand).collect();
            let exact = disjoint_sets(&hands, deal.deck, &deal.alike);
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

/// One choice of the middle cards, as good as `weight` others: the cards left, the hands that win
/// with the row each makes, and the suits that may be renamed among each other.
struct Deal {
    weight: u64,
    deck: u64,
    hands: Vec<(u64, usize)>,
    alike: Vec<u8>,
}

const FULL_DECK: u64 = (1 << 52) - 1;

fn deals(made: &Made<'_>) -> Vec<Deal> {
    if !made.community {
        // Spades may have a row of their own; then they are not renamed.
        let alike = if made.suits_matter() {
            vec![0, 1, 2]
        } else {
            vec![0, 1, 2, 3]
        };
        let paid = |hand| Some((mask(hand), made.paid(hand, None)?));
        return vec![Deal {
            weight: 1,
            deck: FULL_DECK,
            hands: all_hands().filter_map(paid).collect(),
            alike,
        }];
    }
    let middles = if made.suits_matter() {
        every_middle()
    } else {
        middles_by_kind(made)
    };
    middles
        .into_iter()
        .map(|(middle, weight)| deal(made, middle, weight))
        .collect()
}

fn deal(made: &Made<'_>, middle: [Card; 2], weight: u64) -> Deal {
    let out = middle
        .iter()
        .fold(0_u64, |out, card| out | 1 << card.index());
    let mut hands = Vec::new();
    for hand in all_hands() {
        let cards = mask(hand);
        if cards & out == 0 {
            hands.extend(made.paid(hand, Some(middle)).map(|row| (cards, row)));
        }
    }
    let suits = Suit::ALL.into_iter().filter(|suit| {
        let named = middle.iter().any(|card| card.suit() == *suit);
        !named && !made.suits_matter()
    });
    Deal {
        weight,
        deck: FULL_DECK & !out,
        hands,
        alike: suits.map(|suit| suit as u8).collect(),
    }
}

fn every_middle() -> Vec<([Card; 2], u64)> {
    let all = Card::ALL.into_iter().enumerate();
    all.flat_map(|(at, a)| Card::ALL[at + 1..].iter().map(move |b| ([a, *b], 1)))
        .collect()
}

/// Of the 1,326 middles, one of each that differ only by suits: two ranks apart or of one suit.
/// With a pair in the middle there is no straight or flush, so where rows ask for five cards and
/// folds do not matter the thirteen ranks are alike too.
fn middles_by_kind(made: &Made<'_>) -> Vec<([Card; 2], u64)> {
    let five = |row: &JackpotRow| matches!(row.hand, JackpotHand::FiveCards(_));
    let ranks_alike = !made.dies && made.table.iter().all(five);
    let card = |rank: Rank, suit: Suit| Card::new(rank, suit);
    let mut middles = Vec::new();
    for (at, high) in Rank::ALL.into_iter().enumerate() {
        for low in Rank::ALL.into_iter().take(at) {
            let one = card(high, Suit::Spades);
            middles.push(([one, card(low, Suit::Spades)], 4));
            middles.push(([one, card(low, Suit::Hearts)], 12));
        }
        if !ranks_alike || high == Rank::Two {
            let weight = if ranks_alike { 6 * 13 } else { 6 };
            let pair = [card(high, Suit::Spades), card(high, Suit::Hearts)];
            middles.push((pair, weight));
        }
    }
    middles
}

fn whole(count: u128) -> i128 {
    i128::try_from(count).expect("sets of seven hands are some 10^25")
}

fn narrow(size: usize) -> u32 {
    u32::try_from(size).expect("a few boxes")
}
