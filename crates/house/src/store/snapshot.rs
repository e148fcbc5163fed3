//! The state of a stream behind one of its entries, so that the next start does not read all of its log.
//!
//! A snapshot is no part of the log. It is bound to the entry it was taken behind by a fingerprint over
//! both, and a reader checks that before anything else; one that does not fit is left aside.

use bytes::Bytes;

use super::Head;
use crate::log::{Fingerprint, Stream};

/// So many of a stream are kept: a link may be behind its tables by some hundred entries, and one that
/// cannot be used should not cost a reading of the whole log.
pub const SNAPSHOTS_KEPT: usize = 4;

/// The state of a stream, as it lies in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Whose state it is.
    pub stream: Stream,
    /// The number of the last entry that is in it.
    pub seq: u64,
    /// That of this entry, followed by the body.
    pub fingerprint: Fingerprint,
    /// How the body is written; a reader leaves aside what it does not know.
    pub format: u32,
    /// The state.
    pub body: Bytes,
}

impl Snapshot {
    /// A snapshot of a stream that stands at `head`.
    pub fn behind(stream: Stream, head: Head, format: u32, body: Vec<u8>) -> Snapshot {
        Snapshot {
            stream,
            seq: head.seq,
            fingerprint: head.fingerprint.then(&body),
            format,
            body: body.into(),
        }
    }

    /// Whether it was taken behind the entry that has this fingerprint, and has not changed since.
    pub fn is_behind(&self, entry: Fingerprint) -> bool {
        self.fingerprint == entry.then(&self.body)
    }
}
