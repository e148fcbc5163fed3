//! What an audit reads of a house on PostgreSQL beside its logs.

use async_trait::async_trait;
use game::Money;
use ledger::{Account, LinkId};
use tokio_postgres::Row as Columns;
use tokio_postgres::types::ToSql;

use super::super::side_rows::{Moment, STRAYS};
use super::super::{Head, SideRows, StoreError, StoredResponse};
use super::append::unavailable;
use super::read::{balance_of, column, fingerprint, limit, signed, stream, unsigned};
use super::session::SqlQuestion;
use super::{PostgresStore, TOGETHER};
use crate::log::{CommandId, Stream};

const RESPONSES: &str = "SELECT id, body, told FROM answer \
                         WHERE stream = $1 AND id > $2 ORDER BY id LIMIT $3";
/// The next pair by the key: the rows of one pair are not all read.
const NEXT_CONTRIBUTOR: &str = "SELECT link, stream FROM contribution \
                                WHERE (link, stream) > ($1, $2) ORDER BY link, stream LIMIT 1";
const CONTRIBUTIONS: &str = "SELECT seq, amount FROM contribution \
                             WHERE link = $1 AND stream = $2 AND seq > $3 ORDER BY seq LIMIT $4";
const NEXT_ANNOUNCER: &str = "SELECT target, source FROM outbox \
                              WHERE (target, source) > ($1, $2) ORDER BY target, source LIMIT 1";
const ANNOUNCED: &str = "SELECT seq FROM outbox \
                         WHERE target = $1 AND source = $2 AND seq > $3 ORDER BY seq LIMIT $4";
const POSITIONS: &str = "SELECT target, source, seq FROM consumed ORDER BY target, source";
const EMPTY_ACCOUNTS: &str = "SELECT account FROM balance WHERE amount = 0";
/// One statement sees one moment.
const HEADS_AND_BALANCES: &str = "SELECT CAST(0 AS BIGINT) AS kind, stream AS name, seq AS number, \
                                  fingerprint, epoch FROM head WHERE seq > 0 \
                                  UNION ALL SELECT CAST(1 AS BIGINT), account, amount, NULL, \
                                  CAST(0 AS BIGINT) FROM balance WHERE amount <> 0";

#[async_trait]
impl SideRows for PostgresStore {
    /// The server checks its pages itself, where it was told to (`data_checksums`).
    async fn damage(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn strays(&self) -> Result<Vec<String>, StoreError> {
        let mut all = Vec::new();
        for (what, sql) in STRAYS {
            let name = |row: &Columns| column::<String>(row, 0);
            let names = self.list(sql, &[], name).await?;
            all.extend(names.into_iter().map(|name| format!("{what} of {name}")));
        }
        Ok(all)
    }

    async fn responses(
        &self,
        of: Vec<(Stream, Option<CommandId>)>,
        most: usize,
    ) -> Result<Vec<Vec<StoredResponse>>, StoreError> {
        let mut pages = Vec::with_capacity(of.len());
        let most = limit(most);
        for some in of.chunks(TOGETHER) {
            let keys = some.iter().map(|(stream, after)| {
                let after = after.map_or_else(Vec::new, |CommandId(id)| id.to_be_bytes().to_vec());
                (stream.to_string(), after)
            });
            let keys: Vec<_> = keys.collect();
            let values = keys.iter().map(|(name, after)| {
                let key: [&(dyn ToSql + Sync); 3] = [name, after, &most];
                key
            });
            let values: Vec<_> = values.collect();
            let questions = values
                .iter()
                .map(|key| -> SqlQuestion<'_> { (RESPONSES, key) });
            let questions: Vec<_> = questions.collect();
            for rows in self.ask_all(&questions).await.map_err(unavailable)? {
                pages.push(rows.iter().map(response).collect::<Result<_, _>>()?);
            }
        }
        Ok(pages)
    }

    async fn contributors(&self) -> Result<Vec<(LinkId, Stream)>, StoreError> {
        let mut pairs = Vec::new();
        let mut last = (-1_i64, String::new());
        loop {
            let pair = |row: &Columns| Ok((column(row, 0)?, column::<String>(row, 1)?));
            let key: [&(dyn ToSql + Sync); 2] = [&last.0, &last.1];
            let Some(next) = self.list(NEXT_CONTRIBUTOR, &key, pair).await?.pop() else {
                return Ok(pairs);
            };
            let link = u32::try_from(next.0).map_err(|_| StoreError::Corrupt {
                place: format!("contributions of {}", next.1),
                what: format!("link: found {}, expected a number of 32 bits", next.0),
            })?;
            pairs.push((LinkId(link), stream(&next.1)?));
            last = next;
        }
    }

    async fn contributions(
        &self,
        (link, of): (LinkId, Stream),
        after: u64,
        most: usize,
    ) -> Result<Vec<(u64, Money)>, StoreError> {
        let (link, name) = (i64::from(link.0), of.to_string());
        let key: [&(dyn ToSql + Sync); 4] = [&link, &name, &signed(after), &limit(most)];
        let fed = |row: &Columns| Ok((unsigned(column(row, 0)?), Money::minor(column(row, 1)?)));
        self.list(CONTRIBUTIONS, &key, fed).await
    }

    async fn announcers(&self) -> Result<Vec<(Stream, Stream)>, StoreError> {
        let mut pairs = Vec::new();
        let mut last = (String::new(), String::new());
        loop {
            let pair = |row: &Columns| Ok((column::<String>(row, 0)?, column::<String>(row, 1)?));
            let key: [&(dyn ToSql + Sync); 2] = [&last.0, &last.1];
            let Some(next) = self.list(NEXT_ANNOUNCER, &key, pair).await?.pop() else {
                return Ok(pairs);
            };
            pairs.push((stream(&next.0)?, stream(&next.1)?));
            last = next;
        }
    }

    async fn announced(
        &self,
        (to, from): (Stream, Stream),
        after: u64,
        most: usize,
    ) -> Result<Vec<u64>, StoreError> {
        let (to, from) = (to.to_string(), from.to_string());
        let key: [&(dyn ToSql + Sync); 4] = [&to, &from, &signed(after), &limit(most)];
        let seq = |row: &Columns| Ok(unsigned(column(row, 0)?));
        self.list(ANNOUNCED, &key, seq).await
    }

    async fn positions(&self) -> Result<Vec<(Stream, Stream, u64)>, StoreError> {
        let position = |row: &Columns| {
            let (by, of) = (stream(column(row, 0)?)?, stream(column(row, 1)?)?);
            Ok((by, of, unsigned(column(row, 2)?)))
        };
        self.list(POSITIONS, &[], position).await
    }

    async fn empty_accounts(&self) -> Result<Vec<Account>, StoreError> {
        let account = |row: &Columns| Ok(balance_of(column(row, 0)?, 0)?.0);
        self.list(EMPTY_ACCOUNTS, &[], account).await
    }

    async fn heads_and_balances(&self) -> Result<Moment, StoreError> {
        let rows = self.ask(HEADS_AND_BALANCES, &[]).await;
        let (mut heads, mut balances) = (Vec::new(), Vec::new());
        for row in &rows.map_err(unavailable)? {
            let (kind, name): (i64, &str) = (column(row, 0)?, column(row, 1)?);
            if kind == 0 {
                let head = Head {
                    seq: unsigned(column(row, 2)?),
                    fingerprint: fingerprint(row, 3)?,
                    epoch: unsigned(column(row, 4)?),
                };
                heads.push((stream(name)?, head));
            } else {
                balances.push(balance_of(name, column(row, 2)?)?);
            }
        }
        Ok((heads, balances))
    }
}

fn response(row: &Columns) -> Result<StoredResponse, StoreError> {
    let id: &[u8] = column(row, 0)?;
    let id = id.try_into().map_err(|_| StoreError::Corrupt {
        place: "the id of a response".to_owned(),
        what: format!("found {} bytes, expected 16", id.len()),
    })?;
    Ok(StoredResponse {
        id: CommandId(u128::from_be_bytes(id)),
        body: fingerprint(row, 1)?,
        response: column(row, 2)?,
    })
}
