//! One socket a session and table: a new one replaces the old, whose late end then changes nothing.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use house::ledger::TableId;
use house::people::TokenHash;
use tokio::sync::watch;

use crate::app::Caller;

type Key = (TokenHash, TableId);

/// The newest connection of each session at each table.
#[derive(Clone, Default)]
pub struct Connections {
    newest: Arc<Mutex<HashMap<Key, watch::Sender<u64>>>>,
}

/// A connection, which ends when another takes its place.
pub struct Connection {
    key: Option<Key>,
    number: u64,
    newest: watch::Receiver<u64>,
    all: Connections,
}

impl Connections {
    /// Notes a new connection; the one before is told.
    pub fn open(&self, caller: &Caller, table: TableId) -> Connection {
        let key = caller.as_ref().map(|signed| (signed.session, table));
        let Some(key) = key else {
            // Passers-by may watch as often as they like.
            return Connection {
                key: None,
                number: 0,
                newest: watch::channel(0).1,
                all: self.clone(),
            };
        };
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = newest.entry(key).or_insert_with(|| watch::channel(0).0);
        let number = *sender.borrow() + 1;
        sender.send_replace(number);
        Connection {
            key: Some(key),
            number,
            newest: sender.subscribe(),
            all: self.clone(),
        }
    }
}

impl Connection {
    /// Waits until another connection took this one's place.
    pub async fn replaced(&mut self) {
        let number = self.number;
        let replaced = self.newest.wait_for(|newest| *newest > number).await;
        if replaced.map(drop).is_err() {
            core::future::pending::<()>().await;
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let Some(key) = self.key else {
            return;
        };
        let newest = self.all.newest.lock();
        let mut newest = newest.unwrap_or_else(PoisonError::into_inner);
        let own = newest.get(&key).map(|sender| *sender.borrow());
        if own == Some(self.number) {
            newest.remove(&key);
        }
    }
}
