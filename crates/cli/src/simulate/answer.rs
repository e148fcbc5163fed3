//! What came out, as programs read it.

use std::collections::BTreeMap;

use game::{Award, JackpotHand, JackpotRow, JackpotTable, RulebookId};
use maths::simulate::{Bet, BetReport, Compared, Meter};
use serde::Serialize;

use super::Run;
use crate::exact::Exact;

/// The report of a run as JSON.
#[derive(Serialize)]
pub struct Answer {
    rulebook: RulebookId,
    digest: String,
    options: BTreeMap<&'static str, String>,
    seed: u64,
    rounds: u64,
    seats: usize,
    seconds: f64,
    engine: &'static str,
    threads: usize,
    /// Ctrl-C came before all rounds were played; everything here is about those that were.
    interrupted: bool,
    /// One a box.
    strategies: Vec<String>,
    bets: BTreeMap<&'static str, BetAnswer>,
    outcomes: BTreeMap<&'static str, ComparedAnswer>,
    hands: HandsAnswer,
    /// The most one box came out ahead in one round.
    largest_win: i64,
    jackpot: Option<JackpotAnswer>,
}

#[derive(Serialize)]
struct BetAnswer {
    stake: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    antes: Option<i128>,
    staked: i128,
    returned: i128,
    house_edge: f64,
    exact_house_edge: Option<Exact>,
    standard_error: f64,
    z: Option<f64>,
}

#[derive(Serialize)]
struct ComparedAnswer {
    count: u64,
    share: f64,
    exact: Exact,
    z: Option<f64>,
}

#[derive(Serialize)]
struct HandsAnswer {
    by_rank: BTreeMap<&'static str, ComparedAnswer>,
    chi_square: f64,
    degrees_of_freedom: u32,
    p_value: f64,
}

#[derive(Serialize)]
struct JackpotAnswer {
    meter: &'static str,
    meter_at_start: i64,
    meter_at_end: i64,
    meter_seed: i64,
    contribution: Option<i64>,
    awards: Vec<AwardAnswer>,
    rounds_with_several_winners: u64,
    /// With a live meter: what the bet costs in the long run, and its fraction where there is one.
    long_run_house_edge: Option<f64>,
    exact_long_run_house_edge: Option<Exact>,
    mean_meter_when_won: Option<f64>,
    highest_meter_when_won: Option<i64>,
}

#[derive(Serialize)]
struct AwardAnswer {
    hand: &'static str,
    award: String,
    count: u64,
}

impl Answer {
    /// The JSON of a run.
    pub fn new(run: &Run<'_>) -> Answer {
        let (plan, tally) = (run.total.plan(), run.total.tally());
        let rulebook = &plan.rulebook;
        let bets = run.report.bets.iter().map(|(bet, report)| {
            let antes = (*bet == Bet::AntePlay).then_some(tally.antes);
            let stake = plan.stake(*bet).in_minor();
            (bet.name(), BetAnswer::new(report, stake, antes))
        });
        let outcomes = run.report.outcomes.iter();
        let hands = &run.report.hands;
        let ranks = hands.ranks.iter();
        Answer {
            rulebook: rulebook.id,
            digest: rulebook.digest().to_string(),
            options: rulebook.options().into_iter().collect(),
            seed: plan.seed,
            rounds: tally.rounds,
            seats: plan.seats(),
            seconds: run.seconds,
            engine: run.engine,
            threads: run.threads,
            interrupted: run.interrupted,
            strategies: plan.strategies.iter().map(ToString::to_string).collect(),
            bets: bets.collect(),
            outcomes: outcomes
                .map(|(name, compared)| (*name, compared.into()))
                .collect(),
            hands: HandsAnswer {
                by_rank: ranks
                    .map(|(rank, compared)| (rank.name(), compared.into()))
                    .collect(),
                chi_square: hands.chi_square,
                degrees_of_freedom: hands.degrees,
                p_value: hands.p_value,
            },
            largest_win: tally.largest_win,
            jackpot: plan
                .stakes
                .jackpot
                .is_positive()
                .then(|| JackpotAnswer::new(run)),
        }
    }
}

impl BetAnswer {
    fn new(report: &BetReport, stake: i64, antes: Option<i128>) -> BetAnswer {
        BetAnswer {
            stake,
            antes,
            staked: report.staked,
            returned: report.returned,
            house_edge: report.house_edge,
            exact_house_edge: report.exact.map(Exact::from),
            standard_error: report.standard_error,
            z: report.z,
        }
    }
}

impl From<&Compared> for ComparedAnswer {
    fn from(compared: &Compared) -> ComparedAnswer {
        ComparedAnswer {
            count: compared.count,
            share: compared.share,
            exact: compared.exact.into(),
            z: compared.z,
        }
    }
}

impl JackpotAnswer {
    fn new(run: &Run<'_>) -> JackpotAnswer {
        let (plan, tally, major) = (run.total.plan(), run.total.tally(), run.total.major());
        let live = match plan.link.meter {
            Meter::Standing => false,
            Meter::Live => true,
        };
        let won = live && major.hits > 0;
        JackpotAnswer {
            meter: if live { "live" } else { "standing" },
            meter_at_start: plan.link.displayed.in_minor(),
            meter_at_end: run.total.meter().in_minor(),
            meter_seed: plan.link.seed.in_minor(),
            contribution: live.then(|| plan.link.contribution.in_minor()),
            awards: rows(run)
                .zip(&tally.awards)
                .map(|(row, count)| AwardAnswer {
                    hand: row.hand.name(),
                    award: award(row),
                    count: *count,
                })
                .collect(),
            rounds_with_several_winners: tally.several_winners,
            long_run_house_edge: run.report.long_run.map(|figure| figure.value),
            exact_long_run_house_edge: run
                .report
                .long_run
                .and_then(|figure| figure.exact)
                .map(Exact::from),
            mean_meter_when_won: won.then(|| major.mean()),
            highest_meter_when_won: won.then(|| major.highest.in_minor()),
        }
    }
}

/// The rows of the jackpot's table.
pub fn rows<'a>(run: &Run<'a>) -> impl Iterator<Item = &'a JackpotRow> {
    let table = run.total.plan().rulebook.jackpot_table.says.as_ref();
    table.into_iter().flat_map(JackpotTable::rows)
}

/// The hand of a row, the royal in spades told apart.
pub fn hand(row: &JackpotRow) -> String {
    match row.hand {
        JackpotHand::SpadeRoyal => "mini royal in spades".to_owned(),
        JackpotHand::OtherRoyal => "other mini royals".to_owned(),
        JackpotHand::ThreeCards(_) | JackpotHand::FiveCards(_) => row.hand.name().replace('_', " "),
    }
}

/// `100 %`, `1250.00`, `400 for 1`.
pub fn award(row: &JackpotRow) -> String {
    match row.award {
        Award::Percent(percent) => format!("{percent} %"),
        Award::Sum(sum) => sum.to_string(),
        Award::ForOne(times) => format!("{times} for 1"),
    }
}
