//! One stream read page by page, up to the first thing that cannot be.
//!
//! While a page is held against the rules, the next one is fetched already. What was dealt from a deck
//! whose seed is not told yet is held back until it is; what is still held at the end belongs to a round
//! that is being played, and only its place in the chain can be looked at.

use game::Event;
use ledger::Book;

use super::replay::{Replay, Wrong};
use super::{Finding, Place};
use crate::log::Stream;
use crate::store::{Head, PostedRow, Row, Store, StoreError};
use crate::table::{TableEntry, TableEvent};

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
    held: Page,
    pub entries: u64,
    pub postings: u64,
    /// Entries of a round that is not over, which nobody without the key can hold against the rules.
    pub sealed: u64,
    /// What its rows of money come to.
    pub book: Book,
    pub finding: Option<Finding>,
    /// An entry the head does not know of: somebody has written since, or has cut the head.
    pub behind: Option<u64>,
}

#[derive(Default)]
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
            held: Page::default(),
            entries: 0,
            postings: 0,
            sealed: 0,
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
            let behind = page.behind(head);
            self.behind = behind;
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
            self.take(page);
            return Ok(self);
        }
        let work = tokio::task::spawn_blocking(move || {
            self.take(page);
            self
        });
        work.await.map_err(|broken| StoreError::Corrupt {
            place: "a log".to_owned(),
            what: broken.to_string(),
        })
    }

    fn take(&mut self, page: Page) {
        let mut all = core::mem::take(&mut self.held);
        all.rows.extend(page.rows);
        all.postings.extend(page.postings);
        loop {
            self.replay.foresee(&all.rows);
            let begun = self.at.seq;
            match self.read(&all) {
                Ok(()) => return,
                Err((seq, Wrong::So(what))) => return self.find(seq, what),
                Err((seq, Wrong::Sealed)) => all = all.from(seq),
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
    fn ends(&mut self) {
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
        let ends = if open { Ok(()) } else { self.replay.ends() };
        if let Err(what) = ends.and(head) {
            self.find(self.head.seq, what);
        }
    }

    fn find(&mut self, seq: u64, what: String) {
        let place = Place::Entry(self.stream, seq);
        self.finding = Some(Finding { place, what });
    }

    /// What cannot be, with the number of its entry.
    fn read(&mut self, page: &Page) -> Result<(), (u64, Wrong)> {
        let mut postings = page.postings.as_slice();
        let to = self.head.seq;
        for row in page.rows.iter().take_while(|row| row.seq <= to) {
            let own = split_at_row(&mut postings, row);
            if row.seq > self.at.seq + 1 {
                return Err((self.at.seq + 1, MISSING.into()));
            }
            let wrong = |wrong: Wrong| (row.seq, wrong);
            let next = self.in_order(row, own).map_err(|what| wrong(what.into()))?;
            self.replay.take(row, own).map_err(wrong)?;
            self.count(next, own);
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

impl Page {
    async fn fetched(store: &impl Store, stream: Stream, after: u64) -> Result<Page, StoreError> {
        let rows = store.read(stream, after, PAGE).await?;
        let postings = store.postings(stream, after, PAGE).await?;
        Ok(Page { rows, postings })
    }

    /// An entry, or money of one, that the head does not know of.
    fn behind(&self, head: Head) -> Option<u64> {
        let rows = self.rows.iter().map(|row| row.seq);
        let postings = self.postings.iter().map(|posted| posted.seq);
        rows.chain(postings).find(|seq| *seq > head.seq)
    }

    /// The entries from this one on.
    fn from(mut self, seq: u64) -> Page {
        self.rows.retain(|row| row.seq >= seq);
        self.postings.retain(|posted| posted.seq >= seq);
        self
    }
}

const MISSING: &str = "it is missing";
