//! A table as its log tells it: what the rules keep, and what the house adds to that.
//!
//! Pure: [`TableState::decide`] makes of a request the whole append, with every row of money that follows
//! from it, and changes nothing; [`TableState::take`] reads what was stored, by this process or any
//! other. Who waits for the disk is the dealer.

mod betting;
mod cards;
mod linked;
mod messages;
mod moves;
mod paused;
mod postings;
mod reader;
mod snapshot;
mod times;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use game::{Actor, Command, Digest, Money, PlayerId, Rulebook, Table, Timestamp};
use ledger::{LinkId, TableId};

use crate::lobby::TableTimes;
use crate::log::{CommandId, CorruptEntry, EntryError, ReadBlocked, Stream};
use crate::store::{Append, Head, Row};

pub use cards::{CardEvent, CardRefusal, CardRequest, DeckAccess, DrawnTo, Duty, Shuffle, Source};
pub use linked::{LinkStatus, Linked};
pub use messages::{
    HouseEvent, HouseRequest, RequestedAtTable, TableEntry, TableEvent, TableRefusal, TableRequest,
};
pub use moves::{HouseForm, NextTableDuty, TableMove};
pub(crate) use reader::TableReader;
pub use times::{Awaited, Deadline, TimesEnd, WaitingTimes};
pub use view::{CardsView, PromiseView, ShuffleView, TableEventView, TableStateView};

/// A table up to its last entry.
#[derive(Clone, Debug)]
pub struct TableState {
    id: TableId,
    head: Head,
    table: Table,
    linked: Option<Linked>,
    cards: cards::TableCards,
    timed: times::TimerState,
    /// Who has bet what he wants, while bets are open.
    ready: BTreeSet<PlayerId>,
    /// Whether the House has paused it: no round is opened until it is resumed.
    paused: bool,
    /// The mark of the rules the table was last opened under.
    form: Option<Digest>,
    /// The link that the last round was opened under.
    round_under: Option<LinkId>,
    /// What the table fed to each link in all.
    fed: BTreeMap<LinkId, Money>,
    /// When the last command reached the house.
    last: Timestamp,
    /// Since when the table stands as it does, for the lobby.
    since: TableTimes,
}

/// What a request comes to, before it is stored.
#[derive(Clone, Debug)]
pub struct TableDecision {
    /// What is to be stored: entries, postings, contributions.
    pub append: Append,
    /// What happens, once it is stored.
    pub events: Vec<TableEvent>,
    pub(crate) after: TableState,
}

impl TableDecision {
    /// The number of its last entry.
    pub fn to(&self) -> u64 {
        self.after.head.seq
    }
}

impl TableState {
    /// A table of which no entry has been read.
    pub fn new(id: TableId) -> TableState {
        TableState {
            id,
            head: Head::start(Stream::Table(id)),
            table: Table::closed(),
            linked: None,
            cards: cards::TableCards::new(),
            timed: times::TimerState::default(),
            ready: BTreeSet::new(),
            paused: false,
            form: None,
            round_under: None,
            fed: BTreeMap::new(),
            last: Timestamp::default(),
            since: TableTimes::default(),
        }
    }

    /// The stream of its log.
    pub fn stream(&self) -> Stream {
        Stream::Table(self.id)
    }

    /// How the log stands after the last entry taken.
    pub fn head(&self) -> Head {
        self.head
    }

    /// The table as the rules keep it.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// When the last command reached the house.
    pub fn last(&self) -> Timestamp {
        self.last
    }

    /// Since when the table stands as it does.
    pub(crate) fn since(&self) -> &TableTimes {
        &self.since
    }

    /// The round that is being played.
    pub fn open_round(&self) -> Option<&game::Round> {
        self.table.round().filter(|round| !round.is_over())
    }

    /// What follows from the request, or why it is refused. `rulebook` is the one an opening is asked
    /// under; a table that is open has its own.
    ///
    /// # Panics
    ///
    /// Where the rules break their own word: then the table stops.
    pub fn decide(
        &self,
        rulebook: Option<&Rulebook>,
        id: CommandId,
        requested: &RequestedAtTable,
    ) -> Result<TableDecision, TableRefusal> {
        let events = self.events_of(rulebook, requested)?;
        let mut after = self.clone();
        let mut append = Append::behind(self.stream(), self.head);
        after.apply_all(id, requested, &events, &mut append, |_, _| {
            Ok::<_, TableRefusal>(())
        })?;
        after.head = append.after();
        Ok(TableDecision {
            append,
            events,
            after,
        })
    }

    /// As [`TableState::decide`], for a caller that goes on from there in any case: nothing is copied,
    /// the last append makes room for the next, and the head is left to him. `sees` every event with the
    /// table as it was just before it.
    pub fn decide_in_place<W: From<TableRefusal>>(
        &mut self,
        rulebook: Option<&Rulebook>,
        id: CommandId,
        requested: &RequestedAtTable,
        append: &mut Append,
        sees: impl FnMut(&Table, &TableEvent) -> Result<(), W>,
    ) -> Result<(), W> {
        let events = self.events_of(rulebook, requested)?;
        append.begin(self.head);
        self.apply_all(id, requested, &events, append, sees)
    }

    fn apply_all<W>(
        &mut self,
        id: CommandId,
        requested: &RequestedAtTable,
        events: &[TableEvent],
        append: &mut Append,
        mut sees: impl FnMut(&Table, &TableEvent) -> Result<(), W>,
    ) -> Result<(), W> {
        self.begin_command(requested.now);
        let mut requested = Some(requested);
        for event in events {
            sees(&self.table, event)?;
            self.add_to(append, event);
            self.evolve(event);
            let reads = self.link_at(event);
            append.is_read_by(reads.filter(|_| event.has_work_for_link()));
            append.entries.write(id, requested.take(), event);
        }
        append.is_read_by(self.waits_for_link());
        Ok(())
    }

    /// The decision was stored.
    pub fn accept(&mut self, decision: TableDecision) {
        *self = decision.after;
    }

    /// Takes the next entry of the table's log, as any process stored it, and returns its event. The
    /// entry is checked: it must be the next one, with the fingerprint that follows from its bytes.
    ///
    /// # Panics
    ///
    /// On an event the rules could not have made: the caller stops the table.
    pub fn take(&mut self, row: &Row) -> Result<TableEvent, ReadBlocked> {
        let (entry, next) = self.read_next(row)?;
        self.apply_entry(&entry, next);
        Ok(entry.event)
    }

    /// Takes the events of one committed command, for a subscriber that keeps a state of its own:
    /// `now` is when the command reached the house and `head` how the log stands after it. From a
    /// [`Committed`](crate::dealer::Committed) these are `state.last()` and `state.head()`. The
    /// events are believed; a reader that checks them takes the rows, with [`TableState::take`].
    ///
    /// An error leaves the state as it was: the events are not those that come next, or cards are
    /// drawn from a deck whose seed is not known here.
    ///
    /// # Panics
    ///
    /// On an event the rules could not have made.
    pub fn apply(
        &mut self,
        events: &[TableEvent],
        now: Timestamp,
        head: Head,
    ) -> Result<(), ReadBlocked> {
        let corrupt = |what: String| CorruptEntry {
            stream: self.stream(),
            seq: self.head.seq + 1,
            what,
        };
        let expected = self.head.seq + events.len() as u64;
        if head.seq != expected {
            let found = head.seq;
            let what = format!("found events up to entry {found}, expected {expected}");
            return Err(corrupt(what).into());
        }
        let mut after = self.clone();
        after.last = now;
        for event in events {
            if !after.can_see(event) {
                let what = CardRefusal::Sealed.to_string();
                return Err(ReadBlocked::Sealed(corrupt(what)));
            }
            after.evolve(event);
        }
        after.head = head;
        *self = after;
        Ok(())
    }

    /// What the entry says, before it is taken in.
    pub(crate) fn read_next(&self, row: &Row) -> Result<(TableEntry, Head), ReadBlocked> {
        let corrupt = |what: String| CorruptEntry {
            stream: self.stream(),
            seq: row.seq,
            what,
        };
        let next = self.head.follows(row).map_err(corrupt)?;
        let entry = TableEntry::read(&row.bytes);
        let entry = entry.map_err(|error: EntryError| corrupt(error.to_string()))?;
        if !self.can_see(&entry.event) {
            return Err(ReadBlocked::Sealed(corrupt(
                CardRefusal::Sealed.to_string(),
            )));
        }
        Ok((entry, next))
    }

    pub(crate) fn apply_entry(&mut self, entry: &TableEntry, next: Head) {
        if let Some(requested) = &entry.requested {
            self.begin_command(requested.now);
        }
        self.evolve(&entry.event);
        self.head = next;
    }

    /// Notes how the table stands between two commands: states within a command are not shown.
    fn begin_command(&mut self, now: Timestamp) {
        let mut since = self.since;
        since.observe(self);
        self.since = since;
        self.last = now;
    }

    /// The epoch is stored only in the head row.
    pub fn set_epoch(&mut self, head: Head) {
        self.head.epoch = head.epoch;
    }

    fn events_of(
        &self,
        opening: Option<&Rulebook>,
        requested: &RequestedAtTable,
    ) -> Result<Vec<TableEvent>, TableRefusal> {
        let events = self.decided_events(opening, requested)?;
        self.check_jackpot_bets(&events)?;
        Ok(events)
    }

    /// What the rules and the house make of the request, before the link is asked about bets.
    fn decided_events(
        &self,
        opening: Option<&Rulebook>,
        requested: &RequestedAtTable,
    ) -> Result<Vec<TableEvent>, TableRefusal> {
        match &requested.request {
            TableRequest::Game(request) => {
                self.check_link(requested.by, request)?;
                self.check_cards(request)?;
                self.check_paused(request)?;
                let command = Command {
                    by: requested.by,
                    now: requested.now,
                    asks: request.clone(),
                };
                let rulebook = self
                    .table
                    .rulebook()
                    .or(opening)
                    .ok_or(TableRefusal::Closed)?;
                let mut events = self
                    .table
                    .decide(rulebook, &command)
                    .map_err(TableRefusal::Rules)?;
                self.check_minimum(request, &events)?;
                events.extend(self.report_lost_link_on_opening(&events, requested));
                Ok(events.into_iter().map(TableEvent::Game).collect())
            }
            TableRequest::House(request) => {
                let event = self.house_event(requested.by, request)?;
                let followed = self.consequences_of(&event, requested.now)?;
                let happened = core::iter::once(TableEvent::House(event));
                Ok(happened.chain(followed).collect())
            }
            TableRequest::Cards(request) => self.card_events(requested.by, requested.now, request),
        }
    }

    fn house_event(&self, by: Actor, request: &HouseRequest) -> Result<HouseEvent, TableRefusal> {
        let staff = by.post() == Some(game::Post::House);
        let players = matches!(request, HouseRequest::Ready);
        if !staff && by != Actor::System && !players {
            return Err(TableRefusal::NotYours);
        }
        self.link_event(by, request)
    }

    fn evolve(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Game(event) => self.table.evolve(event),
            TableEvent::House(_) => {}
            TableEvent::Cards(_) => {
                if let Some(event) = self.event_for_rules(event) {
                    self.table.evolve(&event);
                }
            }
        }
        self.evolve_cards(event);
        self.evolve_link(event);
        self.evolve_ready(event);
        self.evolve_paused(event);
        self.evolve_times(event);
        self.since.apply(event, self.last);
    }
}
