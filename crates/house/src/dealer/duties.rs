//! What the house does at a table without being asked: where it deals the cards, it draws a seed when
//! bets are closed and tells it when the round is over.
//!
//! Duties follow from the log, so whoever serves the table next finds what was left undone. Two
//! processes may do the same duty at once: the one that is late is refused and reads what the other did.

use game::Actor;

use super::{Dealer, TableCommand};
use crate::log::CommandId;
use crate::response::{Response, ServiceError};
use crate::table::{
    CardRefusal, CardRequest, Duty, Source, TableRefusal, TableRequest, TableState,
};

impl Dealer {
    /// A request with what is owed before it and what follows from it.
    pub(super) async fn serve(&mut self, command: &TableCommand) -> Result<Response, ServiceError> {
        self.do_duties().await?;
        let response = self.respond(command).await;
        // What was told stands; a duty that fails now comes before the next request.
        drop(self.do_duties().await);
        response
    }

    /// What is owed and nobody asks for.
    pub(super) async fn run_duties(&mut self) -> Result<Box<TableState>, ServiceError> {
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
            let command = TableCommand {
                id: CommandId::named(&format!("{stream} after {seq} {duty}")),
                by: Actor::System,
                request: TableRequest::Cards(request),
                rulebook: None,
            };
            match self.respond(&command).await? {
                Response::Done { .. } => {}
                // Somebody else was first, and the table has been read up to that.
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

    /// What the log does not say: whether this process has a key.
    pub(super) fn refuse_without_vault(&self, request: &TableRequest) -> Option<TableRefusal> {
        let from = Source::House;
        let house = *request == TableRequest::Cards(CardRequest::TakeCards { from });
        (house && self.vault.is_none()).then_some(TableRefusal::Cards(CardRefusal::NoVault))
    }
}
