//! Reads a stream page by page, up to the first error.
//!
//! While one page is replayed, the next is fetched. Short streams are fetched and replayed in batches,
//! because passing work to another thread takes as long as replaying a hundred entries. Entries dealt from
//! a deck whose seed is not published yet are held back until it is. Those still held back at the end of the
//! log belong to a round in play: only their place in the chain can be checked.

mod sealed;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use game::{Event, Money};
use ledger::{Account, Book, LinkId, Posting};

use super::commands::Commands;
use super::replay::{Replay, ReplayError, Taken};
use super::snapshots::SnapshotCheck;
use super::{AuditFinding, FindingPlace};
use house::log::Stream;
use house::store::{Head, PostedRow, Row, Store, StoreError, StreamPage};
use house::table::{DeckAccess, TableEntry, TableEvent};

/// Entries read at a time.
const PAGE: usize = 2_000;
/// Most streams in a batch: a forged head may call a long stream short.
const BATCH: usize = 50;

/// Reads and replays one stream.
pub struct StreamReader {
    /// The stream.
    pub stream: Stream,
    /// The head as the store has it.
    pub head: Head,
    /// How far it was replayed.
    at: Head,
    /// The replay so far.
    pub replay: Replay,
    /// Entries held back until their seed is published.
    held: StreamPage,
    /// Links that have to read the command of a sealed entry once it is whole.
    owed: Vec<Stream>,
    /// The link that pays the sealed round, while its jackpots are due.
    link_of_jackpots: Option<Stream>,
    /// Entries counted.
    pub entries: u64,
    /// Money rows counted.
    pub postings: u64,
    /// Entries of a round in play, which cannot be replayed without the vault's key.
    pub sealed: u64,
    /// The sums of its money rows.
    pub book: Book,
    /// The accounts with a balance row that they moved money of.
    pub accounts: BTreeSet<Account>,
    /// The first error.
    pub finding: Option<AuditFinding>,
    /// Its commands, for the comparison with stored responses.
    pub commands: Commands,
    /// What its entries feed to links.
    pub fed: Vec<(LinkId, u64, Money)>,
    /// Its entries that other streams have to read.
    pub announced: Vec<(Stream, u64)>,
    pub snapshots: SnapshotCheck,
    /// An entry behind the head: the house was written to since the head was read, or the head was
    /// tampered with.
    pub behind: Option<u64>,
}

impl StreamReader {
    /// Begins with the first entry of `stream`.
    pub fn new(stream: Stream, head: Head, access: &DeckAccess) -> StreamReader {
        StreamReader {
            stream,
            head,
            at: Head::start(stream),
            replay: Replay::of(stream, access),
            held: StreamPage::default(),
            owed: Vec::new(),
            link_of_jackpots: None,
            entries: 0,
            postings: 0,
            sealed: 0,
            book: Book::default(),
            accounts: BTreeSet::new(),
            finding: None,
            commands: Commands::new(stream),
            fed: Vec::new(),
            announced: Vec::new(),
            snapshots: SnapshotCheck::default(),
            behind: None,
        }
    }

    /// A stream that the store cannot return, and what it said.
    pub fn unreadable(stream: Stream, head: Head, error: &StoreError) -> StreamReader {
        let place = FindingPlace::Stream(stream);
        let what = error.to_string();
        StreamReader {
            finding: Some(AuditFinding { place, what }),
            ..StreamReader::new(stream, head, &DeckAccess::default())
        }
    }

    /// The streams in the order given; short ones are put together until a batch is about a page.
    pub fn batches(streams: impl Iterator<Item = (Stream, Head)>) -> Vec<Vec<(Stream, Head)>> {
        let mut batches: Vec<Vec<(Stream, Head)>> = Vec::new();
        let mut room = 0;
        for (stream, head) in streams {
            let last = batches.last_mut().filter(|batch| batch.len() < BATCH);
            if let Some(batch) = last.filter(|_| head.seq < room) {
                room -= head.seq;
                batch.push((stream, head));
            } else {
                room = (PAGE as u64).saturating_sub(head.seq);
                batches.push(vec![(stream, head)]);
            }
        }
        batches
    }

    /// Reads and replays every stream of a batch.
    pub async fn run(
        batch: &[(Stream, Head)],
        store: &dyn Store,
        access: &DeckAccess,
    ) -> Result<Vec<StreamReader>, StoreError> {
        let reader_of = |(stream, head): &(Stream, Head)| StreamReader::new(*stream, *head, access);
        let mut batch: Vec<StreamReader> = batch.iter().map(reader_of).collect();
        for reader in &mut batch {
            reader.snapshots = SnapshotCheck::read(store, reader.stream, reader.head).await?;
        }
        let begins = batch.iter().map(|reader| (reader.stream, 0)).collect();
        // A missing page counts as empty: its entries are then reported as missing.
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

    /// Whether nothing behind the page need be read: it is the last one, or it goes beyond the head.
    fn ends_with(&self, page: &StreamPage) -> bool {
        page.rows.len() < PAGE || behind(page, self.head).is_some()
    }

    /// Takes the last page and finishes.
    fn ended(mut self, page: StreamPage) -> StreamReader {
        self.behind = behind(&page, self.head);
        self.take(page);
        self.finish();
        self
    }

    /// Reads on page by page, from this one.
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
        // Entries written after the head was read are left out.
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
            // The seeds on this page are known and do not help: the seed may be on the next page.
            if self.at.seq == begun {
                self.held = all;
                return;
            }
        }
    }

    /// Checks the entries held back for a round in play: the chain, and that no other round begins in them.
    fn take_sealed(&mut self) {
        let held = core::mem::take(&mut self.held);
        let mut postings = held.postings.as_slice();
        for (nth, row) in held.rows.iter().enumerate() {
            let own = split_at_row(&mut postings, row);
            let read = self.in_order(row, own).and_then(|next| {
                let entry = TableEntry::read(&row.bytes).map_err(|error| error.to_string())?;
                if let TableEvent::Game(Event::BetsOpened { .. }) = entry.event {
                    return Err("the seed of the round before it was not told".to_owned());
                }
                Ok((next, entry))
            });
            match read {
                Ok((next, entry)) => {
                    let last = held.rows.get(nth + 1).is_none_or(begins_command);
                    let taken = self.taken_of_sealed(&entry, last);
                    self.count(next, own, taken);
                }
                Err(what) => return self.find(row.seq, what),
            }
            self.sealed += 1;
        }
    }

    /// Checks the end of the stream, once everything stored was read.
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
        let head = self.check_head();
        let ends = if open { Ok(()) } else { self.replay.finish() };
        if let Err(what) = ends.and(head) {
            return self.find(self.head.seq, what);
        }
        self.snapshots.finish();
        self.commands.sort();
    }

    fn check_head(&self) -> Result<(), String> {
        if self.at.fingerprint != self.head.fingerprint {
            return Err("the head has another fingerprint than the log".to_owned());
        }
        let (found, expected) = (self.head.epoch, self.at.epoch);
        if found != expected {
            return Err(format!(
                "the head says that processes took it over {found} times, the log says {expected} times"
            ));
        }
        Ok(())
    }

    fn find(&mut self, seq: u64, what: String) {
        let place = FindingPlace::Entry(self.stream, seq);
        self.finding = Some(AuditFinding { place, what });
    }

    /// Replays a page; an error comes with the number of its entry.
    fn read(&mut self, page: &StreamPage) -> Result<(), (u64, ReplayError)> {
        let mut postings = page.postings.as_slice();
        for row in &page.rows {
            let own = split_at_row(&mut postings, row);
            if row.seq > self.at.seq + 1 {
                return Err((self.at.seq + 1, MISSING.into()));
            }
            let wrong = |wrong: ReplayError| (row.seq, wrong);
            let next = self.in_order(row, own).map_err(|what| wrong(what.into()))?;
            let taken = self.replay.take(row, own).map_err(wrong)?;
            self.count(next, own, taken);
            self.snapshots.take(row, &self.replay);
        }
        Ok(())
    }

    /// Checks the chain and the numbering of the money rows.
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

    fn count(&mut self, next: Head, posted: &[PostedRow], taken: Taken) {
        self.at = next;
        self.at.epoch += taken.epoch;
        if let Some(command) = taken.command {
            self.commands.begin(next.seq, command);
        }
        self.commands.reach(next.seq);
        let fed = taken.fed.into_iter();
        self.fed
            .extend(fed.map(|(link, amount)| (link, next.seq, amount)));
        let announced = taken.announced.into_iter();
        self.announced
            .extend(announced.map(|stream| (stream, next.seq)));
        self.entries += 1;
        self.postings += posted.len() as u64;
        for posted in posted {
            self.book.shift(posted.row);
            note_accounts(&mut self.accounts, posted.row);
        }
    }
}

/// Adds the accounts of a row that have a balance row.
pub fn note_accounts(accounts: &mut BTreeSet<Account>, row: Posting) {
    for account in [row.from(), row.to()] {
        if account.is_counted() && !accounts.contains(&account) {
            accounts.insert(account);
        }
    }
}

/// Splits off the money rows of this entry; those of later entries are left.
fn split_at_row<'a>(postings: &mut &'a [PostedRow], row: &Row) -> &'a [PostedRow] {
    let own = postings.iter().take_while(|posted| posted.seq <= row.seq);
    let (own, others) = postings.split_at(own.count());
    *postings = others;
    own
}

/// Whether the entry is the first of a command; one that cannot be read is reported when its turn comes.
fn begins_command(row: &Row) -> bool {
    TableEntry::read(&row.bytes).is_ok_and(|entry| entry.requested.is_some())
}

/// The first entry on the page, or entry of a money row, behind the head.
fn behind(page: &StreamPage, head: Head) -> Option<u64> {
    let rows = page.rows.iter().map(|row| row.seq);
    let postings = page.postings.iter().map(|posted| posted.seq);
    rows.chain(postings).find(|seq| *seq > head.seq)
}

/// Drops the entries before this one.
fn from(page: &mut StreamPage, seq: u64) {
    page.rows.retain(|row| row.seq >= seq);
    page.postings.retain(|posted| posted.seq >= seq);
}

/// Runs work on a thread for blocking work, so that tasks waiting for the store are not held up.
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
