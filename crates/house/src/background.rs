//! The background jobs: everything one process of a house does without a request.
//!
//! The jobs keep the leases of the process's tables and take over rounds that another process abandoned;
//! they take the turns of every link, check that turns are taken, and compare meters; they run the timers
//! of the tables, keep the lobby up to date where the pit has one, and sign statements where the process
//! has the key. Each job has a task of its own, so
//! that a link or table that is broken or slow does not delay the others.
//!
//! Nothing is decided here. A job reads what is stored and submits commands like any caller, under ids
//! that follow from the log; so several processes may do the same job at once, and a job that dies in the
//! middle is finished by the next. All waiting is by a monotonic clock.
//!
//! A store that cannot be reached is asked again; one that has stopped for good ends the jobs. The caller
//! ends them too: then every job finishes what it is doing, the notary makes a last statement, and the
//! leases are handed back.

mod events;
mod job_context;
mod links;
mod statements;
mod supervisor;
mod timers;

use core::time::Duration;
use std::sync::Arc;

use tokio::sync::{broadcast, watch};
use tokio::task::JoinHandle;

use crate::notary::{Notary, NotaryError, Schedule};
use crate::pit::Pit;
use crate::store::StoreError;

pub use events::{Job, JobEvent, JobFailure};
use supervisor::Supervisor;

/// How many notes a slow listener may be behind before he misses some: they are for people, and what
/// counts is in the logs.
const NOTES: usize = 256;

/// How often the background jobs do what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intervals {
    /// How long a table is this process's own without a word of it; prolonged three times as often.
    pub lease: Duration,
    /// How long a turn shows that a link works; looked at a little less often.
    pub heartbeat: Duration,
    /// Between two looks whether anything waits for a link. What this process itself stores it hears
    /// of at once.
    pub poll: Duration,
    /// Between two comparisons of a link's meters with its tables'.
    pub compare: Duration,
    /// Between two looks, for the lobby, at what other processes stored. What this process itself
    /// stores is in its lobby at once.
    pub lobby: Duration,
    /// Before what failed is tried again.
    pub retry: Duration,
}

impl Default for Intervals {
    fn default() -> Intervals {
        Intervals {
            lease: Duration::from_secs(15),
            heartbeat: Duration::from_secs(5),
            poll: Duration::from_millis(250),
            compare: Duration::from_mins(1),
            lobby: Duration::from_secs(1),
            retry: Duration::from_secs(1),
        }
    }
}

/// What a process does unasked, before it has begun.
pub struct Background {
    pit: Arc<Pit>,
    owner: String,
    intervals: Intervals,
    notary: Option<(Notary, Schedule)>,
    at_end: AtEnd,
}

/// What happens to the tables when the jobs end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AtEnd {
    /// They go on, for the caller has a use for them.
    TablesGoOn,
    /// They serve what is in their queues and end, before the last statement.
    TablesClose,
}

impl Background {
    /// `owner` is this process, by a name no other has, nor the same one had before it was started
    /// again.
    pub fn new(pit: Arc<Pit>, owner: String) -> Background {
        Background {
            pit,
            owner,
            intervals: Intervals::default(),
            notary: None,
            at_end: AtEnd::TablesGoOn,
        }
    }

    /// The tables end with the jobs, so that the last statement says all there is.
    #[must_use]
    pub(crate) fn closing_tables(mut self) -> Background {
        self.at_end = AtEnd::TablesClose;
        self
    }

    /// How often each job is done.
    #[must_use]
    pub fn with_intervals(mut self, intervals: Intervals) -> Background {
        self.intervals = intervals;
        self
    }

    /// One process of a house has the key, and the file it writes to.
    #[must_use]
    pub fn with_notary(mut self, notary: Notary, schedule: Schedule) -> Background {
        self.notary = Some((notary, schedule));
        self
    }

    /// Must be called within a runtime, which does the work from then on.
    pub fn start(self) -> BackgroundHandle {
        let (notes, _) = broadcast::channel(NOTES);
        let (at_work, ready) = watch::channel(false);
        let supervisor = Supervisor::new(self, notes.clone());
        let end = supervisor.end();
        BackgroundHandle {
            notes,
            end,
            ready,
            task: tokio::spawn(supervisor.run(at_work)),
        }
    }
}

/// Why the background jobs did not end as they should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndError {
    /// The store has stopped, or did not take the leases back: they have to run out.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The leases are handed back, but what was stored since the last statement is not signed.
    #[error("the last entries are not signed: {0}")]
    NotStated(#[from] NotaryError),
}

/// The running background jobs. Dropping the handle ends them too, without waiting for that.
pub struct BackgroundHandle {
    notes: broadcast::Sender<JobEvent>,
    end: watch::Sender<bool>,
    ready: watch::Receiver<bool>,
    task: JoinHandle<Result<(), EndError>>,
}

impl BackgroundHandle {
    /// What happens from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<JobEvent> {
        self.notes.subscribe()
    }

    /// Where alarms of other parts of the house go.
    pub(crate) fn alarms(&self) -> broadcast::Sender<JobEvent> {
        self.notes.clone()
    }

    /// Waits until this process may serve people: the abandoned rounds it found are taken over.
    /// `false` where the jobs have ended before.
    pub async fn wait_ready(&mut self) -> bool {
        self.ready.wait_for(|ready| *ready).await.is_ok()
    }

    /// Waits until it ends by itself.
    ///
    /// # Panics
    ///
    /// Where the task itself broke.
    pub async fn wait_ended(&mut self) -> Result<(), EndError> {
        (&mut self.task)
            .await
            .expect("the supervisor does not panic")
    }

    /// Ends it: what is being done is done, and the leases go back. An error says that the store has
    /// stopped, that the leases have to run out by themselves, or that the last entries are not signed.
    ///
    /// # Panics
    ///
    /// Where the task itself broke.
    pub async fn end(mut self) -> Result<(), EndError> {
        self.end.send_replace(true);
        self.wait_ended().await
    }
}

impl Drop for BackgroundHandle {
    fn drop(&mut self) {
        self.end.send_replace(true);
    }
}
