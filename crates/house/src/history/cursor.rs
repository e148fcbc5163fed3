//! Where something stands in a history: what pages are turned by.

use core::fmt;
use core::str::FromStr;

use game::Timestamp;
use serde::{Deserialize, Serialize};

use crate::log::Stream;

/// By time, then by where it is written: no two things have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cursor {
    pub at: Timestamp,
    pub stream: Stream,
    /// Of a round: the entry it ended with.
    pub entry: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("mark: found {found:?}, expected MILLISECONDS.STREAM.ENTRY")]
pub struct CursorError {
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
        // Written another way it is not one of ours.
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
