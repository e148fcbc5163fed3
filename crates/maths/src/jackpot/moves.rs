//! What one round of a table does to the meter, on average over the order of its winners.
//!
//! A win of the whole meter leaves the seed, a share leaves the rest of it (or, in some houses, the
//! seed): each is a multiple of the meter plus a sum, and so is any row of them. Boxes are alike, so
//! where winners are paid clockwise all orders are equally likely.

use game::{PercentWinEffect, Rulebook, SameTableOrder};

use super::dollars;
use super::law::{Law, Shares};
use super::made::Made;
use super::number::Number;
use super::terms::LinkTerms;
use crate::fraction::Fraction;

/// One award: the share it pays, and what it makes of the meter.
#[derive(Clone, Copy)]
struct Step<N> {
    pays: N,
    keeps: N,
    adds: N,
    whole: bool,
}

/// Averages as a number plus a multiple of the meter before, of its square too for the square after.
#[derive(Clone, Copy)]
pub(super) struct Moves<N> {
    pub after: [N; 2],
    pub square: [N; 3],
    /// Shares of the meter paid out, all of them and those that were the whole.
    pub paid: [N; 2],
    pub whole: [N; 2],
}

pub(super) struct Steps<N> {
    each: Vec<Step<N>>,
    whole_last: bool,
}

impl<N: Number> Steps<N> {
    pub fn new(made: &Made<'_>, law: &Law, terms: &LinkTerms) -> Steps<N> {
        let rulebook = made.rulebook;
        let each = law
            .shares
            .iter()
            .map(|(_, percent)| step(rulebook, *percent, terms));
        Steps {
            each: each.collect(),
            whole_last: match rulebook.jackpot_same_table_order.says {
                Some(SameTableOrder::FixedFirstSpadeLast) => true,
                Some(SameTableOrder::Any | SameTableOrder::ClockwiseByDeal) | None => false,
            },
        }
    }

    /// `fixed` is what fixed awards of the same round take from the meter on average.
    pub fn moves(&self, winners: &Shares, fixed: N) -> Moves<N> {
        // A fixed award is as likely before the first share as after any other it may follow.
        let gaps = self.left(winners, |step| !(self.whole_last && step.whole)) + 1;
        self.next(winners, fixed / number(gaps))
    }

    /// How many of these winners took the whole meter.
    pub fn wholes(&self, winners: &Shares) -> u32 {
        self.left(winners, |step| step.whole)
    }

    fn next(&self, winners: &Shares, gap: N) -> Moves<N> {
        let wait = |step: &Step<N>| self.whole_last && step.whole;
        let early = self.left(winners, |step| !wait(step));
        let left = self.left(winners, |_| true);
        if left == 0 {
            return Moves::least(gap);
        }
        // From the first whole meter on, where that comes last, no fixed award follows.
        let then = if self.whole_last && early == 0 {
            N::zero()
        } else {
            gap
        };
        let among = if early == 0 { left } else { early };
        let mut average = Moves::nothing();
        for (kind, step) in self.each.iter().enumerate() {
            if winners[kind] == 0 || (early > 0 && wait(step)) {
                continue;
            }
            let mut rest = winners.clone();
            rest[kind] -= 1;
            let moves = self.next(&rest, then).after_step(step, gap);
            let share = number::<N>(winners[kind].into()) / number(among);
            average = average.plus(moves, share);
        }
        average
    }

    fn left(&self, winners: &Shares, counts: impl Fn(&Step<N>) -> bool) -> u32 {
        let all = self.each.iter().zip(winners);
        all.filter(|(step, _)| counts(step))
            .map(|(_, boxes)| u32::from(*boxes))
            .sum()
    }
}

impl<N: Number> Moves<N> {
    /// No round at all, to be added to.
    pub fn nothing() -> Moves<N> {
        let zero = N::zero();
        Moves {
            after: [zero; 2],
            square: [zero; 3],
            paid: [zero; 2],
            whole: [zero; 2],
        }
    }

    /// Nothing but a last fixed award.
    fn least(gap: N) -> Moves<N> {
        let (zero, one) = (N::zero(), N::one());
        Moves {
            after: [zero - gap, one],
            square: [gap * gap, zero - gap - gap, one],
            ..Moves::nothing()
        }
    }

    /// These moves when a fixed award of `gap` and then `step` come before them.
    fn after_step(self, step: &Step<N>, gap: N) -> Moves<N> {
        // The meter when these begin, as a number plus a multiple of the meter before the step.
        let [m0, m1] = [step.adds - step.keeps * gap, step.keeps];
        let line = |[a, b]: [N; 2]| [a + b * m0, b * m1];
        let pays = [N::zero() - step.pays * gap, step.pays];
        let with = |[a, b]: [N; 2], [x, y]: [N; 2]| [a + x, b + y];
        let [s0, s1, s2] = self.square;
        let twice = m0 + m0;
        let none = [N::zero(); 2];
        Moves {
            after: line(self.after),
            square: [
                s0 + s1 * m0 + s2 * m0 * m0,
                s1 * m1 + s2 * twice * m1,
                s2 * m1 * m1,
            ],
            paid: with(line(self.paid), pays),
            whole: with(line(self.whole), if step.whole { pays } else { none }),
        }
    }

    pub fn plus(self, other: Moves<N>, share: N) -> Moves<N> {
        let two = |[a, b]: [N; 2], [x, y]: [N; 2]| [a + x * share, b + y * share];
        Moves {
            after: two(self.after, other.after),
            square: core::array::from_fn(|at| self.square[at] + other.square[at] * share),
            paid: two(self.paid, other.paid),
            whole: two(self.whole, other.whole),
        }
    }

    /// The meter grows by `sum` after everything is paid.
    pub fn then_adds(mut self, sum: N) -> Moves<N> {
        let [s0, s1, s2] = self.square;
        let [a0, a1] = self.after;
        self.square = [s0 + (a0 + a0 + sum) * sum, s1 + (a1 + a1) * sum, s2];
        self.after[0] = a0 + sum;
        self
    }
}

/// A share below the whole that is floored at the seed is no multiple plus a sum; it is taken here
/// as in a house without the floor, and the grid reckons the rest.
fn step<N: Number>(rulebook: &Rulebook, percent: u8, terms: &LinkTerms) -> Step<N> {
    let pays = Fraction::new(i128::from(percent), 100);
    let seed = dollars(terms.seed);
    let resets =
        percent == 100 || rulebook.percent_win_effect.says == Some(PercentWinEffect::Reset);
    let (keeps, adds) = if resets {
        (Fraction::ZERO, seed)
    } else {
        (Fraction::ONE - pays, Fraction::ZERO)
    };
    Step {
        pays: N::of(pays),
        keeps: N::of(keeps),
        adds: N::of(adds),
        whole: percent == 100,
    }
}

fn number<N: Number>(count: u32) -> N {
    N::of(Fraction::whole(i128::from(count)))
}
