//! Checks a house against the statements signed about it, and finds what it has lost since.

use std::collections::BTreeMap;

use super::{NotaryError, StatementChain, StatementLines};
use crate::log::{Fingerprint, Stream};
use crate::loss::{AcceptedLoss, Loss, accepted_losses};
use crate::store::{Store, StoreError};

/// The result for a house that agrees with its statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many statements were checked.
    pub statements: u64,
    /// The accepted losses that excuse entries which are stated and missing.
    pub accepted: Vec<AcceptedLoss>,
}

/// Checks a house against its statements: every head ever stated must be in its log, or two people must
/// have accepted there that it is lost. The statements must be signed by one of `keys` or by a key they
/// hand over to; if `keys` is empty, any key may sign the first.
pub async fn check(
    store: &dyn Store,
    statements: &[u8],
    keys: &[String],
) -> Result<Checked, NotaryError> {
    let all = AllStatements::read(statements, keys)?;
    let losses = all.credible_losses(accepted_losses(store).await?);
    let mut excusing = vec![false; losses.len()];
    for stated in &all.stated {
        let Some(missing) = stated.missing(store).await? else {
            continue;
        };
        match losses.iter().position(|loss| stated.is_excused(&loss.loss)) {
            Some(at) => excusing[at] = true,
            None => return Err(stated.to_error(missing)),
        }
    }
    let used = losses.into_iter().zip(excusing);
    Ok(Checked {
        statements: all.written.len() as u64,
        accepted: used
            .filter_map(|(loss, used)| used.then_some(loss))
            .collect(),
    })
}

/// What the house has lost since its last statement, with `reason` filled in; `None` if nothing is
/// missing. A log with another entry in place of a stated one is an error and no loss.
pub(crate) async fn find_loss(
    store: &dyn Store,
    statements: &[u8],
    keys: &[String],
    reason: String,
) -> Result<Option<Loss>, NotaryError> {
    let all = AllStatements::read(statements, keys)?;
    let losses = all.credible_losses(accepted_losses(store).await?);
    let mut kept = BTreeMap::new();
    for stated in &all.stated {
        match stated.missing(store).await? {
            None => {}
            Some(_) if losses.iter().any(|loss| stated.is_excused(&loss.loss)) => {}
            Some(Missing::Behind(end)) => drop(kept.insert(stated.stream.to_string(), end)),
            Some(missing @ Missing::Another) => return Err(stated.to_error(missing)),
        }
    }
    let last = all.written.last().filter(|_| !kept.is_empty());
    Ok(last.map(|last| Loss {
        statement: all.written.len() as u64,
        of: last.to_string(),
        kept,
        reason,
    }))
}

/// All statements of a file, in order.
struct AllStatements {
    /// The fingerprint of each line.
    written: Vec<Fingerprint>,
    /// Every head that any of them states.
    stated: Vec<StatedHead>,
}

/// How a stated head is missing.
#[derive(Clone, Copy)]
pub(super) enum Missing {
    /// The stream ends at this entry.
    Behind(u64),
    /// Another entry stands in its place.
    Another,
}

impl AllStatements {
    fn read(bytes: &[u8], keys: &[String]) -> Result<AllStatements, NotaryError> {
        let mut chain = StatementChain::default();
        let mut all = AllStatements {
            written: Vec::new(),
            stated: Vec::new(),
        };
        for line in StatementLines::of(bytes).complete() {
            all.stated.extend(chain.verify_next(line, keys)?);
            all.written.push(Fingerprint::of(line));
        }
        Ok(all)
    }

    /// Keeps the losses that can be believed: those that name a statement by its fingerprint and, where
    /// there is a next statement, whose acceptance that statement covers. A notary that signed on
    /// without the acceptance in its log knew of no loss.
    fn credible_losses(&self, losses: Vec<AcceptedLoss>) -> Vec<AcceptedLoss> {
        let is_believed = |accepted: &AcceptedLoss| {
            let Loss { statement, of, .. } = &accepted.loss;
            let at = usize::try_from(*statement).unwrap_or(usize::MAX);
            let named = at.checked_sub(1).and_then(|at| self.written.get(at));
            let carried = |stated: &StatedHead| {
                let carries = stated.stream == Stream::House && stated.seq >= accepted.entry;
                stated.number == statement + 1 && carries
            };
            let next = self.written.len() <= at || self.stated.iter().any(carried);
            named.is_some_and(|named| named.to_string() == *of) && next
        };
        losses.into_iter().filter(is_believed).collect()
    }
}

/// The head of one stream as one statement has it.
pub(super) struct StatedHead {
    pub(super) number: u64,
    pub(super) stream: Stream,
    pub(super) seq: u64,
    pub(super) fingerprint: Fingerprint,
}

impl StatedHead {
    /// Whether and how the store lacks this head.
    pub(super) async fn missing(&self, store: &dyn Store) -> Result<Option<Missing>, StoreError> {
        let before = self.seq.saturating_sub(1);
        match store.read(self.stream, before, 1).await?.pop() {
            Some(row) if row.seq == self.seq && row.fingerprint == self.fingerprint => Ok(None),
            Some(_) => Ok(Some(Missing::Another)),
            None => {
                let end = store.head(self.stream).await?.seq;
                // The head covers the entry, but the store does not return it: that is damage, not the
                // loss an old copy explains.
                let behind = end < self.seq;
                Ok(Some(if behind {
                    Missing::Behind(end)
                } else {
                    Missing::Another
                }))
            }
        }
    }

    /// Whether the accepted loss covers this head.
    pub(super) fn is_excused(&self, loss: &Loss) -> bool {
        loss.can_excuse(self.number, self.stream, self.seq)
    }

    /// The error that reports this head as missing.
    pub(super) fn to_error(&self, missing: Missing) -> NotaryError {
        let StatedHead {
            stream,
            seq,
            number,
            ..
        } = *self;
        match missing {
            Missing::Behind(end) => NotaryError::Truncated {
                stream,
                seq,
                number,
                end,
            },
            Missing::Another => NotaryError::Contradicted {
                stream,
                seq,
                number,
            },
        }
    }
}
