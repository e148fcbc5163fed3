//! `simulate ID`: rounds by the million, and how far they lie from the exact figures.
//!
//! Here the call becomes a plan. [`workers`] shares it among threads and puts the blocks together in their
//! order, [`progress`] shows how far it is, [`answer`] and [`page`] tell what came out.

mod answer;
mod page;
mod progress;
mod workers;

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::time::Instant;

use anyhow::{Context as _, bail};
use game::{JackpotKind, Money, Rulebook, RulebookId};
use maths::Strategy;
use maths::simulate::{Engine, Meter, Plan, Report, SEATS_MAX, Total};

use crate::{Format, Verdict};

const ROUNDS_USUAL: u64 = 10_000_000;

#[derive(clap::Args)]
pub struct Args {
    /// The rulebook, by its id
    #[arg(value_name = "ID")]
    rulebook: RulebookId,
    /// How many rounds
    #[arg(long, value_name = "N", default_value_t = ROUNDS_USUAL, value_parser = crate::whole::<u64>, allow_negative_numbers = true)]
    rounds: u64,
    /// How many boxes, each another Player's [default: 1, or one for each strategy]
    #[arg(long, value_name = "K", value_parser = crate::whole::<usize>, allow_negative_numbers = true)]
    seats: Option<usize>,
    /// Deals the same cards every time [default: drawn from the system, and printed]
    #[arg(long, value_name = "S", value_parser = crate::whole::<u64>, allow_negative_numbers = true)]
    seed: Option<u64>,
    #[arg(long, value_enum, default_value_t = EngineName::Fast)]
    engine: EngineName,
    /// How many at once; the sums are the same on any number [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=64), allow_negative_numbers = true)]
    threads: Option<u16>,
    /// optimal, always-play, queen-or-better, or the lowest hand to play such as Q-6-4; once for all
    /// boxes, or once for each from the Dealer's left [default: optimal]
    #[arg(long)]
    strategy: Vec<Strategy>,
    /// A choice of the house, by switch and value
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = crate::rules::house_option)]
    options: Vec<(String, String)>,
    /// Pay tables of another game: a TOML file, - for standard input, or catalogue:NAME
    #[arg(long, value_name = "FILE")]
    tables: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    // Last: its heading is for all that follow.
    #[command(flatten)]
    money: MoneyArgs,
}

/// Everything in cents, 0 for a bet that is not made.
#[derive(clap::Args)]
#[command(next_help_heading = "Money, in cents")]
struct MoneyArgs {
    /// What each box stakes on Ante, and on Play if it plays [default: 1000, oceanfront 400]
    #[arg(long, value_name = "CENTS", allow_negative_numbers = true)]
    ante: Option<i64>,
    /// On Pair Plus; 0 for none [default: as the Ante]
    #[arg(long, value_name = "CENTS", allow_negative_numbers = true)]
    pair_plus: Option<i64>,
    /// On the side bet, where the rulebook has it; 0 for none [default: as the Ante]
    #[arg(long, value_name = "CENTS", allow_negative_numbers = true)]
    five_card: Option<i64>,
    /// On the jackpot, where the rulebook has it; 0 for none [default: 500]
    #[arg(long, value_name = "CENTS", allow_negative_numbers = true)]
    jackpot: Option<i64>,
    /// What the jackpot stands at in every round, or starts from with --live [default: 5000000]
    #[arg(long, value_name = "CENTS", allow_negative_numbers = true)]
    meter: Option<i64>,
    /// Let the jackpot grow with every bet and fall when it is won
    #[arg(long)]
    live: bool,
    /// What the jackpot goes back to once it is won [default: 2000000]
    #[arg(long, value_name = "CENTS", allow_negative_numbers = true)]
    meter_seed: Option<i64>,
    /// What each bet feeds the jackpot with --live [default: 100]
    #[arg(
        long,
        value_name = "CENTS",
        requires = "live",
        allow_negative_numbers = true
    )]
    contribution: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum EngineName {
    /// Deals counted by what they turn on; proven equal to the rules
    Fast,
    /// Every step of every round put to the rules
    Rules,
}

/// What a run was, beside its sums.
struct Run<'a> {
    total: &'a Total,
    report: &'a Report,
    engine: &'static str,
    threads: usize,
    seconds: f64,
    interrupted: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let plan = args.plan()?;
    let engine = args.engine.engine();
    let threads = args.threads();
    let start = Instant::now();
    let done = workers::play(&plan, engine, threads)?;
    let seconds = start.elapsed().as_secs_f64();
    if done.total.tally().rounds == 0 {
        writeln!(std::io::stderr(), "stopped before a round was counted")?;
        return Ok(Verdict::Interrupted);
    }
    let report = Report::new(&done.total);
    let run = Run {
        total: &done.total,
        report: &report,
        engine: args.engine.name(),
        threads,
        seconds,
        interrupted: done.interrupted,
    };
    let text = match args.format {
        Format::Json => serde_json::to_string_pretty(&answer::Answer::new(&run))?,
        Format::Table => page::page(&run),
    };
    writeln!(std::io::stdout(), "{text}")?;
    Ok(if done.interrupted {
        Verdict::Interrupted
    } else {
        Verdict::Done
    })
}

impl Args {
    fn plan(&self) -> anyhow::Result<Plan> {
        let chosen =
            crate::analyze::tables::chosen(self.rulebook, self.tables.as_deref(), &self.options)?;
        self.money.check(&chosen.rulebook)?;
        let seed = match self.seed {
            Some(seed) => seed,
            None => drawn_seed()?,
        };
        let mut plan = Plan::usual(chosen.rulebook, seed, self.rounds);
        plan.strategies = self.strategies()?;
        self.money.put_into(&mut plan);
        Ok(plan)
    }

    fn strategies(&self) -> anyhow::Result<Vec<Strategy>> {
        match (self.strategy.as_slice(), self.seats) {
            ([], seats) => Ok(vec![Strategy::Optimal; usual_seats(seats)?]),
            ([one], seats) => Ok(vec![*one; usual_seats(seats)?]),
            (several, Some(seats)) if several.len() != seats => bail!(
                "--strategy: found {} of them for {seats} boxes, expected one, or one for each box",
                several.len()
            ),
            (several, _) => Ok(several.to_vec()),
        }
    }

    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// More boxes than any deck can serve are refused before there is a list of them.
fn usual_seats(seats: Option<usize>) -> anyhow::Result<usize> {
    match seats.unwrap_or(1) {
        seats if seats > 1_000 => bail!(
            "seats: found {seats}, expected {SEATS_MAX} at most: three cards a box, and 52 in the deck"
        ),
        seats => Ok(seats),
    }
}

fn drawn_seed() -> anyhow::Result<u64> {
    // Numbers that are read out and typed again had better be short.
    let drawn = getrandom::u32().context("the operating system gave no randomness")?;
    Ok(u64::from(drawn))
}

impl MoneyArgs {
    /// Where there is no jackpot, nothing can be said about one.
    fn check(&self, rulebook: &Rulebook) -> anyhow::Result<()> {
        if rulebook.jackpot_kind.says != JackpotKind::None {
            return Ok(());
        }
        let about = [
            ("--live", self.live),
            ("--meter", self.meter.is_some()),
            ("--meter-seed", self.meter_seed.is_some()),
        ];
        match about.into_iter().find(|(_, said)| *said) {
            Some((name, _)) => bail!(
                "{name}: found with {}, expected a rulebook with a jackpot",
                rulebook.id
            ),
            None => Ok(()),
        }
    }

    fn put_into(&self, plan: &mut Plan) {
        let given = |amount: Option<i64>, usual: Money| amount.map_or(usual, Money::minor);
        let stakes = &mut plan.stakes;
        let usual = *stakes;
        stakes.ante = given(self.ante, usual.ante);
        let as_ante = |usual: Money| {
            if usual.is_positive() {
                stakes.ante
            } else {
                usual
            }
        };
        stakes.pair_plus = given(self.pair_plus, as_ante(usual.pair_plus));
        stakes.five_card = given(self.five_card, as_ante(usual.five_card));
        stakes.jackpot = given(self.jackpot, usual.jackpot);
        let link = &mut plan.link;
        link.displayed = given(self.meter, link.displayed);
        link.seed = given(self.meter_seed, link.seed);
        link.contribution = given(self.contribution, link.contribution);
        if self.live {
            link.meter = Meter::Live;
        }
    }
}

impl EngineName {
    const fn engine(self) -> Engine {
        match self {
            EngineName::Fast => Engine::Fast,
            EngineName::Rules => Engine::Rules,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            EngineName::Fast => "fast",
            EngineName::Rules => "rules",
        }
    }
}
