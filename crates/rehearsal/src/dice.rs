//! Chance that is the same on every machine.

use game::Card;

/// Splitmix64: small, and the same everywhere.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.roll() % bound
    }

    pub fn one_in(&mut self, chance: u64) -> bool {
        self.below(chance) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        let at = usize::try_from(self.below(from.len() as u64)).unwrap();
        from[at]
    }

    /// A deck in a random order.
    pub fn deck(&mut self) -> Vec<Card> {
        let mut deck = Card::ALL.to_vec();
        for last in (1..deck.len()).rev() {
            let other = usize::try_from(self.below(last as u64 + 1)).unwrap();
            deck.swap(last, other);
        }
        deck
    }
}
