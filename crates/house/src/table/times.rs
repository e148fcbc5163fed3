//! How long a table waits for a Player, and what happens when the time is up.
//!
//! What is waited for, and since when, follows from the log, so every reader of a table knows until when
//! it waits. The process that runs the table's timers counts the seconds on a monotonic clock and then
//! submits a request that carries what it counted; the rules read no clock. A table that is taken over
//! waits anew, since no process counted in between.

use game::{
    Absence, Actor, BoxNumber, Command, Decision, Event, NextDuty, Phase, RefusalReason, Request,
    Table, Timestamp,
};
use serde::{Deserialize, Serialize};

use super::{CardEvent, HouseEvent, TableEvent, TableRefusal, TableState};

/// The longest limit that may be set.
pub(super) const SECONDS_MAX: u64 = 3_600;

/// What the house gives people time for at a table, from the next round on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WaitingTimes {
    /// For Players to open the seeds they promised; the deck is then made without those who did not.
    pub opening_seconds: u64,
    /// For bets, from the first one on; then they are closed. No rulebook limits it, so a house that
    /// says nothing gives all the time there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub betting_seconds_max: Option<u64>,
    /// For each decision; a Player who does not make it has left, and the rulebook says what follows (IR-27).
    /// As long for a hand to be turned, which the Dealer then does, and for a choice after an error, which
    /// silence then makes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision_seconds_max: Option<u64>,
}

impl Default for WaitingTimes {
    fn default() -> WaitingTimes {
        WaitingTimes {
            opening_seconds: 10,
            betting_seconds_max: None,
            decision_seconds_max: None,
        }
    }
}

impl WaitingTimes {
    pub(super) fn check(self) -> Result<(), TableRefusal> {
        for (field, found) in [
            ("opening_seconds", Some(self.opening_seconds)),
            ("betting_seconds_max", self.betting_seconds_max),
            ("decision_seconds_max", self.decision_seconds_max),
        ] {
            if let Some(found) = found.filter(|found| !(1..=SECONDS_MAX).contains(found)) {
                return Err(TableRefusal::Seconds { field, found });
            }
        }
        Ok(())
    }
}

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Awaited {
    /// Players have promised seeds and not opened them.
    Seeds,
    /// Bets lie, and more may come.
    Bets,
    /// The box whose turn it is.
    Decision {
        /// The box that has not decided.
        at: BoxNumber,
    },
    /// The hand of a box that its Player has to turn.
    Reveal {
        /// The box whose hand lies face down.
        at: BoxNumber,
    },
    /// Players who are asked whether they go on after an error.
    Choices,
}

/// What a table does when the time is up for which it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TimesEnd {
    /// The deck is made without those who did not open their seeds.
    Shuffled,
    /// Bets are closed.
    BetsClosed,
    /// The hand counts as folded, and its Player as gone.
    Folded,
    /// The bets of the hand go back, and its Player counts as gone.
    Returned,
    /// The hand stays in with the bets that need no decision, and its Player counts as gone.
    Stands,
    /// The Dealer turns the hand, and its Player counts as gone.
    Shown,
    /// Those who have not chosen are taken as the rulebook takes the silent.
    ChoicesEnded,
}

/// A table that waits, and for how long at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// The round being played.
    pub round: u64,
    /// What is waited for.
    pub awaited: Awaited,
    /// Since when, by the time in the log.
    pub since: Timestamp,
    /// How long at most.
    pub seconds_max: u64,
}

impl Deadline {
    /// For displays; the process that runs the timers counts on its own clock.
    pub fn until(self) -> Timestamp {
        let milliseconds = self.seconds_max.saturating_mul(1_000);
        Timestamp(self.since.0.saturating_add(milliseconds))
    }
}

/// The times of a table as its log has them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimerState {
    /// From the next round on.
    set: WaitingTimes,
    /// In the round being played.
    now: WaitingTimes,
    awaits: Option<(Awaited, Timestamp)>,
}

impl TimerState {
    /// As a table has them while no round is being played.
    pub(super) fn between_rounds(set: WaitingTimes) -> TimerState {
        TimerState {
            set,
            ..TimerState::default()
        }
    }
}

impl TableState {
    /// What is set for the next round.
    pub fn times(&self) -> WaitingTimes {
        self.timed.set
    }

    pub(super) fn times_of_round(&self) -> WaitingTimes {
        self.timed.now
    }

    /// Whom the table gives time now, and until when.
    pub fn deadline(&self) -> Option<Deadline> {
        let (awaited, since) = self.timed.awaits?;
        let times = self.timed.now;
        let seconds_max = match awaited {
            Awaited::Seeds => times.opening_seconds,
            Awaited::Bets => times.betting_seconds_max?,
            Awaited::Decision { .. } | Awaited::Reveal { .. } | Awaited::Choices => {
                times.decision_seconds_max?
            }
        };
        Some(Deadline {
            round: self.open_round()?.number(),
            awaited,
            since,
            seconds_max,
        })
    }

    /// What follows where nobody does what is waited for.
    pub fn at_times_end(&self) -> Option<TimesEnd> {
        Some(match self.deadline()?.awaited {
            Awaited::Seeds => TimesEnd::Shuffled,
            Awaited::Bets => TimesEnd::BetsClosed,
            Awaited::Choices => TimesEnd::ChoicesEnded,
            Awaited::Reveal { .. } => TimesEnd::Shown,
            Awaited::Decision { at } => {
                let rulebook = self.table.rulebook()?;
                match self.open_round()?.absence(rulebook, at)? {
                    Absence::Folded => TimesEnd::Folded,
                    Absence::Returned => TimesEnd::Returned,
                    Absence::Stands => TimesEnd::Stands,
                }
            }
        })
    }

    pub(super) fn set_times(times: WaitingTimes) -> Result<HouseEvent, TableRefusal> {
        times.check()?;
        Ok(HouseEvent::TimesSet { times })
    }

    /// `meant` is the waiting that was counted: its round, for what, since when.
    pub(super) fn end_waiting(
        &self,
        by: Actor,
        meant: (u64, Awaited, Timestamp),
        waited_seconds: u64,
    ) -> Result<HouseEvent, TableRefusal> {
        if by != Actor::System {
            return Err(TableRefusal::NotYours);
        }
        let waits = self.deadline();
        let waits = waits.filter(|it| (it.round, it.awaited, it.since) == meant);
        let waits = waits.ok_or(TableRefusal::NotWaiting)?;
        if waited_seconds < waits.seconds_max {
            let (found, least) = (waited_seconds, waits.seconds_max);
            return Err(TableRefusal::StillWaiting { found, least });
        }
        Ok(HouseEvent::WaitingEnded {
            awaited: meant.1,
            waited_seconds,
        })
    }

    /// What the table does without those it waited for, or why the rules do not let it.
    pub(super) fn continue_without(
        &self,
        awaited: Awaited,
        now: Timestamp,
    ) -> Result<Vec<TableEvent>, TableRefusal> {
        let events = match awaited {
            Awaited::Seeds => {
                let silent = self.shuffle().map(super::Shuffle::silent);
                let silent = silent.unwrap_or_default();
                return Ok(vec![TableEvent::Cards(CardEvent::Shuffled { silent })]);
            }
            Awaited::Bets => self.close_bets(now)?,
            Awaited::Choices => self.decide_as_system(&self.table, Request::EndChoices, now)?,
            Awaited::Decision { at } | Awaited::Reveal { at } => {
                let round = self.open_round();
                let player = round.and_then(|round| round.controller(at));
                let player = player.ok_or(TableRefusal::NotWaiting)?;
                self.decide_as_system(&self.table, Request::Leave { player }, now)?
            }
        };
        Ok(events.into_iter().map(TableEvent::Game).collect())
    }

    /// Bets are closed, once everybody was offered what the rulebook wants him to be offered.
    fn close_bets(&self, now: Timestamp) -> Result<Vec<Event>, TableRefusal> {
        let (mut table, mut events) = (self.table.clone(), Vec::new());
        loop {
            let refusal = match self.decide_as_system(&table, Request::CloseBets, now) {
                Ok(closed) => {
                    events.extend(closed);
                    return Ok(events);
                }
                Err(TableRefusal::Rules(refusal)) => refusal,
                Err(refusal) => return Err(refusal),
            };
            let RefusalReason::JackpotNotOffered { at } = refusal.reason else {
                return Err(TableRefusal::Rules(refusal));
            };
            for event in self.decide_as_system(&table, Request::OfferJackpot { at }, now)? {
                table.evolve(&event);
                events.push(event);
            }
        }
    }

    /// Puts a request of the system to the rules.
    fn decide_as_system(
        &self,
        table: &Table,
        request: Request,
        now: Timestamp,
    ) -> Result<Vec<Event>, TableRefusal> {
        let rulebook = self.table.rulebook().ok_or(TableRefusal::Closed)?;
        let command = Command::new(Actor::System, request).at(now);
        table
            .decide(rulebook, &command)
            .map_err(TableRefusal::Rules)
    }

    /// Looks at a table just after an event: it waits for something else from now on, or still.
    pub(super) fn evolve_times(&mut self, event: &TableEvent) {
        if let TableEvent::House(HouseEvent::TimesSet { times }) = event {
            self.timed.set = *times;
        }
        if let TableEvent::Game(Event::BetsOpened { .. }) = event {
            self.timed.now = self.timed.set;
        }
        let anew = matches!(event, TableEvent::House(HouseEvent::TakenOver { .. }));
        let (awaits, last) = (self.awaited(), self.last);
        let before = self.timed.awaits;
        let still = before.filter(|(awaited, _)| !anew && Some(*awaited) == awaits);
        self.timed.awaits = still.or(awaits.map(|awaited| (awaited, last)));
    }

    fn awaited(&self) -> Option<Awaited> {
        let (round, times) = (self.open_round()?, self.timed.now);
        if round.is_suspended() {
            // While a ruling is awaited no time runs.
            times.decision_seconds_max?;
            let choosing = matches!(self.table.next_duty(), NextDuty::Choices { .. });
            return choosing.then_some(Awaited::Choices);
        }
        match round.phase() {
            Phase::BetsOpen => {
                times.betting_seconds_max?;
                let mut boxes = round.boxes();
                let bets = boxes.any(|(_, held)| !held.bets.is_empty());
                bets.then_some(Awaited::Bets)
            }
            Phase::BetsClosed => {
                let sealed = self.shuffle().is_some_and(super::Shuffle::is_sealed);
                sealed.then_some(Awaited::Seeds)
            }
            Phase::Deciding(_) => {
                times.decision_seconds_max?;
                let mut boxes = round.in_round();
                let undecided = boxes.find(|(_, held)| held.decision == Decision::Undecided);
                undecided.map(|(at, _)| Awaited::Decision { at })
            }
            Phase::DealerShown(_) | Phase::Settling(_) | Phase::Jackpots(_) => {
                times.decision_seconds_max?;
                match self.table.next_duty() {
                    NextDuty::Reveal { at, .. } => Some(Awaited::Reveal { at }),
                    NextDuty::House(_)
                    | NextDuty::Dealer(_)
                    | NextDuty::Bets { .. }
                    | NextDuty::Decision { .. }
                    | NextDuty::Ruling { .. }
                    | NextDuty::Choices { .. } => None,
                }
            }
            Phase::Dealing(_) | Phase::Concluded(_) | Phase::Voided(_) => None,
        }
    }
}
