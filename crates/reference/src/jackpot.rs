//! The jackpot meter, the awards of this table in the order they are paid, and the envy bonus.

use crate::cards;
use crate::policy::policy;
use crate::round::{Jackpot, Line, Payment, Round, Seat};
use crate::settle::{State, pair_plus_survives_fold, state};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bet {
    None,
    Returned,
    /// Taken, but it can win nothing of its own: folded, hidden.
    Dead,
    Live,
}

/// The jackpot of the table; all zero where it has none.
fn set(round: &Round) -> Jackpot {
    round.jackpot.unwrap_or_default()
}

fn bet(round: &Round, seat: &Seat, state: State) -> Bet {
    let staked = seat.jackpot;
    let by_pair_plus = round.rulebook == "mbs-2019" && seat.pair_plus > 0;
    let has_base = seat.ante > 0 || by_pair_plus;
    let folded_away = state == State::Folded && policy(round, "fold_jackpot") == "forfeited";
    if staked == 0 {
        Bet::None
    } else if state == State::Returned || !has_base || staked < set(round).stake {
        Bet::Returned
    } else if state == State::Kept || state == State::Hidden || folded_away {
        Bet::Dead
    } else {
        Bet::Live
    }
}

fn award(round: &Round, seat: &Seat) -> Option<&'static str> {
    let mut hand = cards::hand(&seat.cards);
    if round.rulebook == "rws-multilink-2024" {
        hand.extend(cards::hand(&round.community));
        return match cards::name_of_five(&hand) {
            "royal_flush" => Some("major"),
            "three_of_a_kind" | "nothing" => None,
            other => Some(other),
        };
    }
    match cards::name_of_three(&hand) {
        "mini_royal" if hand[0].suit == 's' => Some("major"),
        "flush" | "pair" | "high_card" => None,
        other => Some(other),
    }
}

/// What an award pays at this meter, and the meter after it.
fn pay(round: &Round, meter: i64, award: &str) -> (i64, i64) {
    let Jackpot { seed, stake, .. } = set(round);
    let linked = round.rulebook == "rws-multilink-2024";
    if award == "major" {
        return (meter, seed);
    }
    if linked && award == "straight_flush" {
        let tenth = if policy(round, "percent_rounding") == "nearest" {
            (meter + 5) / 10
        } else {
            meter / 10
        };
        return match policy(round, "percent_win_effect") {
            "reset" => (tenth, seed),
            "deduct_floor_seed" => (tenth, (meter - tenth).max(seed)),
            _ => (tenth, meter - tenth),
        };
    }
    let fixed = match (award, linked) {
        ("four_of_a_kind", true) => 400 * stake,
        ("full_house", true) => 80 * stake,
        ("flush", true) => 40 * stake,
        ("straight", true) => 20 * stake,
        ("mini_royal", false) => 125_000,
        ("straight_flush", false) => 17_500,
        ("three_of_a_kind", false) => 15_000,
        ("straight", false) => 1_500,
        _ => 0,
    };
    if policy(round, "fixed_awards_from_meter") == "yes" {
        (fixed, (meter - fixed).max(0))
    } else {
        (fixed, meter)
    }
}

fn paid_elsewhere(round: &Round, awards: &[String], meter: i64) -> i64 {
    let mut meter = meter;
    for award in awards {
        meter = pay(round, meter, award).1;
    }
    meter
}

/// This table's awards in the order paid, and the meter once everything is paid.
pub fn payments(round: &Round) -> (Vec<Payment>, i64) {
    let mut winners = Vec::new();
    for seat in &round.boxes {
        if bet(round, seat, state(round, seat)) == Bet::Live
            && let Some(award) = award(round, seat)
        {
            // mbs-2019 3.20.1: the Royal Flush of Spades after all others.
            let last = round.rulebook == "mbs-2019" && award == "major";
            winners.push((last, seat.number, award));
        }
    }
    winners.sort_unstable();
    let mut meter = paid_elsewhere(round, &round.paid_before, set(round).displayed);
    let mut payments = Vec::new();
    for (_, seat, award) in winners {
        let (amount, left) = pay(round, meter, award);
        payments.push(Payment {
            seat,
            amount,
            award,
        });
        meter = left;
    }
    (payments, paid_elsewhere(round, &round.paid_after, meter))
}

/// The line of a box that staked a jackpot bet.
pub fn line(round: &Round, seat: &Seat, state: State, payments: &[Payment]) -> Line {
    let staked = seat.jackpot;
    let set_amount = set(round).stake;
    let won = payments.iter().find(|payment| payment.seat == seat.number);
    let (at_risk, returned, outcome) = match (bet(round, seat, state), won) {
        (Bet::None | Bet::Returned, _) => (0, staked, "returned"),
        (Bet::Dead | Bet::Live, None) => (set_amount, staked - set_amount, "lose"),
        (Bet::Dead | Bet::Live, Some(payment)) => {
            // The awards "for 1" have the stake inside and never give it back beside (G-02).
            let for_one = round.rulebook == "rws-multilink-2024"
                && payment.award != "major"
                && payment.award != "straight_flush";
            let stake_back = policy(round, "jackpot_stake_on_win") == "returned" && !for_one;
            let kept = if stake_back { 0 } else { set_amount };
            (set_amount, staked - kept + payment.amount, "win")
        }
    };
    Line {
        bet: "jackpot",
        staked,
        at_risk,
        returned,
        outcome,
    }
}

/// Was the hand turned up at the table? A folded one is only for a bet that still plays on it (MBS-06).
fn shown_for_envy(round: &Round, seat: &Seat, state: State) -> bool {
    match state {
        State::Played => true,
        State::Folded => {
            policy(round, "fold_envy_trigger") == "if_exposed"
                && (bet(round, seat, state) == Bet::Live || pair_plus_survives_fold(round, seat))
        }
        State::Returned | State::Kept | State::Hidden | State::Standing => false,
    }
}

/// The hands that give others envy: whose, and how much.
fn triggers(round: &Round) -> Vec<(&str, i64)> {
    let mut triggers = Vec::new();
    for seat in &round.boxes {
        if seat.ante == 0 || !shown_for_envy(round, seat, state(round, seat)) {
            continue;
        }
        match award(round, seat) {
            Some("major") => triggers.push((seat.player.as_str(), 25_000)),
            Some("mini_royal") => triggers.push((seat.player.as_str(), 5_000)),
            _ => {}
        }
    }
    triggers
}

fn may_receive_envy(round: &Round, seat: &Seat) -> bool {
    let state = state(round, seat);
    let bet = bet(round, seat, state);
    let deemed_folded =
        state == State::Hidden && policy(round, "decline_reveal") == "deemed_folded";
    let folded = state == State::Folded || deemed_folded;
    (bet == Bet::Live || bet == Bet::Dead)
        && state != State::Kept
        && (!folded || policy(round, "fold_envy_receive") == "yes")
}

/// The envy of every box, in the order of the input.
pub fn envy(round: &Round) -> Vec<i64> {
    let has_envy = ["rws-2020", "rws-2013", "mbs-2019"].contains(&round.rulebook.as_str());
    let triggers = if has_envy {
        triggers(round)
    } else {
        Vec::new()
    };
    let mut envy = Vec::new();
    for seat in &round.boxes {
        let player = seat.player.as_str();
        let mut sums = Vec::new();
        for (winner, sum) in &triggers {
            if *winner != player {
                sums.push(*sum);
            }
        }
        // Paid once to a player: on the lowest of his boxes that may receive it.
        let lower_box_has_it = policy(round, "envy_unit") == "per_player"
            && round.boxes.iter().any(|other| {
                other.player == player
                    && other.number < seat.number
                    && may_receive_envy(round, other)
            });
        if !may_receive_envy(round, seat) || lower_box_has_it {
            envy.push(0);
        } else if policy(round, "envy_multiple") == "one_per_round" {
            envy.push(sums.into_iter().max().unwrap_or(0));
        } else {
            envy.push(sums.into_iter().sum());
        }
    }
    envy
}
