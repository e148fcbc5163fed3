//! One stream read page by page, up to the first thing that cannot be.
//!
//! While a page is held against the rules, the next one is fetched already.

use ledger::Book;

use super::replay::Replay;
use super::{Finding, Place};
use crate::log::Stream;
use crate::store::{Head, PostedRow, Row, Store, StoreError};

/// Entries read at a time.
const PAGE: usize = 2_000;
/// So few entries are read where they were fetched: to hand them over would take longer.
const FEW: usize = 32;

pub struct StreamReader {
    pub stream: Stream,
    /// As the store says it stands.
    head: Head,
    at: Head,
    pub replay: Replay,
    pub entries: u64,
    pub postings: u64,
    /// What its rows of money come to.
    pub book: Book,
    pub finding: Option<Finding>,
    /// An entry the head does not know of: somebody has written since, or has cut the head.
    pub behind: Option<u64>,
}

struct Page {
    rows: Vec<Row>,
    postings: Vec<PostedRow>,
}

impl StreamReader {
    pub fn new(stream: Stream, head: Head) -> StreamReader {
        StreamReader {
            stream,
            head,
            at: Head::start(stream),
            replay: Replay::of(stream),
            entries: 0,
            postings: 0,
            book: Book::default(),
            finding: None,
            behind: None,
        }
    }

    /// Reads all of it.
    pub async fn run(mut self, store: &impl Store) -> Result<StreamReader, StoreError> {
        let (stream, head) = (self.stream, self.head);
        let mut page = Page::fetched(store, stream, 0).await?;
        loop {
            let behind = page.rows.iter().find(|row| row.seq > head.seq);
            self.behind = behind.map(|row| row.seq);
            let last = page.rows.last().filter(|_| page.rows.len() == PAGE);
            let Some(last) = last.map(|row| row.seq).filter(|_| behind.is_none()) else {
                self = self.taken(page).await?;
                self.ends();
                return Ok(self);
            };
            let next = Page::fetched(store, stream, last);
            let (taken, next) = tokio::join!(self.taken(page), next);
            (self, page) = (taken?, next?);
            if self.finding.is_some() {
                let behind = store.read(stream, head.seq, 1).await?;
                self.behind = behind.first().map(|row| row.seq);
                return Ok(self);
            }
        }
    }

    async fn taken(mut self, page: Page) -> Result<StreamReader, StoreError> {
        if page.rows.len() <= FEW {
            self.take(&page);
            return Ok(self);
        }
        let work = tokio::task::spawn_blocking(move || {
            self.take(&page);
            self
        });
        work.await.map_err(|broken| StoreError::Corrupt {
            place: "a log".to_owned(),
            what: broken.to_string(),
        })
    }

    fn take(&mut self, page: &Page) {
        if let Err((seq, what)) = self.read(page) {
            self.find(seq, what);
        }
    }

    /// Nothing more is stored.
    fn ends(&mut self) {
        if self.finding.is_some() {
            return;
        }
        if self.at.seq < self.head.seq {
            let (seq, what) = missing(self.at);
            return self.find(seq, what);
        }
        let same = self.at.fingerprint == self.head.fingerprint;
        let head = same.then_some(());
        let head = head.ok_or_else(|| "the head has another fingerprint than the log".to_owned());
        if let Err(what) = self.replay.ends().and(head) {
            self.find(self.head.seq, what);
        }
    }

    fn find(&mut self, seq: u64, what: String) {
        let place = Place::Entry(self.stream, seq);
        self.finding = Some(Finding { place, what });
    }

    /// What cannot be, with the number of its entry.
    fn read(&mut self, page: &Page) -> Result<(), (u64, String)> {
        let mut postings = page.postings.as_slice();
        let to = self.head.seq;
        for row in page.rows.iter().take_while(|row| row.seq <= to) {
            if row.seq > self.at.seq + 1 {
                return Err(missing(self.at));
            }
            let own = postings.iter().take_while(|posted| posted.seq <= row.seq);
            let (own, others) = postings.split_at(own.count());
            postings = others;
            self.at = self.one(row, own).map_err(|what| (row.seq, what))?;
            self.entries += 1;
            self.postings += own.len() as u64;
            for posted in own {
                self.book.shift(posted.row);
            }
        }
        Ok(())
    }

    fn one(&mut self, row: &Row, posted: &[PostedRow]) -> Result<Head, String> {
        let next = self.at.follows(row)?;
        let mut numbered = posted.iter().zip(0..);
        let wrong = numbered.find(|(posted, line)| posted.seq != row.seq || posted.line != *line);
        if let Some((wrong, _)) = wrong {
            let (line, seq) = (wrong.line, wrong.seq);
            return Err(format!("posting {line} of entry {seq} has no place"));
        }
        self.replay.take(row, posted)?;
        Ok(next)
    }
}

impl Page {
    async fn fetched(store: &impl Store, stream: Stream, after: u64) -> Result<Page, StoreError> {
        let rows = store.read(stream, after, PAGE).await?;
        let postings = store.postings(stream, after, PAGE).await?;
        Ok(Page { rows, postings })
    }
}

fn missing(at: Head) -> (u64, String) {
    (at.seq + 1, "it is missing".to_owned())
}
