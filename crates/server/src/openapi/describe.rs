//! The whole description, from the types.

use serde_json::{Value, json};

use super::calls;
use super::schemas::Schemas;
use crate::problem::Problem;

/// The description of the API of a house at the root of its address.
pub fn describe() -> Value {
    let mut schemas = Schemas::new();
    let mut described = json!({
        "paths": calls::paths(&mut schemas),
        "responses": responses(&schemas.sent::<Problem>()),
    });
    let all = schemas.finish(&mut described);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Queen High",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Casino Three Card Poker by five real rulebooks. Amounts are integers in minor units; cards are rank then suit, as `As Td 2c`.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"bearer": []}, {"cookie": []}],
        "components": {
            "schemas": all,
            "responses": described["responses"],
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": crate::http::SESSION_COOKIE},
            },
        },
        "paths": described["paths"],
    })
}

/// The problems that calls may get, by status.
fn responses(problem: &Value) -> Value {
    let mut all = json!({});
    for (status, description) in [
        (
            "400",
            "The request cannot be read; `detail` names the field.",
        ),
        ("401", "There is no session, or it has ended."),
        ("403", "Not for this role, or not from this page."),
        ("404", "There is no such thing."),
        (
            "409",
            "The rules or the house refuse it; `code` and `clauses` say why.",
        ),
        ("413", "The body is too large."),
        ("415", "The body is not JSON."),
        ("422", "The id was used for another request."),
        ("426", "This call opens a WebSocket."),
        (
            "429",
            "Too many requests; `again_ms` says when the next is taken.",
        ),
        ("503", "Not just now; `again_ms` says when to try again."),
    ] {
        let content = json!({"application/problem+json": {"schema": problem}});
        all[status] = json!({"description": description, "content": content});
        if matches!(status, "429" | "503") {
            let seconds = json!({"type": "integer", "minimum": 0});
            let header = json!({"description": "In seconds", "schema": seconds});
            all[status]["headers"] = json!({"Retry-After": header});
        }
    }
    all
}
