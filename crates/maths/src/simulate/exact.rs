//! What the rounds of a plan come to on average: the figures the sums are held against.
//!
//! Everything but envy is a sum over the joint distribution of a box's bets ([`Joint`]). Envy is what
//! other boxes' top hands bring: it needs the chance that this box still collects beside such a hand.
//!
//! In a round with several winners the meter is paid out in order, so that a second winner of a share
//! finds less. Here every bet is taken at the full meter: the difference is a product of two rare
//! hands, beyond what any run can see.

use game::{
    Award, EnvyMultiple, FoldEnvyTrigger, FoldJackpot, FoldPairPlus, Hand, JackpotRow, Money,
    PercentRounding, PlainFoldPairPlus, Rounding, Rulebook, StakeOnWin, YesNo, jackpot_row,
};

use super::choices::Choices;
use super::dealing::{Numbered, bits};
use super::plan::{Bet, Plan};
use super::settling::rows;
use crate::ante_play::{AntePlay, Outcomes, share};
use crate::classes::classes;
use crate::fraction::Fraction;
use crate::joint::{Cell, Joint, suits_that_count};
use crate::strategy::Strategy;

/// The exact figures of a plan.
pub struct Exact {
    /// In the order of [`Bet::ALL`]; nothing where the meter lives.
    pub edges: [Option<Fraction>; 4],
    /// Variance of all boxes' net of a round, in squared minor units, as if boxes were independent.
    pub variances: [f64; 4],
    /// Chances of the five outcomes, over all boxes, in the order of [`named`].
    pub outcomes: [Fraction; 5],
}

/// The outcomes by name, in one order everywhere.
pub fn named(outcomes: &Outcomes) -> [(&'static str, u64); 5] {
    [
        ("fold", outcomes.fold),
        ("dealer_not_qualified", outcomes.dealer_not_qualified),
        ("win", outcomes.win),
        ("stand_off", outcomes.stand_off),
        ("lose", outcomes.lose),
    ]
}

impl Exact {
    pub fn new(plan: &Plan) -> Exact {
        let boxes = Fraction::whole(plan.seats() as i128);
        let mut exact = Exact {
            edges: [Some(Fraction::ZERO); 4],
            variances: [0.0; 4],
            outcomes: [Fraction::ZERO; 5],
        };
        let mut done: Vec<(Strategy, BoxFigures)> = Vec::new();
        let envy = Envy::new(plan);
        for (at, strategy) in plan.strategies.iter().enumerate() {
            let known = done.iter().find(|(other, _)| other == strategy);
            let figures = if let Some((_, figures)) = known {
                *figures
            } else {
                let figures = BoxFigures::new(plan, *strategy);
                done.push((*strategy, figures));
                figures
            };
            for bet in Bet::ALL {
                let figure = figures.bets[bet as usize];
                let (mean, variance) = match bet {
                    Bet::Jackpot => {
                        let (envied, spread) = envy.of(plan, at);
                        (envied.map(|envied| figure.0 - envied), figure.1 + spread)
                    }
                    Bet::AntePlay | Bet::PairPlus | Bet::FiveCard => (Some(figure.0), figure.1),
                };
                let sum = &mut exact.edges[bet as usize];
                *sum = sum.zip(mean).map(|(sum, mean)| sum + mean / boxes);
                exact.variances[bet as usize] += variance;
            }
            for (sum, chance) in exact.outcomes.iter_mut().zip(figures.outcomes) {
                *sum = *sum + chance / boxes;
            }
        }
        if plan.is_live() {
            exact.edges[Bet::Jackpot as usize] = None;
        }
        exact
    }
}

/// One strategy's: per bet the edge, and the variance of the net in squared minor units.
#[derive(Clone, Copy)]
struct BoxFigures {
    bets: [(Fraction, f64); 4],
    outcomes: [Fraction; 5],
}

impl BoxFigures {
    fn new(plan: &Plan, strategy: Strategy) -> BoxFigures {
        let sheet = AntePlay::new(&plan.rulebook, strategy);
        let side = plan.stakes.five_card.is_positive() || plan.stakes.jackpot.is_positive();
        let joint = if side {
            Joint::new(&plan.rulebook, &sheet)
        } else {
            Joint::of_hands(&plan.rulebook, &sheet)
        };
        let figure = |bet: Bet| {
            let stake = plan.stake(bet);
            if stake.is_zero() {
                return (Fraction::ZERO, 0.0);
            }
            let units = Fraction::whole(i128::from(stake.in_minor()));
            let in_units = |worth: fn(&Cell) -> i64| {
                let moments = joint.moments(worth);
                let variance = (moments.variance * units * units).to_f64();
                (-moments.mean, variance)
            };
            match bet {
                Bet::AntePlay => in_units(Cell::ante_play),
                Bet::PairPlus => in_units(|cell| cell.pair_plus),
                Bet::FiveCard => in_units(|cell| cell.five_card),
                Bet::Jackpot => {
                    let rows = rows(&plan.rulebook);
                    let moments = joint.moments(|cell| {
                        let row = cell.jackpot.map(|row| &rows[row]);
                        row.map_or(0, |row| returned(plan, row).in_minor())
                    });
                    (
                        Fraction::ONE - moments.mean / units,
                        moments.variance.to_f64(),
                    )
                }
            }
        };
        BoxFigures {
            bets: Bet::ALL.map(figure),
            outcomes: named(&sheet.outcomes).map(|(_, deals)| share(deals)),
        }
    }
}

/// What a row hands back at the plan's meter, the stake included where it goes back.
fn returned(plan: &Plan, row: &JackpotRow) -> Money {
    let rulebook = &plan.rulebook;
    let stake = plan.stakes.jackpot;
    let back = match rulebook.jackpot_stake_on_win.says {
        Some(StakeOnWin::Returned) => stake,
        Some(StakeOnWin::Kept) | None => Money::ZERO,
    };
    let rounding = match rulebook.percent_rounding.says {
        Some(PercentRounding::Nearest) => Rounding::Nearest,
        Some(PercentRounding::Down) | None => Rounding::Down,
    };
    match row.award {
        Award::Percent(percent) => plan.link.displayed.share(percent, rounding) + back,
        Award::Sum(sum) => sum + back,
        Award::ForOne(times) => stake.times(times),
    }
}

/// What other boxes' top hands bring a jackpot bet.
struct Envy {
    hands: Vec<Envied>,
    choices: Vec<Choices>,
    numbered: Numbered,
}

/// Hands alike but for the names of suits; the royals one by one.
struct Envied {
    /// The cards of one of them as bits.
    cards: u64,
    size: u32,
    /// What each other bet receives.
    sum: Money,
    /// Which boxes would show it.
    shown: Vec<bool>,
}

impl Envy {
    fn new(plan: &Plan) -> Envy {
        let rulebook = &plan.rulebook;
        let plays = |strategy| Choices::new(rulebook, strategy);
        let choices: Vec<Choices> = plan.strategies.iter().copied().map(plays).collect();
        let offered = plan.stakes.jackpot.is_positive() && plan.seats() > 1;
        let classes = classes().into_iter().filter(|_| offered);
        let hands = classes.flat_map(|class| suits_that_count(class.hand, class.size));
        let envied = hands.filter_map(|(hand, size)| {
            let sum = jackpot_row(rulebook, hand, None)?.envy?;
            let shown = choices.iter().map(|choices| {
                choices.plays(hand, hand.strength()) || folded_is_exposed(plan, hand)
            });
            Some(Envied {
                cards: bits(&hand.cards()),
                size,
                sum,
                shown: shown.collect(),
            })
        });
        Envy {
            hands: envied.collect(),
            choices,
            numbered: Numbered::new(),
        }
    }

    /// What a box receives on average per unit staked, if that can be said, and what it adds to the
    /// variance of its net.
    fn of(&self, plan: &Plan, at: usize) -> (Option<Fraction>, f64) {
        let stake = Fraction::whole(i128::from(plan.stakes.jackpot.in_minor().max(1)));
        let (mut mean, mut squares) = (Fraction::ZERO, Fraction::ZERO);
        for envied in &self.hands {
            let others = envied.shown.iter().enumerate();
            let others = others.filter(|(other, shows)| *other != at && **shows);
            let held = others.count() as i128 * i128::from(envied.size);
            let collecting = self.beside(&plan.rulebook, at, envied.cards);
            let chance =
                Fraction::new(held, hands_of(52)) * Fraction::new(collecting, hands_of(49));
            let sum = Fraction::whole(i128::from(envied.sum.in_minor()));
            mean = mean + chance * sum;
            squares = squares + chance * sum * sum;
        }
        let (others, spread) = (plan.seats() - 1, squares.to_f64());
        let once = plan.rulebook.envy_multiple.says == Some(EnvyMultiple::OnePerRound);
        if !once || others < 2 {
            return (Some(mean / stake), spread);
        }
        // Sixteen sets of four royals are soon gone through; a table with envy on every pair is not.
        let lone = |envied: &Envied| envied.size == 1 && envied.shown.iter().all(|shows| *shows);
        let few = self.hands.len() <= 4 && self.hands.iter().all(lone);
        let highest = few.then(|| self.highest(plan, at, others));
        (highest.map(|mean| mean / stake), spread)
    }

    /// Hands of this box, beside those cards, with which it still collects.
    fn beside(&self, rulebook: &Rulebook, at: usize, cards: u64) -> i128 {
        let folder_collects = rulebook.fold_envy_receive.says == Some(YesNo::Yes);
        let hands = self.numbered.hands.iter();
        let apart = hands.filter(|hand| bits(&hand.cards()) & cards == 0);
        let collects =
            |hand: &&Hand| folder_collects || self.choices[at].plays(**hand, hand.strength());
        apart.filter(collects).count() as i128
    }

    /// The mean of the highest sum alone, where only one is paid in a round: the highest of several is
    /// the sum over all sets of them, with alternating signs, of the lowest in the set.
    fn highest(&self, plan: &Plan, at: usize, others: usize) -> Fraction {
        let mut mean = Fraction::ZERO;
        for set in 1_u32..1 << self.hands.len() {
            let chosen = || {
                let hands = self.hands.iter().enumerate();
                hands
                    .filter(move |(bit, _)| set >> bit & 1 == 1)
                    .map(|(_, hand)| hand)
            };
            let size = chosen().count();
            if size > others {
                continue;
            }
            let cards = chosen().fold(0, |cards, envied| cards | envied.cards);
            let lowest = chosen().map(|envied| envied.sum).min();
            let lowest = lowest.unwrap_or_default();
            let mut chance = Fraction::ONE;
            for held in 0..size {
                let ways = Fraction::whole((others - held) as i128);
                chance = chance * ways / Fraction::whole(hands_of(52 - 3 * held));
            }
            let collecting = self.beside(&plan.rulebook, at, cards);
            chance = chance * Fraction::new(collecting, hands_of(52 - 3 * size));
            let part = chance * Fraction::whole(i128::from(lowest.in_minor()));
            mean = if size % 2 == 1 {
                mean + part
            } else {
                mean - part
            };
        }
        mean
    }
}

/// Three cards of so many.
fn hands_of(cards: usize) -> i128 {
    (cards * (cards - 1) * (cards - 2) / 6) as i128
}

/// A folded hand is turned where one of its bets is still to be settled (MBS-06, MBS-07).
fn folded_is_exposed(plan: &Plan, hand: Hand) -> bool {
    let rulebook = &plan.rulebook;
    let jackpot = rulebook.fold_jackpot.says == Some(FoldJackpot::Alive)
        && jackpot_row(rulebook, hand, None).is_some();
    let kept = match rulebook.fold_pair_plus.says {
        FoldPairPlus::Lost => false,
        FoldPairPlus::Kept => true,
        FoldPairPlus::ByElection => {
            rulebook.plain_fold_pair_plus.says == Some(PlainFoldPairPlus::Kept)
        }
    };
    let exposed = jackpot || (kept && plan.stakes.pair_plus.is_positive());
    exposed && rulebook.fold_envy_trigger.says == Some(FoldEnvyTrigger::IfExposed)
}
