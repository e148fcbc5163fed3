//! A store around another one: everything is passed on but what the wrapper does itself.

use std::ops::Deref;

use game::Money;
use house::log::{CommandId, Stream, StreamKind};
use house::store::async_trait;
use house::store::{
    Append, Appended, Head, Lease, PostedRow, Row, SideRows, Snapshot, Store, StoreError,
    StoredResponse,
};
use ledger::{Account, LinkId};

/// What a wrapper does otherwise than the store it wraps; the rest is passed on.
#[async_trait]
pub trait Wrapper: Send + Sync + 'static {
    fn wrapped(&self) -> &dyn Store;

    /// Comes before every call but that for side rows; an error is the answer to the call.
    fn before(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.wrapped().append(append).await
    }

    async fn head(&self, stream: Stream) -> Result<Head, StoreError> {
        self.wrapped().head(stream).await
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.wrapped().heads().await
    }

    async fn heads_by_kind(&self, kind: StreamKind) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.wrapped().heads_by_kind(kind).await
    }

    async fn read(&self, stream: Stream, after: u64, limit: usize) -> Result<Vec<Row>, StoreError> {
        self.wrapped().read(stream, after, limit).await
    }

    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PostedRow>, StoreError> {
        self.wrapped().postings(stream, after, limit).await
    }

    async fn balances(&self) -> Result<Vec<(Account, Money)>, StoreError> {
        self.wrapped().balances().await
    }

    async fn waiting(&self, to: Stream, limit: usize) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.wrapped().waiting(to, limit).await
    }

    async fn consumed(&self, by: Stream) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.wrapped().consumed(by).await
    }

    async fn snapshots(
        &self,
        stream: Stream,
        up_to: u64,
        limit: usize,
    ) -> Result<Vec<Snapshot>, StoreError> {
        self.wrapped().snapshots(stream, up_to, limit).await
    }

    fn side_rows(&self) -> Option<&dyn SideRows> {
        None
    }
}

/// The store that a wrapper makes of the one it wraps.
pub struct Wrapped<W>(pub W);

impl<W> Deref for Wrapped<W> {
    type Target = W;

    fn deref(&self) -> &W {
        &self.0
    }
}

#[async_trait]
impl<W: Wrapper> Store for Wrapped<W> {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.0.before()?;
        self.0.append(append).await
    }

    async fn answer(
        &self,
        stream: Stream,
        id: CommandId,
    ) -> Result<Option<StoredResponse>, StoreError> {
        self.0.before()?;
        self.0.wrapped().answer(stream, id).await
    }

    async fn head(&self, stream: Stream) -> Result<Head, StoreError> {
        self.0.before()?;
        self.0.head(stream).await
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.0.before()?;
        self.0.heads().await
    }

    async fn heads_by_kind(&self, kind: StreamKind) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.0.before()?;
        self.0.heads_by_kind(kind).await
    }

    async fn read(&self, stream: Stream, after: u64, limit: usize) -> Result<Vec<Row>, StoreError> {
        self.0.before()?;
        self.0.read(stream, after, limit).await
    }

    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PostedRow>, StoreError> {
        self.0.before()?;
        self.0.postings(stream, after, limit).await
    }

    async fn balance(&self, account: Account) -> Result<Money, StoreError> {
        self.0.before()?;
        self.0.wrapped().balance(account).await
    }

    async fn balances(&self) -> Result<Vec<(Account, Money)>, StoreError> {
        self.0.before()?;
        self.0.balances().await
    }

    async fn contributed(&self, link: LinkId) -> Result<Money, StoreError> {
        self.0.before()?;
        self.0.wrapped().contributed(link).await
    }

    async fn waiting(&self, to: Stream, limit: usize) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.0.before()?;
        self.0.waiting(to, limit).await
    }

    async fn consumed(&self, by: Stream) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.0.before()?;
        self.0.consumed(by).await
    }

    async fn lease(&self, stream: Stream, owner: &str, ms: u64) -> Result<Lease, StoreError> {
        self.0.before()?;
        self.0.wrapped().lease(stream, owner, ms).await
    }

    async fn put_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        self.0.before()?;
        self.0.wrapped().put_snapshot(snapshot).await
    }

    async fn snapshots(
        &self,
        stream: Stream,
        up_to: u64,
        limit: usize,
    ) -> Result<Vec<Snapshot>, StoreError> {
        self.0.before()?;
        self.0.snapshots(stream, up_to, limit).await
    }

    fn side_rows(&self) -> Option<&dyn SideRows> {
        self.0.side_rows()
    }
}
