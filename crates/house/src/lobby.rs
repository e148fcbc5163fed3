//! The floor at a glance: every table and every jackpot as they stand, who sits where, and since when
//! somebody is waited for.
//!
//! Everybody may read it. No field of it is a card, and none is a text that somebody could write one
//! into: numbers, ids and words of our own. So it is the same whatever lies face down. What the logs do
//! not say of themselves, since when things stand as they do, is listened to; the rest is looked up.

mod signs;
mod waiting;

use std::collections::BTreeMap;

use game::{Event, Timestamp};
use ledger::{LinkId, TableId};
use serde::Serialize;

use crate::chronicle::{Chronicle, Listener, Said, What};
use crate::link::{LinkEvent, Standing};
use crate::log::{CommandId, Stream};
use crate::table::{Contact, TableEvent, TableState};

pub use signs::{
    BoxSign, ContactSign, Enrolled, FaultSign, HitSign, LinkFaultSign, LinkSign, Opened, RoundSign,
    TableSign,
};
pub use waiting::{Waiting, WaitsFor};

/// Tables and links by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lobby {
    pub tables: Vec<TableSign>,
    pub links: Vec<LinkSign>,
}

impl Lobby {
    /// As far as the chronicle was told, with the moments somebody kept who heard all of it.
    pub fn of(chronicle: &Chronicle, moments: &Moments) -> Lobby {
        let tables = chronicle.tables().filter_map(|state| {
            let stream = state.stream();
            let Stream::Table(table) = stream else {
                return None;
            };
            let kept = moments.tables.get(&table).copied().unwrap_or_default();
            let reached = chronicle.reached(stream);
            Some(TableSign::of(table, state, reached, kept))
        });
        let links = chronicle.links().filter_map(|state| {
            let stream = state.stream();
            let Stream::Link(link) = stream else {
                return None;
            };
            let reached = chronicle.reached(stream);
            let kept = moments.links.get(&link).cloned().unwrap_or_default();
            Some(LinkSign::of(link, state, reached, &kept))
        });
        Lobby {
            tables: tables.collect(),
            links: links.collect(),
        }
    }
}

/// Since when things stand as they do: the part of a lobby that has to be listened to.
#[derive(Clone, Debug, Default)]
pub struct Moments {
    tables: BTreeMap<TableId, AtTable>,
    links: BTreeMap<LinkId, AtLink>,
}

/// Up to the command before the last.
#[derive(Clone, Copy, Debug, Default)]
struct AtTable {
    command: Option<CommandId>,
    opened: Timestamp,
    phase: Since<Option<(u64, &'static str)>>,
    waits: Since<Option<WaitsFor>>,
    contact: Since<Option<(LinkId, Contact)>>,
}

#[derive(Clone, Debug, Default)]
struct AtLink {
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
    fn sees(&mut self, what: T, at: Timestamp) {
        self.at = self.when(what, at);
        self.what = what;
    }

    /// When that began which stands now, after what came at `at`.
    fn when(&self, what: T, at: Timestamp) -> Timestamp {
        if self.what == what { self.at } else { at }
    }
}

impl AtTable {
    /// How the table stood between two commands: what one goes through on its way nobody sees.
    fn sees(&mut self, state: &TableState) {
        let at = state.last();
        self.phase.sees(phase(state), at);
        self.waits.sees(WaitsFor::at(state), at);
        self.contact.sees(contact(state), at);
    }
}

impl AtLink {
    fn hear(&mut self, event: &LinkEvent, at: Timestamp) {
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
                if *standing == Standing::Pending {
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

impl Listener for Moments {
    fn hear(&mut self, said: &Said<'_>) {
        let at = said.asking.at;
        match (said.what, said.stream) {
            (What::Table { event, before }, Stream::Table(table)) => {
                let kept = self.tables.entry(table).or_default();
                if kept.command != Some(said.asking.id) {
                    kept.command = Some(said.asking.id);
                    kept.sees(before);
                }
                if matches!(event, TableEvent::Game(Event::TableOpened { .. })) {
                    kept.opened = at;
                }
            }
            (What::Link { event, .. }, Stream::Link(link)) => {
                self.links.entry(link).or_default().hear(event, at);
            }
            (What::Table { .. } | What::Link { .. } | What::Cage(_) | What::House(_), _) => {}
        }
    }
}

/// The round on the table and how far it is.
fn phase(state: &TableState) -> Option<(u64, &'static str)> {
    let round = state.table().round()?;
    Some((round.number(), round.phase().name()))
}

fn contact(state: &TableState) -> Option<(LinkId, Contact)> {
    let linked = state.linked()?;
    Some((linked.link, linked.contact))
}
