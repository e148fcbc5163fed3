//! What is wrong with a round, told so that its writer finds the place: field, found, expected.
//!
//! Text quoted from the input is cut short and its control characters are escaped: it may be ten megabytes
//! long, and it is printed on the user's terminal.

use std::fmt;
use std::str::Utf8Error;

use game::written::WrittenFault;
use serde_json::error::Category;

/// Why a round is refused; lines are counted within its own text, from 1.
#[derive(Debug)]
pub enum Trouble {
    /// A field is wrong, or the round could not have happened.
    Field {
        line: Option<usize>,
        field: String,
        found: String,
        expected: String,
    },
    /// The text is not JSON.
    NotJson {
        line: usize,
        column: usize,
        why: String,
    },
    /// The bytes are not UTF-8.
    NotUtf8 { line: usize, byte: usize },
}

/// Where in the input the round stands.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// It is a line of JSON Lines.
    Line(u64),
    /// It is the whole input, over several lines and after some blank ones.
    Whole { blank_lines: u64 },
}

const CUT_CHARS_MAX: usize = 120;

impl Trouble {
    /// The error for text that is not UTF-8.
    pub fn not_utf8(text: &[u8], error: Utf8Error) -> Trouble {
        let good = &text[..error.valid_up_to()];
        let line = good.split(|byte| *byte == b'\n').count();
        let started = good
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        Trouble::NotUtf8 {
            line,
            byte: good.len() - started + 1,
        }
    }

    /// The reader's own complaint about what stands at `path`, in our words.
    pub fn in_json(path: &str, error: &serde_json::Error) -> Trouble {
        let (line, column) = (error.line(), error.column());
        let whole = error.to_string();
        let place = format!(" at line {line} column {column}");
        let said = whole.strip_suffix(&place).unwrap_or(&whole);
        let (field, found, expected) = match error.classify() {
            Category::Data => in_data(path, said),
            // JSON allows any number; the reader stops at those no 64 bits hold.
            Category::Syntax if said == "number out of range" => (
                cut(path),
                "a number out of range".to_owned(),
                "a whole number".to_owned(),
            ),
            Category::Syntax | Category::Eof | Category::Io => {
                let why = cut(said);
                return Trouble::NotJson { line, column, why };
            }
        };
        Trouble::Field {
            line: Some(line),
            field,
            found,
            expected,
        }
    }

    /// With its place in front, as a person is told.
    pub fn told(&self, place: Place) -> String {
        let line = match self {
            Trouble::NotJson { line, .. } | Trouble::NotUtf8 { line, .. } => Some(*line),
            Trouble::Field { line, .. } => *line,
        };
        match (place, line) {
            (Place::Line(number), _) => format!("line {number}: {self}"),
            (Place::Whole { blank_lines }, Some(line)) => {
                format!("line {}: {self}", blank_lines + line as u64)
            }
            (Place::Whole { .. }, None) => self.to_string(),
        }
    }
}

/// A field that reads well and says something impossible; which line it stands on is not known.
impl From<WrittenFault> for Trouble {
    fn from(fault: WrittenFault) -> Trouble {
        let WrittenFault {
            field,
            found,
            expected,
        } = fault;
        Trouble::Field {
            line: None,
            field,
            found,
            expected,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Field {
                field,
                found,
                expected,
                ..
            } => {
                let field = if matches!(field.as_str(), "" | ".") {
                    "the round"
                } else {
                    field
                };
                write!(f, "{field}: found {found}, expected {expected}")
            }
            Trouble::NotJson { column, why, .. } => {
                write!(
                    f,
                    "column {column}: found broken JSON ({why}), expected one JSON object, or one round a line"
                )
            }
            Trouble::NotUtf8 { byte, .. } => {
                write!(
                    f,
                    "byte {byte}: found bytes that are not UTF-8, expected UTF-8 text"
                )
            }
        }
    }
}

/// Field, found and expected out of a complaint of serde's.
fn in_data(path: &str, said: &str) -> (String, String, String) {
    let name_in = |prefix| {
        said.strip_prefix(prefix)
            .map(|name: &str| name.trim_matches('`'))
    };
    if let Some(name) = name_in("missing field ") {
        return (
            member(path, name),
            "nothing".to_owned(),
            "this field, which is required".to_owned(),
        );
    }
    if let Some(name) = name_in("duplicate field ") {
        return (
            member(path, name),
            "this field twice".to_owned(),
            "it once".to_owned(),
        );
    }
    if let Some(rest) = said.strip_prefix("unknown field ") {
        let (name, expected) = rest
            .rsplit_once("`, expected ")
            .unwrap_or((rest, "none at all"));
        let field = member(path, name.trim_start_matches('`'));
        return (
            field,
            "an unknown field".to_owned(),
            expected.replace('`', ""),
        );
    }
    let prefixes = ["invalid type: ", "invalid value: ", "found "];
    let said = prefixes
        .iter()
        .find_map(|prefix| said.strip_prefix(prefix))
        .unwrap_or(said);
    let (found, expected) = said
        .rsplit_once(", expected ")
        .unwrap_or((said, "something else"));
    let expected = match expected {
        "a sequence" => "an array",
        "a boolean" => "true or false",
        ours => ours,
    };
    (cut(path), in_json_words(found), expected.to_owned())
}

fn cut(text: &str) -> String {
    let short: String = text.chars().take(CUT_CHARS_MAX).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!(
        "{}{more}",
        short
            .escape_debug()
            .collect::<String>()
            .replace("\\\"", "\"")
    )
}

/// The path of a member of the object at `path`, unless the path names it already.
fn member(path: &str, name: &str) -> String {
    let path = if path == "." { "" } else { path };
    let (path, name) = (cut(path), cut(name));
    if path.is_empty() {
        name
    } else if path == name || path.ends_with(&format!(".{name}")) {
        path
    } else {
        format!("{path}.{name}")
    }
}

/// Serde speaks of maps, sequences and units; JSON has objects, arrays and null.
fn in_json_words(found: &str) -> String {
    let plain = |prefix| {
        found
            .strip_prefix(prefix)
            .map(|value: &str| value.trim_matches('`'))
    };
    match found {
        "map" => "an object".to_owned(),
        "sequence" => "an array".to_owned(),
        "unit value" => "null".to_owned(),
        _ => match plain("integer ").or_else(|| plain("floating point ")) {
            Some(number) => format!("the number {number}"),
            None => cut(plain("boolean ")
                .or_else(|| plain("string "))
                .unwrap_or(found)),
        },
    }
}
