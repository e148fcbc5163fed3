//! A house read again from its first entry, by somebody who believes nothing.
//!
//! Every stream is read in order. The chain is computed anew; each command that stands in the log is put
//! again to the rules, the cage or the link, and what comes out must be the entries that follow it, byte
//! for byte, and the rows of money beside them, row for row. Every round is settled a second time by code
//! that never saw the first, and every deck of the house is made again. Then all rows of the house are added up and
//! held against the balances the store keeps. The first thing that is not so is named by its stream and
//! entry; the other streams are still read.

mod cage_replay;
mod replay;
mod resettled;
mod snapshots;
mod stream;

use futures_util::{StreamExt as _, TryStreamExt as _};
use game::Money;
use ledger::{Account, Audit, Book, LinkId, TableId};
use std::collections::BTreeMap;

use house::log::Stream;
use house::store::{Head, Store, StoreError};
use replay::Replay;
pub use resettled::Resettled;
use stream::StreamReader;

/// What a reading found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditReport {
    pub streams: u64,
    pub entries: u64,
    pub postings: u64,
    pub rounds: u64,
    /// What a second settlement says of them.
    pub resettled: Resettled,
    /// Decks of the house that were made again from what was told.
    pub decks: u64,
    /// Entries of rounds being played with the house's cards: their seeds are not told yet.
    pub sealed: u64,
    /// Snapshots that agree with the replay of the whole log.
    pub snapshots: u64,
    /// Whether somebody wrote to the house meanwhile: then balances, which are of one moment, could
    /// not be held against the rows.
    pub moving: bool,
    pub findings: Vec<AuditFinding>,
}

/// Something that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct AuditFinding {
    pub place: FindingPlace,
    pub what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingPlace {
    Entry(Stream, u64),
    /// The snapshot behind an entry. The logs are sound; whoever deletes it loses nothing.
    Snapshot(Stream, u64),
    Account(Account),
    Link(LinkId),
    House,
}

impl AuditReport {
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    fn find(&mut self, place: FindingPlace, what: impl Into<String>) {
        let what = what.into();
        self.findings.push(AuditFinding { place, what });
    }
}

/// Reads the whole house, as many long streams, or lots of short ones, at a time as there are cores.
pub async fn verify(store: &dyn Store) -> Result<AuditReport, StoreError> {
    let mut verdict = AuditReport::default();
    let mut reading = HouseReading::default();
    let heads = store.heads().await?;
    // The longest first: else the others would be done, and everybody would wait for it.
    let mut longest = heads.clone();
    longest.sort_by_key(|(_, head)| core::cmp::Reverse(head.seq));
    let batches = StreamReader::batches(longest.into_iter()).into_iter();
    let cores = std::thread::available_parallelism().map_or(1, core::num::NonZero::get);
    let reads = batches.map(|batch| StreamReader::run(batch, store));
    let done: Vec<_> = futures_util::stream::iter(reads)
        .buffer_unordered(cores)
        .try_collect()
        .await?;
    let mut done: Vec<StreamReader> = done.into_iter().flatten().collect();
    done.sort_unstable_by_key(|reader| reader.stream);
    for reader in done {
        reading.add(reader, &mut verdict);
    }
    reading.check_balances(store, &heads, &mut verdict).await?;
    verdict.findings.append(&mut reading.snapshots);
    Ok(verdict)
}

/// What all streams together come to.
#[derive(Default)]
struct HouseReading {
    book: Book,
    /// The round each table has open, if any.
    open: BTreeMap<TableId, Option<u64>>,
    links: BTreeMap<LinkId, house::link::Meters>,
    /// Entries no head knows of.
    behind: Vec<(Stream, u64)>,
    /// Snapshots that do not agree. No log depends on them, so balances are compared all the same.
    snapshots: Vec<AuditFinding>,
}

impl HouseReading {
    fn add(&mut self, reader: StreamReader, verdict: &mut AuditReport) {
        verdict.streams += 1;
        verdict.entries += reader.entries;
        verdict.postings += reader.postings;
        verdict.sealed += reader.sealed;
        verdict.snapshots += reader.snapshots.agreed;
        self.snapshots.extend(reader.snapshots.findings);
        self.book.take_in(reader.book);
        self.behind
            .extend(reader.behind.map(|seq| (reader.stream, seq)));
        if let Some(finding) = reader.finding {
            verdict.findings.push(finding);
            return;
        }
        match reader.replay {
            Replay::Table(table) => {
                let state = table.state();
                let open = state.open_round().map(game::Round::number);
                verdict.rounds += state.table().round().map_or(0, game::Round::number);
                verdict.resettled.add(table.resettled());
                verdict.decks += table.decks();
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
    async fn check_balances(
        &self,
        store: &dyn Store,
        heads: &[(Stream, Head)],
        verdict: &mut AuditReport,
    ) -> Result<(), StoreError> {
        let is_open = |table, round| self.open.get(&table) == Some(&Some(round));
        let kept: BTreeMap<Account, Money> = store.balances().await?.into_iter().collect();
        verdict.moving = store.heads().await? != heads;
        if verdict.moving {
            return Ok(());
        }
        for (stream, seq) in &self.behind {
            let place = FindingPlace::Entry(*stream, *seq);
            verdict.find(place, "the head of its log does not know of it");
        }
        // What could not be read is missing in the sums: they would only repeat the finding.
        if !verdict.is_clean() {
            return Ok(());
        }
        for unsound in Audit::of(&self.book, is_open).found {
            verdict.find(FindingPlace::House, unsound.to_string());
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
                verdict.find(FindingPlace::Account(account), what);
            }
        }
        for (link, meters) in &self.links {
            self.check_meters(*link, meters, verdict);
        }
        Ok(())
    }

    fn check_meters(&self, link: LinkId, meters: &house::link::Meters, verdict: &mut AuditReport) {
        use ledger::JackpotPart::{Display, Overflow, Reserve};
        if !meters.is_balanced() {
            verdict.find(FindingPlace::Link(link), "its meters do not balance");
        }
        for (part, meter) in [
            (Display, meters.shown),
            (Reserve, meters.reserve),
            (Overflow, meters.overflow),
        ] {
            let lies = self.book.balance(Account::Jackpot(link, part));
            if lies != meter {
                let what = format!("the {} holds {lies}, its meter says {meter}", part.name());
                verdict.find(FindingPlace::Link(link), what);
            }
        }
    }
}

impl core::fmt::Display for FindingPlace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            FindingPlace::Entry(stream, seq) => write!(f, "{stream} entry {seq}"),
            FindingPlace::Snapshot(stream, seq) => {
                write!(f, "{stream} snapshot behind entry {seq}")
            }
            FindingPlace::Account(account) => write!(f, "{account}"),
            FindingPlace::Link(link) => write!(f, "link/{}", link.0),
            FindingPlace::House => f.write_str("the house"),
        }
    }
}
