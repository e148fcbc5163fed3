//! The store for several processes: a PostgreSQL server, or an engine that speaks its protocol.
//!
//! Any process may write to any stream; the head row decides which append succeeds. Only portable SQL is
//! used: no advisory locks, no `FOR UPDATE`, no sequences, no triggers, no `NOTIFY` inside a transaction,
//! so that the same statements run on distributed engines. Two failures that such an engine shows often,
//! and a single server under load, are handled everywhere: a transaction that the server rolls back in
//! favour of another (40001, 40P01) is retried under the same command id; after a commit whose answer was
//! lost (40003, or no connection) the store is read back before the caller gets an answer.

mod append;
mod encryption;
mod error;
mod hosts;
mod lease;
mod migrate;
mod open;
mod people;
mod people_mark;
mod people_records;
mod people_sessions;
mod prepare;
mod read;
mod rights;
mod session;
mod side_rows;
mod tls;
mod write;

use async_trait::async_trait;
use deadpool_postgres::Pool;
use game::Money;
use ledger::{Account, LinkId};
use tokio_postgres::Row as Columns;
use tokio_postgres::types::ToSql;

use super::{
    Append, Appended, Head, Lease, OpenError, PostedRow, Row, SideRows, Snapshot, Store,
    StoreError, StoredResponse, StreamPage, snapshots_kept,
};
use crate::log::{CommandId, Stream, StreamKind};
use append::unavailable;
use error::{Patience, PostgresError};
use hosts::Hosts;
use open::{CONNECTIONS, Purpose};
pub use people::PostgresPeople;
use read::{column, limit, signed};
use session::{Session, SqlQuestion};

/// The most pages read in one round trip: the time limit for an answer is the same for all as for one.
const TOGETHER: usize = 50;

pub struct PostgresStore {
    pool: Pool,
    hosts: Hosts,
}

impl PostgresStore {
    /// Creates the tables of a house in the database that `url` names, or migrates them, and grants
    /// `role` the rights to serve it and no others. Run by the owner of the database; the house then
    /// opens as that role. May be run again at any time.
    pub async fn prepare(url: &str, role: &str) -> Result<(), OpenError> {
        prepare::prepare(url, role).await
    }

    /// Opens a prepared house to serve it. The URL may name several hosts,
    /// `postgres://user@one:5432,two:5432/house`: the store connects to the one that accepts writes, and
    /// searches again after a failover. `sslmode` and `sslrootcert` say how connections are encrypted.
    pub async fn open(url: &str) -> Result<PostgresStore, OpenError> {
        let (pool, hosts) = open::open(url, Purpose::Serve, CONNECTIONS).await?;
        Ok(PostgresStore { pool, hosts })
    }

    /// Opens a house to read it, as any role that may read its tables; appends are refused.
    pub async fn open_to_read(url: &str) -> Result<PostgresStore, OpenError> {
        let (pool, hosts) = open::open(url, Purpose::Read, CONNECTIONS).await?;
        Ok(PostgresStore { pool, hosts })
    }

    async fn session(&self) -> Result<Session, PostgresError> {
        Session::from(&self.pool, &self.hosts).await
    }

    /// Runs one idempotent statement, and retries it after a conflict or a lost connection.
    async fn ask(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Columns>, PostgresError> {
        let mut answers = self.ask_all(&[(sql, values)]).await?;
        Ok(answers.pop().unwrap_or_default())
    }

    /// Runs several idempotent statements in one round trip.
    async fn ask_all(
        &self,
        questions: &[SqlQuestion<'_>],
    ) -> Result<Vec<Vec<Columns>>, PostgresError> {
        let mut patience = Patience::with_others();
        loop {
            let session = self.session().await?;
            let requested = session::asked_together(&session, questions);
            let trouble = match session.within(requested).await {
                Ok(answers) => {
                    session.give_back();
                    return Ok(answers);
                }
                Err(PostgresError::Refused(what)) => return Err(PostgresError::Refused(what)),
                Err(trouble) => trouble,
            };
            drop(session);
            patience.after(trouble).await?;
        }
    }

    async fn list<T>(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
        one: impl Fn(&Columns) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = self.ask(sql, values).await.map_err(unavailable)?;
        rows.iter().map(one).collect()
    }

    async fn some_pages(
        &self,
        of: &[(Stream, u64)],
        most: usize,
    ) -> Result<Vec<StreamPage>, StoreError> {
        let key = |(stream, after): &(Stream, u64)| {
            let last = signed(after.saturating_add(most as u64));
            (stream.to_string(), signed(*after), last)
        };
        let (keys, most): (Vec<_>, i64) = (of.iter().map(key).collect(), limit(most));
        let values = keys.iter().map(|(name, after, last)| {
            let (rows, postings): ([&(dyn ToSql + Sync); 3], [&(dyn ToSql + Sync); 3]) =
                ([name, after, &most], [name, after, last]);
            (rows, postings)
        });
        let values: Vec<_> = values.collect();
        let questions = values.iter().flat_map(|(rows, postings)| {
            let rows: SqlQuestion<'_> = (read::ROWS, rows);
            [rows, (read::POSTINGS, postings)]
        });
        let questions: Vec<_> = questions.collect();
        let answers = self.ask_all(&questions).await.map_err(unavailable)?;
        let page = |((stream, _), response): (&(Stream, u64), &[Vec<Columns>])| {
            let posting = |row: &Columns| read::posting(row, *stream);
            Ok(StreamPage {
                rows: response[0]
                    .iter()
                    .map(read::entry)
                    .collect::<Result<_, _>>()?,
                postings: response[1].iter().map(posting).collect::<Result<_, _>>()?,
            })
        };
        of.iter().zip(answers.chunks_exact(2)).map(page).collect()
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.store(&append).await
    }

    async fn answer(
        &self,
        stream: Stream,
        id: CommandId,
    ) -> Result<Option<StoredResponse>, StoreError> {
        let key = (stream.to_string(), id.0.to_be_bytes());
        let response = |row: &Columns| read::answer(row, id);
        let mut found = self
            .list(read::ANSWER, &[&key.0, &&key.1[..]], response)
            .await?;
        Ok(found.pop())
    }

    async fn head(&self, stream: Stream) -> Result<Head, StoreError> {
        let name = stream.to_string();
        let found = self.list(read::HEAD, &[&name], read::head).await?.pop();
        Ok(found.unwrap_or_else(|| Head::start(stream)))
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.list(read::HEADS, &[], read::named_head).await
    }

    async fn heads_by_kind(&self, kind: StreamKind) -> Result<Vec<(Stream, Head)>, StoreError> {
        let (first, last) = kind.name_range();
        self.list(read::HEADS_OF, &[&first, &last], read::named_head)
            .await
    }

    async fn read(&self, stream: Stream, after: u64, most: usize) -> Result<Vec<Row>, StoreError> {
        let name = stream.to_string();
        let key: [&(dyn ToSql + Sync); 3] = [&name, &signed(after), &limit(most)];
        self.list(read::ROWS, &key, read::entry).await
    }

    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        most: usize,
    ) -> Result<Vec<PostedRow>, StoreError> {
        let name = stream.to_string();
        let last = signed(after.saturating_add(most as u64));
        let posting = |row: &Columns| read::posting(row, stream);
        self.list(read::POSTINGS, &[&name, &signed(after), &last], posting)
            .await
    }

    async fn pages(
        &self,
        of: Vec<(Stream, u64)>,
        most: usize,
    ) -> Result<Vec<StreamPage>, StoreError> {
        let mut pages = Vec::with_capacity(of.len());
        for some in of.chunks(TOGETHER) {
            pages.extend(self.some_pages(some, most).await?);
        }
        Ok(pages)
    }

    async fn balance(&self, account: Account) -> Result<Money, StoreError> {
        let rows = self.ask(read::BALANCE, &[&account.to_string()]).await;
        read::money(&rows.map_err(unavailable)?)
    }

    async fn balances(&self) -> Result<Vec<(Account, Money)>, StoreError> {
        self.list(read::BALANCES, &[], read::balance).await
    }

    async fn contributed(&self, link: LinkId) -> Result<Money, StoreError> {
        let rows = self.ask(read::CONTRIBUTED, &[&i64::from(link.0)]).await;
        read::money(&rows.map_err(unavailable)?)
    }

    async fn waiting(&self, to: Stream, most: usize) -> Result<Vec<(Stream, u64)>, StoreError> {
        let (name, most_rows) = (to.to_string(), limit(most));
        let source = |row: &Columns| -> Result<(String, i64, i64), StoreError> {
            Ok((column(row, 0)?, column(row, 1)?, column(row, 2)?))
        };
        let mut sources = self.list(read::SOURCES, &[&name], source).await?;
        sources.retain(|(_, consumed, last)| last > consumed);
        let mut waiting = Vec::new();
        for some in sources.chunks(TOGETHER) {
            let values = some.iter().map(|(source, consumed, _)| {
                let key: [&(dyn ToSql + Sync); 4] = [&name, source, consumed, &most_rows];
                key
            });
            let values: Vec<_> = values.collect();
            let questions = values
                .iter()
                .map(|key| -> SqlQuestion<'_> { (read::WAITING, key) });
            let questions: Vec<_> = questions.collect();
            for rows in self.ask_all(&questions).await.map_err(unavailable)? {
                for row in &rows {
                    waiting.push(read::position(row)?);
                }
            }
        }
        waiting.truncate(most);
        Ok(waiting)
    }

    async fn consumed(&self, by: Stream) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.list(read::CONSUMED, &[&by.to_string()], read::position)
            .await
    }

    async fn lease(
        &self,
        stream: Stream,
        owner: &str,
        milliseconds: u64,
    ) -> Result<Lease, StoreError> {
        self.lease_of(stream, owner, milliseconds).await
    }

    async fn put_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        let (name, seq) = (snapshot.stream.to_string(), signed(snapshot.seq));
        let fingerprint = &snapshot.fingerprint.0[..];
        let (format, body) = (i64::from(snapshot.format), &snapshot.body[..]);
        let add: [&(dyn ToSql + Sync); 5] = [&name, &seq, &fingerprint, &format, &body];
        let delete: [&(dyn ToSql + Sync); 2] = [&name, &limit(snapshots_kept(snapshot.stream))];
        let both = [
            (write::ADD_SNAPSHOT, &add[..]),
            (write::DELETE_SNAPSHOTS, &delete[..]),
        ];
        self.ask_all(&both).await.map_err(unavailable)?;
        Ok(())
    }

    async fn snapshots(
        &self,
        stream: Stream,
        up_to: u64,
        most: usize,
    ) -> Result<Vec<Snapshot>, StoreError> {
        let name = stream.to_string();
        let key: [&(dyn ToSql + Sync); 3] = [&name, &signed(up_to), &limit(most)];
        self.list(read::SNAPSHOTS, &key, |row| read::snapshot(row, stream))
            .await
    }

    fn side_rows(&self) -> Option<&dyn SideRows> {
        Some(self)
    }
}
