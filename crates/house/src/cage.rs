//! The cage: money comes into the house here, leaves it, and goes between a purse and a table.
//!
//! A purse has a log of its own and no task: whoever serves a request reads where the log stands, writes
//! behind it, and tries again if somebody was faster. That nobody takes more than there is, the store
//! sees to.

use std::sync::Arc;

use game::{Actor, PersonId, Post, Timestamp};
use ledger::CageMove;
use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::log::{CommandId, Entries, Entry, Fingerprint, Stream};
use crate::response::{RACES_MAX, Response, ServiceError, body_fingerprint};
use crate::store::{Append, Appended, Head, Posted, Store};

/// Money to be moved, under an id.
#[derive(Clone, Copy, Debug)]
pub struct CageCommand {
    pub id: CommandId,
    pub by: Actor,
    /// A second person who answers for it, where one is needed.
    pub with: Option<PersonId>,
    pub moves: CageMove,
}

/// As it stands in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestedOfCage {
    pub by: Actor,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with: Option<PersonId>,
    pub now: Timestamp,
    pub moves: CageMove,
}

/// What happened is what was asked: chips are counted before anybody speaks.
pub type CageEntry = Entry<RequestedOfCage, CageMove>;

pub struct Cage {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
}

impl Cage {
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Cage {
        Cage { store, clock }
    }

    pub async fn submit(&self, command: CageCommand) -> Result<Response, ServiceError> {
        let stream = stream_of(&command.moves);
        let body = body_fingerprint(&(command.by, command.with, command.moves));
        let mut response = check_permission(&command).err();
        for _ in 0..RACES_MAX {
            let head = self.store.head(stream).await?;
            let append = match &response {
                Some(refusal) => Append {
                    answer: Some(refusal.to_stored(command.id, body)),
                    ..Append::behind(stream, head)
                },
                None => self.append_for(&command, body, head),
            };
            match self.store.append(append).await? {
                Appended::Stored(_) => {
                    let (from, to) = (head.seq, head.seq + 1);
                    return Ok(response.unwrap_or(Response::Done { from, to }));
                }
                Appended::Answered(answer) => return Response::from_stored(&answer, body),
                Appended::Moved(_) => {}
                Appended::InsufficientFunds(account) => {
                    response = Some(Response::InsufficientFunds { account });
                }
            }
        }
        Err(ServiceError::TooManyRaces)
    }

    fn append_for(&self, command: &CageCommand, body: Fingerprint, head: Head) -> Append {
        let (from, to) = (head.seq, head.seq + 1);
        Append {
            entries: Entries::from_iter([self.entry(command).write()]),
            postings: rows(command.moves),
            answer: Some(Response::Done { from, to }.to_stored(command.id, body)),
            ..Append::behind(stream_of(&command.moves), head)
        }
    }

    fn entry(&self, command: &CageCommand) -> CageEntry {
        let requested = RequestedOfCage {
            by: command.by,
            with: command.with,
            now: self.clock.now(),
            moves: command.moves,
        };
        Entry {
            id: command.id,
            requested: Some(requested),
            event: command.moves,
        }
    }
}

/// The rows of money that follow from a move of the cage.
pub fn rows(moves: CageMove) -> Vec<Posted> {
    let row = moves.posting();
    row.map(|row| Posted { entry: 0, row })
        .into_iter()
        .collect()
}

/// In whose log a move is written.
pub fn stream_of(moves: &CageMove) -> Stream {
    match moves {
        CageMove::Deposit { player, .. }
        | CageMove::Withdrawal { player, .. }
        | CageMove::BuyIn { player, .. }
        | CageMove::CashOut { player, .. }
        | CageMove::Tip { player, .. }
        | CageMove::Adjustment { player, .. } => Stream::Purse(*player),
        CageMove::TipsPaid { .. } => Stream::House,
    }
}

/// Who may move what: money in and out by the house's people, chips by their owner too, and a purse is
/// put right by two of them (STANDARDS P20, RELIABILITY B7).
pub fn check_permission(command: &CageCommand) -> Result<(), Response> {
    let refusal = |reason: String| {
        let clauses = Vec::new();
        Err(Response::Refused { reason, clauses })
    };
    if !command.moves.amount().is_positive() {
        let found = command.moves.amount().in_minor();
        return refusal(format!("amount: found {found}, expected more than 0"));
    }
    let house = command.by.post() == Some(Post::House);
    let owner = |player| command.by == Actor::Player(player);
    let allowed = match command.moves {
        CageMove::BuyIn { player, .. }
        | CageMove::CashOut { player, .. }
        | CageMove::Tip { player, .. } => owner(player) || command.by.post().is_some(),
        CageMove::Deposit { .. } | CageMove::Withdrawal { .. } | CageMove::TipsPaid { .. } => house,
        CageMove::Adjustment { .. } => {
            let Actor::Staff { person, .. } = command.by else {
                return refusal("a purse is put right by people of the house".to_owned());
            };
            if command.with.is_none_or(|second| second == person) {
                return refusal("a purse is put right by two people".to_owned());
            }
            house
        }
    };
    if allowed {
        Ok(())
    } else {
        refusal("only the house may do this".to_owned())
    }
}
