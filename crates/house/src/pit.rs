//! The pit: which tables this process serves.
//!
//! A table is served as soon as somebody asks for it, from what is stored. Any process may serve any
//! table, and several the same one: the store decides who writes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ledger::TableId;
use tokio::sync::broadcast;

use crate::clock::Clock;
use crate::dealer::{Dealer, TableHandle};
use crate::log::Stream;
use crate::shuffle::Vault;
use crate::store::Store;
use crate::table::{DeckAccess, TableState};

/// How often the bell may ring before a slow listener has to look for himself.
const RINGS: usize = 256;

pub struct Pit {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    vault: Option<Arc<Vault>>,
    handles: Mutex<BTreeMap<TableId, TableHandle>>,
    bell: broadcast::Sender<Stream>,
}

impl Pit {
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Pit {
        Pit {
            store,
            clock,
            vault: None,
            handles: Mutex::default(),
            bell: broadcast::channel(RINGS).0,
        }
    }

    /// With a key the house can shuffle and deal; without one cards lie on the tables.
    #[must_use]
    pub fn with_vault(mut self, vault: Arc<Vault>) -> Pit {
        self.vault = Some(vault);
        self
    }

    /// A table nothing is known of yet, as whoever serves it sees it.
    pub fn new_state(&self, table: TableId) -> TableState {
        let access = self
            .vault
            .clone()
            .map(DeckAccess::with_key)
            .unwrap_or_default();
        TableState::new(table).with_access(access)
    }

    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Rings for a stream that has something to do because of what a table of this process stored. A
    /// hint: what other processes store rings nowhere here, and the outbox alone is the truth.
    pub fn bell(&self) -> broadcast::Receiver<Stream> {
        self.bell.subscribe()
    }

    /// Must be called within a runtime, which serves the table from then on.
    pub fn handle(&self, table: TableId) -> TableHandle {
        let mut handles = self.handles.lock().unwrap_or_else(PoisonError::into_inner);
        let start = || {
            let dealer = Dealer::new(Arc::clone(&self.store), Arc::clone(&self.clock), table);
            let dealer = dealer.with_bell(self.bell.clone());
            match self.vault.clone() {
                Some(vault) => dealer.with_vault(vault).start(),
                None => dealer.start(),
            }
        };
        let handle = handles.entry(table).or_insert_with(start);
        if handle.is_gone() {
            *handle = start();
        }
        handle.clone()
    }
}
