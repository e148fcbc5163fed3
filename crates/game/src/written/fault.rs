//! What is wrong with a written-down round, told so that its writer finds the place.

/// The first field of a round that says something impossible: where, what stands there, what could.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: found {found}, expected {expected}")]
pub struct WrittenFault {
    /// Its path, such as `boxes[2].cards`.
    pub field: String,
    /// What stands there.
    pub found: String,
    /// What could stand there.
    pub expected: String,
}

impl WrittenFault {
    pub(super) fn new(
        field: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> WrittenFault {
        WrittenFault {
            field: field.into(),
            found: found.into(),
            expected: expected.into(),
        }
    }
}

const QUOTED_CHARS_MAX: usize = 60;

/// A text of the input between quotation marks, cut short and with its control characters escaped:
/// it may be ten megabytes long and end on a terminal.
pub fn quoted(text: &str) -> String {
    let short: String = text.chars().take(QUOTED_CHARS_MAX).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{short:?}{more}")
}
