//! The pit: which tables there are, and which of them this process has loaded.
//!
//! A table is created once, by an entry in its log; a request to a number that was never created is an
//! error. A created table is loaded when it is first asked for, by reading its log, and unloaded when it
//! is idle. Any process may serve any table, and several the same one: the store decides who writes.

mod rounds;

use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use game::Actor;
use ledger::TableId;
use tokio::sync::{broadcast, watch};

use crate::clock::Clock;
use crate::dealer::{
    Committed, Dealer, Remove, Removed, TableCommand, TableHandle, Unload, commits_between,
};
use crate::feed::StreamMoved;
use crate::log::{CommandId, Stream};
use crate::people::{NamedPeople, People};
use crate::projections::Projections;
use crate::response::{Response, ServiceError};
use crate::shuffle::Vault;
use crate::store::Store;
use crate::table::{DeckAccess, HouseRequest, TableRequest, TableState};

/// How many rings of the bell a slow listener may be behind before it has to read the outbox itself.
const RINGS: usize = 256;
/// How long a table stays loaded without a request, unless the caller says otherwise.
pub(crate) const IDLE: Duration = Duration::from_mins(10);

/// The handles of the loaded tables.
type Handles = Mutex<BTreeMap<TableId, TableHandle>>;

/// The tables of a house, as one process serves them.
pub struct Pit {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    vault: Option<Arc<Vault>>,
    people: Arc<dyn People>,
    unload_after: Duration,
    handles: Arc<Handles>,
    bell: broadcast::Sender<Stream>,
    /// What the tables and links of this process hand their commits to.
    projections: Option<Projections>,
    /// How many tables were loaded so far: changes whenever one is.
    loads: watch::Sender<u64>,
    /// Whether the house is closed, and no table is loaded any more.
    closed: AtomicBool,
}

impl Pit {
    /// A pit with no table loaded, that knows no people: what two people have to ask of a link is refused.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Pit {
        Pit {
            store,
            clock,
            vault: None,
            people: Arc::new(NamedPeople::default()),
            unload_after: IDLE,
            handles: Arc::default(),
            bell: broadcast::channel(RINGS).0,
            projections: None,
            loads: watch::channel(0).0,
            closed: AtomicBool::new(false),
        }
    }

    /// With a key the house can shuffle and deal; without one cards lie on the tables.
    #[must_use]
    pub fn with_vault(mut self, vault: Arc<Vault>) -> Pit {
        self.vault = Some(vault);
        self
    }

    /// With the register of the people of the house.
    #[must_use]
    pub fn with_people(mut self, people: Arc<dyn People>) -> Pit {
        self.people = people;
        self
    }

    /// The register of the people of the house.
    pub fn people(&self) -> &dyn People {
        self.people.as_ref()
    }

    /// With read models: every table hands its state to them with each commit and after its first
    /// reading, and links say what they stored.
    #[must_use]
    pub fn with_projections(mut self, projections: Projections) -> Pit {
        self.projections = Some(projections);
        self
    }

    /// The read models that tables and links of this process feed, if there are any.
    pub fn projections(&self) -> Option<&Projections> {
        self.projections.as_ref()
    }

    /// Tells the read models that a stream other than a table's was written to.
    pub(crate) fn notify_moved(&self, moved: StreamMoved) {
        if let Some(projections) = &self.projections {
            projections.moved().notify(moved);
        }
    }

    /// How long a table without subscriber, open round and handle stays loaded after its last request.
    #[must_use]
    pub fn with_unload_after(mut self, idle: Duration) -> Pit {
        self.unload_after = idle;
        self
    }

    /// A table of which no entry has been read, with this process's access to decks.
    pub fn new_state(&self, table: TableId) -> TableState {
        TableState::new(table).with_access(self.deck_access())
    }

    /// What this process can see of decks.
    pub fn deck_access(&self) -> DeckAccess {
        self.vault
            .clone()
            .map(DeckAccess::with_key)
            .unwrap_or_default()
    }

    /// Where the house is kept.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// What tells the time of every command.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Rings for a stream that has something to do because of what a table of this process stored. A
    /// hint: what other processes store rings nowhere here, and the outbox alone is the truth.
    pub fn bell(&self) -> broadcast::Receiver<Stream> {
        self.bell.subscribe()
    }

    /// Creates the table: its log begins with who did it and when. A number that exists is refused.
    /// Must be called within a runtime.
    pub async fn create_table(
        &self,
        table: TableId,
        id: CommandId,
        by: Actor,
    ) -> Result<Response, ServiceError> {
        let command = TableCommand {
            id,
            by,
            request: TableRequest::House(HouseRequest::CreateTable),
            rulebook: None,
        };
        if self.closed.load(Ordering::SeqCst) {
            return Err(ServiceError::NotServed);
        }
        // Its own dealer: where the request is refused, the table is not in the pit.
        self.dealer(table).start().submit(command).await
    }

    /// Whether the table was created: its log has an entry.
    pub async fn is_created(&self, table: TableId) -> Result<bool, ServiceError> {
        Ok(self.store.head(Stream::Table(table)).await?.seq > 0)
    }

    /// The way to a table, which is loaded if it is not yet. A number that was never created is an
    /// error, and nothing is started or written. Must be called within a runtime.
    pub async fn handle(&self, table: TableId) -> Result<TableHandle, ServiceError> {
        let handle = match self.loaded(table) {
            Some(handle) => handle,
            None if self.is_created(table).await? => self.load(table)?,
            None => return Err(ServiceError::UnknownTable { table }),
        };
        if handle.state().is_none() {
            // Read the log, so that there is a state to look at. What fails here is said to the
            // next request.
            drop(handle.snapshot().await);
        }
        Ok(handle)
    }

    /// What every command did whose entries lie after this one, for a reader who was away: what a
    /// subscriber would have been sent since. Reads the log from the snapshot before.
    pub async fn commits_after(
        &self,
        table: TableId,
        after: u64,
    ) -> Result<Vec<Committed>, ServiceError> {
        let unread = self.new_state(table);
        commits_between(&*self.store, unread, (after, u64::MAX)).await
    }

    /// What every command of one round did, from its opening call to what came before the next; nothing
    /// where there was no such round.
    pub async fn commits_of_round(
        &self,
        table: TableId,
        round: u64,
    ) -> Result<Option<Vec<Committed>>, ServiceError> {
        let store = &*self.store;
        let Some(entries) = rounds::entries_of(store, table, round).await? else {
            return Ok(None);
        };
        let unread = self.new_state(table);
        Ok(Some(commits_between(store, unread, entries).await?))
    }

    /// The way to a table that is loaded now.
    pub fn loaded(&self, table: TableId) -> Option<TableHandle> {
        let handles = self.handles();
        handles
            .get(&table)
            .filter(|handle| !handle.is_gone())
            .cloned()
    }

    /// Ends the tasks of all loaded tables: each serves what is in its queue before. The next request
    /// to a table would load it again.
    pub async fn close_tables(&self) {
        let closing: Vec<TableHandle> = core::mem::take(&mut *self.handles())
            .into_values()
            .collect();
        for handle in closing {
            handle.close().await;
        }
    }

    /// Closes the tables for good: a request to one is [`ServiceError::NotServed`] from then on, so that
    /// nothing is stored behind the last statement.
    pub(crate) async fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.close_tables().await;
    }

    /// Changes whenever a table is loaded.
    pub(crate) fn loads(&self) -> watch::Receiver<u64> {
        self.loads.subscribe()
    }

    fn load(&self, table: TableId) -> Result<TableHandle, ServiceError> {
        let mut handles = self.handles();
        if self.closed.load(Ordering::SeqCst) {
            return Err(ServiceError::NotServed);
        }
        let loaded = handles.get(&table).filter(|handle| !handle.is_gone());
        if let Some(handle) = loaded {
            return Ok(handle.clone());
        }
        let unload = Unload {
            after: self.unload_after,
            remove: remove_from(Arc::downgrade(&self.handles), table),
        };
        let handle = self.dealer(table).with_unload(unload).start();
        handles.insert(table, handle.clone());
        drop(handles);
        self.loads.send_modify(|loads| *loads += 1);
        Ok(handle)
    }

    fn dealer(&self, table: TableId) -> Dealer {
        let dealer = Dealer::new(Arc::clone(&self.store), Arc::clone(&self.clock), table);
        let dealer = dealer.with_bell(self.bell.clone());
        let dealer = match self.projections.clone() {
            Some(projections) => dealer.with_projections(projections),
            None => dealer,
        };
        match self.vault.clone() {
            Some(vault) => dealer.with_vault(vault),
            None => dealer,
        }
    }

    fn handles(&self) -> MutexGuard<'_, BTreeMap<TableId, TableHandle>> {
        self.handles.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets an idle table go, where the pit's handle is the only one. Handles are given out under the same
/// lock.
fn remove_from(handles: Weak<Handles>, table: TableId) -> Remove {
    Box::new(move |held| {
        let Some(handles) = handles.upgrade() else {
            return Removed::InUse;
        };
        let mut handles = handles.lock().unwrap_or_else(PoisonError::into_inner);
        if held() > 1 {
            return Removed::InUse;
        }
        handles.remove(&table);
        Removed::Yes
    })
}
