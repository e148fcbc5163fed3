//! A house read again from its first entry, by somebody who believes nothing.
//!
//! Every stream is read in order. The chain is computed anew; each command that stands in the log is put
//! again to the rules, the cage or the link, and what comes out must be the entries that follow it, byte
//! for byte, and the rows of money beside them, row for row. Every round is settled a second time by code
//! that never saw the first. Then all rows of the house are added up and
//! held against the balances the store keeps. The first thing that is not so is named by its stream and
//! entry; the other streams are still read.

mod opinion;
mod purse;
mod replay;

use game::Money;
use ledger::{Account, Audit, Book, LinkId, TableId};
use std::collections::BTreeMap;

use crate::log::Stream;
use crate::store::{Head, PostedRow, Row, Store, StoreError};
pub use opinion::Opinions;
use replay::Replay;

/// What a reading found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    pub streams: u64,
    pub entries: u64,
    pub postings: u64,
    pub rounds: u64,
    /// What a second settlement says of them.
    pub opinions: Opinions,
    /// Whether somebody wrote to the house meanwhile: then balances, which are of one moment, could
    /// not be held against the rows.
    pub moving: bool,
    pub findings: Vec<Finding>,
}

/// Something that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Finding {
    pub place: Place,
    pub what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Entry(Stream, u64),
    Account(Account),
    Link(LinkId),
    House,
}

/// Entries read at a time.
const PAGE: usize = 2_000;

impl Verdict {
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    fn find(&mut self, place: Place, what: impl Into<String>) {
        let what = what.into();
        self.findings.push(Finding { place, what });
    }
}

/// Reads the whole house.
pub async fn verify(store: &impl Store) -> Result<Verdict, StoreError> {
    let mut verdict = Verdict::default();
    let mut reading = Reading::default();
    let heads = store.heads().await?;
    for (stream, head) in heads.iter().copied() {
        verdict.streams += 1;
        if let Err(finding) = read_stream(store, stream, head, &mut verdict, &mut reading).await? {
            verdict.findings.push(finding);
        }
    }
    reading.held_against(store, &heads, &mut verdict).await?;
    Ok(verdict)
}

/// What all streams together come to.
#[derive(Default)]
struct Reading {
    book: Book,
    /// The round each table has open, if any.
    open: BTreeMap<TableId, Option<u64>>,
    links: BTreeMap<LinkId, crate::link::Meters>,
}

/// Up to the first thing that cannot be.
async fn read_stream(
    store: &impl Store,
    stream: Stream,
    head: Head,
    verdict: &mut Verdict,
    reading: &mut Reading,
) -> Result<Result<(), Finding>, StoreError> {
    let mut replay = Replay::of(stream);
    let mut at = Head::start(stream);
    while at.seq < head.seq {
        let rows = store.read(stream, at.seq, PAGE).await?;
        let mut postings = store
            .postings(stream, at.seq, PAGE)
            .await?
            .into_iter()
            .peekable();
        if rows.is_empty() {
            return Ok(Err(finding(stream, at.seq + 1, "it is missing")));
        }
        for row in rows {
            if row.seq > at.seq + 1 {
                return Ok(Err(finding(stream, at.seq + 1, "it is missing")));
            }
            let mut its_own = Vec::new();
            while let Some(posted) = postings.next_if(|posted| posted.seq <= row.seq) {
                its_own.push(posted);
            }
            at = match one(&mut replay, at, &row, &its_own) {
                Ok(next) => next,
                Err(what) => return Ok(Err(finding(stream, row.seq, what))),
            };
            verdict.entries += 1;
            verdict.postings += its_own.len() as u64;
            for posted in its_own {
                reading.book.shift(posted.row);
            }
        }
    }
    let end = replay.ends().and_then(|()| is_the_head(at, head));
    if let Err(what) = end {
        return Ok(Err(finding(stream, head.seq, what)));
    }
    reading.keep(&replay, verdict);
    Ok(Ok(()))
}

fn one(replay: &mut Replay, at: Head, row: &Row, posted: &[PostedRow]) -> Result<Head, String> {
    let next = at.follows(row)?;
    let mut numbered = posted.iter().zip(0..);
    let wrong = numbered.find(|(posted, line)| posted.seq != row.seq || posted.line != *line);
    if let Some((wrong, _)) = wrong {
        let (line, seq) = (wrong.line, wrong.seq);
        return Err(format!("posting {line} of entry {seq} has no place"));
    }
    replay.take(row, posted)?;
    Ok(next)
}

fn is_the_head(at: Head, head: Head) -> Result<(), String> {
    if at.seq != head.seq {
        return Err(format!(
            "the log goes on to {}, its head says {}",
            at.seq, head.seq
        ));
    }
    if at.fingerprint != head.fingerprint {
        return Err("the head has another fingerprint than the log".to_owned());
    }
    Ok(())
}

fn finding(stream: Stream, seq: u64, what: impl Into<String>) -> Finding {
    Finding {
        place: Place::Entry(stream, seq),
        what: what.into(),
    }
}

impl Reading {
    fn keep(&mut self, replay: &Replay, verdict: &mut Verdict) {
        match replay {
            Replay::Table(table) => {
                let state = table.state();
                let open = state.open_round().map(game::Round::number);
                verdict.rounds += state.table().round().map_or(0, game::Round::number);
                verdict.opinions.add(table.opinions());
                if let Stream::Table(id) = state.stream() {
                    self.open.insert(id, open);
                }
            }
            Replay::Link(link) => {
                if let Stream::Link(id) = link.state().stream() {
                    self.links.insert(id, *link.state().meters());
                }
            }
            Replay::Cage(_) => {}
        }
    }

    /// The rows added up against what the store keeps, and against the meters.
    async fn held_against(
        &self,
        store: &impl Store,
        heads: &[(Stream, Head)],
        verdict: &mut Verdict,
    ) -> Result<(), StoreError> {
        // What could not be read is missing in the sums: they would only repeat the finding.
        if !verdict.is_clean() {
            return Ok(());
        }
        let is_open = |table, round| self.open.get(&table) == Some(&Some(round));
        let kept: BTreeMap<Account, Money> = store.balances().await?.into_iter().collect();
        verdict.moving = store.heads().await? != heads;
        if verdict.moving {
            return Ok(());
        }
        for unsound in Audit::of(&self.book, is_open).found {
            verdict.find(Place::House, unsound.to_string());
        }
        let counted = self
            .book
            .accounts()
            .filter(|(account, _)| account.is_counted());
        let counted: BTreeMap<Account, Money> = counted.collect();
        let accounts = kept.keys().chain(counted.keys());
        let accounts: std::collections::BTreeSet<Account> = accounts.copied().collect();
        for account in accounts {
            let of =
                |all: &BTreeMap<Account, Money>| all.get(&account).copied().unwrap_or_default();
            let (found, expected) = (of(&kept), of(&counted));
            if found != expected {
                let what = format!("the store says {found}, its rows come to {expected}");
                verdict.find(Place::Account(account), what);
            }
        }
        for (link, meters) in &self.links {
            self.meters_agree(*link, meters, verdict);
        }
        Ok(())
    }

    fn meters_agree(&self, link: LinkId, meters: &crate::link::Meters, verdict: &mut Verdict) {
        use ledger::JackpotPart::{Display, Overflow, Reserve};
        if !meters.balances() {
            verdict.find(Place::Link(link), "its meters do not balance");
        }
        for (part, meter) in [
            (Display, meters.shown),
            (Reserve, meters.reserve),
            (Overflow, meters.overflow),
        ] {
            let lies = self.book.balance(Account::Jackpot(link, part));
            if lies != meter {
                let what = format!("the {} holds {lies}, its meter says {meter}", part.name());
                verdict.find(Place::Link(link), what);
            }
        }
    }
}

impl core::fmt::Display for Place {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Place::Entry(stream, seq) => write!(f, "{stream} entry {seq}"),
            Place::Account(account) => write!(f, "{account}"),
            Place::Link(link) => write!(f, "link/{}", link.0),
            Place::House => f.write_str("the house"),
        }
    }
}
