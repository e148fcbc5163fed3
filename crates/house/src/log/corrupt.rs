//! What cannot have been written by us.

use super::Stream;

/// Bytes in the log that no decision could have written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{stream} entry {seq}: {what}")]
pub struct CorruptEntry {
    pub stream: Stream,
    pub seq: u64,
    pub what: String,
}

/// Why a reader does not get past an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadBlocked {
    Corrupt(CorruptEntry),
    /// Cards were dealt from a deck whose seed is not known here. It may be told further down the log.
    Sealed(CorruptEntry),
}

impl From<CorruptEntry> for ReadBlocked {
    fn from(corrupt: CorruptEntry) -> ReadBlocked {
        ReadBlocked::Corrupt(corrupt)
    }
}

impl ReadBlocked {
    /// For those who cannot look further down.
    pub fn into_entry(self) -> CorruptEntry {
        match self {
            ReadBlocked::Corrupt(corrupt) | ReadBlocked::Sealed(corrupt) => corrupt,
        }
    }
}
