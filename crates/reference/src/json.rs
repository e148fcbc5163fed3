//! Rounds and settlements as the JSON of `settle`.

use crate::round::{Jackpot, Limits, Range, Round, Seat, Settled};
use serde_json::{Map, Value, json};

fn amount(value: &Value, name: &str) -> i64 {
    value[name].as_i64().unwrap_or(0)
}

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or("").to_owned()
}

fn clause(value: &Value, name: &str) -> Option<String> {
    value[name].as_str().map(str::to_owned)
}

fn range(value: &Value) -> Range {
    Range {
        min: value["min"].as_i64(),
        max: value["max"].as_i64(),
    }
}

fn seat(value: &Value) -> Seat {
    Seat {
        number: amount(value, "box"),
        player: text(value, "player"),
        ante: amount(value, "ante"),
        play: amount(value, "play"),
        pair_plus: amount(value, "pair_plus"),
        five_card: amount(value, "five_card"),
        jackpot: amount(value, "jackpot"),
        cards: text(value, "cards"),
        decision: text(value, "decision"),
        under_minimum_before: value["under_minimum_before"] == true,
        invalidated: clause(value, "invalidated"),
        withdrawn: clause(value, "withdrawn"),
    }
}

/// A valid round from its JSON.
pub fn read(value: &Value) -> Round {
    let all = |name: &str| value[name].as_array().map_or(&[][..], Vec::as_slice);
    let awards = |name: &str| all(name).iter().map(|win| text(win, "award")).collect();
    let mut options = Vec::new();
    for (name, chosen) in value["options"].as_object().into_iter().flatten() {
        options.push((name.clone(), chosen.as_str().unwrap_or("").to_owned()));
    }
    let limits = &value["limits"];
    let jackpot = &value["jackpot"];
    Round {
        rulebook: text(value, "rulebook"),
        options,
        limits: Limits {
            ante: range(&limits["ante"]),
            pair_plus: range(&limits["pair_plus"]),
            five_card: limits["five_card"]
                .as_object()
                .map(|_| range(&limits["five_card"])),
        },
        jackpot: jackpot.is_object().then(|| Jackpot {
            stake: amount(jackpot, "stake"),
            displayed: amount(jackpot, "displayed"),
            seed: amount(jackpot, "seed"),
        }),
        void: clause(value, "void"),
        dealer: text(value, "dealer"),
        community: text(value, "community"),
        boxes: all("boxes").iter().map(seat).collect(),
        paid_before: awards("jackpots_paid_before"),
        paid_after: awards("jackpots_paid_after"),
    }
}

fn written_range(range: Range) -> Value {
    let mut written = json!({});
    for (name, bound) in [("min", range.min), ("max", range.max)] {
        if let Some(bound) = bound {
            written[name] = json!(bound);
        }
    }
    written
}

fn written_seat(seat: &Seat) -> Value {
    let mut written = json!({"box": seat.number, "player": seat.player});
    for (area, staked) in [
        ("ante", seat.ante),
        ("play", seat.play),
        ("pair_plus", seat.pair_plus),
        ("five_card", seat.five_card),
        ("jackpot", seat.jackpot),
    ] {
        if staked > 0 {
            written[area] = json!(staked);
        }
    }
    for (name, said) in [("cards", &seat.cards), ("decision", &seat.decision)] {
        if !said.is_empty() {
            written[name] = json!(said);
        }
    }
    if seat.under_minimum_before {
        written["under_minimum_before"] = json!(true);
    }
    for (name, clause) in [
        ("invalidated", &seat.invalidated),
        ("withdrawn", &seat.withdrawn),
    ] {
        if let Some(clause) = clause {
            written[name] = json!(clause);
        }
    }
    written
}

/// The JSON of a round, as `settle` takes it.
pub fn written(round: &Round) -> Value {
    let mut limits = json!({
        "ante": written_range(round.limits.ante), "pair_plus": written_range(round.limits.pair_plus),
    });
    if let Some(five_card) = round.limits.five_card {
        limits["five_card"] = written_range(five_card);
    }
    let boxes: Vec<Value> = round.boxes.iter().map(written_seat).collect();
    let mut written = json!({"rulebook": round.rulebook, "limits": limits, "boxes": boxes});
    if !round.options.is_empty() {
        let mut options = Map::new();
        for (name, chosen) in &round.options {
            options.insert(name.clone(), json!(chosen));
        }
        written["options"] = Value::Object(options);
    }
    if let Some(jackpot) = round.jackpot {
        let (stake, displayed, seed) = (jackpot.stake, jackpot.displayed, jackpot.seed);
        written["jackpot"] = json!({"stake": stake, "displayed": displayed, "seed": seed});
    }
    if let Some(void) = &round.void {
        written["void"] = json!(void);
    }
    for (name, cards) in [("dealer", &round.dealer), ("community", &round.community)] {
        if !cards.is_empty() {
            written[name] = json!(cards);
        }
    }
    for (name, awards) in [
        ("jackpots_paid_before", &round.paid_before),
        ("jackpots_paid_after", &round.paid_after),
    ] {
        if !awards.is_empty() {
            let awards = awards.iter().map(|award| json!({"award": award}));
            written[name] = awards.collect();
        }
    }
    written
}

/// The JSON of a settlement, as `settle` gives it; the lines carry no `clauses`.
pub fn written_settled(round: &Round, settled: &Settled) -> Value {
    let mut boxes = Vec::new();
    let mut house_net = 0;
    for (seat, settled) in round.boxes.iter().zip(&settled.boxes) {
        let mut lines = Vec::new();
        for line in &settled.lines {
            lines.push(json!({
                "bet": line.bet, "staked": line.staked, "at_risk": line.at_risk,
                "returned": line.returned, "outcome": line.outcome,
            }));
        }
        let (staked, returned) = (settled.staked(), settled.returned());
        boxes.push(json!({
            "box": seat.number, "player": seat.player, "hand": settled.hand, "lines": lines,
            "staked": staked, "returned": returned, "net": returned - staked,
        }));
        house_net -= returned - staked;
    }
    let dealer = settled
        .dealer
        .map(|dealer| json!({"hand": dealer.hand, "qualifies": dealer.qualifies}));
    let jackpot = round.jackpot.map(|jackpot| {
        let mut paid = Vec::new();
        for payment in &settled.payments {
            paid.push(
                json!({"box": payment.seat, "amount": payment.amount, "award": payment.award}),
            );
        }
        json!({"before": jackpot.displayed, "payments": paid, "after": settled.meter})
    });
    let void = round.void.as_ref().map_or(json!(false), |by| json!(by));
    json!({
        "rulebook": round.rulebook, "void": void, "dealer": dealer,
        "settlement_order": settled.settlement_order, "jackpot": jackpot, "house_net": house_net,
        "boxes": boxes,
    })
}
