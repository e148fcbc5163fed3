//! What a round is settled by: its house options with the rulebooks' defaults, and the pay tables.

use crate::round::Round;

/// Option, rulebook (`*` for any other), value: rounds.md, section 10. The first that fits holds.
const DEFAULTS: [(&str, &str, &str); 34] = [
    ("under_min_closed", "mbs-2019", "once_then_return"),
    ("under_min_closed", "*", "as_is"),
    ("play_over", "*", "to_ante"),
    ("side_bet_requires", "*", "ante"),
    ("fold_pair_plus", "rws-multilink-2024", "kept"),
    ("fold_pair_plus", "*", "lost"),
    ("plain_fold_pair_plus", "*", "kept"),
    ("fold_jackpot", "mbs-2019", "alive"),
    ("fold_jackpot", "rws-multilink-2024", "alive"),
    ("fold_jackpot", "*", "forfeited"),
    ("fold_side_bet", "*", "alive"),
    ("absent_undecided", "*", "folded"),
    ("absent_after_viewing", "*", "invalid_returned"),
    ("decline_reveal", "mbs-2019", "deemed_lower"),
    ("decline_reveal", "rws-multilink-2024", "deemed_folded"),
    ("decline_reveal", "oceanfront", "dealer_reveals"),
    ("decline_reveal", "*", "own_burden"),
    ("hidden_hand_no_qualify_ante", "*", "paid"),
    ("refuse_reveal_play", "*", "lost"),
    ("qualifier", "*", "by_rank"),
    ("literal_ace_in_32A", "*", "high"),
    ("tie", "*", "push"),
    ("ante_bonus_requires_play", "*", "yes"),
    ("settle_seat_order", "oceanfront", "right_first"),
    ("settle_seat_order", "*", "left_first"),
    ("invalidated_bets", "*", "returned"),
    ("jackpot_stake_on_win", "*", "kept"),
    ("fixed_awards_from_meter", "*", "no"),
    ("percent_win_effect", "*", "deduct"),
    ("percent_rounding", "*", "down"),
    ("envy_unit", "*", "per_jackpot_bet"),
    ("envy_multiple", "*", "per_winning_hand"),
    ("fold_envy_receive", "rws-2020", "no"),
    ("fold_envy_receive", "*", "yes"),
];

/// The house option as the round gives it, else the rulebook's value or default.
pub fn policy<'a>(round: &'a Round, name: &str) -> &'a str {
    let book = round.rulebook.as_str();
    for (option, chosen) in &round.options {
        if option == name {
            return chosen;
        }
    }
    // In mbs-2019 two switches have their own names for the same question.
    if book == "mbs-2019" && name == "fold_pair_plus" {
        return policy(round, "plain_fold_pair_plus");
    }
    if book == "mbs-2019" && name == "absent_undecided" {
        return policy(round, "absent_after_viewing");
    }
    if name == "fold_envy_trigger" {
        return if book == "mbs-2019" {
            "if_exposed"
        } else {
            "no"
        };
    }
    for (option, rulebook, value) in DEFAULTS {
        if option == name && (rulebook == book || rulebook == "*") {
            return value;
        }
    }
    ""
}

/// Ante Bonus to 1.
pub fn ante_bonus_odds(rulebook: &str, hand: &str) -> i64 {
    let (mini_royal, straight_flush, three_of_a_kind, straight) = if rulebook == "oceanfront" {
        (5, 4, 3, 1)
    } else {
        (5, 5, 4, 1)
    };
    match hand {
        "mini_royal" => mini_royal,
        "straight_flush" => straight_flush,
        "three_of_a_kind" => three_of_a_kind,
        "straight" => straight,
        _ => 0,
    }
}

/// Pair Plus to 1.
pub fn pair_plus_odds(rulebook: &str, hand: &str) -> i64 {
    let (mini_royal, straight_flush, three_of_a_kind, straight, flush) = if rulebook == "oceanfront"
    {
        (40, 30, 25, 5, 3)
    } else {
        (40, 40, 30, 5, 4)
    };
    match hand {
        "mini_royal" => mini_royal,
        "straight_flush" => straight_flush,
        "three_of_a_kind" => three_of_a_kind,
        "straight" => straight,
        "flush" => flush,
        "pair" => 1,
        _ => 0,
    }
}

/// The oceanfront side bet, to 1.
pub fn five_card_odds(hand: &str) -> i64 {
    match hand {
        "major_royal" => 250,
        "royal_flush" => 200,
        "straight_flush" => 100,
        "four_of_a_kind" => 25,
        "full_house" => 15,
        "flush" => 8,
        "straight" => 5,
        "three_of_a_kind" => 3,
        _ => 0,
    }
}
