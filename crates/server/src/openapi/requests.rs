//! What may be asked of a table, and how a list of moves says so.

use std::borrow::Cow;
use std::collections::BTreeMap;

use house::game::{Answer, Area, Money, Request, RulebookId};
use house::table::{CardRequest, HouseRequest};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};

use crate::wire::Opening;

/// Requests that the house makes of itself: no role may make them, and they are not described.
const OF_THE_SYSTEM: [&str; 6] = [
    "admit-to-link",
    "lose-link",
    "take-over",
    "end-waiting",
    "seal-seed",
    "tell-seed",
];

/// Any request to a table: of the rules, of the house, or about cards.
pub struct AnyRequest;

impl JsonSchema for AnyRequest {
    fn schema_name() -> Cow<'static, str> {
        "TableRequest".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut all = openings(generator);
        for schema in [
            Request::json_schema(generator),
            HouseRequest::json_schema(generator),
            CardRequest::json_schema(generator),
        ] {
            let described = schema.get("oneOf").and_then(Value::as_array);
            let mut described = described.cloned().unwrap_or_default();
            described.retain(|request| {
                let name = &request["properties"]["request"]["const"];
                let is_system = OF_THE_SYSTEM.iter().any(|own| name == own);
                name != "open-table" && !is_system
            });
            all.append(&mut described);
        }
        json_schema!({
            "description": "What is asked of a table. What may be asked now is listed in `moves`.",
            "oneOf": all,
        })
    }
}

/// Opening a table, for each rulebook with the options that its text leaves to the house.
fn openings(generator: &mut SchemaGenerator) -> Vec<Value> {
    let opening = Opening::json_schema(generator);
    let of_rulebook = RulebookId::ALL.map(|id| {
        let left_open = id.form().answers().into_iter();
        let left_open = left_open.filter(|answer| !answer.choices.is_empty());
        let options: BTreeMap<&str, Value> = left_open
            .map(|answer| (answer.switch, choices(id, &answer)))
            .collect();
        let mut schema = opening.clone().to_value();
        let fields = &mut schema["properties"];
        fields["request"] = json!({"type": "string", "const": "open-table"});
        fields["rulebook"] = json!({"type": "string", "const": id});
        fields["options"] = json!({
            "description": fields["options"]["description"],
            "type": "object",
            "properties": options,
        });
        schema["description"] = json!(format!("Opens the table under {id}."));
        if let Some(schema) = schema.as_object_mut() {
            schema.remove("title");
        }
        schema
    });
    of_rulebook.into()
}

/// What a house may choose of a switch, as far as it can be listed.
fn choices(id: RulebookId, answer: &Answer) -> Value {
    let is_taken = |choice: &&String| id.form().clone().choose(answer.switch, choice).is_ok();
    let listed: Vec<&String> = answer.choices.iter().filter(is_taken).collect();
    if listed.is_empty() {
        // Words in any order: the usual one stands for all.
        let told = answer.choices.join(", ");
        return json!({"description": told, "enum": [answer.says]});
    }
    json!({"enum": listed})
}

/// Something that may be asked of a table now: `request` can be sent as it stands, unless there are
/// `fields` to fill in.
#[derive(Serialize, JsonSchema)]
pub struct ListedMove {
    /// The request, or as much of it as is fixed.
    request: NamedRequest,
    /// The smallest amount that is granted, where an amount is to be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<Money>,
    /// The largest.
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<Money>,
    /// Amounts from the smallest to the largest go in steps of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<Money>,
    /// The smallest amount that the table's limits let stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit_min: Option<Money>,
    /// The largest.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit_max: Option<Money>,
    /// What is lost at once with a fold, bet by bet; other bets of the hand stay in.
    #[serde(skip_serializing_if = "Option::is_none")]
    loses: Option<BTreeMap<Area, Money>>,
    /// What each field of the request may hold, by the path to it: choices, or the word for what is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<BTreeMap<String, Value>>,
}

/// A request by its name, with the fields that are fixed.
#[derive(Serialize, JsonSchema)]
struct NamedRequest {
    /// The name of the request.
    request: String,
    #[serde(flatten)]
    fields: BTreeMap<String, Value>,
}

#[cfg(test)]
mod tests {
    use house::people::Role;

    use super::*;
    use crate::{roles, wire};

    /// What is left out of the description is open to no role.
    #[test]
    fn requests_of_the_system_are_open_to_no_role() {
        let seed = "0".repeat(64);
        let samples = [
            json!({"request": "admit-to-link", "link": 1}),
            json!({"request": "lose-link", "link": 1, "recorded": 0}),
            json!({"request": "take-over", "owner": "another process"}),
            json!({"request": "end-waiting", "round": 1, "awaited": "bets", "since": 0, "waited_seconds": 1}),
            json!({"request": "seal-seed", "promise": seed, "sealed": "00"}),
            json!({"request": "tell-seed", "seed": seed}),
        ];
        assert_eq!(
            samples.each_ref().map(|sample| sample["request"].clone()),
            OF_THE_SYSTEM
        );
        for sample in samples {
            let read = wire::read_request(&sample).unwrap();
            for role in Role::ALL {
                let cell = roles::at_table(role, &read.request);
                assert_eq!(cell, roles::Cell::No, "{role}: {sample}");
            }
        }
    }
}
