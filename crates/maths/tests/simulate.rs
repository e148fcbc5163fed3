//! The simulator: the fast engine against the rules, deal by deal and run by run.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{Money, RulebookId};
use maths::Strategy;
use maths::simulate::{Engine, Meter, Plan, Player, Tally, Total};

fn run(plan: &Plan, engine: Engine) -> (Tally, Money) {
    let mut player = Player::new(plan, engine).unwrap();
    let mut total = Total::new(plan, engine).unwrap();
    for block in 0..Total::blocks_of(plan) {
        total.take(&player.play(block).unwrap()).unwrap();
    }
    (total.tally().clone(), total.meter())
}

fn same_by_both(plan: &Plan, what: &str) -> Tally {
    let fast = run(plan, Engine::Fast);
    assert_eq!(fast, run(plan, Engine::Rules), "{what}");
    assert_eq!(fast.0.rounds, plan.rounds, "{what}");
    fast.0
}

#[test]
fn both_engines_come_to_the_same_for_one_box() {
    for id in RulebookId::ALL {
        let plan = Plan::usual(id.form().clone(), 11, 20_000);
        let tally = same_by_both(&plan, id.name());
        assert!(tally.awards.iter().sum::<u64>() > 0 || id == RulebookId::Oceanfront);
    }
}

#[test]
fn both_engines_come_to_the_same_for_several_boxes() {
    for id in RulebookId::ALL {
        for seats in [2, 7] {
            let mut plan = Plan::usual(id.form().clone(), 5, 3_000);
            plan.strategies = vec![Strategy::Optimal; seats];
            plan.strategies[1] = "K-K-2".parse().unwrap();
            same_by_both(&plan, id.name());
        }
    }
}

#[test]
fn a_live_meter_comes_to_the_same() {
    for id in RulebookId::ALL {
        for increment in ["at_accept", "at_settlement_if_not_won"] {
            for from_meter in ["no", "yes"] {
                let mut rulebook = id.form().clone();
                let _ = rulebook.choose("meter_increment", increment);
                let _ = rulebook.choose("fixed_awards_from_meter", from_meter);
                let mut plan = Plan::usual(rulebook, 5, 20_000);
                plan.strategies = vec![Strategy::Optimal; 3];
                plan.link.meter = Meter::Live;
                same_by_both(&plan, id.name());
            }
        }
    }
}
