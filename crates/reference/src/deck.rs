//! The deck that follows from seeds, written from `docs/FAIRNESS.md` alone.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The deck of a `shuffle` as `export rounds` writes it.
///
/// # Errors
///
/// Where a field is missing, or a seed is not the one that was promised.
pub fn deck(shuffle: &Value) -> Result<Vec<String>, String> {
    let table = number(shuffle, "table")?;
    let round = number(shuffle, "round")?;
    let house = kept(&shuffle["house"], table, round, "house")?.ok_or("house: no seed")?;
    let mut opened: Vec<(u64, String)> = Vec::new();
    let players = shuffle["players"].as_array();
    for entry in players.ok_or("players: expected a list")? {
        let player = number(entry, "player")?;
        if let Some(seed) = kept(entry, table, round, &format!("player {player}"))? {
            opened.push((player, seed));
        }
    }
    opened.sort();
    let mut lines = vec![
        "queenhigh deck".to_owned(),
        format!("table {table}"),
        format!("round {round}"),
        format!("house {house}"),
    ];
    lines.extend(
        opened
            .iter()
            .map(|(player, seed)| format!("player {player} {seed}")),
    );
    let deal = number(shuffle, "deal")?;
    if deal > 1 {
        lines.push(format!("deal {deal}"));
    }
    let key = sha256(&format!("{}\n", lines.join("\n")));
    // A byte is skipped now and then: twenty blocks are far more than fifty-one draws need.
    let chance: Vec<u8> = (0..20)
        .flat_map(|block| bytes(&sha256(&format!("{key} {block}\n"))))
        .collect();
    let mut chance = chance.into_iter();
    let mut cards: Vec<String> = Vec::new();
    for rank in "23456789TJQKA".chars() {
        for suit in "cdhs".chars() {
            cards.push(format!("{rank}{suit}"));
        }
    }
    for place in (1..52_usize).rev() {
        let n = place + 1;
        let number = chance
            .find(|byte| usize::from(*byte) < 256 - 256 % n)
            .ok_or("the chance came to an end")?;
        cards.swap(place, usize::from(number) % n);
    }
    Ok(cards)
}

/// The seed, checked against its promise; `None` where it was withheld.
fn kept(entry: &Value, table: u64, round: u64, whose: &str) -> Result<Option<String>, String> {
    let Some(seed) = entry["seed"].as_str() else {
        return Ok(None);
    };
    let text = format!("queenhigh seed\ntable {table}\nround {round}\n{whose}\n{seed}\n");
    if entry["promise"].as_str() == Some(sha256(&text).as_str()) {
        Ok(Some(seed.to_owned()))
    } else {
        Err(format!(
            "{whose}: the seed is not the one that was promised"
        ))
    }
}

fn number(value: &Value, field: &str) -> Result<u64, String> {
    let found = value[field].as_u64();
    found.ok_or_else(|| format!("{field}: expected a number"))
}

fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let pairs: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    pairs.concat()
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = (0..hex.len() / 2).map(|at| &hex[2 * at..2 * at + 2]);
    let read = pairs.map(|pair| u8::from_str_radix(pair, 16));
    read.map(|byte| byte.expect("a digest is hexadecimal"))
        .collect()
}
