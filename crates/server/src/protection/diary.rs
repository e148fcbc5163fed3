//! What players do, noted as it is committed and stored in batches beside their accounts.
//!
//! Nothing is lost that the log has: a feed that is opened notes the rounds it reads back, and a round that
//! was noted before counts once. What is not stored yet is counted from here.

use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use house::dealer::Committed;
use house::game::{Event, PlayerId, Round, Timestamp};
use house::ledger::TableId;
use house::people::{AccountId, PersonalRecord, Saved};
use house::table::TableEvent;

use super::play::{FinishedRound, Happened};
use super::{PLAY, PlayRecord, written};
use crate::app::App;

/// Between two batches.
const EVERY: Duration = Duration::from_secs(5);

/// What is to be stored.
#[derive(Default)]
pub struct Diary {
    pending: Mutex<BTreeMap<PlayerId, Vec<Happened>>>,
}

impl Diary {
    /// A player has staked something.
    pub fn note_stake(&self, player: PlayerId, at: Timestamp) {
        let mut pending = self.locked();
        let noted = pending.entry(player).or_default();
        // Of many stakes in a row the first and the last say when.
        if let [.., Happened::Staked { .. }, Happened::Staked { at: last }] = noted.as_mut_slice() {
            *last = at;
        } else {
            noted.push(Happened::Staked { at });
        }
    }

    /// A commit of a table: where its round is over or was corrected, what it brought each player.
    pub fn note_commit(&self, table: TableId, committed: &Committed) {
        let is_end = |event: &TableEvent| {
            matches!(
                event,
                TableEvent::Game(
                    Event::RoundConcluded | Event::RoundVoided { .. } | Event::PostingReversed(_)
                )
            )
        };
        let round = committed.state.table().round();
        let Some(round) = round.filter(|round| round.is_over()) else {
            return;
        };
        if !committed.events.iter().any(is_end) {
            return;
        }
        let at = committed.state.last();
        let mut pending = self.locked();
        for (player, (staked, returned)) in results(round) {
            let finished = FinishedRound {
                table: table.0,
                round: round.number(),
                at,
                staked,
                returned,
            };
            let noted = pending.entry(player).or_default();
            noted.push(Happened::Finished(finished));
        }
    }

    /// What is not stored yet of what a player did.
    pub fn pending(&self, player: PlayerId) -> Vec<Happened> {
        self.locked().get(&player).cloned().unwrap_or_default()
    }

    fn all(&self) -> Vec<(PlayerId, Vec<Happened>)> {
        let pending = self.locked();
        let all = pending.iter();
        all.map(|(player, noted)| (*player, noted.clone()))
            .collect()
    }

    /// The first so many of a player are stored.
    fn stored(&self, player: PlayerId, count: usize) {
        let mut pending = self.locked();
        if let Some(noted) = pending.get_mut(&player) {
            noted.drain(..count.min(noted.len()));
            if noted.is_empty() {
                pending.remove(&player);
            }
        }
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, BTreeMap<PlayerId, Vec<Happened>>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a round brought each player: what he had staked, and what he got back.
pub fn results(round: &Round) -> BTreeMap<PlayerId, (i64, i64)> {
    let mut results: BTreeMap<PlayerId, (i64, i64)> = BTreeMap::new();
    for posting in &round.postings().settled {
        let line = &posting.line;
        let (staked, returned) = results.entry(line.player).or_default();
        *staked = staked.saturating_add(line.staked.in_minor());
        *returned = returned.saturating_add(line.returned.in_minor());
    }
    results
}

/// Stores what players do, again and again, and opens the feed of every table so that none of it is missed.
pub async fn keep(app: Arc<App>) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let config = app.config();
        for table in &config.tables {
            // A table that cannot be read is told of elsewhere.
            drop(app.hub(TableId(table.number)).await);
        }
        app.store_diary().await;
    }
}

impl App {
    /// Whether a record was not stored because there is no one any more whom it could be about.
    async fn is_erased(&self, tried: &PersonalRecord) -> bool {
        let found = self.sessions.people().record(tried.account, PLAY).await;
        found.is_ok_and(|found| found.map_or(0, |found| found.version) == tried.version)
    }

    /// Stores what was noted. What could not be stored stays noted.
    pub async fn store_diary(&self) {
        let calendar = self.calendar();
        let (mut records, mut counts) = (Vec::new(), Vec::new());
        for (player, noted) in self.protections.diary.all() {
            let id = AccountId(player.0);
            let read = self.read_record::<PlayRecord>(id, PLAY).await;
            let (version, before) = match read {
                Ok(read) => read,
                Err(problem) => {
                    tracing::warn!(%problem.detail, "what a player played could not be read");
                    continue;
                }
            };
            let mut record = before.clone();
            for happened in &noted {
                record.take(happened, calendar);
            }
            if record == before {
                self.protections.diary.stored(player, noted.len());
                continue;
            }
            if let Ok(written) = written(id, PLAY, version, &record) {
                records.push(written);
                counts.push((player, noted.len()));
            }
        }
        if records.is_empty() {
            return;
        }
        match self.sessions.people().save_records(&records).await {
            Ok(saved) => {
                let tried = records.iter().zip(counts);
                for (saved, (record, (player, count))) in saved.into_iter().zip(tried) {
                    // One that another process wrote meanwhile is read again next time.
                    if saved == Saved::Stored || self.is_erased(record).await {
                        self.protections.diary.stored(player, count);
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "what players played could not be stored"),
        }
    }
}
