//! What can be counted of many decks, and how far each count is from what chance would give.

use game::{Card, Hand, HandRank};

const CARDS: usize = 52;

/// Sums over decks.
pub struct Census {
    decks: u64,
    /// Card by place.
    places: Vec<u64>,
    /// Card by the one before it, one pair of neighbours a deck: the pairs of one deck hang together.
    pairs: Vec<u64>,
    /// What the first hand of three cards is worth.
    hands: [u64; 7],
}

/// Of the 22,100 hands, from the least.
const HANDS: [(HandRank, u64); 7] = [
    (HandRank::HighCard, 16_440),
    (HandRank::Pair, 3_744),
    (HandRank::Flush, 1_096),
    (HandRank::Straight, 720),
    (HandRank::ThreeOfAKind, 52),
    (HandRank::StraightFlush, 44),
    (HandRank::MiniRoyal, 4),
];

impl Default for Census {
    fn default() -> Census {
        Census {
            decks: 0,
            places: vec![0; CARDS * CARDS],
            pairs: vec![0; CARDS * CARDS],
            hands: [0; 7],
        }
    }
}

impl Census {
    pub fn count(&mut self, deck: &[Card; CARDS]) {
        let numbers = deck.map(|card| usize::from(card.index()));
        for (place, card) in numbers.into_iter().enumerate() {
            self.places[place * CARDS + card] += 1;
        }
        let place = usize::try_from(self.decks % 51).unwrap();
        self.pairs[numbers[place] * CARDS + numbers[place + 1]] += 1;
        self.decks += 1;
        let rank = Hand::new([deck[0], deck[1], deck[2]]).unwrap().rank();
        let nth = HANDS.iter().position(|(one, _)| *one == rank).unwrap();
        self.hands[nth] += 1;
    }

    /// How far each count is from chance, in standard deviations.
    #[expect(clippy::cast_precision_loss, reason = "statistics to a few digits")]
    pub fn scores(&self) -> Vec<(&'static str, f64)> {
        let decks = self.decks as f64;
        let each = |share: f64| move |found: &u64| (*found, decks * share);
        let places = self.places.iter().map(each(1.0 / 52.0));
        // Every deck has each card once and each place once, so cells are a little less free than they
        // look: the sum is that of 51 times 51, and 52 parts in 51 of it.
        let places = score(places, 51.0 * 51.0, 51.0 / 52.0);
        let first = self.places[..CARDS].iter().map(each(1.0 / 52.0));
        // A card is never followed by itself.
        let pairs = self.pairs.iter().enumerate();
        let pairs = pairs.filter(|(cell, _)| cell / CARDS != cell % CARDS);
        let pairs = pairs.map(|(_, found)| (*found, decks / (52.0 * 51.0)));
        let hands = HANDS.iter().zip(self.hands);
        let hands = hands.map(|((_, of), found)| (found, decks * *of as f64 / 22_100.0));
        vec![
            ("card by place", places),
            ("first card", score(first, 51.0, 1.0)),
            ("card after card", score(pairs, 52.0 * 51.0 - 1.0, 1.0)),
            ("first hand", score(hands, 6.0, 1.0)),
        ]
    }
}

#[expect(clippy::cast_precision_loss, reason = "statistics to a few digits")]
fn score(cells: impl Iterator<Item = (u64, f64)>, freedom: f64, scale: f64) -> f64 {
    let square = |(found, expected): (u64, f64)| (found as f64 - expected).powi(2) / expected;
    let sum: f64 = cells.map(square).sum::<f64>() * scale;
    // The cube root of a chi-square is very nearly normal (Wilson and Hilferty 1931).
    let spread = 2.0 / (9.0 * freedom);
    ((sum / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}
