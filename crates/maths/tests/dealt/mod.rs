//! Cards dealt the plain way: nothing here is shared with what it checks.

use game::{Card, Community, Hand, Rulebook};

use crate::dice::Dice;

pub fn all_hands() -> Vec<Hand> {
    let mut all = Vec::with_capacity(22_100);
    for (i, a) in Card::ALL.into_iter().enumerate() {
        for (j, b) in Card::ALL.into_iter().enumerate().skip(i + 1) {
            for c in &Card::ALL[j + 1..] {
                all.push(Hand::new([a, b, *c]).unwrap());
            }
        }
    }
    all
}

pub fn bits(hand: Hand) -> u64 {
    let [a, b, c] = hand.cards().map(Card::index);
    (1 << a) | (1 << b) | (1 << c)
}

/// Every pair of middle cards, or none once where the rulebook has none.
pub fn middles(rulebook: &Rulebook) -> Vec<Option<[Card; 2]>> {
    if rulebook.community.says == Community::None {
        return vec![None];
    }
    let all = Card::ALL.into_iter().enumerate();
    all.flat_map(|(at, a)| Card::ALL[at + 1..].iter().map(move |b| Some([a, *b])))
        .collect()
}

/// The first `deal` cards of a shuffled deck.
pub fn shuffle(dice: &mut Dice, deck: &mut [Card; 52], deal: usize) {
    for at in 0..deal {
        let left = u64::try_from(52 - at).unwrap();
        deck.swap(at, at + usize::try_from(dice.below(left)).unwrap());
    }
}
