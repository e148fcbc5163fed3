//! A store that kills its process at a chosen append: before it is stored, or after it and before it
//! is answered.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use game::Money;
use house::log::{CommandId, Stream, StreamKind};
use house::store::async_trait;
use house::store::{
    Append, Appended, Head, Lease, PostedRow, Row, Store, StoreError, StoredResponse,
};
use ledger::{Account, LinkId};

use super::When;

pub struct Deadly<S> {
    store: S,
    kill: Option<(u64, When)>,
    /// Appends since it was armed; far above any while it is not.
    appends: AtomicU64,
}

impl<S> Deadly<S> {
    pub fn new(store: S, kill: Option<(u64, When)>) -> Deadly<S> {
        Deadly {
            store,
            kill,
            appends: AtomicU64::new(u64::MAX / 2),
        }
    }

    /// From now on appends count.
    pub fn arm(&self) {
        self.appends.store(0, Ordering::SeqCst);
    }
}

/// Signal 9 to oneself: nothing is flushed, dropped or unwound.
fn die() -> ! {
    let own = std::process::id().to_string();
    let _ = Command::new("kill").args(["-9", &own]).status();
    // The signal comes at any moment.
    loop {
        std::thread::park();
    }
}

#[async_trait]
impl<S: Store> Store for Deadly<S> {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let number = self.appends.fetch_add(1, Ordering::SeqCst) + 1;
        if self.kill == Some((number, When::Before)) {
            die();
        }
        let appended = self.store.append(append).await;
        if self.kill == Some((number, When::After)) {
            die();
        }
        appended
    }

    async fn answer(
        &self,
        stream: Stream,
        id: CommandId,
    ) -> Result<Option<StoredResponse>, StoreError> {
        self.store.answer(stream, id).await
    }

    async fn head(&self, stream: Stream) -> Result<Head, StoreError> {
        self.store.head(stream).await
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.store.heads().await
    }

    async fn heads_by_kind(&self, kind: StreamKind) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.store.heads_by_kind(kind).await
    }

    async fn read(&self, stream: Stream, after: u64, limit: usize) -> Result<Vec<Row>, StoreError> {
        self.store.read(stream, after, limit).await
    }

    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PostedRow>, StoreError> {
        self.store.postings(stream, after, limit).await
    }

    async fn balance(&self, account: Account) -> Result<Money, StoreError> {
        self.store.balance(account).await
    }

    async fn balances(&self) -> Result<Vec<(Account, Money)>, StoreError> {
        self.store.balances().await
    }

    async fn contributed(&self, link: LinkId) -> Result<Money, StoreError> {
        self.store.contributed(link).await
    }

    async fn waiting(&self, to: Stream, limit: usize) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.store.waiting(to, limit).await
    }

    async fn consumed(&self, by: Stream) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.store.consumed(by).await
    }

    async fn lease(&self, stream: Stream, owner: &str, ms: u64) -> Result<Lease, StoreError> {
        self.store.lease(stream, owner, ms).await
    }
}
