//! What is wrong with a pay table file, and where.

use core::fmt;
use core::ops::Range;
use std::borrow::Cow;

use toml::Spanned;
use toml::de::DeValue;

/// Why a file was not taken. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayFileError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The key, as `pair_plus.flush`; empty where the text is no TOML.
    pub key: String,
    says: String,
}

impl fmt::Display for PayFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.says)
    }
}

impl core::error::Error for PayFileError {}

/// A file's text, to find a place in it.
#[derive(Clone, Copy)]
pub(crate) struct Text<'t>(pub &'t str);

impl Text<'_> {
    pub fn fault(self, at: Range<usize>, key: &str, says: String) -> PayFileError {
        let before = self.0.get(..at.start).unwrap_or(self.0);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        PayFileError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            key: short(key),
            says,
        }
    }

    pub fn found(
        self,
        at: Range<usize>,
        key: &str,
        found: &DeValue<'_>,
        expected: &str,
    ) -> PayFileError {
        let says = format!("found {}, expected {expected}", shown(found));
        self.fault(at, key, says)
    }

    /// An unknown key, under `heading`.
    pub fn unknown(
        self,
        key: &Spanned<Cow<'_, str>>,
        heading: &str,
        expected: &str,
    ) -> PayFileError {
        let dot = if heading.is_empty() { "" } else { "." };
        let path = format!("{heading}{dot}{}", key.get_ref());
        let says = format!("unknown key, expected {expected}");
        self.fault(key.span(), &path, says)
    }

    /// No TOML: the parser says what is wrong, we say where. A key written twice ends here too.
    pub fn unreadable(self, error: &toml::de::Error) -> PayFileError {
        let at = error.span().unwrap_or(0..0);
        let word = self.0.get(at.clone()).filter(|word| !word.is_empty());
        let says = match word {
            Some(word) => format!("found `{}`: {}", short(word), error.message()),
            None => error.message().to_owned(),
        };
        self.fault(at, "", says.replace('\n', "; "))
    }
}

/// A value as it was written, or what kind of thing it is.
fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{}\"", short(text)),
        DeValue::Integer(number) => short(&number.to_string()),
        DeValue::Float(number) => short(&number.to_string()),
        DeValue::Boolean(is) => is.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// Not more of it than a message can hold.
fn short(text: &str) -> String {
    let mut letters = text.chars();
    let mut start: String = letters.by_ref().take(60).collect();
    if letters.next().is_some() {
        start.push_str("...");
    }
    start.escape_debug().collect()
}
