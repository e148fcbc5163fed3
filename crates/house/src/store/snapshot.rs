//! The state of a stream behind one of its entries, so that the next start does not read all of its log.
//!
//! A snapshot is no part of the log. It is bound to the entry it was taken behind by a fingerprint over
//! both, and a reader checks that before anything else; one that does not fit is left aside.

use bytes::Bytes;

use super::Head;
use crate::log::{Fingerprint, Stream};

/// How many snapshots of a stream are kept, the latest.
///
/// Of any stream some, since a link may be behind its tables by some hundred entries, and one that cannot
/// be used should not cost a reading of the whole log. Of a table as many as the history needs to go back
/// a hundred rounds: they are small, and at least 400 entries apart, so 32 of them reach over the newest
/// 12,800 entries.
pub const fn snapshots_kept(stream: Stream) -> usize {
    match stream {
        Stream::Table(_) => 32,
        Stream::Link(_) | Stream::House | Stream::Purse(_) => 4,
    }
}

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
