//! What a house does about rounds nobody serves: after a start, after a crash, after a takeover.
//!
//! Whoever serves a table holds its lease. A lease that ran out means that its holder is gone; then
//! this process takes the table over, and with that the rules hear how long play stood still. What
//! follows is theirs to say: within the grace the round goes on, after it the rulebook's clause voids
//! it, lets it go on, or asks the Players (IR-18). Takeover and what follows are one append under an id
//! that follows from the log: a recovery that is itself interrupted is done again and counts once.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use game::{Actor, Round};
use ledger::TableId;

use crate::answer::{Silence, Told};
use crate::clock::Clock;
use crate::dealer::Put;
use crate::log::{CommandId, Stream};
use crate::pit::Pit;
use crate::store::{Lease, Store};
use crate::table::{HouseRequest, Wish};

/// Looks after the tables nobody serves.
pub struct Sweeper<S, C> {
    pit: Arc<Pit<S, C>>,
    /// This process, by a name no other has, nor the same one had before it was started again.
    owner: String,
    lease_milliseconds: u64,
    /// Before its first look a process serves nobody, so a round it finds then is somebody else's.
    looked: AtomicBool,
    /// Tables somebody left whose rounds are not looked after yet: the store may fail in between.
    left: Mutex<BTreeSet<TableId>>,
}

/// A table that was taken over while a round was being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    pub table: TableId,
    pub round: u64,
    pub told: Told,
}

impl<S: Store, C: Clock> Sweeper<S, C> {
    pub fn new(pit: Arc<Pit<S, C>>, owner: String, lease_milliseconds: u64) -> Sweeper<S, C> {
        Sweeper {
            pit,
            owner,
            lease_milliseconds,
            looked: AtomicBool::new(false),
            left: Mutex::default(),
        }
    }

    /// One look at every table: leases prolonged, and rounds that nobody serves taken over. The first
    /// comes before this process serves anybody, the others well within the time of a lease.
    pub async fn sweep(&self) -> Result<Vec<Recovered>, Silence> {
        let mut recovered = Vec::new();
        for (stream, _) in self.pit.store().heads().await? {
            let Stream::Table(table) = stream else {
                continue;
            };
            match self.look_after(table).await {
                Ok(found) => recovered.extend(found),
                // A table that has stopped stays stopped; the others go on.
                Err(Silence::Quarantined { .. }) => {}
                Err(silence) => return Err(silence),
            }
        }
        self.looked.store(true, Ordering::SeqCst);
        Ok(recovered)
    }

    async fn look_after(&self, table: TableId) -> Result<Option<Recovered>, Silence> {
        let stream = Stream::Table(table);
        let store = self.pit.store();
        let lease = store.lease(stream, &self.owner, self.lease_milliseconds);
        let left = match lease.await? {
            Lease::Denied => return Ok(None),
            Lease::Kept => false,
            Lease::Taken { from } => from.is_some() || !self.looked.load(Ordering::SeqCst),
        };
        if left {
            self.left().insert(table);
        } else if !self.left().contains(&table) {
            return Ok(None);
        }
        let recovered = self.take_over(table, stream).await?;
        self.left().remove(&table);
        Ok(recovered)
    }

    fn left(&self) -> MutexGuard<'_, BTreeSet<TableId>> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn take_over(
        &self,
        table: TableId,
        stream: Stream,
    ) -> Result<Option<Recovered>, Silence> {
        let seat = self.pit.seat(table);
        let state = seat.look().await?;
        let Some(round) = state.open_round().map(Round::number) else {
            return Ok(None);
        };
        let (owner, seq) = (&self.owner, state.head().seq);
        let put = Put {
            id: CommandId::named(&format!("{owner} takes {stream} over after {seq}")),
            by: Actor::System,
            asks: Wish::House(HouseRequest::TakeOver {
                owner: owner.clone(),
            }),
            rulebook: None,
        };
        let told = seat.put(put).await?;
        Ok(Some(Recovered { table, round, told }))
    }
}
