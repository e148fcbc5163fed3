//! The place of an item in a history, by which a reader asks for the next page.

use core::fmt;
use core::str::FromStr;

use game::Timestamp;
use serde::{Deserialize, Serialize};

use crate::log::Stream;

/// Ordered by time, then by place in the logs: no two items have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cursor {
    /// When the round ended, or the cage was asked.
    pub at: Timestamp,
    /// The log it is in.
    pub stream: Stream,
    /// The entry in that log; of a round, the one it ended with.
    pub entry: u64,
}

/// A text that is no cursor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cursor: found {found:?}, expected MILLISECONDS.STREAM.ENTRY")]
pub struct CursorError {
    /// The text.
    pub found: String,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.at.0, self.stream, self.entry)
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Cursor, CursorError> {
        let mut parts = text.splitn(3, '.');
        let [at, stream, entry] = [(); 3].map(|()| parts.next().unwrap_or_default());
        let cursor = at
            .parse()
            .ok()
            .zip(stream.parse().ok().zip(entry.parse().ok()));
        let cursor = cursor.map(|(at, (stream, entry))| Cursor {
            at: Timestamp(at),
            stream,
            entry,
        });
        // The same cursor written another way, such as `01` for `1`, was not written here.
        let exact = cursor.filter(|cursor| cursor.to_string() == text);
        exact.ok_or_else(|| CursorError {
            found: text.to_owned(),
        })
    }
}

impl Serialize for Cursor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cursor {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Cursor, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
