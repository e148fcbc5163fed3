//! Full replay of a house from its first entry, trusting nothing that is stored.
//!
//! Every stream is read in order and its chain of fingerprints is computed again. Each command in the log
//! is put again to the rules, the cage or the link; the result must be the entries that follow it, byte for
//! byte, and the money rows beside them, row for row. Every round is settled a second time by crate
//! `reference`, which shares no code with the engine, and every deck of the house is shuffled again from its
//! seeds. Then all money rows of the house are added up and compared with the balances the store keeps. The
//! first error of a stream is reported by stream and entry; the other streams are still read.

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

/// What [`verify`] read, and what it found wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditReport {
    /// Streams read.
    pub streams: u64,
    /// Entries read.
    pub entries: u64,
    /// Money rows read.
    pub postings: u64,
    /// Rounds opened.
    pub rounds: u64,
    /// The result of settling the finished rounds a second time.
    pub resettled: Resettled,
    /// Decks of the house shuffled again from their published seeds.
    pub decks: u64,
    /// Entries of rounds still played with the house's cards: their seeds are not published yet, so they
    /// could not be replayed.
    pub sealed: u64,
    /// Snapshots that agree with the replay of the whole log.
    pub snapshots: u64,
    /// Whether the house was written to during the audit. The balances belong to one moment and could then
    /// not be compared with the rows.
    pub moving: bool,
    /// Everything that is wrong; empty for a clean house.
    pub findings: Vec<AuditFinding>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct AuditFinding {
    /// Where it was found.
    pub place: FindingPlace,
    /// What is wrong there.
    pub what: String,
}

/// Where a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingPlace {
    /// An entry of a stream.
    Entry(Stream, u64),
    /// The snapshot behind an entry. The logs are sound: deleting the snapshot loses nothing.
    Snapshot(Stream, u64),
    /// The balance of an account.
    Account(Account),
    /// The meters of a link.
    Link(LinkId),
    /// The house as a whole.
    House,
}

impl AuditReport {
    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    fn find(&mut self, place: FindingPlace, what: impl Into<String>) {
        let what = what.into();
        self.findings.push(AuditFinding { place, what });
    }
}

/// Replays the whole house. As many batches run at a time as there are cores; a batch is one long stream or
/// several short ones.
pub async fn verify(store: &dyn Store) -> Result<AuditReport, StoreError> {
    let mut verdict = AuditReport::default();
    let mut reading = HouseReading::default();
    let heads = store.heads().await?;
    // The longest stream first: begun last, it would still run alone when all others are done.
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

/// The sums over all streams.
#[derive(Default)]
struct HouseReading {
    book: Book,
    /// The round each table has open, if any.
    open: BTreeMap<TableId, Option<u64>>,
    links: BTreeMap<LinkId, house::link::Meters>,
    /// Entries stored behind the head of their stream.
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

    /// Compares the summed rows with the balances in the store and with the meters of the links.
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
            verdict.find(place, "the head of its log does not cover it");
        }
        // Entries that could not be replayed are missing in the sums: these would only repeat the finding.
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
