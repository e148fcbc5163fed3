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
