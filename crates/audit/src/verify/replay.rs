//! One stream asked again: what a command must have caused, held against what stands in the log.

use std::panic::{AssertUnwindSafe, catch_unwind};

use game::{Event, Rulebook, Table};

use super::cage_replay::CageReplay;
use super::resettled::Resettled;
use crate::record::Recorder;
use house::link::{LinkEntry, LinkState, Signers};
use house::log::{Entry, Stream};
use house::store::{Append, Head, PostedRow, Row};
use house::table::{
    CardRefusal, CardRequest, Shuffle, TableEntry, TableEvent, TableRefusal, TableRequest,
    TableState,
};

pub enum Replay {
    Table(Box<TableReplay>),
    Link(Box<LinkReplay>),
    Cage(CageReplay),
}

impl Replay {
    pub fn of(stream: Stream) -> Replay {
        match stream {
            Stream::Table(table) => Replay::Table(Box::new(TableReplay {
                state: TableState::new(table),
                expected: Expected::nothing(stream),
                recorder: Recorder::default(),
                resettled: Resettled::default(),
                decks: 0,
            })),
            Stream::Link(link) => Replay::Link(Box::new(LinkReplay {
                state: LinkState::new(link),
                expected: Expected::nothing(stream),
            })),
            Stream::House | Stream::Purse(_) => Replay::Cage(CageReplay::new(stream)),
        }
    }

    pub fn take(&mut self, row: &Row, posted: &[PostedRow]) -> Result<(), ReplayError> {
        // The rules stop on a log that cannot be; here that is a finding.
        let taken = catch_unwind(AssertUnwindSafe(|| match self {
            Replay::Table(table) => table.take(row, posted),
            Replay::Link(link) => Ok(link.take(row, posted)?),
            Replay::Cage(cage) => Ok(cage.take(row, posted)?),
        }));
        taken.unwrap_or_else(|_| Err(ReplayError::from("the rules cannot have come to this")))
    }

    /// The entries that come next: seeds may be told in them.
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

    /// The log may not end in the middle of a command, and its last round was settled too.
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

/// What a command must have caused and is not read yet.
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

    /// The next entry, as the command makes it.
    fn check_next(&mut self, row: &Row, posted: &[PostedRow]) -> Result<(), String> {
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
        self.read += 1;
        Ok(())
    }
}

pub struct TableReplay {
    /// As it is once everything its last command caused is read.
    state: TableState,
    expected: Expected,
    recorder: Recorder,
    resettled: Resettled,
    decks: u64,
}

impl TableReplay {
    pub fn state(&self) -> &TableState {
        &self.state
    }

    pub fn resettled(&self) -> &Resettled {
        &self.resettled
    }

    /// Decks that were made a second time and came out the same.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    fn last_round(&mut self) -> Result<(), String> {
        let last = self.recorder.last(self.state.table());
        last.map_or(Ok(()), |record| self.resettled.settle_again(&record))
    }

    fn take(&mut self, row: &Row, posted: &[PostedRow]) -> Result<(), ReplayError> {
        if self.expected.left() == 0 {
            // The bytes are held against those the command makes: nothing else in them need be read,
            // but for the form a table is opened under.
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
        }
        Ok(self.expected.check_next(row, posted)?)
    }

    /// The deck of a round that is over, made by somebody who never saw the code that made it.
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

/// Why a command cannot have come to this.
pub enum ReplayError {
    Mismatch(String),
    /// Nobody can say yet: it deals from a deck whose seed is not told.
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

/// The form a table is opened under stands in what happened.
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

pub struct LinkReplay {
    state: LinkState,
    expected: Expected,
}

impl LinkReplay {
    pub fn state(&self) -> &LinkState {
        &self.state
    }

    fn take(&mut self, row: &Row, posted: &[PostedRow]) -> Result<(), String> {
        if self.expected.left() == 0 {
            let entry: LinkEntry = Entry::read(&row.bytes).map_err(|error| error.to_string())?;
            let requested = entry.requested.ok_or("no command caused it")?;
            let (by, with) = (requested.by, requested.with);
            let events = self.state.decide(Signers { by, with }, &requested.request);
            let events =
                events.map_err(|refusal| format!("it would have been refused: {refusal}"))?;
            self.expected = Expected {
                append: self.state.append_of(entry.id, requested, &events),
                read: 0,
            };
        }
        self.expected.check_next(row, posted)?;
        self.state.take(row).map_err(|corrupt| corrupt.what)?;
        Ok(())
    }
}
