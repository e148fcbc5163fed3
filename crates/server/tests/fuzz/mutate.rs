//! Changes to an input, by field and by byte.

use serde_json::{Value, json};

use crate::chance::Chance;

/// Texts that parsers stumble over.
const TOKENS: [&str; 24] = [
    "null",
    "true",
    "-1",
    "0",
    "1e400",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "1.5",
    "\"\"",
    "[]",
    "{}",
    "[[[[",
    "{\"a\":{\"a\":",
    "\\ud800",
    "\\u0000",
    "\u{feff}",
    "\u{202e}",
    "NaN",
    "/*",
    "\"request\"",
    "\"at\":",
    ",",
    "\r\n\r\n",
];

/// Some changes to bytes: flipped, left out, put in, doubled, or the end of another input.
pub fn bytes(bytes: &mut Vec<u8>, other: &[u8], chance: &mut Chance) {
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len() + 1);
        let to = (at + chance.below(9)).min(bytes.len());
        match chance.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
            1 if at < bytes.len() => bytes[at] = chance.byte(),
            2 => drop(bytes.drain(at..to)),
            3 => {
                let token = *chance.pick(&TOKENS);
                bytes.splice(at..at, token.bytes());
            }
            4 => {
                let again = bytes[at..to].repeat(1 + chance.below(40));
                bytes.splice(at..at, again);
            }
            5 => {
                let from = chance.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            _ => bytes.insert(at, chance.byte()),
        }
    }
}

/// JSON with some of its fields changed.
pub fn json(text: &str, other: &str, chance: &mut Chance) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else {
        return text.to_owned();
    };
    for _ in 0..=chance.below(3) {
        let other = serde_json::from_str(other).unwrap_or(Value::Null);
        let mut places = Vec::new();
        collect_pointers(&value, String::new(), &mut places);
        let pointer = chance.pick(&places).clone();
        if let Some(place) = value.pointer_mut(&pointer) {
            change(place, &other, chance);
        }
    }
    let mut text = value.to_string();
    if chance.percent(5) {
        // The same field twice, which a `Value` cannot hold.
        text = text.replacen('{', "{\"request\":\"look\",", 1);
    }
    text
}

fn change(place: &mut Value, other: &Value, chance: &mut Chance) {
    if let Some(fields) = place.as_object_mut().filter(|_| chance.percent(60)) {
        let names: Vec<String> = fields.keys().cloned().collect();
        if !names.is_empty() && chance.percent(50) {
            let removed = fields.remove(chance.pick(&names).as_str());
            if chance.percent(50) {
                fields.insert("zzz".to_owned(), removed.unwrap_or_default());
            }
        } else {
            fields.insert(
                chance
                    .pick(&["zzz", "at", "type", "id", "cards", ""])
                    .to_string(),
                interesting(chance),
            );
        }
        return;
    }
    *place = match (place.as_i64(), chance.below(6)) {
        (Some(number), 0) => json!(number.wrapping_add(1)),
        (Some(number), 1) => json!(number.wrapping_neg()),
        (Some(number), 2) => json!(number.to_string()),
        (_, 3) => other.clone(),
        (_, 4) => json!([place.clone()]),
        (Some(_) | None, _) => interesting(chance),
    };
}

fn interesting(chance: &mut Chance) -> Value {
    match chance.below(16) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(0),
        4 => json!(255),
        5 => json!(256),
        6 => json!(i64::MAX),
        7 => json!(i64::MIN),
        8 => json!(u64::MAX),
        9 => json!(0.5),
        10 => json!(""),
        11 => json!("x".repeat(1 + chance.below(3_000))),
        12 => json!("\u{0}\u{202e}\u{1f0a1}"),
        13 => json!([]),
        14 => json!({}),
        _ => (0..chance.below(200)).fold(json!(1), |inside, _| json!([inside])),
    }
}

fn collect_pointers(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, inside) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                collect_pointers(inside, format!("{at}/{name}"), found);
            }
        }
        Value::Array(values) => {
            for (nth, inside) in values.iter().enumerate() {
                collect_pointers(inside, format!("{at}/{nth}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    found.push(at);
}
