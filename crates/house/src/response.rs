//! What a request is told, and why there may be no answer.
//!
//! An answer is stored with what it speaks of, and the same request is told the same for ever. Silence is
//! not an answer: whoever hears none asks again under the same id.

use ledger::{Account, TableId};
use serde::{Deserialize, Serialize};

use crate::log::{CommandId, Fingerprint};
use crate::shuffle::VaultError;
use crate::store::{StoreError, StoredResponse};

/// How often others may be first before a request is given back.
pub const RACES_MAX: usize = 100;

/// What a request was told; stored in these very bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// It caused the entries after `from` up to `to`.
    Done { from: u64, to: u64 },
    /// The rules or the house say no, with the clauses behind it.
    Refused {
        #[serde(rename = "says")]
        reason: String,
        clauses: Vec<String>,
    },
    /// There are not so many chips.
    #[serde(rename = "short")]
    InsufficientFunds { account: Account },
}

/// No answer: nothing is known to have happened, or nothing can.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("id {0} was used for another wish")]
    IdReused(CommandId),
    #[error("table {} has stopped: {why}", .table.0)]
    Quarantined { table: TableId, why: String },
    #[error("others were first {RACES_MAX} times")]
    TooManyRaces,
    #[error("the table is not served any more")]
    NotServed,
    #[error("no cards can be dealt: {0}")]
    NoRandomness(#[from] VaultError),
}

impl Response {
    pub(crate) fn to_stored(&self, id: CommandId, body: Fingerprint) -> StoredResponse {
        StoredResponse {
            id,
            body,
            response: serde_json::to_vec(self).expect("plain data with text keys"),
        }
    }

    /// The answer that is stored, if it was given to this request.
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

/// Of who asks for what: when it is asked is not part of the request, or a retry would be another.
pub(crate) fn body_fingerprint(wish: &impl Serialize) -> Fingerprint {
    let body = serde_json::to_vec(wish).expect("plain data with text keys");
    Fingerprint::of(&body)
}
