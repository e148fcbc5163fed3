//! Which hands a strategy plays, hand by hand.
//!
//! By its strength alone a hand's decision is known only where all suit patterns of that strength are
//! decided alike. They are under the five rulebooks as written, but no proof of it stands behind every
//! option and pay table, so where they are not, the hand itself is looked up.

use std::sync::Arc;

use game::{Card, Hand, HandRank, Rulebook, Strength, Suit};

use super::dealing::{HANDS, number_of};
use super::plan::Plan;
use crate::ante_play::AntePlay;
use crate::strategy::Strategy;

pub struct Choices {
    by_hand: Vec<bool>,
    by_strength: Vec<Option<bool>>,
    /// The kind of a hand by its strength, or [`LOOK_CLOSER`].
    kinds: [u8; 1 << 10],
}

/// Where the strength alone does not tell.
const LOOK_CLOSER: u8 = u8::MAX;

impl Choices {
    /// One for each box of a plan; boxes that decide alike share theirs.
    pub fn of_boxes(plan: &Plan) -> Vec<Arc<Choices>> {
        let mut all: Vec<Arc<Choices>> = Vec::with_capacity(plan.seats());
        for (at, strategy) in plan.strategies.iter().enumerate() {
            let same = plan.strategies[..at]
                .iter()
                .position(|other| other == strategy);
            all.push(match same {
                Some(other) => Arc::clone(&all[other]),
                None => Arc::new(Choices::new(&plan.rulebook, *strategy)),
            });
        }
        all
    }

    fn new(rulebook: &Rulebook, strategy: Strategy) -> Choices {
        let mut by_hand = vec![false; HANDS];
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
        let mut choices = Choices {
            by_hand,
            by_strength: by_strength.collect(),
            kinds: [LOOK_CLOSER; 1 << 10],
        };
        for (index, plays) in (0..).zip(&choices.by_strength) {
            let rank = Strength::from_index(index).map(Strength::rank);
            // Of the royals one is a kind of its own.
            let rank = rank.filter(|rank| *rank != HandRank::MiniRoyal);
            if let (Some(rank), Some(plays)) = (rank, plays) {
                choices.kinds[usize::from(index)] = kind(rank as u8, *plays);
            }
        }
        choices
    }

    /// The hand as the upper part of a base: its rank, the royal in spades apart, and whether it is
    /// played.
    #[inline]
    pub fn kind(&self, hand: Hand, strength: Strength) -> usize {
        self.kind_by(strength.index(), || hand)
    }

    /// By the index of its strength, where the hand itself need not be at hand.
    #[inline]
    pub fn kind_by(&self, strength: u16, hand: impl FnOnce() -> Hand) -> usize {
        let known = self.kinds[usize::from(strength) % self.kinds.len()];
        if known == LOOK_CLOSER {
            return self.kind_of(hand());
        }
        usize::from(known)
    }

    #[cold]
    fn kind_of(&self, hand: Hand) -> usize {
        let strength = hand.strength();
        let royal = strength.rank() == HandRank::MiniRoyal;
        let in_spades = royal && hand.suited_in() == Some(Suit::Spades);
        let rank = if in_spades { 7 } else { strength.rank() as u8 };
        usize::from(kind(rank, self.plays(hand, strength)))
    }

    #[inline]
    pub fn plays(&self, hand: Hand, strength: Strength) -> bool {
        let known = self.by_strength[usize::from(strength.index())];
        known.unwrap_or_else(|| self.by_hand[number_of(hand)])
    }
}

const fn kind(rank: u8, plays: bool) -> u8 {
    (rank * 2 + plays as u8) * 8
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
