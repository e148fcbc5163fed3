//! Where a house keeps its logs and its money, and what every such place must promise.
//!
//! Everything a command causes is one [`Append`]: it is stored whole or not at all, and only if the head
//! of the stream is still the one the writer has read. That one condition on one row decides which
//! process writes; no lock, lease or leader does. A writer that loses the race is told the new head,
//! reads on, and decides again.
//!
//! The store keeps balances of purses, racks and tips and lets none of them fall below zero. Every other
//! account is the sum of its postings: rows are only ever added there, so tables do not wait for each
//! other.

mod append;
mod memory;
mod open;
mod postgres;
mod reading;
mod settings;
mod side_rows;
mod snapshot;
pub(crate) mod sqlite;

/// For those who implement [`Store`].
pub use async_trait::async_trait;
use bytes::Bytes;
use game::Money;
use ledger::{Account, LinkId, Posting};

use crate::log::{CommandId, Fingerprint, Stream, StreamKind};

pub use append::{Append, Contribution, Posted, Takeover};
pub use memory::{MemoryContents, MemoryStore};
pub use open::OpenError;
pub use postgres::{PostgresPeople, PostgresStore};
pub(crate) use reading::{LogReader, panic_message, read_on};
pub use settings::StoreSettings;
pub use side_rows::{Moment, SideRows};
pub use snapshot::{Snapshot, snapshots_kept};
pub use sqlite::SqliteStore;

/// The end of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The number of its last entry; entries count from one.
    pub seq: u64,
    /// That of its last entry.
    pub fingerprint: Fingerprint,
    /// How many times another process took the stream over.
    pub epoch: u64,
}

impl Head {
    /// The head behind the entry, or why it is not the next one.
    pub fn follows(self, row: &Row) -> Result<Head, String> {
        let expected = self.seq + 1;
        if row.seq != expected {
            return Err(format!("found entry {}, expected {expected}", row.seq));
        }
        if row.fingerprint != self.fingerprint.then(&row.bytes) {
            return Err("the fingerprint is not that of its bytes".to_owned());
        }
        Ok(Head {
            seq: row.seq,
            fingerprint: row.fingerprint,
            epoch: self.epoch,
        })
    }

    /// Before the first entry.
    pub fn start(stream: Stream) -> Head {
        Head {
            seq: 0,
            fingerprint: Fingerprint::start(stream),
            epoch: 0,
        }
    }
}

/// The response to a command, stored so that the same id gets the same response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResponse {
    /// The command.
    pub id: CommandId,
    /// The hash of the request: another request under the same id is an error.
    pub body: Fingerprint,
    /// The response as JSON.
    pub response: Vec<u8>,
}

/// What became of an append. Only `Stored` has changed anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is stored, and this is the new head.
    Stored(Head),
    /// Another writer was first: this is the head now.
    Moved(Head),
    /// The command was answered before.
    Answered(StoredResponse),
    /// An account does not hold so much.
    InsufficientFunds(Account),
    /// An account would hold more than can be stored.
    AboveLimit(Account),
}

/// An entry as it lies in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number.
    pub seq: u64,
    /// The hash of it and everything before it.
    pub fingerprint: Fingerprint,
    /// The entry; its memory may be shared with the entries beside it.
    pub bytes: Bytes,
}

/// A posting as it lies in the store, numbered within its entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostedRow {
    /// The stream of its entry.
    pub stream: Stream,
    /// The number of its entry.
    pub seq: u64,
    /// Its number within the entry, from zero.
    pub line: u32,
    /// What moved.
    pub row: Posting,
}

/// Some entries of a stream, and their postings. If the stream is written meanwhile, the two may be of
/// different moments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamPage {
    /// The entries.
    pub rows: Vec<Row>,
    /// The rows of money that follow from them.
    pub postings: Vec<PostedRow>,
}

/// Which process has a stream's lease now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lease {
    /// The caller, as before.
    Kept,
    /// The caller; before that another whose lease expired, or none.
    Taken {
        /// The name of the other.
        from: Option<String>,
    },
    /// Another than the caller.
    Denied,
}

/// Why a store did not do what it was asked. `what` is what the engine said.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Nothing was stored. Asking again may help.
    #[error("the store cannot be reached: {what}")]
    Unavailable {
        /// What the engine said.
        what: String,
    },
    /// It may have been stored or not: the caller reads the answer back before anything else.
    #[error("it is not known whether it was stored: {what}")]
    Unknown {
        /// What the engine said.
        what: String,
    },
    /// A write failed, and this process writes nothing after that.
    #[error("the store has stopped: {what}")]
    Stopped {
        /// What the engine said.
        what: String,
    },
    /// Something that is stored cannot be read.
    #[error("{place} cannot be read: {what}")]
    Corrupt {
        /// Which row or entry.
        place: String,
        /// What is wrong with it.
        what: String,
    },
}

/// A place that keeps a house.
///
/// Everything that serves a house holds it as `Arc<dyn Store>`, so none of it is generic over the place: it is
/// compiled once, with this crate, and not again in every program that uses it. [`StoreSettings`] opens one.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Stores all of it, or nothing and says why.
    async fn append(&self, append: Append) -> Result<Appended, StoreError>;

    /// The response to a command, if it has one.
    async fn answer(
        &self,
        stream: Stream,
        id: CommandId,
    ) -> Result<Option<StoredResponse>, StoreError>;

    /// The head of a stream; [`Head::start`] where nothing was written.
    async fn head(&self, stream: Stream) -> Result<Head, StoreError>;

    /// The heads of all streams that have an entry.
    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError>;

    /// Those of one kind, without reading the others: there may be very many purses.
    async fn heads_by_kind(&self, kind: StreamKind) -> Result<Vec<(Stream, Head)>, StoreError>;

    /// The entries after `after`, at most `limit` of them.
    async fn read(&self, stream: Stream, after: u64, limit: usize) -> Result<Vec<Row>, StoreError>;

    /// The postings of the entries after `after`, of at most `limit` entries.
    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PostedRow>, StoreError>;

    /// A page of each stream, in the order given: at most `limit` of the entries after the number beside it.
    /// A reader of the whole house asks for many short streams at once.
    async fn pages(
        &self,
        of: Vec<(Stream, u64)>,
        limit: usize,
    ) -> Result<Vec<StreamPage>, StoreError> {
        let mut pages = Vec::with_capacity(of.len());
        for (stream, after) in of {
            pages.push(StreamPage {
                rows: self.read(stream, after, limit).await?,
                postings: self.postings(stream, after, limit).await?,
            });
        }
        Ok(pages)
    }

    /// The balance of a purse, a rack or the tips.
    async fn balance(&self, account: Account) -> Result<Money, StoreError>;

    /// All such balances that are not zero.
    async fn balances(&self) -> Result<Vec<(Account, Money)>, StoreError>;

    /// The sum of what was fed to a link, less what was taken back.
    async fn contributed(&self, link: LinkId) -> Result<Money, StoreError>;

    /// What waits for `to`: for each stream the entries that concern it and that it has not consumed,
    /// in order, at most `limit` in all.
    async fn waiting(&self, to: Stream, limit: usize) -> Result<Vec<(Stream, u64)>, StoreError>;

    /// How far `by` has read each stream it was told to read.
    async fn consumed(&self, by: Stream) -> Result<Vec<(Stream, u64)>, StoreError>;

    /// Takes or prolongs the stream's lease, if no other process holds it, for so many milliseconds by the
    /// clock of the store. A lease says which process runs the timers; it protects nothing.
    async fn lease(
        &self,
        stream: Stream,
        owner: &str,
        milliseconds: u64,
    ) -> Result<Lease, StoreError>;

    /// Keeps a snapshot, unless one is kept behind the same entry, and deletes all of the stream but the
    /// last [`snapshots_kept`]. A store that keeps none may do nothing: they only save reading.
    async fn put_snapshot(&self, _snapshot: Snapshot) -> Result<(), StoreError> {
        Ok(())
    }

    /// The snapshots of a stream behind entries up to `up_to`, at most `limit`, the latest first. Nothing
    /// of them is checked here.
    async fn snapshots(
        &self,
        _stream: Stream,
        _up_to: u64,
        _limit: usize,
    ) -> Result<Vec<Snapshot>, StoreError> {
        Ok(Vec::new())
    }

    /// Whether another process may write to it meanwhile.
    fn has_other_writers(&self) -> bool {
        true
    }

    /// What an audit reads beside the logs; none where the store does not have it.
    fn side_rows(&self) -> Option<&dyn SideRows> {
        None
    }
}

impl Lease {
    /// The lease once `owner` has it.
    fn of(before: Option<String>, owner: &str) -> Lease {
        match before {
            Some(holder) if holder == owner => Lease::Kept,
            from => Lease::Taken { from },
        }
    }
}
