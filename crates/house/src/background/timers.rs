//! The timers of a table whose lease this process holds: whoever is waited for too long is waited for
//! no longer.
//!
//! What the table waits for its log says. How long is counted here, from when this process saw it, so
//! nobody ever has less time than the table gives him, whatever a clock on the wall does in between.
//!
//! Where somebody else wrote, or had the lease before, the house may owe the table a seed that nobody will
//! draw or tell any more: that is done at the same time.

use core::time::Duration;
use std::sync::Arc;

use game::Actor;
use ledger::TableId;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::job_context::JobContext;
use super::{Job, JobEvent};
use crate::dealer::{Committed, TableCommand, TableHandle};
use crate::log::{CommandId, Stream};
use crate::recovery::Leases;
use crate::response::ServiceError;
use crate::store::StoreError;
use crate::table::{Deadline, HouseRequest, TableRequest};

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

/// What a timer hears while it waits.
enum TimerEvent {
    /// The table, as somebody at it stored it.
    Committed(u64, Option<Deadline>),
    /// Others wrote, or too much happened: it has to look.
    Moved,
    TimeIsUp,
    /// The lease is somebody else's, or the jobs end.
    Over,
}

impl JobContext {
    pub async fn run_timer(&self, table: TableId) -> Result<(), StoreError> {
        let handle = self.pit.handle(table);
        let (mut news, mut floor) = (handle.subscribe(), self.floor.clone());
        let mut counting = None;
        loop {
            let mut seen = match handle.run_duties().await {
                Ok(state) => {
                    counting = TimerCount::of(state.deadline(), counting);
                    state.head().seq
                }
                Err(error) => {
                    // A table that has stopped says so to whoever asks for it.
                    let stopped = matches!(error, ServiceError::Quarantined { .. });
                    self.report_failure(Job::Timer(table), error)?;
                    if stopped {
                        self.wait_until_lease_lost(table, &mut floor).await;
                        return Ok(());
                    }
                    let gone = handle.is_gone();
                    if !self.wait_pause(self.intervals.retry).await || gone {
                        // Whoever serves the table next has another seat.
                        return Ok(());
                    }
                    continue;
                }
            };
            loop {
                match self
                    .wait_for_event((table, seen), counting, &mut news, &mut floor)
                    .await
                {
                    TimerEvent::Over => return Ok(()),
                    TimerEvent::Moved => break,
                    // What was seen already was told once more.
                    TimerEvent::Committed(to, _) if to <= seen => {}
                    TimerEvent::Committed(to, deadline) => {
                        seen = to;
                        counting = TimerCount::of(deadline, counting);
                    }
                    TimerEvent::TimeIsUp => {
                        self.end_waiting((table, seen), &handle, counting).await?;
                        // Where the rules do not let it go on, it is asked again after as long.
                        counting = None;
                        break;
                    }
                }
            }
        }
    }

    async fn wait_for_event(
        &self,
        (table, seen): (TableId, u64),
        counting: Option<TimerCount>,
        news: &mut broadcast::Receiver<Committed>,
        floor: &mut watch::Receiver<Arc<Leases>>,
    ) -> TimerEvent {
        let mut ended = self.ended.clone();
        let due = async {
            match counting {
                Some(counting) => sleep_until(counting.due()).await,
                None => core::future::pending().await,
            }
        };
        tokio::select! {
            _ = ended.wait_for(|ended| *ended) => TimerEvent::Over,
            response = news.recv() => match response {
                Ok(Committed { to, deadline, .. }) => TimerEvent::Committed(to, deadline),
                Err(RecvError::Lagged(_)) => TimerEvent::Moved,
                Err(RecvError::Closed) => TimerEvent::Over,
            },
            moved = wait_for_move(table, seen, floor) => moved,
            () = due => TimerEvent::TimeIsUp,
        }
    }

    /// Through the front door, under an id that follows from what is waited for.
    async fn end_waiting(
        &self,
        (table, seen): (TableId, u64),
        handle: &TableHandle,
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
        match handle.submit(command).await {
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

    /// Waits until the table is not this process's any more, or the jobs end.
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

/// Waits for the leases to say that the table has moved on, or is somebody else's.
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
