//! The simulator: the fast engine against the rules, run by run, and both against the exact figures.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{Award, HandRank, JackpotHand, JackpotRow, JackpotTable, Money, Rulebook, RulebookId};
use maths::Strategy;
use maths::simulate::{BLOCK_ROUNDS, BadPlan, Bet, Engine, Meter, Plan, Player, Report, Total};

fn form(id: RulebookId, options: &[(&str, &str)]) -> Rulebook {
    let mut rulebook = id.form().clone();
    for (switch, value) in options {
        rulebook.choose(switch, value).unwrap();
    }
    rulebook
}

fn played(plan: &Plan, engine: Engine) -> Total {
    let mut player = Player::new(plan, engine).unwrap();
    let mut total = Total::new(plan, engine).unwrap();
    for block in 0..Total::blocks_of(plan) {
        total.take(&player.play(block).unwrap()).unwrap();
    }
    total
}

fn same_by_both(plan: &Plan) {
    let (fast, rules) = (played(plan, Engine::Fast), played(plan, Engine::Rules));
    let what = (plan.rulebook.id, plan.rulebook.options(), plan.seats());
    assert_eq!(fast.tally(), rules.tally(), "{what:?}");
    assert_eq!(fast.meter(), rules.meter(), "{what:?}");
    assert_eq!(fast.tally().rounds, plan.rounds);
}

/// Every house option that money turns on, with boxes that decide by turns in three ways.
const OPTIONS: &[(RulebookId, &[(&str, &str)])] = &[
    (RulebookId::Rws2020, &[("fold_envy_receive", "yes")]),
    (RulebookId::Rws2020, &[("ante_bonus_requires_play", "no")]),
    (
        RulebookId::Rws2020,
        &[("envy_multiple", "one_per_round"), ("burn", "always")],
    ),
    (
        RulebookId::Rws2020,
        &[
            ("jackpot_claim", "must_notify"),
            ("settle_seat_order", "right_first"),
        ],
    ),
    (
        RulebookId::Rws2020,
        &[
            ("reveal_when_all_folded", "always"),
            ("limit_scope", "per_position"),
        ],
    ),
    (
        RulebookId::Rws2013,
        &[
            ("fold_jackpot", "alive"),
            ("fold_envy_trigger", "if_exposed"),
        ],
    ),
    (RulebookId::Rws2013, &[("decline_reveal", "dealer_reveals")]),
    (
        RulebookId::Mbs2019,
        &[("qualifier", "literal_card"), ("literal_ace_in_32A", "low")],
    ),
    (RulebookId::Mbs2019, &[("plain_fold_pair_plus", "lost")]),
    (RulebookId::Mbs2019, &[("jackpot_stake_on_win", "returned")]),
    (
        RulebookId::RwsMultilink2024,
        &[("community_discard", "first"), ("burn", "always")],
    ),
    (
        RulebookId::RwsMultilink2024,
        &[
            ("percent_win_effect", "reset"),
            ("percent_rounding", "nearest"),
        ],
    ),
    (RulebookId::Oceanfront, &[("fold_side_bet", "lost")]),
    (
        RulebookId::Oceanfront,
        &[
            ("side_bet_requires", "pair_plus"),
            ("multi_box", "two_adjacent"),
        ],
    ),
];

fn in_three_ways(seats: usize) -> Vec<Strategy> {
    let ways: Vec<Strategy> = ["optimal", "K-K-2", "always-play"]
        .iter()
        .map(|text| text.parse().unwrap())
        .collect();
    (0..seats).map(|at| ways[at % 3]).collect()
}

#[test]
fn both_engines_come_to_the_same() {
    for id in RulebookId::ALL {
        let mut plan = Plan::usual(id.form().clone(), 11, 1_500);
        same_by_both(&plan);
        for (seats, rounds) in [(2, 600), (7, 200)] {
            plan.strategies = in_three_ways(seats);
            plan.rounds = rounds;
            same_by_both(&plan);
        }
    }
}

#[test]
fn both_engines_come_to_the_same_under_any_option() {
    for (id, options) in OPTIONS {
        let mut plan = Plan::usual(form(*id, options), 23, 400);
        plan.strategies = in_three_ways(3);
        same_by_both(&plan);
    }
}

#[test]
fn both_engines_come_to_the_same_with_bets_left_out() {
    for id in RulebookId::ALL {
        let mut plan = Plan::usual(id.form().clone(), 5, 300);
        plan.strategies = in_three_ways(2);
        plan.stakes.pair_plus = Money::ZERO;
        plan.stakes.five_card = Money::ZERO;
        same_by_both(&plan);
        plan.stakes.jackpot = Money::ZERO;
        same_by_both(&plan);
        plan.strategies = vec![Strategy::QueenOrBetter];
        same_by_both(&plan);
    }
}

/// A block is 16,384 rounds; a mini royal comes to one of three boxes every 1,842.
#[test]
fn a_live_meter_comes_to_the_same() {
    for (id, options) in [
        (
            RulebookId::Rws2020,
            &[("meter_increment", "at_settlement_if_not_won")][..],
        ),
        (RulebookId::Mbs2019, &[("fixed_awards_from_meter", "yes")]),
        (
            RulebookId::RwsMultilink2024,
            &[("fixed_awards_from_meter", "yes")],
        ),
    ] {
        let mut plan = Plan::usual(form(id, options), 5, 1_200);
        plan.strategies = in_three_ways(3);
        plan.link.meter = Meter::Live;
        same_by_both(&plan);
    }
}

/// A table on which boxes touch each other's money in every other round.
fn generous() -> JackpotTable {
    let row = |hand, award, envy: Option<i64>| JackpotRow {
        hand: JackpotHand::ThreeCards(hand),
        award,
        envy: envy.map(Money::major),
    };
    JackpotTable::read(vec![
        row(HandRank::StraightFlush, Award::Percent(100), Some(90)),
        row(HandRank::Straight, Award::Percent(40), Some(7)),
        row(HandRank::Flush, Award::Percent(7), None),
        row(HandRank::Pair, Award::Sum(Money::major(3)), Some(1)),
    ])
}

#[test]
fn boxes_that_touch_each_others_money_come_to_the_same() {
    for (id, options) in [
        (
            RulebookId::Rws2020,
            &[("envy_multiple", "one_per_round")][..],
        ),
        (
            RulebookId::Rws2020,
            &[("meter_increment", "at_settlement_if_not_won")],
        ),
        (RulebookId::Mbs2019, &[("fixed_awards_from_meter", "yes")]),
        (
            RulebookId::Rws2013,
            &[
                ("fold_jackpot", "alive"),
                ("fold_envy_trigger", "if_exposed"),
            ],
        ),
    ] {
        for (seats, meter) in [(1, Meter::Live), (4, Meter::Live), (5, Meter::Standing)] {
            let mut rulebook = form(id, options);
            rulebook.jackpot_table.says = Some(generous());
            let mut plan = Plan::usual(rulebook, 31, 700);
            plan.strategies = in_three_ways(seats);
            plan.link.meter = meter;
            same_by_both(&plan);
        }
    }
}

#[test]
fn fifteen_boxes_take_all_but_two_cards() {
    let mut plan = Plan::usual(RulebookId::RwsMultilink2024.form().clone(), 2, 40);
    plan.strategies = in_three_ways(15);
    same_by_both(&plan);
    plan.strategies.push(Strategy::Optimal);
    let refused = Player::new(&plan, Engine::Fast).err().unwrap();
    assert!(
        matches!(refused, BadPlan::MoreBoxesThanCards { found: 16, .. }),
        "{refused}"
    );
}

/// With the seed fixed this is no matter of luck; a wrong payment moves a z by far more.
#[test]
fn runs_lie_about_the_exact_figures() {
    let usual = RulebookId::ALL.map(|id| (id, &[][..], 3));
    let others = OPTIONS.iter().map(|(id, options)| (*id, *options, 1));
    for (id, options, seats) in usual.into_iter().chain(others) {
        let mut plan = Plan::usual(form(id, options), 77, 40 * BLOCK_ROUNDS);
        plan.strategies = in_three_ways(seats);
        let report = Report::new(&played(&plan, Engine::Fast));
        for (bet, report) in &report.bets {
            let what = (id, options, bet);
            assert!(report.z.unwrap().abs() < 4.0, "{what:?}: {report:?}");
        }
        let outcomes = report.outcomes.iter();
        let mut off = outcomes.filter(|(_, compared)| compared.z.is_some_and(|z| z.abs() > 4.0));
        assert!(off.next().is_none(), "{report:?}");
        assert!(report.hands.p_value > 1e-4, "{:?}", report.hands);
    }
}

/// A block's sums depend on seed and number alone, and a plan's last block may be short.
#[test]
fn a_shorter_run_is_the_start_of_a_longer_one() {
    let plan = Plan::usual(RulebookId::Rws2020.form().clone(), 9, BLOCK_ROUNDS + 1_000);
    let whole = played(&plan, Engine::Fast);
    let mut short = plan.clone();
    short.rounds = BLOCK_ROUNDS;
    let mut player = Player::new(&plan, Engine::Fast).unwrap();
    let last = player.play(1).unwrap();
    assert_eq!((last.rounds, last.tally.rounds), (1_000, 1_000));
    let first = player.play(0).unwrap();
    assert_eq!(first.tally, *played(&short, Engine::Fast).tally());
    let sum = |bet: Bet| first.tally.bet(bet).returned + last.tally.bet(bet).returned;
    for bet in Bet::ALL {
        assert_eq!(sum(bet), whole.tally().bet(bet).returned);
    }
}

/// What Ante and Play, Pair Plus and jackpot are expected to cost, from the tables of rws-2020.
#[test]
fn exact_edges_are_those_of_the_par_sheet() {
    let mut plan = Plan::usual(RulebookId::Rws2020.form().clone(), 1, 100);
    let edge = |plan: &Plan, bet: Bet| {
        let report = Report::new(&played(plan, Engine::Fast));
        let found = report.bets.iter().find(|(other, _)| *other == bet);
        found.unwrap().1.exact.unwrap()
    };
    assert_eq!(edge(&plan, Bet::AntePlay).decimal(12), "0.033729809436");
    assert_eq!(edge(&plan, Bet::PairPlus).to_string(), "308/5525");
    // 50,000 + 3 x 1,250 + 44 x 175 + 52 x 150 + 720 x 15 dollars of 22,100 hands at 5 dollars each.
    let paid = maths::Fraction::new(50_000 + 3_750 + 7_700 + 7_800 + 10_800, 22_100 * 5);
    assert_eq!(edge(&plan, Bet::Jackpot), maths::Fraction::ONE - paid);
    // Envy of one other box: 250 and 3 x 50 of 22,100, where this box has not folded.
    plan.strategies = vec![Strategy::AlwaysPlay; 2];
    let envy = maths::Fraction::new(250 + 150, 22_100 * 5);
    assert_eq!(
        edge(&plan, Bet::Jackpot),
        maths::Fraction::ONE - paid - envy
    );
}
