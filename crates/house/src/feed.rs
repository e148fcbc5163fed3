//! The logs, read entry by entry: each entry with its command, the time, the state before it and the
//! rows of money that follow from it.
//!
//! Projections are built here: reports and exports from [`LogFeed`], which reads every stream of a
//! store; the lobby and the history from [`StreamFeed`], which reads one. A feed knows how far it has
//! read and goes on from there. A projection can be discarded and built again from the logs: it is the
//! same. Within a stream entries come in order; between streams only times can be compared. Where the
//! house deals the cards, a feed without the key to its decks reads a round up to its deal, and the
//! rest once the seed is published.

mod moved;
mod stream_feed;

use std::collections::BTreeMap;

use game::{Actor, PersonId, Timestamp};
use ledger::CageMove;
use serde::Serialize;

use crate::link::{LinkEvent, LinkState};
use crate::log::{CommandId, CorruptEntry, Stream};
use crate::loss::HouseLogEvent;
use crate::store::{PostedRow, Store, StoreError};
use crate::table::{DeckAccess, TableEvent, TableState};

pub use moved::{MovedStreams, StreamMoved};
pub(crate) use stream_feed::StreamFeed;

/// An entry as a projection gets it.
#[derive(Clone, Copy, Debug)]
pub struct LoggedEntry<'a> {
    /// The stream it is in.
    pub stream: Stream,
    /// Its number in the stream.
    pub seq: u64,
    /// The command that caused it.
    pub command: CommandMeta,
    /// What happened.
    pub payload: Payload<'a>,
    /// The rows of money that follow from it.
    pub rows: &'a [PostedRow],
}

/// The command that caused an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandMeta {
    /// The id of the command.
    pub id: CommandId,
    /// Who gave it.
    pub by: Actor,
    /// The second person, where two had to sign.
    pub with: Option<PersonId>,
    /// When it reached the house.
    pub at: Timestamp,
}

/// What happened, and the state before it.
#[derive(Clone, Copy, Debug)]
pub enum Payload<'a> {
    /// An event of a table.
    Table {
        /// What happened.
        event: &'a TableEvent,
        /// The table before it.
        before: &'a TableState,
    },
    /// An event of a jackpot link.
    Link {
        /// What happened.
        event: &'a LinkEvent,
        /// The link before it.
        before: &'a LinkState,
    },
    /// A move of money at the cage.
    Cage(CageMove),
    /// An event of the house's own log.
    House(&'a HouseLogEvent),
}

/// A read model that is built from entries.
pub trait Projection {
    /// Takes in the next entry.
    fn apply(&mut self, logged: &LoggedEntry<'_>);

    /// Whether entries have to come with their rows of money, which cost a second read.
    fn needs_postings(&self) -> bool {
        true
    }
}

/// Reads every stream of a store, for reports and exports.
#[derive(Default)]
pub struct LogFeed {
    streams: BTreeMap<Stream, StreamFeed>,
    access: DeckAccess,
}

/// Whether a stream was read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reached {
    /// To its end.
    Whole,
    /// Up to a deal whose cards this reader may not see before the round is over.
    Sealed,
    /// Up to an entry that no version of this program can have written.
    Unreadable,
}

impl LogFeed {
    /// A feed that sees this much of the decks of the house.
    pub fn with_access(access: DeckAccess) -> LogFeed {
        LogFeed {
            streams: BTreeMap::new(),
            access,
        }
    }

    /// Reads what was stored since the last time, in every stream. A corrupt entry ends its stream for
    /// good and is returned; the other streams are read all the same.
    pub async fn catch_up(
        &mut self,
        store: &dyn Store,
        projection: &mut impl Projection,
    ) -> Result<Vec<CorruptEntry>, StoreError> {
        for (stream, head) in store.heads().await? {
            let feed = self.streams.entry(stream);
            let feed = feed.or_insert_with(|| StreamFeed::new(stream, &self.access));
            feed.catch_up(store, head.seq, projection).await?;
        }
        let feeds = self.streams.values();
        Ok(feeds.filter_map(|feed| feed.corrupt().cloned()).collect())
    }

    /// The tables as far as they were read.
    pub fn tables(&self) -> impl Iterator<Item = &TableState> {
        let feeds = self.streams.values();
        feeds.filter_map(StreamFeed::table).map(|state| &**state)
    }

    /// The links as far as they were read.
    pub fn links(&self) -> impl Iterator<Item = &LinkState> {
        self.streams.values().filter_map(StreamFeed::link)
    }

    /// How far the stream was read.
    pub fn reached(&self, stream: Stream) -> Reached {
        let feed = self.streams.get(&stream);
        feed.map_or(Reached::Whole, StreamFeed::reached)
    }
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
