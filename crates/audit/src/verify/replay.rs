//! Replay of one stream: each command is decided again, and the events it causes are compared with the log.

use std::panic::{AssertUnwindSafe, catch_unwind};

use game::{Actor, Event, Money, Rulebook, Table};
use ledger::LinkId;

use super::cage_replay::CageReplay;
use super::commands::{Answered, SeenCommand};
use super::queues::Heard;
use super::resettled::Resettled;
use crate::record::Recorder;
use house::link::{LinkEntry, LinkState, Signers};
use house::log::{CommandId, Entry, Stream};
use house::response::body_fingerprint;
use house::store::{Append, Head, PostedRow, Row, Takeover};
use house::table::{
    CardRefusal, CardRequest, DeckAccess, RequestedAtTable, Shuffle, TableEntry, TableEvent,
    TableRefusal, TableRequest, TableState,
};

/// The replay of one stream, by its kind.
pub enum Replay {
    /// A table.
    Table(Box<TableReplay>),
    /// A link.
    Link(Box<LinkReplay>),
    /// A purse, or the house.
    Cage(CageReplay),
}

/// What follows from an entry for the rows beside the logs.
#[derive(Default)]
pub struct Taken {
    /// The command, where this is the first entry it caused.
    pub command: Option<SeenCommand>,
    /// By how much it raises the epoch of its stream.
    pub epoch: u64,
    /// What the entry feeds.
    pub fed: Vec<(LinkId, Money)>,
    /// Streams that have to read up to this entry: it is the last of a command that concerns them.
    pub announced: Vec<Stream>,
}

impl Replay {
    /// Begins with the first entry of `stream`; decks are seen as far as `access` lets.
    pub fn of(stream: Stream, access: &DeckAccess) -> Replay {
        match stream {
            Stream::Table(table) => Replay::Table(Box::new(TableReplay {
                state: TableState::new(table).with_access(access.clone()),
                expected: Expected::nothing(stream),
                recorder: Recorder::default(),
                resettled: Resettled::default(),
                decks: 0,
            })),
            Stream::Link(link) => Replay::Link(Box::new(LinkReplay {
                state: LinkState::new(link),
                expected: Expected::nothing(stream),
                heard: Heard::default(),
            })),
            Stream::House | Stream::Purse(_) => Replay::Cage(CageReplay::new(stream)),
        }
    }

    /// Checks the next entry and its money rows.
    pub fn take(&mut self, row: &Row, posted: &[PostedRow]) -> Result<Taken, ReplayError> {
        // The rules panic on an impossible log; here that is a finding.
        let taken = catch_unwind(AssertUnwindSafe(|| match self {
            Replay::Table(table) => table.take(row, posted),
            Replay::Link(link) => Ok(link.take(row, posted)?),
            Replay::Cage(cage) => Ok(Taken {
                command: Some(cage.take(row, posted)?),
                ..Taken::default()
            }),
        }));
        taken.unwrap_or_else(|_| Err(ReplayError::from("the rules cannot have come to this")))
    }

    /// Looks ahead for seeds published in the next entries: the deals before them can then be replayed.
    pub fn preload_seeds(&mut self, rows: &[Row]) {
        if let Replay::Table(table) = self {
            table.state.preload_seeds(rows);
        }
    }

    /// The state as a snapshot says it; none where no snapshot can have been taken.
    pub fn snapshot_body(&self) -> Option<Vec<u8>> {
        match self {
            // The state is ahead of an entry until all that its command caused is read.
            Replay::Table(table) if table.expected.left() > 0 => None,
            Replay::Table(table) => table.state.snapshot_body(),
            Replay::Link(link) => link.state.snapshot_body(),
            Replay::Cage(_) => None,
        }
    }

    /// Called at the end of the log: it may not end in the middle of a command, and its last round is
    /// settled again.
    pub fn finish(&mut self) -> Result<(), String> {
        let expected = match self {
            Replay::Table(table) => &table.expected,
            Replay::Link(link) => &link.expected,
            Replay::Cage(_) => return Ok(()),
        };
        match (expected.left(), self) {
            (0, Replay::Table(table)) => table.last_round(),
            (0, Replay::Link(_) | Replay::Cage(_)) => Ok(()),
            (left, _) => Err(format!("its command caused {left} entries more")),
        }
    }
}

/// The entries and rows a command causes, and how many of them were read.
struct Expected {
    append: Append,
    read: usize,
}

impl Expected {
    fn nothing(stream: Stream) -> Expected {
        Expected {
            append: Append::behind(stream, Head::start(stream)),
            read: 0,
        }
    }

    fn left(&self) -> usize {
        self.append.entries.len() - self.read
    }

    /// Compares the next entry with the one the command causes, and returns what else follows from it.
    fn check_next(&mut self, row: &Row, posted: &[PostedRow]) -> Result<Taken, String> {
        let append = &self.append;
        if append.entries.get(self.read) != Some(&row.bytes[..]) {
            return Err("its command causes something else".to_owned());
        }
        let rows = append.postings.iter().filter(|row| row.entry == self.read);
        if !rows
            .map(|row| row.row)
            .eq(posted.iter().map(|posted| posted.row))
        {
            return Err("its rows of money are not those that follow from it".to_owned());
        }
        let fed = append.contributions.iter();
        let fed = fed.filter(|fed| fed.entry == self.read);
        let mut taken = Taken {
            fed: fed.map(|fed| (fed.link, fed.amount)).collect(),
            ..Taken::default()
        };
        self.read += 1;
        if self.left() == 0 {
            taken.announced.clone_from(&self.append.outbox);
            taken.epoch = u64::from(self.append.takeover == Takeover::Yes);
        }
        Ok(taken)
    }
}

/// Replays the log of a table.
pub struct TableReplay {
    /// The state after everything the last command caused.
    state: TableState,
    expected: Expected,
    recorder: Recorder,
    resettled: Resettled,
    decks: u64,
}

impl TableReplay {
    /// The state of the table so far.
    pub fn state(&self) -> &TableState {
        &self.state
    }

    /// The result of settling its rounds a second time.
    pub fn resettled(&self) -> &Resettled {
        &self.resettled
    }

    /// How many decks were shuffled a second time and came out the same.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    fn last_round(&mut self) -> Result<(), String> {
        let last = self.recorder.last(self.state.table());
        last.map_or(Ok(()), |record| self.resettled.settle_again(&record))
    }

    fn take(&mut self, row: &Row, posted: &[PostedRow]) -> Result<Taken, ReplayError> {
        let mut command = None;
        if self.expected.left() == 0 {
            // The bytes are compared with those the command makes, so nothing else in them need be read,
            // except the rulebook a table is opened under.
            let closed = self.state.table().rulebook().is_none();
            let rulebook = if closed {
                opened_under(&row.bytes)?
            } else {
                None
            };
            let requested =
                TableEntry::read_request(&row.bytes).map_err(|error| error.to_string())?;
            let (id, requested) = (requested.0, requested.1.ok_or("no command caused it")?);
            let (recorder, resettled) = (&mut self.recorder, &mut self.resettled);
            let sees = |table: &Table, event: &TableEvent| {
                let over = recorder.take(table, event);
                over.map_or(Ok(()), |record| {
                    Ok::<_, ReplayError>(resettled.settle_again(&record)?)
                })
            };
            let append = &mut self.expected.append;
            self.state
                .decide_in_place(rulebook.as_ref(), id, &requested, append, sees)?;
            self.expected.read = 0;
            if let TableRequest::Cards(CardRequest::TellSeed { .. }) = requested.request {
                self.deck_again()?;
            }
            command = Some(seen_at_table(id, &requested));
        }
        let taken = self.expected.check_next(row, posted)?;
        Ok(Taken { command, ..taken })
    }

    /// Makes the deck of a finished round again with crate `reference`, which shares no code with `house`.
    fn deck_again(&mut self) -> Result<(), String> {
        let proof = self.state.shuffle().and_then(Shuffle::proof);
        let Some(proof) = proof.filter(|proof| !proof["deck"].is_null()) else {
            return Ok(());
        };
        if proof["deck"] != serde_json::json!(reference::deck(&proof)?) {
            return Err("another deck follows from its seeds".to_owned());
        }
        self.decks += 1;
        Ok(())
    }
}

/// The command of an entry of a table.
pub fn seen_at_table(id: CommandId, requested: &RequestedAtTable) -> SeenCommand {
    SeenCommand {
        id,
        body: body_fingerprint(&(requested.by, &requested.request)),
        now: requested.now,
        answered: Answered::Always,
    }
}

/// Why an entry does not follow from its command.
pub enum ReplayError {
    /// It does not, and why.
    Mismatch(String),
    /// Not known yet: the command deals from a deck whose seed is not published.
    Sealed,
}

impl From<TableRefusal> for ReplayError {
    fn from(refusal: TableRefusal) -> ReplayError {
        if refusal == TableRefusal::Cards(CardRefusal::Sealed) {
            return ReplayError::Sealed;
        }
        ReplayError::Mismatch(format!("it would have been refused: {refusal}"))
    }
}

impl From<String> for ReplayError {
    fn from(what: String) -> ReplayError {
        ReplayError::Mismatch(what)
    }
}

impl From<&str> for ReplayError {
    fn from(what: &str) -> ReplayError {
        ReplayError::Mismatch(what.to_owned())
    }
}

/// The rulebook with its options, if the entry opens a table.
fn opened_under(bytes: &[u8]) -> Result<Option<Rulebook>, String> {
    let entry = TableEntry::read(bytes).map_err(|error| error.to_string())?;
    let TableEvent::Game(Event::TableOpened {
        rulebook, options, ..
    }) = entry.event
    else {
        return Ok(None);
    };
    let mut form = rulebook.form().clone();
    for (switch, value) in &options {
        form.choose(switch, value)
            .map_err(|error| error.to_string())?;
    }
    Ok(Some(form))
}

/// Replays the log of a link.
pub struct LinkReplay {
    state: LinkState,
    expected: Expected,
    heard: Heard,
}

impl LinkReplay {
    /// The state of the link so far.
    pub fn state(&self) -> &LinkState {
        &self.state
    }

    /// What it has counted of its tables so far.
    pub fn heard(&self) -> &Heard {
        &self.heard
    }

    fn take(&mut self, row: &Row, posted: &[PostedRow]) -> Result<Taken, String> {
        let mut command = None;
        if self.expected.left() == 0 {
            let entry: LinkEntry = Entry::read(&row.bytes).map_err(|error| error.to_string())?;
            let requested = entry.requested.ok_or("no command caused it")?;
            let (by, with) = (requested.by, requested.with);
            let events = self.state.decide(Signers { by, with }, &requested.request);
            let events =
                events.map_err(|refusal| format!("it would have been refused: {refusal}"))?;
            command = Some(SeenCommand {
                id: entry.id,
                body: body_fingerprint(&(by, with, &requested.request)),
                now: requested.now,
                answered: if by == Actor::System {
                    Answered::Perhaps
                } else {
                    Answered::Always
                },
            });
            self.expected = Expected {
                append: self.state.append_of(entry.id, requested, &events),
                read: 0,
            };
        }
        let taken = self.expected.check_next(row, posted)?;
        let event = self.state.take(row).map_err(|corrupt| corrupt.what)?;
        self.heard.apply(&event);
        Ok(Taken { command, ..taken })
    }
}
