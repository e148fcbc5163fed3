//! Accepted losses: a house was restored from an old copy, or from a replica that had fallen behind, and
//! has fewer entries than it has signed.
//!
//! Such a house does not go on by accident: the notary refuses to sign, and `verify` names what is missing.
//! Two people of the house may accept the loss. Their acceptance is an entry in the log of the house; it
//! says which statement the house falls short of, where each shortened stream ends, and why. From then on
//! the stated entries behind those ends are excused, and nothing else. The next statement has to cover the
//! acceptance, so that the auditor who keeps the statements sees it too. Older versions let one person
//! accept a loss; such entries are still read (ADR 0025).

use std::collections::BTreeMap;

use game::{Actor, PersonId, Post, Timestamp};
use serde::{Deserialize, Serialize};

use crate::bounds::TEXT_LETTERS_MAX;
use crate::log::{CommandId, Entries, Entry, Fingerprint, Stream};
use crate::notary::{NotaryError, find_loss};
use crate::people::{People, WrongSigner, check_actor, check_known};
use crate::response::{Response, body_fingerprint};
use crate::store::{Append, Appended, PostedRow, Store, StoreError};

/// What is lost, and why that is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// Number of the last statement made before the loss.
    pub statement: u64,
    /// Fingerprint of that statement's line.
    pub of: String,
    /// The streams that are shorter than stated, each with the last entry that is left.
    pub kept: BTreeMap<String, u64>,
    /// Why the loss is accepted, in the words of the people who accept it.
    pub reason: String,
}

/// An event of the log of the house, beside the moves of the cage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum HouseLogEvent {
    /// Two people of the house accepted that entries are lost.
    LossAccepted(Loss),
}

/// The request that caused an event of the house's log, as it is stored beside the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestedOfHouse {
    /// The person who asked.
    pub by: Actor,
    /// The second person who accepts; absent in entries from the time when one was enough.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with: Option<PersonId>,
    /// When the request reached the house.
    pub now: Timestamp,
    /// The event asked for.
    #[serde(rename = "says")]
    pub event: HouseLogEvent,
}

/// An entry of the house's log. As at the cage, the event is the one asked for.
pub type HouseLogEntry = Entry<RequestedOfHouse, HouseLogEvent>;

/// An acceptance as it stands in the log of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedLoss {
    /// Number of the entry.
    pub entry: u64,
    /// The person who accepted.
    pub by: Actor,
    /// The second person.
    pub with: Option<PersonId>,
    /// When it was accepted.
    pub at: Timestamp,
    /// What was accepted.
    pub loss: Loss,
}

/// Why a loss is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LossError {
    /// The statements cannot be trusted, or the house contradicts them.
    #[error("{0}")]
    Statements(#[from] NotaryError),
    /// The store failed.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The acceptance is not allowed, and why.
    #[error("{0}")]
    Refused(String),
}

const PAGE: usize = 1_000;

/// Who accepts a loss, and the second person with whom.
pub type Approvers = (Actor, Option<PersonId>);

/// The people who accept a loss, and the register that must know them.
#[derive(Clone, Copy)]
pub struct Acceptance<'a> {
    /// Who accepts, and with whom.
    pub approvers: Approvers,
    /// The register of the people of the house.
    pub people: &'a dyn People,
    /// Why the loss is accepted.
    pub reason: &'a str,
}

/// The loss that [`accept`] would write, after the same checks; nothing is written. `None` if the house has
/// everything its statements say.
pub async fn preview(
    store: &dyn Store,
    (statements, keys): (&[u8], &[String]),
    acceptance: Acceptance<'_>,
) -> Result<Option<Loss>, LossError> {
    let reason = acceptance.reason.trim().to_owned();
    let loss = find_loss(store, statements, keys, reason).await?;
    if let Some(loss) = &loss {
        let (by, with) = acceptance.approvers;
        check_approvers((by, with), loss).map_err(LossError::Refused)?;
        let Some(second) = with else {
            let what = "with: missing, expected a second person";
            return Err(LossError::Refused(what.to_owned()));
        };
        // The register is of the moment and not in the log: an entry is checked without it.
        let refused =
            |field: &str, wrong: WrongSigner| LossError::Refused(format!("{field}: {wrong}"));
        check_actor(acceptance.people, by).map_err(|wrong| refused("by", wrong))?;
        check_known(acceptance.people, second).map_err(|wrong| refused("with", wrong))?;
    }
    Ok(loss)
}

/// Writes into the log of the house that these two people, whom its register knows, accept the entries
/// which its statements say and which are missing. `None` if nothing is missing. An entry that differs from the stated one is no loss,
/// and is refused.
pub async fn accept(
    store: &dyn Store,
    (statements, keys): (&[u8], &[String]),
    acceptance: Acceptance<'_>,
    now: Timestamp,
) -> Result<Option<AcceptedLoss>, LossError> {
    let Some(loss) = preview(store, (statements, keys), acceptance).await? else {
        return Ok(None);
    };
    let (by, with) = acceptance.approvers;
    let head = store.head(Stream::House).await?;
    let (from, to) = (head.seq, head.seq + 1);
    let event = HouseLogEvent::LossAccepted(loss.clone());
    let body = body_fingerprint(&(by, with, &event));
    let entry = HouseLogEntry {
        // The id follows from the request, so accepting the same loss twice is one request.
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
        Appended::Moved(_)
        | Appended::Answered(_)
        | Appended::InsufficientFunds(_)
        | Appended::AboveLimit(_) => {
            let what = "the log of the house changed meanwhile: run it again";
            Err(LossError::Refused(what.to_owned()))
        }
    }
}

/// Every acceptance in the log of the house; its other entries are skipped.
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
    /// Whether this loss covers the entry `seq` of `stream`, stated in statement `number`: it may then be
    /// missing, or another entry may stand in its place.
    pub(crate) fn can_excuse(&self, number: u64, stream: Stream, seq: u64) -> bool {
        let kept = self.kept.get(&stream.to_string());
        number <= self.statement && kept.is_some_and(|kept| *kept < seq)
    }
}

/// Checks that an entry of the house's log is one that the house could have written. An old one, accepted
/// by one person, passes.
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

/// The same rule as for adjusting a purse: a person of the house accepts, and the second person is another
/// one (STANDARDS P20, RELIABILITY B7).
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
    if !(1..=TEXT_LETTERS_MAX).contains(&letters) {
        let expected = format!("1 to {TEXT_LETTERS_MAX}");
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
