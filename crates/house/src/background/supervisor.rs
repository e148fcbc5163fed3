//! Runs the background jobs: begins them, begins them again where one breaks, and ends them.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{Mutex, broadcast, watch};
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;

use super::job_context::JobContext;
use super::{AtEnd, Background, EndError, Job, JobEvent, JobFailure};
use crate::notary::{Notary, Schedule};
use crate::recovery::{Leases, Recovery};
use crate::store::{StoreError, panic_message};

/// Clocks of stores count whole milliseconds, and some of them round down.
const GRAIN: core::time::Duration = core::time::Duration::from_millis(5);

pub struct Supervisor {
    context: JobContext,
    leases: watch::Sender<Arc<Leases>>,
    end: watch::Sender<bool>,
    notary: Option<Arc<Mutex<Notary>>>,
    at_end: AtEnd,
    schedule: Schedule,
    tasks: JoinSet<Result<(), StoreError>>,
    at: BTreeMap<Job, Id>,
}

/// Whether a job begins for the first time, or after it broke.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StartedBy {
    Now,
    Again,
}

impl Supervisor {
    pub fn new(background: Background, notes: broadcast::Sender<JobEvent>) -> Supervisor {
        let Background {
            pit,
            owner,
            intervals,
            notary,
            at_end,
        } = background;
        let lease = u64::try_from(intervals.lease.as_millis()).unwrap_or(u64::MAX);
        let recovery = Arc::new(Recovery::new(Arc::clone(&pit), owner, lease));
        let (notary, schedule) = notary.unzip();
        let (leases, floor) = watch::channel(Arc::default());
        let (end, ended) = watch::channel(false);
        Supervisor {
            context: JobContext {
                pit,
                recovery,
                intervals,
                notes,
                floor,
                ended,
            },
            leases,
            end,
            notary: notary.map(|notary| Arc::new(Mutex::new(notary))),
            at_end,
            schedule: schedule.unwrap_or_default(),
            tasks: JoinSet::new(),
            at: BTreeMap::new(),
        }
    }

    /// Sending `true` ends all jobs.
    pub fn end(&self) -> watch::Sender<bool> {
        self.end.clone()
    }

    pub async fn run(mut self, ready: watch::Sender<bool>) -> Result<(), EndError> {
        if self.start_up().await? {
            ready.send_replace(true);
            self.context.emit(JobEvent::Ready);
            let worked = self.supervise().await;
            // Every job finishes what it is doing.
            self.end.send_replace(true);
            while self.tasks.join_next().await.is_some() {}
            if self.at_end == AtEnd::TablesClose {
                self.context.pit.close().await;
            }
            worked?;
        }
        // Also where the jobs were ended before they were ready: rounds may have been taken over by then.
        let stated = match &self.notary {
            Some(notary) => {
                let mut notary = notary.lock().await;
                self.context.make_last_statement(&mut notary).await
            }
            None => Ok(()),
        };
        // Also where nothing could be signed: the next process takes the tables at once.
        let held = self.leases.borrow().held.clone();
        self.context.recovery.hand_over(&held).await?;
        Ok(stated?)
    }

    /// Runs before any request is served: the process that held the leases may have been killed a moment
    /// ago, so its leases are certain to be free only after the length of a lease. Whether to go on.
    async fn start_up(&mut self) -> Result<bool, StoreError> {
        let (start, intervals) = (Instant::now(), self.context.intervals);
        loop {
            let report = self.prolong_and_recover().await;
            let certain = start.elapsed() >= intervals.lease + GRAIN;
            let pause = match report {
                Ok(leases) => {
                    let free = leases.denied.is_empty();
                    self.leases.send_replace(Arc::new(leases));
                    if free || certain {
                        return Ok(true);
                    }
                    intervals.lease / 3
                }
                Err(error) => {
                    self.context.report_failure(Job::Leases, error)?;
                    intervals.retry
                }
            };
            if !self.context.wait_pause(pause).await {
                return Ok(false);
            }
        }
    }

    async fn prolong_and_recover(&self) -> Result<Leases, StoreError> {
        let leases = self.context.recovery.prolong().await?;
        self.context.recover().await?;
        Ok(leases)
    }

    async fn supervise(&mut self) -> Result<(), StoreError> {
        self.start(Job::Leases, StartedBy::Now);
        self.start(Job::Recovery, StartedBy::Now);
        if self.context.pit.projections().is_some() {
            self.start(Job::Lobby, StartedBy::Now);
        }
        if self.notary.is_some() {
            self.start(Job::Statements, StartedBy::Now);
        }
        let (mut floor, mut ended) = (self.context.floor.clone(), self.context.ended.clone());
        loop {
            let known = Arc::clone(&floor.borrow_and_update());
            self.start_all(&known);
            tokio::select! {
                _ = floor.changed() => {}
                Some(done) = self.tasks.join_next_with_id() => self.handle_end(done)?,
                _ = ended.wait_for(|ended| *ended) => return Ok(()),
            }
        }
    }

    /// What there is to do at every table of this process and at every link.
    fn start_all(&mut self, known: &Leases) {
        for table in known.held.keys() {
            self.start(Job::Timer(*table), StartedBy::Now);
        }
        for link in &known.links {
            self.start(Job::Turns(*link), StartedBy::Now);
            self.start(Job::Health(*link), StartedBy::Now);
            self.start(Job::Meters(*link), StartedBy::Now);
        }
    }

    fn start(&mut self, job: Job, begins: StartedBy) {
        if self.at.contains_key(&job) {
            return;
        }
        let (context, leases) = (self.context.clone(), self.leases.clone());
        let (notary, schedule) = (self.notary.clone(), self.schedule);
        let task = self.tasks.spawn(async move {
            if begins == StartedBy::Again && !context.wait_pause(context.intervals.retry).await {
                return Ok(());
            }
            match job {
                Job::Leases => context.keep_leases(leases).await,
                Job::Recovery => context.keep_recovering().await,
                Job::Timer(table) => context.run_timer(table).await,
                Job::Turns(link) => context.take_turns(link).await,
                Job::Health(link) => context.watch_link(link).await,
                Job::Meters(link) => context.compare_meters(link).await,
                Job::Lobby => context.keep_lobby().await,
                Job::Statements => match notary {
                    Some(notary) => {
                        context
                            .make_statements(&mut *notary.lock().await, schedule)
                            .await
                    }
                    None => Ok(()),
                },
            }
        });
        self.at.insert(job, task.id());
    }

    /// A job that broke is begun again after a while: it may have been one table's, or the moment's.
    fn handle_end(
        &mut self,
        done: Result<(Id, Result<(), StoreError>), JoinError>,
    ) -> Result<(), StoreError> {
        let id = match &done {
            Ok((id, _)) => *id,
            Err(broken) => broken.id(),
        };
        let of_it = self.at.iter().find(|(_, task)| **task == id);
        let Some(job) = of_it.map(|(job, _)| *job) else {
            return Ok(());
        };
        self.at.remove(&job);
        match done {
            Ok((_, worked)) => worked,
            Err(broken) => {
                let why = match broken.try_into_panic() {
                    Ok(why) => panic_message(&*why),
                    Err(broken) => broken.to_string(),
                };
                let why = JobFailure::Broke(why);
                self.context.emit(JobEvent::Failed { job, why });
                self.start(job, StartedBy::Again);
                Ok(())
            }
        }
    }
}
