//! The response to a command, and why there may be none.
//!
//! A response is stored in the same append as what it speaks of, and the same command gets the same
//! response for ever. A [`ServiceError`] is not a response: the caller asks again under the same id.

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

/// No response: whether anything was stored is not known, or nothing can be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// The store failed.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The id belongs to another request.
    #[error("id {0} was used for another request")]
    IdReused(CommandId),
    /// The table's log cannot be read, or the rules broke on it.
    #[error("table {} has stopped: {why}", .table.0)]
    Quarantined {
        /// The table that has stopped; others go on.
        table: TableId,
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
    /// The house could not draw a seed.
    #[error("no cards can be dealt: {0}")]
    NoRandomness(#[from] VaultError),
}

impl Response {
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

/// The fingerprint of who requests what. When is not part of it, or a retry would be another request.
///
/// # Panics
///
/// Never: a request is plain data with text keys.
pub fn body_fingerprint(request: &impl Serialize) -> Fingerprint {
    let body = serde_json::to_vec(request).expect("plain data with text keys");
    Fingerprint::of(&body)
}
