//! A store that cannot be reached, or has stopped, or makes the calling task panic, when a test says so.

use std::sync::{Arc, Mutex};

use game::Money;
use house::log::{CommandId, Stream, StreamKind};
use house::store::async_trait;
use house::store::{
    Append, Appended, Head, Lease, PostedRow, Row, Store, StoreError, StoredResponse,
};
use ledger::{Account, LinkId};

pub struct Outage<S> {
    pub store: Arc<S>,
    trouble: Mutex<Option<StoreError>>,
    breaks: Mutex<Option<(Stream, Moment)>>,
}

/// When a task breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before it has read anything.
    Reading,
    /// With something to store.
    Storing,
    /// It is stored, and the caller has no answer yet.
    Stored,
}

impl<S> Outage<S> {
    pub fn new(store: Arc<S>) -> Outage<S> {
        Outage {
            store,
            trouble: Mutex::default(),
            breaks: Mutex::default(),
        }
    }

    /// From now on everybody is told this, or served again.
    pub fn says(&self, trouble: Option<StoreError>) {
        *self.trouble.lock().unwrap() = trouble;
    }

    /// The next task that is so far with the stream panics, once.
    pub fn breaks(&self, stream: Stream, at: Moment) {
        *self.breaks.lock().unwrap() = Some((stream, at));
    }

    fn survives(&self, stream: Stream, at: Moment) {
        let mut breaks = self.breaks.lock().unwrap();
        let here = *breaks == Some((stream, at));
        if here {
            *breaks = None;
        }
        // Dropped before the panic, so that the lock is not poisoned.
        drop(breaks);
        assert!(!here, "broken by the test, {at:?}");
    }

    fn works(&self) -> Result<(), StoreError> {
        self.trouble.lock().unwrap().clone().map_or(Ok(()), Err)
    }
}

#[async_trait]
impl<S: Store> Store for Outage<S> {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.works()?;
        let stream = append.stream;
        self.survives(stream, Moment::Storing);
        let appended = self.store.append(append).await;
        self.survives(stream, Moment::Stored);
        appended
    }

    async fn answer(
        &self,
        stream: Stream,
        id: CommandId,
    ) -> Result<Option<StoredResponse>, StoreError> {
        self.works()?;
        self.store.answer(stream, id).await
    }

    async fn head(&self, stream: Stream) -> Result<Head, StoreError> {
        self.works()?;
        self.survives(stream, Moment::Reading);
        self.store.head(stream).await
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.works()?;
        self.store.heads().await
    }

    async fn heads_by_kind(&self, kind: StreamKind) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.works()?;
        self.store.heads_by_kind(kind).await
    }

    async fn read(&self, stream: Stream, after: u64, limit: usize) -> Result<Vec<Row>, StoreError> {
        self.works()?;
        self.store.read(stream, after, limit).await
    }

    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PostedRow>, StoreError> {
        self.works()?;
        self.store.postings(stream, after, limit).await
    }

    async fn balance(&self, account: Account) -> Result<Money, StoreError> {
        self.works()?;
        self.store.balance(account).await
    }

    async fn balances(&self) -> Result<Vec<(Account, Money)>, StoreError> {
        self.works()?;
        self.store.balances().await
    }

    async fn contributed(&self, link: LinkId) -> Result<Money, StoreError> {
        self.works()?;
        self.store.contributed(link).await
    }

    async fn waiting(&self, to: Stream, limit: usize) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.works()?;
        self.store.waiting(to, limit).await
    }

    async fn consumed(&self, by: Stream) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.works()?;
        self.store.consumed(by).await
    }

    async fn lease(&self, stream: Stream, owner: &str, ms: u64) -> Result<Lease, StoreError> {
        self.works()?;
        self.store.lease(stream, owner, ms).await
    }
}
