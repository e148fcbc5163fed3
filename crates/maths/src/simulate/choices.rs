//! Which hands a strategy plays, hand by hand.
//!
//! By its strength alone a hand's decision is known only where all suit patterns of that strength are
//! decided alike. They are under the five rulebooks as written, but no proof of it stands behind every
//! option and pay table, so where they are not, the hand itself is looked up.

use game::{Card, Hand, Rulebook, Strength, Suit};

use super::dealing::{HANDS, number_of};
use crate::ante_play::AntePlay;
use crate::strategy::Strategy;

pub struct Choices {
    by_hand: Box<[bool; HANDS]>,
    by_strength: Vec<Option<bool>>,
}

impl Choices {
    pub fn new(rulebook: &Rulebook, strategy: Strategy) -> Choices {
        let mut by_hand = Box::new([false; HANDS]);
        let mut seen = vec![[false; 2]; usize::from(Strength::COUNT)];
        for decided in AntePlay::new(rulebook, strategy).hands {
            let class = decided.class;
            seen[usize::from(class.strength.index())][usize::from(decided.plays)] = true;
            for hand in renamed(class.hand) {
                by_hand[number_of(hand)] = decided.plays;
            }
        }
        let by_strength = seen.into_iter().map(|[folded, played]| match played {
            true if folded => None,
            played => Some(played),
        });
        Choices {
            by_hand,
            by_strength: by_strength.collect(),
        }
    }

    #[inline]
    pub fn plays(&self, hand: Hand, strength: Strength) -> bool {
        let known = self.by_strength[usize::from(strength.index())];
        known.unwrap_or_else(|| self.by_hand[number_of(hand)])
    }
}

/// A hand under all twenty-four names of its suits.
fn renamed(hand: Hand) -> impl Iterator<Item = Hand> {
    let orders = Suit::ALL.into_iter().flat_map(|a| {
        let others = Suit::ALL.into_iter().filter(move |b| *b != a);
        others.flat_map(move |b| {
            let thirds = Suit::ALL.into_iter().filter(move |c| *c != a && *c != b);
            thirds.filter_map(move |c| {
                let last = Suit::ALL.into_iter().find(|d| ![a, b, c].contains(d))?;
                Some([a, b, c, last])
            })
        })
    });
    orders.filter_map(move |names| {
        let rename = |card: Card| Card::new(card.rank(), names[card.suit() as usize]);
        Hand::new(hand.cards().map(rename))
    })
}
