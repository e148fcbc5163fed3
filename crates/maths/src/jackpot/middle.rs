//! The middle cards a round can have, and the hands that win beside each.
//!
//! Without community cards there is one such deal. With them there are 1,326, but suits carry no
//! weight: two ranks (78) of one suit or of two, and one pair, stand for them all.

use game::{Card, Hand, Rank, Suit};

use super::made::{Made, mask};
use crate::classes::all_hands;

/// One choice of the middle cards, as good as `weight` others: the cards left, the hands that win
/// with the row each makes.
pub(super) struct Deal {
    pub weight: u64,
    pub deck: u64,
    pub hands: Vec<(u64, usize)>,
}

const FULL_DECK: u64 = (1 << 52) - 1;

pub(super) fn deals(made: &Made<'_>) -> Vec<Deal> {
    if !made.community {
        let paid = |hand| Some((mask(hand), made.paid(hand, None)?));
        return vec![Deal {
            weight: 1,
            deck: FULL_DECK,
            hands: all_hands().filter_map(paid).collect(),
        }];
    }
    let middles = if made.suits_matter() {
        every_middle()
    } else {
        middles_by_kind(made)
    };
    let hands: Vec<Looked> = all_hands().map(Looked::at).collect();
    middles
        .into_iter()
        .map(|(middle, weight)| deal(made, &hands, middle, weight))
        .collect()
}

/// A hand as it is asked for beside every middle.
struct Looked {
    hand: Hand,
    cards: u64,
    ranks: usize,
    suit: Option<Suit>,
}

impl Looked {
    fn at(hand: Hand) -> Looked {
        let [a, b, c] = hand.cards().map(|card| card.rank() as usize);
        Looked {
            cards: mask(hand),
            ranks: (a * 13 + b) * 13 + c,
            suit: hand.suited_in(),
            hand,
        }
    }
}

/// The winning hands beside one middle. Three ranks make the same five cards in any suits but those
/// of a flush, so one such hand is looked at for all. Where a fold matters, or three cards have rows
/// of their own, suits may decide more and hands of one suit, or all, are looked at one by one.
fn deal(made: &Made<'_>, all: &[Looked], middle: [Card; 2], weight: u64) -> Deal {
    let out = middle
        .iter()
        .fold(0_u64, |out, card| out | 1 << card.index());
    let five_alone = made.five_alone();
    let [one, other] = middle.map(Card::suit);
    let mut mixed: Vec<Option<Option<usize>>> = vec![None; 13 * 13 * 13];
    let mut hands = Vec::new();
    for looked in all.iter().filter(|looked| looked.cards & out == 0) {
        let flush = looked
            .suit
            .is_some_and(|suit| !five_alone || (suit == one && suit == other));
        let paid = || made.paid(looked.hand, Some(middle));
        let row = if made.dies || flush {
            paid()
        } else {
            *mixed[looked.ranks].get_or_insert_with(paid)
        };
        hands.extend(row.map(|row| (looked.cards, row)));
    }
    Deal {
        weight,
        deck: FULL_DECK & !out,
        hands,
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
    let ranks_alike = !made.dies && made.five_alone();
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
