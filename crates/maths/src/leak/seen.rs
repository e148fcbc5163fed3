//! One, two or three of the Dealer's cards seen.
//!
//! With one card seen the Dealer has 1,128 hands, with two 47, with three one; the Dealer's cards
//! come in no order, so every one of his three is as likely to be the one that is seen.

use game::{Card, Rank};

use super::weighed::{Outcome, Sign, Weighed, told};
use super::{Case, Leak};

pub(super) struct Seen {
    one: Vec<Weighed>,
    two: Vec<Weighed>,
    three: Vec<Weighed>,
}

const OUTCOMES: [Outcome; 4] = [
    Outcome::Unqualified,
    Outcome::Worse,
    Outcome::Equal,
    Outcome::Better,
];

impl Default for Seen {
    fn default() -> Seen {
        let two = Rank::ALL.into_iter().flat_map(|high| {
            Rank::ALL.into_iter().flat_map(move |low| {
                [false, true].map(|suited| {
                    Weighed::new(Sign::TwoCards {
                        ranks: [high, low],
                        suited,
                    })
                })
            })
        });
        Seen {
            one: Rank::ALL
                .map(|rank| Weighed::new(Sign::Card(rank)))
                .to_vec(),
            two: two.collect(),
            three: OUTCOMES
                .map(|outcome| Weighed::new(Sign::Outcome(outcome)))
                .to_vec(),
        }
    }
}

impl Seen {
    pub(super) fn add(&mut self, case: &Case<'_>) {
        let value = |counts: crate::beside::Counts| i128::from(counts.value(case.worth));
        for (at, &card) in case.left.iter().enumerate() {
            let play = value(case.beside.with_card[card]);
            self.one[card / 4].add(case, 1_128, play);
            for &lower in &case.left[..at] {
                let suited = Card::ALL[card].suit() == Card::ALL[lower].suit();
                let slot = (card / 4 * 13 + lower / 4) * 2 + usize::from(suited);
                let play = value(case.beside.with_pair(lower, card));
                self.two[slot].add(case, 47, play);
            }
        }
        let counts = case.beside.all.each();
        for ((sign, count), worth) in self.three.iter_mut().zip(counts).zip(case.worth) {
            let count = i128::from(count);
            sign.add(case, count, count * i128::from(worth));
        }
    }

    pub(super) fn told(&self) -> [Leak; 3] {
        [told(&self.one), told(&self.two), told(&self.three)]
    }
}
