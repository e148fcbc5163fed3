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

use super::chores::Duty;
use super::{Chore, Note};
use crate::answer::Silence;
use crate::clock::Clock;
use crate::dealer::{News, Put, Seat};
use crate::log::{CommandId, Stream};
use crate::recovery::Leases;
use crate::store::{Store, StoreError};
use crate::table::{Deadline, HouseRequest, Wish};

/// What is waited for, and since when that is counted here.
#[derive(Clone, Copy)]
struct Counting {
    deadline: Deadline,
    since: Instant,
}

impl Counting {
    /// Another deadline is counted from now, the same one goes on.
    fn of(deadline: Option<Deadline>, before: Option<Counting>) -> Option<Counting> {
        let deadline = deadline?;
        let same = before.filter(|before| before.deadline == deadline);
        Some(same.unwrap_or_else(|| Counting {
            deadline,
            since: Instant::now(),
        }))
    }

    fn due(self) -> Instant {
        self.since + Duration::from_secs(self.deadline.seconds_max)
    }
}

/// What a timer hears while it waits.
enum Heard {
    /// The table, as somebody at it stored it.
    News(u64, Option<Deadline>),
    /// Others wrote, or too much happened: it has to look.
    Moved,
    TimeIsUp,
    /// The lease is somebody else's, or the shift ends.
    Over,
}

impl<S: Store, C: Clock> Duty<S, C> {
    pub async fn keeps_time(&self, table: TableId) -> Result<(), StoreError> {
        let seat = self.pit.seat(table);
        let (mut news, mut floor) = (seat.watch(), self.floor.clone());
        let mut counting = None;
        loop {
            let mut seen = match seat.tend().await {
                Ok(state) => {
                    counting = Counting::of(state.deadline(), counting);
                    state.head().seq
                }
                Err(silence) => {
                    // A table that has stopped says so to whoever asks for it.
                    let stopped = matches!(silence, Silence::Quarantined { .. });
                    self.failed(Chore::Timer(table), silence)?;
                    if stopped {
                        self.is_left(table, &mut floor).await;
                        return Ok(());
                    }
                    let gone = seat.is_gone();
                    if !self.rests(self.hours.retry).await || gone {
                        // Whoever serves the table next has another seat.
                        return Ok(());
                    }
                    continue;
                }
            };
            loop {
                match self
                    .hears((table, seen), counting, &mut news, &mut floor)
                    .await
                {
                    Heard::Over => return Ok(()),
                    Heard::Moved => break,
                    // What was seen already was told once more.
                    Heard::News(to, _) if to <= seen => {}
                    Heard::News(to, deadline) => {
                        seen = to;
                        counting = Counting::of(deadline, counting);
                    }
                    Heard::TimeIsUp => {
                        self.says_so((table, seen), &seat, counting).await?;
                        // Where the rules do not let it go on, it is asked again after as long.
                        counting = None;
                        break;
                    }
                }
            }
        }
    }

    async fn hears(
        &self,
        (table, seen): (TableId, u64),
        counting: Option<Counting>,
        news: &mut broadcast::Receiver<News>,
        floor: &mut watch::Receiver<Arc<Leases>>,
    ) -> Heard {
        let mut ended = self.ended.clone();
        let due = async {
            match counting {
                Some(counting) => sleep_until(counting.due()).await,
                None => core::future::pending().await,
            }
        };
        tokio::select! {
            _ = ended.wait_for(|ended| *ended) => Heard::Over,
            told = news.recv() => match told {
                Ok(News { to, deadline, .. }) => Heard::News(to, deadline),
                Err(RecvError::Lagged(_)) => Heard::Moved,
                Err(RecvError::Closed) => Heard::Over,
            },
            moved = moves(table, seen, floor) => moved,
            () = due => Heard::TimeIsUp,
        }
    }

    /// Through the front door, under an id that follows from what is waited for.
    async fn says_so(
        &self,
        (table, seen): (TableId, u64),
        seat: &Seat,
        counting: Option<Counting>,
    ) -> Result<(), StoreError> {
        let Some(Counting { deadline, .. }) = counting else {
            return Ok(());
        };
        let Deadline {
            round,
            awaited,
            since,
            seconds_max,
        } = deadline;
        let put = Put {
            id: id_of((table, seen), deadline),
            by: Actor::System,
            asks: Wish::House(HouseRequest::EndWaiting {
                round,
                awaited,
                since,
                waited_seconds: seconds_max,
            }),
            rulebook: None,
        };
        match seat.put(put).await {
            Ok(told) => self.note(Note::TimeUp {
                table,
                awaited,
                told,
            }),
            Err(silence) => {
                self.failed(Chore::Timer(table), silence)?;
                self.rests(self.hours.retry).await;
            }
        }
        Ok(())
    }

    /// Waits until the table is not this process's any more, or the shift ends.
    async fn is_left(&self, table: TableId, floor: &mut watch::Receiver<Arc<Leases>>) {
        let mut ended = self.ended.clone();
        tokio::select! {
            _ = ended.wait_for(|ended| *ended) => {}
            _ = floor.wait_for(|leases| !leases.held.contains_key(&table)) => {}
        }
    }
}

/// Waits for the leases to say that the table has moved on, or is somebody else's.
async fn moves(table: TableId, seen: u64, floor: &mut watch::Receiver<Arc<Leases>>) -> Heard {
    loop {
        let stands = floor.borrow_and_update().held.get(&table).copied();
        match stands {
            None => return Heard::Over,
            Some(head) if head.seq > seen => return Heard::Moved,
            Some(_) => {}
        }
        if floor.changed().await.is_err() {
            return Heard::Over;
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
