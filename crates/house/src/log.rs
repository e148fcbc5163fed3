//! What is written down for ever: streams of entries, each bound to the one before it.
//!
//! A house keeps many logs, one for each thing that has a single will: a table, a purse, a jackpot
//! link, the house itself. An entry is bytes, and its fingerprint covers those bytes and all before
//! them, so nobody can change, drop, add or exchange one without every later fingerprint telling.
//! Nothing here knows where the bytes lie.

mod canonical_json;
mod corrupt;
mod entries;
mod entry;
mod fingerprint;
mod stream;

pub use corrupt::{CorruptEntry, ReadBlocked};
pub use entries::Entries;
pub use entry::{CommandId, Decoded, Entry, EntryBytes, EntryError, SCHEMA, encode_entry};
pub use fingerprint::Fingerprint;
pub use stream::{Stream, StreamError, StreamKind};
