//! Where a house keeps its logs and its money, and what every such place must promise.
//!
//! Everything a command causes is one [`Append`]: it is stored whole or not at all, and only if the
//! stream still stands where the writer thought it stood. That one condition on one row decides who
//! writes; no lock, lease or leader does. Whoever loses the race is told how the stream stands now,
//! reads on, and decides again.
//!
//! What players own, and the tips, the store counts itself and keeps from falling below nothing. All
//! other accounts are the sum of their postings: rows are only ever added there, so no two tables wait
//! for each other.

mod memory;
mod open;
mod postgres;
mod reading;
mod settings;
mod snapshot;
mod sqlite;

/// For those who implement [`Store`].
pub use async_trait::async_trait;
use bytes::Bytes;
use game::Money;
use ledger::{Account, LinkId, Posting};

use crate::log::{CommandId, Entries, Fingerprint, Stream, StreamKind};

pub use memory::{MemoryContents, MemoryStore};
pub use open::OpenError;
pub use postgres::PostgresStore;
pub(crate) use reading::{LogReader, panic_message, read_on};
pub use settings::StoreSettings;
pub use snapshot::{SNAPSHOTS_KEPT, Snapshot};
pub use sqlite::SqliteStore;

/// How a stream stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The number of its last entry; entries count from one.
    pub seq: u64,
    pub fingerprint: Fingerprint,
    /// How often somebody took the stream over.
    pub epoch: u64,
}

impl Head {
    /// How the stream stands after the entry, or why that is not the next one.
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

    pub fn start(stream: Stream) -> Head {
        Head {
            seq: 0,
            fingerprint: Fingerprint::start(stream),
            epoch: 0,
        }
    }
}

/// One command's worth of a stream. A refusal is one too, with an answer and no entries: it is true of
/// the stream as it stood, so it is kept only if the stream still stands so.
#[derive(Clone, Debug)]
pub struct Append {
    pub stream: Stream,
    /// How the stream stood when this was decided.
    pub expected: Head,
    /// Whether the writer takes the stream over with it.
    pub takeover: Takeover,
    pub entries: Entries,
    pub postings: Vec<Posted>,
    pub contributions: Vec<Contribution>,
    pub answer: Option<StoredResponse>,
    /// Streams that have something to do because of these entries.
    pub outbox: Vec<Stream>,
    /// How far this stream has read others with it.
    pub consumed: Vec<(Stream, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takeover {
    No,
    Yes,
}

/// A row of the ledger and the entry it follows from, by its place in the append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    pub entry: usize,
    pub row: Posting,
}

/// What an entry of a table feeds to a link, or takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contribution {
    pub entry: usize,
    pub link: LinkId,
    pub amount: Money,
}

/// What a command was told, kept so that it is told the same for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResponse {
    pub id: CommandId,
    /// Of what was asked under the id: another request under the same id is an error.
    pub body: Fingerprint,
    pub response: Vec<u8>,
}

/// What became of an append. Only `Stored` has changed anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    Stored(Head),
    /// Somebody else wrote: this is how the stream stands now.
    Moved(Head),
    /// The command was answered before.
    Answered(StoredResponse),
    /// An account does not hold so much.
    InsufficientFunds(Account),
}

/// An entry as it lies in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub seq: u64,
    pub fingerprint: Fingerprint,
    /// May lie in one piece of memory with those of the entries beside it.
    pub bytes: Bytes,
}

/// A posting as it lies in the store, numbered within its entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostedRow {
    pub stream: Stream,
    pub seq: u64,
    pub line: u32,
    pub row: Posting,
}

/// Some entries of a stream, and their postings. Where somebody writes meanwhile the two may be of
/// different moments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamPage {
    pub rows: Vec<Row>,
    pub postings: Vec<PostedRow>,
}

/// Who has a stream's lease now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lease {
    /// Whoever asked, and before that too.
    Kept,
    /// Whoever asked; before that somebody whose lease ran out, or nobody.
    Taken { from: Option<String> },
    /// Somebody else.
    Denied,
}

/// The world failed; the rules have no part in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Nothing was stored. To ask again may help.
    #[error("the store cannot be reached: {what}")]
    Unavailable { what: String },
    /// It may have been stored or not: read the answer back before anything else.
    #[error("nobody knows whether it was stored: {what}")]
    Unknown { what: String },
    /// The store has stopped for good: a write failed, and no write is tried after that.
    #[error("the store has stopped: {what}")]
    Stopped { what: String },
    #[error("{place} cannot be read: {what}")]
    Corrupt { place: String, what: String },
}

/// A place that keeps a house.
///
/// Everything that serves a house holds it as `Arc<dyn Store>`, so none of it is generic over the place: it is
/// compiled once, with this crate, and not again in every program that uses it. [`StoreSettings`] opens one.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    async fn append(&self, append: Append) -> Result<Appended, StoreError>;

    async fn answer(
        &self,
        stream: Stream,
        id: CommandId,
    ) -> Result<Option<StoredResponse>, StoreError>;

    /// As [`Head::start`] where nothing was ever written.
    async fn head(&self, stream: Stream) -> Result<Head, StoreError>;

    /// Every stream with an entry in it.
    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError>;

    /// Those of one kind, without a look at the others: of purses there may be very many.
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

    /// A page of each stream, in the order given: of the entries after the number beside it at most `limit`.
    /// Whoever reads all of a house asks once for many short streams.
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

    /// Of an account that is counted.
    async fn balance(&self, account: Account) -> Result<Money, StoreError>;

    /// All accounts that are counted and have something in them.
    async fn balances(&self) -> Result<Vec<(Account, Money)>, StoreError>;

    /// Everything ever fed to a link, less what was taken back.
    async fn contributed(&self, link: LinkId) -> Result<Money, StoreError>;

    /// What waits for `to`: for each stream the entries that concern it and that it has not consumed,
    /// in order, at most `limit` in all.
    async fn waiting(&self, to: Stream, limit: usize) -> Result<Vec<(Stream, u64)>, StoreError>;

    /// How far `by` has read each stream it was told to read.
    async fn consumed(&self, by: Stream) -> Result<Vec<(Stream, u64)>, StoreError>;

    /// Takes or prolongs the stream's lease, if nobody else holds it, for so many milliseconds by the
    /// clock of the store. A lease tells who runs the timers; it protects nothing.
    async fn lease(
        &self,
        stream: Stream,
        owner: &str,
        milliseconds: u64,
    ) -> Result<Lease, StoreError>;

    /// Keeps a snapshot, unless one is kept behind the same entry, and deletes all of the stream but the
    /// last [`SNAPSHOTS_KEPT`]. A store that keeps none may do nothing: they only save reading.
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
}

impl Lease {
    /// As it is once `owner` has it.
    fn of(before: Option<String>, owner: &str) -> Lease {
        match before {
            Some(holder) if holder == owner => Lease::Kept,
            from => Lease::Taken { from },
        }
    }
}

impl Append {
    /// Nothing yet, to go behind `expected`.
    pub fn behind(stream: Stream, expected: Head) -> Append {
        Append {
            stream,
            expected,
            takeover: Takeover::No,
            entries: Entries::default(),
            postings: Vec::new(),
            contributions: Vec::new(),
            answer: None,
            outbox: Vec::new(),
            consumed: Vec::new(),
        }
    }

    /// Nothing again, to go behind `expected`, in the same memory.
    pub(crate) fn begin(&mut self, expected: Head) {
        self.expected = expected;
        self.takeover = Takeover::No;
        self.entries.clear();
        self.postings.clear();
        self.contributions.clear();
        self.answer = None;
        self.outbox.clear();
        self.consumed.clear();
    }

    /// How the stream stands once this is stored.
    pub(crate) fn after(&self) -> Head {
        let expected = self.expected;
        let entries = self.entries.iter();
        let chain = |before: Fingerprint, bytes: &[u8]| before.then(bytes);
        Head {
            seq: expected.seq + self.entries.len() as u64,
            fingerprint: entries.fold(expected.fingerprint, chain),
            epoch: expected.epoch + u64::from(self.takeover == Takeover::Yes),
        }
    }

    /// Its entries, numbered and bound to those before.
    fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        let mut fingerprint = self.expected.fingerprint;
        let numbered = (self.expected.seq + 1..).zip(self.entries.iter());
        numbered.map(move |(seq, bytes)| {
            fingerprint = fingerprint.then(bytes);
            Row {
                seq,
                fingerprint,
                bytes: Bytes::copy_from_slice(bytes),
            }
        })
    }

    /// The postings by the number of their entry, and of their line within it.
    fn posted(&self) -> Vec<PostedRow> {
        let mut lines = vec![0; self.entries.len()];
        let number = |posted: &Posted| {
            let line = lines[posted.entry];
            lines[posted.entry] += 1;
            PostedRow {
                stream: self.stream,
                seq: self.expected.seq + 1 + posted.entry as u64,
                line,
                row: posted.row,
            }
        };
        self.postings.iter().map(number).collect()
    }

    /// What the postings do to each account that is counted, in the order of accounts: two appends that
    /// touch the same rows touch them in the same order.
    fn shifts(&self) -> Vec<(Account, Money)> {
        let mut shifts = std::collections::BTreeMap::new();
        for Posted { row, .. } in &self.postings {
            for (account, amount) in [(row.from(), -row.amount()), (row.to(), row.amount())] {
                if account.is_counted() {
                    *shifts.entry(account).or_insert(Money::ZERO) += amount;
                }
            }
        }
        shifts
            .into_iter()
            .filter(|(_, amount)| !amount.is_zero())
            .collect()
    }
}
