//! What the house does at a table without a request: where it deals the cards, it draws a seed when
//! bets are closed and publishes the seed when the round is over.
//!
//! Duties follow from the log, so the process that serves the table next finds what was left undone.
//! Two processes may do the same duty at once: the later one is refused and reads what the other did.

use std::sync::Arc;

use game::Actor;

use super::{Dealer, TableCommand};
use crate::log::CommandId;
use crate::response::{Response, ServiceError};
use crate::shuffle::VaultError;
use crate::table::{
    CardRefusal, CardRequest, Duty, Source, TableRefusal, TableRequest, TableState,
};

impl Dealer {
    /// Does the duties owed before the command, the command, and the duties that follow from it.
    pub(super) async fn serve(&mut self, command: &TableCommand) -> Result<Response, ServiceError> {
        self.do_duties().await?;
        let response = self.respond(command).await;
        // The response is stored; a duty that fails now is done before the next command.
        drop(self.do_duties().await);
        response
    }

    /// Does what the house owes the table, and returns the table after it.
    pub(super) async fn run_duties(&mut self) -> Result<Arc<TableState>, ServiceError> {
        let state = self.snapshot().await?;
        if state.duty().is_none() {
            return Ok(state);
        }
        self.do_duties().await?;
        self.snapshot().await
    }

    async fn do_duties(&mut self) -> Result<(), ServiceError> {
        if self.vault.is_none() {
            return Ok(());
        }
        self.catch_up().await?;
        while let Some(request) = self.next_duty()? {
            let (stream, seq) = (self.state.stream(), self.state.head().seq);
            let duty = serde_json::to_string(&request).expect("plain data with text keys");
            let id = CommandId::named(&format!("{stream} after {seq} {duty}")).of_system();
            let command = TableCommand::new(id, Actor::System, request);
            match self.respond(&command).await? {
                Response::Done { .. } => {}
                // RELIABILITY B6: a source of randomness that repeats itself stops the table.
                Response::Refused { code, .. } if code == CardRefusal::Repeated.code() => {
                    return Err(VaultError::RepeatedRandomness.into());
                }
                // Another process was first, and the table has been read up to its entries.
                Response::Refused { .. } | Response::InsufficientFunds { .. } => break,
            }
        }
        Ok(())
    }

    fn next_duty(&self) -> Result<Option<CardRequest>, ServiceError> {
        let (Some(vault), Some(owed)) = (&self.vault, self.state.duty()) else {
            return Ok(None);
        };
        Ok(Some(match owed {
            Duty::Seal(deal) => CardRequest::SealSeed(vault.draw(deal)?),
            Duty::Tell(seed) => CardRequest::TellSeed { seed },
        }))
    }

    /// Dealing by the house needs the vault key, and whether this process has one is not in the log.
    pub(super) fn refuse_without_vault(&self, request: &TableRequest) -> Option<TableRefusal> {
        let from = Source::House;
        let house = *request == TableRequest::Cards(CardRequest::TakeCards { from });
        (house && self.vault.is_none()).then_some(TableRefusal::Cards(CardRefusal::NoVault))
    }
}
