//! The middle cards a round can have, and the hands that win beside each.
//!
//! Without community cards there is one such deal. With them there are 1,326, but suits carry no
//! weight: two ranks (78) of one suit or of two, and one pair, stand for them all.

use game::{Card, JackpotHand, JackpotRow, Rank, Suit};

use super::made::{Made, all_hands, mask};

/// One choice of the middle cards, as good as `weight` others: the cards left, the hands that win
/// with the row each makes, and the suits that may be renamed among each other.
pub(super) struct Deal {
    pub weight: u64,
    pub deck: u64,
    pub hands: Vec<(u64, usize)>,
    pub alike: Vec<u8>,
}

const FULL_DECK: u64 = (1 << 52) - 1;

pub(super) fn deals(made: &Made<'_>) -> Vec<Deal> {
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
