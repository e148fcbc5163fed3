//! The timers of a table whose lease this process holds: when a time limit passes, the table goes on
//! without the Player it waited for.
//!
//! The deadline follows from the log. Time is counted on a monotonic clock from the moment this process
//! saw the deadline, so a Player never has less time than the table gives, whatever the wall clock does.
//!
//! Where another process wrote, or held the lease before, the house may owe the table a seed that was not
//! drawn or published: the timer does that at the same time. It also does a duty that the table's own task
//! failed to do, and reports one that cannot be done.

use core::time::Duration;
use std::sync::Arc;

use game::Actor;
use ledger::TableId;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use super::job_context::JobContext;
use super::{Job, JobEvent};
use crate::dealer::TableCommand;
use crate::log::{CommandId, Stream};
use crate::recovery::Leases;
use crate::response::ServiceError;
use crate::store::StoreError;
use crate::table::{Deadline, HouseRequest, TableRequest, TableState};

/// What is waited for, and since when that is counted here.
#[derive(Clone, Copy)]
struct TimerCount {
    deadline: Deadline,
    since: Instant,
}

impl TimerCount {
    /// Another deadline is counted from now, the same one goes on.
    fn of(deadline: Option<Deadline>, before: Option<TimerCount>) -> Option<TimerCount> {
        let deadline = deadline?;
        let same = before.filter(|before| before.deadline == deadline);
        Some(same.unwrap_or_else(|| TimerCount {
            deadline,
            since: Instant::now(),
        }))
    }

    fn due(self) -> Instant {
        self.since + Duration::from_secs(self.deadline.seconds_max)
    }
}

/// What ends a timer's waiting.
enum TimerEvent {
    /// The table has published a state.
    Published(Arc<TableState>),
    /// Another process wrote: the log has to be read.
    Moved,
    /// The table's task has ended: it was idle, or it broke.
    Unloaded,
    TimeIsUp,
    /// The house still owes the table something that the table's task should have done at once.
    DutyOwed,
    /// Another process holds the lease, or the jobs end.
    Over,
}

/// The table as a timer last saw it.
struct Seen {
    table: TableId,
    /// The number of the last entry.
    seq: u64,
    is_playing: bool,
    owes_duty: bool,
    states: watch::Receiver<Option<Arc<TableState>>>,
}

impl JobContext {
    pub async fn run_timer(&self, table: TableId) -> Result<(), StoreError> {
        let mut floor = self.floor.clone();
        let mut counting = None;
        loop {
            let mut seen = match self.load_and_run_duties(table).await {
                Ok((state, states)) => {
                    counting = TimerCount::of(state.deadline(), counting);
                    Seen {
                        table,
                        seq: state.head().seq,
                        is_playing: state.open_round().is_some(),
                        owes_duty: state.duty().is_some(),
                        states,
                    }
                }
                Err(error) => {
                    // A table that has stopped says so to every caller.
                    let stopped = matches!(error, ServiceError::Quarantined { .. });
                    self.report_failure(Job::Timer(table), error)?;
                    if stopped {
                        self.wait_until_lease_lost(table, &mut floor).await;
                        return Ok(());
                    }
                    if !self.wait_pause(self.intervals.retry).await {
                        return Ok(());
                    }
                    continue;
                }
            };
            loop {
                match self.wait_for_event(&mut seen, counting, &mut floor).await {
                    TimerEvent::Over => return Ok(()),
                    TimerEvent::Moved | TimerEvent::DutyOwed => break,
                    // A state that was seen already was published once more.
                    TimerEvent::Published(state) if state.head().seq <= seen.seq => {}
                    TimerEvent::Published(state) => {
                        seen.seq = state.head().seq;
                        seen.is_playing = state.open_round().is_some();
                        seen.owes_duty = state.duty().is_some();
                        counting = TimerCount::of(state.deadline(), counting);
                    }
                    TimerEvent::Unloaded => {
                        if !self.wait_until_loaded(&seen, &mut floor).await {
                            return Ok(());
                        }
                        break;
                    }
                    TimerEvent::TimeIsUp => {
                        self.end_waiting((table, seen.seq), counting).await?;
                        // Where the rules refuse to go on, the timer asks again after as long.
                        counting = None;
                        break;
                    }
                }
            }
        }
    }

    /// No handle is kept: it would keep the table loaded.
    async fn load_and_run_duties(
        &self,
        table: TableId,
    ) -> Result<(Arc<TableState>, watch::Receiver<Option<Arc<TableState>>>), ServiceError> {
        let handle = self.pit.handle(table).await?;
        let state = handle.run_duties().await?;
        Ok((state, handle.states()))
    }

    async fn wait_for_event(
        &self,
        seen: &mut Seen,
        counting: Option<TimerCount>,
        floor: &mut watch::Receiver<Arc<Leases>>,
    ) -> TimerEvent {
        let mut ended = self.ended.clone();
        let due = async {
            match counting {
                Some(counting) => sleep_until(counting.due()).await,
                None => core::future::pending().await,
            }
        };
        let owes_duty = seen.owes_duty;
        let owed = async {
            if owes_duty {
                sleep(self.intervals.retry).await;
            } else {
                core::future::pending::<()>().await;
            }
        };
        let published = async {
            loop {
                if seen.states.changed().await.is_err() {
                    return TimerEvent::Unloaded;
                }
                if let Some(state) = &*seen.states.borrow_and_update() {
                    return TimerEvent::Published(Arc::clone(state));
                }
            }
        };
        tokio::select! {
            _ = ended.wait_for(|ended| *ended) => TimerEvent::Over,
            event = published => event,
            event = wait_for_move(seen.table, seen.seq, floor) => event,
            () = due => TimerEvent::TimeIsUp,
            () = owed => TimerEvent::DutyOwed,
        }
    }

    /// Waits until there may be something to time at a table that is not loaded: this process loads it
    /// for a request, or another one writes. A table that broke in a round is loaded again after a
    /// pause. `false` where the timer is over.
    async fn wait_until_loaded(
        &self,
        seen: &Seen,
        floor: &mut watch::Receiver<Arc<Leases>>,
    ) -> bool {
        if seen.is_playing {
            return self.wait_pause(self.intervals.retry).await;
        }
        let (mut ended, mut loads) = (self.ended.clone(), self.pit.loads());
        let loaded = async {
            while self.pit.loaded(seen.table).is_none() {
                if loads.changed().await.is_err() {
                    return;
                }
            }
        };
        tokio::select! {
            _ = ended.wait_for(|ended| *ended) => false,
            () = loaded => true,
            event = wait_for_move(seen.table, seen.seq, floor) => {
                matches!(event, TimerEvent::Moved)
            }
        }
    }

    /// Says so to the table, under an id that follows from what is waited for.
    async fn end_waiting(
        &self,
        (table, seen): (TableId, u64),
        counting: Option<TimerCount>,
    ) -> Result<(), StoreError> {
        let Some(TimerCount { deadline, .. }) = counting else {
            return Ok(());
        };
        let Deadline {
            round,
            awaited,
            since,
            seconds_max,
        } = deadline;
        let command = TableCommand {
            id: id_of((table, seen), deadline),
            by: Actor::System,
            request: TableRequest::House(HouseRequest::EndWaiting {
                round,
                awaited,
                since,
                waited_seconds: seconds_max,
            }),
            rulebook: None,
        };
        let response = match self.pit.handle(table).await {
            Ok(handle) => handle.submit(command).await,
            Err(error) => Err(error),
        };
        match response {
            Ok(response) => self.emit(JobEvent::TimeUp {
                table,
                awaited,
                response,
            }),
            Err(error) => {
                self.report_failure(Job::Timer(table), error)?;
                self.wait_pause(self.intervals.retry).await;
            }
        }
        Ok(())
    }

    /// Waits until this process does not hold the table's lease any more, or the jobs end.
    async fn wait_until_lease_lost(
        &self,
        table: TableId,
        floor: &mut watch::Receiver<Arc<Leases>>,
    ) {
        let mut ended = self.ended.clone();
        tokio::select! {
            _ = ended.wait_for(|ended| *ended) => {}
            _ = floor.wait_for(|leases| !leases.held.contains_key(&table)) => {}
        }
    }
}

/// Waits until the leases show that the table has moved on, or that another process holds it.
async fn wait_for_move(
    table: TableId,
    seen: u64,
    floor: &mut watch::Receiver<Arc<Leases>>,
) -> TimerEvent {
    loop {
        let stands = floor.borrow_and_update().held.get(&table).copied();
        match stands {
            None => return TimerEvent::Over,
            Some(head) if head.seq > seen => return TimerEvent::Moved,
            Some(_) => {}
        }
        if floor.changed().await.is_err() {
            return TimerEvent::Over;
        }
    }
}

/// What was decided may be decided otherwise once the table has moved.
fn id_of((table, seen): (TableId, u64), deadline: Deadline) -> CommandId {
    let (stream, round, since) = (Stream::Table(table), deadline.round, deadline.since.0);
    let awaited = serde_json::to_string(&deadline.awaited).expect("plain data with text keys");
    CommandId::named(&format!(
        "{stream} after {seen} has waited for {awaited} of round {round} since {since}"
    ))
}
