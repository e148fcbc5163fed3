//! The meter over time: how often it is won, how high it stands, what the bet returns in the long run.
//!
//! Tables take turns: each round of a table adds its boxes' contributions and pays its winners before
//! the next, as the order of payment between tables has it. Cards do not know the meter, so a hit
//! finds it as any round does, and the mean is where a round's average move leaves it. Everything
//! contributed is paid in the end, and a seed with every whole meter; the tests hold the two ways of
//! reckoning against each other.

use game::{Award, MeterIncrement, PercentWinEffect, Rulebook, YesNo};

use super::grid::{Climb, Fall, Found};
use super::law::Law;
use super::made::Made;
use super::standing::Standing;
use super::terms::{LinkRefused, LinkTerms};
use super::{Jackpot, dollars};
use crate::ante_play::AntePlay;
use crate::fraction::Fraction;

/// A number, and its fraction where there is one; without, it is good to six digits, or to a
/// hundredth where shares leave at least the seed.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// The fraction, where there is one.
    pub exact: Option<Fraction>,
    /// The number.
    pub value: f64,
}

/// The link in the long run; money in dollars.
#[derive(Clone, Debug)]
pub struct Link {
    /// The terms it was computed for.
    pub terms: LinkTerms,
    /// The chance that a round of one table wins the whole meter.
    pub hit_per_round: Figure,
    /// Rounds of one table from one such win to the next.
    pub rounds_between_hits: Figure,
    /// The same for all tables together, each playing a round and standing still while its own win
    /// is verified.
    pub link_rounds_between_hits: Figure,
    /// Hours from one such win to the next, where the pace is known.
    pub hours_between_hits: Option<Figure>,
    /// The meter on display when bets are settled, in any round.
    pub meter_seen: Figure,
    /// What a win of the whole meter pays.
    pub major_award: Figure,
    /// Standard deviation of the meter on display; none where fixed awards come out of it or shares
    /// leave at least the seed.
    pub meter_deviation: Option<f64>,
    /// Shares of the hits, and the meter they find no more than. Exact where only the whole meter is
    /// won, else to about a hundredth; empty where fixed awards come out of the meter.
    pub meter_quantiles: Vec<(f64, f64)>,
    /// Where fixed awards come out of the meter it stops at nothing, which the figures leave out:
    /// with that the mean meter is higher by this at most. None where shares are won too.
    pub floor_adds_at_most: Option<f64>,
    /// What shares of the meter return to a bet.
    pub from_meter_per_bet: Figure,
    /// What fixed awards, and stakes given back, return to it.
    pub fixed_per_bet: Fraction,
    /// Envy beside the other boxes; none where the rulebook has none.
    pub envy_per_bet: Option<Fraction>,
    /// All three, as a share of the stake.
    pub return_to_player: Figure,
    /// The chance that two tables or more win the whole meter in one round of the link.
    pub same_round: f64,
    /// The share of such wins that fall while another table's is being verified.
    pub in_window: f64,
}

/// Shares of the hits at which the meter is told.
pub const METER_QUANTILES: [f64; 7] = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

impl Link {
    pub fn new(
        rulebook: &Rulebook,
        sheet: &AntePlay,
        terms: LinkTerms,
    ) -> Result<Link, LinkRefused> {
        terms.check()?;
        let made = Made::new(rulebook, sheet).ok_or(LinkRefused::NoJackpot)?;
        let jackpot = Jackpot::new(rulebook, sheet).ok_or(LinkRefused::NoJackpot)?;
        let law = Law::new(&made, terms.boxes, terms.stake).ok_or(LinkRefused::TooManyShares)?;
        let fixed_taken = rulebook.fixed_awards_from_meter.says == Some(YesNo::Yes);
        let few = law.largest.is_some_and(|most| most <= 2);
        let floor = has_floor(&made);
        let near: Standing<f64> = Standing::new(&made, &law, &terms);
        let exact: Option<Standing<Fraction>> =
            (few && !floor).then(|| Standing::new(&made, &law, &terms));
        if near.hit <= 0.0 {
            return Err(LinkRefused::NeverReset);
        }
        if near.seen < 0.0 {
            return Err(LinkRefused::Drained);
        }
        let climb = climb(&made, &jackpot, &terms);
        let found = Found::new(&climb).filter(|_| !fixed_taken);
        // With a floor under it the meter is no longer linear: every award finds the grid's mean.
        let mean = found.as_ref().filter(|_| floor).map(Found::mean);
        let figure = |of: &dyn Fn(&Standing<Fraction>) -> Fraction, near: f64| {
            let exact = exact.as_ref().map(of);
            let value = exact.map_or(near, Fraction::to_f64);
            Figure { exact, value }
        };
        let hit = figure(&|exact| exact.hit, near.hit);
        let between = hit.turned();
        let link_rounds = between
            .plus(whole(terms.verification_rounds))
            .over(whole(terms.tables));
        let share = jackpot.per_jackpot_unit.to_f64();
        let paid = mean.map_or(near.paid, |mean| share * mean);
        let from_meter = figure(&|exact| exact.paid, paid);
        let envy = jackpot.envy_per_other_box;
        let envy_per_bet = envy.and_then(|_| jackpot.envy(terms.boxes - 1));
        let fixed_per_bet = jackpot.returned_fixed(terms.stake);
        let beside = fixed_per_bet + envy_per_bet.unwrap_or(Fraction::ZERO);
        let hours = |rounds| link_rounds.over(whole(rounds));
        Ok(Link {
            hit_per_round: hit,
            rounds_between_hits: between,
            link_rounds_between_hits: link_rounds,
            hours_between_hits: terms.rounds_per_hour.map(hours),
            meter_seen: figure(&|exact| exact.seen, mean.unwrap_or(near.seen)),
            major_award: figure(&|exact| exact.award, mean.unwrap_or(near.award)),
            meter_deviation: (!fixed_taken && !floor).then(|| near.deviation()),
            meter_quantiles: quantiles(rulebook, &climb, found.as_ref(), near.won),
            floor_adds_at_most: fixed_taken
                .then(|| floor_adds(&jackpot, &climb, terms, near.hit))
                .flatten(),
            from_meter_per_bet: from_meter,
            fixed_per_bet,
            envy_per_bet,
            return_to_player: from_meter.plus(beside).over(dollars(terms.stake)),
            same_round: two_or_more(hit.value, terms.tables),
            in_window: in_window(hit.value, &terms),
            terms,
        })
    }
}

impl Figure {
    fn turned(self) -> Figure {
        Figure {
            exact: self.exact.map(Fraction::recip),
            value: 1.0 / self.value,
        }
    }

    fn plus(self, more: Fraction) -> Figure {
        Figure {
            exact: self.exact.map(|exact| exact + more),
            value: self.value + more.to_f64(),
        }
    }

    fn over(self, by: Fraction) -> Figure {
        Figure {
            exact: self.exact.map(|exact| exact / by),
            value: self.value / by.to_f64(),
        }
    }
}

fn has_floor(made: &Made<'_>) -> bool {
    let part = |award: Award| matches!(award, Award::Percent(percent) if percent < 100);
    made.rulebook.percent_win_effect.says == Some(PercentWinEffect::DeductFloorSeed)
        && made.table.iter().any(|row| part(row.award))
}

fn climb(made: &Made<'_>, jackpot: &Jackpot, terms: &LinkTerms) -> Climb {
    let effect = made.rulebook.percent_win_effect.says;
    let boxes = whole(terms.boxes.into());
    let falls = jackpot.rows.iter().filter_map(|odds| {
        let Award::Percent(percent) = odds.row.award else {
            return None;
        };
        let resets = percent == 100 || effect == Some(PercentWinEffect::Reset);
        Some(Fall {
            chance: (odds.chance() * boxes).to_f64(),
            keeps: (!resets).then(|| 1.0 - f64::from(percent) / 100.0),
        })
    });
    Climb {
        seed: dollars(terms.seed).to_f64(),
        growth: (dollars(terms.contribution) * boxes).to_f64(),
        awards: falls.collect(),
        floor: effect == Some(PercentWinEffect::DeductFloorSeed),
    }
}

/// `won` is the chance that a round of a table wins any share of the meter.
fn quantiles(
    rulebook: &Rulebook,
    climb: &Climb,
    found: Option<&Found>,
    won: f64,
) -> Vec<(f64, f64)> {
    let Some(found) = found else {
        return Vec::new();
    };
    let resets_alone = climb.awards.iter().all(|fall| fall.keeps.is_none());
    let waits = rulebook.meter_increment.says == Some(MeterIncrement::AtSettlementIfNotWon);
    let one = METER_QUANTILES.into_iter().map(|share| {
        if !resets_alone {
            return (share, found.quantile(share));
        }
        // The round of the hit has added its own bets, unless the meter waits for the settlement.
        let rounds = ((-share).ln_1p() / (-won).ln_1p()).ceil().max(1.0);
        let rounds = if waits { rounds - 1.0 } else { rounds };
        (share, climb.seed + climb.growth * rounds)
    });
    one.collect()
}

/// What a meter that stops at nothing is fed in place of what it lacks, on average from one reset to
/// the next: no more than the deepest it would have fallen below nothing. Falling by x before a reset
/// has a chance of at most exp(-t x) for the t at which (1 - hit) E exp(t x the fall of a round) is
/// one; boxes of one deck are brought apart by Hoelder's inequality. Summed beyond the seed.
fn floor_adds(jackpot: &Jackpot, climb: &Climb, terms: LinkTerms, hit: f64) -> Option<f64> {
    if climb.awards.iter().any(|fall| fall.keeps.is_some()) {
        return None;
    }
    let stake = dollars(terms.stake);
    let falls: Vec<(f64, f64)> = jackpot
        .rows
        .iter()
        .map(|odds| {
            let [sum, times, _] = odds.award_parts();
            ((sum + times * stake).to_f64(), odds.chance().to_f64())
        })
        .collect();
    let boxes = f64::from(terms.boxes);
    let grows = |t: f64| {
        let each = falls
            .iter()
            .map(|(fall, chance)| chance * (boxes * t * fall).exp_m1());
        (-hit).ln_1p() - t * climb.growth + each.sum::<f64>().ln_1p()
    };
    let (mut low, mut high) = (0.0, 1.0);
    if grows(high) < 0.0 {
        // Even a dollar's weight on every dollar is too little: it never falls so far.
        return Some(0.0);
    }
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if grows(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some((-low * climb.seed).exp() / low)
}

/// Of `tables` tables with chance `hit` each.
fn two_or_more(hit: f64, tables: u32) -> f64 {
    let mut term = (f64::from(tables) * (-hit).ln_1p()).exp();
    let mut sum = 0.0;
    for tables_hit in 1..=tables {
        let (left, hits) = (f64::from(tables - tables_hit + 1), f64::from(tables_hit));
        term *= left / hits * hit / (1.0 - hit);
        if tables_hit > 1 {
            sum += term;
        }
        if term < sum * 1e-18 {
            break;
        }
    }
    sum
}

/// Each other table stands still for V of every 1/P + V rounds, whatever this one does, so the
/// chance that none does is (1 / (1 + V P)) to the number of others.
fn in_window(hit: f64, terms: &LinkTerms) -> f64 {
    let others = f64::from(terms.tables - 1);
    -(-others * (f64::from(terms.verification_rounds) * hit).ln_1p()).exp_m1()
}

fn whole(count: u32) -> Fraction {
    Fraction::whole(i128::from(count))
}
