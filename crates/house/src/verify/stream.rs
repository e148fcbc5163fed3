//! One stream read page by page, up to the first thing that cannot be.

use ledger::Posting;

use super::replay::Replay;
use super::{Finding, Place};
use crate::log::Stream;
use crate::store::{Head, PostedRow, Row, Store, StoreError};

/// Entries read at a time.
const PAGE: usize = 2_000;

pub struct StreamReader {
    pub stream: Stream,
    /// As the store says it stands.
    head: Head,
    at: Head,
    pub replay: Replay,
    pub entries: u64,
    pub postings: u64,
    /// Of the entries just read.
    pub rows: Vec<Posting>,
    pub finding: Option<Finding>,
    ended: bool,
    /// An entry the head does not know of.
    pub behind: Option<u64>,
}

pub struct Page {
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
            rows: Vec::new(),
            finding: None,
            ended: false,
            behind: None,
        }
    }

    pub fn is_done(&self) -> bool {
        self.ended || self.finding.is_some()
    }

    /// What lies behind the head: somebody has written since, or has cut the head.
    pub async fn look_behind(&mut self, store: &impl Store) -> Result<(), StoreError> {
        let behind = store.read(self.stream, self.head.seq, 1).await?;
        self.behind = behind.first().map(|row| row.seq);
        Ok(())
    }

    pub async fn page(&mut self, store: &impl Store) -> Result<Page, StoreError> {
        let rows = store.read(self.stream, self.at.seq, PAGE).await?;
        let postings = store.postings(self.stream, self.at.seq, PAGE).await?;
        Ok(Page { rows, postings })
    }

    pub fn take(&mut self, page: Page) {
        if let Err((seq, what)) = self.read(page) {
            self.find(seq, what);
        } else if self.at.seq >= self.head.seq {
            self.ended = true;
            let same = self.at.fingerprint == self.head.fingerprint;
            let head = same.then_some(());
            let head =
                head.ok_or_else(|| "the head has another fingerprint than the log".to_owned());
            if let Err(what) = self.replay.ends().and(head) {
                self.find(self.head.seq, what);
            }
        }
    }

    fn find(&mut self, seq: u64, what: String) {
        let place = Place::Entry(self.stream, seq);
        self.finding = Some(Finding { place, what });
    }

    /// What cannot be, with the number of its entry.
    fn read(&mut self, page: Page) -> Result<(), (u64, String)> {
        let missing = |at: Head| (at.seq + 1, "it is missing".to_owned());
        if page.rows.is_empty() && self.at.seq < self.head.seq {
            return Err(missing(self.at));
        }
        let mut postings = page.postings.into_iter().peekable();
        let to = self.head.seq;
        for row in page.rows.into_iter().take_while(|row| row.seq <= to) {
            if row.seq > self.at.seq + 1 {
                return Err(missing(self.at));
            }
            let mut its_own = Vec::new();
            while let Some(posted) = postings.next_if(|posted| posted.seq <= row.seq) {
                its_own.push(posted);
            }
            self.at = self.one(&row, &its_own).map_err(|what| (row.seq, what))?;
            self.entries += 1;
            self.postings += its_own.len() as u64;
            self.rows.extend(its_own.iter().map(|posted| posted.row));
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
