//! The expected output of one valid round, box by box; the lines carry no `clauses`.
//!
//! Reads the round as JSON all the way: a field that is missing is an amount of 0 or an empty text.

use crate::policy::{ante_bonus_odds, five_card_odds, pair_plus_odds, policy};
use crate::{cards, jackpot};
use serde_json::{Value, json};

/// What became of a box before anything is paid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Void, withdrawn, invalidated, or absent where that invalidates: every bet goes back.
    Returned,
    /// Invalidated where the house keeps the bets (`invalidated_bets` = lost).
    Kept,
    Played,
    /// Played and never shown.
    Hidden,
    Folded,
    /// No Ante, so nothing to decide.
    Standing,
}

pub fn amount(value: &Value, name: &str) -> i64 {
    value[name].as_i64().unwrap_or(0)
}

pub fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or("")
}

pub fn boxes(round: &Value) -> &[Value] {
    round["boxes"].as_array().map_or(&[], Vec::as_slice)
}

pub fn state(round: &Value, seat: &Value) -> State {
    if round["void"].is_string() || seat["withdrawn"].is_string() {
        return State::Returned;
    }
    if seat["invalidated"].is_string() {
        return if policy(round, "invalidated_bets") == "lost" {
            State::Kept
        } else {
            State::Returned
        };
    }
    let decision = text(seat, "decision");
    if amount(seat, "ante") == 0 {
        // Only rws-2013 lets a box without an Ante fold (R13-03).
        return if decision == "fold" {
            State::Folded
        } else {
            State::Standing
        };
    }
    match decision {
        "play" => State::Played,
        "hidden" if policy(round, "decline_reveal") == "dealer_reveals" => State::Played,
        "hidden" => State::Hidden,
        "absent" if policy(round, "absent_undecided") == "invalid_returned" => State::Returned,
        _ => State::Folded,
    }
}

fn maximum(round: &Value, area: &str) -> i64 {
    let posted = round["limits"][area]["max"].as_i64().unwrap_or(i64::MAX);
    if text(round, "rulebook") == "oceanfront" {
        posted.min(400)
    } else {
        posted
    }
}

/// A second under-minimum stake of the same player goes back, win or lose (mbs-2019 5.13).
fn goes_back_as_too_small(round: &Value, seat: &Value, area: &str, staked: i64) -> bool {
    policy(round, "under_min_closed") == "once_then_return"
        && seat["under_minimum_before"] == true
        && staked < amount(&round["limits"][area], "min")
}

fn dealer_qualifies(round: &Value) -> bool {
    let dealer = cards::split(text(round, "dealer"));
    if policy(round, "qualifier") == "literal_card" {
        cards::qualifies_by_card(&dealer, policy(round, "literal_ace_in_32A") == "low")
    } else {
        cards::qualifies_by_rank(&dealer)
    }
}

/// How Ante and Play come out, in this order.
fn against_dealer(round: &Value, seat: &Value, state: State) -> (&'static str, &'static str) {
    match state {
        State::Returned | State::Standing => ("returned", "returned"),
        State::Kept | State::Folded => ("lose", "lose"),
        State::Hidden => {
            if policy(round, "decline_reveal") == "deemed_folded" {
                if policy(round, "refuse_reveal_play") == "returned" {
                    ("lose", "returned")
                } else {
                    ("lose", "lose")
                }
            } else if dealer_qualifies(round) {
                ("lose", "lose")
            } else if policy(round, "hidden_hand_no_qualify_ante") == "lost" {
                ("lose", "stand_off")
            } else {
                ("win", "stand_off")
            }
        }
        State::Played => {
            let player = cards::strength_of_three(&cards::split(text(seat, "cards")));
            let dealer = cards::strength_of_three(&cards::split(text(round, "dealer")));
            if !dealer_qualifies(round) {
                ("win", "stand_off")
            } else if player > dealer || (player == dealer && policy(round, "tie") == "player_wins")
            {
                ("win", "win")
            } else if player == dealer {
                ("stand_off", "stand_off")
            } else {
                ("lose", "lose")
            }
        }
    }
}

/// One bet's line; `odds` matter to a win alone.
fn line(bet: &str, staked: i64, at_risk: i64, outcome: &str, odds: i64) -> Value {
    let (at_risk, returned) = match outcome {
        "win" => (at_risk, staked + odds * at_risk),
        "lose" => (at_risk, staked - at_risk),
        "stand_off" => (at_risk, staked),
        _ => (0, staked),
    };
    json!({"bet": bet, "staked": staked, "at_risk": at_risk, "returned": returned, "outcome": outcome})
}

fn play_staked(seat: &Value) -> i64 {
    let written = amount(seat, "play");
    if written == 0 && ["play", "hidden"].contains(&text(seat, "decision")) {
        amount(seat, "ante")
    } else {
        written
    }
}

/// Play, Ante Bonus and Ante.
fn ante_lines(round: &Value, seat: &Value, state: State) -> Vec<Value> {
    let mut lines = Vec::new();
    let ante = amount(seat, "ante");
    let play = play_staked(seat);
    let (mut ante_outcome, mut play_outcome) = against_dealer(round, seat, state);
    if goes_back_as_too_small(round, seat, "ante", ante) {
        ante_outcome = "returned";
    }
    if goes_back_as_too_small(round, seat, "ante", play) {
        play_outcome = "returned";
    }
    let ante_at_risk = ante.min(maximum(round, "ante"));
    let mut play_at_risk = play.min(maximum(round, "ante"));
    if policy(round, "play_over") == "to_ante" {
        play_at_risk = play_at_risk.min(ante);
    }
    if play > 0 {
        lines.push(line("play", play, play_at_risk, play_outcome, 1));
    }
    let eligible = state == State::Played
        || (state == State::Folded && policy(round, "ante_bonus_requires_play") == "no");
    if ante > 0 && eligible && ante_outcome != "returned" {
        let hand = cards::name_of_three(&cards::split(text(seat, "cards")));
        let bonus = ante_bonus_odds(text(round, "rulebook"), hand) * ante_at_risk;
        if bonus > 0 {
            lines.push(json!({"bet": "ante_bonus", "staked": 0, "at_risk": 0, "returned": bonus, "outcome": "win"}));
        }
    }
    if ante > 0 {
        lines.push(line("ante", ante, ante_at_risk, ante_outcome, 1));
    }
    lines
}

/// Pair Plus after a fold: does it still play?
pub fn pair_plus_survives_fold(round: &Value, seat: &Value) -> bool {
    let staked = amount(seat, "pair_plus");
    staked > 0
        && policy(round, "fold_pair_plus") == "kept"
        && !goes_back_as_too_small(round, seat, "pair_plus", staked)
}

fn pair_plus_line(round: &Value, seat: &Value, state: State) -> Value {
    let staked = amount(seat, "pair_plus");
    let at_risk = staked.min(maximum(round, "pair_plus"));
    if state == State::Returned || goes_back_as_too_small(round, seat, "pair_plus", staked) {
        return line("pair_plus", staked, 0, "returned", 0);
    }
    let dead = state == State::Kept
        || state == State::Hidden
        || (state == State::Folded && !pair_plus_survives_fold(round, seat));
    let hand = cards::name_of_three(&cards::split(text(seat, "cards")));
    let odds = if dead {
        0
    } else {
        pair_plus_odds(text(round, "rulebook"), hand)
    };
    line(
        "pair_plus",
        staked,
        at_risk,
        if odds > 0 { "win" } else { "lose" },
        odds,
    )
}

fn five_card_line(round: &Value, seat: &Value, state: State) -> Value {
    let staked = amount(seat, "five_card");
    let at_risk = staked.min(maximum(round, "five_card"));
    let ante = amount(seat, "ante") > 0;
    let pair_plus = amount(seat, "pair_plus") > 0;
    let has_base = match policy(round, "side_bet_requires") {
        "pair_plus" => pair_plus,
        "either" => ante || pair_plus,
        _ => ante,
    };
    if state == State::Returned
        || !has_base
        || goes_back_as_too_small(round, seat, "five_card", staked)
    {
        return line("five_card", staked, 0, "returned", 0);
    }
    let dead = state == State::Kept
        || (state == State::Folded && policy(round, "fold_side_bet") == "lost");
    let mut six = cards::split(text(seat, "cards"));
    six.extend(cards::split(text(round, "dealer")));
    let odds = if dead {
        0
    } else {
        five_card_odds(cards::name_of_six(&six))
    };
    line(
        "five_card",
        staked,
        at_risk,
        if odds > 0 { "win" } else { "lose" },
        odds,
    )
}

fn sum(lines: &[Value], field: &str) -> i64 {
    lines.iter().map(|line| amount(line, field)).sum()
}

fn settle_box(round: &Value, place: usize, payments: &[jackpot::Payment], envy: i64) -> Value {
    let seat = &boxes(round)[place];
    let state = state(round, seat);
    let mut lines = ante_lines(round, seat, state);
    if amount(seat, "pair_plus") > 0 {
        lines.push(pair_plus_line(round, seat, state));
    }
    if amount(seat, "five_card") > 0 {
        lines.push(five_card_line(round, seat, state));
    }
    if amount(seat, "jackpot") > 0 {
        lines.push(jackpot::line(round, seat, state, payments));
    }
    if envy > 0 {
        lines.push(
            json!({"bet": "envy", "staked": 0, "at_risk": 0, "returned": envy, "outcome": "win"}),
        );
    }
    // A box that was dealt no cards, a lone jackpot bet, has no hand either.
    let dealt = !text(seat, "cards").is_empty();
    let hand = if state == State::Returned || state == State::Kept || !dealt {
        Value::Null
    } else {
        json!(cards::name_of_three(&cards::split(text(seat, "cards"))))
    };
    let (staked, returned) = (sum(&lines, "staked"), sum(&lines, "returned"));
    json!({
        "box": seat["box"], "player": seat["player"], "hand": hand, "lines": lines,
        "staked": staked, "returned": returned, "net": returned - staked,
    })
}

fn settlement_order(round: &Value) -> Vec<i64> {
    let mut order = Vec::new();
    for seat in boxes(round) {
        if [State::Played, State::Hidden, State::Standing].contains(&state(round, seat)) {
            order.push(amount(seat, "box"));
        }
    }
    order.sort_unstable();
    if policy(round, "settle_seat_order") == "right_first" {
        order.reverse();
    }
    order
}

/// The expected output of a valid round. Boxes stand in the order of the input.
pub fn settle(round: &Value) -> Value {
    let (payments, meter_after) = jackpot::payments(round);
    let envy = jackpot::envy(round);
    let mut settled = Vec::new();
    for (place, envy) in envy.into_iter().enumerate() {
        settled.push(settle_box(round, place, &payments, envy));
    }
    // Where everybody folded nobody needs the Dealer's hand.
    let unseen = text(round, "dealer").is_empty();
    let dealer = if round["void"].is_string() || unseen {
        Value::Null
    } else {
        let hand = cards::name_of_three(&cards::split(text(round, "dealer")));
        json!({"hand": hand, "qualifies": dealer_qualifies(round)})
    };
    let jackpot = if round["jackpot"].is_object() {
        let mut paid = Vec::new();
        for payment in &payments {
            paid.push(
                json!({"box": payment.seat, "amount": payment.amount, "award": payment.award}),
            );
        }
        json!({"before": round["jackpot"]["displayed"], "payments": paid, "after": meter_after})
    } else {
        Value::Null
    };
    let void = if round["void"].is_string() {
        round["void"].clone()
    } else {
        json!(false)
    };
    json!({
        "rulebook": round["rulebook"], "void": void, "dealer": dealer, "settlement_order": settlement_order(round),
        "jackpot": jackpot, "house_net": -sum(&settled, "net"), "boxes": settled,
    })
}
