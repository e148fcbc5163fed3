//! The cage: money enters the house here, leaves it, and moves between a purse and a table.
//!
//! A purse has a log of its own and no task: the process that serves a command reads the head of the
//! log, appends behind it, and tries again if another process wrote first. The store refuses an append
//! that takes more than an account holds.

use std::sync::Arc;

use game::{Actor, Money, PersonId, PlayerId, Post, Timestamp};
use ledger::{CageMove, TableId};
use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::log::{CommandId, Entries, Entry, Fingerprint, Stream};
use crate::response::{RACES_MAX, Response, ServiceError, body_fingerprint, stored_id};
use crate::store::{Append, Appended, Head, Posted, Store};

/// Money to be moved, under an id.
#[derive(Clone, Copy, Debug)]
pub struct CageCommand {
    /// The same id again gets the stored response.
    pub id: CommandId,
    /// Who requests it.
    pub by: Actor,
    /// A second person who answers for it, where one is needed.
    pub with: Option<PersonId>,
    /// What moves from where to where.
    pub moves: CageMove,
}

impl CageCommand {
    /// A command that one person answers for.
    pub const fn new(id: CommandId, by: Actor, moves: CageMove) -> CageCommand {
        CageCommand {
            id,
            by,
            with: None,
            moves,
        }
    }

    /// The same, with a second person who answers for it.
    #[must_use]
    pub const fn with(self, second: PersonId) -> CageCommand {
        CageCommand {
            with: Some(second),
            ..self
        }
    }
}

/// Why the cage refuses a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CageRefusal {
    /// Nothing, or less, is to be moved.
    #[error("amount: found {}, expected more than 0", .found.in_minor())]
    Amount {
        /// The amount of the command.
        found: Money,
    },
    /// A player or the system wants to put a purse right.
    #[error("a purse is put right by people of the house")]
    HousePeople,
    /// A purse is put right with two names.
    #[error("a purse is put right by two people")]
    TwoPeople,
    /// Neither the owner of the chips nor a person of the house.
    #[error("only the house may do this")]
    NotYours,
}

/// A cage command as it stands in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestedOfCage {
    /// Who requested it.
    pub by: Actor,
    /// The second person, where one was needed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with: Option<PersonId>,
    /// When it reached the house.
    pub now: Timestamp,
    /// What was to be moved.
    pub moves: CageMove,
}

/// An entry in the log of a purse. What happened is what was requested: chips are counted before the
/// command is made.
pub type CageEntry = Entry<RequestedOfCage, CageMove>;

/// Moves money for one process of the house.
pub struct Cage {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
}

impl Cage {
    /// A cage on this store.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Cage {
        Cage { store, clock }
    }

    /// Puts money into a Player's purse: [`CageMove::Deposit`].
    pub async fn deposit(
        &self,
        id: CommandId,
        by: Actor,
        player: PlayerId,
        amount: Money,
    ) -> Result<Response, ServiceError> {
        let moves = CageMove::Deposit { player, amount };
        self.submit(CageCommand::new(id, by, moves)).await
    }

    /// Turns money of a Player's purse into chips of his rack at a table: [`CageMove::BuyIn`].
    pub async fn buy_in(
        &self,
        id: CommandId,
        by: Actor,
        (player, table): (PlayerId, TableId),
        amount: Money,
    ) -> Result<Response, ServiceError> {
        let moves = CageMove::BuyIn {
            player,
            table,
            amount,
        };
        self.submit(CageCommand::new(id, by, moves)).await
    }

    /// Moves the money, or says why not; the response is stored by then.
    pub async fn submit(&self, mut command: CageCommand) -> Result<Response, ServiceError> {
        command.id = stored_id(command.id, command.by)?;
        let stream = stream_of(&command.moves);
        let body = body_fingerprint(&(command.by, command.with, command.moves));
        let refused =
            |refusal: CageRefusal| Response::refused(refusal.code(), &refusal, Vec::new());
        let mut response = check_permission(&command).err().map(refused);
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

/// The stream in which a move is written.
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

/// Who may move what: money in and out the people of the house, chips their owner too, and a purse is
/// put right by two people of the house.
// STANDARDS P20, RELIABILITY B7.
pub fn check_permission(command: &CageCommand) -> Result<(), CageRefusal> {
    let found = command.moves.amount();
    if !found.is_positive() {
        return Err(CageRefusal::Amount { found });
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
                return Err(CageRefusal::HousePeople);
            };
            if command.with.is_none_or(|second| second == person) {
                return Err(CageRefusal::TwoPeople);
            }
            house
        }
    };
    if allowed {
        Ok(())
    } else {
        Err(CageRefusal::NotYours)
    }
}
