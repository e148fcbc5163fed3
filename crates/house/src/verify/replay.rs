//! One stream asked again: what a command must have caused, held against what stands in the log.

use std::panic::{AssertUnwindSafe, catch_unwind};

use game::{Event, Rulebook};

use super::opinion::Opinions;
use super::purse::CageReplay;
use crate::link::{LinkEntry, LinkState, Signed};
use crate::log::{Entry, Stream};
use crate::record::Recorder;
use crate::store::{Append, PostedRow, Row};
use crate::table::{No, TableEntry, TableEvent, TableState};

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
                expected: Expected::default(),
                recorder: Recorder::default(),
                opinions: Opinions::default(),
            })),
            Stream::Link(link) => Replay::Link(Box::new(LinkReplay {
                state: LinkState::new(link),
                expected: Expected::default(),
            })),
            Stream::House | Stream::Purse(_) => Replay::Cage(CageReplay::new(stream)),
        }
    }

    pub fn take(&mut self, row: &Row, posted: &[PostedRow]) -> Result<(), String> {
        // The rules stop on a log that cannot be; here that is a finding.
        let taken = catch_unwind(AssertUnwindSafe(|| match self {
            Replay::Table(table) => table.take(row, posted),
            Replay::Link(link) => link.take(row, posted),
            Replay::Cage(cage) => cage.take(row, posted),
        }));
        taken.unwrap_or_else(|_| Err("the rules cannot have come to this".to_owned()))
    }

    /// The log may not end in the middle of a command, and its last round was settled too.
    pub fn ends(&mut self) -> Result<(), String> {
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
#[derive(Default)]
struct Expected {
    append: Option<Append>,
    read: usize,
}

impl Expected {
    fn left(&self) -> usize {
        let caused = self
            .append
            .as_ref()
            .map_or(0, |append| append.entries.len());
        caused - self.read
    }

    /// The next entry, as the command makes it.
    fn meets(&mut self, row: &Row, posted: &[PostedRow]) -> Result<(), String> {
        let Some(append) = &self.append else {
            return Err("no command caused it".to_owned());
        };
        if append.entries.get(self.read) != Some(&row.bytes) {
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
    opinions: Opinions,
}

impl TableReplay {
    pub fn state(&self) -> &TableState {
        &self.state
    }

    pub fn opinions(&self) -> &Opinions {
        &self.opinions
    }

    fn last_round(&mut self) -> Result<(), String> {
        let last = self.recorder.last(self.state.table());
        last.map_or(Ok(()), |record| self.opinions.ask(&record))
    }

    fn take(&mut self, row: &Row, posted: &[PostedRow]) -> Result<(), String> {
        if self.expected.left() == 0 {
            // The bytes are held against those the command makes: nothing else in them need be read,
            // but for the form a table is opened under.
            let closed = self.state.table().rulebook().is_none();
            let rulebook = if closed {
                opened_under(&row.bytes)?
            } else {
                None
            };
            let asked = TableEntry::read_asked(&row.bytes).map_err(|error| error.to_string())?;
            let (id, asked) = (asked.0, asked.1.ok_or("no command caused it")?);
            let (recorder, opinions) = (&mut self.recorder, &mut self.opinions);
            let decided = self
                .state
                .decide_on(rulebook.as_ref(), id, asked, |table, event| {
                    let over = recorder.take(table, event);
                    over.map_or(Ok(()), |record| opinions.ask(&record).map_err(Wrong))
                });
            self.expected = Expected {
                append: Some(decided.map_err(|Wrong(what)| what)?),
                read: 0,
            };
        }
        self.expected.meets(row, posted)
    }
}

/// Why a command cannot have come to this.
struct Wrong(String);

impl From<No> for Wrong {
    fn from(no: No) -> Wrong {
        Wrong(format!("it would have been refused: {no}"))
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
            let asked = entry.asked.ok_or("no command caused it")?;
            let (by, with) = (asked.by, asked.with);
            let events = self.state.decide(Signed { by, with }, &asked.asks);
            let events = events.map_err(|no| format!("it would have been refused: {no}"))?;
            self.expected = Expected {
                append: Some(self.state.append_of(entry.id, asked, &events)),
                read: 0,
            };
        }
        self.expected.meets(row, posted)?;
        self.state.take(row).map_err(|poison| poison.what)?;
        Ok(())
    }
}
