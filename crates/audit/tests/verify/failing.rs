//! A store of which one question gets no answer.

use std::sync::Arc;

use game::Money;
use house::log::{CommandId, Stream, StreamKind};
use house::store::async_trait;
use house::store::{
    Append, Appended, Head, Lease, MemoryStore, Moment, PostedRow, Row, SideRows, Snapshot, Store,
    StoreError, StoredResponse,
};
use ledger::{Account, LinkId};

/// What cannot be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Heads,
    Entries(Stream),
    Strays,
    Positions,
    Responses,
    Moment,
}

pub struct Failing {
    pub honest: Arc<MemoryStore>,
    pub question: Question,
    pub error: Box<dyn Fn() -> StoreError + Send + Sync>,
    /// What the engine says of its own file.
    pub damage: Vec<String>,
}

impl Failing {
    fn answers(&self, question: Question) -> Result<(), StoreError> {
        if question == self.question {
            return Err((self.error)());
        }
        Ok(())
    }

    fn rows(&self) -> &dyn SideRows {
        self.honest.side_rows().unwrap()
    }
}

#[async_trait]
impl Store for Failing {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.honest.append(append).await
    }

    async fn answer(
        &self,
        stream: Stream,
        id: CommandId,
    ) -> Result<Option<StoredResponse>, StoreError> {
        self.honest.answer(stream, id).await
    }

    async fn head(&self, stream: Stream) -> Result<Head, StoreError> {
        self.honest.head(stream).await
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.answers(Question::Heads)?;
        self.honest.heads().await
    }

    async fn heads_by_kind(&self, kind: StreamKind) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.honest.heads_by_kind(kind).await
    }

    async fn read(&self, stream: Stream, after: u64, limit: usize) -> Result<Vec<Row>, StoreError> {
        self.answers(Question::Entries(stream))?;
        self.honest.read(stream, after, limit).await
    }

    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PostedRow>, StoreError> {
        self.honest.postings(stream, after, limit).await
    }

    async fn balance(&self, account: Account) -> Result<Money, StoreError> {
        self.honest.balance(account).await
    }

    async fn balances(&self) -> Result<Vec<(Account, Money)>, StoreError> {
        self.honest.balances().await
    }

    async fn contributed(&self, link: LinkId) -> Result<Money, StoreError> {
        self.honest.contributed(link).await
    }

    async fn waiting(&self, to: Stream, limit: usize) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.honest.waiting(to, limit).await
    }

    async fn consumed(&self, by: Stream) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.honest.consumed(by).await
    }

    async fn lease(&self, stream: Stream, owner: &str, ms: u64) -> Result<Lease, StoreError> {
        self.honest.lease(stream, owner, ms).await
    }

    async fn put_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        self.honest.put_snapshot(snapshot).await
    }

    async fn snapshots(
        &self,
        stream: Stream,
        up_to: u64,
        limit: usize,
    ) -> Result<Vec<Snapshot>, StoreError> {
        self.honest.snapshots(stream, up_to, limit).await
    }

    fn side_rows(&self) -> Option<&dyn SideRows> {
        Some(self)
    }
}

#[async_trait]
impl SideRows for Failing {
    async fn damage(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.damage.clone())
    }

    async fn strays(&self) -> Result<Vec<String>, StoreError> {
        self.answers(Question::Strays)?;
        self.rows().strays().await
    }

    async fn responses(
        &self,
        of: Vec<(Stream, Option<CommandId>)>,
        limit: usize,
    ) -> Result<Vec<Vec<StoredResponse>>, StoreError> {
        self.answers(Question::Responses)?;
        self.rows().responses(of, limit).await
    }

    async fn contributors(&self) -> Result<Vec<(LinkId, Stream)>, StoreError> {
        self.rows().contributors().await
    }

    async fn contributions(
        &self,
        of: (LinkId, Stream),
        after: u64,
        limit: usize,
    ) -> Result<Vec<(u64, Money)>, StoreError> {
        self.rows().contributions(of, after, limit).await
    }

    async fn announcers(&self) -> Result<Vec<(Stream, Stream)>, StoreError> {
        self.rows().announcers().await
    }

    async fn announced(
        &self,
        of: (Stream, Stream),
        after: u64,
        limit: usize,
    ) -> Result<Vec<u64>, StoreError> {
        self.rows().announced(of, after, limit).await
    }

    async fn positions(&self) -> Result<Vec<(Stream, Stream, u64)>, StoreError> {
        self.answers(Question::Positions)?;
        self.rows().positions().await
    }

    async fn empty_accounts(&self) -> Result<Vec<Account>, StoreError> {
        self.rows().empty_accounts().await
    }

    async fn heads_and_balances(&self) -> Result<Moment, StoreError> {
        self.answers(Question::Moment)?;
        self.rows().heads_and_balances().await
    }
}
