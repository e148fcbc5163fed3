//! All cards of other boxes known, exactly.
//!
//! Two other boxes hold one of 13,983,816 sets of six beside a given hand, and for each the Dealer has
//! 12,341 hands left: for the 1,755 classes that is 3 x 10^14 comparisons. But what playing is worth
//! more than folding, the margin, knows of a Dealer's hand only its ranks and whether it is of one
//! suit. So over the cards left it is
//!
//! ```text
//! a sum by ranks, as if no hand were of one suit     a polynomial of thirteen counts (`ranks`)
//! + what hands of one suit weigh more than that      four looks into one table       (`suits`)
//! ```
//!
//! and the first is the same for all suits of the cards seen, which are gone through by rank alone.
//! The second moves the margin little. Three things keep the rest short:
//!
//! - **Only exceptions are counted.** Summed over everything that can be seen, the margin is known:
//!   each of the Dealer's 18,424 hands is left as often as any other. So the hand is first played or
//!   folded throughout, whichever is better unseen, and then added is minus the margin (with its sign
//!   so turned that the usual is positive) where that is negative. For most hands it never is.
//! - **By bounds.** The suits' part lies between a least and a most that follow from how the cards
//!   taken lie over each other. If the margin is positive with the least nothing is added; if it is
//!   negative with the most, its sum over the suits is linear: three given cards of one suit are left
//!   in a share `c / a` for each, where `c` of the rank's `a` cards are left, so the suits' part is on
//!   average a polynomial of the same counts.
//! - **Things alike together.** Hands that differ in suits alone share the sum by ranks, and ranks
//!   that weigh the same in every hand count as one: with Jack high, a Queen, King or Ace in the
//!   Dealer's hand loses whatever lies beside it.
//!
//! What remains are cards whose suits decide; those are gone through. Under the usual rules, of the
//! pairs of a class and six ranks there are 160,000 of them, half a second's work; with nine cards
//! 3,400,000 and ten seconds, which is why three boxes are counted only for who asks. Twelve took
//! five minutes, the one time we tried (2.8300 %): from box to box there are fewer new ranks to go
//! through but more ways of suits for each, so that six would take hours. For those the figure is
//! enclosed instead ([`between`]).

mod between;
mod ranks;
mod spread;
mod suits;
#[cfg(test)]
mod tests;
mod told;

use game::Strength;

pub use self::between::Between;
pub(super) use self::between::between;

use self::ranks::{Form, RANKS, Taken, all_ranks, each_taken};
use self::suits::{Border, Bounded, Bounds, Flushes, Halves, NONE};
use super::{choose, worth};
use crate::ante_play::{AntePlay, Decided, Pays};
use crate::beside::Dealers;
use crate::deals::DEALER_HANDS;
use crate::fraction::Fraction;

/// The house edge if the cards of so many other boxes are known.
pub(super) fn house_edge(
    sheet: &AntePlay,
    dealers: &Dealers,
    pays: &Pays,
    others: usize,
) -> Fraction {
    let seen = Seen::new(others);
    let mut halves = Halves::default();
    let alike = |one: &Decided, next: &Decided| one.class.strength == next.class.strength;
    let mut sum = 0;
    for hands in sheet.hands.chunk_by(alike) {
        sum += Alike::new(dealers, pays, hands).value(&seen, &mut halves);
    }
    -Fraction::new(sum, 22_100 * seen.sets * seen.left)
}

/// The cards of other boxes beside a hand.
struct Seen {
    cards: u8,
    /// The hands left to the Dealer.
    left: i128,
    /// How many sets leave a given hand to the Dealer.
    with_a_hand: i128,
    sets: i128,
    /// The ways to take so many cards of so many.
    ways: Vec<Vec<i64>>,
}

impl Seen {
    fn new(others: usize) -> Seen {
        let cards = u8::try_from(3 * others).unwrap_or(u8::MAX);
        let taken = i64::from(cards);
        let ways =
            |of| (0..=taken).map(move |taken| i64::try_from(choose(of, taken)).unwrap_or(i64::MAX));
        Seen {
            cards,
            left: choose(49 - taken, 3),
            with_a_hand: choose(46, taken),
            sets: choose(49, taken),
            ways: (0..=49).map(|of| ways(of).collect()).collect(),
        }
    }
}

/// Hands of the Player that differ only in suits.
struct Alike<'a> {
    hands: &'a [Decided],
    fold: i64,
    /// Playing is better unseen, or folding.
    usual: Usual,
    /// The margin over a Dealer's hand of these ranks not of one suit, the usual positive.
    apart: Form,
    /// How much more it is where they are of one suit.
    extra: Form,
    /// Over any Dealer's hand.
    bounds: Bounds,
    /// Cards left by rank; those of all ranks that count as one are with the highest of them.
    left: [u8; RANKS],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Usual {
    Played,
    Folded,
}

impl Usual {
    fn turned(self, margin: i64) -> i64 {
        match self {
            Usual::Played => margin,
            Usual::Folded => -margin,
        }
    }
}

impl<'a> Alike<'a> {
    fn new(dealers: &Dealers, pays: &Pays, hands: &'a [Decided]) -> Alike<'a> {
        let first = &hands[0];
        let strength = first.class.strength;
        let (worth, fold) = (worth(pays, first), pays.fold(strength.rank()));
        let unseen: i64 = hands
            .iter()
            .map(|hand| i64::from(hand.class.size) * margin(hand))
            .sum();
        let usual = if unseen > 0 {
            Usual::Played
        } else {
            Usual::Folded
        };
        let mut bounds = NONE;
        let of = |cards| turned(dealers, strength, worth, fold, usual, cards);
        let apart = Form::new(|ranks| of(cards_apart(ranks)));
        let extra = Form::new(|ranks| {
            let apart = apart.weight(ranks);
            let suited = if ranks[0] > ranks[1] && ranks[1] > ranks[2] {
                of(ranks.map(|rank| 4 * rank))
            } else {
                apart
            };
            suited - apart
        });
        for ranks in all_ranks() {
            let (apart, extra) = (apart.weight(ranks), extra.weight(ranks));
            bounds.widen(apart.min(apart + extra), apart.max(apart + extra));
        }
        Alike {
            left: left_by_rank(first, &apart, &extra),
            hands,
            fold,
            usual,
            apart,
            extra,
            bounds,
        }
    }

    /// The best decisions over all sets seen and the Dealer's hands beside each.
    fn value(&self, seen: &Seen, halves: &mut Halves) -> i128 {
        let usual = self.usual_value(seen);
        if self.may_change(seen) {
            usual + self.exceptions(seen, halves)
        } else {
            usual
        }
    }

    /// The same with the usual decision throughout.
    fn usual_value(&self, seen: &Seen) -> i128 {
        let mut sum = 0;
        for hand in self.hands {
            let usual = match self.usual {
                Usual::Played => i128::from(margin(hand)) * seen.with_a_hand,
                Usual::Folded => 0,
            };
            sum += i128::from(hand.class.size)
                * (i128::from(self.fold) * seen.sets * seen.left + usual);
        }
        sum
    }

    /// How many hands of the Player these are.
    fn sizes(&self) -> i64 {
        let sizes = self.hands.iter().map(|hand| i64::from(hand.class.size));
        sizes.sum()
    }

    /// Whether the hands that are not left to the Dealer could outweigh the rest.
    fn may_change(&self, seen: &Seen) -> bool {
        let gone = i128::from(DEALER_HANDS) - seen.left;
        let most = gone * i128::from(self.bounds.most);
        let unseen = |hand: &Decided| i128::from(self.usual.turned(margin(hand)));
        self.hands.iter().any(|hand| unseen(hand) < most)
    }

    /// What the exceptions to the usual decision are worth.
    fn exceptions(&self, seen: &Seen, halves: &mut Halves) -> i128 {
        let flushes = Flushes::new(&self.extra);
        let suits: Vec<[usize; 4]> = self.hands.iter().map(left_by_suit).collect();
        let cards = usize::from(seen.cards);
        let mut bounded = Bounded::new(cards);
        for left in &suits {
            bounded.join(&flushes.bounds(*left, cards));
        }
        let least = bounded.least();
        let mut linear = 0_i128;
        let mut borders = Vec::new();
        let mean = self.mean(&suits);
        let sizes = self.sizes();
        each_taken(self.left, seen.cards, &self.apart, |taken, by_ranks| {
            if by_ranks + least >= 0 {
                return;
            }
            let bounds = bounded.of(layers(taken, &flushes));
            if by_ranks + bounds.least >= 0 {
                return;
            }
            let [matter, others] = self.ways(seen, &flushes, taken);
            if by_ranks + bounds.most <= 0 {
                let of_suits = mean.of_different(self.stay(taken));
                let sum = SCALE * sizes * by_ranks + of_suits;
                linear -= i128::from(matter * others) * i128::from(sum);
            } else {
                borders.push(Border {
                    taken: *taken,
                    by_ranks,
                    ways: others,
                });
            }
        });
        let mut sum = linear / i128::from(SCALE);
        halves.turn_to(flushes);
        for (hand, left) in self.hands.iter().zip(suits) {
            sum += i128::from(hand.class.size) * halves.exceptions(left, &borders);
        }
        sum
    }

    /// The part of the suits on average over those of the cards taken, and summed over the hands.
    fn mean(&self, suits: &[[usize; 4]]) -> Form {
        Form::new(|ranks| {
            let set = ranks.iter().fold(0, |set, rank| set | 1 << rank);
            let each = self.hands.iter().zip(suits).map(|(hand, left)| {
                let suited = left.iter().filter(|left| *left & set == set).count();
                i64::from(hand.class.size) * i64::try_from(suited).unwrap_or(i64::MAX)
            });
            let suited: i64 = each.sum();
            let share = ranks.map(|rank| 12 / i64::from(self.left[rank].max(1)));
            suited * self.extra.weight(ranks) * share.iter().product::<i64>()
        })
    }

    /// Cards left by rank.
    fn stay(&self, taken: &Taken) -> [i64; RANKS] {
        std::array::from_fn(|rank| i64::from(self.left[rank] - taken[rank]))
    }

    /// The ways of suits that matter, and of those that do not.
    fn ways(&self, seen: &Seen, flushes: &Flushes, taken: &Taken) -> [i64; 2] {
        let (mut matter, mut others) = (1, 1);
        for (rank, (taken, left)) in taken.iter().zip(self.left).enumerate() {
            let ways = seen.ways[usize::from(left)][usize::from(*taken)];
            if flushes.ranks >> rank & 1 == 1 {
                matter *= ways;
            } else {
                others *= ways;
            }
        }
        [matter, others]
    }
}

/// Of how many ranks that matter at least one card is taken, two, three, four.
fn layers(taken: &Taken, flushes: &Flushes) -> [usize; 4] {
    let mut layers = [0; 4];
    for (rank, taken) in taken.iter().enumerate() {
        if flushes.ranks >> rank & 1 == 1 {
            for layer in &mut layers[..usize::from(*taken)] {
                *layer += 1;
            }
        }
    }
    layers
}

/// One, two, three and four divide twelve; three ranks a hand.
const SCALE: i64 = 12 * 12 * 12;

/// What playing is worth more than folding, over the Dealer's 18,424 hands.
fn margin(hand: &Decided) -> i64 {
    hand.play_value - hand.fold_value
}

/// The margin over one Dealer's hand, given by its cards in order.
fn turned(
    dealers: &Dealers,
    own: Strength,
    worth: [i64; 4],
    fold: i64,
    usual: Usual,
    mut cards: [usize; 3],
) -> i64 {
    cards.sort_unstable();
    usual.turned(dealers.against(own, cards).value(worth) - fold)
}

/// Cards of these ranks, not of one suit.
fn cards_apart([x, y, z]: [usize; 3]) -> [usize; 3] {
    [4 * x, 4 * y + 1, 4 * z + 2]
}

/// Cards left by rank beside a hand, ranks together that weigh the same in every hand.
fn left_by_rank(hand: &Decided, apart: &Form, extra: &Form) -> [u8; RANKS] {
    let mut left = [4; RANKS];
    for card in hand.class.hand.cards() {
        left[card.rank() as usize] -= 1;
    }
    let highest = RANKS - 1;
    let weight = apart.weight([highest; 3]);
    let same = |rank: usize| {
        let with = |ranks: &[usize; 3]| ranks.contains(&rank);
        let same = |ranks| apart.weight(ranks) == weight && extra.weight(ranks) == 0;
        all_ranks().filter(with).all(same)
    };
    for rank in (0..highest).filter(|rank| same(highest) && same(*rank)) {
        left[highest] += std::mem::take(&mut left[rank]);
    }
    left
}

/// The ranks left in each suit beside a hand.
fn left_by_suit(hand: &Decided) -> [usize; 4] {
    let mut left = [(1 << RANKS) - 1; 4];
    for card in hand.class.hand.cards() {
        left[card.suit() as usize] ^= 1 << card.rank() as usize;
    }
    left
}
