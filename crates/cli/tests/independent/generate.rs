//! Random valid rounds that exercise all of `settle`.
//!
//! The constants are the points the documents leave open: `false` keeps the generator off them, `true` lets it
//! write them, and `settle` has an answer either way. The same dice give the same rounds.

use super::deal::deal;
use super::options::options;
use reference::cards;
use serde_json::{Value, json};

/// `limit_scope` = `per_position` together with limits: whose maximum binds the whole position?
/// (`settle` treats it as `per_area`.)
pub const POSITION_LIMITS: bool = false;
/// `absent_after_viewing` = `folded`, though a round does not say whether the hand was viewed.
pub const ABSENT_AFTER_VIEWING: bool = false;
/// `invalidated_bets` = `lost`, against INTERFACE's "its bets go back" and the texts of mbs-2019 5.7 and 5.11.
pub const INVALIDATED_LOST: bool = false;
/// `decline_reveal` = `deemed_folded` under rws-2013, where `hidden_hand_no_qualify_ante` speaks against it.
pub const DEEMED_FOLDED_2013: bool = false;
/// A five-card bet without the base bet of `side_bet_requires`: returned, or refused as a round?
pub const SIDE_BET_WITHOUT_BASE: bool = false;
/// A decision to play with `play` left out in a void round or a box that is out: is there a Play bet to return?
pub const IMPLIED_PLAY_WHEN_OUT: bool = false;
/// `envy_multiple` = `one_per_round` with a spade royal and another one: which of the two sums?
pub const UNEVEN_ENVY_ONCE: bool = false;
/// `fixed_awards_from_meter` = `yes` with a royal at the table: does envy leave the meter as well?
pub const FIXED_AWARDS_WITH_ENVY: bool = false;
/// `under_minimum_before` where no second under-minimum bet is ever returned: ignored, or refused?
pub const UNDER_MINIMUM_ELSEWHERE: bool = false;
/// An Ante returned as under the minimum while Play, above the Ante, is not under it.
pub const LARGE_PLAY_ON_RETURNED_ANTE: bool = false;
/// A box with nothing but a jackpot bet, which mbs-2019 5.12.2 would deal no cards: it gets some, and stands in
/// `settlement_order`.
pub const LONE_JACKPOT: bool = true;
/// Twice the same card, or a hand of four, in a void round ("need not make sense").
pub const NONSENSE_IN_VOID: bool = true;

/// A stream of numbers from one seed (splitmix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// 0 to `bound` - 1, for small bounds.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from((self.next() >> 33) % bound as u64).unwrap_or(0)
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.next() >> 1).unwrap_or(0) % (high - low + 1)
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place + 1));
        }
    }
}

fn stake(dice: &mut Dice, rulebook: &str) -> i64 {
    if dice.chance(1) {
        return dice.between(1, 1_000_000_000_000_000);
    }
    if rulebook == "oceanfront" {
        return if dice.chance(50) {
            dice.pick(&[100, 200, 300, 400])
        } else {
            dice.between(1, 700)
        };
    }
    let odd = dice.between(1, 12_000);
    dice.pick(&[500, 2_500, 5_000, 10_000, odd, odd])
}

fn limits(dice: &mut Dice, rulebook: &str) -> Value {
    let mut limits = json!({});
    for area in ["ante", "pair_plus", "five_card"] {
        if dice.chance(25) || (area == "five_card" && rulebook != "oceanfront") {
            continue;
        }
        let oceanfront = rulebook == "oceanfront";
        let min = if oceanfront {
            dice.between(0, 300)
        } else {
            dice.between(0, 6_000)
        };
        let room = if oceanfront {
            dice.between(1, 400)
        } else {
            dice.between(1, 9_000)
        };
        limits[area] = json!({});
        if dice.chance(75) {
            limits[area]["min"] = json!(min);
        }
        if dice.chance(75) {
            limits[area]["max"] = json!(min + room);
        }
    }
    limits
}

fn bets(dice: &mut Dice, round: &Value, seat: &mut Value) {
    let rulebook = round["rulebook"].as_str().unwrap_or("");
    let oceanfront = rulebook == "oceanfront";
    let must_ante = oceanfront && round["options"]["ante_required"] != "no";
    if must_ante || dice.chance(80) {
        seat["ante"] = json!(stake(dice, rulebook));
    } else if dice.chance(20) {
        seat["ante"] = json!(0);
    }
    if dice.chance(60) || seat["ante"].as_i64().unwrap_or(0) == 0 {
        seat["pair_plus"] = json!(stake(dice, rulebook));
    } else if dice.chance(10) {
        seat["pair_plus"] = json!(0);
    }
    if oceanfront && dice.chance(70) {
        let ante = seat["ante"].as_i64().unwrap_or(0) > 0;
        let pair_plus = seat["pair_plus"].as_i64().unwrap_or(0) > 0;
        let has_base = match round["options"]["side_bet_requires"].as_str() {
            Some("pair_plus") => pair_plus,
            Some("either") => true,
            _ => ante,
        };
        if has_base || SIDE_BET_WITHOUT_BASE {
            seat["five_card"] = json!(stake(dice, rulebook));
        }
    }
    if let Some(set) = round["jackpot"]["stake"].as_i64()
        && dice.chance(70)
    {
        let over = set + dice.between(1, 600);
        let under = dice.between(0, set - 1);
        seat["jackpot"] = json!(dice.pick(&[set, set, set, set, set, set, over, under]));
        // Now and then the base bet is missing altogether.
        if LONE_JACKPOT && seat["jackpot"] != 0 && dice.chance(4) {
            seat["ante"] = json!(0);
            seat["pair_plus"] = json!(0);
        }
    }
}

fn decide(dice: &mut Dice, round: &Value, seat: &mut Value) {
    let rulebook = round["rulebook"].as_str().unwrap_or("");
    let ante = seat["ante"].as_i64().unwrap_or(0);
    if ante == 0 {
        let may_fold = rulebook == "rws-2013" && seat["pair_plus"].as_i64().unwrap_or(0) > 0;
        match dice.below(8) {
            0 => seat["decision"] = json!("absent"),
            1 | 2 if may_fold => seat["decision"] = json!("fold"),
            3 => {}
            _ => seat["decision"] = json!("none"),
        }
        return;
    }
    let decision = dice.pick(&[
        "play", "play", "play", "play", "play", "play", "fold", "fold", "absent", "hidden",
    ]);
    seat["decision"] = json!(decision);
    if decision != "play" && decision != "hidden" {
        return;
    }
    let too_small = seat["under_minimum_before"] == true
        && ante < round["limits"]["ante"]["min"].as_i64().unwrap_or(0);
    match dice.below(10) {
        0..=4 => {}
        5..=7 => seat["play"] = json!(ante),
        8 if LARGE_PLAY_ON_RETURNED_ANTE || !too_small => {
            seat["play"] = json!((ante + dice.between(1, 5_000)).min(1_000_000_000_000_000));
        }
        _ => seat["play"] = json!(dice.between(1, ante)),
    }
}

/// In a void round or a box that is out the decision may stand or not.
fn loosen(dice: &mut Dice, seat: &mut Value) {
    let played = seat["decision"] == "play" || seat["decision"] == "hidden";
    let implied = played && !seat["play"].is_i64();
    let without = dice.chance(50) || (implied && !IMPLIED_PLAY_WHEN_OUT);
    if without && let Some(fields) = seat.as_object_mut() {
        fields.remove("decision");
        fields.remove("play");
    }
}

fn out_of_the_round(dice: &mut Dice, rulebook: &str, seat: &mut Value) {
    let (invalidated, withdrawn): (&[&str], &[&str]) = match rulebook {
        "mbs-2019" => (&["5.7", "5.9", "5.10.1", "5.10.2"], &["5.7.1", "5.16.1"]),
        "rws-2013" => (&["5.1.4"], &["5.1.4"]),
        "oceanfront" => (&["ofg.irreg.1"], &["ofg.irreg.1"]),
        _ => (&["5.15", "5.18"], &["5.10.3"]),
    };
    match dice.below(26) {
        0 => seat["invalidated"] = json!(dice.pick(invalidated)),
        1 => seat["withdrawn"] = json!(dice.pick(withdrawn)),
        _ => return,
    }
    loosen(dice, seat);
}

fn void(dice: &mut Dice, round: &mut Value) {
    let clauses: &[&str] = match round["rulebook"].as_str().unwrap_or("") {
        "mbs-2019" => &["5.1", "5.2", "5.3", "5.4", "5.8"],
        "rws-2013" => &["5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.5"],
        "oceanfront" => &["ofg.irreg.1"],
        _ => &[
            "5.7.2", "5.8.1", "5.8.2", "5.8.3", "5.8.6", "5.8.7", "5.9", "5.16",
        ],
    };
    round["void"] = json!(dice.pick(clauses));
    if dice.chance(50)
        && let Some(fields) = round.as_object_mut()
    {
        fields.remove("dealer");
        fields.remove("community");
    }
    let (without_cards, nonsense) = (dice.chance(50), NONSENSE_IN_VOID && dice.chance(20));
    if let Some(seats) = round["boxes"].as_array_mut() {
        for seat in seats {
            loosen(dice, seat);
            if without_cards && let Some(fields) = seat.as_object_mut() {
                fields.remove("cards");
            } else if nonsense {
                seat["cards"] = json!("As As Kd 2c");
            }
        }
    }
}

fn jackpot(dice: &mut Dice, round: &mut Value) {
    let odd = dice.between(1, 2_000);
    let stake = dice.pick(&[100, 200, 500, 500, 1_500, odd]);
    let seed = dice.between(5_000_000, 9_000_000);
    let displayed = seed + dice.between(0, 20_000_000);
    round["jackpot"] = json!({"stake": stake, "displayed": displayed, "seed": seed});
    let awards: &[&str] = if round["rulebook"] == "rws-multilink-2024" {
        &["major", "straight_flush", "straight_flush"]
    } else {
        &["major"]
    };
    for when in ["jackpots_paid_before", "jackpots_paid_after"] {
        if dice.chance(12) {
            let mut wins = vec![json!({"award": dice.pick(awards)})];
            if dice.chance(30) {
                wins.push(json!({"award": dice.pick(awards)}));
            }
            round[when] = json!(wins);
        }
    }
}

fn flag_under_minimum(dice: &mut Dice, round: &Value, seat: &mut Value) {
    let returns = round["rulebook"] == "mbs-2019"
        || round["options"]["under_min_closed"] == "once_then_return";
    if (returns || UNDER_MINIMUM_ELSEWHERE) && dice.chance(30) {
        seat["under_minimum_before"] = json!(dice.chance(80));
    }
}

/// Takes out the options that, with these cards, would touch an open point.
fn steer_clear(round: &mut Value) {
    let mut royals = 0;
    let mut spades = 0;
    for seat in round["boxes"].as_array().map_or(&[][..], Vec::as_slice) {
        let hand = cards::hand(seat["cards"].as_str().unwrap_or(""));
        if cards::name_of_three(&hand) == "mini_royal" {
            royals += 1;
            spades += usize::from(hand[0].suit == 's');
        }
    }
    let linked = round["rulebook"] == "rws-multilink-2024";
    if let Some(options) = round["options"].as_object_mut() {
        if !UNEVEN_ENVY_ONCE && spades > 0 && royals > spades {
            options.remove("envy_multiple");
        }
        if !FIXED_AWARDS_WITH_ENVY && royals > 0 && !linked {
            options.remove("fixed_awards_from_meter");
        }
    }
}

/// A random valid round of the rulebook.
pub fn round(dice: &mut Dice, rulebook: &str) -> Value {
    let count = if dice.chance(70) {
        1 + dice.below(6)
    } else {
        1 + dice.below(15)
    };
    let mut numbers: Vec<usize> = (1..=15).collect();
    dice.shuffle(&mut numbers);
    let cards = deal(dice, rulebook, count);

    let mut round = json!({"rulebook": rulebook, "dealer": cards.dealer});
    if rulebook == "rws-multilink-2024" {
        round["community"] = json!(cards.community);
    }
    let chosen = options(dice, rulebook);
    if !chosen.is_empty() || dice.chance(10) {
        round["options"] = Value::Object(chosen);
    }
    if dice.chance(60) {
        round["limits"] = limits(dice, rulebook);
    }
    if dice.chance(3)
        && rulebook != "oceanfront"
        && (POSITION_LIMITS || !round["limits"].is_object())
    {
        if !round["options"].is_object() {
            round["options"] = json!({});
        }
        round["options"]["limit_scope"] = json!("per_position");
    }
    if rulebook != "oceanfront" && dice.chance(85) {
        jackpot(dice, &mut round);
    }

    let players = ["A", "B", "C", "D", "E", "F"];
    let people = 1 + dice.below(players.len());
    let mut seats = Vec::new();
    for (number, hand) in numbers.into_iter().zip(cards.hands) {
        let mut seat =
            json!({"box": number, "player": dice.pick(&players[..people]), "cards": hand});
        bets(dice, &round, &mut seat);
        flag_under_minimum(dice, &round, &mut seat);
        decide(dice, &round, &mut seat);
        out_of_the_round(dice, rulebook, &mut seat);
        seats.push(seat);
    }
    round["boxes"] = json!(seats);
    steer_clear(&mut round);
    if dice.chance(4) {
        void(dice, &mut round);
    }
    round
}
