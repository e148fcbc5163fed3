//! A stream read page by page, up to the first thing that cannot be.
//!
//! While a page is held against the rules, the next one is fetched already; short streams are fetched and
//! read many at a time, for to hand something over takes as long as to read a hundred entries. What was dealt from a deck
//! whose seed is not told yet is held back until it is; what is still held at the end belongs to a round
//! that is being played, and only its place in the chain can be looked at.

use game::Event;
use ledger::Book;

use super::replay::{Replay, ReplayError};
use super::snapshots::SnapshotCheck;
use super::{AuditFinding, FindingPlace};
use house::log::Stream;
use house::store::{Head, PostedRow, Row, Store, StoreError, StreamPage};
use house::table::{TableEntry, TableEvent};

/// Entries read at a time.
const PAGE: usize = 2_000;
/// Short streams read together at most: somebody may have cut their heads, and they are long.
const BATCH: usize = 50;

pub struct StreamReader {
    pub stream: Stream,
    /// As the store says it stands.
    head: Head,
    at: Head,
    pub replay: Replay,
    held: StreamPage,
    pub entries: u64,
    pub postings: u64,
    /// Entries of a round that is not over, which nobody without the key can hold against the rules.
    pub sealed: u64,
    /// What its rows of money come to.
    pub book: Book,
    pub finding: Option<AuditFinding>,
    pub snapshots: SnapshotCheck,
    /// An entry the head does not know of: somebody has written since, or has cut the head.
    pub behind: Option<u64>,
}

impl StreamReader {
    pub fn new(stream: Stream, head: Head) -> StreamReader {
        StreamReader {
            stream,
            head,
            at: Head::start(stream),
            replay: Replay::of(stream),
            held: StreamPage::default(),
            entries: 0,
            postings: 0,
            sealed: 0,
            book: Book::default(),
            finding: None,
            snapshots: SnapshotCheck::default(),
            behind: None,
        }
    }

    /// Streams in the order given, those that are short together, so that each lot is about a page.
    pub fn batches(streams: impl Iterator<Item = (Stream, Head)>) -> Vec<Vec<StreamReader>> {
        let mut batches: Vec<Vec<StreamReader>> = Vec::new();
        let mut room = 0;
        for (stream, head) in streams {
            let reader = StreamReader::new(stream, head);
            let last = batches.last_mut().filter(|batch| batch.len() < BATCH);
            if let Some(batch) = last.filter(|_| head.seq < room) {
                room -= head.seq;
                batch.push(reader);
            } else {
                room = (PAGE as u64).saturating_sub(head.seq);
                batches.push(vec![reader]);
            }
        }
        batches
    }

    /// Reads all of them.
    pub async fn run(
        mut batch: Vec<StreamReader>,
        store: &dyn Store,
    ) -> Result<Vec<StreamReader>, StoreError> {
        for reader in &mut batch {
            reader.snapshots = SnapshotCheck::read(store, reader.stream, reader.head).await?;
        }
        let begins = batch.iter().map(|reader| (reader.stream, 0)).collect();
        // A page that is not there is an empty one: then its entries are missing, and that is found.
        let pages = store.pages(begins, PAGE).await?.into_iter();
        let pages = pages.chain(core::iter::repeat_with(StreamPage::default));
        let begun: Vec<_> = batch.into_iter().zip(pages).collect();
        let short = begun.iter().all(|(reader, page)| reader.ends_with(page));
        if short {
            return run_blocking(move || {
                let all = begun.into_iter();
                all.map(|(reader, page)| reader.ended(page)).collect()
            })
            .await;
        }
        let mut done = Vec::with_capacity(begun.len());
        for (reader, page) in begun {
            done.push(reader.read_on(page, store).await?);
        }
        Ok(done)
    }

    /// Whether nothing behind the page need be read: it is the last, or goes on where the head does not.
    fn ends_with(&self, page: &StreamPage) -> bool {
        page.rows.len() < PAGE || behind(page, self.head).is_some()
    }

    /// With its last page.
    fn ended(mut self, page: StreamPage) -> StreamReader {
        self.behind = behind(&page, self.head);
        self.take(page);
        self.finish();
        self
    }

    /// Page by page, from this one on.
    async fn read_on(
        mut self,
        mut page: StreamPage,
        store: &dyn Store,
    ) -> Result<StreamReader, StoreError> {
        let (stream, head) = (self.stream, self.head);
        while let Some(last) = page.rows.last().filter(|_| !self.ends_with(&page)) {
            let next = store.pages(vec![(stream, last.seq)], PAGE);
            let taken = run_blocking(move || {
                self.take(page);
                self
            });
            let (taken, next) = tokio::join!(taken, next);
            (self, page) = (taken?, next?.pop().unwrap_or_default());
            if self.finding.is_some() {
                let behind = store.read(stream, head.seq, 1).await?;
                self.behind = behind.first().map(|row| row.seq);
                return Ok(self);
            }
        }
        run_blocking(move || self.ended(page)).await
    }

    fn take(&mut self, mut page: StreamPage) {
        // What was written since the head was read is not of this reading.
        let to = self.head.seq;
        page.rows.retain(|row| row.seq <= to);
        page.postings.retain(|posted| posted.seq <= to);
        let mut all = core::mem::take(&mut self.held);
        all.rows.extend(page.rows);
        all.postings.extend(page.postings);
        loop {
            self.replay.preload_seeds(&all.rows);
            let begun = self.at.seq;
            match self.read(&all) {
                Ok(()) => return,
                Err((seq, ReplayError::Mismatch(what))) => return self.find(seq, what),
                Err((seq, ReplayError::Sealed)) => from(&mut all, seq),
            }
            // Whatever is told on this page was heard: it may be told on the next.
            if self.at.seq == begun {
                self.held = all;
                return;
            }
        }
    }

    /// What is left of a round that is being played: the chain, and that no other round begins in it.
    fn take_sealed(&mut self) {
        let held = core::mem::take(&mut self.held);
        let mut postings = held.postings.as_slice();
        for row in &held.rows {
            let own = split_at_row(&mut postings, row);
            let next = self.in_order(row, own).and_then(|next| {
                let entry = TableEntry::read(&row.bytes).map_err(|error| error.to_string())?;
                match entry.event {
                    TableEvent::Game(Event::BetsOpened { .. }) => {
                        Err("the seed of the round before it was not told".to_owned())
                    }
                    TableEvent::Game(_) | TableEvent::House(_) | TableEvent::Cards(_) => Ok(next),
                }
            });
            match next {
                Ok(next) => self.count(next, own),
                Err(what) => return self.find(row.seq, what),
            }
            self.sealed += 1;
        }
    }

    /// Nothing more is stored.
    fn finish(&mut self) {
        if self.finding.is_some() {
            return;
        }
        let open = !self.held.rows.is_empty();
        self.take_sealed();
        if self.finding.is_some() {
            return;
        }
        if self.at.seq < self.head.seq {
            let seq = self.at.seq + 1;
            return self.find(seq, MISSING.to_owned());
        }
        let same = self.at.fingerprint == self.head.fingerprint;
        let head = same.then_some(());
        let head = head.ok_or_else(|| "the head has another fingerprint than the log".to_owned());
        let ends = if open { Ok(()) } else { self.replay.finish() };
        if let Err(what) = ends.and(head) {
            return self.find(self.head.seq, what);
        }
        self.snapshots.finish();
    }

    fn find(&mut self, seq: u64, what: String) {
        let place = FindingPlace::Entry(self.stream, seq);
        self.finding = Some(AuditFinding { place, what });
    }

    /// What cannot be, with the number of its entry.
    fn read(&mut self, page: &StreamPage) -> Result<(), (u64, ReplayError)> {
        let mut postings = page.postings.as_slice();
        for row in &page.rows {
            let own = split_at_row(&mut postings, row);
            if row.seq > self.at.seq + 1 {
                return Err((self.at.seq + 1, MISSING.into()));
            }
            let wrong = |wrong: ReplayError| (row.seq, wrong);
            let next = self.in_order(row, own).map_err(|what| wrong(what.into()))?;
            self.replay.take(row, own).map_err(wrong)?;
            self.count(next, own);
            self.snapshots.take(row, &self.replay);
        }
        Ok(())
    }

    /// The chain, and the numbers of the rows of money.
    fn in_order(&self, row: &Row, posted: &[PostedRow]) -> Result<Head, String> {
        let next = self.at.follows(row)?;
        let mut numbered = posted.iter().zip(0..);
        let wrong = numbered.find(|(posted, line)| posted.seq != row.seq || posted.line != *line);
        if let Some((wrong, _)) = wrong {
            let (line, seq) = (wrong.line, wrong.seq);
            return Err(format!("posting {line} of entry {seq} has no place"));
        }
        Ok(next)
    }

    fn count(&mut self, next: Head, posted: &[PostedRow]) {
        self.at = next;
        self.entries += 1;
        self.postings += posted.len() as u64;
        for posted in posted {
            self.book.shift(posted.row);
        }
    }
}

/// The rows of money of an entry; those of the entries behind it are left.
fn split_at_row<'a>(postings: &mut &'a [PostedRow], row: &Row) -> &'a [PostedRow] {
    let own = postings.iter().take_while(|posted| posted.seq <= row.seq);
    let (own, others) = postings.split_at(own.count());
    *postings = others;
    own
}

/// An entry, or money of one, that the head does not know of.
fn behind(page: &StreamPage, head: Head) -> Option<u64> {
    let rows = page.rows.iter().map(|row| row.seq);
    let postings = page.postings.iter().map(|posted| posted.seq);
    rows.chain(postings).find(|seq| *seq > head.seq)
}

/// Leaves the entries from this one on.
fn from(page: &mut StreamPage, seq: u64) {
    page.rows.retain(|row| row.seq >= seq);
    page.postings.retain(|posted| posted.seq >= seq);
}

/// Where it keeps nobody who waits for a store from hearing of it.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    let work = tokio::task::spawn_blocking(work);
    work.await.map_err(|broken| StoreError::Corrupt {
        place: "a log".to_owned(),
        what: broken.to_string(),
    })
}

const MISSING: &str = "it is missing";
