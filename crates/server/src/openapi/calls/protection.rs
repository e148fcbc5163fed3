//! A player's own limits and play.

use serde_json::{Map, Value, json};

use super::{Call, Needs, in_json, in_path, in_query, read_call};
use crate::http::ExclusionBody;
use crate::openapi::schemas::Schemas;
use crate::protection::Limit;
use crate::protection::answers::{LimitsBody, PlayBody};

// tidy: table
pub(super) fn calls(schemas: &mut Schemas) -> Vec<Call> {
    let path = "/api/v1/me/limits";
    let limits = in_json(schemas.sent::<LimitsBody>());
    let mine = |path, summary| Call {
        session: Needs::Session,
        ..read_call(path, summary, limits.clone())
    };
    let change = |method, path, summary, body| Call {
        method,
        body,
        problems: &[404, 409],
        ..mine(path, summary)
    };
    let value = json!({"type": ["integer", "null"], "minimum": 0});
    let names = Limit::ALL.map(Limit::name);
    let values: Map<String, Value> = names
        .iter()
        .map(|name| ((*name).to_owned(), value.clone()))
        .collect();
    let asked = json!({"type": "object", "additionalProperties": false, "minProperties": 1, "properties": values});
    let asked = json!({"application/json": {"schema": asked, "example": {"loss-day": 20_000}}});
    let limit = in_path("limit", json!({"type": "string", "enum": names}));
    let away = "/api/v1/me/exclusion";
    let play = in_json(schemas.sent::<PlayBody>());
    let number = json!({"type": "integer", "minimum": 0, "maximum": u32::MAX});
    vec![
        mine(path, "My own limits, and how much of each is used"),
        change(
            "put",
            path,
            "Change my limits: tighter at once, looser after a day",
            Some(asked),
        ),
        Call {
            parameters: vec![limit],
            ..change(
                "delete",
                "/api/v1/me/limits/{limit}/waiting",
                "Take back a looser limit that waits",
                None,
            )
        },
        change(
            "post",
            away,
            "Stay away from every table, from now on; nothing shortens it",
            Some(in_json(schemas.read::<ExclusionBody>())),
        ),
        change(
            "delete",
            away,
            "Ask to come back, once the time is over",
            None,
        ),
        Call {
            method: "post",
            session: Needs::Session,
            ..read_call(
                "/api/v1/me/reality-check",
                "I have looked at time and money, and go on",
                play.clone(),
            )
        },
        Call {
            session: Needs::Session,
            parameters: vec![in_query("table", "At this table, too", number)],
            problems: &[400],
            ..read_call(
                "/api/v1/me/play",
                "What I have played: time, stakes and net",
                play,
            )
        },
    ]
}
