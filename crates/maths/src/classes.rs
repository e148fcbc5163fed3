//! The 1,755 suit classes of three-card hands.
//!
//! Suits carry no weight, so hands that differ only by renaming suits play alike against any Dealer.
//! Of the 22,100 hands there remain: three ranks (286) in five suit patterns each, pairs (156) in
//! two, threes (13) in one: 286 x 5 + 156 x 2 + 13 = 1,755.

use game::{Card, Hand, Rank, Strength, Suit};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_1755_classes_of_22100_hands() {
        let all = classes();
        assert_eq!(all.len(), 1_755);
        assert_eq!(all.iter().map(|class| class.size).sum::<u32>(), 22_100);
    }
}
