//! One entry: what happened, and whose command made it happen.
//!
//! The bytes are JSON without spaces, fields in the order below, so that the same entry has the same
//! bytes in every version of the program and any tool can read a log. What a command asked stands in
//! the first entry it caused: whoever reads the log can put the question to the rules again.

use core::fmt;
use core::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Fingerprint;

/// Of the layout of entries; a reader who meets a higher one stops.
pub const SCHEMA: u16 = 1;

/// Names a command for ever: the same one again is the same wish, not a second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandId(pub u128);

impl CommandId {
    /// An id that follows from a name: whoever has the same wish has the same id.
    pub fn named(name: &str) -> CommandId {
        let Fingerprint(bytes) = Fingerprint::of(name.as_bytes());
        let mut half = [0; 16];
        half.copy_from_slice(&bytes[..16]);
        CommandId(u128::from_be_bytes(half))
    }
}

/// What happened, `E`, after what was asked, `C`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<C, E> {
    pub id: CommandId,
    /// In the first entry of a command alone.
    pub asked: Option<C>,
    pub event: E,
}

/// An entry as its bytes.
pub type Written = Vec<u8>;
pub type Decoded<C, E> = Result<Entry<C, E>, EntryError>;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    #[error("schema: found {found}, expected at most {SCHEMA}: written by a later version")]
    Future { found: u64 },
    #[error("{what}")]
    Unreadable { what: String },
    #[error("the bytes are not those this entry is written with")]
    NotCanonical,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Layout<C, E> {
    v: u16,
    id: CommandId,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<C>,
    event: E,
}

#[derive(Deserialize)]
struct Version {
    v: u64,
}

impl<C: Serialize, E: Serialize> Entry<C, E> {
    /// # Panics
    ///
    /// Never: our commands and events are plain data with text keys.
    pub fn write(&self) -> Written {
        let layout = Layout {
            v: SCHEMA,
            id: self.id,
            asked: self.asked.as_ref(),
            event: &self.event,
        };
        serde_json::to_vec(&layout).expect("plain data with text keys")
    }
}

impl<C: Serialize + DeserializeOwned, E: Serialize + DeserializeOwned> Entry<C, E> {
    pub fn read(bytes: &[u8]) -> Decoded<C, E> {
        let unreadable = |error: serde_json::Error| EntryError::Unreadable {
            what: error.to_string(),
        };
        let layout: Layout<C, E> = match serde_json::from_slice(bytes) {
            Ok(layout) => layout,
            Err(error) => {
                let Version { v: found } = serde_json::from_slice(bytes).map_err(unreadable)?;
                return Err(if found > u64::from(SCHEMA) {
                    EntryError::Future { found }
                } else {
                    unreadable(error)
                });
            }
        };
        if layout.v != SCHEMA {
            let found = u64::from(layout.v);
            return Err(EntryError::Future { found });
        }
        let entry = Entry {
            id: layout.id,
            asked: layout.asked,
            event: layout.event,
        };
        if entry.write() != bytes {
            return Err(EntryError::NotCanonical);
        }
        Ok(entry)
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for CommandId {
    type Err = String;

    fn from_str(text: &str) -> Result<CommandId, String> {
        let digits = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let id = u128::from_str_radix(text, 16).ok();
        id.filter(|_| text.len() == 32 && text.bytes().all(digits))
            .map(CommandId)
            .ok_or_else(|| format!("id: found {text:?}, expected 32 hexadecimal digits"))
    }
}

impl Serialize for CommandId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CommandId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<CommandId, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
