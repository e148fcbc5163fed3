//! The 1,755 suit classes of three-card hands.
//!
//! Suits carry no weight, so hands that differ only by renaming suits play alike against any Dealer.
//! Of the 22,100 hands there remain: three ranks (286) in five suit patterns each, pairs (156) in
//! two, threes (13) in one: 286 x 5 + 156 x 2 + 13 = 1,755.

use game::{Card, Hand, HandRank, Rank, Strength, Suit};

/// Hands that are one hand but for the names of the suits.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// One of them, its cards from high to low.
    pub hand: Hand,
    pub strength: Strength,
    /// How many there are.
    pub size: u32,
}

/// All of them, by ranks from the lowest and within those by suit pattern.
///
/// # Panics
///
/// Never: a suit pattern names three different cards.
pub fn classes() -> Vec<Class> {
    let mut all = Vec::with_capacity(1_755);
    for (high, a) in Rank::ALL.into_iter().enumerate() {
        for (middle, b) in Rank::ALL.into_iter().enumerate().take(high + 1) {
            for c in Rank::ALL.into_iter().take(middle + 1) {
                for (suits, size) in patterns(a, b, c) {
                    let [x, y, z] = *suits;
                    let cards = [Card::new(a, x), Card::new(b, y), Card::new(c, z)];
                    let hand = Hand::new(cards).expect("a pattern names different cards");
                    all.push(Class {
                        hand,
                        strength: hand.strength(),
                        size: *size,
                    });
                }
            }
        }
    }
    all
}

const S: Suit = Suit::Spades;
const H: Suit = Suit::Hearts;
const D: Suit = Suit::Diamonds;

/// Suits for three cards from high to low, and how many ways there are to name them.
fn patterns(a: Rank, b: Rank, c: Rank) -> &'static [([Suit; 3], u32)] {
    match (a == b, b == c) {
        (true, true) => &[([S, H, D], 4)],
        // The side card shares a suit with the pair, or not.
        (true, false) => &[([S, H, S], 12), ([S, H, D], 12)],
        (false, true) => &[([S, S, H], 12), ([D, S, H], 12)],
        (false, false) => &[
            ([S, S, S], 4),
            ([S, S, H], 12),
            ([S, H, S], 12),
            ([H, S, S], 12),
            ([S, H, D], 24),
        ],
    }
}

/// The place of a hand's class among them.
pub fn class_of(hand: Hand) -> usize {
    let mut cards = hand.cards();
    cards.sort_by_key(|card| core::cmp::Reverse(card.rank()));
    let [a, b, c] = cards;
    let same = |x: Card, y: Card| x.suit() == y.suit();
    let pattern = match (a.rank() == b.rank(), b.rank() == c.rank()) {
        (true, true) => 0,
        (true, false) => usize::from(!same(a, c) && !same(b, c)),
        (false, true) => usize::from(!same(a, b) && !same(a, c)),
        (false, false) => match (same(a, b), same(a, c), same(b, c)) {
            (true, true, _) => 0,
            (true, false, _) => 1,
            (false, true, _) => 2,
            (false, false, true) => 3,
            (false, false, false) => 4,
        },
    };
    let first = FIRST[a.rank() as usize][b.rank() as usize][c.rank() as usize];
    usize::from(first) + pattern
}

/// Where the classes of three ranks, from high to low, begin.
static FIRST: [[[u16; 13]; 13]; 13] = {
    let mut first = [[[0; 13]; 13]; 13];
    let (mut next, mut a) = (0, 0);
    while a < 13 {
        let mut b = 0;
        while b <= a {
            let mut c = 0;
            while c <= b {
                first[a][b][c] = next;
                next += match (a == b, b == c) {
                    (true, true) => 1,
                    (true, false) | (false, true) => 2,
                    (false, false) => 5,
                };
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    first
};

/// Hands of a class that the jackpot pays alike, one of each kind and how many there are: of the
/// four A-K-Q of one suit each by itself, since spades may have their own row.
pub(crate) fn alike(class: &Class) -> impl Iterator<Item = (Hand, u64)> {
    let royal = class.hand.rank() == HandRank::MiniRoyal;
    let suits: &[Suit] = if royal { &Suit::ALL } else { &[Suit::Spades] };
    let (hand, size) = (class.hand, u64::from(class.size));
    suits.iter().map(move |suit| {
        if !royal {
            return (hand, size);
        }
        let cards = hand.cards().map(|card| Card::new(card.rank(), *suit));
        let hand = Hand::new(cards).expect("three ranks of one suit");
        (hand, 1)
    })
}

/// All 22,100.
pub(crate) fn all_hands() -> impl Iterator<Item = Hand> {
    let pairs = (0..52).flat_map(|a| (a + 1..52).map(move |b| (a, b)));
    let triples = pairs.flat_map(|(a, b)| (b + 1..52).map(move |c| [a, b, c]));
    triples.filter_map(|cards| Hand::new(cards.map(|at: usize| Card::ALL[at])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_1755_classes_of_22100_hands() {
        let all = classes();
        assert_eq!(all.len(), 1_755);
        assert_eq!(all.iter().map(|class| class.size).sum::<u32>(), 22_100);
    }
    #[test]
    fn every_hand_finds_its_class() {
        let all = classes();
        let mut sizes = vec![0; all.len()];
        for hand in all_hands() {
            let at = class_of(hand);
            sizes[at] += 1;
            assert_eq!(hand.strength(), all[at].strength);
        }
        assert!(
            all.iter()
                .zip(sizes)
                .all(|(class, size)| class.size == size)
        );
        assert!(
            (0..)
                .zip(&all)
                .all(|(at, class)| class_of(class.hand) == at)
        );
    }
}
