//! The shoe: a whole deck in the order it will be dealt.

use super::{Card, CardSet, Rank, Suit};

/// A whole deck in the order it will be dealt. Not `Copy`: a shoe taken twice would deal a card
/// twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shoe {
    cards: [Card; 52],
    dealt: usize,
}

/// Fifty-two cards, but one is there twice and so another is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a deck: {twice} is in it twice")]
pub struct NotADeck {
    /// The card that came twice.
    pub twice: Card,
}

impl Shoe {
    /// The first card of the array is dealt first.
    pub fn new(cards: [Card; 52]) -> Result<Shoe, NotADeck> {
        let mut seen = CardSet::new();
        match cards.into_iter().find(|&card| !seen.insert(card)) {
            Some(twice) => Err(NotADeck { twice }),
            None => Ok(Shoe { cards, dealt: 0 }),
        }
    }

    /// Unshuffled, as a new deck is spread for inspection: suit by suit from spades, each from the
    /// Ace down.
    pub fn standard() -> Shoe {
        let suit_by_suit =
            |place: usize| Card::new(Rank::ALL[12 - place % 13], Suit::ALL[3 - place / 13]);
        Shoe {
            cards: std::array::from_fn(suit_by_suit),
            dealt: 0,
        }
    }

    /// Takes the next card; none once all are dealt.
    pub fn draw(&mut self) -> Option<Card> {
        let card = *self.undealt().first()?;
        self.dealt += 1;
        Some(card)
    }

    /// How many cards are still to come.
    pub fn remaining(&self) -> usize {
        self.undealt().len()
    }

    /// The cards still to come, in order.
    pub fn undealt(&self) -> &[Card] {
        &self.cards[self.dealt..]
    }
}
