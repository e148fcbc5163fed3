//! Telling the tables of a link what was planned: all of them at the same time, so that a table that is
//! slow delays no other.
//!
//! A table that cannot do what it is told, and stands where it stood, would wait for ever: that is
//! written into the link's log, where it is a significant event, and said to who listens to the jobs.

use std::sync::Arc;

use game::Actor;
use ledger::TableId;
use tokio::task::JoinSet;

use super::Controller;
use crate::dealer::TableCommand;
use crate::link::plan::{Instruction, Order, SYSTEM};
use crate::link::{LinkRequest, LinkState};
use crate::log::CommandId;
use crate::pit::Pit;
use crate::response::{Response, ServiceError};
use crate::store::StoreError;
use crate::table::TableState;

/// What a table was told and could not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedInstruction {
    /// What it was told.
    pub instruction: Instruction,
    /// Why it did not do it.
    pub why: String,
}

/// What came of telling a table.
enum Told {
    /// It is to be told nothing of the kind any more, or it has stopped.
    Nothing,
    /// It has done it.
    Done(Order, Response),
    /// It stands where it stood.
    Failed(FailedInstruction),
}

/// What it takes to tell a table.
#[derive(Clone)]
struct Messenger {
    pit: Arc<Pit>,
    link: Arc<LinkState>,
}

impl Controller {
    /// Tells the tables what was planned, each as far as it is still right for the table as it stands:
    /// those that paid, and what they answered.
    pub(super) async fn carry_out(
        &mut self,
        instructions: Vec<Instruction>,
    ) -> Result<Vec<(TableId, Response)>, ServiceError> {
        if instructions.is_empty() {
            return Ok(Vec::new());
        }
        let messenger = Messenger {
            pit: Arc::clone(&self.pit),
            link: Arc::new(self.state.clone()),
        };
        let mut tasks = JoinSet::new();
        for (nth, planned) in instructions.into_iter().enumerate() {
            let messenger = messenger.clone();
            tasks.spawn(async move { (nth, planned.table, messenger.tell(&planned).await) });
        }
        let mut told = tasks.join_all().await;
        told.sort_by_key(|(nth, ..)| *nth);
        let (mut paid, mut failed) = (Vec::new(), Vec::new());
        let mut error = None;
        for (_, table, told) in told {
            match told {
                Ok(Told::Done(Order::Pay { .. } | Order::PayWithoutLink { .. }, response)) => {
                    paid.push((table, response));
                }
                Ok(
                    Told::Done(Order::Admit | Order::LetGo | Order::LoseLink { .. }, _)
                    | Told::Nothing,
                ) => {}
                Ok(Told::Failed(one)) => failed.push(one),
                Err(other) => error = error.or(Some(other)),
            }
        }
        self.report_failed(failed).await?;
        error.map_or(Ok(paid), Err)
    }

    /// What tables could not do, since this was last asked.
    pub fn take_failed(&mut self) -> Vec<FailedInstruction> {
        core::mem::take(&mut self.failed)
    }

    /// Each once, whichever process sees it.
    pub(super) async fn report_failed(
        &mut self,
        failed: Vec<FailedInstruction>,
    ) -> Result<(), ServiceError> {
        for one in failed {
            let Instruction { table, after, .. } = one.instruction;
            if self.reported.get(&table) == Some(&after) {
                continue;
            }
            let (what, why) = (one.instruction.what().to_owned(), one.why.clone());
            let said = format!(
                "{} table {} after {after} did not {what}: {why}",
                self.state.stream(),
                table.0
            );
            let request = LinkRequest::ReportFailedInstruction {
                table,
                after,
                what,
                why,
            };
            match self.submit(CommandId::named(&said), SYSTEM, request).await {
                // A log that cannot be read cannot be written: the jobs are told nevertheless.
                Ok(_) | Err(ServiceError::Store(StoreError::Corrupt { .. })) => {}
                Err(error) => return Err(error),
            }
            self.reported.insert(table, after);
            self.failed.push(one);
        }
        Ok(())
    }
}

impl Messenger {
    /// A table that has heard of the loss of its link is then told to pay what it may without it.
    async fn tell(&self, planned: &Instruction) -> Result<Told, ServiceError> {
        match self.tell_once(planned).await? {
            Told::Done(Order::LoseLink { .. }, _) => self.tell_once(planned).await,
            told @ (Told::Nothing | Told::Done(..) | Told::Failed(_)) => Ok(told),
        }
    }

    /// Decides the instruction again on the table as it stands, and tells it.
    async fn tell_once(&self, planned: &Instruction) -> Result<Told, ServiceError> {
        let Some(instruction) = self.renewed(planned).await? else {
            return Ok(Told::Nothing);
        };
        let command = TableCommand {
            id: instruction.id(),
            by: Actor::System,
            request: instruction.request(),
            rulebook: None,
        };
        let handle = self.pit.handle(instruction.table).await?;
        let why = match handle.submit(command).await {
            Ok(response @ Response::Done { .. }) => {
                return Ok(Told::Done(instruction.order, response));
            }
            Ok(Response::Refused { reason, .. }) => reason,
            Ok(Response::InsufficientFunds { account }) => {
                format!("{account} does not hold so much")
            }
            Err(error @ ServiceError::IdReused(_)) => error.to_string(),
            Err(ServiceError::Quarantined { .. }) => return Ok(Told::Nothing),
            Err(error) => return Err(error),
        };
        // Another process may have told it, or it has moved on: then it is told anew in the next turn.
        let again = self.renewed(planned).await?;
        let stands = again.is_some_and(|again| again.after == instruction.after);
        Ok(if stands {
            Told::Failed(FailedInstruction { instruction, why })
        } else {
            Told::Nothing
        })
    }

    async fn renewed(&self, planned: &Instruction) -> Result<Option<Instruction>, ServiceError> {
        let state = snapshot_of(&self.pit, planned.table).await?;
        Ok(state.and_then(|state| planned.renewed(&self.link, &state)))
    }
}

/// The table as it is stored; `None` where it has stopped: the other tables do not wait for it.
pub(super) async fn snapshot_of(
    pit: &Pit,
    table: TableId,
) -> Result<Option<TableState>, ServiceError> {
    match pit.handle(table).await?.snapshot().await {
        Ok(state) => Ok(Some(state)),
        Err(ServiceError::Quarantined { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
