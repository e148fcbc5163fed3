//! The pit: which tables this process serves.
//!
//! A table is served as soon as somebody asks for it, from what is stored. Any process may serve any
//! table, and several the same one: the store decides who writes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ledger::TableId;

use crate::clock::Clock;
use crate::dealer::{Dealer, Seat};
use crate::store::Store;

pub struct Pit<S, C> {
    store: Arc<S>,
    clock: Arc<C>,
    seats: Mutex<BTreeMap<TableId, Seat>>,
}

impl<S: Store, C: Clock> Pit<S, C> {
    pub fn new(store: Arc<S>, clock: Arc<C>) -> Pit<S, C> {
        Pit {
            store,
            clock,
            seats: Mutex::default(),
        }
    }

    pub fn store(&self) -> &Arc<S> {
        &self.store
    }

    pub fn clock(&self) -> &Arc<C> {
        &self.clock
    }

    /// Must be called within a runtime, which serves the table from then on.
    pub fn seat(&self, table: TableId) -> Seat {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let start = || Dealer::start(Arc::clone(&self.store), Arc::clone(&self.clock), table);
        seats.entry(table).or_insert_with(start).clone()
    }
}
