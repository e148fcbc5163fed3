//! Since when a table and a link stand as they do.
//!
//! These times are part of [`TableState`] and of the state of a link, so a summary is made from a
//! state alone: nothing has to be read again to know since when a table waits.

use std::collections::BTreeMap;

use game::{Event, Timestamp};
use ledger::LinkId;
use serde::{Deserialize, Serialize};

use super::WaitsFor;
use crate::link::{HitStatus, LinkEvent};
use crate::table::{LinkStatus, TableEvent, TableState};

/// What a table was like before its last command, and since when.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableTimes {
    /// When the table was opened.
    pub opened: Timestamp,
    /// The round and its phase. Not in a snapshot, which stands just before a new round.
    #[serde(skip)]
    pub phase: Since<Option<(u64, &'static str)>>,
    /// Whom the table waited for.
    pub waits: Since<Option<WaitsFor>>,
    /// The link of the table, and its status.
    pub link: Since<Option<(LinkId, LinkStatus)>>,
}

/// Times of a link that its state does not need for anything else.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkTimes {
    /// When the last command reached the house.
    pub last: Timestamp,
    /// When the present fault was found.
    pub fault: Option<Timestamp>,
    /// When each hit that two people must verify was found, by number.
    pub pending: BTreeMap<u64, Timestamp>,
}

/// A value, and since when it has been the same.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Since<T> {
    value: T,
    at: Timestamp,
}

impl<T: PartialEq + Copy> Since<T> {
    fn observe(&mut self, value: T, at: Timestamp) {
        self.at = self.of(value, at);
        self.value = value;
    }

    /// Since when the value has been `value`, which a command at `at` left behind.
    pub fn of(&self, value: T, at: Timestamp) -> Timestamp {
        if self.value == value { self.at } else { at }
    }
}

impl TableTimes {
    /// Notes how the table stands between two commands.
    pub fn observe(&mut self, state: &TableState) {
        let at = state.last();
        self.phase.observe(phase(state), at);
        self.waits.observe(WaitsFor::at(state), at);
        self.link.observe(link_status(state), at);
    }

    /// Notes when a table is opened, and that a new round has none of the phases before it.
    pub fn apply(&mut self, event: &TableEvent, at: Timestamp) {
        if matches!(event, TableEvent::Game(Event::TableOpened { .. })) {
            self.opened = at;
        }
        if matches!(event, TableEvent::Game(Event::BetsOpened { .. })) {
            self.phase = Since::default();
        }
    }
}

impl LinkTimes {
    /// Notes the time of an event. `now` is given with the first event of a command.
    pub fn apply(&mut self, event: &LinkEvent, now: Option<Timestamp>) {
        let at = now.unwrap_or(self.last);
        self.last = at;
        match event {
            LinkEvent::FaultFound { .. }
            | LinkEvent::FellSilent { .. }
            | LinkEvent::Mismatched { .. } => {
                self.fault.get_or_insert(at);
            }
            LinkEvent::FaultCleared | LinkEvent::Returned => self.fault = None,
            LinkEvent::Hit {
                number, standing, ..
            } => {
                if *standing == HitStatus::Pending {
                    self.pending.insert(*number, at);
                }
            }
            LinkEvent::Verified { number, .. }
            | LinkEvent::Reversed { number, .. }
            | LinkEvent::Rejected { number, .. } => {
                self.pending.remove(number);
            }
            LinkEvent::Declared { .. }
            | LinkEvent::ValueSet { .. }
            | LinkEvent::ChangePending { .. }
            | LinkEvent::ChangeMade { .. }
            | LinkEvent::PrizeFixed { .. }
            | LinkEvent::Unfit { .. }
            | LinkEvent::Enrolled { .. }
            | LinkEvent::Enabled { .. }
            | LinkEvent::Disabled { .. }
            | LinkEvent::Fed { .. }
            | LinkEvent::Received { .. }
            | LinkEvent::FeedRefused { .. }
            | LinkEvent::Released { .. }
            | LinkEvent::InstructionFailed { .. }
            | LinkEvent::Decommissioned { .. } => {}
        }
    }
}

/// The round on the table and its phase.
pub(super) fn phase(state: &TableState) -> Option<(u64, &'static str)> {
    let round = state.table().round()?;
    Some((round.number(), round.phase().name()))
}

/// The link of the table and its status.
pub(super) fn link_status(state: &TableState) -> Option<(LinkId, LinkStatus)> {
    let linked = state.linked()?;
    Some((linked.link, linked.status))
}
