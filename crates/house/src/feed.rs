//! The house told from its logs: entry after entry, each with who asked for it, when, and what it met.
//!
//! Whoever keeps a projection of the house listens here: exports, reports, the lobby. The feed knows how
//! far it has read each stream and goes on from there, so a picture can be kept up or thrown away and
//! drawn again; it is the same picture. Streams are told one after the other: within a stream entries
//! come in order, between streams only times can be compared. Where the house deals the cards, whoever
//! has no key to its decks is told a round up to its deal, and the rest when it is over.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use game::{Actor, PersonId, Timestamp};
use ledger::CageMove;
use serde::Serialize;

use crate::cage::CageEntry;
use crate::link::{LinkEvent, LinkState};
use crate::log::{CommandId, CorruptEntry, ReadBlocked, Stream};
use crate::loss::{HouseLogEntry, HouseLogEvent};
use crate::store::{Head, PostedRow, Row, Store, StoreError, panic_message};
use crate::table::{DeckAccess, TableEvent, TableState};

/// One entry, understood.
#[derive(Clone, Copy, Debug)]
pub struct LoggedEntry<'a> {
    pub stream: Stream,
    pub seq: u64,
    pub command: CommandMeta,
    pub payload: Payload<'a>,
    /// The rows of money that follow from it.
    pub rows: &'a [PostedRow],
}

/// The command an entry follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandMeta {
    pub id: CommandId,
    pub by: Actor,
    pub with: Option<PersonId>,
    /// When it reached the house.
    pub at: Timestamp,
}

/// What happened, and how things stood before.
#[derive(Clone, Copy, Debug)]
pub enum Payload<'a> {
    Table {
        event: &'a TableEvent,
        before: &'a TableState,
    },
    Link {
        event: &'a LinkEvent,
        before: &'a LinkState,
    },
    Cage(CageMove),
    House(&'a HouseLogEvent),
}

pub trait Projection {
    fn apply(&mut self, logged: &LoggedEntry<'_>);
}

/// How far each stream has been told.
#[derive(Default)]
pub struct LogFeed {
    streams: BTreeMap<Stream, StreamFeed>,
    access: DeckAccess,
}

/// Whether a stream was told to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reached {
    Whole,
    /// Up to a deal whose cards cannot be seen here before its round is over.
    Sealed,
    /// Up to an entry that nobody can have written.
    Unreadable,
}

struct StreamFeed {
    follows: StreamState,
    command: Option<CommandMeta>,
    /// The entry nothing can be told behind.
    corrupt: Option<CorruptEntry>,
    sealed: bool,
}

enum StreamState {
    Table(Box<TableState>),
    Link(Box<LinkState>),
    Cage(Head),
}

/// Entries read at a time.
const PAGE: usize = 1_000;

impl LogFeed {
    /// For somebody who sees as much of the decks of the house.
    pub fn with_access(access: DeckAccess) -> LogFeed {
        LogFeed {
            streams: BTreeMap::new(),
            access,
        }
    }

    /// Tells what was stored since the last time. What cannot be read ends its stream for good and is
    /// returned; the others are told all the same.
    pub async fn catch_up(
        &mut self,
        store: &dyn Store,
        projection: &mut impl Projection,
    ) -> Result<Vec<CorruptEntry>, StoreError> {
        for (stream, head) in store.heads().await? {
            let reader = self.streams.entry(stream);
            let reader = reader.or_insert_with(|| StreamFeed::new(stream, &self.access));
            reader.catch_up(store, stream, head, projection).await?;
        }
        let readers = self.streams.values();
        Ok(readers
            .filter_map(|reader| reader.corrupt.clone())
            .collect())
    }

    /// The tables as they stand.
    pub fn tables(&self) -> impl Iterator<Item = &TableState> {
        self.streams
            .values()
            .filter_map(|reader| match &reader.follows {
                StreamState::Table(state) => Some(&**state),
                StreamState::Link(_) | StreamState::Cage(_) => None,
            })
    }

    /// The links as they stand.
    pub fn links(&self) -> impl Iterator<Item = &LinkState> {
        self.streams
            .values()
            .filter_map(|reader| match &reader.follows {
                StreamState::Link(state) => Some(&**state),
                StreamState::Table(_) | StreamState::Cage(_) => None,
            })
    }

    /// How far the stream was told.
    pub fn reached(&self, stream: Stream) -> Reached {
        match self.streams.get(&stream) {
            Some(reader) if reader.corrupt.is_some() => Reached::Unreadable,
            Some(reader) if reader.sealed => Reached::Sealed,
            Some(_) | None => Reached::Whole,
        }
    }
}

impl StreamFeed {
    fn new(stream: Stream, access: &DeckAccess) -> StreamFeed {
        let follows = match stream {
            Stream::Table(id) => {
                let table = TableState::new(id).with_access(access.clone());
                StreamState::Table(Box::new(table))
            }
            Stream::Link(id) => StreamState::Link(Box::new(LinkState::new(id))),
            Stream::House | Stream::Purse(_) => StreamState::Cage(Head::start(stream)),
        };
        StreamFeed {
            follows,
            command: None,
            corrupt: None,
            sealed: false,
        }
    }

    async fn catch_up(
        &mut self,
        store: &dyn Store,
        stream: Stream,
        head: Head,
        projection: &mut impl Projection,
    ) -> Result<(), StoreError> {
        self.sealed = false;
        while self.corrupt.is_none() && self.seq() < head.seq {
            let after = self.seq();
            let rows = store.read(stream, after, PAGE).await?;
            let postings = store.postings(stream, after, PAGE).await?;
            if rows.is_empty() {
                let (seq, what) = (after + 1, "it is missing".to_owned());
                self.corrupt = Some(CorruptEntry { stream, seq, what });
            }
            if let StreamState::Table(state) = &mut self.follows {
                state.preload_seeds(&rows);
            }
            let mut postings = postings.as_slice();
            for row in &rows {
                let own = postings.iter().take_while(|posted| posted.seq <= row.seq);
                let (own, rest) = postings.split_at(own.count());
                postings = rest;
                let told = catch_unwind(AssertUnwindSafe(|| {
                    self.read_row(stream, row, own, projection)
                }));
                let told = told.unwrap_or_else(|broken| {
                    let (seq, what) = (row.seq, panic_message(&*broken));
                    Err(ReadBlocked::Corrupt(CorruptEntry { stream, seq, what }))
                });
                match told {
                    Ok(()) => {}
                    Err(ReadBlocked::Corrupt(corrupt)) => {
                        self.corrupt = Some(corrupt);
                        break;
                    }
                    // The seed may be told on the next page; if not, the round is not over.
                    Err(ReadBlocked::Sealed(_)) if self.seq() == after => {
                        self.sealed = true;
                        return Ok(());
                    }
                    Err(ReadBlocked::Sealed(_)) => break,
                }
            }
        }
        Ok(())
    }

    fn read_row(
        &mut self,
        stream: Stream,
        row: &Row,
        rows: &[PostedRow],
        projection: &mut impl Projection,
    ) -> Result<(), ReadBlocked> {
        let seq = row.seq;
        let corrupt = |what: String| CorruptEntry { stream, seq, what };
        let logged = |command: Option<CommandMeta>, payload| {
            let command = command.ok_or_else(|| corrupt("no command caused it".to_owned()))?;
            Ok::<_, CorruptEntry>(LoggedEntry {
                stream,
                seq,
                command,
                payload,
                rows,
            })
        };
        match &mut self.follows {
            StreamState::Table(before) => {
                let (entry, next) = before.read_next(row)?;
                let requested = entry.requested.as_ref();
                let requested = requested
                    .map(|requested| command_meta(entry.id, requested.by, None, requested.now));
                self.command = requested.or(self.command);
                let event = &entry.event;
                projection.apply(&logged(self.command, Payload::Table { event, before })?);
                before.apply_entry(&entry, next);
            }
            StreamState::Link(before) => {
                let (entry, next) = before.read_next(row)?;
                let requested = entry.requested.as_ref().map(|requested| {
                    let with = requested.with.and_then(Actor::person);
                    command_meta(entry.id, requested.by, with, requested.now)
                });
                self.command = requested.or(self.command);
                let event = &entry.event;
                projection.apply(&logged(self.command, Payload::Link { event, before })?);
                before.apply_entry(&entry, next);
            }
            StreamState::Cage(head) => {
                let next = head.follows(row).map_err(corrupt)?;
                let (cage, word) = (CageEntry::read(&row.bytes), HouseLogEntry::read(&row.bytes));
                match (cage, word, stream) {
                    (Err(_), Ok(word), Stream::House) => {
                        let requested = word.requested.as_ref();
                        let requested = requested.map(|requested| {
                            command_meta(word.id, requested.by, requested.with, requested.now)
                        });
                        projection.apply(&logged(requested, Payload::House(&word.event))?);
                    }
                    (cage, _, _) => {
                        let entry = cage.map_err(|error| corrupt(error.to_string()))?;
                        let requested = entry.requested.map(|requested| {
                            command_meta(entry.id, requested.by, requested.with, requested.now)
                        });
                        projection.apply(&logged(requested, Payload::Cage(entry.event))?);
                    }
                }
                *head = next;
            }
        }
        Ok(())
    }

    fn seq(&self) -> u64 {
        match &self.follows {
            StreamState::Table(state) => state.head().seq,
            StreamState::Link(state) => state.head().seq,
            StreamState::Cage(head) => head.seq,
        }
    }
}

fn command_meta(id: CommandId, by: Actor, with: Option<PersonId>, at: Timestamp) -> CommandMeta {
    CommandMeta { id, by, with, at }
}

/// `player/3`, `pit_manager/12`, `system`.
pub fn actor_name(actor: Actor) -> String {
    match actor {
        Actor::Player(player) => format!("player/{}", player.0),
        Actor::Staff { post, person } => {
            let post = serde_json::json!(post);
            format!("{}/{}", post.as_str().unwrap_or_default(), person.0)
        }
        Actor::System => "system".to_owned(),
    }
}
