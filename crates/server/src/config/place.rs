//! Where in the file a fault is.

use core::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

/// One thing that is wrong: the field, what was found there and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The names and positions that lead to the field.
    pub path: Vec<Step>,
    /// What stands there.
    pub found: String,
    /// What could stand there.
    pub expected: String,
}

/// A field that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The names and positions that lead to it; none for the file itself.
    pub path: Vec<Step>,
    /// What was found, and what was expected.
    pub what: String,
}

/// A step to a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Into a table of the file, by name.
    Name(&'static str),
    /// Into a table of the file, by a name the file has.
    Key(String),
    /// Into a list, from 0.
    Item(usize),
}

/// Why a configuration is not used: one line for each fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError(pub Vec<String>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for ConfigError {}

/// The fault of a file that could not be read as a configuration.
pub fn unread(text: &str, error: &Error) -> ConfigError {
    let line = error.span().map(|span| line_at(text, span.start));
    let what = error.message().replace('\n', " ");
    ConfigError(vec![match line {
        Some(line) => format!("line {line}: {what}"),
        None => what,
    }])
}

/// The faults of parts that could not be read, each with its line.
pub fn unread_parts(text: &str, unread: &[Unread]) -> ConfigError {
    let read = DeTable::parse(text).ok();
    let one = |unread: &Unread| {
        let offset = read.as_ref().map(|table| offset_of(table, &unread.path));
        let line = offset.map_or(1, |offset| line_at(text, offset));
        let (field, what) = (field_name(&unread.path), &unread.what);
        if field.is_empty() {
            format!("line {line}: {what}")
        } else {
            format!("line {line}: {field}: {what}")
        }
    };
    ConfigError(unread.iter().map(one).collect())
}

/// Each fault with its line.
pub fn located(text: &str, faults: Vec<Fault>) -> ConfigError {
    let read = DeTable::parse(text).ok();
    let one = |fault: Fault| {
        let offset = read.as_ref().map(|table| offset_of(table, &fault.path));
        let field = field_name(&fault.path);
        let line = offset.map_or(1, |offset| line_at(text, offset));
        let Fault {
            found, expected, ..
        } = fault;
        format!("line {line}: {field}: found {found}, expected {expected}")
    };
    ConfigError(faults.into_iter().map(one).collect())
}

/// `table[2].limits.ante.min`, counting from 1 as people do.
fn field_name(path: &[Step]) -> String {
    let mut name = String::new();
    for step in path {
        match step {
            Step::Name(_) | Step::Key(_) if !name.is_empty() => name.push('.'),
            Step::Name(_) | Step::Key(_) | Step::Item(_) => {}
        }
        match step {
            Step::Name(part) => name.push_str(part),
            Step::Key(part) => name.push_str(part),
            Step::Item(nth) => {
                name.push('[');
                name.push_str(&(nth + 1).to_string());
                name.push(']');
            }
        }
    }
    name
}

/// Where the field stands, or the nearest that encloses it.
fn offset_of(table: &Spanned<DeTable<'_>>, path: &[Step]) -> usize {
    let mut offset = table.span().start;
    let mut value: Option<&Spanned<DeValue<'_>>> = None;
    let mut inside = Some(table.get_ref());
    for step in path {
        let next = match step {
            Step::Name(name) => inside.and_then(|table| table.get(*name)),
            Step::Key(name) => inside.and_then(|table| table.get(name.as_str())),
            Step::Item(nth) => value.and_then(|value| match value.get_ref() {
                DeValue::Array(items) => items.get(*nth),
                DeValue::String(_)
                | DeValue::Integer(_)
                | DeValue::Float(_)
                | DeValue::Boolean(_)
                | DeValue::Datetime(_)
                | DeValue::Table(_) => None,
            }),
        };
        let Some(next) = next else {
            return offset;
        };
        offset = next.span().start;
        value = Some(next);
        inside = next.get_ref().as_table();
    }
    offset
}

fn line_at(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or_default();
    before.matches('\n').count() + 1
}
