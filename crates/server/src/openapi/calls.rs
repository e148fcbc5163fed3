//! Every call of the API: what it is for, what it takes, and every answer it may get.
// tidy: table

use house::history;
use serde_json::{Map, Value, json};

use super::library_shapes::{ClauseLine, Figures, RulebookLine, SettledRound, WrittenRound};
use super::schemas::Schemas;
use super::socket_shapes::ServerMessage;
use crate::answers::{
    ChipsMoved, Company, DeviceConfirmed, DeviceSecret, Done, Guest, HouseBody, Me, Meter,
    PurseBody, RoundsPage, Session, TableBody, TableLine, WholeRound,
};
use crate::disputes::{AnswerBody, Dispute, DisputesPage, RaiseBody};
use crate::http::{ChipsBody, CompanyBody, ExclusionBody, SignIn};
use crate::library::HandWorth;
use crate::protection::Limit;
use crate::protection::answers::{LimitsBody, PlayBody};
use crate::socket::ClientMessage;
use crate::wire::WireCommand;

/// A call, before it is written into the description.
struct Call {
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    /// Whether it is refused without a session.
    session: Needs,
    parameters: Vec<Value>,
    body: Option<Value>,
    /// The good answer: its status, what it says, and its content.
    good: (u16, &'static str, Value),
    /// The statuses of the problems it may get, beside those that every call may get.
    problems: &'static [u16],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    Session,
}

/// All calls by path and method.
pub fn paths(schemas: &mut Schemas) -> Value {
    let mut paths = json!({});
    for call in calls(schemas) {
        let (method, path) = (call.method, call.path);
        paths[path][method] = call.operation();
    }
    // These have no call of their own: they are what goes over the socket.
    let socket = "/api/v1/tables/{table}/socket";
    paths[socket]["get"]["x-client-message"] = schemas.read::<ClientMessage>();
    paths[socket]["get"]["x-server-message"] = schemas.sent::<ServerMessage>();
    paths
}

impl Call {
    fn operation(mut self) -> Value {
        let (status, description, content) = self.good;
        let mut good = json!({"description": description});
        if !content.is_null() {
            good["content"] = content;
        }
        let mut answers = Map::from_iter([(status.to_string(), good)]);
        let mut problems = self.problems.to_vec();
        // From a page of another house; too many requests; no store.
        problems.extend([403, 429, 503]);
        if self.session == Needs::Session {
            problems.push(401);
        }
        if self.body.is_some() {
            problems.extend([400, 413, 415]);
        }
        if self.path.contains('{') {
            // A path that is no text, such as `%ff`.
            problems.extend([400, 404]);
        }
        for status in problems {
            let reference = format!("#/components/responses/{status}");
            answers.insert(status.to_string(), json!({"$ref": reference}));
        }
        let mut operation = json!({"summary": self.summary, "responses": answers});
        if self.session == Needs::Session {
            operation["security"] = json!([{"bearer": []}, {"cookie": []}]);
        }
        if !self.parameters.is_empty() {
            operation["parameters"] = self.parameters.drain(..).collect();
        }
        if let Some(content) = self.body {
            operation["requestBody"] = json!({"required": true, "content": content});
        }
        operation
    }
}

fn in_json(schema: Value) -> Value {
    let mut content = json!({"application/json": {}});
    content["application/json"]["schema"] = schema;
    content
}

fn list_of(schema: Value) -> Value {
    let mut list = json!({"type": "array"});
    list["items"] = schema;
    in_json(list)
}

fn in_path(name: &str, schema: Value) -> Value {
    let mut parameter = json!({"name": name, "in": "path", "required": true});
    parameter["schema"] = schema;
    parameter
}

fn in_query(name: &str, description: &str, schema: Value) -> Value {
    let mut parameter = json!({"name": name, "in": "query", "description": description});
    parameter["schema"] = schema;
    parameter
}

fn table() -> Value {
    in_path(
        "table",
        json!({"type": "integer", "minimum": 0, "maximum": u32::MAX, "example": 1}),
    )
}

fn text(kind: &str) -> Value {
    json!({kind: {"schema": {"type": "string"}}})
}

fn read_call(path: &'static str, summary: &'static str, content: Value) -> Call {
    Call {
        method: "get",
        path,
        summary,
        session: Needs::Nothing,
        parameters: Vec::new(),
        body: None,
        good: (200, "As asked.", content),
        problems: &[],
    }
}

// tidy: table
fn calls(schemas: &mut Schemas) -> Vec<Call> {
    let mut calls = people(schemas);
    calls.extend(protection(schemas));
    calls.extend(disputes(schemas));
    calls.extend(desk(schemas));
    calls.extend(tables(schemas));
    calls.extend(past(schemas));
    calls.extend(library(schemas));
    calls.extend([
        read_call(
            "/api/v1/openapi.json",
            "This description",
            in_json(json!({"type": "object"})),
        ),
        read_call("/", "The front page", text("text/html")),
        read_call("/healthz", "The process answers", text("text/plain")),
        read_call("/readyz", "People may be served", text("text/plain")),
        read_call(
            "/metrics",
            "Figures for Prometheus",
            text("application/openmetrics-text"),
        ),
    ]);
    calls
}

fn people(schemas: &mut Schemas) -> Vec<Call> {
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

/// A player's own limits and play.
// tidy: table
fn protection(schemas: &mut Schemas) -> Vec<Call> {
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

fn disputes(schemas: &mut Schemas) -> Vec<Call> {
    let dispute = in_json(schemas.sent::<Dispute>());
    let number = || {
        in_path(
            "dispute",
            json!({"type": "integer", "minimum": 0, "maximum": i64::MAX}),
        )
    };
    let raised =
        json!({"table": 1, "round": 17, "box": 3, "bet": "ante", "text": "The Dealer had a Jack."});
    let answered = json!({"answer": "The Dealer had a Queen: 3.12.", "finding": "rejected"});
    vec![
        Call {
            method: "post",
            session: Needs::Session,
            body: Some(
                json!({"application/json": {"schema": schemas.read::<RaiseBody>(), "example": raised}}),
            ),
            good: (201, "It was raised.", dispute.clone()),
            problems: &[404, 409],
            ..read_call(
                "/api/v1/disputes",
                "Dispute a line of a round of mine that is over",
                Value::Null,
            )
        },
        Call {
            session: Needs::Session,
            ..read_call(
                "/api/v1/disputes",
                "My disputes, or for staff all: those that wait for an answer first",
                in_json(schemas.sent::<DisputesPage>()),
            )
        },
        Call {
            session: Needs::Session,
            parameters: vec![number()],
            ..read_call("/api/v1/disputes/{dispute}", "A dispute", dispute.clone())
        },
        Call {
            method: "post",
            session: Needs::Session,
            parameters: vec![number()],
            body: Some(
                json!({"application/json": {"schema": schemas.read::<AnswerBody>(), "example": answered}}),
            ),
            problems: &[409],
            ..read_call(
                "/api/v1/disputes/{dispute}/answer",
                "Answer a dispute: for a pit manager, or a shift manager",
                dispute.clone(),
            )
        },
        Call {
            method: "post",
            session: Needs::Session,
            parameters: vec![number()],
            problems: &[409],
            ..read_call(
                "/api/v1/disputes/{dispute}/close",
                "Close my dispute",
                dispute,
            )
        },
    ]
}

// tidy: table
/// Second devices, purses and the desk.
fn desk(schemas: &mut Schemas) -> Vec<Call> {
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
            body: Some(in_json(desk_command())),
            problems: &[404, 409, 422],
            ..read_call(
                "/api/v1/desk/commands",
                "Ask something of the house: money at the cage, links, tables paused",
                in_json(json!({"type": "object"})),
            )
        },
    ]
}

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

fn tables(schemas: &mut Schemas) -> Vec<Call> {
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

fn past(schemas: &mut Schemas) -> Vec<Call> {
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

// tidy: table
fn library(schemas: &mut Schemas) -> Vec<Call> {
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

/// A command to the desk; what each request takes stands in the operator's manual.
fn desk_command() -> Value {
    let id = json!({"oneOf": [{"type": "string", "minLength": 1, "maxLength": 100}, {"type": "integer", "minimum": 0}]});
    let names = <crate::desk::DeskRequest as crate::roles::Row>::NAMES;
    json!({
        "type": "object",
        "required": ["id", "request"],
        "additionalProperties": false,
        "properties": {
            "id": id,
            "request": {"type": "object", "required": ["request"], "properties": {"request": {"type": "string", "enum": names}}},
            "with": {"type": ["object", "null"], "description": "The second person: name, password and code, or a one-time ticket"},
        },
    })
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
