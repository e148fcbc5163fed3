//! What a house does about rounds nobody serves: after a start, after a crash, after a takeover.
//!
//! Whoever serves a table holds its lease. A lease that ran out means that its holder is gone; then
//! this process takes the table over, and with that the rules hear how long play stood still. What
//! follows is theirs to say: within the grace the round goes on, after it the rulebook's clause voids
//! it, lets it go on, or asks the Players (IR-18). Takeover and what follows are one append under an id
//! that follows from the log: a recovery that is itself interrupted is done again and counts once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use game::{Actor, Round};
use ledger::{LinkId, TableId};

use crate::dealer::TableCommand;
use crate::log::{CommandId, Stream, StreamKind};
use crate::pit::Pit;
use crate::response::{Response, ServiceError};
use crate::store::{Head, Lease, StoreError};
use crate::table::{HouseRequest, TableRequest};

/// Looks after the tables nobody serves.
pub struct Recovery {
    pit: Arc<Pit>,
    /// This process, by a name no other has, nor the same one had before it was started again.
    owner: String,
    lease_milliseconds: u64,
    /// Before its first look a process serves nobody, so a round it finds then is somebody else's.
    looked: AtomicBool,
    /// Tables somebody left whose rounds are not looked after yet: the store may fail in between.
    abandoned: Mutex<BTreeSet<TableId>>,
}

/// A table that was taken over while a round was being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    pub table: TableId,
    pub round: u64,
    pub response: Response,
}

/// What a look at every table came to.
#[derive(Clone, Debug, Default)]
pub struct RecoveryReport {
    pub recovered: Vec<Recovered>,
    /// Rounds that could not be looked after just now; the next look tries again.
    pub failed: Vec<(TableId, ServiceError)>,
}

/// Who has which lease.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leases {
    /// The tables of this process, and how their logs stood.
    pub held: BTreeMap<TableId, Head>,
    /// Tables that are somebody else's.
    pub denied: BTreeSet<TableId>,
    /// Every link there is; any process takes their turns.
    pub links: BTreeSet<LinkId>,
}

impl Recovery {
    pub fn new(pit: Arc<Pit>, owner: String, lease_milliseconds: u64) -> Recovery {
        Recovery {
            pit,
            owner,
            lease_milliseconds,
            looked: AtomicBool::new(false),
            abandoned: Mutex::default(),
        }
    }

    /// One look at every table: leases prolonged, and rounds that nobody serves taken over. The first
    /// comes before this process serves anybody, the others well within the time of a lease.
    pub async fn prolong_and_recover(&self) -> Result<RecoveryReport, StoreError> {
        self.prolong().await?;
        self.recover().await
    }

    /// Leases kept, and those taken that nobody holds. Quick, whatever the tables are at: to look after
    /// the rounds somebody left is another thing.
    pub async fn prolong(&self) -> Result<Leases, StoreError> {
        let mut leases = Leases::default();
        for (stream, head) in self.pit.store().heads_by_kind(StreamKind::Table).await? {
            if let Stream::Table(table) = stream {
                self.prolong_one(table, head, &mut leases).await?;
            }
        }
        for (stream, _) in self.pit.store().heads_by_kind(StreamKind::Link).await? {
            if let Stream::Link(link) = stream {
                leases.links.insert(link);
            }
        }
        self.looked.store(true, Ordering::SeqCst);
        Ok(leases)
    }

    async fn prolong_one(
        &self,
        table: TableId,
        head: Head,
        leases: &mut Leases,
    ) -> Result<(), StoreError> {
        let (store, stream) = (self.pit.store(), Stream::Table(table));
        let lease = store.lease(stream, &self.owner, self.lease_milliseconds);
        match lease.await? {
            Lease::Denied => {
                // Whoever has it now has taken it from somebody, and looks after its round.
                self.abandoned().remove(&table);
                leases.denied.insert(table);
                return Ok(());
            }
            Lease::Kept => {}
            Lease::Taken { from } => {
                if from.is_some() || !self.looked.load(Ordering::SeqCst) {
                    self.abandoned().insert(table);
                }
            }
        }
        leases.held.insert(table, head);
        Ok(())
    }

    /// The rounds somebody left are looked after. A table that has stopped, or cannot be served just
    /// now, keeps no other waiting.
    pub async fn recover(&self) -> Result<RecoveryReport, StoreError> {
        let mut report = RecoveryReport::default();
        let abandoned: Vec<TableId> = self.abandoned().iter().copied().collect();
        for table in abandoned {
            match self.take_over(table).await {
                Ok(found) => report.recovered.extend(found),
                Err(ServiceError::Store(
                    error @ (StoreError::Stopped { .. } | StoreError::Unavailable { .. }),
                )) => return Err(error),
                // It stays stopped, and whoever asks for it is told why.
                Err(ServiceError::Quarantined { .. }) => {}
                Err(error) => {
                    report.failed.push((table, error));
                    continue;
                }
            }
            self.abandoned().remove(&table);
        }
        Ok(report)
    }

    /// Gives back what this process holds, for the next one to take at once.
    pub async fn hand_over(&self, held: &BTreeMap<TableId, Head>) -> Result<(), StoreError> {
        for table in held.keys() {
            let stream = Stream::Table(*table);
            self.pit.store().lease(stream, &self.owner, 0).await?;
        }
        Ok(())
    }

    fn abandoned(&self) -> MutexGuard<'_, BTreeSet<TableId>> {
        self.abandoned
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    async fn take_over(&self, table: TableId) -> Result<Option<Recovered>, ServiceError> {
        let handle = self.pit.handle(table);
        let state = handle.snapshot().await?;
        let Some(round) = state.open_round().map(Round::number) else {
            return Ok(None);
        };
        let (owner, stream, seq) = (&self.owner, Stream::Table(table), state.head().seq);
        let command = TableCommand {
            id: CommandId::named(&format!("{owner} takes {stream} over after {seq}")),
            by: Actor::System,
            request: TableRequest::House(HouseRequest::TakeOver {
                owner: owner.clone(),
            }),
            rulebook: None,
        };
        let response = handle.submit(command).await?;
        Ok(Some(Recovered {
            table,
            round,
            response,
        }))
    }
}
