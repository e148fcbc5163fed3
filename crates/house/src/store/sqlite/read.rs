//! The queries that change nothing.

use core::str::FromStr;

use bytes::Bytes;
use game::Money;
use ledger::{Account, LinkId, Posting};
use rusqlite::{Connection, OptionalExtension as _, Row as Columns, params};

use super::super::{Head, PostedRow, Row, Snapshot, StoreError, StoredResponse, StreamPage};
use crate::log::{CommandId, Fingerprint, Stream, StreamKind};

pub fn unavailable(error: &rusqlite::Error) -> StoreError {
    StoreError::Unavailable { what: said(error) }
}

/// The message with the engine's extended code: "disk I/O error" may be a dozen things.
pub fn said(error: &rusqlite::Error) -> String {
    match error.sqlite_error() {
        Some(cause) if cause.extended_code > 0xff => {
            format!("{error} (SQLite code {})", cause.extended_code)
        }
        Some(_) | None => error.to_string(),
    }
}

type Read<T> = Result<T, StoreError>;

pub fn answer(reader: &Connection, stream: Stream, id: CommandId) -> Read<Option<StoredResponse>> {
    let sql = "SELECT body, told FROM answer WHERE stream = ?1 AND id = ?2";
    let response = |row: &Columns<'_>| {
        Ok(StoredResponse {
            id,
            body: Fingerprint(row.get(0)?),
            response: row.get(1)?,
        })
    };
    reader
        .prepare_cached(sql)
        .and_then(|mut requested| {
            let key = params![stream.to_string(), id.0.to_be_bytes()];
            requested.query_row(key, response).optional()
        })
        .map_err(|error| unavailable(&error))
}

pub fn head(reader: &Connection, stream: Stream) -> Read<Head> {
    let sql = "SELECT seq, fingerprint, epoch FROM head WHERE stream = ?1";
    let head = reader.prepare_cached(sql).and_then(|mut requested| {
        let found = requested.query_row([stream.to_string()], |row| head_of(row, 0));
        found.optional()
    });
    let head = head.map_err(|error| unavailable(&error))?;
    Ok(head.unwrap_or_else(|| Head::start(stream)))
}

pub fn heads(reader: &Connection) -> Read<Vec<(Stream, Head)>> {
    let sql = "SELECT stream, seq, fingerprint, epoch FROM head WHERE seq > 0 ORDER BY stream";
    named_heads(reader, sql, [])
}

const HEADS_OF: &str = "SELECT stream, seq, fingerprint, epoch FROM head \
                        WHERE stream >= ?1 AND stream <= ?2 AND seq > 0 ORDER BY stream";

pub fn heads_of(reader: &Connection, kind: StreamKind) -> Read<Vec<(Stream, Head)>> {
    named_heads(reader, HEADS_OF, kind.name_range())
}

fn named_heads(
    reader: &Connection,
    sql: &str,
    key: impl rusqlite::Params,
) -> Read<Vec<(Stream, Head)>> {
    each(reader, sql, key, |row| {
        let head = head_of(row, 1)?;
        let stream = stream_of(row.get_ref(0)?.as_str()?);
        Ok(stream.map(|stream| (stream, head)))
    })
}

pub fn rows(reader: &Connection, stream: Stream, after: u64, limit: usize) -> Read<Vec<Row>> {
    let sql = "SELECT seq, fingerprint, bytes FROM log \
               WHERE stream = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3";
    let key = params![stream.to_string(), signed(after), limit_of(limit)];
    let mut page = Vec::new();
    let found = list(reader, sql, key, |row| {
        let from = page.len();
        page.extend_from_slice(row.get_ref(2)?.as_blob()?);
        let (seq, fingerprint) = (unsigned(row.get(0)?), Fingerprint(row.get(1)?));
        Ok((seq, fingerprint, from..page.len()))
    })?;
    let page = Bytes::from(page);
    let row = |(seq, fingerprint, at)| Row {
        seq,
        fingerprint,
        bytes: page.slice(at),
    };
    Ok(found.into_iter().map(row).collect())
}

pub fn postings(
    reader: &Connection,
    stream: Stream,
    after: u64,
    limit: usize,
) -> Read<Vec<PostedRow>> {
    let sql = "SELECT seq, line, source, target, amount FROM posting \
               WHERE stream = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq, line";
    let last = after.saturating_add(limit as u64);
    let key = params![stream.to_string(), signed(after), signed(last)];
    each(reader, sql, key, |row| {
        let (seq, line) = (unsigned(row.get(0)?), row.get(1)?);
        let (source, target) = (row.get_ref(2)?.as_str()?, row.get_ref(3)?.as_str()?);
        let corrupt = |what: String| StoreError::Corrupt {
            place: format!("posting {line} of {stream} {seq}"),
            what,
        };
        let posting = posting_of(source, target, row.get(4)?);
        Ok(posting.map_err(corrupt).map(|row| PostedRow {
            stream,
            seq,
            line,
            row,
        }))
    })
}

pub fn page(reader: &Connection, stream: Stream, after: u64, limit: usize) -> Read<StreamPage> {
    Ok(StreamPage {
        rows: rows(reader, stream, after, limit)?,
        postings: postings(reader, stream, after, limit)?,
    })
}

pub fn balance(reader: &Connection, account: Account) -> Read<Money> {
    let sql = "SELECT amount FROM balance WHERE account = ?1";
    let found = reader.prepare_cached(sql).and_then(|mut requested| {
        let found = requested.query_row([account.to_string()], |row| row.get(0));
        found.optional()
    });
    let found = found.map_err(|error| unavailable(&error))?;
    Ok(Money::minor(found.unwrap_or(0)))
}

pub fn balances(reader: &Connection) -> Read<Vec<(Account, Money)>> {
    let sql = "SELECT account, amount FROM balance WHERE amount <> 0 ORDER BY account";
    let found = list(reader, sql, [], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
    })?;
    let named = |(name, amount): (String, i64)| Ok((account_of(&name)?, Money::minor(amount)));
    found.into_iter().map(named).collect()
}

pub fn contributed(reader: &Connection, link: LinkId) -> Read<Money> {
    let sql = "SELECT coalesce(sum(amount), 0) FROM contribution WHERE link = ?1";
    let sum = reader
        .prepare_cached(sql)
        .and_then(|mut requested| requested.query_row([link.0], |row| row.get(0)));
    sum.map(Money::minor).map_err(|error| unavailable(&error))
}

/// The next stream that ever concerned this one. The outbox is never cleared, so the streams in it are
/// found one after the other by its key, and of each only what lies behind its consumed entry is read.
const NEXT_SOURCE: &str = "SELECT source FROM outbox WHERE target = ?1 AND source > ?2 \
                           ORDER BY source LIMIT 1";
const WAITING: &str = "SELECT source, seq FROM outbox WHERE target = ?1 AND source = ?2 \
                       AND seq > coalesce((SELECT seq FROM consumed \
                       WHERE target = ?1 AND source = ?2), 0) ORDER BY seq LIMIT ?3";

pub fn waiting(reader: &Connection, to: Stream, limit: usize) -> Read<Vec<(Stream, u64)>> {
    let (name, mut last, mut all) = (to.to_string(), String::new(), Vec::new());
    loop {
        let key = params![name, last];
        let next = list(reader, NEXT_SOURCE, key, |row| row.get::<_, String>(0))?.pop();
        let room = limit - all.len();
        let Some(source) = next.filter(|_| room > 0) else {
            return Ok(all);
        };
        let key = params![name, source, limit_of(room)];
        all.extend(positions(reader, WAITING, key)?);
        last = source;
    }
}

pub fn snapshots(
    reader: &Connection,
    stream: Stream,
    up_to: u64,
    limit: usize,
) -> Read<Vec<Snapshot>> {
    let sql = "SELECT seq, fingerprint, format, body FROM snapshot \
               WHERE stream = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT ?3";
    let key = params![stream.to_string(), signed(up_to), limit_of(limit)];
    list(reader, sql, key, |row| {
        Ok(Snapshot {
            stream,
            seq: unsigned(row.get(0)?),
            fingerprint: Fingerprint(row.get(1)?),
            format: row.get(2)?,
            body: row.get::<_, Vec<u8>>(3)?.into(),
        })
    })
}

pub fn consumed(reader: &Connection, by: Stream) -> Read<Vec<(Stream, u64)>> {
    let sql = "SELECT source, seq FROM consumed WHERE target = ?1 ORDER BY source";
    positions(reader, sql, [by.to_string()])
}

fn positions(
    reader: &Connection,
    sql: &str,
    key: impl rusqlite::Params,
) -> Read<Vec<(Stream, u64)>> {
    each(reader, sql, key, |row| {
        let seq = unsigned(row.get(1)?);
        let stream = stream_of(row.get_ref(0)?.as_str()?);
        Ok(stream.map(|stream| (stream, seq)))
    })
}

/// Numbers of entries stay far below 2^63.
pub fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

pub fn limit_of(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

fn head_of(row: &Columns<'_>, from: usize) -> rusqlite::Result<Head> {
    Ok(Head {
        seq: unsigned(row.get(from)?),
        fingerprint: Fingerprint(row.get(from + 1)?),
        epoch: unsigned(row.get(from + 2)?),
    })
}

pub fn account_of(name: &str) -> Read<Account> {
    Account::from_str(name).map_err(|error| StoreError::Corrupt {
        place: format!("balance {name}"),
        what: error.to_string(),
    })
}

pub fn stream_of(name: &str) -> Read<Stream> {
    Stream::from_str(name).map_err(|error| StoreError::Corrupt {
        place: format!("stream {name}"),
        what: error.to_string(),
    })
}

fn posting_of(source: &str, target: &str, amount: i64) -> Result<Posting, String> {
    let account = |name: &str| Account::from_str(name).map_err(|error| error.to_string());
    let (from, to) = (account(source)?, account(target)?);
    if amount <= 0 || from == to {
        return Err(format!("found {amount} from {from} to {to}"));
    }
    Posting::moved(from, to, Money::minor(amount)).ok_or_else(|| "it moves nothing".to_owned())
}

pub fn list<T>(
    reader: &Connection,
    sql: &str,
    key: impl rusqlite::Params,
    mut one: impl FnMut(&Columns<'_>) -> rusqlite::Result<T>,
) -> Read<Vec<T>> {
    each(reader, sql, key, |row| Ok(Ok(one(row)?)))
}

/// As [`list`], where a row may be unreadable.
pub fn each<T>(
    reader: &Connection,
    sql: &str,
    key: impl rusqlite::Params,
    mut one: impl FnMut(&Columns<'_>) -> rusqlite::Result<Read<T>>,
) -> Read<Vec<T>> {
    let mut all = Vec::new();
    let requested = reader.prepare_cached(sql);
    let read = requested.and_then(|mut requested| {
        let mut rows = requested.query(key)?;
        while let Some(row) = rows.next()? {
            match one(row)? {
                Ok(row) => all.push(row),
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Ok(()))
    });
    read.map_err(|error| unavailable(&error))??;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A house has very many purses, and its background jobs list its tables every few seconds.
    #[test]
    fn streams_of_one_kind_are_found_by_their_key() {
        let reader = Connection::open_in_memory().unwrap();
        let house = include_str!("../../../../../migrations/sqlite/0001_house.sql");
        reader.execute_batch(house).unwrap();
        let sql = format!("EXPLAIN QUERY PLAN {HEADS_OF}");
        let plan = list(&reader, &sql, StreamKind::Table.name_range(), |row| {
            row.get::<_, String>(3)
        });
        let by_key = "SEARCH head USING PRIMARY KEY (stream>? AND stream<?)";
        assert_eq!(plan.unwrap(), [by_key]);
    }

    /// An outbox holds a row for every turn of the house's whole life.
    #[test]
    fn what_waits_is_found_without_a_look_at_what_was_consumed() {
        let reader = Connection::open_in_memory().unwrap();
        let house = include_str!("../../../../../migrations/sqlite/0001_house.sql");
        reader.execute_batch(house).unwrap();
        let plan = |sql: &str, key: &[&dyn rusqlite::ToSql]| {
            let sql = format!("EXPLAIN QUERY PLAN {sql}");
            list(&reader, &sql, key, |row| row.get::<_, String>(3)).unwrap()
        };
        let next = plan(NEXT_SOURCE, params!["link/1", ""]);
        let by_key = "SEARCH outbox USING PRIMARY KEY (target=? AND source>?)";
        assert_eq!(next, [by_key]);
        let waiting = plan(WAITING, params!["link/1", "table/1", 10]);
        let by_key = "SEARCH outbox USING PRIMARY KEY (target=? AND source=? AND seq>?)";
        assert_eq!(waiting[0], by_key);
    }
}
