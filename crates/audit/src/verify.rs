//! Full replay of a house from its first entry, trusting nothing that is stored.
//!
//! Every stream is read in order and its chain of fingerprints is computed again. Each command in the log
//! is put again to the rules, the cage or the link; the result must be the entries that follow it, byte for
//! byte, and the money rows beside them, row for row. Every round is settled a second time by crate
//! `reference`, which shares no code with the engine, and every deck of the house is shuffled again from its
//! seeds. All money rows of the house are added up and compared with the balances the store keeps. Stored
//! responses, contributions, announcements and positions are derived from the logs and compared, and an engine
//! that can check its own file is asked to. The first error of a log is reported by stream and entry; the other
//! streams are still read. What could not be compared is named.
//!
//! Nothing here proves who sent a command. A person who may write to the store can add commands that the
//! rules allow, with everything that follows from them.

mod balances;
mod cage_replay;
mod commands;
mod queues;
mod replay;
mod report;
mod resettled;
mod responses;
mod several;
mod snapshots;
mod stream;

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::StreamExt as _;
use house::log::Stream;
use house::shuffle::Vault;
use house::store::{Head, SideRows, Store, StoreError};
use house::table::DeckAccess;

use balances::Sums;
pub use commands::Earlier;
use queues::{Positions, Queues};
use replay::Replay;
pub use report::{AuditFinding, AuditReport, FindingPlace, NotCompared};
pub use resettled::Resettled;
use stream::StreamReader;

/// Replays the whole house. As many batches run at a time as there are cores; a batch is one long stream or
/// several short ones.
pub async fn verify(store: &dyn Store) -> Result<AuditReport, StoreError> {
    verify_with_key(store, None).await
}

/// The same for an auditor with the vault's key: rounds in play that the house deals are replayed too.
pub async fn verify_with_key(
    store: &dyn Store,
    vault: Option<Arc<Vault>>,
) -> Result<AuditReport, StoreError> {
    let mut verdict = AuditReport::default();
    let has_key = vault.is_some();
    let access = vault.map_or_else(DeckAccess::default, DeckAccess::to_read_with);
    let side_rows = store.side_rows();
    // First: the logs then have everything that the positions speak of.
    let before = match side_rows {
        Some(rows) => check_storage(rows, &mut verdict).await?,
        None => None,
    };
    let damaged = !verdict.is_clean();
    let heads = match store.heads().await {
        Err(error) if damaged || is_corrupt(&error) => {
            verdict.find(FindingPlace::Storage, error.to_string());
            verdict.not_compared.push(NotCompared::Everything);
            return Ok(verdict);
        }
        heads => heads?,
    };
    let mut reading = HouseReading::default();
    for reader in read_all(store, &heads, &access, damaged).await? {
        reading.add(reader, &mut verdict);
    }
    if has_key {
        reading.find_other_key(&mut verdict);
    } else if verdict.sealed > 0 {
        let entries = verdict.sealed;
        verdict.not_compared.push(NotCompared::Sealed { entries });
    }
    match reading
        .check_house(store, &heads, before, &mut verdict)
        .await
    {
        Err(error) if damaged || is_corrupt(&error) => {
            verdict.find(FindingPlace::Storage, error.to_string());
            verdict.not_compared.push(NotCompared::Balances);
            verdict.not_compared.push(NotCompared::SideRows);
        }
        checked => checked?,
    }
    Ok(verdict)
}

/// Whether something that is stored cannot be read: that is a finding, and not a reason to end the audit.
fn is_corrupt(error: &StoreError) -> bool {
    matches!(error, StoreError::Corrupt { .. })
}

/// What the engine says of itself, and rows that belong to no log; returns how far links have read.
async fn check_storage(
    rows: &dyn SideRows,
    verdict: &mut AuditReport,
) -> Result<Option<Positions>, StoreError> {
    for damage in rows.damage().await? {
        verdict.find(FindingPlace::Storage, damage);
    }
    let damaged = !verdict.is_clean();
    match rows.strays().await {
        Ok(strays) => {
            for stray in strays {
                let what = format!("{stray}: the house has no such log");
                verdict.find(FindingPlace::Storage, what);
            }
        }
        Err(error) if damaged || is_corrupt(&error) => {
            verdict.find(FindingPlace::Storage, error.to_string());
        }
        Err(error) => return Err(error),
    }
    match rows.positions().await {
        Ok(positions) => Ok(Some(positions)),
        Err(error) if damaged || is_corrupt(&error) => {
            verdict.find(FindingPlace::Storage, error.to_string());
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Reads every stream. Where rows of a batch cannot be read, its streams are read one by one, and the one that
/// cannot be read is named.
async fn read_all(
    store: &dyn Store,
    heads: &[(Stream, Head)],
    access: &DeckAccess,
    damaged: bool,
) -> Result<Vec<StreamReader>, StoreError> {
    // The longest stream first: begun last, it would still run alone when all others are done.
    let mut longest = heads.to_vec();
    longest.sort_by_key(|(_, head)| core::cmp::Reverse(head.seq));
    let batches = StreamReader::batches(longest.into_iter()).into_iter();
    let cores = std::thread::available_parallelism().map_or(1, core::num::NonZero::get);
    let is_finding = move |error: &StoreError| damaged || is_corrupt(error);
    let reads = batches.map(|batch| async move {
        match responses::read_batch(&batch, store, access).await {
            Err(error) if is_finding(&error) => {}
            read => return read,
        }
        let mut alone = Vec::with_capacity(batch.len());
        for (stream, head) in batch {
            match responses::read_batch(&[(stream, head)], store, access).await {
                Err(error) if is_finding(&error) => {
                    alone.push(StreamReader::unreadable(stream, head, &error));
                }
                read => alone.extend(read?),
            }
        }
        Ok(alone)
    });
    let done: Vec<Result<_, StoreError>> = futures_util::stream::iter(reads)
        .buffer_unordered(cores)
        .collect()
        .await;
    let mut readers = Vec::with_capacity(heads.len());
    for batch in done {
        readers.extend(batch?);
    }
    readers.sort_unstable_by_key(|reader| reader.stream);
    Ok(readers)
}

/// The sums over all streams.
#[derive(Default)]
struct HouseReading {
    sums: Sums,
    queues: Queues,
    /// Streams with entries of a round in play, and the first of these entries.
    sealed: Vec<(Stream, u64)>,
    /// What is stored behind the head of its stream: the house was written to since the head was read, or the
    /// head was tampered with.
    behind: Vec<(Stream, u64, FindingPlace)>,
    /// Findings that leave the sums of the logs as they are.
    beside: Vec<AuditFinding>,
}

impl HouseReading {
    fn add(&mut self, reader: StreamReader, verdict: &mut AuditReport) {
        let stream = reader.stream;
        verdict.streams += 1;
        verdict.entries += reader.entries;
        verdict.postings += reader.postings;
        verdict.sealed += reader.sealed;
        verdict.snapshots += reader.snapshots.agreed;
        verdict.snapshots_of_other_versions += reader.snapshots.of_other_versions;
        verdict.earlier.add(reader.commands.earlier);
        verdict.responses += reader.commands.agreed;
        verdict.refusals += reader.commands.refusals;
        let remarks = reader.commands.remarks.into_findings();
        verdict.remarks.extend(remarks);
        self.beside.extend(reader.snapshots.findings);
        self.beside.extend(reader.commands.findings.into_findings());
        self.sums.book.take_in(reader.book);
        self.sums.accounts.extend(reader.accounts);
        let behind = reader.behind.into_iter();
        self.behind
            .extend(behind.map(|seq| (stream, seq, FindingPlace::Entry(stream, seq))));
        let beyond = reader.snapshots.beyond.into_iter();
        self.behind
            .extend(beyond.map(|seq| (stream, seq, FindingPlace::Snapshot(stream, seq))));
        if let Some(finding) = reader.finding {
            verdict.findings.push(finding);
            self.queues.unread.insert(stream);
            return;
        }
        if reader.sealed > 0 {
            let first = reader.head.seq - reader.sealed + 1;
            self.sealed.push((stream, first));
        }
        self.queues.read_to.insert(stream, reader.head.seq);
        for (link, seq, amount) in reader.fed {
            let fed = self.queues.fed.entry((link, stream)).or_default();
            fed.push((seq, amount));
        }
        for (to, seq) in reader.announced {
            let announced = self.queues.announced.entry((to, stream)).or_default();
            announced.push(seq);
        }
        self.add_state(reader.replay, verdict);
    }

    fn add_state(&mut self, replay: Replay, verdict: &mut AuditReport) {
        match replay {
            Replay::Table(table) => {
                let state = table.state();
                let open = state.open_round().map(game::Round::number);
                verdict.rounds += state.table().round().map_or(0, game::Round::number);
                verdict.resettled.add(table.resettled());
                verdict.decks += table.decks();
                if let Stream::Table(id) = state.stream() {
                    self.sums.open.insert(id, open);
                }
            }
            Replay::Link(link) => {
                if let Stream::Link(id) = link.state().stream() {
                    self.sums.links.insert(id, *link.state().meters());
                    self.queues.heard.insert(id, link.heard().clone());
                }
            }
            Replay::Cage(_) => {}
        }
    }

    /// With the vault's key every deck can be seen, unless another key sealed it.
    fn find_other_key(&self, verdict: &mut AuditReport) {
        for (stream, seq) in &self.sealed {
            let what = "the seed of its round was sealed with another key than the one given";
            verdict.find(FindingPlace::Entry(*stream, *seq), what);
        }
    }

    /// Compares what only the whole house can say.
    async fn check_house(
        mut self,
        store: &dyn Store,
        heads: &[(Stream, Head)],
        before: Option<Positions>,
        verdict: &mut AuditReport,
    ) -> Result<(), StoreError> {
        let moment = balances::at_one_moment(store).await?;
        let now = match &moment {
            Some((heads, _)) => heads.clone(),
            None => store.heads().await?,
        };
        let now: BTreeMap<Stream, Head> = now.into_iter().collect();
        for (stream, seq, place) in core::mem::take(&mut self.behind) {
            // An entry and the head that covers it are stored together.
            if now.get(&stream).is_none_or(|head| head.seq < seq) {
                verdict.find(place, "the head of its log does not cover it");
                if matches!(place, FindingPlace::Entry(..)) {
                    self.queues.unread.insert(stream);
                }
            }
        }
        // Entries that could not be replayed are missing in the sums: these would only repeat the finding.
        match moment {
            Some(moment) if self.queues.unread.is_empty() => {
                self.sums.check_books(verdict);
                let sums = self.sums;
                sums.check_balances(store, heads, moment, verdict).await?;
            }
            Some(_) | None => verdict.not_compared.push(NotCompared::Balances),
        }
        verdict.findings.append(&mut self.beside);
        match (store.side_rows(), before) {
            (Some(rows), Some(before)) => {
                let found = self.queues.check(rows, &before).await?;
                verdict.findings.extend(found);
            }
            (Some(_) | None, _) => verdict.not_compared.push(NotCompared::SideRows),
        }
        Ok(())
    }
}
