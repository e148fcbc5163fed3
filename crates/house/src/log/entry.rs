//! One entry: the event, and the command that caused it.
//!
//! The bytes are JSON without spaces, fields in the order below, so that the same entry has the same
//! bytes in every version of the program and any tool can read a log. The first entry a command caused
//! contains the request, so a reader of the log can put it to the rules again.

use core::fmt;
use core::str::FromStr;

use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Serialize};

use super::Fingerprint;
use super::canonical_json::CanonicalJson;

/// The version of the layout of entries; a reader that meets a higher one stops.
pub const SCHEMA: u16 = 1;

/// How an entry of this layout begins.
const BEGINS: &[u8] = b"{\"v\":1,\"id\":\"";
const ASKED: &[u8] = b",\"asked\":";
const EVENT: &[u8] = b",\"event\":";
/// Nearly every entry of a table is shorter, so that its bytes are written in one place.
pub(super) const USUAL: usize = 512;

/// The id of a command: the same id again is the same command, not a second one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandId(pub u128);

impl CommandId {
    /// An id computed from a name: two processes that send the same command give it the same id.
    pub fn named(name: &str) -> CommandId {
        let Fingerprint(bytes) = Fingerprint::of(name.as_bytes());
        let mut half = [0; 16];
        half.copy_from_slice(&bytes[..16]);
        CommandId(u128::from_be_bytes(half))
    }

    /// The id as the system uses it: every such id begins with 32 set bits, and no command of a person
    /// is taken under one. The names of the system's commands can be guessed, so without a space of
    /// their own a stranger could use their ids up.
    #[must_use]
    pub const fn of_system(self) -> CommandId {
        CommandId(self.0 | SYSTEM_IDS)
    }

    /// Whether only the system may use it.
    pub const fn is_of_system(self) -> bool {
        self.0 & SYSTEM_IDS == SYSTEM_IDS
    }
}

/// The bits that every id of the system has: one random id in four thousand million has them too.
const SYSTEM_IDS: u128 = 0xffff_ffff << 96;

/// An event `E`, and the request `C` that caused it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<C, E> {
    /// The command that caused it.
    pub id: CommandId,
    /// The request; only in the first entry of a command.
    pub requested: Option<C>,
    /// What happened.
    pub event: E,
}

/// An entry as its bytes.
pub type EntryBytes = Vec<u8>;
/// An entry, or why its bytes cannot be read.
pub type Decoded<C, E> = Result<Entry<C, E>, EntryError>;

/// Why bytes are not an entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// A later version of the program wrote it.
    #[error("schema: found {found}, expected at most {SCHEMA}: written by a later version")]
    Future {
        /// The version it names.
        found: u64,
    },
    /// It is not JSON of an entry.
    #[error("{what}")]
    Unreadable {
        /// What the parser said.
        what: String,
    },
    /// It says what an entry says, in other bytes than the canonical ones.
    #[error("the bytes are not those this entry is written with")]
    NotCanonical,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Layout<C, E> {
    v: u16,
    id: CommandId,
    #[serde(rename = "asked")]
    requested: Option<C>,
    event: E,
}

#[derive(Deserialize)]
struct Version {
    v: u64,
}

impl<C: Serialize, E: Serialize> Entry<C, E> {
    /// Its bytes.
    ///
    /// # Panics
    ///
    /// Never: our commands and events are plain data with text keys.
    pub fn write(&self) -> EntryBytes {
        encode_entry(self.id, self.requested.as_ref(), &self.event)
    }
}

/// The bytes of an entry with these parts.
///
/// # Panics
///
/// Never: our commands and events are plain data with text keys.
pub fn encode_entry<C: Serialize, E: Serialize>(
    id: CommandId,
    requested: Option<C>,
    event: E,
) -> EntryBytes {
    let mut bytes = Vec::with_capacity(USUAL);
    write_behind(&mut bytes, id, requested, event);
    bytes
}

pub(super) fn write_behind<C: Serialize, E: Serialize>(
    bytes: &mut Vec<u8>,
    id: CommandId,
    requested: Option<C>,
    event: E,
) {
    bytes.extend_from_slice(BEGINS);
    bytes.extend_from_slice(&id.digits());
    bytes.push(b'"');
    if let Some(requested) = requested {
        bytes.extend_from_slice(ASKED);
        put(bytes, &requested);
    }
    bytes.extend_from_slice(EVENT);
    put(bytes, &event);
    bytes.push(b'}');
}

fn put(bytes: &mut Vec<u8>, part: &impl Serialize) {
    let written = part.serialize(CanonicalJson(bytes));
    written.expect("plain data with text keys");
}

impl<C: Serialize + DeserializeOwned, E: Serialize + DeserializeOwned> Entry<C, E> {
    /// The command alone, for a caller that computes what it causes and compares the bytes: the rest of
    /// the entry is not checked here.
    pub fn read_request(bytes: &[u8]) -> Result<(CommandId, Option<C>), EntryError> {
        match opening(bytes) {
            Some((id, requested)) => Ok((id, Some(requested))),
            // Not in canonical form, or not an entry: reading all of it says which.
            None => Self::read(bytes).map(|entry| (entry.id, entry.requested)),
        }
    }

    /// The whole entry. Bytes in another than the canonical form are refused.
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
            requested: layout.requested,
            event: layout.event,
        };
        if entry.write() != bytes {
            return Err(EntryError::NotCanonical);
        }
        Ok(entry)
    }
}

/// The start of an entry that contains a request; what follows the request is not read.
fn opening<C: DeserializeOwned>(bytes: &[u8]) -> Option<(CommandId, C)> {
    let bytes = bytes.strip_prefix(BEGINS)?;
    let (id, bytes) = bytes.split_at_checked(32)?;
    let bytes = bytes.strip_prefix(b"\"")?.strip_prefix(ASKED)?;
    let id = core::str::from_utf8(id).ok()?.parse().ok()?;
    // Checked once to be UTF-8, and not again for each word.
    let text = core::str::from_utf8(bytes).ok()?;
    let mut requested = serde_json::Deserializer::from_str(text);
    Some((id, C::deserialize(&mut requested).ok()?))
}

impl CommandId {
    /// 32 hexadecimal digits.
    fn digits(self) -> [u8; 32] {
        let mut digits = [0; 32];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0.to_be_bytes()) {
            pair.copy_from_slice(&game::hex_pair(byte));
        }
        digits
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
        game::from_hex(text)
            .map(|bytes| CommandId(u128::from_be_bytes(bytes)))
            .ok_or_else(|| format!("id: found {text:?}, expected 32 hexadecimal digits"))
    }
}

/// Written and read millions of times when a log is verified, so without a `String` in between.
impl Serialize for CommandId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = self.digits();
        let text = core::str::from_utf8(&digits).map_err(serde::ser::Error::custom)?;
        serializer.serialize_str(text)
    }
}

impl<'de> Deserialize<'de> for CommandId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<CommandId, D::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = CommandId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("32 hexadecimal digits")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<CommandId, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed every entry would be read the slow way, with the same result.
    #[test]
    fn what_was_asked_is_read_without_the_rest() {
        let id = CommandId::named("a command");
        let bytes = encode_entry(id, Some(7_u8), "something");
        assert_eq!(opening::<u8>(&bytes), Some((id, 7)));
        let cut = &bytes[..bytes.len() - 4];
        assert_eq!(Entry::<u8, String>::read_request(cut), Ok((id, Some(7))));
        let followed = encode_entry(id, None::<u8>, "something");
        assert_eq!(opening::<u8>(&followed), None);
        assert_eq!(Entry::<u8, String>::read_request(&followed), Ok((id, None)));
    }

    #[test]
    fn an_id_has_one_spelling() {
        let id = CommandId(0x0123_4567_89ab_cdef);
        let text = format!("{id}");
        assert_eq!(serde_json::to_string(&id).ok(), Some(format!("\"{text}\"")));
        assert_eq!(text.parse(), Ok(id));
        for wrong in [
            &text[1..],
            &text.to_uppercase(),
            &text.replace('0', "+"),
            &text.replace('1', "é"),
        ] {
            assert!(wrong.parse::<CommandId>().is_err(), "{wrong}");
        }
    }
}
