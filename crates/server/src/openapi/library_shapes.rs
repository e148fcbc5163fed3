//! Rounds written down, their settlement, and what the library answers, by their shape. The program that
//! opens the doors writes these texts; the contract test holds its answers against this.

use std::collections::BTreeMap;

use house::game::RulebookId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A round written down. Which cards and bets go together the rules say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WrittenRound {
    /// The rulebook it is settled by.
    rulebook: RulebookId,
    /// The least and the most of each bet; each bound may be left out.
    #[serde(default)]
    limits: BTreeMap<String, BTreeMap<String, Amount>>,
    /// The jackpot, where a box stakes on it.
    #[serde(default)]
    #[schemars(with = "WrittenJackpot")]
    jackpot: (),
    /// The house's options, by switch.
    #[serde(default)]
    options: BTreeMap<String, Value>,
    /// The Dealer's hand: three cards, as `Jc Td 8h`.
    #[serde(default)]
    dealer: String,
    /// Two cards, under `rws-multilink-2024`.
    #[serde(default)]
    community: String,
    /// The boxes, in any order.
    boxes: Vec<WrittenBox>,
    /// The clause by which the whole round is void.
    #[serde(default)]
    void: String,
    /// Wins at other linked tables that are paid before this table's.
    #[serde(default)]
    jackpots_paid_before: Vec<WrittenWin>,
    /// Wins at other linked tables that are paid after.
    #[serde(default)]
    jackpots_paid_after: Vec<WrittenWin>,
}

/// An amount in minor units.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
struct Amount(#[schemars(range(min = 0, max = 1_000_000_000_000_000_i64))] i64);

/// A jackpot as a round finds it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WrittenJackpot {
    /// What a bet costs.
    stake: Amount,
    /// The meter, with this round's contributions in it.
    displayed: Amount,
    /// What a full win resets it to.
    seed: Amount,
}

/// A win at another table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WrittenWin {
    /// `major`, or `straight_flush` under `rws-multilink-2024`.
    award: String,
}

/// A box of a round.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WrittenBox {
    /// Its number, from the Dealer's left.
    #[serde(rename = "box")]
    #[schemars(range(min = 1, max = 15))]
    number: u8,
    /// Equal names mean one person.
    player: String,
    /// Three cards, as `As Ks Qs`.
    #[serde(default)]
    cards: String,
    #[serde(default)]
    ante: Amount,
    #[serde(default)]
    play: Amount,
    #[serde(default)]
    pair_plus: Amount,
    #[serde(default)]
    five_card: Amount,
    #[serde(default)]
    jackpot: Amount,
    /// What was decided.
    #[serde(default)]
    decision: Decision,
    /// The clause by which the hand is out.
    #[serde(default)]
    invalidated: String,
    /// The clause by which the Player took every bet back.
    #[serde(default)]
    withdrawn: String,
    /// A repeated stake below the minimum (mbs-2019 5.13).
    #[serde(default)]
    under_minimum_before: bool,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Decision {
    Play,
    Fold,
    #[default]
    None,
    Absent,
    Hidden,
}

/// A settled round, as `queenhigh settle` writes it.
#[derive(Serialize, JsonSchema)]
pub struct SettledRound {
    rulebook: RulebookId,
    /// False, or the clause by which the round is void.
    void: Value,
    dealer: Option<SettledDealer>,
    boxes: Vec<SettledBox>,
    /// The boxes still in at the showdown, in the order they are settled.
    settlement_order: Vec<u8>,
    jackpot: Option<SettledJackpot>,
    house_net: i64,
}

#[derive(Serialize, JsonSchema)]
struct SettledDealer {
    hand: String,
    qualifies: bool,
}

#[derive(Serialize, JsonSchema)]
struct SettledBox {
    #[serde(rename = "box")]
    number: u8,
    player: String,
    hand: Option<String>,
    lines: Vec<SettledLine>,
    staked: i64,
    returned: i64,
    net: i64,
}

#[derive(Serialize, JsonSchema)]
struct SettledLine {
    bet: String,
    staked: i64,
    at_risk: i64,
    returned: i64,
    outcome: String,
    clauses: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct SettledJackpot {
    before: i64,
    payments: Vec<SettledAward>,
    after: i64,
}

#[derive(Serialize, JsonSchema)]
struct SettledAward {
    #[serde(rename = "box")]
    number: u8,
    amount: i64,
    award: String,
}

/// A rulebook as the list of rulebooks shows it.
#[derive(Serialize, JsonSchema)]
pub struct RulebookLine {
    id: RulebookId,
    title: String,
    version: String,
    digest: String,
}

/// A clause of a rulebook.
#[derive(Serialize, JsonSchema)]
pub struct ClauseLine {
    clause: String,
    kind: String,
    requirement: String,
}

/// The exact figures of a rulebook, as `queenhigh analyze` writes them.
#[derive(Serialize, JsonSchema)]
pub struct Figures {
    rulebook: RulebookId,
    digest: String,
    options: BTreeMap<String, String>,
    hands: BTreeMap<String, u64>,
    ante_play: BTreeMap<String, Value>,
    pair_plus: Option<BTreeMap<String, Value>>,
    jackpot: Option<BTreeMap<String, Value>>,
    five_card: Option<BTreeMap<String, Value>>,
    combined: BTreeMap<String, Value>,
}
