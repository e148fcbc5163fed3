//! The house told from its logs: entry after entry, each with who asked for it, when, and what it met.
//!
//! Whoever keeps a picture of the house listens here: exports, reports, the lobby. A chronicle knows how
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
use crate::log::{CommandId, Poison, Stream, Stuck};
use crate::loss::{Word, WordEntry};
use crate::store::{Head, PostedRow, Row, Store, StoreError, spoken};
use crate::table::{Eyes, TableEvent, TableState};

/// One entry, understood.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    pub stream: Stream,
    pub seq: u64,
    pub asking: Asking,
    pub what: What<'a>,
    /// The rows of money that follow from it.
    pub rows: &'a [PostedRow],
}

/// The command an entry follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asking {
    pub id: CommandId,
    pub by: Actor,
    pub with: Option<PersonId>,
    /// When it reached the house.
    pub at: Timestamp,
}

/// What happened, and how things stood before.
#[derive(Clone, Copy, Debug)]
pub enum What<'a> {
    Table {
        event: &'a TableEvent,
        before: &'a TableState,
    },
    Link {
        event: &'a LinkEvent,
        before: &'a LinkState,
    },
    Cage(CageMove),
    House(&'a Word),
}

pub trait Listener {
    fn hear(&mut self, said: &Said<'_>);
}

/// How far each stream has been told.
#[derive(Default)]
pub struct Chronicle {
    streams: BTreeMap<Stream, Reader>,
    eyes: Eyes,
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

struct Reader {
    follows: Follows,
    asking: Option<Asking>,
    /// The entry nothing can be told behind.
    poison: Option<Poison>,
    sealed: bool,
}

enum Follows {
    Table(Box<TableState>),
    Link(Box<LinkState>),
    Cage(Head),
}

/// Entries read at a time.
const PAGE: usize = 1_000;

impl Chronicle {
    /// For somebody who sees as much of the decks of the house.
    pub fn seen_by(eyes: Eyes) -> Chronicle {
        Chronicle {
            streams: BTreeMap::new(),
            eyes,
        }
    }

    /// Tells what was stored since the last time. What cannot be read ends its stream for good and is
    /// returned; the others are told all the same.
    pub async fn catch_up(
        &mut self,
        store: &impl Store,
        listener: &mut impl Listener,
    ) -> Result<Vec<Poison>, StoreError> {
        for (stream, head) in store.heads().await? {
            let reader = self.streams.entry(stream);
            let reader = reader.or_insert_with(|| Reader::new(stream, &self.eyes));
            reader.catch_up(store, stream, head, listener).await?;
        }
        let readers = self.streams.values();
        Ok(readers.filter_map(|reader| reader.poison.clone()).collect())
    }

    /// The tables as they stand.
    pub fn tables(&self) -> impl Iterator<Item = &TableState> {
        self.streams
            .values()
            .filter_map(|reader| match &reader.follows {
                Follows::Table(state) => Some(&**state),
                Follows::Link(_) | Follows::Cage(_) => None,
            })
    }

    /// The links as they stand.
    pub fn links(&self) -> impl Iterator<Item = &LinkState> {
        self.streams
            .values()
            .filter_map(|reader| match &reader.follows {
                Follows::Link(state) => Some(&**state),
                Follows::Table(_) | Follows::Cage(_) => None,
            })
    }

    /// How far the stream was told.
    pub fn reached(&self, stream: Stream) -> Reached {
        match self.streams.get(&stream) {
            Some(reader) if reader.poison.is_some() => Reached::Unreadable,
            Some(reader) if reader.sealed => Reached::Sealed,
            Some(_) | None => Reached::Whole,
        }
    }
}

impl Reader {
    fn new(stream: Stream, eyes: &Eyes) -> Reader {
        let follows = match stream {
            Stream::Table(id) => {
                let table = TableState::new(id).seen_by(eyes.clone());
                Follows::Table(Box::new(table))
            }
            Stream::Link(id) => Follows::Link(Box::new(LinkState::new(id))),
            Stream::House | Stream::Purse(_) => Follows::Cage(Head::start(stream)),
        };
        Reader {
            follows,
            asking: None,
            poison: None,
            sealed: false,
        }
    }

    async fn catch_up(
        &mut self,
        store: &impl Store,
        stream: Stream,
        head: Head,
        listener: &mut impl Listener,
    ) -> Result<(), StoreError> {
        self.sealed = false;
        while self.poison.is_none() && self.seq() < head.seq {
            let after = self.seq();
            let rows = store.read(stream, after, PAGE).await?;
            let postings = store.postings(stream, after, PAGE).await?;
            if rows.is_empty() {
                let (seq, what) = (after + 1, "it is missing".to_owned());
                self.poison = Some(Poison { stream, seq, what });
            }
            if let Follows::Table(state) = &mut self.follows {
                state.foresee(&rows);
            }
            let mut postings = postings.as_slice();
            for row in &rows {
                let own = postings.iter().take_while(|posted| posted.seq <= row.seq);
                let (own, rest) = postings.split_at(own.count());
                postings = rest;
                let told = catch_unwind(AssertUnwindSafe(|| self.tell(stream, row, own, listener)));
                let told = told.unwrap_or_else(|broken| {
                    let (seq, what) = (row.seq, spoken(&*broken));
                    Err(Stuck::Poison(Poison { stream, seq, what }))
                });
                match told {
                    Ok(()) => {}
                    Err(Stuck::Poison(poison)) => {
                        self.poison = Some(poison);
                        break;
                    }
                    // The seed may be told on the next page; if not, the round is not over.
                    Err(Stuck::Sealed(_)) if self.seq() == after => {
                        self.sealed = true;
                        return Ok(());
                    }
                    Err(Stuck::Sealed(_)) => break,
                }
            }
        }
        Ok(())
    }

    fn tell(
        &mut self,
        stream: Stream,
        row: &Row,
        rows: &[PostedRow],
        listener: &mut impl Listener,
    ) -> Result<(), Stuck> {
        let seq = row.seq;
        let poison = |what: String| Poison { stream, seq, what };
        let said = |asking: Option<Asking>, what| {
            let asking = asking.ok_or_else(|| poison("no command caused it".to_owned()))?;
            Ok::<_, Poison>(Said {
                stream,
                seq,
                asking,
                what,
                rows,
            })
        };
        match &mut self.follows {
            Follows::Table(before) => {
                let (entry, next) = before.next(row)?;
                let asked = entry.asked.as_ref();
                let asked = asked.map(|asked| asking(entry.id, asked.by, None, asked.now));
                self.asking = asked.or(self.asking);
                let event = &entry.event;
                listener.hear(&said(self.asking, What::Table { event, before })?);
                before.follow(&entry, next);
            }
            Follows::Link(before) => {
                let (entry, next) = before.next(row)?;
                let asked = entry.asked.as_ref().map(|asked| {
                    let with = asked.with.and_then(Actor::person);
                    asking(entry.id, asked.by, with, asked.now)
                });
                self.asking = asked.or(self.asking);
                let event = &entry.event;
                listener.hear(&said(self.asking, What::Link { event, before })?);
                before.follow(&entry, next);
            }
            Follows::Cage(head) => {
                let next = head.follows(row).map_err(poison)?;
                let (cage, word) = (CageEntry::read(&row.bytes), WordEntry::read(&row.bytes));
                match (cage, word, stream) {
                    (Err(_), Ok(word), Stream::House) => {
                        let asked = word.asked.as_ref();
                        let asked =
                            asked.map(|asked| asking(word.id, asked.by, asked.with, asked.now));
                        listener.hear(&said(asked, What::House(&word.event))?);
                    }
                    (cage, _, _) => {
                        let entry = cage.map_err(|error| poison(error.to_string()))?;
                        let asked = entry
                            .asked
                            .map(|asked| asking(entry.id, asked.by, asked.with, asked.now));
                        listener.hear(&said(asked, What::Cage(entry.event))?);
                    }
                }
                *head = next;
            }
        }
        Ok(())
    }

    fn seq(&self) -> u64 {
        match &self.follows {
            Follows::Table(state) => state.head().seq,
            Follows::Link(state) => state.head().seq,
            Follows::Cage(head) => head.seq,
        }
    }
}

fn asking(id: CommandId, by: Actor, with: Option<PersonId>, at: Timestamp) -> Asking {
    Asking { id, by, with, at }
}

/// `player/3`, `pit_manager/12`, `system`.
pub fn who(actor: Actor) -> String {
    match actor {
        Actor::Player(player) => format!("player/{}", player.0),
        Actor::Staff { post, person } => {
            let post = serde_json::json!(post);
            format!("{}/{}", post.as_str().unwrap_or_default(), person.0)
        }
        Actor::System => "system".to_owned(),
    }
}
