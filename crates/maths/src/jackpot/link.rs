//! The meter over time: how often it is won, how high it stands, what the bet returns in the long run.
//!
//! Tables take turns: each round of a table adds its boxes' contributions and pays its winners before
//! the next, as the order of payment between tables has it. Cards do not know the meter, so a hit
//! finds it as any round does, and the mean is where a round's average move leaves it. Everything
//! contributed is paid in the end, and a seed with every whole meter; the tests hold the two ways of
//! reckoning against each other.

use core::fmt;

use game::{Award, MeterIncrement, Money, PercentWinEffect, Rulebook, YesNo};

use super::grid::{Climb, Fall, Found};
use super::law::Law;
use super::made::Made;
use super::standing::Standing;
use super::{BOXES_MAX, Jackpot, dollars};
use crate::ante_play::AntePlay;
use crate::fraction::Fraction;

/// What a house sets for a link (G-03), and who plays at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkTerms {
    /// What a full win resets the meter to.
    pub seed: Money,
    /// What each bet adds to it.
    pub contribution: Money,
    pub stake: Money,
    /// Boxes with a jackpot bet at each table.
    pub boxes: u8,
    pub tables: u32,
    pub rounds_per_hour: Option<u32>,
    /// Rounds the other tables play while a whole win is verified and its table stands still.
    pub verification_rounds: u32,
}

/// A number, and its fraction where there is one.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    pub exact: Option<Fraction>,
    pub value: f64,
}

/// The link in the long run; money in dollars.
#[derive(Clone, Debug)]
pub struct Link {
    pub terms: LinkTerms,
    /// The chance that a round of one table wins the whole meter.
    pub hit_per_round: Figure,
    /// Rounds of one table from one such win to the next.
    pub rounds_between_hits: Figure,
    /// The same for all tables together, each playing a round and standing still while its own win
    /// is verified.
    pub link_rounds_between_hits: Figure,
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

/// Why a link cannot be reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkRefused {
    NoJackpot,
    /// No row pays the whole meter, so nothing ever resets it.
    NeverReset,
    Boxes {
        found: u8,
    },
    Tables {
        found: u32,
    },
    VerificationRounds {
        found: u32,
    },
    RoundsPerHour,
    Stake {
        found: Money,
    },
    Contribution {
        found: Money,
    },
    Seed {
        found: Money,
    },
    /// Fixed awards come out of the meter and take more than it holds.
    Drained,
}

/// One billion dollars: beyond it fractions of the meter would run out of digits.
const SEED_MAX: Money = Money::major(1_000_000_000);
const STAKE_MAX: Money = Money::major(10_000);
const TABLES_MAX: u32 = 10_000;
const VERIFICATION_MAX: u32 = 1_000_000;

impl fmt::Display for LinkRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkRefused::NoJackpot => f.write_str("the rulebook has no jackpot"),
            LinkRefused::NeverReset => f.write_str(
                "jackpot table: no row pays 100 percent of the meter, so nothing resets it",
            ),
            LinkRefused::Boxes { found } => {
                write!(f, "boxes: found {found}, expected 1 to {BOXES_MAX}")
            }
            LinkRefused::Tables { found } => {
                write!(f, "tables: found {found}, expected 1 to {TABLES_MAX}")
            }
            LinkRefused::VerificationRounds { found } => write!(
                f,
                "verification rounds: found {found}, expected 0 to {VERIFICATION_MAX}"
            ),
            LinkRefused::RoundsPerHour => f.write_str("rounds per hour: found 0, expected 1 or more"),
            LinkRefused::Stake { found } => {
                write!(f, "jackpot stake: found {found}, expected 0.01 to {STAKE_MAX}")
            }
            LinkRefused::Contribution { found } => write!(
                f,
                "contribution: found {found}, expected nothing up to the stake"
            ),
            LinkRefused::Seed { found } => {
                write!(f, "seed: found {found}, expected nothing up to {SEED_MAX}")
            }
            LinkRefused::Drained => f.write_str(
                "contribution and seed: fixed awards come out of the meter and take more than both bring",
            ),
        }
    }
}

impl core::error::Error for LinkRefused {}

impl Link {
    pub fn new(
        rulebook: &Rulebook,
        sheet: &AntePlay,
        terms: LinkTerms,
    ) -> Result<Link, LinkRefused> {
        check(&terms)?;
        let made = Made::new(rulebook, sheet).ok_or(LinkRefused::NoJackpot)?;
        let jackpot = Jackpot::new(rulebook, sheet).ok_or(LinkRefused::NoJackpot)?;
        let law = Law::new(&made, terms.boxes, terms.stake);
        let fixed_taken = rulebook.fixed_awards_from_meter.says == Some(YesNo::Yes);
        let few = law
            .largest
            .is_some_and(|most| most <= if fixed_taken { 1 } else { 2 });
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

fn check(terms: &LinkTerms) -> Result<(), LinkRefused> {
    let LinkTerms {
        seed: found_seed,
        contribution,
        stake,
        boxes,
        tables,
        rounds_per_hour,
        verification_rounds,
    } = *terms;
    if boxes == 0 || boxes > BOXES_MAX {
        return Err(LinkRefused::Boxes { found: boxes });
    }
    if tables == 0 || tables > TABLES_MAX {
        return Err(LinkRefused::Tables { found: tables });
    }
    if verification_rounds > VERIFICATION_MAX {
        let found = verification_rounds;
        return Err(LinkRefused::VerificationRounds { found });
    }
    if rounds_per_hour == Some(0) {
        return Err(LinkRefused::RoundsPerHour);
    }
    if !stake.is_positive() || stake > STAKE_MAX {
        return Err(LinkRefused::Stake { found: stake });
    }
    if contribution < Money::ZERO || contribution > stake {
        let found = contribution;
        return Err(LinkRefused::Contribution { found });
    }
    if found_seed < Money::ZERO || found_seed > SEED_MAX {
        return Err(LinkRefused::Seed { found: found_seed });
    }
    Ok(())
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
