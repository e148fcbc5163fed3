//! All cards of more boxes known: the house edge between two exact fractions.
//!
//! From four boxes on there are too many cards whose suits decide to go through them. But suits say
//! little once the ranks are known, so they are left out, and what that can cost is bounded.
//!
//! - **At most.** Friends who tell each other the ranks they hold and decide by ranks alone play a
//!   strategy of their own. Given the ranks left, the margin is on average a polynomial of their counts
//!   ([`told`]), so the best they can do is a count over ranks alone. Who sees the suits too can do as
//!   they do: full sight never leaves the house more.
//! - **At least.** Given the ranks left, the margin is that average `t` and a deviation of the suits
//!   with mean 0 and some variance `v`. For any `c > 0` no number is more than its distance to `-c`
//!   squared over `4 c` while that is no less than nothing, so where `t` is positive what folding on
//!   the suits' word can gain is on average at most `((t - c)^2 + v) / 4 c`, and the same where `t` is
//!   negative for playing. The best `c` is near the root of `t^2 + v`. The variance is bounded and
//!   nothing added where the suits cannot reach (`spread`).
//!
//! With two and three boxes, where the exact figure is known, the first bound is 3 x 10^-6 of an Ante
//! off; the second is the looser, because a bound that knows no more than a variance must think of
//! the worst spread with it, and of long tails.

use super::ranks::{Form, RANKS, all_ranks};
use super::spread::{Doubts, Spread};
use super::suits::Flushes;
use super::told::Told;
use super::{Alike, SCALE, Seen, left_by_suit};
use crate::ante_play::{AntePlay, Decided, Pays};
use crate::beside::Dealers;
use crate::fraction::{Fraction, common_divisor};

/// The house edge with the cards of so many other boxes known lies between these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Between {
    /// How many other boxes.
    pub others: usize,
    /// The lower bound.
    pub least: Fraction,
    /// What friends leave the house who tell each other all ranks they hold and decide by ranks alone:
    /// exact, and a bound for those who see the suits too.
    pub most: Fraction,
}

pub(in crate::leak) fn between(
    sheet: &AntePlay,
    dealers: &Dealers,
    pays: &Pays,
    others: usize,
) -> Between {
    let seen = Seen::new(others);
    let alike = |one: &Decided, next: &Decided| one.class.strength == next.class.strength;
    let mut doubts = Doubts::default();
    let mut sum = Enclosed::default();
    for hands in sheet.hands.chunk_by(alike) {
        let of_hands = Alike::new(dealers, pays, hands).enclosed(&seen, &mut doubts);
        sum.told += of_hands.told;
        sum.doubt += of_hands.doubt;
    }
    let cases = i128::from(SCALE) * 22_100 * seen.sets * seen.left;
    Between {
        others,
        least: -Fraction::new(sum.told + sum.doubt, cases),
        most: -Fraction::new(sum.told, cases),
    }
}

/// In parts of [`SCALE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Enclosed {
    /// What the best decisions by ranks are worth.
    pub(super) told: i128,
    /// What the suits can add, at most.
    pub(super) doubt: i128,
}

impl Alike<'_> {
    /// The best decisions over all sets seen and the Dealer's hands beside each.
    pub(super) fn enclosed(&self, seen: &Seen, doubts: &mut Doubts) -> Enclosed {
        let usual = i128::from(SCALE) * self.usual_value(seen);
        if !self.may_change(seen) {
            return Enclosed {
                told: usual,
                doubt: 0,
            };
        }
        let Average {
            forms: [all, of_suits],
            unit,
            common,
        } = self.average();
        let spread = Spread::new(self.hands, &self.extra, unit);
        doubts.turn_to(unit);
        let told = Told::new(self.left, seen, [&all, &of_suits], &spread).exceptions(doubts);
        Enclosed {
            told: usual + told * common,
            doubt: doubts.most() * common,
        }
    }

    /// The margin over a Dealer's hand of given ranks, on average over all suits.
    pub(super) fn average(&self) -> Average {
        let suits: Vec<[usize; 4]> = self.hands.iter().map(left_by_suit).collect();
        let mean = self.mean(&suits);
        let one = SCALE * self.sizes();
        let sum = |ranks| one * self.apart.weight(ranks) + mean.weight(ranks);
        let common = all_ranks().map(sum).fold(one, common_divisor);
        Average {
            forms: [
                Form::new(|ranks| sum(ranks) / common),
                Form::new(|ranks| mean.weight(ranks) / common),
            ],
            unit: one / common,
            common: i128::from(common),
        }
    }
}

pub(super) struct Average {
    /// All of it, and the part of the suits.
    pub(super) forms: [Form; 2],
    /// What stands for one.
    pub(super) unit: i64,
    /// How much of [`SCALE`] and of the hands was left out of it.
    pub(super) common: i128,
}

/// For ranks in any order.
pub(super) fn in_any_order(form: &Form, mut ranks: [usize; 3]) -> i64 {
    ranks.sort_unstable();
    ranks.reverse();
    form.weight(ranks)
}

/// Ranks whose suits matter.
pub(super) fn matter(flushes: &Flushes) -> [bool; RANKS] {
    std::array::from_fn(|rank| flushes.ranks >> rank & 1 == 1)
}
