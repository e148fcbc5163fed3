//! A store that counts what is read from it.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use house::log::{Stream, StreamKind};
use house::store::async_trait;
use house::store::{Append, Appended, Head, PostedRow, Row, Snapshot, Store, StoreError};
use tokio::sync::Barrier;

use crate::floor::wrapped::{Wrapped, Wrapper};

/// A store whose reads are counted.
pub type Counted = Wrapped<ReadCounter>;

pub struct ReadCounter {
    store: Arc<dyn Store>,
    has_snapshots: bool,
    reads: Mutex<Reads>,
    meeting: Mutex<Option<Arc<Barrier>>>,
    /// Entries with this text call no link.
    silent: Mutex<Option<&'static str>>,
}

/// A table pays its jackpots in this entry.
const PAYING: &str = "\"kind\":\"jackpots-settled\"";

fn has_text(entry: &[u8], text: &str) -> bool {
    String::from_utf8_lossy(entry).contains(text)
}

/// What was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    streams: BTreeSet<Stream>,
    /// How many entries.
    pub rows: usize,
    /// How often the head of one stream.
    pub heads_of_streams: usize,
    /// How often the heads of every stream.
    pub all_heads: usize,
    /// How often the heads of one kind of stream.
    pub heads_of_kinds: usize,
    /// How many rows of what waits and what was consumed.
    pub queued: usize,
}

impl Reads {
    /// The streams of which entries were read, in order.
    pub fn streams_read(&self) -> Vec<Stream> {
        self.streams.iter().copied().collect()
    }
}

impl Counted {
    pub fn new(store: Arc<impl Store>) -> Counted {
        Wrapped(ReadCounter {
            store,
            has_snapshots: true,
            reads: Mutex::default(),
            meeting: Mutex::default(),
            silent: Mutex::default(),
        })
    }

    /// The same store, as if it had never kept a snapshot.
    pub fn without_snapshots(store: Arc<impl Store>) -> Counted {
        Wrapped(ReadCounter {
            has_snapshots: false,
            ..Counted::new(store).0
        })
    }
}

impl ReadCounter {
    /// What was read since the last time.
    pub fn take(&self) -> Reads {
        std::mem::take(&mut *self.reads.lock().unwrap())
    }

    /// From now on entries with this text call no link, as if an older version had stored them.
    pub fn call_no_link_for(&self, text: &'static str) {
        *self.silent.lock().unwrap() = Some(text);
    }

    /// From now on tables pay their jackpots when so many are about to, and not before.
    pub fn meet(&self, tables: usize) {
        *self.meeting.lock().unwrap() = Some(Arc::new(Barrier::new(tables)));
    }

    fn count(&self, one: impl FnOnce(&mut Reads)) {
        one(&mut self.reads.lock().unwrap());
    }
}

#[async_trait]
impl Wrapper for ReadCounter {
    fn wrapped(&self) -> &dyn Store {
        &*self.store
    }

    async fn append(&self, mut append: Append) -> Result<Appended, StoreError> {
        let silent = *self.silent.lock().unwrap();
        if let Some(text) = silent
            && append.entries.iter().any(|entry| has_text(entry, text))
        {
            append.outbox.clear();
        }
        let meeting = self.meeting.lock().unwrap().clone();
        if let Some(meeting) = meeting
            && let Stream::Table(_) = append.stream
            && append.entries.iter().any(|entry| has_text(entry, PAYING))
        {
            meeting.wait().await;
        }
        self.store.append(append).await
    }

    async fn head(&self, stream: Stream) -> Result<Head, StoreError> {
        self.count(|reads| reads.heads_of_streams += 1);
        self.store.head(stream).await
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.count(|reads| reads.all_heads += 1);
        self.store.heads().await
    }

    async fn heads_by_kind(&self, kind: StreamKind) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.count(|reads| reads.heads_of_kinds += 1);
        self.store.heads_by_kind(kind).await
    }

    async fn read(&self, stream: Stream, after: u64, limit: usize) -> Result<Vec<Row>, StoreError> {
        let rows = self.store.read(stream, after, limit).await?;
        self.count(|reads| {
            reads.streams.insert(stream);
            reads.rows += rows.len();
        });
        Ok(rows)
    }

    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PostedRow>, StoreError> {
        self.count(|reads| {
            reads.streams.insert(stream);
        });
        self.store.postings(stream, after, limit).await
    }

    async fn waiting(&self, to: Stream, limit: usize) -> Result<Vec<(Stream, u64)>, StoreError> {
        let waiting = self.store.waiting(to, limit).await?;
        self.count(|reads| reads.queued += waiting.len());
        Ok(waiting)
    }

    async fn consumed(&self, by: Stream) -> Result<Vec<(Stream, u64)>, StoreError> {
        let consumed = self.store.consumed(by).await?;
        self.count(|reads| reads.queued += consumed.len());
        Ok(consumed)
    }

    async fn snapshots(
        &self,
        stream: Stream,
        up_to: u64,
        limit: usize,
    ) -> Result<Vec<Snapshot>, StoreError> {
        let limit = if self.has_snapshots { limit } else { 0 };
        self.store.snapshots(stream, up_to, limit).await
    }
}
