//! A house held against what was said of it, and how far it falls short.

use std::collections::BTreeMap;

use super::{NotaryError, StatementChain, StatementLines};
use crate::log::{Fingerprint, Stream};
use crate::loss::{AcceptedLoss, Loss, accepted_losses};
use crate::store::{Store, StoreError};

/// A house that agrees with its statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    pub statements: u64,
    /// What it has not and somebody answers for.
    pub accepted: Vec<AcceptedLoss>,
}

/// Holds a house against what was said of it: every head that was ever stated is in its log, or it is
/// accepted there that it is lost. `keys` may sign, or any the first where there are none, and whoever
/// they hand over to.
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

/// What the house has less than was said of it, with `reason` as why that is accepted; nothing where it
/// has all of it. What it has otherwise is no loss.
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

/// All that was said, in order.
struct AllStatements {
    /// The fingerprint of each.
    written: Vec<Fingerprint>,
    stated: Vec<StatedHead>,
}

/// How a stated head is not there.
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

    /// A loss counts where it names the statement it falls short of, and where the statement after that
    /// one, if there is one, was made by a house that had accepted it: whoever went on signing without
    /// knew of no loss.
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

/// A head as some statement has it.
pub(super) struct StatedHead {
    pub(super) number: u64,
    pub(super) stream: Stream,
    pub(super) seq: u64,
    pub(super) fingerprint: Fingerprint,
}

impl StatedHead {
    pub(super) async fn missing(&self, store: &dyn Store) -> Result<Option<Missing>, StoreError> {
        let before = self.seq.saturating_sub(1);
        match store.read(self.stream, before, 1).await?.pop() {
            Some(row) if row.seq == self.seq && row.fingerprint == self.fingerprint => Ok(None),
            Some(_) => Ok(Some(Missing::Another)),
            None => {
                let end = store.head(self.stream).await?.seq;
                // An entry that its head knows of and nobody can read is not lost with an old copy.
                let behind = end < self.seq;
                Ok(Some(if behind {
                    Missing::Behind(end)
                } else {
                    Missing::Another
                }))
            }
        }
    }

    pub(super) fn is_excused(&self, loss: &Loss) -> bool {
        loss.can_excuse(self.number, self.stream, self.seq)
    }

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
