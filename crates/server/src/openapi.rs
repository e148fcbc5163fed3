//! The description of the API, by `OpenAPI` 3.1.
//!
//! Tables, requests and views are described by what they are for and by their outer shape; the fields of
//! each request are those of `moves`, which lists what may be sent.
// tidy: table

use serde_json::{Value, json};

/// The whole description.
pub fn description(base_path: &str) -> Value {
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Queen High",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Casino Three Card Poker by five real rulebooks. Amounts are integers in minor units; cards are rank then suit, as `As Td 2c`.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": if base_path.is_empty() { "/" } else { base_path }}],
        "security": [{}, {"bearer": []}, {"cookie": []}],
        "paths": paths(),
        "components": {"schemas": schemas(), "responses": responses(), "securitySchemes": {
            "bearer": {"type": "http", "scheme": "bearer"},
            "cookie": {"type": "apiKey", "in": "cookie", "name": crate::http::SESSION_COOKIE},
        }},
    })
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn answer(description: &str, schema: &Value) -> Value {
    json!({"description": description, "content": {"application/json": {"schema": schema}}})
}

fn problem(name: &str) -> Value {
    json!({"$ref": format!("#/components/responses/{name}")})
}

fn body(schema: &Value) -> Value {
    json!({"required": true, "content": {"application/json": {"schema": schema}}})
}

/// A call that reads, with the answers it may get beside the good one.
fn get(summary: &str, good: &Value, problems: &[(&str, &str)], parameters: &Value) -> Value {
    operation(summary, ("200", good), problems, parameters, None)
}

fn operation(
    summary: &str,
    (status, good): (&str, &Value),
    problems: &[(&str, &str)],
    parameters: &Value,
    request: Option<Value>,
) -> Value {
    let mut answers = json!({status: good, "429": problem("TooMany")});
    for (status, name) in problems {
        answers[*status] = problem(name);
    }
    let mut operation = json!({"summary": summary, "responses": answers});
    if !parameters.is_null() {
        operation["parameters"] = parameters.clone();
    }
    if let Some(request) = request {
        operation["requestBody"] = request;
        operation["responses"]["400"] = problem("Malformed");
        operation["responses"]["413"] = problem("TooLarge");
    }
    operation
}

fn in_path(name: &str, schema: &Value) -> Value {
    json!({"name": name, "in": "path", "required": true, "schema": schema})
}

fn paths() -> Value {
    let table = json!([in_path(
        "table",
        &json!({"type": "integer", "minimum": 0, "maximum": u32::MAX})
    )]);
    let rulebook = in_path("id", &reference("Rulebook"));
    let none = Value::Null;
    let done = answer(
        "It was done, by the entries after `from` up to `to`.",
        &reference("Done"),
    );
    let anything = |description: &str| answer(description, &json!({}));
    let chips = |summary: &str| json!({"post": operation(summary, ("200", &done), &[("401", "NotSignedIn"), ("403", "NotAllowed"), ("404", "NotFound"), ("409", "Refused"), ("422", "IdReused"), ("503", "Unavailable")], &table, Some(body(&reference("Chips"))))});
    json!({
        "/api/v1/guests": {"post": operation("Come as a guest, with a purse of play money", ("201", &answer("A new player; the cookie is set.", &reference("Guest"))), &[("403", "NotAllowed")], &none, None)},
        "/api/v1/sessions": {"post": operation("Sign in", ("200", &answer("Signed in; the cookie is set.", &reference("Session"))), &[("401", "NotSignedIn")], &none, Some(body(&reference("SignIn"))))},
        "/api/v1/sessions/current": {"delete": operation("Sign out", ("204", &json!({"description": "Signed out."})), &[("401", "NotSignedIn")], &none, None)},
        "/api/v1/me": {"get": get("Who I am", &answer("The account behind the session.", &reference("Me")), &[("401", "NotSignedIn")], &none)},
        "/api/v1/me/totp": {"post": operation("Begin to enrol a second device", ("200", &answer("The secret, told once, as an otpauth address.", &reference("TotpSecret"))), &[("401", "NotSignedIn"), ("403", "NotAllowed"), ("409", "Refused"), ("503", "Unavailable")], &none, None), "put": operation("Confirm the second device by a code", ("200", &answer("From now on codes are asked for.", &reference("TotpConfirmed"))), &[("401", "NotSignedIn"), ("403", "NotAllowed"), ("409", "Refused"), ("503", "Unavailable")], &none, Some(body(&reference("TotpCode"))))},
        "/api/v1/purses/{player}": {"get": get("A purse and its racks: my own, or any for cage and auditors", &answer("What the player has.", &reference("Purse")), &[("401", "NotSignedIn"), ("403", "NotAllowed"), ("404", "NotFound"), ("503", "Unavailable")], &json!([in_path("player", &json!({"type": "integer", "minimum": 0, "maximum": u32::MAX}))]))},
        "/api/v1/desk/commands": {"post": operation("Ask something of the house: money at the cage, links, tables paused", ("200", &answer("It was done.", &json!({"type": "object"}))), &[("401", "NotSignedIn"), ("403", "NotAllowed"), ("404", "NotFound"), ("409", "Refused"), ("422", "IdReused"), ("503", "Unavailable")], &none, Some(body(&reference("DeskCommand"))))},
        "/api/v1/tables": {"get": get("The lobby", &answer("Every table.", &json!({"type": "array", "items": reference("TableLine")})), &[], &none)},
        "/api/v1/tables/{table}": {"get": get("A table as I may see it", &answer("The table.", &reference("Table")), &[("401", "NotSignedIn"), ("404", "NotFound")], &table)},
        "/api/v1/tables/{table}/commands": {"post": operation("Ask something of the table", ("200", &done), &[("401", "NotSignedIn"), ("403", "NotAllowed"), ("404", "NotFound"), ("409", "Refused"), ("422", "IdReused"), ("503", "Unavailable")], &table, Some(body(&reference("Command"))))},
        "/api/v1/tables/{table}/buy-in": chips("From my purse to the table"),
        "/api/v1/tables/{table}/cash-out": chips("From the table to my purse"),
        "/api/v1/tables/{table}/socket": {"get": operation("The live table, a WebSocket", ("101", &json!({"description": "The socket is open."})), &[("401", "NotSignedIn"), ("404", "NotFound"), ("426", "UpgradeRequired")], &table, None)},
        "/api/v1/rounds": {"get": get("Rounds that are over, newest first", &answer("A page of rounds.", &reference("Rounds")), &[("400", "Malformed"), ("401", "NotSignedIn")], &json!([
            {"name": "table", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": u32::MAX}},
            {"name": "before", "in": "query", "schema": {"type": "string"}, "description": "`before` of the page before"},
            {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100}},
        ]))},
        "/api/v1/rounds/{table}/{round}": {"get": get("One round, whole", &anything("Events, the table at its end, the proof of its deck."), &[("401", "NotSignedIn"), ("404", "NotFound")], &json!([table[0], in_path("round", &json!({"type": "integer", "minimum": 0}))]))},
        "/api/v1/jackpots": {"get": get("Meters and last wins", &anything("Every linked jackpot."), &[], &none)},
        "/api/v1/jackpots/events": {"get": operation("The same, as server-sent events", ("200", &json!({"description": "An event `jackpots` whenever a meter moves.", "content": {"text/event-stream": {"schema": {"type": "string"}}}})), &[], &none, None)},
        "/api/v1/rulebooks": {"get": get("The rulebooks", &anything("Every rulebook."), &[], &none)},
        "/api/v1/rulebooks/{id}": {"get": get("A rulebook", &anything("Its answers and pay tables."), &[("404", "NotFound")], &json!([rulebook]))},
        "/api/v1/rulebooks/{id}/clauses/{clause}": {"get": get("A clause", &anything("Its text, and the tests that cite it."), &[("404", "NotFound")], &json!([rulebook, in_path("clause", &json!({"type": "string"}))]))},
        "/api/v1/rulebooks/{id}/irregularities": {"get": get("What is done about each irregularity", &anything("Every row of the matrix."), &[("404", "NotFound")], &json!([rulebook]))},
        "/api/v1/settle": {"post": operation("Settle a round written down", ("200", &anything("As `queenhigh settle` answers.")), &[], &none, Some(body(&json!({"type": "object"}))))},
        "/api/v1/analyze/{id}": {"get": get("The exact figures of a rulebook", &anything("As `queenhigh analyze` answers."), &[("404", "NotFound")], &json!([rulebook]))},
        "/healthz": {"get": operation("The process answers", ("200", &json!({"description": "It does."})), &[], &none, None)},
        "/readyz": {"get": operation("People may be served", ("200", &json!({"description": "They may."})), &[("503", "Unavailable")], &none, None)},
    })
}

fn object(required: &[&str], properties: &Value) -> Value {
    json!({"type": "object", "required": required, "properties": properties})
}

fn schemas() -> Value {
    let amount = json!({"type": "integer", "description": "Minor units"});
    let id = json!({"description": "The caller's own id: the same id again gets the same answer", "oneOf": [{"type": "string", "minLength": 1, "maxLength": 100}, {"type": "integer", "minimum": 0}]});
    let number = json!({"type": "integer"});
    let text = json!({"type": "string"});
    json!({
        "Rulebook": {"type": "string", "enum": ["rws-2013", "mbs-2019", "rws-2020", "rws-multilink-2024", "oceanfront"]},
        "Guest": object(&["player", "name", "token", "purse"], &json!({"player": number, "name": text, "token": text, "purse": amount})),
        "SignIn": object(&["name", "password"], &json!({"name": text, "password": text, "code": {"type": ["string", "null"], "description": "Of the second factor"}})),
        "Session": object(&["token", "role"], &json!({"token": text, "role": text, "name": text})),
        "Me": object(&["role", "name"], &json!({"role": text, "name": text, "player": number, "person": number, "purse": {"type": ["integer", "null"]}, "racks": {"type": "array", "items": object(&["table", "amount"], &json!({"table": number, "amount": amount}))}})),
        "TableLine": object(&["table", "rulebook", "phase", "boxes", "seated", "limits", "link"], &json!({"table": number, "phase": text, "boxes": number, "seated": number})),
        "Table": object(&["epoch", "n", "view", "moves", "rack", "deadline_ms"], &json!({"epoch": text, "n": number, "view": {"type": "object"}, "moves": {"type": "array", "items": {"type": "object"}}, "rack": {"type": ["integer", "null"]}, "deadline_ms": {"type": ["integer", "null"]}})),
        "Command": object(&["id", "request"], &json!({"id": id, "request": object(&["request"], &json!({"request": text}))})),
        "Chips": object(&["id", "amount"], &json!({"id": id, "amount": amount})),
        "TotpSecret": object(&["uri"], &json!({"uri": text})),
        "TotpCode": object(&["code"], &json!({"code": text})),
        "TotpConfirmed": object(&["second_device"], &json!({"second_device": {"const": true}})),
        "Purse": object(&["player", "purse", "racks"], &json!({"player": number, "purse": amount, "racks": {"type": "array", "items": object(&["table", "amount"], &json!({"table": number, "amount": amount}))}})),
        "DeskCommand": object(&["id", "request"], &json!({"id": id, "request": object(&["request"], &json!({"request": {"type": "string", "enum": <crate::desk::DeskRequest as crate::roles::Row>::NAMES}})), "with": {"description": "The second person: name, password and code, or a one-time ticket", "type": ["object", "null"]}})),
        "Done": object(&["outcome", "from", "to"], &json!({"outcome": {"const": "done"}, "from": number, "to": number})),
        "Rounds": object(&["rounds", "before"], &json!({"rounds": {"type": "array", "items": object(&["table", "round", "ended", "staked", "returned", "net"], &json!({"table": number, "round": number}))}, "before": {"type": ["string", "null"]}})),
        "Problem": object(&["status", "title", "detail", "code"], &json!({"status": number, "title": text, "detail": text, "code": text, "clauses": {"type": "array", "items": text}, "again_ms": number})),
    })
}

fn responses() -> Value {
    let mut all = json!({});
    for (name, description) in [
        (
            "Malformed",
            "The request cannot be read; `detail` names the field.",
        ),
        ("NotSignedIn", "There is no session, or it has ended."),
        ("NotAllowed", "Not for this role, or not from this page."),
        ("NotFound", "There is no such thing."),
        (
            "Refused",
            "The rules or the house refuse it; `code` and `clauses` say why.",
        ),
        ("TooLarge", "The body is too large."),
        ("IdReused", "The id was used for another request."),
        ("UpgradeRequired", "This call opens a WebSocket."),
        (
            "TooMany",
            "Too many requests; `again_ms` says when the next is taken.",
        ),
        (
            "Unavailable",
            "Not just now; `again_ms` says when to try again.",
        ),
    ] {
        let content = json!({"application/problem+json": {"schema": reference("Problem")}});
        all[name] = json!({"description": description, "content": content});
    }
    all
}
