//! What is written down for ever: streams of entries, each bound to the one before it.
//!
//! A house keeps many logs, one for each thing that has a single will: a table, a purse, a jackpot
//! link, the house itself. An entry is bytes, and its fingerprint covers those bytes and all before
//! them, so nobody can change, drop, add or exchange one without every later fingerprint telling.
//! Nothing here knows where the bytes lie.

mod entries;
mod entry;
mod fingerprint;
mod pen;
mod poison;
mod stream;

pub use entries::Entries;
pub use entry::{CommandId, Decoded, Entry, EntryError, SCHEMA, Written, written};
pub use fingerprint::Fingerprint;
pub use poison::{Poison, Stuck};
pub use stream::{Kind, Stream, StreamError};
