//! Who does the chores of a shift: begins them, begins them again where one breaks, and ends them.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{Mutex, broadcast, watch};
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;

use super::chores::Duty;
use super::{Chore, Failure, Note, Shift};
use crate::clock::Clock;
use crate::notary::{Notary, Rounds};
use crate::recovery::{Leases, Sweeper};
use crate::store::{Store, StoreError, spoken};

/// Clocks of stores count whole milliseconds, and some of them round down.
const GRAIN: core::time::Duration = core::time::Duration::from_millis(5);

pub struct Crew<S, C> {
    duty: Duty<S, C>,
    leases: watch::Sender<Arc<Leases>>,
    end: watch::Sender<bool>,
    notary: Option<Arc<Mutex<Notary>>>,
    rounds: Rounds,
    tasks: JoinSet<Result<(), StoreError>>,
    at: BTreeMap<Chore, Id>,
}

/// Whether a chore begins for the first time, or after it broke.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Now,
    Again,
}

impl<S: Store, C: Clock> Crew<S, C> {
    pub fn new(shift: Shift<S, C>, notes: broadcast::Sender<Note>) -> Crew<S, C> {
        let Shift {
            pit,
            owner,
            hours,
            notary,
        } = shift;
        let lease = u64::try_from(hours.lease.as_millis()).unwrap_or(u64::MAX);
        let sweeper = Arc::new(Sweeper::new(Arc::clone(&pit), owner, lease));
        let (notary, rounds) = notary.unzip();
        let (leases, floor) = watch::channel(Arc::default());
        let (end, ended) = watch::channel(false);
        Crew {
            duty: Duty {
                pit,
                sweeper,
                hours,
                notes,
                floor,
                ended,
            },
            leases,
            end,
            notary: notary.map(|notary| Arc::new(Mutex::new(notary))),
            rounds: rounds.unwrap_or_default(),
            tasks: JoinSet::new(),
            at: BTreeMap::new(),
        }
    }

    /// Whoever says so here ends the shift.
    pub fn end(&self) -> watch::Sender<bool> {
        self.end.clone()
    }

    pub async fn works(mut self, ready: watch::Sender<bool>) -> Result<(), StoreError> {
        if self.begins().await? {
            ready.send_replace(true);
            self.duty.note(Note::Ready);
            let worked = self.goes_on().await;
            // Everybody finishes what he is at.
            self.end.send_replace(true);
            while self.tasks.join_next().await.is_some() {}
            worked?;
        }
        let held = self.leases.borrow().held.clone();
        self.duty.sweeper.hand_over(&held).await
    }

    /// Before anybody is served: whoever held the leases may have been killed a moment ago, so what was
    /// his is certain to be free only after the time of a lease. Whether there is anything to go on with.
    async fn begins(&mut self) -> Result<bool, StoreError> {
        let (start, hours) = (Instant::now(), self.duty.hours);
        loop {
            let swept = self.sweeps().await;
            let certain = start.elapsed() >= hours.lease + GRAIN;
            let pause = match swept {
                Ok(leases) => {
                    let free = leases.denied.is_empty();
                    self.leases.send_replace(Arc::new(leases));
                    if free || certain {
                        return Ok(true);
                    }
                    hours.lease / 3
                }
                Err(error) => {
                    self.duty.failed(Chore::Leases, error)?;
                    hours.retry
                }
            };
            if !self.duty.rests(pause).await {
                return Ok(false);
            }
        }
    }

    async fn sweeps(&self) -> Result<Leases, StoreError> {
        let leases = self.duty.sweeper.prolong().await?;
        self.duty.recovers().await?;
        Ok(leases)
    }

    async fn goes_on(&mut self) -> Result<(), StoreError> {
        self.begin(Chore::Leases, Begins::Now);
        self.begin(Chore::Recovery, Begins::Now);
        if self.notary.is_some() {
            self.begin(Chore::Statements, Begins::Now);
        }
        let (mut floor, mut ended) = (self.duty.floor.clone(), self.duty.ended.clone());
        loop {
            let known = Arc::clone(&floor.borrow_and_update());
            self.begin_all(&known);
            tokio::select! {
                _ = floor.changed() => {}
                Some(done) = self.tasks.join_next_with_id() => self.done(done)?,
                _ = ended.wait_for(|ended| *ended) => return Ok(()),
            }
        }
    }

    /// What there is to do at every table of this process and at every link.
    fn begin_all(&mut self, known: &Leases) {
        for table in known.held.keys() {
            self.begin(Chore::Timer(*table), Begins::Now);
        }
        for link in &known.links {
            self.begin(Chore::Turns(*link), Begins::Now);
            self.begin(Chore::Look(*link), Begins::Now);
            self.begin(Chore::Meters(*link), Begins::Now);
        }
    }

    fn begin(&mut self, chore: Chore, begins: Begins) {
        if self.at.contains_key(&chore) {
            return;
        }
        let (duty, leases) = (self.duty.clone(), self.leases.clone());
        let (notary, rounds) = (self.notary.clone(), self.rounds);
        let task = self.tasks.spawn(async move {
            if begins == Begins::Again && !duty.rests(duty.hours.retry).await {
                return Ok(());
            }
            match chore {
                Chore::Leases => duty.keeps_leases(leases).await,
                Chore::Recovery => duty.keeps_recovering().await,
                Chore::Timer(table) => duty.keeps_time(table).await,
                Chore::Turns(link) => duty.takes_turns(link).await,
                Chore::Look(link) => duty.looks(link).await,
                Chore::Meters(link) => duty.compares(link).await,
                Chore::Statements => match notary {
                    Some(notary) => duty.states(&mut *notary.lock().await, rounds).await,
                    None => Ok(()),
                },
            }
        });
        self.at.insert(chore, task.id());
    }

    /// A chore that broke is begun again after a while: it may have been one table's, or the moment's.
    fn done(
        &mut self,
        done: Result<(Id, Result<(), StoreError>), JoinError>,
    ) -> Result<(), StoreError> {
        let id = match &done {
            Ok((id, _)) => *id,
            Err(broken) => broken.id(),
        };
        let of_it = self.at.iter().find(|(_, task)| **task == id);
        let Some(chore) = of_it.map(|(chore, _)| *chore) else {
            return Ok(());
        };
        self.at.remove(&chore);
        match done {
            Ok((_, worked)) => worked,
            Err(broken) => {
                let why = match broken.try_into_panic() {
                    Ok(why) => spoken(&*why),
                    Err(broken) => broken.to_string(),
                };
                let why = Failure::Broke(why);
                self.duty.note(Note::Failed { chore, why });
                self.begin(chore, Begins::Again);
                Ok(())
            }
        }
    }
}
