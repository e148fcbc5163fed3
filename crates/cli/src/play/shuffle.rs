//! Where chance enters: a deck shuffled without bias, and the bots' moods.
//!
//! Fisher and Yates' shuffle over a stream cipher. Every index is drawn by rejection (the `unbiased`
//! feature of `rand`), never by a remainder, so each of the 52! orders is as likely as any other as
//! far as the cipher is random. A seed of one's own makes the same cards come again.

use anyhow::Context as _;
use game::{Card, Shoe};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha20Rng;

/// What a visit draws its chance from.
#[derive(Clone, Copy)]
pub struct Seed([u8; 32]);

/// The cards come from stream 0 and the bots from stream 1: what a bot does changes no deal.
const CARDS: u64 = 0;
const BOTS: u64 = 1;

/// The card source: one shuffled deck after another.
pub struct CardRng(ChaCha20Rng);

impl Seed {
    /// From the operating system.
    pub fn from_system() -> anyhow::Result<Seed> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).context("the operating system gave no randomness")?;
        Ok(Seed(bytes))
    }

    /// The number's bytes, least first, and noughts behind them.
    pub fn from_number(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }

    pub fn cards(self) -> CardRng {
        CardRng(self.stream(CARDS))
    }

    pub fn bots(self) -> ChaCha20Rng {
        self.stream(BOTS)
    }

    fn stream(self, stream: u64) -> ChaCha20Rng {
        let mut rng = ChaCha20Rng::from_seed(self.0);
        rng.set_stream(stream);
        rng
    }
}

impl CardRng {
    pub fn shuffled(&mut self) -> Shoe {
        let mut cards = Card::ALL;
        cards.shuffle(&mut self.0);
        Shoe::new(cards).expect("a shuffle moves cards and makes none")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::CardSet;

    #[test]
    fn a_shuffled_deck_holds_each_card_once() {
        let mut cards = Seed::from_number(7).cards();
        for _ in 0..100 {
            let shoe = cards.shuffled();
            let set: CardSet = shoe.undealt().iter().copied().collect();
            assert_eq!((set.len(), shoe.remaining()), (52, 52));
        }
    }

    /// A recorded seed must deal the same cards for ever: rounds are replayed from it.
    #[test]
    fn a_seed_deals_the_same_cards_on_every_machine() {
        let mut cards = Seed::from_number(2024).cards();
        let first_ten = |shoe: &Shoe| {
            let cards = shoe.undealt()[..10].iter().map(|card| card.as_str());
            cards.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            first_ten(&cards.shuffled()),
            "Qd 2d Kd 7h 8h Ac Js Ts Kc Kh"
        );
        assert_eq!(
            first_ten(&cards.shuffled()),
            "Kh Ac Kd Td 4s 8h 8c 3h 5h Jh"
        );
    }

    #[test]
    fn bots_do_not_stir_the_deck() {
        use rand::RngExt as _;
        let seed = Seed::from_number(5);
        let mut bots = seed.bots();
        let untouched = seed.cards().shuffled();
        let _mood: u32 = bots.random_range(0..100);
        assert_eq!(seed.cards().shuffled(), untouched);
    }
}
