//! What is wrong with a round, told so that its writer finds the place: field, found, expected.
//!
//! Whatever is quoted from the input is cut short and has its control characters escaped: it may be
//! ten megabytes long and end on somebody's terminal.

use std::fmt;
use std::str::Utf8Error;

use serde_json::error::Category;

/// Why a round is refused.
#[derive(Debug)]
pub enum Trouble {
    Field {
        field: String,
        found: String,
        expected: String,
    },
    NotJson {
        line: usize,
        column: usize,
        why: String,
    },
    NotUtf8 {
        line: usize,
        byte: usize,
    },
}

/// Where in the input the round stands.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// It is a line of JSON Lines.
    Line(u64),
    /// It is the whole input, after some blank lines.
    Whole { blank_lines: u64 },
}

const QUOTED_CHARS_MAX: usize = 60;

impl Trouble {
    pub fn field(
        field: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Trouble {
        Trouble::Field {
            field: field.into(),
            found: found.into(),
            expected: expected.into(),
        }
    }

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
        match error.classify() {
            Category::Data => Trouble::in_data(path, said),
            Category::Syntax | Category::Eof | Category::Io => Trouble::NotJson {
                line,
                column,
                why: cut(said),
            },
        }
    }

    fn in_data(path: &str, said: &str) -> Trouble {
        if let Some(name) = said.strip_prefix("missing field ") {
            let field = member(path, name.trim_matches('`'));
            return Trouble::field(field, "nothing", "this field");
        }
        if let Some(name) = said.strip_prefix("duplicate field ") {
            let field = member(path, name.trim_matches('`'));
            return Trouble::field(field, "this field twice", "it once");
        }
        if let Some(rest) = said.strip_prefix("unknown field ") {
            let (name, expected) = rest.rsplit_once("`, ").unwrap_or((rest, ""));
            let expected = expected.strip_prefix("expected ").unwrap_or("none at all");
            let found = format!("the unknown field {}", quoted(name.trim_start_matches('`')));
            return Trouble::field(cut(path), found, expected.replace('`', ""));
        }
        let found_first = ["invalid type: ", "invalid value: ", "found "];
        let said = found_first
            .iter()
            .find_map(|prefix| said.strip_prefix(prefix))
            .unwrap_or(said);
        let (found, expected) = said
            .rsplit_once(", expected ")
            .unwrap_or((said, "something else"));
        Trouble::field(cut(path), in_json_words(found), expected)
    }

    /// With its place in front, as a person is told.
    pub fn told(&self, place: Place) -> impl fmt::Display {
        let before = |line: usize| match place {
            Place::Line(number) => number,
            Place::Whole { blank_lines } => blank_lines + line as u64,
        };
        match (self, place) {
            (Trouble::NotJson { line, column, why }, _) => {
                format!(
                    "line {}: column {column}: found broken JSON ({why}), expected one JSON object",
                    before(*line)
                )
            }
            (Trouble::NotUtf8 { line, byte }, _) => {
                format!(
                    "line {}: byte {byte}: found bytes that are not UTF-8, expected UTF-8 text",
                    before(*line)
                )
            }
            (Trouble::Field { .. }, Place::Line(number)) => format!("line {number}: {self}"),
            (Trouble::Field { .. }, Place::Whole { .. }) => self.to_string(),
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
            } => {
                let field = if matches!(field.as_str(), "" | ".") {
                    "the round"
                } else {
                    field
                };
                write!(f, "{field}: found {found}, expected {expected}")
            }
            Trouble::NotJson { why, .. } => write!(f, "found broken JSON ({why})"),
            Trouble::NotUtf8 { .. } => f.write_str("found bytes that are not UTF-8"),
        }
    }
}

/// A text of the input between quotation marks.
pub fn quoted(text: &str) -> String {
    let short: String = text.chars().take(QUOTED_CHARS_MAX).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{short:?}{more}")
}

fn cut(text: &str) -> String {
    let short: String = text.chars().take(2 * QUOTED_CHARS_MAX).collect();
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
    match found {
        "map" => "an object".to_owned(),
        "sequence" => "an array".to_owned(),
        "unit value" => "null".to_owned(),
        other => {
            let plain = other
                .strip_prefix("integer ")
                .or_else(|| other.strip_prefix("floating point "));
            match plain {
                Some(number) => format!("the number {}", number.trim_matches('`')),
                None => cut(other),
            }
        }
    }
}
