//! `moves` against `decide`, in both directions, over random rounds of all five rulebooks with
//! everything going wrong that can: every move listed is granted, and every request granted is an
//! instance of a move listed.
//!
//! `QUEENHIGH_MOVES_ROUNDS` asks for more rounds than the usual ten thousand, `QUEENHIGH_SEED` for
//! others.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on stops where it is, and says how much it compared"
)]

#[path = "moves/instances.rs"]
mod instances;

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use game::{
    Actor, Area, Command, FoldJackpot, FoldPairPlus, FoldSideBet, FoldedPairPlus, Money, Move,
    PersonId, PlainFoldPairPlus, PlayerId, Post, Request, Rulebook, Table, Timestamp, Viewer,
};
use rehearsal::dice::Dice;
use rehearsal::driver::Driver;

const ROUNDS: u64 = 10_000;
/// Rounds played at one table before the next is opened.
const ROUNDS_A_TABLE: u64 = 3;

fn asked(name: &str, usual: u64) -> u64 {
    let asked = std::env::var(name).ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(usual)
}

#[test]
fn moves_and_decide_agree() {
    rehearsal::checked_table::hush_expected_panics();
    let tables = asked("QUEENHIGH_MOVES_ROUNDS", ROUNDS).div_ceil(ROUNDS_A_TABLE);
    let first = asked("QUEENHIGH_SEED", 1) * 1_000_000;
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let counted: Vec<Counted> = thread::scope(|scope| {
        let workers = (0..threads).map(|worker| {
            scope.spawn(move || {
                let mut counted = Counted::default();
                let seeds = (0..tables).filter(|table| table % threads == worker);
                for seed in seeds {
                    one_table(first + seed, &mut counted);
                }
                counted
            })
        });
        let workers: Vec<_> = workers.collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap())
            .collect()
    });
    let mut failures = BTreeMap::new();
    for (kind, said) in counted.iter().flat_map(|counted| &counted.failures) {
        failures.entry(kind).or_insert(said);
    }
    let told: Vec<&str> = failures.values().map(|said| said.as_str()).collect();
    assert!(told.is_empty(), "{}", told.join("\n\n"));
    let sum = |of: fn(&Counted) -> u64| counted.iter().map(of).sum::<u64>();
    let granted = sum(|counted| counted.granted);
    let listed = sum(|counted| counted.listed);
    let forms = sum(|counted| counted.forms);
    println!(
        "{granted} granted requests were listed; {listed} listed moves, {forms} of them forms, were granted"
    );
    assert!(granted > 20 * tables && listed > 100 * tables && forms > 10 * tables);
}

#[derive(Default)]
struct Counted {
    granted: u64,
    listed: u64,
    forms: u64,
    /// The first failure of each kind of request.
    failures: BTreeMap<String, String>,
}

/// Plays some rounds by chance, then goes through them again command by command and compares.
fn one_table(seed: u64, counted: &mut Counted) {
    let Ok(mut driver) = Driver::new(seed) else {
        panic!("seed {seed}: the table does not open");
    };
    for _ in 0..ROUNDS_A_TABLE {
        let played = driver.play_round();
        played.unwrap_or_else(|failure| panic!("seed {seed}: {failure:?}"));
    }
    let rulebook = driver.checked.rulebook;
    let told = driver.checked.exchanges;
    let mut dice = Dice::new(seed);
    let mut table = Table::closed();
    for (step, told_now) in told.iter().enumerate() {
        let now = told_now.command.now;
        every_granted_request_is_listed(seed, &table, &rulebook, &told_now.command, counted);
        // Requests of other moments of the evening, most of them out of place here.
        for _ in 0..2 {
            let other = usize::try_from(dice.below(told.len() as u64)).unwrap();
            let other = &told[other].command;
            let command = Command {
                now,
                ..other.clone()
            };
            every_granted_request_is_listed(seed, &table, &rulebook, &command, counted);
        }
        if dice.one_in(6) {
            let actor = actor(&mut dice);
            every_listed_move_is_granted(seed, step, &table, &rulebook, (actor, now), counted);
        }
        for event in told_now.answer.iter().flatten() {
            table.evolve(event);
        }
    }
}

fn actor(dice: &mut Dice) -> Actor {
    let posts = [
        Post::Dealer,
        Post::Dealer,
        Post::PitSupervisor,
        Post::PitManager,
        Post::ShiftManager,
        Post::House,
    ];
    match dice.below(8) {
        0 => Actor::System,
        1..4 => Actor::Player(PlayerId(u32::try_from(dice.below(5)).unwrap())),
        _ => Actor::Staff {
            post: dice.pick(&posts),
            person: PersonId(u32::try_from(dice.below(50)).unwrap()),
        },
    }
}

fn every_granted_request_is_listed(
    seed: u64,
    table: &Table,
    rulebook: &Rulebook,
    command: &Command,
    counted: &mut Counted,
) {
    if table.decide(rulebook, command).is_err() {
        return;
    }
    let moves = table.moves(command.by, command.now);
    counted.granted += 1;
    if moves.iter().any(|listed| listed.allows(&command.asks)) {
        return;
    }
    let said = format!(
        "seed {seed}, {}: {} is granted {:?}, and it is not among {:#?}",
        rulebook.id,
        command.by,
        command.asks,
        alike(&moves, &command.asks),
    );
    let kind = format!(
        "not listed: {}",
        kind(&serde_json::to_value(&command.asks).unwrap())
    );
    counted.failures.entry(kind).or_insert(said);
}

fn kind(request: &serde_json::Value) -> String {
    let inside = ["report", "slip", "finding", "correction"];
    let inside = inside.iter().find_map(|field| request.get(field));
    format!(
        "{} {}",
        request["request"],
        inside.map_or(String::new(), |inside| inside
            .to_string()
            .chars()
            .take(24)
            .collect())
    )
}

/// The moves of the same kind, for a message that can be read.
fn alike<'a>(moves: &'a [Move], request: &Request) -> Vec<&'a Move> {
    let asked = serde_json::to_value(request).unwrap()["request"].clone();
    let same =
        |listed: &&Move| serde_json::to_value(listed).unwrap()["request"]["request"] == asked;
    moves.iter().filter(same).collect()
}

/// Which of the Player's bets a fold loses at once, by the switches of the rulebook: the Ante always, Pair Plus
/// where it is lost with it or given up, the jackpot where it is forfeited, the five-card bet where it is
/// lost. Bets below their minimum are left out: some of them go back.
fn lost_by(table: &Table, fold: &Request, by: Actor) -> Vec<(Area, bool)> {
    let Request::Fold { at, pair_plus } = fold else {
        panic!("{fold:?} is no fold");
    };
    let rulebook = table.rulebook().unwrap();
    let pair_plus = match (rulebook.fold_pair_plus.says, pair_plus) {
        (FoldPairPlus::Lost, _) | (FoldPairPlus::ByElection, FoldedPairPlus::GivenUp) => true,
        (FoldPairPlus::Kept, _) | (FoldPairPlus::ByElection, FoldedPairPlus::Kept) => false,
        (FoldPairPlus::ByElection, FoldedPairPlus::Plain) => {
            rulebook.plain_fold_pair_plus.says == Some(PlainFoldPairPlus::Lost)
        }
    };
    let is_lost = |area: Area| match area {
        Area::Ante => true,
        Area::PairPlus => pair_plus,
        Area::Jackpot => rulebook.fold_jackpot.says == Some(FoldJackpot::Forfeited),
        Area::FiveCard => rulebook.fold_side_bet.says == Some(FoldSideBet::Lost),
        Area::Play => false,
    };
    let view = table.view_for(Viewer::Pit);
    let mut boxes = view.round.boxes.iter();
    let held = boxes.find(|held| held.at == *at).unwrap();
    let counts = |area: Area, total: Money| match area {
        Area::Ante | Area::Play => view.limits.ante.min.is_none_or(|least| total >= least),
        Area::PairPlus => view.limits.pair_plus.min.is_none_or(|least| total >= least),
        Area::FiveCard => view.limits.five_card.min.is_none_or(|least| total >= least),
        Area::Jackpot => true,
    };
    let has = |area: &Area| {
        let here = || held.bets.iter().filter(|bet| bet.area == *area);
        let own = here().any(|bet| Some(bet.player) == by.player());
        own && counts(*area, here().map(|bet| bet.amount).sum())
    };
    let own = Area::ALL.into_iter().filter(has);
    own.map(|area| (area, is_lost(area))).collect()
}

fn every_listed_move_is_granted(
    seed: u64,
    step: usize,
    table: &Table,
    rulebook: &Rulebook,
    (by, now): (Actor, Timestamp),
    counted: &mut Counted,
) {
    let granted = |asks: Request| {
        let command = Command { by, now, asks };
        let rulebook = table.rulebook().unwrap_or(rulebook);
        table.decide(rulebook, &command).is_ok()
    };
    for listed in table.moves(by, now) {
        counted.listed += 1;
        let so = match &listed {
            Move::Exact(request) => granted(request.clone()),
            Move::Fold { request, loses } => {
                let loses: BTreeSet<Area> = loses.iter().map(|(area, _)| *area).collect();
                granted(request.clone())
                    && lost_by(table, request, by)
                        .into_iter()
                        .all(|(area, is_lost)| loses.contains(&area) == is_lost)
            }
            Move::Amount { request, amounts } => {
                let ends = [amounts.min, amounts.max].map(|amount| {
                    let mut wire = serde_json::to_value(request).unwrap();
                    let field = if wire.get("amount").is_some() {
                        "amount"
                    } else {
                        "displayed"
                    };
                    wire[field] = amount.in_minor().into();
                    serde_json::from_value(wire).unwrap()
                });
                granted(request.clone()) && ends.into_iter().all(granted)
            }
            Move::Form(form) => {
                counted.forms += 1;
                instances::of(form, table, rulebook)
                    .into_iter()
                    .any(granted)
            }
        };
        if !so {
            let said = format!(
                "seed {seed}, step {step}, {}: {by} is listed {listed:?} and refused it",
                rulebook.id
            );
            let kind = kind(&serde_json::to_value(&listed).unwrap()["request"]);
            let kind = format!("refused: {kind}");
            counted.failures.entry(kind).or_insert(said);
        }
    }
}
