//! The bounds for more boxes: ranks told against heaps of ranks, suits against every way they can fall.

use super::*;
use crate::leak::sight::between::Enclosed;
use crate::leak::sight::spread::{Doubts, Known, Spread};

/// One box: every set of three and every pattern of the Player's suits on the heap of its ranks, and
/// each heap played or folded.
fn told_ranks_plainly(house: &Rulebook, alike: &Alike<'_>) -> i128 {
    let mut heaps = std::collections::HashMap::<[Rank; 3], i64>::new();
    for hand in alike.hands {
        let plain = Plain::new(house, hand.class.hand);
        let (deck, threes) = plain.deck();
        let three = |a: usize, b: usize, c: usize| threes[c][b][a];
        for c in 0..49 {
            for b in 0..c {
                for a in 0..b {
                    let ones = [a, b, c].map(|card| deck.with_one[card]);
                    let twos = [(b, a), (c, a), (c, b)].map(|(x, y)| deck.with_two[x][y]);
                    let gone = ones.iter().sum::<i32>() - twos.iter().sum::<i32>() + three(a, b, c);
                    let margin = i64::from(hand.class.size) * i64::from(deck.all - gone);
                    let ranks = [a, b, c].map(|at| plain.left[at].rank());
                    *heaps.entry(ranks).or_default() += margin;
                }
            }
        }
    }
    let margins: i64 = heaps.values().map(|margin| (*margin).max(0)).sum();
    i128::from(alike.sizes() * alike.fold) * 18_424 * 15_180 + i128::from(margins)
}

#[test]
fn ranks_told_are_worth_what_heaps_of_ranks_are() {
    let seen = Seen::new(1);
    for (house, ranks) in houses().iter().zip(HANDS) {
        let sheet = AntePlay::new(house, Strategy::Optimal);
        let (dealers, pays) = (Dealers::new(house), Pays::new(house));
        let alike = Alike::new(&dealers, &pays, of_ranks(&sheet, ranks));
        let told = alike.enclosed(&seen, &mut Doubts::default()).told;
        let plain = i128::from(SCALE) * told_ranks_plainly(house, &alike);
        assert_eq!(told, plain, "{}", alike.hands[0].class.hand);
    }
}

/// What is passed over for four boxes would have changed nothing.
#[test]
fn ranks_told_miss_no_exception() {
    let seen = Seen::new(4);
    for (house, ranks) in houses().iter().zip(HANDS).skip(1) {
        let sheet = AntePlay::new(house, Strategy::Optimal);
        let (dealers, pays) = (Dealers::new(house), Pays::new(house));
        let alike = Alike::new(&dealers, &pays, of_ranks(&sheet, ranks));
        let average = alike.average();
        let mut sum = i128::from(SCALE) * alike.usual_value(&seen);
        each_taken(
            alike.left,
            seen.cards,
            &average.forms[0],
            |taken, margin| {
                let ways = taken.iter().zip(alike.left);
                let ways = ways.map(|(taken, left)| choose(left.into(), (*taken).into()));
                sum -= ways.product::<i128>() * i128::from(margin.min(0)) * average.common;
            },
        );
        let told = alike.enclosed(&seen, &mut Doubts::default()).told;
        assert_eq!(told, sum, "{}", alike.hands[0].class.hand);
    }
}

/// Hand by hand, not only in sum.
#[test]
fn two_boxes_are_worth_something_between_the_bounds() {
    let seen = Seen::new(2);
    let mut doubts = Doubts::default();
    let mut halves = Halves::default();
    for house in houses().iter().skip(4) {
        let sheet = AntePlay::new(house, Strategy::Optimal);
        let (dealers, pays) = (Dealers::new(house), Pays::new(house));
        let same = |one: &Decided, next: &Decided| one.class.strength == next.class.strength;
        for hands in sheet.hands.chunk_by(same).skip(1).step_by(5) {
            let alike = Alike::new(&dealers, &pays, hands);
            let Enclosed { told, doubt } = alike.enclosed(&seen, &mut doubts);
            let exact = i128::from(SCALE) * alike.value(&seen, &mut halves);
            let hand = hands[0].class.hand;
            assert!(told <= exact && exact <= told + doubt, "{hand}");
        }
    }
}

/// All suits of cards taken by chance, beside every pattern of the Player's: their part has the mean,
/// no more than the variance, and stays within reach.
#[test]
fn suits_spread_no_further_than_said() {
    let mut state = 3;
    let line = [Rank::Queen, Rank::Six, Rank::Three];
    let jack = [Rank::Jack, Rank::Ten, Rank::Four];
    for (house, ranks) in houses()
        .iter()
        .zip([line, jack, line, HANDS[8], line, HANDS[0]])
    {
        let sheet = AntePlay::new(house, Strategy::Optimal);
        let (dealers, pays) = (Dealers::new(house), Pays::new(house));
        let alike = Alike::new(&dealers, &pays, of_ranks(&sheet, ranks));
        let average = alike.average();
        let spread = Spread::new(alike.hands, &alike.extra, 1);
        let flushes = Flushes::new(&alike.extra);
        for _ in 0..6 {
            let mut taken = [0_u8; RANKS];
            while taken.iter().sum::<u8>() < 8 {
                let rank = chance(&mut state, RANKS);
                if taken[rank] < alike.left[rank].min(4) {
                    taken[rank] += 1;
                }
            }
            let parts = parts(&alike, &flushes, &taken);
            let ways: i64 = parts.iter().map(|(ways, _)| ways).sum();
            let sum: i64 = parts.iter().map(|(ways, part)| ways * part).sum();
            let squares: i64 = parts.iter().map(|(ways, part)| ways * part * part).sum();
            let mean = average.forms[1].of_different(alike.stay(&taken));
            assert_eq!(sum * average.unit, mean * ways);
            let variance = i128::from(squares) * i128::from(ways) - i128::from(sum).pow(2);
            for together in 4..=spread::TOGETHER {
                let mut known = [Known::default(), Known::default()];
                let stay: [u8; RANKS] = std::array::from_fn(|rank| alike.left[rank] - taken[rank]);
                for (rank, stay) in stay.iter().enumerate().skip(together) {
                    let [next, before] = &mut known;
                    spread.settle(next, before, rank, *stay);
                    before.clone_from(next);
                }
                let below = stay[..together].iter().sum();
                let bound = i128::from(spread.variance(&known[0], together, below));
                assert!(variance <= bound * i128::from(ways).pow(2), "{taken:?}");
                let [least, most] = spread.reach(&known[0], together, below);
                assert!(parts.iter().all(|(_, part)| (least..=most).contains(part)));
            }
        }
    }
}

/// The suits' part for every way of suits, and how often it comes.
fn parts(alike: &Alike<'_>, flushes: &Flushes, taken: &Taken) -> Vec<(i64, i64)> {
    let mut parts = std::collections::HashMap::new();
    for hand in alike.hands {
        let mut suits = vec![left_by_suit(hand)];
        for (rank, taken) in taken.iter().enumerate() {
            let mut next = Vec::new();
            for left in suits {
                // Which of the rank's cards are taken, as bits.
                for cards in (0_u32..16).filter(|cards| cards.count_ones() == u32::from(*taken)) {
                    let without: [usize; 4] = std::array::from_fn(|suit| {
                        left[suit] & !((cards as usize >> suit & 1) << rank)
                    });
                    let gone: u32 = (0..4)
                        .map(|suit| (left[suit] ^ without[suit]).count_ones())
                        .sum();
                    if gone == u32::from(*taken) {
                        next.push(without);
                    }
                }
            }
            suits = next;
        }
        for left in suits {
            let part: i64 = left
                .map(|ranks| i64::from(flushes.sums[ranks]))
                .iter()
                .sum();
            *parts.entry(part).or_insert(0) += i64::from(hand.class.size);
        }
    }
    parts.into_iter().map(|(part, ways)| (ways, part)).collect()
}
