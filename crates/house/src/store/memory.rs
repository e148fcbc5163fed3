//! A store in memory: for tests, and as the model of the other stores.

mod side_rows;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use game::Money;
use ledger::{Account, LinkId};
use tokio::time::Instant;

use super::{
    Append, Appended, Head, Lease, PostedRow, Row, SideRows, Snapshot, Store, StoreError,
    StoredResponse, snapshots_kept,
};
use crate::log::{CommandId, Stream, StreamKind};

/// A house in memory.
pub struct MemoryStore {
    kept: Mutex<Data>,
    started: Instant,
    /// Whether the rows beside the logs are here: an exported log does not have them.
    has_side_rows: bool,
}

#[derive(Default)]
struct Data {
    streams: BTreeMap<Stream, Log>,
    answers: BTreeMap<(Stream, CommandId), StoredResponse>,
    balances: BTreeMap<Account, Money>,
    contributed: BTreeMap<(LinkId, Stream, u64), Money>,
    outbox: BTreeSet<(Stream, Stream, u64)>,
    consumed: BTreeMap<(Stream, Stream), u64>,
    leases: BTreeMap<Stream, (String, u128)>,
    snapshots: BTreeMap<Stream, BTreeMap<u64, Snapshot>>,
}

struct Log {
    head: Head,
    rows: Vec<Row>,
    postings: Vec<PostedRow>,
}

impl Default for MemoryStore {
    fn default() -> MemoryStore {
        MemoryStore {
            kept: Mutex::default(),
            started: Instant::now(),
            has_side_rows: true,
        }
    }
}

/// What a store is to hold: streams with their heads, entries and postings, and balances.
#[derive(Default)]
pub struct MemoryContents {
    /// Stream, head, entries, postings.
    pub streams: Vec<(Stream, Head, Vec<Row>, Vec<PostedRow>)>,
    /// Balances of purses, racks and tips.
    pub balances: Vec<(Account, Money)>,
}

impl MemoryStore {
    /// A store with these contents, to be read. Nothing of them is checked here.
    pub fn with_contents(held: MemoryContents) -> MemoryStore {
        let logs = held
            .streams
            .into_iter()
            .map(|(stream, head, rows, postings)| {
                let log = Log {
                    head,
                    rows,
                    postings,
                };
                (stream, log)
            });
        let kept = Data {
            streams: logs.collect(),
            balances: held.balances.into_iter().collect(),
            ..Data::default()
        };
        MemoryStore {
            kept: Mutex::new(kept),
            has_side_rows: false,
            ..MemoryStore::default()
        }
    }

    /// A poisoned lock is fine: an append checks everything before it changes anything.
    fn kept(&self) -> MutexGuard<'_, Data> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Data {
    fn head(&self, stream: Stream) -> Head {
        let log = self.streams.get(&stream);
        log.map_or_else(|| Head::start(stream), |log| log.head)
    }

    fn heads(&self) -> Vec<(Stream, Head)> {
        let written = self.streams.iter().filter(|(_, log)| log.head.seq > 0);
        written.map(|(stream, log)| (*stream, log.head)).collect()
    }

    fn held_balances(&self) -> Vec<(Account, Money)> {
        let held = self.balances.iter().filter(|(_, held)| !held.is_zero());
        held.map(|(account, held)| (*account, *held)).collect()
    }

    fn append(&mut self, append: &Append) -> Appended {
        let Append { stream, .. } = *append;
        let key = |answer: &StoredResponse| (stream, answer.id);
        let answered = append.answer.as_ref().map(key);
        if let Some(answer) = answered.and_then(|key| self.answers.get(&key)) {
            return Appended::Answered(answer.clone());
        }
        let head = self.head(stream);
        if head != append.expected {
            return Appended::Moved(head);
        }
        let shifts = append.shifts();
        for (account, amount) in &shifts {
            let balance = self.balances.get(account).copied().unwrap_or_default();
            match balance.checked_add(*amount) {
                None => return Appended::AboveLimit(*account),
                Some(after) if after < Money::ZERO => {
                    return Appended::InsufficientFunds(*account);
                }
                Some(_) => {}
            }
        }
        self.write(append, &shifts)
    }

    fn write(&mut self, append: &Append, shifts: &[(Account, Money)]) -> Appended {
        let stream = append.stream;
        let head = append.after();
        let log = self.streams.entry(stream).or_insert_with(|| Log {
            head,
            rows: Vec::new(),
            postings: Vec::new(),
        });
        log.head = head;
        log.rows.extend(append.rows());
        log.postings.extend(append.posted());
        for (account, amount) in shifts {
            *self.balances.entry(*account).or_default() += *amount;
        }
        for fed in &append.contributions {
            let seq = append.expected.seq + 1 + fed.entry as u64;
            self.contributed.insert((fed.link, stream, seq), fed.amount);
        }
        if let Some(answer) = &append.answer {
            self.answers.insert((stream, answer.id), answer.clone());
        }
        for to in &append.outbox {
            self.outbox.insert((*to, stream, head.seq));
        }
        for (from, seq) in &append.consumed {
            self.consumed.insert((stream, *from), *seq);
        }
        Appended::Stored(head)
    }

    fn rows_after(&self, stream: Stream, after: u64) -> &[Row] {
        let rows = self.streams.get(&stream).map_or(&[][..], |log| &log.rows);
        let from = usize::try_from(after).map_or(rows.len(), |after| after.min(rows.len()));
        &rows[from..]
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        Ok(self.kept().append(&append))
    }

    async fn answer(
        &self,
        stream: Stream,
        id: CommandId,
    ) -> Result<Option<StoredResponse>, StoreError> {
        Ok(self.kept().answers.get(&(stream, id)).cloned())
    }

    async fn head(&self, stream: Stream) -> Result<Head, StoreError> {
        Ok(self.kept().head(stream))
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        Ok(self.kept().heads())
    }

    async fn heads_by_kind(&self, kind: StreamKind) -> Result<Vec<(Stream, Head)>, StoreError> {
        let mut heads = self.heads().await?;
        heads.retain(|(stream, _)| stream.kind() == kind);
        Ok(heads)
    }

    async fn read(&self, stream: Stream, after: u64, limit: usize) -> Result<Vec<Row>, StoreError> {
        let kept = self.kept();
        let rows = kept.rows_after(stream, after).iter().take(limit);
        Ok(rows.cloned().collect())
    }

    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PostedRow>, StoreError> {
        let kept = self.kept();
        let last = after.saturating_add(limit as u64);
        let postings = kept
            .streams
            .get(&stream)
            .map_or(&[][..], |log| &log.postings);
        let within = |posted: &&PostedRow| posted.seq > after && posted.seq <= last;
        Ok(postings.iter().filter(within).copied().collect())
    }

    async fn balance(&self, account: Account) -> Result<Money, StoreError> {
        let balances = &self.kept().balances;
        Ok(balances.get(&account).copied().unwrap_or_default())
    }

    async fn balances(&self) -> Result<Vec<(Account, Money)>, StoreError> {
        Ok(self.kept().held_balances())
    }

    async fn contributed(&self, link: LinkId) -> Result<Money, StoreError> {
        let kept = self.kept();
        let rows = kept.contributed.range((link, Stream::House, 0)..);
        let own = rows.take_while(|((of, ..), _)| *of == link);
        Ok(own.map(|(_, amount)| *amount).sum())
    }

    async fn waiting(&self, to: Stream, limit: usize) -> Result<Vec<(Stream, u64)>, StoreError> {
        let kept = self.kept();
        let of_it = kept.outbox.iter().filter(|(stream, ..)| *stream == to);
        let waits = |from: Stream, seq: u64| {
            let consumed = kept.consumed.get(&(to, from));
            consumed.is_none_or(|consumed| seq > *consumed)
        };
        let waiting = of_it.filter(|(_, from, seq)| waits(*from, *seq));
        Ok(waiting
            .map(|(_, from, seq)| (*from, *seq))
            .take(limit)
            .collect())
    }

    async fn consumed(&self, by: Stream) -> Result<Vec<(Stream, u64)>, StoreError> {
        let kept = self.kept();
        let its_own = kept.consumed.iter().filter(|((to, _), _)| *to == by);
        Ok(its_own.map(|((_, from), seq)| (*from, *seq)).collect())
    }

    async fn lease(
        &self,
        stream: Stream,
        owner: &str,
        milliseconds: u64,
    ) -> Result<Lease, StoreError> {
        let now = self.started.elapsed().as_millis();
        let mut kept = self.kept();
        let held = kept.leases.get(&stream).cloned();
        if held
            .as_ref()
            .is_some_and(|(holder, until)| holder != owner && *until > now)
        {
            return Ok(Lease::Denied);
        }
        let until = now + u128::from(milliseconds);
        kept.leases.insert(stream, (owner.to_owned(), until));
        Ok(Lease::of(held.map(|(holder, _)| holder), owner))
    }

    async fn put_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        let mut kept = self.kept();
        let most = snapshots_kept(snapshot.stream);
        let of_stream = kept.snapshots.entry(snapshot.stream).or_default();
        of_stream.entry(snapshot.seq).or_insert(snapshot);
        while of_stream.len() > most {
            of_stream.pop_first();
        }
        Ok(())
    }

    async fn snapshots(
        &self,
        stream: Stream,
        up_to: u64,
        limit: usize,
    ) -> Result<Vec<Snapshot>, StoreError> {
        let kept = self.kept();
        let of_stream = kept.snapshots.get(&stream).into_iter();
        let found = of_stream.flat_map(|all| all.range(..=up_to).rev());
        Ok(found
            .take(limit)
            .map(|(_, snapshot)| snapshot.clone())
            .collect())
    }

    fn side_rows(&self) -> Option<&dyn SideRows> {
        self.has_side_rows.then_some(self)
    }
}
