//! A loss that somebody accepts: a house that came back from an old copy, or from a replica that had
//! fallen behind, and has less than it has signed.
//!
//! Nobody goes on there by accident: the notary signs nothing, and `verify` names what is missing. Two
//! people of the house may accept it, in the house's own log: of which statement it falls short, where
//! each stream that does so ends, and why. From then on what those statements say behind these ends is
//! excused, and nothing else; and the next statement has to carry the acceptance, so that whoever kept
//! the statements sees it too. One person was enough once; such an entry is still read (ADR 0025).

use std::collections::BTreeMap;

use game::{Actor, PersonId, Post, Timestamp};
use serde::{Deserialize, Serialize};

use crate::log::{CommandId, Entries, Entry, Fingerprint, Stream};
use crate::notary::{NotaryError, find_loss};
use crate::response::{Response, body_fingerprint};
use crate::store::{Append, Appended, PostedRow, Store, StoreError};

/// What is lost, and why that is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// The last statement that was made before, and its fingerprint as it was written.
    pub statement: u64,
    pub of: String,
    /// The streams of which it says more than there is, each with its last entry that is left.
    pub kept: BTreeMap<String, u64>,
    pub reason: String,
}

/// What is said about the house as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum HouseLogEvent {
    LossAccepted(Loss),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestedOfHouse {
    pub by: Actor,
    /// The second person who answers for it; nobody where one was enough.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with: Option<PersonId>,
    pub now: Timestamp,
    #[serde(rename = "says")]
    pub event: HouseLogEvent,
}

/// What happened is what was asked, as at the cage.
pub type HouseLogEntry = Entry<RequestedOfHouse, HouseLogEvent>;

/// An acceptance as it stands in the log of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedLoss {
    pub entry: u64,
    pub by: Actor,
    pub with: Option<PersonId>,
    pub at: Timestamp,
    pub loss: Loss,
}

/// Why a loss is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LossError {
    #[error("{0}")]
    Statements(#[from] NotaryError),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("{0}")]
    Refused(String),
}

/// Longer than anybody needs to say it once.
const REASON_LETTERS_MAX: usize = 1_000;
const PAGE: usize = 1_000;

/// Who accepts a loss, and the second person with whom.
pub type Approvers = (Actor, Option<PersonId>);

/// What would be accepted; nothing is written.
pub async fn preview(
    store: &dyn Store,
    (statements, keys): (&[u8], &[String]),
    (by, with): Approvers,
    reason: &str,
) -> Result<Option<Loss>, LossError> {
    let reason = reason.trim().to_owned();
    let loss = find_loss(store, statements, keys, reason).await?;
    if let Some(loss) = &loss {
        check_approvers((by, with), loss).map_err(LossError::Refused)?;
        if with.is_none() {
            let what = "with: found nobody, expected a second person";
            return Err(LossError::Refused(what.to_owned()));
        }
    }
    Ok(loss)
}

/// Writes into the log that these two accept whatever the house has less than its statements say.
/// Nothing where it has all of it. What it has otherwise than they say is no loss, and refused.
pub async fn accept(
    store: &dyn Store,
    (statements, keys): (&[u8], &[String]),
    (by, with): Approvers,
    now: Timestamp,
    reason: &str,
) -> Result<Option<AcceptedLoss>, LossError> {
    let Some(loss) = preview(store, (statements, keys), (by, with), reason).await? else {
        return Ok(None);
    };
    let head = store.head(Stream::House).await?;
    let (from, to) = (head.seq, head.seq + 1);
    let event = HouseLogEvent::LossAccepted(loss.clone());
    let body = body_fingerprint(&(by, with, &event));
    let entry = HouseLogEntry {
        // Whoever accepts the same loss has the same request.
        id: CommandId::named(&body.to_string()),
        event: event.clone(),
        requested: Some(RequestedOfHouse {
            by,
            with,
            now,
            event,
        }),
    };
    let append = Append {
        entries: Entries::from_iter([entry.write()]),
        answer: Some(Response::Done { from, to }.to_stored(entry.id, body)),
        ..Append::behind(Stream::House, head)
    };
    match store.append(append).await? {
        Appended::Stored(_) => Ok(Some(AcceptedLoss {
            entry: to,
            by,
            with,
            at: now,
            loss,
        })),
        Appended::Moved(_) | Appended::Answered(_) | Appended::InsufficientFunds(_) => {
            let what = "somebody wrote to the log of the house meanwhile: look again";
            Err(LossError::Refused(what.to_owned()))
        }
    }
}

/// Every acceptance in the log of the house. What else stands there is no concern of ours.
pub(crate) async fn accepted_losses(store: &dyn Store) -> Result<Vec<AcceptedLoss>, StoreError> {
    let (mut all, mut after) = (Vec::new(), 0);
    loop {
        let rows = store.read(Stream::House, after, PAGE).await?;
        for row in &rows {
            if let Ok(HouseLogEntry {
                requested: Some(requested),
                event: HouseLogEvent::LossAccepted(loss),
                ..
            }) = HouseLogEntry::read(&row.bytes)
            {
                all.push(AcceptedLoss {
                    entry: row.seq,
                    by: requested.by,
                    with: requested.with,
                    at: requested.now,
                    loss,
                });
            }
        }
        match rows.last() {
            Some(last) if rows.len() == PAGE => after = last.seq,
            Some(_) | None => return Ok(all),
        }
    }
}

impl Loss {
    /// Whether it is accepted that such an entry is not there, or another in its place.
    pub(crate) fn can_excuse(&self, number: u64, stream: Stream, seq: u64) -> bool {
        let kept = self.kept.get(&stream.to_string());
        number <= self.statement && kept.is_some_and(|kept| *kept < seq)
    }
}

/// Whether such an entry can stand in the log of the house; one from before, by one person, can.
pub fn check_entry(entry: &HouseLogEntry, posted: &[PostedRow]) -> Result<(), String> {
    let requested = entry.requested.as_ref().ok_or("no command caused it")?;
    if requested.event != entry.event {
        return Err("its command causes something else".to_owned());
    }
    let HouseLogEvent::LossAccepted(loss) = &entry.event;
    check_approvers((requested.by, requested.with), loss)
        .map_err(|no| format!("it would have been refused: {no}"))?;
    if !posted.is_empty() {
        return Err("its rows of money are not those that follow from it".to_owned());
    }
    Ok(())
}

/// As a purse is put right: by a person of the house, and never by the same one twice (STANDARDS P20,
/// RELIABILITY B7).
fn check_approvers((by, with): Approvers, loss: &Loss) -> Result<(), String> {
    if by.post() != Some(Post::House) {
        return Err("a loss is accepted by a person of the house".to_owned());
    }
    if let Some(second) = with.filter(|second| by.person() == Some(*second)) {
        let found = second.0;
        return Err(format!(
            "with: found {found}, expected another person than {found}, who accepts it already"
        ));
    }
    let letters = loss.reason.chars().count();
    if !(1..=REASON_LETTERS_MAX).contains(&letters) {
        let expected = format!("1 to {REASON_LETTERS_MAX}");
        return Err(format!(
            "reason: found {letters} letters, expected {expected}"
        ));
    }
    let named = loss.kept.keys().all(|name| name.parse::<Stream>().is_ok());
    let of = game::from_hex::<32>(&loss.of).map(Fingerprint);
    if loss.statement == 0 || of.is_none() || loss.kept.is_empty() || !named {
        return Err("it does not say what is lost".to_owned());
    }
    Ok(())
}
