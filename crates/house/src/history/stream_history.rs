//! What is kept of one log, read on when it is asked for.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};

use crate::feed::{LoggedEntry, Projection, Reached, StreamFeed};
use crate::log::Stream;
use crate::store::{Store, StoreError};
use crate::table::{DeckAccess, TableState};

use super::HistoryOf;
use super::kept::KeptRounds;

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
    access: DeckAccess,
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
            access: access.clone(),
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
                self.read_on(&mut feed, store, head.seq).await?;
            }
        }
        Ok(self.look(take))
    }

    async fn read_on(
        &self,
        feed: &mut StreamFeed,
        store: &dyn Store,
        to: u64,
    ) -> Result<(), StoreError> {
        feed.catch_up(store, to, &mut EachEntry(&self.kept)).await?;
        let table = feed.table().map(|state| &**state);
        locked_for_writing(&self.kept).caught_up(table);
        self.read_to.store(to, Ordering::Release);
        Ok(())
    }

    fn has_read(&self, to: u64) -> bool {
        self.read_to.load(Ordering::Acquire) >= to
    }

    fn look<T>(&self, take: impl FnOnce(&K) -> T) -> T {
        take(&self.kept.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A table's log is read from the newest entries backwards, from snapshot to snapshot, and no further
/// than the pages asked for so far can reach: each stretch between two snapshots holds whole rounds, and
/// which rounds are kept does not depend on the order in which they come.
impl StreamHistory<KeptRounds> {
    /// Takes from what is kept, once that includes all that a page of `whose` can show now.
    pub async fn read_rounds<T>(
        &self,
        store: &dyn Store,
        whose: HistoryOf,
        take: impl FnOnce(&KeptRounds) -> T,
    ) -> Result<T, StoreError> {
        let head = store.head(self.stream).await?;
        let missing = || self.look(|kept| kept.missing(whose));
        if !self.has_read(head.seq) || missing().is_some() {
            let mut feed = self.feed.lock().await;
            if !self.has_read(head.seq) {
                self.read_newest(&mut feed, store, head.seq).await?;
            }
            while let Some(unread) = missing() {
                self.read_older(&mut feed, store, head.seq, unread).await?;
            }
        }
        Ok(self.look(take))
    }

    /// Reads on to the head, the first time from the latest snapshot.
    async fn read_newest(
        &self,
        feed: &mut StreamFeed,
        store: &dyn Store,
        to: u64,
    ) -> Result<(), StoreError> {
        if feed.seq() == 0 {
            // With at least one entry behind it: that is the one that opens a round.
            feed.start_from_snapshot(store, to.saturating_sub(1)).await;
            let mut kept = locked_for_writing(&self.kept);
            *kept = kept.start_behind(feed.seq());
        }
        self.read_on(feed, store, to).await?;
        if feed.corrupt().is_some() && !self.look(KeptRounds::has_all) {
            self.read_whole(feed, store, to).await?;
        }
        Ok(())
    }

    /// Reads the last stretch of what was not read: from the snapshot before it, or the first entry.
    async fn read_older(
        &self,
        feed: &mut StreamFeed,
        store: &dyn Store,
        to: u64,
        unread: u64,
    ) -> Result<(), StoreError> {
        let mut stretch = StreamFeed::new(self.stream, &self.access);
        let before = unread.saturating_sub(1);
        stretch.start_from_snapshot(store, before).await;
        let mut older = self.look(|kept| kept.start_behind(stretch.seq()));
        // With the entry that opens the next round: only then the last one can no longer change.
        stretch.catch_up(store, unread + 1, &mut older).await?;
        if stretch.reached() != Reached::Whole {
            return self.read_whole(feed, store, to).await;
        }
        locked_for_writing(&self.kept).add_older(older);
        Ok(())
    }

    /// Reads the log again from its first entry: it may be sound where a snapshot of it is not.
    async fn read_whole(
        &self,
        feed: &mut StreamFeed,
        store: &dyn Store,
        to: u64,
    ) -> Result<(), StoreError> {
        let mut whole = StreamFeed::new(self.stream, &self.access);
        let mut kept = self.look(|kept| kept.start_behind(0));
        whole.catch_up(store, to, &mut kept).await?;
        kept.caught_up(whole.table().map(|state| &**state));
        *locked_for_writing(&self.kept) = kept;
        *feed = whole;
        self.read_to.store(to, Ordering::Release);
        Ok(())
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
