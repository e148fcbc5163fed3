//! Rulebooks, figures, and rounds that were written down.

use serde_json::{Value, json};

use super::{Call, in_json, in_path, list_of, read_call};
use crate::library::HandWorth;
use crate::openapi::library_shapes::{
    ClauseLine, Figures, RulebookLine, SettledRound, WrittenRound,
};
use crate::openapi::schemas::Schemas;

pub(super) fn calls(schemas: &mut Schemas) -> Vec<Call> {
    let mut id = in_path("id", schemas.sent::<house::game::RulebookId>());
    id["example"] = json!("rws-2020");
    let mut clause = in_path("clause", json!({"type": "string", "minLength": 1}));
    clause["example"] = json!("3.12.1");
    let anything = || in_json(json!({}));
    vec![
        read_call(
            "/api/v1/rulebooks",
            "The rulebooks",
            list_of(schemas.sent::<RulebookLine>()),
        ),
        Call {
            parameters: vec![id.clone()],
            ..read_call(
                "/api/v1/rulebooks/{id}",
                "A rulebook: its answers and pay tables",
                anything(),
            )
        },
        Call {
            parameters: vec![id.clone()],
            ..read_call(
                "/api/v1/rulebooks/{id}/clauses",
                "Every clause of a rulebook, in the order of its text",
                list_of(schemas.sent::<ClauseLine>()),
            )
        },
        Call {
            parameters: vec![id.clone(), clause],
            ..read_call(
                "/api/v1/rulebooks/{id}/clauses/{clause}",
                "A clause, and the tests that cite it",
                anything(),
            )
        },
        Call {
            parameters: vec![id.clone()],
            ..read_call(
                "/api/v1/rulebooks/{id}/irregularities",
                "What is done about each irregularity",
                anything(),
            )
        },
        Call {
            method: "post",
            body: Some(
                json!({"application/json": {"schema": schemas.read::<WrittenRound>(), "example": written_round()}}),
            ),
            ..read_call(
                "/api/v1/settle",
                "Settle a round written down, as `queenhigh settle` does",
                in_json(schemas.sent::<SettledRound>()),
            )
        },
        hand_worth(schemas),
        Call {
            parameters: vec![id],
            ..read_call(
                "/api/v1/analyze/{id}",
                "The exact figures of a rulebook, as `queenhigh analyze` writes them",
                in_json(schemas.sent::<Figures>()),
            )
        },
    ]
}

/// The worth of one hand at a table.
fn hand_worth(schemas: &mut Schemas) -> Call {
    let letters = json!({"type": "string", "minLength": 6, "maxLength": 6});
    let mut cards = in_path("cards", letters);
    cards["example"] = json!("Qs7h4d");
    let table = in_path("table", schemas.sent::<house::ledger::TableId>());
    Call {
        parameters: vec![table, cards],
        ..read_call(
            "/api/v1/tables/{table}/hands/{cards}",
            "What playing and folding a hand is worth at a table, under its own options",
            in_json(schemas.sent::<HandWorth>()),
        )
    }
}

fn written_round() -> Value {
    json!({
        "rulebook": "rws-2020",
        "limits": {"ante": {"min": 2500, "max": 100_000}},
        "jackpot": {"stake": 500, "displayed": 18_765_430, "seed": 5_000_000},
        "dealer": "Jc Td 8h",
        "boxes": [
            {"box": 1, "player": "A", "cards": "As Ks Qs", "ante": 5000, "pair_plus": 2500, "jackpot": 500, "decision": "play", "play": 5000},
            {"box": 2, "player": "B", "cards": "7c 5d 3h", "ante": 2500, "jackpot": 500, "decision": "fold"},
        ],
    })
}
