//! Marks on the backs: not the card is known, only whether it is one of the marked ranks.
//!
//! That is what edge sorting does: cards turned one way round are high, the others low. A mark that
//! splits the ranks at one place is worked out for one, two and three of the Dealer's cards; for one
//! card every way to split thirteen ranks in two is tried.

use game::Rank;

use super::weighed::{Sign, Weighed, told};
use super::{Case, Leak, choose};
use crate::fraction::Fraction;

/// The ranks from this one up are marked.
#[derive(Clone, Debug)]
pub struct Marks {
    /// The lowest marked rank.
    pub from: Rank,
    /// The backs of one, two and three of the Dealer's cards looked at.
    pub dealer_cards: [Leak; 3],
}

/// The marked ranks that are worth most on one Dealer's card.
#[derive(Clone, Debug)]
pub struct BestMark {
    /// The marked ranks.
    pub ranks: Vec<Rank>,
    /// The house edge that is left.
    pub house_edge: Fraction,
}

pub(super) struct Work {
    splits: Vec<(Rank, [Vec<Weighed>; 3])>,
    /// By marked ranks as bits; the Ace is never marked, because marking the others says the same.
    any: Vec<i64>,
    /// What folding everything is worth; the above is on top of it.
    folded: i64,
}

const SPLITS: usize = 1 << 12;

impl Default for Work {
    fn default() -> Work {
        let signs = |cards: u8| {
            (0..=cards)
                .map(|count| Weighed::new(Sign::Marked(count)))
                .collect()
        };
        let splits = Rank::ALL.into_iter().skip(1);
        Work {
            splits: splits.map(|from| (from, [1, 2, 3].map(signs))).collect(),
            any: vec![0; SPLITS],
            folded: 0,
        }
    }
}

impl Work {
    pub(super) fn add(&mut self, case: &Case<'_>) {
        for (from, signs) in &mut self.splits {
            let by_count = case.by_count_from(*from);
            let high = case.left_from(*from);
            for (cards, signs) in (1_i64..).zip(signs) {
                for (marked, sign) in (0_i64..).zip(signs) {
                    let (cases, play) = looked_at(cards, marked, by_count, high);
                    sign.add(case, cases, play);
                }
            }
        }
        self.add_any(case);
    }

    /// The thirteen ranks told apart in every way, by sums over subsets.
    fn add_any(&mut self, case: &Case<'_>) {
        let mut margins = [0_i64; 13];
        for &card in &case.left {
            let play = case.beside.with_card[card].value(case.worth);
            margins[card / 4] += play - 1_128 * case.fold;
        }
        let all: i64 = margins.iter().sum();
        let size = i64::from(case.decided.class.size);
        let mut sums = vec![0_i64; SPLITS];
        for marked in 0..SPLITS {
            if marked > 0 {
                let rest = marked & (marked - 1);
                sums[marked] = sums[rest] + margins[marked.trailing_zeros() as usize];
            }
            self.any[marked] += size * (sums[marked].max(0) + (all - sums[marked]).max(0));
        }
        self.folded += size * case.fold * 49 * 1_128;
    }

    pub(super) fn told(&self) -> (Vec<Marks>, BestMark) {
        let marks = self.splits.iter().map(|(from, signs)| Marks {
            from: *from,
            dealer_cards: [told(&signs[0]), told(&signs[1]), told(&signs[2])],
        });
        let marks: Vec<Marks> = marks.collect();
        let best = (0..SPLITS).max_by_key(|marked| (self.any[*marked], std::cmp::Reverse(*marked)));
        let best = best.unwrap_or(0);
        let value = i128::from(self.folded + self.any[best]);
        let ranks = Rank::ALL
            .into_iter()
            .filter(|rank| best >> (*rank as usize) & 1 == 1);
        (
            marks,
            BestMark {
                ranks: ranks.collect(),
                house_edge: -Fraction::new(value, ONE_CARD_CASES),
            },
        )
    }
}

/// The Player's hands, the Dealer's card looked at, and the other two.
const ONE_CARD_CASES: i128 = 22_100 * 49 * 1_128;

/// Cases and what playing is worth where `marked` of `cards` looked at are marked: each Dealer's hand
/// with so many marked cards shows them in so many of the ways to look at `cards` of its three.
fn looked_at(cards: i64, marked: i64, by_count: [i64; 4], high: i64) -> (i128, i128) {
    let (mut cases, mut play) = (0, 0);
    for (count, value) in (0_i64..).zip(by_count) {
        let ways = choose(count, marked) * choose(3 - count, cards - marked);
        cases += ways * choose(high, count) * choose(49 - high, 3 - count);
        play += ways * i128::from(value);
    }
    (cases, play)
}
