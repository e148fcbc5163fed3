//! The automatic dealer: runs the tables at which the house deals, by what the rules say comes next.
//!
//! It knows no rule. `TableState::next_request` names the step and who makes it; while bets are open the
//! dealer waits until everybody who has bet is ready, and the table's own timer closes them otherwise.
//! Decisions, choices and rulings are people's. Ids follow from the log, so several processes may run the
//! same table: the log takes each step once.

use core::time::Duration;
use std::sync::Arc;

use house::game::{DealerDuty, Money, NextDuty, Post};
use house::ledger::TableId;
use house::log::CommandId;
use house::pit::Pit;
use house::response::{Response, ServiceError};
use house::table::{LinkStatus, NextTableDuty, TableState};
use house::{TableCommand, TableHandle};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::config::{Config, Pace, TableConfig};
use crate::floor::{self, ProgramPeople};

/// Before a step that failed or was refused is tried again.
const RETRY: Duration = Duration::from_secs(2);

/// How long a table waits to be admitted to its link before it opens without the jackpot.
const ADMISSION: Duration = Duration::from_secs(30);

/// The dealer of one table.
pub struct AutomaticDealer {
    pit: Arc<Pit>,
    number: u32,
    /// The configuration, which may be replaced; a table that it has no longer is closed.
    configs: watch::Receiver<Arc<Config>>,
    people: ProgramPeople,
    /// No new round is opened once a restart is announced.
    announced: watch::Receiver<Option<Instant>>,
}

/// What the dealer does next, and how long after the table came to stand as it does.
struct Planned {
    command: TableCommand,
    pause: Duration,
}

impl AutomaticDealer {
    /// The dealer of the table that the configuration has under this number.
    pub fn new(
        pit: Arc<Pit>,
        number: u32,
        configs: watch::Receiver<Arc<Config>>,
        people: ProgramPeople,
        announced: watch::Receiver<Option<Instant>>,
    ) -> AutomaticDealer {
        AutomaticDealer {
            pit,
            number,
            configs,
            people,
            announced,
        }
    }

    /// Deals until the house is closed, or the table is because the configuration has it no longer.
    pub async fn run(mut self) {
        let table = TableId(self.number);
        loop {
            match self.pit.handle(table).await {
                Ok(handle) => match self.deal(handle).await {
                    Ok(()) => return,
                    Err(error) => {
                        tracing::warn!(table = table.0, %error, "the automatic dealer waits");
                    }
                },
                Err(ServiceError::NotServed) => return,
                Err(error) => {
                    tracing::warn!(table = table.0, %error, "the automatic dealer has no table");
                }
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    /// One step after the other; ends with the table's task, or with the table.
    async fn deal(&mut self, handle: TableHandle) -> Result<(), ServiceError> {
        let mut states = handle.states();
        // The number of the entry at which a step was refused, and how often.
        let mut refused = (0, 0_u32);
        loop {
            let state = states.borrow_and_update().clone();
            let Some(state) = state else {
                if states.changed().await.is_err() {
                    return Err(ServiceError::NotServed);
                }
                continue;
            };
            let seq = state.head().seq;
            let attempt = if refused.0 == seq { refused.1 } else { 0 };
            let config = self.configs.borrow_and_update().table(self.number).cloned();
            if config.is_none() && state.table().setup().is_none() {
                return Ok(());
            }
            let Some(planned) = self.plan(config.as_ref(), &state, attempt) else {
                let mut announced = self.announced.clone();
                tokio::select! {
                    changed = self.configs.changed() => {
                        if changed.is_err() {
                            return Err(ServiceError::NotServed);
                        }
                    }
                    changed = states.changed() => {
                        if changed.is_err() {
                            return Err(ServiceError::NotServed);
                        }
                    }
                    _ = announced.changed() => {}
                }
                continue;
            };
            let pause = planned.pause + RETRY * attempt.min(15);
            if !pause.is_zero() {
                let due = Instant::now() + pause;
                tokio::select! {
                    () = tokio::time::sleep_until(due) => {}
                    changed = states.changed() => {
                        if changed.is_err() {
                            return Err(ServiceError::NotServed);
                        }
                        // It stands otherwise now: look again.
                        continue;
                    }
                }
            }
            if let Response::Refused { reason, code, .. } = handle.submit(planned.command).await? {
                tracing::debug!(table = self.number, code, reason, "step refused");
                refused = (seq, attempt + 1);
            }
        }
    }

    fn plan(
        &self,
        config: Option<&TableConfig>,
        state: &TableState,
        attempt: u32,
    ) -> Option<Planned> {
        let step = match config {
            Some(config) => floor::next_step(config, state),
            None => floor::step_to_close(state),
        };
        if let Some(step) = step {
            return Some(Planned {
                command: step.command(state, self.people.operator),
                pause: Duration::ZERO,
            });
        }
        // People deal there.
        if config.is_some_and(|config| !config.is_automatic()) {
            return None;
        }
        let next = state.next_duty();
        let is_waiting_for_bets = matches!(next, NextTableDuty::Rules(NextDuty::Bets { .. }));
        if is_waiting_for_bets && !state.is_everyone_ready() && !is_to_end_unplayed(config, state) {
            return None;
        }
        let opens = matches!(
            next,
            NextTableDuty::Rules(NextDuty::Dealer(DealerDuty::OpenBets))
        );
        if opens && (self.announced.borrow().is_some() || state.is_paused()) {
            return None;
        }
        let staff = |post| match post {
            Post::Dealer => self.people.dealer,
            Post::PitSupervisor | Post::PitManager | Post::ShiftManager | Post::House => {
                self.people.operator
            }
        };
        let (by, request) = state.next_request(staff, Money::ZERO)?;
        let (stream, seq) = (state.stream(), state.head().seq);
        let id = CommandId::named(&format!(
            "automatic dealer: {stream} after {seq}, attempt {attempt}"
        ));
        let mut pause = pause_before(config.map_or(Pace::Instant, |config| config.pace), &next);
        if opens {
            // The pause is between two rounds: after a restart, or before the first, there is none.
            let now = self.pit.clock().now();
            let rested = Duration::from_millis(now.0.saturating_sub(state.last().0));
            let is_first = state.table().round().is_none();
            pause = pause.saturating_sub(if is_first { pause } else { rested });
        }
        if opens
            && state
                .linked()
                .is_some_and(|linked| linked.status == LinkStatus::Joined)
        {
            // A link admits tables between rounds only, and looks at them a few times a second.
            pause = pause.max(ADMISSION);
        }
        Some(Planned {
            command: TableCommand::new(id, by, request),
            pause,
        })
    }
}

/// Whether a round in which no chips lie is ended, so that the table can be changed, paused or closed:
/// bets are open at an idle table for as long as no player comes.
fn is_to_end_unplayed(config: Option<&TableConfig>, state: &TableState) -> bool {
    let is_unplayed = state
        .open_round()
        .is_some_and(|round| round.boxes().all(|(_, held)| held.bets.is_empty()));
    let is_to_end = || match config {
        Some(config) => state.is_paused() || floor::is_to_change(config, state),
        None => true,
    };
    is_unplayed && is_to_end()
}

/// How long a table people like to watch rests before a step. STANDARDS G10: no two rounds begin within
/// five seconds where people play.
fn pause_before(pace: Pace, next: &NextTableDuty) -> Duration {
    let milliseconds = match next {
        NextTableDuty::Rules(NextDuty::Dealer(duty)) => match duty {
            DealerDuty::OpenBets => 5_000,
            DealerDuty::OfferJackpot { .. }
            | DealerDuty::CloseBets
            | DealerDuty::InformOneHand { .. }
            | DealerDuty::CallMissingPairPlus => 300,
            DealerDuty::Deal(_)
            | DealerDuty::CountDeck
            | DealerDuty::ReportMisdeal
            | DealerDuty::CollectFolded
            | DealerDuty::Conclude => 600,
            DealerDuty::ShowDealer => 1_200,
            DealerDuty::ShowBox { .. } => 700,
            DealerDuty::Settle { .. } | DealerDuty::PayJackpots => 900,
        },
        NextTableDuty::Rules(NextDuty::Bets { .. }) => 400,
        NextTableDuty::Deal => 800,
        NextTableDuty::Rules(
            NextDuty::House(_)
            | NextDuty::Decision { .. }
            | NextDuty::Reveal { .. }
            | NextDuty::Ruling { .. }
            | NextDuty::Choices { .. },
        )
        | NextTableDuty::House(_)
        | NextTableDuty::Seeds { .. }
        | NextTableDuty::LinkPays => 0,
    };
    let opens = matches!(
        next,
        NextTableDuty::Rules(NextDuty::Dealer(DealerDuty::OpenBets))
    );
    match pace {
        Pace::Live => Duration::from_millis(milliseconds),
        Pace::Brisk if opens => Duration::from_millis(milliseconds),
        Pace::Brisk => Duration::from_millis(milliseconds / 2),
        Pace::Instant => Duration::ZERO,
    }
}
