//! Errors of a reader: an entry that this program cannot have written, and one it cannot read yet.

use super::Stream;

/// Bytes in the log that no decision could have written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{stream} entry {seq}: {what}")]
pub struct CorruptEntry {
    /// The log it is in.
    pub stream: Stream,
    /// Its number.
    pub seq: u64,
    /// What is wrong with it.
    pub what: String,
}

/// Why a reader does not get past an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadBlocked {
    /// The entry cannot have been written by this program.
    Corrupt(CorruptEntry),
    /// Cards were dealt from a deck whose seed this reader does not know. A later entry may publish it.
    Sealed(CorruptEntry),
}

impl From<CorruptEntry> for ReadBlocked {
    fn from(corrupt: CorruptEntry) -> ReadBlocked {
        ReadBlocked::Corrupt(corrupt)
    }
}

impl ReadBlocked {
    /// The entry, for a reader that cannot look at later entries.
    pub fn into_entry(self) -> CorruptEntry {
        match self {
            ReadBlocked::Corrupt(corrupt) | ReadBlocked::Sealed(corrupt) => corrupt,
        }
    }
}
