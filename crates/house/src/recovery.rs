//! Takeover of tables whose process is gone: after a start, after a crash, after a failover.
//!
//! The process that serves a table holds its lease. A lease that ran out means that its holder is gone.
//! Then this process takes the table over and tells the rules how long play was interrupted. The rules
//! decide: within the grace the round goes on; after it the rulebook's clause voids the round, lets it go
//! on, or asks the Players (IR-18). The takeover and the events that follow from it are one append, under a
//! command id derived from the log: a recovery that is itself interrupted is repeated and counts once.

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

/// Prolongs the leases of this process and recovers the rounds of tables it takes over.
pub struct Recovery {
    pit: Arc<Pit>,
    /// The name of this process: unique, and new with each start.
    owner: String,
    lease_milliseconds: u64,
    /// Whether the first pass over the tables is done. Until then this process serves no table, so every
    /// open round was left by another process.
    looked: AtomicBool,
    /// Tables left by another process whose rounds are not recovered yet: the store may fail in between.
    abandoned: Mutex<BTreeSet<TableId>>,
}

/// A table that was taken over while a round was being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The table.
    pub table: TableId,
    /// Number of the open round.
    pub round: u64,
    /// The answer to the takeover.
    pub response: Response,
}

/// The result of one pass over the tables left by other processes.
#[derive(Clone, Debug, Default)]
pub struct RecoveryReport {
    /// Tables taken over with an open round.
    pub recovered: Vec<Recovered>,
    /// Tables whose rounds could not be recovered just now; the next pass tries again.
    pub failed: Vec<(TableId, ServiceError)>,
}

/// Which leases this process holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leases {
    /// The tables of this process, each with the head of its log.
    pub held: BTreeMap<TableId, Head>,
    /// Tables that another process serves.
    pub denied: BTreeSet<TableId>,
    /// Every link of the house; any process may take a link's turn.
    pub links: BTreeSet<LinkId>,
}

impl Recovery {
    /// Recovery for the tables of `pit`, in the name of `owner`, with leases of this length.
    pub fn new(pit: Arc<Pit>, owner: String, lease_milliseconds: u64) -> Recovery {
        Recovery {
            pit,
            owner,
            lease_milliseconds,
            looked: AtomicBool::new(false),
            abandoned: Mutex::default(),
        }
    }

    /// One pass over every table: prolongs the leases of this process, takes those that ran out, and
    /// recovers the rounds left behind. Run it once before this process serves a table, then well within
    /// the time of a lease.
    pub async fn prolong_and_recover(&self) -> Result<RecoveryReport, StoreError> {
        self.prolong().await?;
        self.recover().await
    }

    /// Prolongs the leases of this process and takes those that ran out. Quick: it does not wait for any
    /// table; [`recover`](Recovery::recover) then attends to the rounds left behind.
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
                // Another process has taken the table over, and its round with it.
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

    /// Takes over the rounds left by other processes. A table that is stopped, or cannot be served just
    /// now, does not hold up the others.
    pub async fn recover(&self) -> Result<RecoveryReport, StoreError> {
        let mut report = RecoveryReport::default();
        let abandoned: Vec<TableId> = self.abandoned().iter().copied().collect();
        for table in abandoned {
            match self.take_over(table).await {
                Ok(found) => report.recovered.extend(found),
                Err(ServiceError::Store(
                    error @ (StoreError::Stopped { .. } | StoreError::Unavailable { .. }),
                )) => return Err(error),
                // The table stays stopped; callers that ask for it are told why.
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

    /// Gives up the leases this process holds, so that the next process can take them at once.
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
        let handle = self.pit.handle(table).await?;
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
        if let Err(refused) = response.clone().done() {
            let (what, why) = ("taking the table over", refused.to_string());
            return Err(ServiceError::SystemRefused { what, why });
        }
        Ok(Some(Recovered {
            table,
            round,
            response,
        }))
    }
}
