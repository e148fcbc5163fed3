//! Requests as programs send them, and answers as they read them.

use core::fmt;

use house::game::{RulebookId, Setup};
use house::log::CommandId;
use house::people::AccountId;
use house::response::Response;
use house::table::{CardRequest, HouseRequest, TableRequest};
use house::{game, response::ServiceError};
use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use crate::answers::{Done, DoneWord};
use crate::problem::Problem;

/// The longest id a command may have.
const ID_LETTERS_MAX: usize = 100;

/// A command as it comes in.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Command")
)]
#[serde(deny_unknown_fields)]
pub struct WireCommand {
    /// The caller's own id for it: the same id again gets the same answer.
    pub id: WireId,
    /// What is asked.
    #[cfg_attr(feature = "schema", schemars(with = "crate::openapi::AnyRequest"))]
    pub request: Value,
}

/// An id as a caller writes it, a text or a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum WireId {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for WireId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CommandId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The caller's own id: the same id again gets the same answer.",
            "oneOf": [
                {"type": "string", "minLength": 1, "maxLength": ID_LETTERS_MAX},
                {"type": "integer", "minimum": 0, "maximum": u64::MAX},
            ],
        })
    }
}

/// By hand, so that the error says what was expected.
impl<'de> Deserialize<'de> for WireId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<WireId, D::Error> {
        from.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = WireId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1 to {ID_LETTERS_MAX} letters or a whole number from 0")
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<WireId, E> {
        Ok(WireId::Number(number))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<WireId, E> {
        Ok(WireId::Text(text.to_owned()))
    }
}

impl WireId {
    /// The id under which the command is stored: callers cannot use each other's up.
    pub fn command_id(&self, by: AccountId, purpose: &str) -> Result<CommandId, Problem> {
        let text = match self {
            WireId::Number(number) => number.to_string(),
            WireId::Text(text) => {
                let letters = text.chars().count();
                if letters == 0 || letters > ID_LETTERS_MAX {
                    let expected = format!("1 to {ID_LETTERS_MAX}");
                    return Err(Problem::malformed(format!(
                        "id: found {letters} letters, expected {expected}"
                    )));
                }
                text.clone()
            }
        };
        let AccountId(number) = by;
        let id = CommandId::named(&format!("{purpose} of account {number}: {text}"));
        // One in four thousand million would be an id of the system.
        Ok(if id.is_of_system() {
            CommandId(id.0 >> 1)
        } else {
            id
        })
    }
}

/// A request to a table, with the rulebook it is to be opened under.
#[derive(Clone, Debug)]
pub struct WireRequest {
    /// What is asked.
    pub request: TableRequest,
    /// Where a table is to be opened: under what.
    pub rulebook: Option<game::Rulebook>,
}

/// A table that is to be opened, as a caller writes it.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Opening {
    #[serde(rename = "request")]
    _request: String,
    rulebook: RulebookId,
    /// What the house chooses where the rulebook leaves it open.
    #[serde(default)]
    options: std::collections::BTreeMap<String, String>,
    /// What the table is opened with.
    #[cfg_attr(feature = "schema", schemars(with = "Setup"))]
    setup: Value,
}

/// Reads a request, tagged by `request`: of the rules, of the house, or about cards.
pub fn read_request(value: &Value) -> Result<WireRequest, Problem> {
    let name = value.get("request").and_then(Value::as_str);
    let name = name.ok_or_else(|| {
        Problem::malformed("request.request: found nothing, expected the name of a request")
    })?;
    if name == "open-table" {
        return open_table(value);
    }
    let request = if HouseRequest::NAMES.contains(&name) {
        TableRequest::House(read_whole("request", value)?)
    } else if CardRequest::NAMES.contains(&name) {
        TableRequest::Cards(read_whole("request", value)?)
    } else {
        TableRequest::Game(read_whole("request", value)?)
    };
    Ok(WireRequest {
        request,
        rulebook: None,
    })
}

fn open_table(value: &Value) -> Result<WireRequest, Problem> {
    let opening: Opening = read_part("request", value)?;
    let mut rulebook = opening.rulebook.form().clone();
    for (switch, chosen) in &opening.options {
        rulebook.choose(switch, chosen).map_err(|refused| {
            Problem::malformed(format!(
                "request.options.{switch}: found {chosen:?}: {refused}"
            ))
        })?;
    }
    let setup: Box<Setup> = read_whole("request.setup", &opening.setup)?;
    Ok(WireRequest {
        request: TableRequest::Game(game::Request::OpenTable { setup }),
        rulebook: Some(rulebook),
    })
}

/// Reads a part of a request; the error names the field.
pub fn read_part<T: DeserializeOwned>(part: &str, value: &Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let field = if path == "." || path == "?" {
            part.to_owned()
        } else {
            format!("{part}.{path}")
        };
        Problem::malformed(format!("{field}: {}", error.into_inner()))
    })
}

/// Reads a part of a request in which every field means something. The types of the rules pass over
/// fields that they do not know, because logs are read with them too.
pub fn read_whole<T: DeserializeOwned + Serialize>(
    part: &str,
    value: &Value,
) -> Result<T, Problem> {
    let read: T = read_part(part, value)?;
    let written = serde_json::to_value(&read).unwrap_or_default();
    let mut dropped = Vec::new();
    collect_dropped(value, &written, "", &mut dropped);
    // A field that was dropped may have held what is not written, such as a default. One that is known
    // does not take just anything.
    let is_unknown = |pointer: &&String| {
        let mut probe = value.clone();
        if let Some(place) = probe.pointer_mut(pointer) {
            *place = json!({"?": []});
        }
        T::deserialize(probe).is_ok()
    };
    match dropped.iter().find(is_unknown) {
        None => Ok(read),
        Some(pointer) => {
            let field = pointer.replace('/', ".");
            let detail = format!("{part}{field}: unknown field, expected nothing of this name");
            Err(Problem::malformed(detail))
        }
    }
}

/// The JSON pointers of the fields that are in `given` and not in `written`.
fn collect_dropped(given: &Value, written: &Value, at: &str, dropped: &mut Vec<String>) {
    if let (Some(given), Some(written)) = (given.as_object(), written.as_object()) {
        for (name, value) in given {
            let pointer = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
            match written.get(name) {
                Some(kept) => collect_dropped(value, kept, &pointer, dropped),
                None => dropped.push(pointer),
            }
        }
    }
    if let (Some(given), Some(written)) = (given.as_array(), written.as_array()) {
        for (nth, (value, kept)) in given.iter().zip(written).enumerate() {
            collect_dropped(value, kept, &format!("{at}/{nth}"), dropped);
        }
    }
}

/// Reads a whole body; the error names the field.
pub fn read_body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let body = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let field = if path == "." { "body" } else { &path };
        Problem::malformed(format!("{field}: {}", error.inner()))
    })?;
    reader
        .end()
        .map_err(|error| Problem::malformed(format!("body: {error}")))?;
    Ok(body)
}

/// The answer to a command, or why there is none.
pub fn answer(response: Result<Response, ServiceError>) -> Result<Done, Problem> {
    match response? {
        Response::Done { from, to } => {
            let outcome = DoneWord::Done;
            Ok(Done { outcome, from, to })
        }
        Response::Refused {
            reason,
            clauses,
            code,
        } => Err(Problem::refused(&code, reason, clauses)),
        Response::InsufficientFunds { account } => Err(Problem::insufficient_funds(&account)),
    }
}
