//! The expected outcome of one valid round, box by box.

use crate::policy::{ante_bonus_odds, five_card_odds, pair_plus_odds, policy};
use crate::round::{DealerHand, Line, Payment, Round, Seat, Settled, SettledBox};
use crate::{cards, jackpot};

/// The state of a box before anything is paid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Void, withdrawn, invalidated, or absent where that invalidates: every bet goes back.
    Returned,
    /// Invalidated where the house keeps the bets (`invalidated_bets` = lost).
    Kept,
    /// Played, and shown where that is needed.
    Played,
    /// Played and never shown.
    Hidden,
    /// Folded.
    Folded,
    /// No Ante, so nothing to decide.
    Standing,
}

/// The state of a box, from its decision and its clauses.
pub fn state(round: &Round, seat: &Seat) -> State {
    if round.void.is_some() || seat.withdrawn.is_some() {
        return State::Returned;
    }
    if seat.invalidated.is_some() {
        return if policy(round, "invalidated_bets") == "lost" {
            State::Kept
        } else {
            State::Returned
        };
    }
    if seat.ante == 0 {
        // Only rws-2013 lets a box without an Ante fold (R13-03).
        return if seat.decision == "fold" {
            State::Folded
        } else {
            State::Standing
        };
    }
    match seat.decision.as_str() {
        "play" => State::Played,
        "hidden" if policy(round, "decline_reveal") == "dealer_reveals" => State::Played,
        "hidden" => State::Hidden,
        "absent" if policy(round, "absent_undecided") == "invalid_returned" => State::Returned,
        _ => State::Folded,
    }
}

fn maximum(round: &Round, area: &str) -> i64 {
    let posted = round.limits.of(area).max.unwrap_or(i64::MAX);
    if round.rulebook == "oceanfront" {
        posted.min(400)
    } else {
        posted
    }
}

/// A second under-minimum stake of the same player goes back, win or lose (mbs-2019 5.13).
fn goes_back_as_too_small(round: &Round, seat: &Seat, area: &str, staked: i64) -> bool {
    policy(round, "under_min_closed") == "once_then_return"
        && seat.under_minimum_before
        && staked < round.limits.of(area).min.unwrap_or(0)
}

fn dealer_qualifies(round: &Round) -> bool {
    let dealer = cards::hand(&round.dealer);
    if policy(round, "qualifier") == "literal_card" {
        cards::qualifies_by_card(&dealer, policy(round, "literal_ace_in_32A") == "low")
    } else {
        cards::qualifies_by_rank(&dealer)
    }
}

/// How Ante and Play come out, in this order.
fn against_dealer(round: &Round, seat: &Seat, state: State) -> (&'static str, &'static str) {
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
            let player = cards::strength_of_three(&cards::hand(&seat.cards));
            let dealer = cards::strength_of_three(&cards::hand(&round.dealer));
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
fn line(bet: &'static str, staked: i64, at_risk: i64, outcome: &'static str, odds: i64) -> Line {
    let (at_risk, returned) = match outcome {
        "win" => (at_risk, staked + odds * at_risk),
        "lose" => (at_risk, staked - at_risk),
        "stand_off" => (at_risk, staked),
        _ => (0, staked),
    };
    Line {
        bet,
        staked,
        at_risk,
        returned,
        outcome,
    }
}

/// What is paid for a hand without a stake of its own.
fn bonus(bet: &'static str, returned: i64) -> Line {
    Line {
        bet,
        staked: 0,
        at_risk: 0,
        returned,
        outcome: "win",
    }
}

fn play_staked(seat: &Seat) -> i64 {
    let written = seat.play;
    if written == 0 && ["play", "hidden"].contains(&seat.decision.as_str()) {
        seat.ante
    } else {
        written
    }
}

/// Play, Ante Bonus and Ante.
fn ante_lines(round: &Round, seat: &Seat, state: State) -> Vec<Line> {
    let mut lines = Vec::new();
    let ante = seat.ante;
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
        let hand = cards::name_of_three(&cards::hand(&seat.cards));
        let won = ante_bonus_odds(&round.rulebook, hand) * ante_at_risk;
        if won > 0 {
            lines.push(bonus("ante_bonus", won));
        }
    }
    if ante > 0 {
        lines.push(line("ante", ante, ante_at_risk, ante_outcome, 1));
    }
    lines
}

/// Pair Plus after a fold: does it still play?
pub fn pair_plus_survives_fold(round: &Round, seat: &Seat) -> bool {
    let staked = seat.pair_plus;
    staked > 0
        && policy(round, "fold_pair_plus") == "kept"
        && !goes_back_as_too_small(round, seat, "pair_plus", staked)
}

fn pair_plus_line(round: &Round, seat: &Seat, state: State) -> Line {
    let staked = seat.pair_plus;
    let at_risk = staked.min(maximum(round, "pair_plus"));
    if state == State::Returned || goes_back_as_too_small(round, seat, "pair_plus", staked) {
        return line("pair_plus", staked, 0, "returned", 0);
    }
    let dead = state == State::Kept
        || state == State::Hidden
        || (state == State::Folded && !pair_plus_survives_fold(round, seat));
    let hand = cards::name_of_three(&cards::hand(&seat.cards));
    let odds = if dead {
        0
    } else {
        pair_plus_odds(&round.rulebook, hand)
    };
    line(
        "pair_plus",
        staked,
        at_risk,
        if odds > 0 { "win" } else { "lose" },
        odds,
    )
}

fn five_card_line(round: &Round, seat: &Seat, state: State) -> Line {
    let staked = seat.five_card;
    let at_risk = staked.min(maximum(round, "five_card"));
    let ante = seat.ante > 0;
    let pair_plus = seat.pair_plus > 0;
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
    let mut six = cards::hand(&seat.cards);
    six.extend(cards::hand(&round.dealer));
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

fn settle_box(round: &Round, seat: &Seat, payments: &[Payment], envy: i64) -> SettledBox {
    let state = state(round, seat);
    let mut lines = ante_lines(round, seat, state);
    if seat.pair_plus > 0 {
        lines.push(pair_plus_line(round, seat, state));
    }
    if seat.five_card > 0 {
        lines.push(five_card_line(round, seat, state));
    }
    if seat.jackpot > 0 {
        lines.push(jackpot::line(round, seat, state, payments));
    }
    if envy > 0 {
        lines.push(bonus("envy", envy));
    }
    // A box that was dealt no cards, a lone jackpot bet, has no hand either.
    let dealt = !seat.cards.is_empty();
    let hand = if state == State::Returned || state == State::Kept || !dealt {
        None
    } else {
        Some(cards::name_of_three(&cards::hand(&seat.cards)))
    };
    SettledBox {
        number: seat.number,
        hand,
        lines,
    }
}

fn settlement_order(round: &Round) -> Vec<i64> {
    let mut order = Vec::new();
    for seat in &round.boxes {
        if [State::Played, State::Hidden, State::Standing].contains(&state(round, seat)) {
            order.push(seat.number);
        }
    }
    order.sort_unstable();
    if policy(round, "settle_seat_order") == "right_first" {
        order.reverse();
    }
    order
}

/// Settles a valid round. The boxes are in the order of the input.
pub fn settle(round: &Round) -> Settled {
    let (payments, meter) = jackpot::payments(round);
    let envy = jackpot::envy(round);
    let mut boxes = Vec::new();
    for (seat, envy) in round.boxes.iter().zip(envy) {
        boxes.push(settle_box(round, seat, &payments, envy));
    }
    // Where every box folded, the Dealer's hand is not needed.
    let unseen = round.dealer.is_empty();
    let dealer = if round.void.is_some() || unseen {
        None
    } else {
        Some(DealerHand {
            hand: cards::name_of_three(&cards::hand(&round.dealer)),
            qualifies: dealer_qualifies(round),
        })
    };
    Settled {
        dealer,
        settlement_order: settlement_order(round),
        payments,
        meter,
        boxes,
    }
}
