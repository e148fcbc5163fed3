//! The cage: money enters the house here, leaves it, and moves between a purse and a table.
//!
//! A purse has a log of its own and no task: the process that serves a command reads the head of the
//! log, appends behind it, and tries again if another process wrote first. The store refuses an append
//! that takes more than an account holds, and before money is taken from a purse its balance is
//! compared with its log.
//!
//! A command that is not permitted is refused without a trace in the store: the refusal follows from the
//! command and the register of people alone. So is one to take from a purse that never held anything.

mod permission;
mod purse_check;
mod rack_check;

use std::sync::Arc;

use game::{Actor, Money, PersonId, PlayerId, Timestamp};
use ledger::{Account, CageMove, TableId};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use crate::background::JobEvent;
use crate::clock::Clock;
use crate::log::{CommandId, Entries, Entry, Fingerprint, Stream};
use crate::people::{NamedPeople, People};
use crate::response::{RACES_MAX, Response, ServiceError, body_fingerprint, stored_id};
use crate::store::{Append, Appended, Head, Posted, Store, StoreError};

use permission::check_signers;
pub use permission::{CageRefusal, check_permission};
use purse_check::{PurseCheck, PurseFound};

/// Entries of a purse that are read at a time.
const PAGE: usize = 1_000;

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
    people: Arc<dyn People>,
    purses: PurseCheck,
    /// Told of purses that are stopped.
    alarms: Option<broadcast::Sender<JobEvent>>,
}

/// What the accounts of a command allow.
enum Allowed {
    Yes,
    /// Another process wrote meanwhile.
    Again,
    No(CageRefusal),
}

impl Cage {
    /// A cage on this store that knows no people: what needs two of them is refused.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Cage {
        Cage {
            store,
            clock,
            people: Arc::new(NamedPeople::default()),
            purses: PurseCheck::default(),
            alarms: None,
        }
    }

    /// With the register of the people of the house.
    #[must_use]
    pub fn with_people(mut self, people: Arc<dyn People>) -> Cage {
        self.people = people;
        self
    }

    /// With subscribers who are told of a purse that is stopped.
    #[must_use]
    pub(crate) fn with_alarms(mut self, alarms: broadcast::Sender<JobEvent>) -> Cage {
        self.alarms = Some(alarms);
        self
    }

    /// What was ever paid into a Player's purse, and when, in the order of its log.
    ///
    /// # Errors
    ///
    /// Where the log cannot be read.
    pub async fn deposits(&self, player: PlayerId) -> Result<Vec<(Timestamp, Money)>, StoreError> {
        let stream = Stream::Purse(player);
        let (mut deposits, mut after) = (Vec::new(), 0);
        loop {
            let rows = self.store.read(stream, after, PAGE).await?;
            for row in &rows {
                let entry = CageEntry::read(&row.bytes).map_err(|error| StoreError::Corrupt {
                    place: format!("{stream} entry {}", row.seq),
                    what: error.to_string(),
                })?;
                if let (CageMove::Deposit { amount, .. }, Some(requested)) =
                    (entry.event, entry.requested)
                {
                    deposits.push((requested.now, amount));
                }
                after = row.seq;
            }
            if rows.len() < PAGE {
                return Ok(deposits);
            }
        }
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

    /// Moves the money, or says why not. What depends on the accounts is stored by then.
    pub async fn submit(&self, mut command: CageCommand) -> Result<Response, ServiceError> {
        command.id = stored_id(command.id, command.by)?;
        let stream = stream_of(&command.moves);
        let body = body_fingerprint(&(command.by, command.with, command.moves));
        let refused =
            |refusal: CageRefusal| Response::refused(refusal.code(), &refusal, Vec::new());
        let permitted =
            check_permission(&command).and_then(|()| check_signers(&command, self.people.as_ref()));
        if let Err(refusal) = permitted {
            return Ok(refused(refusal));
        }
        let mut response = None;
        for _ in 0..RACES_MAX {
            let head = self.store.head(stream).await?;
            if response.is_none() {
                match self.look_at_accounts(&command, body, head).await? {
                    Allowed::Yes => {}
                    Allowed::Again => continue,
                    Allowed::No(refusal) => response = Some(refused(refusal)),
                }
            }
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
                    let short = Response::InsufficientFunds { account };
                    if head == Head::start(stream) {
                        return Ok(short);
                    }
                    response = Some(short);
                }
                Appended::AboveLimit(account) => {
                    response = Some(refused(CageRefusal::AccountLimit { account }));
                }
            }
        }
        Err(ServiceError::TooManyRaces)
    }

    /// Whether the account that is paid has room for it, and whether the purse or rack that pays holds what
    /// the logs say. One that does not is stopped: nothing is taken from it any more.
    // RELIABILITY B7: the paying path at once.
    async fn look_at_accounts(
        &self,
        command: &CageCommand,
        body: Fingerprint,
        head: Head,
    ) -> Result<Allowed, ServiceError> {
        let Some(row) = command.moves.posting() else {
            return Ok(Allowed::Yes);
        };
        let account = row.to();
        if account.is_counted() {
            let before = self.store.balance(account).await?;
            let after = before.checked_add(row.amount());
            if after.is_none_or(|after| after > Money::LIMIT) {
                return Ok(Allowed::No(CageRefusal::AccountLimit { account }));
            }
        }
        let whose = match row.from() {
            Account::Purse(player) => (player, None),
            Account::Rack(table, player) => (player, Some(table)),
            Account::Round(..)
            | Account::House(_)
            | Account::Jackpot(..)
            | Account::Cage
            | Account::Tips(_) => return Ok(Allowed::Yes),
        };
        let why = match self.purses.compare(&*self.store, whose, head).await? {
            PurseFound::Sound => return Ok(Allowed::Yes),
            PurseFound::Moved => return Ok(Allowed::Again),
            PurseFound::Unsound(why) => why,
        };
        // A payment that was made before it was stopped keeps its answer.
        if let Some(answer) = self
            .store
            .answer(stream_of(&command.moves), command.id)
            .await?
        {
            Response::from_stored(&answer, body)?;
            return Ok(Allowed::Yes);
        }
        Err(self.stop(whose.0, why))
    }

    fn stop(&self, player: PlayerId, why: String) -> ServiceError {
        if let Some(alarms) = &self.alarms {
            // Having no subscribers is fine.
            drop(alarms.send(JobEvent::PurseStopped {
                player,
                why: why.clone(),
            }));
        }
        ServiceError::PurseStopped { player, why }
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
