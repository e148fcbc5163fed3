//! The floor at a glance: every table and every jackpot as they stand, who sits where, and since when
//! somebody is waited for.
//!
//! Everybody may read it. No field of it is a card, and none is a text that somebody could write one
//! into: numbers, ids and words of our own. So it is the same whatever lies face down. What the logs do
//! not say of themselves, since when things stand as they do, is listened to; the rest is looked up.

mod summaries;
mod waiting;

use std::collections::BTreeMap;

use game::{Event, Timestamp};
use ledger::{LinkId, TableId};
use serde::Serialize;

use crate::feed::{LogFeed, LoggedEntry, Payload, Projection};
use crate::link::{HitStatus, LinkEvent};
use crate::log::{CommandId, Stream};
use crate::table::{LinkStatus, TableEvent, TableState};

pub use summaries::{
    BoxSummary, Enrolled, FaultSummary, HitSummary, LinkFaultSummary, LinkStatusSummary,
    LinkSummary, Opened, RoundSummary, TableSummary,
};
pub use waiting::{Waiting, WaitsFor};

/// Tables and links by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lobby {
    pub tables: Vec<TableSummary>,
    pub links: Vec<LinkSummary>,
}

impl Lobby {
    /// As far as the feed was told, with the moments somebody kept who heard all of it.
    pub fn of(feed: &LogFeed, status_times: &StatusTimes) -> Lobby {
        let tables = feed.tables().filter_map(|state| {
            let stream = state.stream();
            let Stream::Table(table) = stream else {
                return None;
            };
            let kept = status_times.tables.get(&table).copied().unwrap_or_default();
            let reached = feed.reached(stream);
            Some(TableSummary::of(table, state, reached, kept))
        });
        let links = feed.links().filter_map(|state| {
            let stream = state.stream();
            let Stream::Link(link) = stream else {
                return None;
            };
            let reached = feed.reached(stream);
            let kept = status_times.links.get(&link).cloned().unwrap_or_default();
            Some(LinkSummary::of(link, state, reached, &kept))
        });
        Lobby {
            tables: tables.collect(),
            links: links.collect(),
        }
    }
}

/// Since when things stand as they do: the part of a lobby that has to be listened to.
#[derive(Clone, Debug, Default)]
pub struct StatusTimes {
    tables: BTreeMap<TableId, TableTimes>,
    links: BTreeMap<LinkId, LinkTimes>,
}

/// Up to the command before the last.
#[derive(Clone, Copy, Debug, Default)]
struct TableTimes {
    command: Option<CommandId>,
    opened: Timestamp,
    phase: Since<Option<(u64, &'static str)>>,
    waits: Since<Option<WaitsFor>>,
    contact: Since<Option<(LinkId, LinkStatus)>>,
}

#[derive(Clone, Debug, Default)]
struct LinkTimes {
    last: Timestamp,
    fault: Option<Timestamp>,
    /// Wins that wait for two people, by number.
    pending: BTreeMap<u64, Timestamp>,
}

/// Something that stands, and since when.
#[derive(Clone, Copy, Debug, Default)]
struct Since<T> {
    what: T,
    at: Timestamp,
}

impl<T: PartialEq + Copy> Since<T> {
    fn observe(&mut self, what: T, at: Timestamp) {
        self.at = self.when(what, at);
        self.what = what;
    }

    /// When that began which stands now, after what came at `at`.
    fn when(&self, what: T, at: Timestamp) -> Timestamp {
        if self.what == what { self.at } else { at }
    }
}

impl TableTimes {
    /// How the table stood between two commands: states within a command are not published.
    fn observe(&mut self, state: &TableState) {
        let at = state.last();
        self.phase.observe(phase(state), at);
        self.waits.observe(WaitsFor::at(state), at);
        self.contact.observe(contact(state), at);
    }
}

impl LinkTimes {
    fn apply(&mut self, event: &LinkEvent, at: Timestamp) {
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
            | LinkEvent::Decommissioned { .. } => {}
        }
    }
}

impl Projection for StatusTimes {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        let at = logged.command.at;
        match (logged.payload, logged.stream) {
            (Payload::Table { event, before }, Stream::Table(table)) => {
                let kept = self.tables.entry(table).or_default();
                if kept.command != Some(logged.command.id) {
                    kept.command = Some(logged.command.id);
                    kept.observe(before);
                }
                if matches!(event, TableEvent::Game(Event::TableOpened { .. })) {
                    kept.opened = at;
                }
            }
            (Payload::Link { event, .. }, Stream::Link(link)) => {
                self.links.entry(link).or_default().apply(event, at);
            }
            (
                Payload::Table { .. } | Payload::Link { .. } | Payload::Cage(_) | Payload::House(_),
                _,
            ) => {}
        }
    }
}

/// The round on the table and how far it is.
fn phase(state: &TableState) -> Option<(u64, &'static str)> {
    let round = state.table().round()?;
    Some((round.number(), round.phase().name()))
}

fn contact(state: &TableState) -> Option<(LinkId, LinkStatus)> {
    let linked = state.linked()?;
    Some((linked.link, linked.status))
}
