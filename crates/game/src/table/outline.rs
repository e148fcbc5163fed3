//! What a table keeps from one round to the next, as data that can be stored.
//!
//! A [`Round`](crate::Round) is never serialised. Just before an opening call nothing of the last one
//! is needed any more: corrections and rulings of it are over, and the next round starts from what
//! stands here. So the process that stores a snapshot of a table takes the outline at that moment,
//! and a reader goes on from it with the event of the opening call.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Conduct, Fault, Form, Notice, OpenTable, Setup, Table};
use crate::rulebook::{CommunityMethod, Digest, OptionRefused, RulebookId};
use crate::settlement::{BoxNumber, PlayerId};

/// A table between two rounds, without the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableOutline {
    open: Option<OpenOutline>,
    rounds: u64,
    seats: BTreeMap<BoxNumber, PlayerId>,
    conduct: Conduct,
    fault: Option<Fault>,
}

/// What an open table runs under.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenOutline {
    rulebook: RulebookId,
    options: Vec<(String, String)>,
    digest: Digest,
    setup: Setup,
    method: Option<CommunityMethod>,
    displayed: Vec<Notice>,
}

/// Why a table cannot be made from an outline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutlineError {
    /// An option that the rulebook does not have.
    #[error("outline: {0}")]
    Option(#[from] OptionRefused),
    /// The rulebook with these options is not the one the table was opened under.
    #[error("outline: the rulebook is {found}, the table was opened under {expected}")]
    OtherRules {
        /// The digest the outline names.
        expected: Digest,
        /// The digest of the rulebook and options as this program has them.
        found: Digest,
    },
}

impl Table {
    /// What outlasts the round; none while a round is being played.
    pub fn outline(&self) -> Option<TableOutline> {
        if !self.is_between_rounds() {
            return None;
        }
        let open = self.open.as_ref().map(|open| OpenOutline {
            rulebook: open.rulebook().id,
            options: open.options.to_vec(),
            digest: open.digest,
            setup: open.setup.clone(),
            method: open.method,
            displayed: open.displayed.clone(),
        });
        Some(TableOutline {
            open,
            rounds: self.rounds,
            seats: self.seats.clone(),
            conduct: (*self.conduct).clone(),
            fault: self.fault.clone(),
        })
    }

    /// The table just before an opening call. It does not know the round before that.
    ///
    /// # Errors
    ///
    /// Where this program does not have the rules the outline names.
    pub fn from_outline(outline: TableOutline) -> Result<Table, OutlineError> {
        let open = outline.open.map(OpenTable::from_outline).transpose()?;
        Ok(Table {
            open,
            rounds: outline.rounds,
            seats: outline.seats,
            conduct: Arc::new(outline.conduct),
            fault: outline.fault,
            round: None,
        })
    }
}

impl OpenTable {
    fn from_outline(outline: OpenOutline) -> Result<OpenTable, OutlineError> {
        let form = Form::new(outline.rulebook, &outline.options)?;
        let (expected, found) = (outline.digest, form.rulebook().digest());
        if expected != found {
            return Err(OutlineError::OtherRules { expected, found });
        }
        Ok(OpenTable {
            form,
            options: outline.options.into(),
            digest: found,
            setup: outline.setup,
            method: outline.method,
            displayed: outline.displayed,
        })
    }
}
