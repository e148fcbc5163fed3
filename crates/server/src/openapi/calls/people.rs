//! Sign-in, guests, accounts.

use serde_json::{Value, json};

use super::{Call, Needs, in_json, in_path, read_call};
use crate::answers::{Guest, HouseBody, Me, Session};
use crate::http::SignIn;
use crate::openapi::schemas::Schemas;

pub(super) fn calls(schemas: &mut Schemas) -> Vec<Call> {
    let sign_in = json!({"name": "Dealer", "password": "a long password"});
    vec![
        Call {
            method: "post",
            good: (
                201,
                "A new player; the cookie is set.",
                in_json(schemas.sent::<Guest>()),
            ),
            ..read_call(
                "/api/v1/guests",
                "Come as a guest, with a purse of play money",
                Value::Null,
            )
        },
        Call {
            method: "post",
            body: Some(
                json!({"application/json": {"schema": schemas.read::<SignIn>(), "example": sign_in}}),
            ),
            good: (
                200,
                "Signed in; the cookie is set.",
                in_json(schemas.sent::<Session>()),
            ),
            problems: &[401],
            ..read_call("/api/v1/sessions", "Sign in", Value::Null)
        },
        Call {
            method: "delete",
            session: Needs::Session,
            good: (204, "Signed out.", Value::Null),
            ..read_call("/api/v1/sessions/current", "Sign out", Value::Null)
        },
        Call {
            session: Needs::Session,
            ..read_call("/api/v1/me", "Who I am", in_json(schemas.sent::<Me>()))
        },
        read_call(
            "/api/v1/house",
            "The house, and who asks",
            in_json(schemas.sent::<HouseBody>()),
        ),
        Call {
            parameters: vec![in_path(
                "ticket",
                json!({"type": "string", "pattern": "^[0-9a-f]{64}$"}),
            )],
            good: (303, "Signed in; the cookie is set.", Value::Null),
            ..read_call("/enter/{ticket}", "Sign in by a one-time link", Value::Null)
        },
    ]
}
