//! The cage: money comes into the house here, leaves it, and goes between a purse and a table.
//!
//! A purse has a log of its own and no task: whoever serves a wish reads where the log stands, writes
//! behind it, and tries again if somebody was faster. That nobody takes more than there is, the store
//! sees to.

use std::sync::Arc;

use game::{Actor, PersonId, Post, Timestamp};
use ledger::CageMove;
use serde::{Deserialize, Serialize};

use crate::answer::{RACES, Silence, Told, body_of};
use crate::clock::Clock;
use crate::log::{CommandId, Entries, Entry, Fingerprint, Stream};
use crate::store::{Append, Appended, Head, Posted, Store};

/// Money to be moved, under an id.
#[derive(Clone, Copy, Debug)]
pub struct CagePut {
    pub id: CommandId,
    pub by: Actor,
    /// A second person who answers for it, where one is needed.
    pub with: Option<PersonId>,
    pub moves: CageMove,
}

/// As it stands in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CageAsked {
    pub by: Actor,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with: Option<PersonId>,
    pub now: Timestamp,
    pub moves: CageMove,
}

/// What happened is what was asked: chips are counted before anybody speaks.
pub type CageEntry = Entry<CageAsked, CageMove>;

pub struct Cage<S, C> {
    store: Arc<S>,
    clock: Arc<C>,
}

impl<S: Store, C: Clock> Cage<S, C> {
    pub fn new(store: Arc<S>, clock: Arc<C>) -> Cage<S, C> {
        Cage { store, clock }
    }

    pub async fn put(&self, put: CagePut) -> Result<Told, Silence> {
        let stream = stream_of(&put.moves);
        let body = body_of(&(put.by, put.with, put.moves));
        let mut told = may(&put).err();
        for _ in 0..RACES {
            let head = self.store.head(stream).await?;
            let append = match &told {
                Some(no) => Append {
                    answer: Some(no.answer(put.id, body)),
                    ..Append::behind(stream, head)
                },
                None => self.moved(&put, body, head),
            };
            match self.store.append(append).await? {
                Appended::Stored(_) => {
                    let (from, to) = (head.seq, head.seq + 1);
                    return Ok(told.unwrap_or(Told::Done { from, to }));
                }
                Appended::Answered(answer) => return Told::again(&answer, body),
                Appended::Moved(_) => {}
                Appended::Short(account) => told = Some(Told::Short { account }),
            }
        }
        Err(Silence::Crowded)
    }

    fn moved(&self, put: &CagePut, body: Fingerprint, head: Head) -> Append {
        let (from, to) = (head.seq, head.seq + 1);
        Append {
            entries: Entries::from_iter([self.entry(put).write()]),
            postings: rows(put.moves),
            answer: Some(Told::Done { from, to }.answer(put.id, body)),
            ..Append::behind(stream_of(&put.moves), head)
        }
    }

    fn entry(&self, put: &CagePut) -> CageEntry {
        let asked = CageAsked {
            by: put.by,
            with: put.with,
            now: self.clock.now(),
            moves: put.moves,
        };
        Entry {
            id: put.id,
            asked: Some(asked),
            event: put.moves,
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
pub(crate) fn may(put: &CagePut) -> Result<(), Told> {
    let no = |says: String| {
        let clauses = Vec::new();
        Err(Told::Refused { says, clauses })
    };
    if !put.moves.amount().is_positive() {
        let found = put.moves.amount().in_minor();
        return no(format!("amount: found {found}, expected more than 0"));
    }
    let house = put.by.post() == Some(Post::House);
    let owner = |player| put.by == Actor::Player(player);
    let allowed = match put.moves {
        CageMove::BuyIn { player, .. }
        | CageMove::CashOut { player, .. }
        | CageMove::Tip { player, .. } => owner(player) || put.by.post().is_some(),
        CageMove::Deposit { .. } | CageMove::Withdrawal { .. } | CageMove::TipsPaid { .. } => house,
        CageMove::Adjustment { .. } => {
            let Actor::Staff { person, .. } = put.by else {
                return no("a purse is put right by people of the house".to_owned());
            };
            if put.with.is_none_or(|second| second == person) {
                return no("a purse is put right by two people".to_owned());
            }
            house
        }
    };
    if allowed {
        Ok(())
    } else {
        no("only the house may do this".to_owned())
    }
}
