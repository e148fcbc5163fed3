//! What the house does at a table without a request: where it deals the cards, it draws a seed when
//! bets are closed and publishes the seed when the round is over.
//!
//! Duties follow from the log, so the process that serves the table next finds what was left undone.
//! Two processes may do the same duty at once: the later one is refused and reads what the other did.

use std::sync::Arc;

use game::Actor;

use super::{Dealer, TableCommand};
use crate::log::CommandId;
use crate::response::{NotDone, Response, ServiceError};
use crate::shuffle::VaultError;
use crate::table::{
    CardRefusal, CardRequest, Duty, Source, TableRefusal, TableRequest, TableState,
};

impl Dealer {
    /// Does the duties owed before the command, the command, and the duties that follow from it. A duty
    /// that is refused keeps no other command from being served: the table's timer reports it.
    pub(super) async fn serve(&mut self, command: &TableCommand) -> Result<Response, ServiceError> {
        match self.do_duties().await {
            Ok(()) | Err(ServiceError::SystemRefused { .. }) => {}
            Err(error) => return Err(error),
        }
        let response = self.respond(command).await;
        // The response is stored; a duty that fails now is done before the next command, or by the timer.
        drop(self.do_duties().await);
        response
    }

    /// Does what the house owes the table, and returns the table after it. A duty that this process
    /// cannot do is an error, so that it is not left undone in silence.
    pub(super) async fn run_duties(&mut self) -> Result<Arc<TableState>, ServiceError> {
        let state = self.snapshot().await?;
        let Some(owed) = state.duty() else {
            return Ok(state);
        };
        if self.vault.is_none() {
            let why = "this process has no key to the decks".to_owned();
            return Err(refused_duty(&owed, why));
        }
        self.do_duties().await?;
        self.snapshot().await
    }

    async fn do_duties(&mut self) -> Result<(), ServiceError> {
        if self.vault.is_none() {
            return Ok(());
        }
        self.catch_up().await?;
        while let Some((owed, request)) = self.next_duty()? {
            let (stream, seq) = (self.state.stream(), self.state.head().seq);
            let duty = serde_json::to_string(&request).expect("plain data with text keys");
            let id = CommandId::named(&format!("{stream} after {seq} {duty}")).of_system();
            let command = TableCommand::new(id, Actor::System, request);
            let refused = match self.respond(&command).await? {
                Response::Done { .. } => continue,
                // RELIABILITY B6: a source of randomness that repeats itself stops the table.
                Response::Refused { code, .. } if code == CardRefusal::Repeated.code() => {
                    return Err(VaultError::RepeatedRandomness.into());
                }
                refused @ (Response::Refused { .. } | Response::InsufficientFunds { .. }) => {
                    refused
                }
            };
            // Where the table has moved, another process was first.
            if self.state.head().seq == seq {
                let error = refused_duty(&owed, NotDone(refused).to_string());
                self.refused_duty = Some((seq, error.clone()));
                return Err(error);
            }
        }
        Ok(())
    }

    /// What is owed and how it is asked of the rules. A duty that was refused is not asked again before
    /// the table has moved: the answer would be the same, and be stored once more.
    fn next_duty(&self) -> Result<Option<(Duty, CardRequest)>, ServiceError> {
        let (Some(vault), Some(owed)) = (&self.vault, self.state.duty()) else {
            return Ok(None);
        };
        if let Some((at, error)) = &self.refused_duty
            && *at == self.state.head().seq
        {
            return Err(error.clone());
        }
        let request = match owed {
            Duty::Seal(deal) => CardRequest::SealSeed(vault.draw(deal)?),
            Duty::Tell(seed) => CardRequest::TellSeed { seed },
        };
        Ok(Some((owed, request)))
    }

    /// Dealing by the house needs the vault key, and whether this process has one is not in the log.
    pub(super) fn refuse_without_vault(&self, request: &TableRequest) -> Option<TableRefusal> {
        let from = Source::House;
        let house = *request == TableRequest::Cards(CardRequest::TakeCards { from });
        (house && self.vault.is_none()).then_some(TableRefusal::Cards(CardRefusal::NoVault))
    }
}

fn refused_duty(owed: &Duty, why: String) -> ServiceError {
    let what = match owed {
        Duty::Seal(_) => "drawing the seed of the round",
        Duty::Tell(_) => "publishing the seed of the round",
    };
    ServiceError::SystemRefused { what, why }
}
