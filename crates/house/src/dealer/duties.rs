//! What the house does at a table without being asked: where it deals the cards, it draws a seed when
//! bets are closed and tells it when the round is over.
//!
//! Duties follow from the log, so whoever serves the table next finds what was left undone. Two
//! processes may do the same duty at once: the one that is late is refused and reads what the other did.

use game::Actor;

use super::{Dealer, Put};
use crate::answer::{Silence, Told};
use crate::clock::Clock;
use crate::log::CommandId;
use crate::store::Store;
use crate::table::{CardRequest, No, NoCards, Owed, Source, TableState, Wish};

impl<S: Store, C: Clock> Dealer<S, C> {
    /// A wish with what is owed before it and what follows from it.
    pub(super) async fn serve(&mut self, put: &Put) -> Result<Told, Silence> {
        self.do_duties().await?;
        let told = self.answer(put).await;
        // What was told stands; a duty that fails now comes before the next wish.
        drop(self.do_duties().await);
        told
    }

    /// What is owed and nobody asks for.
    pub(super) async fn tend(&mut self) -> Result<Box<TableState>, Silence> {
        let state = self.look().await?;
        if state.owed().is_none() {
            return Ok(state);
        }
        self.do_duties().await?;
        self.look().await
    }

    async fn do_duties(&mut self) -> Result<(), Silence> {
        if self.vault.is_none() {
            return Ok(());
        }
        self.read_up().await?;
        while let Some(asks) = self.owed()? {
            let (stream, seq) = (self.state.stream(), self.state.head().seq);
            let duty = serde_json::to_string(&asks).expect("plain data with text keys");
            let put = Put {
                id: CommandId::named(&format!("{stream} after {seq} {duty}")),
                by: Actor::System,
                asks: Wish::Cards(asks),
                rulebook: None,
            };
            match self.answer(&put).await? {
                Told::Done { .. } => {}
                // Somebody else was first, and the table has been read up to that.
                Told::Refused { .. } | Told::Short { .. } => break,
            }
        }
        Ok(())
    }

    fn owed(&self) -> Result<Option<CardRequest>, Silence> {
        let (Some(vault), Some(owed)) = (&self.vault, self.state.owed()) else {
            return Ok(None);
        };
        Ok(Some(match owed {
            Owed::Seal(deal) => CardRequest::SealSeed(vault.draw(deal)?),
            Owed::Tell(seed) => CardRequest::TellSeed { seed },
        }))
    }

    /// What the log does not say: whether this process has a key.
    pub(super) fn cannot(&self, asks: &Wish) -> Option<No> {
        let from = Source::House;
        let house = *asks == Wish::Cards(CardRequest::TakeCards { from });
        (house && self.vault.is_none()).then_some(No::Cards(NoCards::NoVault))
    }
}
