//! A table as its log tells it: what the rules keep, and what the house adds to that.
//!
//! Pure: [`TableState::decide`] makes of a wish the whole append, with every row of money that follows
//! from it, and changes nothing; [`TableState::take`] reads what was stored, by this process or any
//! other. Who waits for the disk is the dealer.

mod cards;
mod linked;
mod times;
mod words;

use game::{Actor, Cause, Command, Digest, Event, Report, Request, Rulebook, Table, Timestamp};
use ledger::{AtTable, LinkId, TableId, post};

use crate::log::{CommandId, EntryError, Poison, Stream, Stuck};
use crate::store::{Append, Contribution, Head, Posted, Reader, Row, Takeover};

pub use cards::{CardEvent, CardRequest, Eyes, Goes, NoCards, Owed, Shuffle, Source};
use linked::ForTheLink as _;
pub use linked::{Contact, Linked};
pub use times::{Awaited, Deadline, Times};
pub use words::{Asked, HouseEvent, HouseRequest, No, TableEntry, TableEvent, Wish};

/// A table up to its last entry.
#[derive(Clone, Debug)]
pub struct TableState {
    id: TableId,
    head: Head,
    table: Table,
    linked: Option<Linked>,
    cards: cards::Cards,
    timed: times::Timed,
    /// The mark of the rules the table was last opened under.
    form: Option<Digest>,
    /// The link that the last round was opened under.
    round_under: Option<LinkId>,
    /// When the last command reached the house.
    last: Timestamp,
}

/// What a wish comes to, before it is stored.
#[derive(Clone, Debug)]
pub struct Decision {
    pub append: Append,
    pub events: Vec<TableEvent>,
    pub(crate) after: TableState,
}

impl Decision {
    /// The number of its last entry.
    pub fn to(&self) -> u64 {
        self.after.head.seq
    }
}

impl TableState {
    /// A table nobody has opened yet.
    pub fn new(id: TableId) -> TableState {
        TableState {
            id,
            head: Head::start(Stream::Table(id)),
            table: Table::closed(),
            linked: None,
            cards: cards::Cards::new(),
            timed: times::Timed::default(),
            form: None,
            round_under: None,
            last: Timestamp::default(),
        }
    }

    pub fn stream(&self) -> Stream {
        Stream::Table(self.id)
    }

    pub fn head(&self) -> Head {
        self.head
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// When the last command reached the house.
    pub fn last(&self) -> Timestamp {
        self.last
    }

    /// The round that is being played.
    pub fn open_round(&self) -> Option<&game::Round> {
        self.table.round().filter(|round| !round.is_over())
    }

    /// What follows from the wish, or why it is refused. `rulebook` is the one an opening is asked
    /// under; a table that is open has its own.
    ///
    /// # Panics
    ///
    /// Where the rules break their own word: then the table stops.
    pub fn decide(
        &self,
        rulebook: Option<&Rulebook>,
        id: CommandId,
        asked: &Asked,
    ) -> Result<Decision, No> {
        let events = self.events_of(rulebook, asked)?;
        let mut after = self.clone();
        let mut append = Append::behind(self.stream(), self.head);
        after.lives_through(id, asked, &events, &mut append, |_, _| Ok::<_, No>(()))?;
        after.head = append.after();
        Ok(Decision {
            append,
            events,
            after,
        })
    }

    /// As [`TableState::decide`], for whoever goes on from there whatever comes of it: nothing is copied,
    /// the last append makes room for the next, and the head is left to him. `sees` every event with the
    /// table as it was just before it.
    pub(crate) fn decide_on<W: From<No>>(
        &mut self,
        rulebook: Option<&Rulebook>,
        id: CommandId,
        asked: &Asked,
        append: &mut Append,
        sees: impl FnMut(&Table, &TableEvent) -> Result<(), W>,
    ) -> Result<(), W> {
        let events = self.events_of(rulebook, asked)?;
        append.begin(self.head);
        self.lives_through(id, asked, &events, append, sees)
    }

    fn lives_through<W>(
        &mut self,
        id: CommandId,
        asked: &Asked,
        events: &[TableEvent],
        append: &mut Append,
        mut sees: impl FnMut(&Table, &TableEvent) -> Result<(), W>,
    ) -> Result<(), W> {
        self.last = asked.now;
        let mut asked = Some(asked);
        for event in events {
            sees(&self.table, event)?;
            self.add_to(append, event);
            self.evolve(event);
            let reads = self.link_at(event).map(Stream::Link);
            if let Some(link) = reads.filter(|_| event.concerns_link())
                && !append.outbox.contains(&link)
            {
                append.outbox.push(link);
            }
            append.entries.write(id, asked.take(), event);
        }
        Ok(())
    }

    /// The decision was stored.
    pub fn accept(&mut self, decision: Decision) {
        *self = decision.after;
    }

    /// Takes in an entry somebody stored.
    ///
    /// # Panics
    ///
    /// On an event the rules could not have made: the caller stops the table.
    pub fn take(&mut self, row: &Row) -> Result<TableEvent, Stuck> {
        let (entry, next) = self.next(row)?;
        self.follow(&entry, next);
        Ok(entry.event)
    }

    /// What the entry says, before it is taken in.
    pub(crate) fn next(&self, row: &Row) -> Result<(TableEntry, Head), Stuck> {
        let poison = |what: String| Poison {
            stream: self.stream(),
            seq: row.seq,
            what,
        };
        let next = self.head.follows(row).map_err(poison)?;
        let entry = TableEntry::read(&row.bytes);
        let entry = entry.map_err(|error: EntryError| poison(error.to_string()))?;
        if !self.sees(&entry.event) {
            return Err(Stuck::Sealed(poison(NoCards::Sealed.to_string())));
        }
        Ok((entry, next))
    }

    pub(crate) fn follow(&mut self, entry: &TableEntry, next: Head) {
        self.last = entry.asked.as_ref().map_or(self.last, |asked| asked.now);
        self.evolve(&entry.event);
        self.head = next;
    }

    /// Where the log says nothing of epochs the head row does.
    pub fn stands_at(&mut self, head: Head) {
        self.head.epoch = head.epoch;
    }

    fn events_of(&self, opening: Option<&Rulebook>, asked: &Asked) -> Result<Vec<TableEvent>, No> {
        match &asked.asks {
            Wish::Game(request) => {
                self.link_allows(asked.by, request)?;
                self.cards_allow(request)?;
                let command = Command {
                    by: asked.by,
                    now: asked.now,
                    asks: request.clone(),
                };
                let rulebook = self.table.rulebook().or(opening).ok_or(No::Closed)?;
                let mut events = self.table.decide(rulebook, &command).map_err(No::Rules)?;
                events.extend(self.opens_without_link(&events, asked));
                Ok(events.into_iter().map(TableEvent::Game).collect())
            }
            Wish::House(request) => {
                let event = self.house_event(asked.by, request)?;
                let followed = self.follows_from(&event, asked.now)?;
                let happened = core::iter::once(TableEvent::House(event));
                Ok(happened.chain(followed).collect())
            }
            Wish::Cards(request) => self.card_events(asked.by, asked.now, request),
        }
    }

    /// What the rules make of a round in which nothing happened since the last command. One that waits
    /// for a ruling already may have no use for the report.
    fn interrupted(&self, now: Timestamp) -> Vec<Event> {
        if self.open_round().is_none() {
            return Vec::new();
        }
        let (cause, seconds) = (Cause::Technical, now.seconds_since(self.last));
        let report = Report::Interruption { cause, seconds };
        self.heard(Request::Report { report }, now)
    }

    fn house_event(&self, by: Actor, request: &HouseRequest) -> Result<HouseEvent, No> {
        let staff = by.post() == Some(game::Post::House);
        if !staff && by != Actor::System {
            return Err(No::NotYours);
        }
        self.link_event(by, request)
    }

    fn evolve(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Game(event) => self.table.evolve(event),
            TableEvent::House(_) => {}
            TableEvent::Cards(_) => {
                if let Some(event) = self.for_the_rules(event) {
                    self.table.evolve(&event);
                }
            }
        }
        self.cards_evolve(event);
        self.link_evolves(event);
        self.times_evolve(event);
    }

    /// What the event, next in `append`, does to money and to the link.
    fn add_to(&self, append: &mut Append, event: &TableEvent) {
        let entry = append.entries.len();
        match event {
            TableEvent::Game(event) => {
                let rows = post(self.place(), self.table.round(), event);
                let posted = rows.into_iter().map(|row| Posted { entry, row });
                append.postings.extend(posted);
                let fed = self.round_under.zip(event.fed());
                append
                    .contributions
                    .extend(fed.map(|(link, amount)| Contribution {
                        entry,
                        link,
                        amount,
                    }));
            }
            TableEvent::House(HouseEvent::TakenOver { .. }) => append.takeover = Takeover::Yes,
            TableEvent::House(
                HouseEvent::LinkJoined { .. }
                | HouseEvent::LinkLeft { .. }
                | HouseEvent::LinkAdmitted { .. }
                | HouseEvent::LinkLost { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::WaitingEnded { .. },
            )
            // No money moves with a card.
            | TableEvent::Cards(_) => {}
        }
    }

    fn place(&self) -> AtTable {
        AtTable {
            table: self.id,
            link: self.round_under,
        }
    }
}

/// A table on which somebody reads on, and hears with each entry what it says.
pub(crate) struct Following<'a, F> {
    pub state: &'a mut TableState,
    pub hear: F,
}

impl<F: FnMut(&TableState, TableEvent)> Reader for Following<'_, F> {
    fn ahead(&mut self, rows: &[Row]) {
        self.state.foresee(rows);
    }

    fn take(&mut self, row: &Row) -> Result<(), Stuck> {
        let event = self.state.take(row)?;
        (self.hear)(self.state, event);
        Ok(())
    }
}
