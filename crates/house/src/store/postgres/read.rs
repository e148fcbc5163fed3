//! The statements that only read, and the conversion of their rows.

use core::str::FromStr;

use game::Money;
use ledger::{Account, Posting};
use tokio_postgres::Row as Columns;
use tokio_postgres::types::FromSql;

use super::super::{Head, PostedRow, Row, Snapshot, StoreError, StoredResponse};
use crate::log::{CommandId, Fingerprint, Stream};

pub const ANSWER: &str = "SELECT body, told FROM answer WHERE stream = $1 AND id = $2";
pub const HEAD: &str = "SELECT seq, fingerprint, epoch FROM head WHERE stream = $1";
pub const HEADS: &str =
    "SELECT seq, fingerprint, epoch, stream FROM head WHERE seq > 0 ORDER BY stream";
/// In the collation of the database: ordered otherwise, the query could not use the primary key.
pub const HEADS_OF: &str = "SELECT seq, fingerprint, epoch, stream FROM head \
                            WHERE stream >= $1 AND stream <= $2 AND seq > 0 ORDER BY stream";
pub const ROWS: &str = "SELECT seq, fingerprint, bytes FROM log \
                        WHERE stream = $1 AND seq > $2 ORDER BY seq LIMIT $3";
pub const ENTRY: &str = "SELECT 1 FROM log WHERE stream = $1 AND seq = $2 AND fingerprint = $3";
pub const POSTINGS: &str = "SELECT seq, line, source, target, amount FROM posting \
                            WHERE stream = $1 AND seq > $2 AND seq <= $3 ORDER BY seq, line";
pub const BALANCE: &str = "SELECT amount FROM balance WHERE account = $1";
pub const BALANCES: &str = "SELECT account, amount FROM balance WHERE amount <> 0 ORDER BY account";
/// The sum of BIGINT values is a NUMERIC; these sums stay far below the range of BIGINT.
pub const CONTRIBUTED: &str =
    "SELECT CAST(coalesce(sum(amount), 0) AS BIGINT) FROM contribution WHERE link = $1";
/// Every source stream with messages to this stream, how far it was consumed, and its last message. The
/// outbox is never cleared and becomes long, so its distinct sources are found one by one through its key.
pub const SOURCES: &str = "WITH RECURSIVE sources (source) AS ( \
        SELECT min(source) FROM outbox WHERE target = $1 \
        UNION ALL SELECT (SELECT min(outbox.source) FROM outbox \
        WHERE outbox.target = $1 AND outbox.source > sources.source) \
        FROM sources WHERE sources.source IS NOT NULL) \
    SELECT sources.source, coalesce((SELECT consumed.seq FROM consumed \
        WHERE consumed.target = $1 AND consumed.source = sources.source), 0), \
        (SELECT max(outbox.seq) FROM outbox \
        WHERE outbox.target = $1 AND outbox.source = sources.source) \
    FROM sources WHERE sources.source IS NOT NULL ORDER BY sources.source";
/// The messages of one source stream that are not yet consumed.
pub const WAITING: &str = "SELECT source, seq FROM outbox \
                           WHERE target = $1 AND source = $2 AND seq > $3 ORDER BY seq LIMIT $4";
pub const SNAPSHOTS: &str = "SELECT seq, fingerprint, format, body FROM snapshot \
                             WHERE stream = $1 AND seq <= $2 ORDER BY seq DESC LIMIT $3";
pub const CONSUMED: &str = "SELECT source, seq FROM consumed WHERE target = $1 ORDER BY source";

type Read<T> = Result<T, StoreError>;

pub fn answer(row: &Columns, id: CommandId) -> Read<StoredResponse> {
    Ok(StoredResponse {
        id,
        body: fingerprint(row, 0)?,
        response: column(row, 1)?,
    })
}

pub fn head(row: &Columns) -> Read<Head> {
    Ok(Head {
        seq: unsigned(column(row, 0)?),
        fingerprint: fingerprint(row, 1)?,
        epoch: unsigned(column(row, 2)?),
    })
}

pub fn named_head(row: &Columns) -> Read<(Stream, Head)> {
    Ok((stream(column(row, 3)?)?, head(row)?))
}

pub fn entry(row: &Columns) -> Read<Row> {
    Ok(Row {
        seq: unsigned(column(row, 0)?),
        fingerprint: fingerprint(row, 1)?,
        bytes: column::<Vec<u8>>(row, 2)?.into(),
    })
}

pub fn posting(row: &Columns, stream: Stream) -> Read<PostedRow> {
    let seq = unsigned(column(row, 0)?);
    let line: i64 = column(row, 1)?;
    let corrupt = |what: String| StoreError::Corrupt {
        place: format!("posting {line} of {stream} {seq}"),
        what,
    };
    let account = |name: &str| Account::from_str(name).map_err(|error| corrupt(error.to_string()));
    let (from, to) = (account(column(row, 2)?)?, account(column(row, 3)?)?);
    let amount: i64 = column(row, 4)?;
    if amount <= 0 || from == to {
        return Err(corrupt(format!("found {amount} from {from} to {to}")));
    }
    let moved = Posting::moved(from, to, Money::minor(amount));
    Ok(PostedRow {
        stream,
        seq,
        line: u32::try_from(line)
            .map_err(|_| corrupt(format!("line: found {line}, expected 0 to {}", u32::MAX)))?,
        row: moved.ok_or_else(|| corrupt("it moves nothing".to_owned()))?,
    })
}

pub fn balance(row: &Columns) -> Read<(Account, Money)> {
    balance_of(column(row, 0)?, column(row, 1)?)
}

pub fn balance_of(name: &str, amount: i64) -> Read<(Account, Money)> {
    let account = Account::from_str(name).map_err(|error| StoreError::Corrupt {
        place: format!("balance {name}"),
        what: error.to_string(),
    })?;
    Ok((account, Money::minor(amount)))
}

/// The amount in the first row; zero where there is no row.
pub fn money(rows: &[Columns]) -> Read<Money> {
    let found = rows.first().map(|row| column(row, 0)).transpose()?;
    Ok(Money::minor(found.unwrap_or(0)))
}

pub fn snapshot(row: &Columns, stream: Stream) -> Read<Snapshot> {
    let format: i64 = column(row, 2)?;
    Ok(Snapshot {
        stream,
        seq: unsigned(column(row, 0)?),
        fingerprint: fingerprint(row, 1)?,
        // A format out of range becomes one that no reader accepts.
        format: u32::try_from(format).unwrap_or(u32::MAX),
        body: column::<Vec<u8>>(row, 3)?.into(),
    })
}

pub fn position(row: &Columns) -> Read<(Stream, u64)> {
    Ok((stream(column(row, 0)?)?, unsigned(column(row, 1)?)))
}

/// Sequence numbers stay far below 2^63.
pub fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub fn limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

pub fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

pub fn stream(name: &str) -> Read<Stream> {
    Stream::from_str(name).map_err(|error| StoreError::Corrupt {
        place: format!("stream {name}"),
        what: error.to_string(),
    })
}

pub fn fingerprint(row: &Columns, at: usize) -> Read<Fingerprint> {
    let bytes: &[u8] = column(row, at)?;
    let whole = bytes.try_into().map_err(|_| StoreError::Corrupt {
        place: row.columns()[at].name().to_owned(),
        what: format!("found {} bytes, expected 32", bytes.len()),
    })?;
    Ok(Fingerprint(whole))
}

pub fn column<'a, T: FromSql<'a>>(row: &'a Columns, at: usize) -> Read<T> {
    row.try_get(at).map_err(|error| StoreError::Corrupt {
        place: row
            .columns()
            .get(at)
            .map_or_else(|| format!("column {at}"), |column| column.name().to_owned()),
        what: super::error::said(&error),
    })
}
