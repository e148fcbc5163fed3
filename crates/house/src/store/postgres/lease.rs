//! Leases: which process runs the timers of a stream. The clock is the server's.
//!
//! A lease names the owner it was taken from. So a process first reads it, then updates it only if it has
//! not changed since; of several processes that do so at once one succeeds, and the others read again.

use tokio_postgres::types::ToSql;

use super::super::{Lease, StoreError};
use super::PostgresStore;
use super::append::unavailable;
use super::read::{column, signed};
use crate::log::Stream;

/// The server's clock, in milliseconds.
macro_rules! now {
    () => {
        "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)"
    };
}

const PROLONG: &str = concat!(
    "UPDATE lease SET until = ",
    now!(),
    " + $3::BIGINT WHERE stream = $1 AND owner = $2 RETURNING 1"
);
const HOLDER: &str = concat!(
    "SELECT owner, until, until <= ",
    now!(),
    " FROM lease WHERE stream = $1"
);
const TAKE_FREE: &str = concat!(
    "INSERT INTO lease SELECT $1::TEXT, $2::TEXT, ",
    now!(),
    " + $3::BIGINT ON CONFLICT (stream) DO NOTHING RETURNING 1"
);
const TAKE_OVER: &str = concat!(
    "UPDATE lease SET owner = $2, until = ",
    now!(),
    " + $3::BIGINT WHERE stream = $1 AND owner = $4 AND until = $5 RETURNING 1"
);
/// The longest lease: with a longer one the time of its end could overflow.
const MILLISECONDS_MAX: u64 = 1 << 50;
/// A process that loses the race normally finds a running lease at its next try, and is denied. To lose
/// this often is an error.
const TRIES: u32 = 8;

impl PostgresStore {
    pub(super) async fn lease_of(
        &self,
        stream: Stream,
        owner: &str,
        milliseconds: u64,
    ) -> Result<Lease, StoreError> {
        let (name, length) = (
            stream.to_string(),
            signed(milliseconds.min(MILLISECONDS_MAX)),
        );
        let key: [&(dyn ToSql + Sync); 3] = [&name, &owner, &length];
        if self.changes(PROLONG, &key).await? {
            return Ok(Lease::Kept);
        }
        let mut taken_from = None;
        for _ in 0..TRIES {
            let rows = self.ask(HOLDER, &[&name]).await.map_err(unavailable)?;
            let Some(row) = rows.first() else {
                if self.changes(TAKE_FREE, &key).await? {
                    return Ok(Lease::of(None, owner));
                }
                continue;
            };
            let (holder, until): (String, i64) = (column(row, 0)?, column(row, 1)?);
            if holder == owner {
                // This process did not hold it at the start: its own update succeeded, and the answer
                // was lost.
                return Ok(Lease::Taken { from: taken_from });
            }
            if !column::<bool>(row, 2)? {
                return Ok(Lease::Denied);
            }
            let key: [&(dyn ToSql + Sync); 5] = [&name, &owner, &length, &holder, &until];
            if self.changes(TAKE_OVER, &key).await? {
                return Ok(Lease::of(Some(holder), owner));
            }
            taken_from = Some(holder);
        }
        Err(StoreError::Unavailable {
            what: format!("the lease of {stream} changed at each of {TRIES} tries"),
        })
    }

    async fn changes(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<bool, StoreError> {
        let rows = self.ask(sql, values).await.map_err(unavailable)?;
        Ok(!rows.is_empty())
    }
}
