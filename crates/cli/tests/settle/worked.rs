//! Rounds worked out by hand. A line reads: bet, staked, outcome, returned, and the clauses it rests on.

use serde_json::{Value, json};

use crate::run::settle;

fn answer(round: &Value) -> Value {
    let said = settle(&[], round.to_string().as_bytes());
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)), "{round}");
    serde_json::from_str(&said.out).unwrap()
}

/// The boxes of the answer, each with its lines.
fn boxes(answer: &Value) -> Vec<Vec<String>> {
    let word = |value: &Value| value.as_str().unwrap_or("null").to_owned();
    let line = |line: &Value| {
        let clauses: Vec<String> = line["clauses"]
            .as_array()
            .unwrap()
            .iter()
            .map(word)
            .collect();
        let [bet, outcome] = ["bet", "outcome"].map(|name| word(&line[name]));
        let clauses = clauses.join(" ");
        format!(
            "{bet} {} {outcome} {} [{clauses}]",
            line["staked"], line["returned"]
        )
    };
    let seats = answer["boxes"].as_array().unwrap().iter();
    seats
        .map(|seat| seat["lines"].as_array().unwrap().iter().map(line).collect())
        .collect()
}

/// The same without the clauses.
fn outcomes(answer: &Value) -> Vec<Vec<String>> {
    let bare = |line: &String| line.split(" [").next().unwrap().to_owned();
    boxes(answer)
        .iter()
        .map(|lines| lines.iter().map(bare).collect())
        .collect()
}

fn hands(answer: &Value) -> Vec<&Value> {
    answer["boxes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| &seat["hand"])
        .collect()
}

/// rws-2020 3.15.1, 3.15.2, 3.15.3, 3.14, 4.1, 4.2: higher, equal, lower, and Pair Plus alone.
#[test]
fn hands_are_compared_with_a_dealer_who_qualifies() {
    let answer = answer(&json!({
        "rulebook": "rws-2020", "dealer": "Qh 9d 4c",
        "boxes": [
            {"box": 7, "player": "A", "cards": "Kd 7c 2s", "ante": 1000, "decision": "play"},
            {"box": 2, "player": "B", "cards": "Qs 9h 4d", "ante": 1000, "decision": "play", "play": 0},
            {"box": 3, "player": "C", "cards": "Qc 9s 3h", "ante": 1000, "pair_plus": 500, "decision": "play"},
            {"box": 4, "player": "D", "cards": "5s 5h Td", "pair_plus": 500, "decision": "none"},
        ],
    }));
    let expected: [&[&str]; 4] = [
        &[
            "play 1000 win 2000 [3.15.1 4.1]",
            "ante 1000 win 2000 [3.15.1 4.1]",
        ],
        &[
            "play 1000 stand_off 1000 [3.15.3]",
            "ante 1000 stand_off 1000 [3.15.3]",
        ],
        &[
            "play 1000 lose 0 [3.15.2]",
            "ante 1000 lose 0 [3.15.2]",
            "pair_plus 500 lose 0 [3.16 4.2]",
        ],
        &["pair_plus 500 win 1000 [3.16 4.2]"],
    ];
    assert_eq!(boxes(&answer), expected);
    assert_eq!(answer["settlement_order"], json!([2, 3, 4, 7]));
    assert_eq!(answer["jackpot"], Value::Null);
    // Box 7 wins 2000 and box 4 wins 500; box 3 loses 2500.
    assert_eq!(answer["house_net"], 0);
}

/// rws-2020 3.15.2, 3.16, 4.3, 4.4: a beaten straight still has its bonus, Pair Plus and award.
#[test]
fn a_beaten_straight_is_paid_beside_the_lost_bets() {
    let answer = answer(&json!({
        "rulebook": "rws-2020", "dealer": "7h 7d 7c",
        "jackpot": {"stake": 100, "displayed": 900_000, "seed": 500_000},
        "boxes": [{"box": 1, "player": "A", "cards": "6s 5d 4h", "ante": 1000, "pair_plus": 200,
            "jackpot": 150, "decision": "play"}],
    }));
    let expected = [
        "play 1000 lose 0 [3.15.2]",
        "ante_bonus 0 win 1000 [3.16 4.3]",
        "ante 1000 lose 0 [3.15.2]",
        "pair_plus 200 win 1200 [3.16 4.2]",
        // 15 dollars, and what was staked above the set amount.
        "jackpot 150 win 1550 [4.4 3.4 G-19]",
    ];
    assert_eq!(boxes(&answer), [expected]);
    let payments = json!([{"box": 1, "amount": 1500, "award": "straight"}]);
    assert_eq!(
        answer["jackpot"],
        json!({"before": 900_000, "payments": payments, "after": 900_000})
    );
}

/// rws-2020 5.1.1, 5.2.1, 5.3.1, 5.3.2: stakes found wrong only when they are settled.
#[test]
fn stakes_out_of_bounds_are_settled_as_far_as_they_count() {
    let answer = answer(&json!({
        "rulebook": "rws-2020", "dealer": "Qh 9d 4c", "limits": {"ante": {"min": 500, "max": 1000}},
        "boxes": [
            {"box": 1, "player": "A", "cards": "Kd 7c 2s", "ante": 1500, "decision": "play"},
            {"box": 2, "player": "B", "cards": "Kh 8c 2d", "ante": 800, "decision": "play", "play": 900},
            {"box": 3, "player": "C", "cards": "Ks 8d 2h", "ante": 800, "decision": "play", "play": 700},
            {"box": 4, "player": "D", "cards": "Kc 8h 3d", "ante": 400, "decision": "play"},
        ],
    }));
    let paid: Vec<Vec<i64>> = answer["boxes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| {
            let lines = seat["lines"].as_array().unwrap().iter();
            lines
                .flat_map(|line| ["at_risk", "returned"].map(|name| line[name].as_i64().unwrap()))
                .collect()
        })
        .collect();
    let expected = [
        [1000, 2500, 1000, 2500],
        [800, 1700, 800, 1600],
        [700, 1400, 800, 1600],
        [400, 800, 400, 800],
    ];
    assert_eq!(paid, expected);
}

/// rws-2020 4.5, R20-07: who never shows is paid the Ante against a Dealer who does not qualify, no more.
#[test]
fn a_hidden_hand_wins_nothing_that_turns_on_its_rank() {
    let answer = answer(&json!({
        "rulebook": "rws-2020", "dealer": "Jh 9d 4c",
        "jackpot": {"stake": 100, "displayed": 900_000, "seed": 500_000},
        "boxes": [{"box": 1, "player": "A", "cards": "As Ks Qs", "ante": 1000, "pair_plus": 200,
            "jackpot": 100, "decision": "hidden"}],
    }));
    let expected = [
        "play 1000 stand_off 1000",
        "ante 1000 win 2000",
        "pair_plus 200 lose 0",
        "jackpot 100 lose 0",
    ];
    assert_eq!(outcomes(&answer), [expected]);
    assert_eq!(hands(&answer), ["mini_royal"]);
    assert_eq!(answer["settlement_order"], json!([1]));
}

/// rws-2020 4.7, 4.4[akq-other]: envy goes to other people's boxes in play with a jackpot bet.
#[test]
fn envy_is_paid_to_others_who_are_still_in() {
    let seat = |number: u8, player: &str, cards: &str, decision: &str| json!({"box": number, "player": player, "cards": cards, "ante": 1000, "jackpot": 100, "decision": decision});
    let mut royal = seat(1, "A", "Ah Kh Qh", "play");
    royal["jackpot"] = json!(0);
    let answer = answer(&json!({
        "rulebook": "rws-2020", "dealer": "Jh 9d 4c",
        "jackpot": {"stake": 100, "displayed": 900_000, "seed": 500_000},
        "boxes": [royal, seat(2, "B", "2c 7d 9s", "play"), seat(3, "A", "2d 7c 9h", "play"),
            seat(4, "C", "2h 7s 9c", "fold")],
    }));
    let envy = outcomes(&answer);
    let envy: Vec<bool> = envy
        .iter()
        .map(|lines| lines.contains(&"envy 0 win 5000".to_owned()))
        .collect();
    assert_eq!(envy, [false, true, false, false]);
    assert_eq!(answer["jackpot"]["payments"], json!([]));
    assert_eq!(answer["jackpot"]["after"], 900_000);
}

/// rws-2013 3.10.2 and R13-03: Pair Plus alone may fold here; G-19: a short jackpot bet goes back.
#[test]
fn rws_2013_lets_pair_plus_alone_fold() {
    let answer = answer(&json!({
        "rulebook": "rws-2013", "dealer": "Qh 9d 4c",
        "jackpot": {"stake": 500, "displayed": 900_000, "seed": 500_000},
        "boxes": [
            {"box": 1, "player": "A", "cards": "Ks Kd 2s", "pair_plus": 300, "decision": "fold"},
            {"box": 2, "player": "B", "cards": "8s 8d 2c", "ante": 300, "jackpot": 400, "decision": "play"},
            {"box": 3, "player": "C", "jackpot": 500},
        ],
    }));
    let expected: [&[&str]; 3] = [
        &["pair_plus 300 lose 0"],
        &[
            "play 300 win 600",
            "ante 300 win 600",
            "jackpot 400 returned 400",
        ],
        &["jackpot 500 returned 500"],
    ];
    assert_eq!(outcomes(&answer), expected);
    assert_eq!(
        hands(&answer),
        [&json!("pair"), &json!("pair"), &Value::Null]
    );
    assert_eq!(answer["settlement_order"], json!([2, 3]));
}

/// mbs-2019 3.9.1, 3.9.1.1, 3.20.1, 5.11, 5.13: folds keep the jackpot, the absent get everything back,
/// the spade royal is paid last, and a second stake under the minimum does not count.
#[test]
fn mbs_2019_in_one_round() {
    let answer = answer(&json!({
        "rulebook": "mbs-2019", "dealer": "Jh 9d 4c", "limits": {"ante": {"min": 1000}},
        "options": {"fixed_awards_from_meter": "no"},
        "jackpot": {"stake": 500, "displayed": 900_000, "seed": 500_000},
        "boxes": [
            {"box": 1, "player": "A", "cards": "As Ks Qs", "ante": 1000, "jackpot": 500, "decision": "play"},
            {"box": 2, "player": "B", "cards": "8s 8d 8c", "ante": 1000, "pair_plus": 100, "jackpot": 500, "decision": "fold"},
            {"box": 3, "player": "C", "cards": "2s 3d 7c", "ante": 1000, "pair_plus": 100, "decision": "absent"},
            {"box": 4, "player": "D", "cards": "2d 3c 7s", "ante": 900, "decision": "play", "under_minimum_before": true},
        ],
    }));
    let expected: [&[&str]; 4] = [
        &[
            "play 1000 stand_off 1000 [3.11.1 MBS-04]",
            "ante_bonus 0 win 5000 [3.11.3 4.2]",
            "ante 1000 win 2000 [3.11.2 4.1]",
            "jackpot 500 win 900000 [3.13 4.4]",
        ],
        &[
            "ante 1000 lose 0 [3.9.1]",
            "pair_plus 100 win 3100 [3.11.4 4.3 3.9.1 3.9.1.1 MBS-05]",
            "jackpot 500 win 15000 [3.13 4.4]",
            "envy 0 win 25000 [3.14 4.4 3.9.1 MBS-07]",
        ],
        &[
            "ante 1000 returned 1000 [5.11]",
            "pair_plus 100 returned 100 [5.11]",
        ],
        &[
            "play 900 returned 900 [5.13]",
            "ante 900 returned 900 [5.13]",
        ],
    ];
    assert_eq!(boxes(&answer), expected);
    assert_eq!(hands(&answer)[2], &Value::Null);
    let payments = json!([{"box": 2, "amount": 15000, "award": "three_of_a_kind"}, {"box": 1, "amount": 900_000, "award": "major"}]);
    assert_eq!(
        answer["jackpot"],
        json!({"before": 900_000, "payments": payments, "after": 500_000})
    );
    assert_eq!(answer["settlement_order"], json!([1, 4]));
}

/// rws-multilink-2024 3.12.1, 3.17, 4.4, 4.7.1, ML-04, G-16: a tenth for the first, the rest for the second.
#[test]
fn rws_multilink_2024_pays_shares_clockwise() {
    let answer = answer(&json!({
        "rulebook": "rws-multilink-2024", "dealer": "Qh 9d 4h", "community": "Jc Tc",
        "jackpot": {"stake": 500, "displayed": 1_000_009, "seed": 500_000},
        "jackpots_paid_after": [{"award": "straight_flush"}],
        "boxes": [
            {"box": 5, "player": "A", "cards": "Ac Kc Qc", "ante": 1000, "jackpot": 500, "decision": "fold"},
            {"box": 2, "player": "B", "cards": "9c 8c 7c", "ante": 1000, "jackpot": 500, "decision": "play"},
            {"box": 6, "player": "C", "cards": "Jd Jh Js", "ante": 1000, "pair_plus": 100, "jackpot": 500, "decision": "fold"},
        ],
    }));
    let payments = json!([
        {"box": 2, "amount": 100_000, "award": "straight_flush"},
        {"box": 5, "amount": 900_009, "award": "major"},
        {"box": 6, "amount": 200_000, "award": "four_of_a_kind"},
    ]);
    // The seed less the tenth that another table wins of it.
    assert_eq!(
        answer["jackpot"],
        json!({"before": 1_000_009, "payments": payments, "after": 450_000})
    );
    let returned: Vec<i64> = answer["boxes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["returned"].as_i64().unwrap())
        .collect();
    // Folded and the meter; both bets won with five to one beside and a tenth; Pair Plus kept and 400 for 1.
    assert_eq!(returned, [900_009, 4000 + 5000 + 100_000, 3100 + 200_000]);
    assert_eq!(answer["settlement_order"], json!([2]));
}

/// ofg.deal.9, ofg.deal.7, ofg.sidebet.cards, ofg.pp, ofg.ab, OFG-02, OFG-06: four dollars at most, from the right.
#[test]
fn oceanfront_in_one_round() {
    let answer = answer(&json!({
        "rulebook": "oceanfront", "dealer": "Ks Kd 9h", "limits": {"ante": {"max": 100_000}},
        "boxes": [
            {"box": 1, "player": "A", "cards": "Ah Kh Qh", "ante": 500, "pair_plus": 400, "five_card": 100, "decision": "hidden"},
            {"box": 2, "player": "B", "cards": "9s 9d 2c", "ante": 300, "five_card": 100, "decision": "fold"},
        ],
    }));
    let expected: [&[&str]; 2] = [
        // Three kings between the two hands pay 3 to 1.
        &[
            "play 500 win 900",
            "ante_bonus 0 win 2000",
            "ante 500 win 900",
            "pair_plus 400 win 16400",
            "five_card 100 win 400",
        ],
        // Nines full of kings, after the fold: 15 to 1.
        &["ante 300 lose 0", "five_card 100 win 1600"],
    ];
    assert_eq!(outcomes(&answer), expected);
    assert_eq!(answer["settlement_order"], json!([1]));
    assert_eq!(answer["dealer"], json!({"hand": "pair", "qualifies": true}));
}

/// rws-2020 5.8.1, 5.21, G-07: whatever the cards were, everything goes back; other tables move the meter.
#[test]
fn a_void_round_gives_everything_back() {
    let answer = answer(&json!({
        "rulebook": "rws-2020", "void": "5.8.1", "dealer": [1, {"a": [null]}], "community": 7,
        "jackpot": {"stake": 500, "displayed": 900_000, "seed": 500_000},
        "jackpots_paid_before": [{"award": "major"}],
        "boxes": [
            {"box": 2, "player": "A", "cards": "As As As As", "ante": 500, "jackpot": 500, "decision": "play"},
            {"box": 1, "player": "A", "cards": false, "ante": 500, "decision": {"what": "ever"}},
        ],
    }));
    let expected: [&[&str]; 2] = [
        &[
            "play 500 returned 500 [5.8.1 5.21]",
            "ante 500 returned 500 [5.8.1 5.21]",
            "jackpot 500 returned 500 [5.8.1 5.21]",
        ],
        &["ante 500 returned 500 [5.8.1 5.21]"],
    ];
    assert_eq!(boxes(&answer), expected);
    assert_eq!(answer["void"], "5.8.1");
    assert_eq!(answer["dealer"], Value::Null);
    assert_eq!(answer["settlement_order"], json!([]));
    assert_eq!(
        answer["jackpot"],
        json!({"before": 900_000, "payments": [], "after": 500_000})
    );
    assert_eq!(answer["house_net"], 0);
}

/// rws-2020 5.15, 5.10.3: a hand that is out, whatever its cards, and one whose Player took the bets back.
#[test]
fn a_box_that_is_out_leaves_the_others_alone() {
    let answer = answer(&json!({
        "rulebook": "rws-2020", "void": false, "dealer": "Qh 9d 4c",
        "boxes": [
            {"box": 1, "player": "A", "cards": "Qh Qh", "ante": 500, "decision": "play", "invalidated": "5.15"},
            {"box": 2, "player": "B", "ante": 500, "pair_plus": 100, "withdrawn": "5.10.3"},
            {"box": 3, "player": "C", "cards": "2s 3d 7c", "ante": 500, "decision": "fold", "invalidated": false},
        ],
    }));
    let expected: [&[&str]; 3] = [
        &[
            "play 500 returned 500 [5.15]",
            "ante 500 returned 500 [5.15]",
        ],
        &[
            "ante 500 returned 500 [5.10.3]",
            "pair_plus 100 returned 100 [5.10.3]",
        ],
        &["ante 500 lose 0 [3.12.1]"],
    ];
    assert_eq!(boxes(&answer), expected);
    assert_eq!(
        hands(&answer),
        [&Value::Null, &Value::Null, &json!("high_card")]
    );
    assert_eq!(answer["settlement_order"], json!([]));
}
