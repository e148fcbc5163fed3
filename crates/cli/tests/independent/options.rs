//! The house options of a rulebook: those that can change a settlement, and some that must not.

use super::generate::{
    ABSENT_AFTER_VIEWING, DEEMED_FOLDED_2013, Dice, INVALIDATED_LOST, SIDE_BET_WITHOUT_BASE,
};
use serde_json::{Map, Value, json};

type Menu = Vec<(&'static str, &'static [&'static str])>;

/// Marked H for the rulebook in rounds.md, section 10, and felt by `settle`.
fn felt(rulebook: &str) -> Menu {
    let mut menu: Menu = vec![
        ("play_over", &["to_ante", "to_table_maximum"]),
        ("ante_bonus_requires_play", &["yes", "no"]),
    ];
    if rulebook != "oceanfront" {
        menu.push(("settle_seat_order", &["left_first", "right_first"]));
        menu.push(("jackpot_stake_on_win", &["kept", "returned"]));
        menu.push(("fixed_awards_from_meter", &["no", "yes"]));
    }
    if ["rws-2020", "rws-2013", "mbs-2019"].contains(&rulebook) {
        menu.push(("hidden_hand_no_qualify_ante", &["paid", "lost"]));
        menu.push(("envy_multiple", &["per_winning_hand", "one_per_round"]));
        menu.push(("fold_envy_receive", &["yes", "no"]));
        menu.push(("fold_envy_trigger", &["no", "if_exposed"]));
    }
    if ["rws-2013", "mbs-2019"].contains(&rulebook) {
        menu.push(("envy_unit", &["per_jackpot_bet", "per_player"]));
    }
    if ["rws-2013", "oceanfront"].contains(&rulebook) {
        menu.push(("under_min_closed", &["as_is", "once_then_return"]));
        menu.push(("absent_undecided", &["folded", "invalid_returned"]));
    }
    if INVALIDATED_LOST && ["rws-2013", "mbs-2019", "oceanfront"].contains(&rulebook) {
        menu.push(("invalidated_bets", &["returned", "lost"]));
    }
    match rulebook {
        "rws-2013" => {
            menu.push(("fold_jackpot", &["forfeited", "alive"]));
            if DEEMED_FOLDED_2013 {
                menu.push(("decline_reveal", &["deemed_folded"]));
            } else {
                menu.push((
                    "decline_reveal",
                    &["own_burden", "deemed_lower", "dealer_reveals"],
                ));
            }
        }
        "mbs-2019" => {
            menu.push(("plain_fold_pair_plus", &["kept", "lost"]));
            menu.push(("qualifier", &["by_rank", "literal_card", "literal_card"]));
            menu.push(("literal_ace_in_32A", &["high", "low"]));
            if ABSENT_AFTER_VIEWING {
                menu.push(("absent_after_viewing", &["invalid_returned", "folded"]));
            }
        }
        "rws-multilink-2024" => {
            menu.push(("fold_pair_plus", &["kept", "lost"]));
            menu.push(("refuse_reveal_play", &["lost", "returned"]));
            menu.push((
                "percent_win_effect",
                &["deduct", "deduct_floor_seed", "reset"],
            ));
            menu.push(("percent_rounding", &["down", "nearest"]));
        }
        "oceanfront" => {
            menu.push(("ante_required", &["yes", "no", "no"]));
            menu.push(("fold_side_bet", &["alive", "lost"]));
            menu.push(("tie", &["push", "player_wins"]));
            if SIDE_BET_WITHOUT_BASE {
                menu.push(("side_bet_requires", &["ante"]));
            } else {
                menu.push(("side_bet_requires", &["ante", "pair_plus", "either"]));
            }
        }
        _ => {}
    }
    menu
}

/// Marked H too, but about other moments than settlement: no effect here.
fn unfelt(rulebook: &str) -> Menu {
    let mut menu: Menu = vec![
        ("auto_notice", &["on", "off"]),
        ("reveal_when_all_folded", &["if_needed", "always"]),
    ];
    if rulebook != "oceanfront" {
        menu.push(("reverse_contribution_on_return", &["yes", "no"]));
        menu.push((
            "meter_increment",
            &["at_accept", "at_settlement_if_not_won"],
        ));
    }
    if rulebook == "mbs-2019" {
        menu.push(("under_min_grace_scope", &["table_visit", "gaming_day"]));
    } else if rulebook != "oceanfront" {
        menu.push(("no_choice_made", &["withdraw", "continue"]));
        menu.push(("choices_deadline", &["dealer_shown", "end_of_round"]));
    }
    menu
}

/// None at all in a third of the rounds, else each with some probability.
pub fn options(dice: &mut Dice, rulebook: &str) -> Map<String, Value> {
    let mut options = Map::new();
    if dice.chance(33) {
        return options;
    }
    for (menu, percent) in [(felt(rulebook), 20), (unfelt(rulebook), 4)] {
        for (name, values) in menu {
            if dice.chance(percent) {
                options.insert(name.to_owned(), json!(dice.pick(values)));
            }
        }
    }
    options
}
