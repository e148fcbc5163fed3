//! Refusals of Players who have nothing at the table.
//!
//! Anyone who can sign in can send requests to any table. If each refusal were stored, a Player without
//! a chip could fill the disk. So refusals of such Players are kept in memory, the latest of them only,
//! and each under the Player who asked: no other request can be mistaken for one of them.

use std::collections::VecDeque;

use game::{Actor, PlayerId};
use ledger::Account;

use super::{Dealer, TableCommand};
use crate::log::{CommandId, Fingerprint, Stream};
use crate::response::{Response, ServiceError};
use crate::store::StoredResponse;

/// How many are kept at a table.
const KEPT: usize = 256;

/// The latest refusals of strangers, the oldest first.
#[derive(Default)]
pub(super) struct StrangerRefusals(VecDeque<(Actor, StoredResponse)>);

impl StrangerRefusals {
    /// What this actor was answered under this id, if it is still kept.
    pub(super) fn find(&self, by: Actor, id: CommandId) -> Option<&StoredResponse> {
        let mut kept = self.0.iter();
        let found = kept.find(|(whose, answer)| *whose == by && answer.id == id);
        found.map(|(_, answer)| answer)
    }

    fn keep(&mut self, by: Actor, answer: StoredResponse) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back((by, answer));
    }
}

impl Dealer {
    /// Answers a stranger with a refusal that is not stored; nothing where the command is not a
    /// stranger's.
    pub(super) async fn refuse_stranger(
        &mut self,
        command: &TableCommand,
        body: Fingerprint,
        response: &Response,
    ) -> Result<Option<Response>, ServiceError> {
        let Actor::Player(player) = command.by else {
            return Ok(None);
        };
        if !self.is_stranger(player).await? {
            return Ok(None);
        }
        // He may have had chips when this id was first used.
        let stream = self.state.stream();
        if let Some(first) = self.store.answer(stream, command.id).await? {
            return Response::from_stored(&first, body).map(Some);
        }
        let answer = response.to_stored(command.id, body);
        self.strangers.keep(command.by, answer);
        Ok(Some(response.clone()))
    }

    /// Whether the Player has no chips at the table and no bet in its round.
    async fn is_stranger(&self, player: PlayerId) -> Result<bool, ServiceError> {
        let Stream::Table(table) = self.state.stream() else {
            return Ok(false);
        };
        let has_bets = self.state.open_round().is_some_and(|round| {
            let mut boxes = round.boxes();
            boxes.any(|(_, held)| held.bets.has_player(player))
        });
        if has_bets {
            return Ok(false);
        }
        let rack = self.store.balance(Account::Rack(table, player)).await?;
        Ok(rack.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stranger with ever new ids takes no more memory than the first ones did.
    #[test]
    fn issue_17_13_only_the_latest_refusals_are_kept() {
        let by = Actor::Player(PlayerId(8));
        let mut refusals = StrangerRefusals::default();
        let ids = 0..10 * KEPT as u128;
        for id in ids.clone().map(CommandId) {
            let response = Response::refused("no", &"no", Vec::new());
            let body = crate::response::body_fingerprint(&id.0.to_string());
            refusals.keep(by, response.to_stored(id, body));
        }
        let latest = ids.end - KEPT as u128;
        let found = ids.filter(|id| refusals.find(by, CommandId(*id)).is_some());
        assert_eq!(found.min(), Some(latest));
        assert_eq!(refusals.0.len(), KEPT);
        let other = Actor::Player(PlayerId(9));
        assert_eq!(refusals.find(other, CommandId(latest)), None);
    }
}
