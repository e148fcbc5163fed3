//! Tables: what they are, commands, chips, the socket.

use serde_json::{Value, json};

use super::{Call, Needs, in_json, list_of, read_call, table};
use crate::answers::{ChipsMoved, Company, Done, TableBody, TableLine};
use crate::http::{ChipsBody, CompanyBody};
use crate::openapi::schemas::Schemas;
use crate::wire::WireCommand;

/// Chips moved between a purse and a table.
fn chips(schemas: &mut Schemas, path: &'static str, summary: &'static str) -> Call {
    Call {
        method: "post",
        session: Needs::Session,
        parameters: vec![table()],
        body: Some(
            json!({"application/json": {"schema": schemas.read::<ChipsBody>(), "example": {"id": 1, "amount": 1000}}}),
        ),
        good: (
            200,
            "The chips were moved.",
            in_json(schemas.sent::<ChipsMoved>()),
        ),
        problems: &[409, 422],
        ..read_call(path, summary, Value::Null)
    }
}

pub(super) fn calls(schemas: &mut Schemas) -> Vec<Call> {
    let bet = json!({"id": "my first bet", "request": {"request": "place-bet", "at": 3, "area": "ante", "amount": 1000}});
    vec![
        read_call(
            "/api/v1/tables",
            "The lobby: every table",
            list_of(schemas.sent::<TableLine>()),
        ),
        Call {
            parameters: vec![table()],
            problems: &[401],
            ..read_call(
                "/api/v1/tables/{table}",
                "A table as I may see it",
                in_json(schemas.sent::<TableBody>()),
            )
        },
        Call {
            method: "post",
            session: Needs::Session,
            parameters: vec![table()],
            body: Some(
                json!({"application/json": {"schema": schemas.read::<WireCommand>(), "example": bet}}),
            ),
            good: (
                200,
                "It was done, by the entries after `from` up to `to`.",
                in_json(schemas.sent::<Done>()),
            ),
            problems: &[409, 422],
            ..read_call(
                "/api/v1/tables/{table}/commands",
                "Ask something of the table",
                Value::Null,
            )
        },
        chips(
            schemas,
            "/api/v1/tables/{table}/buy-in",
            "From my purse to the table",
        ),
        chips(
            schemas,
            "/api/v1/tables/{table}/cash-out",
            "From the table to my purse",
        ),
        Call {
            method: "post",
            session: Needs::Session,
            parameters: vec![table()],
            body: Some(in_json(schemas.read::<CompanyBody>())),
            problems: &[409],
            ..read_call(
                "/api/v1/tables/{table}/company",
                "Have players of the house keep a quiet table company",
                in_json(schemas.sent::<Company>()),
            )
        },
        socket(),
    ]
}

fn socket() -> Call {
    Call {
        parameters: vec![table()],
        good: (
            101,
            "The socket is open: `x-client-message` goes one way, `x-server-message` the other.",
            Value::Null,
        ),
        problems: &[401, 426],
        ..read_call(
            "/api/v1/tables/{table}/socket",
            "The live table, a WebSocket",
            Value::Null,
        )
    }
}
