//! What an audit reads of a house on `SQLite` beside its logs.

use async_trait::async_trait;
use game::Money;
use ledger::{Account, LinkId};
use rusqlite::{Connection, params};

use super::super::side_rows::{Moment, STRAYS};
use super::super::{SideRows, StoreError, StoredResponse};
use super::SqliteStore;
use super::open::MIGRATIONS;
use super::read::{self, each, limit_of, list, said, signed, stream_of, unavailable, unsigned};
use crate::log::{CommandId, Fingerprint, Stream};

/// So many errors of the engine are named: one page that is lost may be the cause of very many.
const DAMAGE_MAX: usize = 20;

#[async_trait]
impl SideRows for SqliteStore {
    async fn damage(&self) -> Result<Vec<String>, StoreError> {
        self.look(|reader| {
            // A file too broken for the check says so by the error.
            let found = integrity(reader).unwrap_or_else(|error| vec![said(&error)]);
            let other = other_schema(reader).unwrap_or_else(|error| vec![said(&error)]);
            Ok(found.into_iter().chain(other).collect())
        })
        .await
    }

    async fn strays(&self) -> Result<Vec<String>, StoreError> {
        self.look(|reader| {
            let mut all = Vec::new();
            for (what, sql) in STRAYS {
                let names = list(reader, sql, [], |row| row.get::<_, String>(0))?;
                all.extend(names.into_iter().map(|name| format!("{what} of {name}")));
            }
            Ok(all)
        })
        .await
    }

    async fn responses(
        &self,
        of: Vec<(Stream, Option<CommandId>)>,
        limit: usize,
    ) -> Result<Vec<Vec<StoredResponse>>, StoreError> {
        self.look(move |reader| {
            let of = of.into_iter();
            let pages = of.map(|(stream, after)| responses(reader, stream, after, limit));
            pages.collect()
        })
        .await
    }

    async fn contributors(&self) -> Result<Vec<(LinkId, Stream)>, StoreError> {
        self.look(|reader| {
            let sql = "SELECT link, stream FROM contribution WHERE (link, stream) > (?1, ?2) \
                       ORDER BY link, stream LIMIT 1";
            let mut pairs = Vec::new();
            let mut last = (-1_i64, String::new());
            loop {
                let key = params![last.0, last.1];
                let next = list(reader, sql, key, |row| <(i64, String)>::try_from(row))?;
                let Some(next) = next.into_iter().next() else {
                    return Ok(pairs);
                };
                let link = u32::try_from(next.0).map_err(|_| StoreError::Corrupt {
                    place: format!("contributions of {}", next.1),
                    what: format!("link: found {}, expected a number of 32 bits", next.0),
                })?;
                pairs.push((LinkId(link), stream_of(&next.1)?));
                last = next;
            }
        })
        .await
    }

    async fn contributions(
        &self,
        (link, stream): (LinkId, Stream),
        after: u64,
        limit: usize,
    ) -> Result<Vec<(u64, Money)>, StoreError> {
        self.look(move |reader| {
            let sql = "SELECT seq, amount FROM contribution \
                       WHERE link = ?1 AND stream = ?2 AND seq > ?3 ORDER BY seq LIMIT ?4";
            let key = params![link.0, stream.to_string(), signed(after), limit_of(limit)];
            list(reader, sql, key, |row| {
                Ok((unsigned(row.get(0)?), Money::minor(row.get(1)?)))
            })
        })
        .await
    }

    async fn announcers(&self) -> Result<Vec<(Stream, Stream)>, StoreError> {
        self.look(|reader| {
            let sql = "SELECT target, source FROM outbox WHERE (target, source) > (?1, ?2) \
                       ORDER BY target, source LIMIT 1";
            let mut pairs = Vec::new();
            let mut last = (String::new(), String::new());
            loop {
                let key = params![last.0, last.1];
                let next = list(reader, sql, key, |row| <(String, String)>::try_from(row))?;
                let Some(next) = next.into_iter().next() else {
                    return Ok(pairs);
                };
                pairs.push((stream_of(&next.0)?, stream_of(&next.1)?));
                last = next;
            }
        })
        .await
    }

    async fn announced(
        &self,
        (to, from): (Stream, Stream),
        after: u64,
        limit: usize,
    ) -> Result<Vec<u64>, StoreError> {
        self.look(move |reader| {
            let sql = "SELECT seq FROM outbox WHERE target = ?1 AND source = ?2 AND seq > ?3 \
                       ORDER BY seq LIMIT ?4";
            let (to, from) = (to.to_string(), from.to_string());
            let key = params![to, from, signed(after), limit_of(limit)];
            list(reader, sql, key, |row| Ok(unsigned(row.get(0)?)))
        })
        .await
    }

    async fn positions(&self) -> Result<Vec<(Stream, Stream, u64)>, StoreError> {
        self.look(|reader| {
            let sql = "SELECT target, source, seq FROM consumed ORDER BY target, source";
            each(reader, sql, [], |row| {
                let seq = unsigned(row.get(2)?);
                let (by, of) = (row.get_ref(0)?.as_str()?, row.get_ref(1)?.as_str()?);
                let pair = stream_of(by).and_then(|by| Ok((by, stream_of(of)?)));
                Ok(pair.map(|(by, of)| (by, of, seq)))
            })
        })
        .await
    }

    async fn empty_accounts(&self) -> Result<Vec<Account>, StoreError> {
        self.look(|reader| {
            let sql = "SELECT account FROM balance WHERE amount = 0 ORDER BY account";
            let accounts = list(reader, sql, [], |row| row.get::<_, String>(0))?;
            let accounts = accounts.iter();
            accounts.map(|name| read::account_of(name)).collect()
        })
        .await
    }

    async fn heads_and_balances(&self) -> Result<Moment, StoreError> {
        self.look(|reader| {
            let step = |sql| {
                reader
                    .execute_batch(sql)
                    .map_err(|error| unavailable(&error))
            };
            // A house opened to be read is within a transaction for good.
            if !reader.is_autocommit() {
                return Ok((read::heads(reader)?, read::balances(reader)?));
            }
            step("BEGIN")?;
            let read = read::heads(reader).and_then(|heads| Ok((heads, read::balances(reader)?)));
            step("COMMIT")?;
            read
        })
        .await
    }
}

fn responses(
    reader: &Connection,
    stream: Stream,
    after: Option<CommandId>,
    limit: usize,
) -> Result<Vec<StoredResponse>, StoreError> {
    let sql = "SELECT id, body, told FROM answer \
               WHERE stream = ?1 AND id > ?2 ORDER BY id LIMIT ?3";
    let after = after.map_or_else(Vec::new, |CommandId(id)| id.to_be_bytes().to_vec());
    let key = params![stream.to_string(), after, limit_of(limit)];
    list(reader, sql, key, |row| {
        Ok(StoredResponse {
            id: CommandId(u128::from_be_bytes(row.get(0)?)),
            body: Fingerprint(row.get(1)?),
            response: row.get(2)?,
        })
    })
}

/// Pages, indexes against tables, and the constraints of every row.
fn integrity(reader: &Connection) -> rusqlite::Result<Vec<String>> {
    let sql = format!("PRAGMA integrity_check({DAMAGE_MAX})");
    let mut check = reader.prepare(&sql)?;
    let found: Vec<String> = check
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found.into_iter().filter(|line| line != "ok").collect())
}

/// What is declared otherwise than a house of this version declares it: a constraint that was taken away
/// finds nothing wrong.
fn other_schema(reader: &Connection) -> rusqlite::Result<Vec<String>> {
    let version: i64 = reader.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let seen = usize::try_from(version).unwrap_or(0).min(MIGRATIONS.len());
    let fresh = Connection::open_in_memory()?;
    for migration in &MIGRATIONS[..seen] {
        fresh.execute_batch(migration)?;
    }
    let (found, expected) = (declared(reader)?, declared(&fresh)?);
    let missing = expected.iter().filter(|it| !found.contains(it));
    let strange = found.iter().filter(|it| !expected.contains(it));
    let missing = missing.map(|(kind, name, _)| format!("{kind} {name} is not declared as it was"));
    let strange = strange.map(|(kind, name, _)| format!("{kind} {name} is no part of a house"));
    Ok(missing.chain(strange).collect())
}

fn declared(file: &Connection) -> rusqlite::Result<Vec<(String, String, Option<String>)>> {
    let sql = "SELECT type, name, sql FROM sqlite_schema \
               WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";
    let mut all = file.prepare(sql)?;
    let rows = all.query_map([], |row| <(String, String, Option<String>)>::try_from(row))?;
    rows.collect()
}
