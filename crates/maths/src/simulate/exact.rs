//! What the rounds of a plan come to on average: the figures the sums are held against.
//!
//! Each bet is taken alone, as the par sheets have it: no figure here asks how two bets move together,
//! and to reckon that too would take longer than the rounds themselves.
//!
//! In a round with several winners the meter is paid out in order, so that a second winner of a share
//! finds less. Here every bet is taken at the full meter: the difference is a product of two rare
//! hands, beyond what any run can see.

use game::{Award, EnvyMultiple, JackpotRow, Money, PercentRounding, Rounding, StakeOnWin};

use super::plan::{Bet, Plan};
use crate::ante_play::{AntePlay, Outcomes, share};
use crate::fraction::Fraction;
use crate::jackpot::{Figure, Jackpot, Link, LinkTerms};
use crate::moments::Moments;
use crate::pair_plus::PairPlus;
use crate::six_cards::SixCards;
use crate::strategy::Strategy;

/// The exact figures of a plan.
pub struct Exact {
    /// In the order of [`Bet::ALL`]; nothing where the meter lives.
    pub edges: [Option<Fraction>; 4],
    /// Variance of all boxes' net of a round, in squared minor units, as if boxes were independent.
    pub variances: [f64; 4],
    /// Chances of the five outcomes, over all boxes, in the order of [`named`].
    pub outcomes: [Fraction; 5],
    /// What a live meter's bet costs in the long run, whatever it started from.
    pub long_run: Option<Figure>,
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
            long_run: long_run(plan),
        };
        let mut done: Vec<(Strategy, BoxFigures)> = Vec::new();
        for strategy in &plan.strategies {
            let known = done.iter().find(|(other, _)| other == strategy);
            let figures =
                known.map_or_else(|| BoxFigures::new(plan, *strategy), |(_, figures)| *figures);
            done.push((*strategy, figures));
            for (bet, (edge, variance)) in figures.bets.into_iter().enumerate() {
                let sum = exact.edges[bet].zip(edge);
                exact.edges[bet] = sum.map(|(sum, edge)| sum + edge / boxes);
                exact.variances[bet] += variance;
            }
            for (sum, chance) in exact.outcomes.iter_mut().zip(figures.outcomes) {
                *sum = *sum + chance / boxes;
            }
        }
        exact
    }
}

/// One strategy's: per bet the edge, and the variance of the net in squared minor units.
#[derive(Clone, Copy)]
struct BoxFigures {
    bets: [(Option<Fraction>, f64); 4],
    outcomes: [Fraction; 5],
}

impl BoxFigures {
    fn new(plan: &Plan, strategy: Strategy) -> BoxFigures {
        let sheet = AntePlay::new(&plan.rulebook, strategy);
        let rulebook = &plan.rulebook;
        let figure = |bet: Bet| {
            let stake = plan.stake(bet);
            let nothing = (Some(Fraction::ZERO), 0.0);
            if stake.is_zero() {
                return nothing;
            }
            let units = Fraction::whole(i128::from(stake.in_minor()));
            let in_units = |moments: Moments| {
                let variance = (moments.variance * units * units).to_f64();
                (Some(-moments.mean), variance)
            };
            match bet {
                Bet::AntePlay => in_units(sheet.moments()),
                Bet::PairPlus => in_units(PairPlus::with_ante(rulebook, &sheet).moments()),
                Bet::FiveCard => SixCards::with_ante(rulebook, &sheet)
                    .map_or(nothing, |side_bet| in_units(side_bet.moments())),
                Bet::Jackpot => Jackpot::new(rulebook, &sheet)
                    .map_or((None, 0.0), |jackpot| jackpot_figure(plan, &jackpot, units)),
            }
        };
        BoxFigures {
            bets: Bet::ALL.map(figure),
            outcomes: named(&sheet.outcomes).map(|(_, deals)| share(deals)),
        }
    }
}

/// Edge and variance of a bet of so many minor units.
fn jackpot_figure(plan: &Plan, jackpot: &Jackpot, units: Fraction) -> (Option<Fraction>, f64) {
    let won = jackpot.rows.iter();
    let won = won.map(|odds| (returned(plan, &odds.row).in_minor(), odds.hands));
    let hits: u64 = jackpot.rows.iter().map(|odds| odds.hands).sum();
    let hands = jackpot.rows.first().map_or(1, |odds| odds.of);
    let moments = Moments::of(won.chain([(0, hands - hits)]));
    let edge = envy(plan, jackpot).map(|envy| {
        let returned = moments.mean + envy;
        Fraction::ONE - returned / units
    });
    (edge.filter(|_| !plan.is_live()), moments.variance.to_f64())
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

/// What the other boxes' top hands bring a bet in minor units; none where that could not be counted.
fn envy(plan: &Plan, jackpot: &Jackpot) -> Option<Fraction> {
    let others = u8::try_from(plan.seats() - 1).ok()?;
    let once = plan.rulebook.envy_multiple.says == Some(EnvyMultiple::OnePerRound);
    // Where each winning hand counts, boxes beyond those of the table of envies add the same again.
    let each = jackpot.envy_per_other_box.filter(|_| !once);
    let each = each.map(|each| each * Fraction::whole(i128::from(others)));
    let dollars = each.or_else(|| jackpot.envy(others))?;
    Some(dollars * Fraction::whole(100))
}

/// Known where all boxes decide alike: one share of the contributions comes back to each.
fn long_run(plan: &Plan) -> Option<Figure> {
    let (first, rest) = plan.strategies.split_first()?;
    if !plan.is_live() || rest.iter().any(|strategy| strategy != first) {
        return None;
    }
    let terms = LinkTerms {
        seed: plan.link.seed,
        contribution: plan.link.contribution,
        stake: plan.stakes.jackpot,
        boxes: u8::try_from(plan.seats()).ok()?,
        tables: 1,
        rounds_per_hour: None,
        verification_rounds: 0,
    };
    let sheet = AntePlay::new(&plan.rulebook, *first);
    let link = Link::new(&plan.rulebook, &sheet, terms).ok()?;
    let returned = link.return_to_player;
    Some(Figure {
        exact: returned.exact.map(|returned| Fraction::ONE - returned),
        value: 1.0 - returned.value,
    })
}
