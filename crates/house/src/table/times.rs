//! How long a table waits for somebody, and what happens when the time is up.
//!
//! What is waited for, and since when, follows from the log; so whoever looks at a table knows until
//! when it waits. Whoever runs the table's timers counts the seconds on a clock that only goes forward
//! and then says so: the wish carries what was counted, and the rules ask no clock. A table that is
//! taken over waits anew, since nobody counted in between.

use game::{Actor, Timestamp};
use serde::{Deserialize, Serialize};

use super::{CardEvent, HouseEvent, HouseRequest, No, TableEvent, TableState};

/// Longer than this nobody waits for a Player.
const SECONDS_MAX: u64 = 3_600;

/// What the house gives people time for at a table, from the next round on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// For Players to open the seeds they promised; the deck is then made without those who did not.
    pub opening_seconds: u64,
}

impl Default for Times {
    fn default() -> Times {
        Times {
            opening_seconds: 10,
        }
    }
}

impl Times {
    fn check(self) -> Result<(), No> {
        let found = self.opening_seconds;
        if !(1..=SECONDS_MAX).contains(&found) {
            let field = "opening_seconds";
            return Err(No::Seconds { field, found });
        }
        Ok(())
    }
}

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaited {
    /// Players have promised seeds and not opened them.
    Seeds,
}

/// A table that waits, and for how long at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub awaited: Awaited,
    /// By the time in the log.
    pub since: Timestamp,
    pub seconds_max: u64,
}

impl Waiting {
    /// For those who show it; whoever runs the timers counts for himself.
    pub fn until(self) -> Timestamp {
        let milliseconds = self.seconds_max.saturating_mul(1_000);
        Timestamp(self.since.0.saturating_add(milliseconds))
    }
}

/// The times of a table as its log has them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Timed {
    /// From the next round on.
    set: Times,
    /// In the round being played.
    now: Times,
    awaits: Option<(Awaited, Timestamp)>,
}

impl TableState {
    /// What is set for the next round.
    pub fn times(&self) -> Times {
        self.timed.set
    }

    pub(super) fn times_of_round(&self) -> Times {
        self.timed.now
    }

    /// Whom the table gives time now, and until when.
    pub fn waiting(&self) -> Option<Waiting> {
        let (awaited, since) = self.timed.awaits?;
        let times = self.timed.now;
        let seconds_max = match awaited {
            Awaited::Seeds => times.opening_seconds,
        };
        Some(Waiting {
            awaited,
            since,
            seconds_max,
        })
    }

    pub(super) fn time_event(&self, by: Actor, request: &HouseRequest) -> Result<HouseEvent, No> {
        match request {
            HouseRequest::SetTimes { times } => {
                times.check()?;
                Ok(HouseEvent::TimesSet { times: *times })
            }
            HouseRequest::EndWaiting {
                awaited,
                since,
                waited_seconds,
            } => {
                let (awaited, waited_seconds) = (*awaited, *waited_seconds);
                if by != Actor::System {
                    return Err(No::NotYours);
                }
                let waits = self.waiting();
                let waits = waits.filter(|it| it.awaited == awaited && it.since == *since);
                let waits = waits.ok_or(No::NotWaiting)?;
                if waited_seconds < waits.seconds_max {
                    let (found, least) = (waited_seconds, waits.seconds_max);
                    return Err(No::StillWaiting { found, least });
                }
                Ok(HouseEvent::WaitingEnded {
                    awaited,
                    waited_seconds,
                })
            }
            HouseRequest::JoinLink { .. }
            | HouseRequest::LeaveLink
            | HouseRequest::AdmitToLink { .. }
            | HouseRequest::LoseLink { .. }
            | HouseRequest::TakeOver { .. } => self.link_event(by, request),
        }
    }

    /// What the table does without those it waited for.
    pub(super) fn goes_on_without(&self, awaited: Awaited) -> Vec<TableEvent> {
        match awaited {
            Awaited::Seeds => {
                let silent = self.shuffle().map(super::Shuffle::silent);
                let silent = silent.unwrap_or_default();
                vec![TableEvent::Cards(CardEvent::Shuffled { silent })]
            }
        }
    }

    /// Looks at a table just after an event: it waits for something else from now on, or still.
    pub(super) fn times_evolve(&mut self, event: &TableEvent) {
        if let TableEvent::House(HouseEvent::TimesSet { times }) = event {
            self.timed.set = *times;
        }
        if let TableEvent::Game(game::Event::BetsOpened { .. }) = event {
            self.timed.now = self.timed.set;
        }
        let anew = matches!(event, TableEvent::House(HouseEvent::TakenOver { .. }));
        let (awaits, last) = (self.awaits(), self.last);
        let before = self.timed.awaits;
        let still = before.filter(|(awaited, _)| !anew && Some(*awaited) == awaits);
        self.timed.awaits = still.or(awaits.map(|awaited| (awaited, last)));
    }

    fn awaits(&self) -> Option<Awaited> {
        // While a ruling is awaited nobody is to hurry.
        let round = self.open_round().filter(|round| !round.is_suspended())?;
        let seeds = self.shuffle().is_some_and(super::Shuffle::is_sealed);
        let seeds = seeds && matches!(round.phase(), game::Phase::BetsClosed);
        seeds.then_some(Awaited::Seeds)
    }
}
