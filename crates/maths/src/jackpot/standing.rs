//! Where the meter stands in the long run: what a round of a table does to it on average, solved for
//! the meter that a round leaves as it was.

use game::{MeterIncrement, YesNo};

use super::dollars;
use super::law::Law;
use super::made::Made;
use super::moves::{Moves, Steps};
use super::number::Number;
use super::terms::LinkTerms;
use crate::fraction::Fraction;

pub(super) struct Standing<N> {
    /// Chances that a round of one table wins the whole meter, and any share of it.
    pub hit: N,
    pub won: N,
    /// The mean of the meter on display when a round is settled.
    pub seen: N,
    /// What a whole meter pays.
    pub award: N,
    /// What shares of the meter pay, per bet.
    pub paid: N,
    round: Moves<N>,
    /// What the bets of a round add before its winners are paid.
    before: N,
}

impl<N: Number> Standing<N> {
    pub fn new(made: &Made<'_>, law: &Law, terms: &LinkTerms) -> Standing<N> {
        let rulebook = made.rulebook;
        let steps: Steps<N> = Steps::new(made, law, terms);
        let boxes = Fraction::whole(i128::from(terms.boxes));
        let grows = N::of(dollars(terms.contribution) * boxes);
        let waits = rulebook.meter_increment.says == Some(MeterIncrement::AtSettlementIfNotWon);
        let taken = rulebook.fixed_awards_from_meter.says == Some(YesNo::Yes);
        let (mut hit, mut won, mut wholes) = (N::zero(), N::zero(), N::zero());
        let mut round = Moves::nothing();
        for outcome in law.outcomes::<N>(terms.boxes) {
            let fixed = if taken {
                outcome.fixed / outcome.chance
            } else {
                N::zero()
            };
            let mut moves = steps.moves(&outcome.winners, fixed);
            let majors = steps.wholes(&outcome.winners);
            // In a house whose meter waits for the settlement, it grows only if not won (G-04).
            if waits && majors == 0 {
                moves = moves.then_adds(grows);
            }
            round = round.plus(moves, outcome.chance);
            if outcome.winners.iter().any(|boxes| *boxes > 0) {
                won = won + outcome.chance;
            }
            if majors > 0 {
                hit = hit + outcome.chance;
                wholes = wholes + outcome.chance * N::of(Fraction::whole(i128::from(majors)));
            }
        }
        let before = if waits { N::zero() } else { grows };
        // The meter between rounds: rest = after(rest + before).
        let [a0, a1] = round.after;
        let seen = (a1 * before + a0) / (N::one() - a1) + before;
        let line = |[a, b]: [N; 2]| a + b * seen;
        Standing {
            award: line(round.whole) / wholes,
            paid: line(round.paid) / N::of(boxes),
            hit,
            won,
            seen,
            round,
            before,
        }
    }
}

impl Standing<f64> {
    /// The standard deviation of the meter on display, likewise from the square that a round leaves
    /// as it was.
    pub fn deviation(&self) -> f64 {
        let [s0, s1, s2] = self.round.square;
        let rest = self.seen - self.before;
        let more = self.before * (2.0 * rest + self.before);
        let square = (s0 + s1 * self.seen + s2 * more) / (1.0 - s2);
        (square - rest * rest).max(0.0).sqrt()
    }
}
