//! Rounds that were played, jackpots, the log.

use house::history;
use serde_json::{Value, json};

use super::{Call, Needs, in_json, in_path, in_query, list_of, read_call, table, text};
use crate::answers::{Meter, RoundsPage, WholeRound};
use crate::openapi::schemas::Schemas;

pub(super) fn calls(schemas: &mut Schemas) -> Vec<Call> {
    let number = json!({"type": "integer", "minimum": 0, "maximum": u32::MAX});
    let digits = "(0|[1-9][0-9]{0,17})";
    let short = "(0|[1-9][0-9]{0,8})";
    let cursor = format!("^{digits}\\.(house|(table|link|purse)/{short})\\.{digits}$");
    let limit =
        json!({"type": "integer", "minimum": 1, "maximum": history::PAGE_MAX, "default": 20});
    vec![
        Call {
            session: Needs::Session,
            parameters: vec![
                in_query("table", "Rounds of this table alone", number),
                in_query(
                    "before",
                    "`before` of the page before",
                    json!({"type": "string", "pattern": cursor}),
                ),
                in_query("limit", "How many", limit),
            ],
            problems: &[400],
            ..read_call(
                "/api/v1/rounds",
                "Rounds that are over, newest first",
                in_json(schemas.sent::<RoundsPage>()),
            )
        },
        Call {
            parameters: vec![
                table(),
                in_query(
                    "views",
                    "The table after each commit, too",
                    json!({"type": "string", "enum": ["all"]}),
                ),
                in_path(
                    "round",
                    json!({"type": "integer", "minimum": 0, "maximum": u64::MAX, "example": 1}),
                ),
            ],
            problems: &[400, 401],
            ..read_call(
                "/api/v1/rounds/{table}/{round}",
                "One round that is over, whole, as I may know it",
                in_json(schemas.sent::<WholeRound>()),
            )
        },
        read_call(
            "/api/v1/jackpots",
            "Meters and last wins",
            list_of(schemas.sent::<Meter>()),
        ),
        Call {
            good: (
                200,
                "An event `jackpots` with all meters whenever one of them moves.",
                text("text/event-stream"),
            ),
            ..read_call(
                "/api/v1/jackpots/events",
                "Meters and last wins, as server-sent events",
                Value::Null,
            )
        },
    ]
}
