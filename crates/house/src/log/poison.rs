//! What cannot have been written by us.

use super::Stream;

/// Bytes in the log that no decision could have written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{stream} entry {seq}: {what}")]
pub struct Poison {
    pub stream: Stream,
    pub seq: u64,
    pub what: String,
}

/// Why a reader does not get past an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    Poison(Poison),
    /// Cards were dealt from a deck whose seed is not known here. It may be told further down the log.
    Sealed(Poison),
}

impl From<Poison> for Stuck {
    fn from(poison: Poison) -> Stuck {
        Stuck::Poison(poison)
    }
}

impl Stuck {
    /// For those who cannot look further down.
    pub fn poison(self) -> Poison {
        match self {
            Stuck::Poison(poison) | Stuck::Sealed(poison) => poison,
        }
    }
}
