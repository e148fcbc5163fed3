//! The read models of a house that is open: the lobby and the history, for many readers at once.
//!
//! [`Projections`] is a handle: clone it for every reader. The lobby is a list of small summaries, each
//! shared and replaced whole, so to read it costs a pointer per table and waits for no I/O. It is fed by
//! commits: a table's task hands over the state it has just stored ([`Projections::publish`]), or says
//! how far its stream goes now ([`Projections::moved`]) and only that stream is read on. What other
//! processes store is found by looking at the heads of tables and links from time to time
//! ([`Projections::catch_up`]); purses are read when their player's page is asked for and never before.
//! A table that no task of this process has opened is read from its latest snapshot on. The history is
//! read from the logs page by page ([`crate::history`]).
//!
//! A summary never goes back to an earlier entry, even if it is given an older state. Models are built from
//! the logs and nothing else: discarded and built again they are the same. Nothing is decided from them.
//!
//! Balances and open rounds are not here: the store has what players own (`Store::balance`), the books
//! have what is held in rounds that are not over, and a round as it is played is the table's own
//! (`Round::view_for`).

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockWriteGuard};
use std::time::Duration;

use ledger::{LinkId, TableId};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::MissedTickBehavior;

use crate::dealer::Committed;
use crate::feed::{LoggedEntry, MovedStreams, Projection, Reached, StreamFeed, StreamMoved};
use crate::history::{History, HistoryPage, Query, Retention};
use crate::link::LinkState;
use crate::lobby::{LinkSummary, Lobby, LobbyModel, TableSummary};
use crate::log::{CorruptEntry, Stream, StreamKind};
use crate::store::{Store, StoreError};
use crate::table::{DeckAccess, TableState};

/// The lobby and the history of one house. Clones share everything.
#[derive(Clone)]
pub struct Projections {
    shared: Arc<Shared>,
}

struct Shared {
    store: Arc<dyn Store>,
    access: DeckAccess,
    /// Locked for an instant, to copy pointers or to put one in.
    lobby: RwLock<LobbyModel>,
    /// One reader a stream, locked while it reads the log on.
    feeds: Mutex<BTreeMap<Stream, Arc<tokio::sync::Mutex<StreamFeed>>>>,
    moved: MovedStreams,
    history: History,
}

impl Projections {
    /// Models of which nothing was read yet. With the key to the decks a round dealt by the house is
    /// followed while it is played; without, it is read when it is over.
    pub fn new(store: Arc<dyn Store>, access: DeckAccess, retention: Retention) -> Projections {
        let history = History::new(Arc::clone(&store), access.clone(), retention);
        Projections {
            shared: Arc::new(Shared {
                store,
                access,
                lobby: RwLock::default(),
                feeds: Mutex::default(),
                moved: MovedStreams::default(),
                history,
            }),
        }
    }

    /// Every table and link as far as they are known here.
    pub fn lobby(&self) -> Lobby {
        self.read_lobby(LobbyModel::lobby)
    }

    /// One table of the lobby.
    pub fn table(&self, table: TableId) -> Option<Arc<TableSummary>> {
        self.read_lobby(|lobby| lobby.table(table))
    }

    /// One link of the lobby.
    pub fn link(&self, link: LinkId) -> Option<Arc<LinkSummary>> {
        self.read_lobby(|lobby| lobby.link(link))
    }

    /// A page of the history of a table or a player, up to what is stored now.
    ///
    /// # Errors
    ///
    /// Where the store cannot be read.
    pub async fn history(&self, query: &Query) -> Result<HistoryPage, StoreError> {
        self.shared.history.page(query).await
    }

    /// Takes the state of a table after a commit, or as its task has opened it. Nothing is read. A number
    /// at which no table was created is not in the lobby: its log has no entry.
    pub fn publish(&self, state: &Arc<TableState>) {
        if state.head().seq > 0 {
            self.publish_table(state, Reached::Whole);
        }
    }

    /// Where those who write tables and links in this process say how far a stream goes now;
    /// [`Projections::follow`] reads it on.
    pub fn moved(&self) -> &MovedStreams {
        &self.shared.moved
    }

    /// Passes on the commits of one table until its task ends.
    pub async fn watch(self, table: TableId, mut commits: broadcast::Receiver<Committed>) {
        let stream = Stream::Table(table);
        loop {
            match commits.recv().await {
                Ok(Committed { to, .. }) => self.moved().notify(StreamMoved { stream, to }),
                // The commits that were missed are followed by one that says how far the log goes.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Keeps the lobby up to date: reads on what moved as soon as it is told so, and looks every
    /// `interval` for what other processes stored. Where the store cannot be read, reports it and tries
    /// again at the next interval; ends with the error that `report` returns, if it returns one.
    pub async fn follow(
        self,
        interval: Duration,
        mut report: impl FnMut(StoreError) -> Result<(), StoreError> + Send,
    ) -> StoreError {
        let mut ticks = tokio::time::interval(interval);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let read = tokio::select! {
                moved = self.shared.moved.wait_moved() => self.read_on_all(moved).await,
                _ = ticks.tick() => self.catch_up().await.map(drop),
            };
            if let Err(error) = read
                && let Err(last) = report(error)
            {
                return last;
            }
        }
    }

    /// Reads on every table and link that was written to since, by any process. Returns the entries that
    /// cannot be read: their streams stand still, the others go on.
    ///
    /// # Errors
    ///
    /// Where the store cannot be read.
    pub async fn catch_up(&self) -> Result<Vec<CorruptEntry>, StoreError> {
        let mut corrupt = Vec::new();
        for kind in [StreamKind::Table, StreamKind::Link] {
            for (stream, head) in self.shared.store.heads_by_kind(kind).await? {
                let to = head.seq;
                corrupt.extend(self.read_on(StreamMoved { stream, to }).await?);
            }
        }
        Ok(corrupt)
    }

    async fn read_on_all(&self, moved: Vec<StreamMoved>) -> Result<(), StoreError> {
        for moved in moved {
            self.read_on(moved).await?;
        }
        Ok(())
    }

    /// Reads one stream on. Returns the entry at which that ended for good.
    async fn read_on(&self, moved: StreamMoved) -> Result<Option<CorruptEntry>, StoreError> {
        let StreamMoved { stream, to } = moved;
        let in_lobby = match stream {
            Stream::Table(_) | Stream::Link(_) => true,
            // A player's page reads his purse.
            Stream::House | Stream::Purse(_) => false,
        };
        if !in_lobby || self.has_read(stream, to) {
            return Ok(None);
        }
        let feed = self.feed(stream);
        let mut feed = feed.lock().await;
        if let Some(state) = self.table_state(stream) {
            feed.adopt(&state);
        }
        let store = &*self.shared.store;
        // With at least one entry behind it: that is the one that opens a round.
        feed.start_from_snapshot(store, to.saturating_sub(1)).await;
        feed.catch_up(store, to, &mut NoEntries).await?;
        if let Some(state) = feed.table() {
            self.publish_table(state, feed.reached());
        }
        if let Some(state) = feed.link() {
            self.publish_link(state, feed.reached());
        }
        Ok(feed.corrupt().cloned())
    }

    fn table_state(&self, stream: Stream) -> Option<Arc<TableState>> {
        let Stream::Table(table) = stream else {
            return None;
        };
        self.read_lobby(|lobby| lobby.table_state(table).cloned())
    }

    fn has_read(&self, stream: Stream, to: u64) -> bool {
        let entry = self.read_lobby(|lobby| match stream {
            Stream::Table(table) => lobby.table(table).map(|summary| summary.entry),
            Stream::Link(link) => lobby.link(link).map(|summary| summary.entry),
            Stream::House | Stream::Purse(_) => None,
        });
        entry.is_some_and(|entry| entry >= to)
    }

    fn feed(&self, stream: Stream) -> Arc<tokio::sync::Mutex<StreamFeed>> {
        let feeds = self.shared.feeds.lock();
        let mut feeds = feeds.unwrap_or_else(PoisonError::into_inner);
        let feed = feeds.entry(stream).or_insert_with(|| {
            let feed = StreamFeed::new(stream, &self.shared.access);
            Arc::new(tokio::sync::Mutex::new(feed))
        });
        Arc::clone(feed)
    }

    fn publish_table(&self, state: &Arc<TableState>, reached: Reached) {
        if let Stream::Table(table) = state.stream() {
            let summary = TableSummary::of(table, state, reached);
            self.write_lobby().publish_table(summary, state);
        }
    }

    fn publish_link(&self, state: &LinkState, reached: Reached) {
        if let Stream::Link(link) = state.stream() {
            let summary = LinkSummary::of(link, state, reached);
            self.write_lobby().publish_link(summary);
        }
    }

    fn read_lobby<T>(&self, read: impl FnOnce(&LobbyModel) -> T) -> T {
        let lobby = self.shared.lobby.read();
        read(&lobby.unwrap_or_else(PoisonError::into_inner))
    }

    fn write_lobby(&self) -> RwLockWriteGuard<'_, LobbyModel> {
        let lobby = self.shared.lobby.write();
        lobby.unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lobby is made from states: it needs no entry and no row of money.
struct NoEntries;

impl Projection for NoEntries {
    fn apply(&mut self, _: &LoggedEntry<'_>) {}

    fn needs_postings(&self) -> bool {
        false
    }
}
