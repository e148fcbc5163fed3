//! The rows a store keeps beside its logs, as an audit reads them.
//!
//! Responses, contributions, announcements and positions follow from the logs they were written with, but a
//! running house trusts them: a response that is gone lets a command be carried out twice. An audit derives
//! them again and compares. Nothing that serves a house uses these queries.

use async_trait::async_trait;
use game::Money;
use ledger::{Account, LinkId};

use super::{Head, StoreError, StoredResponse};
use crate::log::{CommandId, Stream};

/// Heads and balances of one moment.
pub type Moment = (Vec<(Stream, Head)>, Vec<(Account, Money)>);

/// What an audit reads of a store beside logs, postings and snapshots.
#[async_trait]
pub trait SideRows: Send + Sync {
    /// What the engine itself finds wrong with its storage, such as an index that differs from its table;
    /// empty where nothing is wrong, and where the engine offers no such check.
    async fn damage(&self) -> Result<Vec<String>, StoreError>;

    /// Rows that name a stream which has no head, each as the kind of row and the name.
    async fn strays(&self) -> Result<Vec<String>, StoreError>;

    /// The stored responses of each stream in the order given: those with an id after the one beside it, in
    /// the order of ids, at most `limit` of each.
    async fn responses(
        &self,
        of: Vec<(Stream, Option<CommandId>)>,
        limit: usize,
    ) -> Result<Vec<Vec<StoredResponse>>, StoreError>;

    /// Every link that a stream has rows of contributions for, with the stream.
    async fn contributors(&self) -> Result<Vec<(LinkId, Stream)>, StoreError>;

    /// What the entries of a stream after `after` fed to a link, at most `limit` rows.
    async fn contributions(
        &self,
        of: (LinkId, Stream),
        after: u64,
        limit: usize,
    ) -> Result<Vec<(u64, Money)>, StoreError>;

    /// Every pair of streams of which the first was told to read the second.
    async fn announcers(&self) -> Result<Vec<(Stream, Stream)>, StoreError>;

    /// The entries after `after` that the first stream was told to read of the second, at most `limit`.
    async fn announced(
        &self,
        of: (Stream, Stream),
        after: u64,
        limit: usize,
    ) -> Result<Vec<u64>, StoreError>;

    /// How far each stream has read each other: the reader, the stream read, the entry.
    async fn positions(&self) -> Result<Vec<(Stream, Stream, u64)>, StoreError>;

    /// The accounts that have a balance row of zero: money was there once.
    async fn empty_accounts(&self) -> Result<Vec<Account>, StoreError>;

    /// The heads of all streams that have an entry, and all balances that are not zero, of one moment.
    async fn heads_and_balances(&self) -> Result<Moment, StoreError>;
}

/// The names of streams in a table that have no head. The names are found one after the other by the key of
/// the table, so that rows of one name are not all read.
macro_rules! strays {
    ($table:literal, $head:literal) => {
        concat!(
            "WITH RECURSIVE names (name) AS ( SELECT min(stream) FROM ",
            $table,
            " UNION ALL SELECT (SELECT min(a.stream) FROM ",
            $table,
            " a WHERE a.stream > names.name) FROM names WHERE names.name IS NOT NULL) ",
            "SELECT names.name FROM names WHERE names.name IS NOT NULL AND NOT EXISTS ",
            "(SELECT 1 FROM head WHERE head.stream = names.name",
            $head,
            ")"
        )
    };
}

/// Tables whose rows belong to a stream, each with the query for names without a head. A refusal leaves a
/// response behind a head of zero; everything else needs an entry. Only tables and links have snapshots.
pub(super) const STRAYS: [(&str, &str); 4] = [
    ("log rows", strays!("log", " AND head.seq > 0")),
    ("postings", strays!("posting", " AND head.seq > 0")),
    (
        "snapshots",
        strays!(
            "snapshot",
            " AND head.seq > 0 AND (head.stream LIKE 'table/%' OR head.stream LIKE 'link/%')"
        ),
    ),
    ("responses", strays!("answer", "")),
];
