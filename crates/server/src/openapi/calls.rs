//! Every call of the API: what it is for, what it takes, and every answer it may get.

mod desk;
mod disputes;
mod library;
mod past;
mod people;
mod protection;
mod tables;

use serde_json::{Map, Value, json};

use super::schemas::Schemas;
use super::socket_shapes::ServerMessage;
use crate::socket::ClientMessage;

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

fn calls(schemas: &mut Schemas) -> Vec<Call> {
    let mut calls = people::calls(schemas);
    calls.extend(protection::calls(schemas));
    calls.extend(disputes::calls(schemas));
    calls.extend(desk::calls(schemas));
    calls.extend(tables::calls(schemas));
    calls.extend(past::calls(schemas));
    calls.extend(library::calls(schemas));
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
