//! Second devices, purses and the desk of the house.

use serde_json::json;

use super::{Call, Needs, in_json, in_path, read_call};
use crate::answers::{DeviceConfirmed, DeviceSecret, DoneAtDesk, PurseBody};
use crate::http::DeskCommand;
use crate::openapi::schemas::Schemas;

/// Second devices, purses and the desk.
pub(super) fn calls(schemas: &mut Schemas) -> Vec<Call> {
    vec![
        Call {
            method: "post",
            session: Needs::Session,
            problems: &[409],
            ..read_call(
                "/api/v1/me/totp",
                "Begin to enrol a second device; the secret is told once",
                in_json(schemas.sent::<DeviceSecret>()),
            )
        },
        Call {
            method: "put",
            session: Needs::Session,
            body: Some(in_json(
                json!({"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}, "additionalProperties": false}),
            )),
            problems: &[409],
            ..read_call(
                "/api/v1/me/totp",
                "Confirm the second device by a code",
                in_json(schemas.sent::<DeviceConfirmed>()),
            )
        },
        Call {
            session: Needs::Session,
            parameters: vec![in_path(
                "player",
                json!({"type": "integer", "minimum": 0, "maximum": u32::MAX}),
            )],
            ..read_call(
                "/api/v1/purses/{player}",
                "A purse and its racks: my own, or any for cage and auditors",
                in_json(schemas.sent::<PurseBody>()),
            )
        },
        Call {
            method: "post",
            session: Needs::Session,
            body: Some(in_json(schemas.read::<DeskCommand>())),
            problems: &[404, 409, 422],
            ..read_call(
                "/api/v1/desk/commands",
                "Ask something of the house: money at the cage, links, tables paused",
                in_json(schemas.sent::<DoneAtDesk>()),
            )
        },
    ]
}
