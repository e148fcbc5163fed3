//! Streams of entries, each entry bound to the one before it by a hash.
//!
//! A house keeps one log for each thing that is decided in one place: a table, a purse, a jackpot link,
//! the house itself. An entry is bytes, and its fingerprint covers those bytes and all before them: an
//! entry that is changed, dropped, added or exchanged changes every later fingerprint. This module does
//! not know where the bytes are stored.

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
