//! The response to a command, and why there may be none.
//!
//! A response is stored in the same append as what it speaks of, and the same command gets the same
//! response for ever. A [`ServiceError`] is not a response: the caller asks again under the same id.
//!
//! Some refusals are not stored, so that a stranger cannot fill the store with them. One that follows
//! from the request alone (a field out of bounds, a move of the cage that is not permitted) is the same
//! every time. One to a Player who has neither chips nor bets at the table is kept in memory, the latest
//! of each table; asked again after that, or of another process, the request is decided anew. It has
//! changed nothing before, so whatever it comes to then, it counts once.

use game::{Actor, PlayerId};
use ledger::{Account, TableId};
use serde::{Deserialize, Serialize};

use crate::log::{CommandId, Fingerprint};
use crate::shuffle::VaultError;
use crate::store::{StoreError, StoredResponse};

/// How often other processes may write first before a command is given back.
pub const RACES_MAX: usize = 100;

/// The response to a command, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// It caused the entries after `from` up to `to`.
    Done {
        /// The number of the last entry before it.
        from: u64,
        /// The number of the last entry it caused.
        to: u64,
    },
    /// The rules or the house refuse it.
    Refused {
        /// The sentence for people.
        #[serde(rename = "says")]
        reason: String,
        /// The clauses of the rulebook behind it, where there are any.
        clauses: Vec<String>,
        /// The stable code for programs; empty in responses stored before there were codes.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        code: String,
    },
    /// The account holds less than the command takes from it.
    #[serde(rename = "short")]
    InsufficientFunds {
        /// Where there is too little.
        account: Account,
    },
}

/// A response that says why a command was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.reason())]
pub struct NotDone(pub Response);

/// No response: whether anything was stored is not known, or nothing can be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// The store failed.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The id belongs to another request.
    #[error("id {0} was used for another request")]
    IdReused(CommandId),
    /// A person sent an id that only the system uses; nothing was stored.
    #[error(
        "id: found {0}, expected one that does not begin with ffffffff: those are the system's"
    )]
    IdOfSystem(CommandId),
    /// The table's log cannot be read, or the rules broke on it.
    #[error("table {} has stopped: {why}", .table.0)]
    Quarantined {
        /// The table that has stopped; others go on.
        table: TableId,
        /// What was found.
        why: String,
    },
    /// The balance of the purse is not what its log comes to: nothing is paid from it.
    #[error("purse {} has stopped: {why}", .player.0)]
    PurseStopped {
        /// Whose purse it is; others go on.
        player: PlayerId,
        /// What was found.
        why: String,
    },
    /// Other processes wrote first, again and again.
    #[error("others were first {RACES_MAX} times")]
    TooManyRaces,
    /// No table with this number was ever created.
    #[error("there is no table {}", .table.0)]
    UnknownTable {
        /// The number that was asked for.
        table: TableId,
    },
    /// The task of the table has ended; the pit starts another for the next request.
    #[error("the table is not served any more")]
    NotServed,
    /// What the system itself asked of a table or a link was refused: a person has to look at it.
    #[error("{what} is refused: {why}")]
    SystemRefused {
        /// What was to be done.
        what: &'static str,
        /// Why it was not.
        why: String,
    },
    /// The house could not draw a seed.
    #[error("no cards can be dealt: {0}")]
    NoRandomness(#[from] VaultError),
}

impl Response {
    /// The numbers of the last entry before what was requested and of the last it caused; any other
    /// response as an error, for a caller to whom a refusal is one.
    pub fn done(self) -> Result<(u64, u64), NotDone> {
        match self {
            Response::Done { from, to } => Ok((from, to)),
            Response::Refused { .. } | Response::InsufficientFunds { .. } => Err(NotDone(self)),
        }
    }

    fn reason(&self) -> String {
        match self {
            Response::Done { from, to } => format!("done by the entries after {from} up to {to}"),
            Response::Refused {
                reason, clauses, ..
            } if clauses.is_empty() => reason.clone(),
            Response::Refused {
                reason, clauses, ..
            } => format!("{reason} ({})", clauses.join(", ")),
            Response::InsufficientFunds { account } => {
                format!("{account} holds less than this takes from it")
            }
        }
    }

    /// A refusal with its code and sentence.
    pub(crate) fn refused(
        code: &str,
        reason: &impl core::fmt::Display,
        clauses: Vec<String>,
    ) -> Response {
        Response::Refused {
            reason: reason.to_string(),
            clauses,
            code: code.to_owned(),
        }
    }

    /// The response as it is stored under the id of its command, whose request has this fingerprint.
    ///
    /// # Panics
    ///
    /// Never: a response is plain data with text keys.
    pub fn to_stored(&self, id: CommandId, body: Fingerprint) -> StoredResponse {
        StoredResponse {
            id,
            body,
            response: serde_json::to_vec(self).expect("plain data with text keys"),
        }
    }

    /// The stored response, if it was given to this request.
    pub(crate) fn from_stored(
        answer: &StoredResponse,
        body: Fingerprint,
    ) -> Result<Response, ServiceError> {
        if answer.body != body {
            return Err(ServiceError::IdReused(answer.id));
        }
        serde_json::from_slice(&answer.response).map_err(|error| {
            ServiceError::Store(StoreError::Corrupt {
                place: format!("the answer to {}", answer.id),
                what: error.to_string(),
            })
        })
    }
}

/// The id under which a command and its response are stored. The system has its ids to itself, whatever
/// id its command was given; a person's command keeps its own, or is refused where that is one of the
/// system's. Every command passes here before anything is decided.
pub fn stored_id(id: CommandId, by: Actor) -> Result<CommandId, ServiceError> {
    match by {
        Actor::System => Ok(id.of_system()),
        Actor::Player(_) | Actor::Staff { .. } if id.is_of_system() => {
            Err(ServiceError::IdOfSystem(id))
        }
        Actor::Player(_) | Actor::Staff { .. } => Ok(id),
    }
}

/// The fingerprint of who requests what. When is not part of it, or a retry would be another request.
///
/// # Panics
///
/// Never: a request is plain data with text keys.
pub fn body_fingerprint(request: &impl Serialize) -> Fingerprint {
    let body = serde_json::to_vec(request).expect("plain data with text keys");
    Fingerprint::of(&body)
}
