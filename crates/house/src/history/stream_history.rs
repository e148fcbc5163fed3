//! What is kept of one log, read on when it is asked for.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};

use crate::feed::{LoggedEntry, Projection, StreamFeed};
use crate::log::Stream;
use crate::store::{Store, StoreError};
use crate::table::{DeckAccess, TableState};

/// Built from the entries of one log.
pub trait Kept: Projection + Send + Sync {
    /// Every entry that is stored was taken in. `table` is the table now, in the log of one.
    fn caught_up(&mut self, table: Option<&TableState>);
}

/// What is kept of one log, and how far that was read.
///
/// After each entry `kept` is complete up to that entry, so a reader may look at any moment: he waits
/// for an entry to be taken in, never for the store. Only one task at a time reads the log on.
pub struct StreamHistory<K> {
    stream: Stream,
    kept: RwLock<K>,
    /// The log was read up to here, or as far as it can be read.
    read_to: AtomicU64,
    /// Held while the log is read on, so that no entry is read twice.
    feed: tokio::sync::Mutex<StreamFeed>,
}

impl<K: Kept> StreamHistory<K> {
    pub fn new(stream: Stream, access: &DeckAccess, kept: K) -> StreamHistory<K> {
        StreamHistory {
            stream,
            kept: RwLock::new(kept),
            read_to: AtomicU64::new(0),
            feed: tokio::sync::Mutex::new(StreamFeed::new(stream, access)),
        }
    }

    /// Takes from what is kept, once that includes all that is stored now.
    pub async fn read<T>(
        &self,
        store: &dyn Store,
        take: impl FnOnce(&K) -> T,
    ) -> Result<T, StoreError> {
        let head = store.head(self.stream).await?;
        if !self.has_read(head.seq) {
            let mut feed = self.feed.lock().await;
            if !self.has_read(head.seq) {
                feed.catch_up(store, head.seq, &mut EachEntry(&self.kept))
                    .await?;
                let table = feed.table().map(|state| &**state);
                locked_for_writing(&self.kept).caught_up(table);
                self.read_to.store(head.seq, Ordering::Release);
            }
        }
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        Ok(take(&kept))
    }

    fn has_read(&self, to: u64) -> bool {
        self.read_to.load(Ordering::Acquire) >= to
    }
}

/// Locks what is kept for one entry at a time.
struct EachEntry<'a, K>(&'a RwLock<K>);

impl<K: Kept> Projection for EachEntry<'_, K> {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        locked_for_writing(self.0).apply(logged);
    }

    fn needs_postings(&self) -> bool {
        let kept = self.0.read().unwrap_or_else(PoisonError::into_inner);
        kept.needs_postings()
    }
}

/// An entry the rules cannot read may break them while it is taken in; what was kept before stays.
fn locked_for_writing<K>(kept: &RwLock<K>) -> RwLockWriteGuard<'_, K> {
    kept.write().unwrap_or_else(PoisonError::into_inner)
}
