//! What one command adds to a stream, and what follows from it for rows, heads and balances.

use std::collections::BTreeMap;

use bytes::Bytes;
use game::Money;
use ledger::{Account, LinkId, Posting};

use super::{Head, PostedRow, Row, StoredResponse};
use crate::log::{Entries, Fingerprint, Stream};

/// What one command adds to a stream. A refusal is one too, with an answer and no entries: it is true of
/// the stream as it was read, so it is stored only if the head is still the same.
#[derive(Clone, Debug)]
pub struct Append {
    /// The stream it goes to.
    pub stream: Stream,
    /// The head when this was decided.
    pub expected: Head,
    /// Whether the writer takes the stream over with it, which raises its epoch.
    pub takeover: Takeover,
    /// The entries.
    pub entries: Entries,
    /// Rows of the ledger that follow from them.
    pub postings: Vec<Posted>,
    /// What they feed to links.
    pub contributions: Vec<Contribution>,
    /// The response to the command, under its id.
    pub answer: Option<StoredResponse>,
    /// Streams that have something to do because of these entries.
    pub outbox: Vec<Stream>,
    /// How far this stream has read others with it.
    pub consumed: Vec<(Stream, u64)>,
}

/// Whether an append takes its stream over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takeover {
    /// The epoch stays.
    No,
    /// The epoch rises by one.
    Yes,
}

/// A row of the ledger and the entry it follows from, by its place in the append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The entry, counted from zero within the append.
    pub entry: usize,
    /// What moves.
    pub row: Posting,
}

/// What an entry of a table feeds to a link, or takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contribution {
    /// The entry, counted from zero within the append.
    pub entry: usize,
    /// The link it feeds.
    pub link: LinkId,
    /// How much; negative where it takes back.
    pub amount: Money,
}

impl Append {
    /// An empty append behind `expected`.
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

    /// Empty again, behind `expected`, in the same memory.
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

    /// The link has to read the stream up to these entries.
    pub(crate) fn is_read_by(&mut self, link: Option<LinkId>) {
        let link = link.map(Stream::Link);
        self.outbox
            .extend(link.filter(|link| !self.outbox.contains(link)));
    }

    /// The head once this is stored.
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

    /// Its entries with their numbers and fingerprints.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row> + '_ {
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
    pub(super) fn posted(&self) -> Vec<PostedRow> {
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

    /// What the postings do to each account that has a balance row, in the order of accounts: two appends
    /// that change the same rows change them in the same order, so they do not deadlock.
    pub(super) fn shifts(&self) -> Vec<(Account, Money)> {
        let mut shifts = BTreeMap::new();
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
