//! Migrating a database to the schema this program knows, while other processes may do the same.
//!
//! One row holds the number of migrations done. The process that raises it from n to n + 1 runs the
//! migration in the same transaction; all others wait for that row and then find the migration done.

use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error};

use super::super::OpenError;
use super::error::{Patience, PostgresError, said};
use super::open::unreachable;
use super::rights::Wrong;

/// Each is run once, in this order.
const MIGRATIONS: [&str; 3] = [
    include_str!("../../../../../migrations/postgres/0001_house.sql"),
    include_str!("../../../../../migrations/postgres/0002_people.sql"),
    include_str!("../../../../../migrations/postgres/0003_personal_records.sql"),
];
/// The name in the schema row of every house.
const APPLICATION: &str = "queenhigh";
const FOUND: &str = "\
    CREATE TABLE IF NOT EXISTS schema (\
        application TEXT   NOT NULL PRIMARY KEY, \
        version     BIGINT NOT NULL CHECK (version >= 0)\
    ); \
    INSERT INTO schema VALUES ('queenhigh', 0) ON CONFLICT (application) DO NOTHING";

pub async fn migrate(client: &Client, place: &str) -> Result<(), OpenError> {
    let mut patience = Patience::with_others();
    loop {
        let step = match version(client, place).await? {
            Some(found) if found > MIGRATIONS.len() => return Err(future(place, found)),
            Some(found) if found == MIGRATIONS.len() => return Ok(()),
            Some(found) => run(client, found).await,
            None => client.batch_execute(FOUND).await,
        };
        if let Err(error) = step {
            wait_for_others(client, place, error, &mut patience).await?;
        }
    }
}

/// Refuses a database whose schema is not the one this program knows; changes nothing.
pub async fn is_ours(client: &Client, place: &str) -> Result<(), OpenError> {
    let place = place.to_owned();
    match version(client, &place).await? {
        None => {
            let what = "there is no house in it".to_owned();
            Err(OpenError::Unreachable { place, what })
        }
        Some(found) if found > MIGRATIONS.len() => Err(future(&place, found)),
        Some(found) if found < MIGRATIONS.len() => {
            let known = MIGRATIONS.len();
            Err(OpenError::Past {
                place,
                found,
                known,
            })
        }
        Some(_) => Ok(()),
    }
}

fn future(place: &str, found: usize) -> OpenError {
    OpenError::Future {
        place: place.to_owned(),
        found,
        known: MIGRATIONS.len(),
    }
}

/// After a failed step: waits for a retry if another process was the cause, otherwise returns the error.
pub async fn wait_for_others(
    client: &Client,
    place: &str,
    error: Error,
    patience: &mut Patience,
) -> Result<(), OpenError> {
    // A failed transaction stays open until it is rolled back; on a lost connection this fails too.
    drop(client.batch_execute("ROLLBACK").await);
    let trouble = if in_progress(&error) {
        PostgresError::Conflict(said(&error))
    } else {
        PostgresError::from(error)
    };
    let waited = if trouble.is_conflict() {
        patience.after(trouble).await
    } else {
        Err(trouble)
    };
    waited.map_err(|trouble| OpenError::Unreachable {
        place: place.to_owned(),
        what: trouble.what(),
    })
}

/// The number of migrations done; `None` where the database holds no house.
async fn version(client: &Client, place: &str) -> Result<Option<usize>, OpenError> {
    let sql = "SELECT application, version FROM schema";
    let foreign = |found: String| OpenError::Foreign {
        place: place.to_owned(),
        setting: "the table schema",
        found,
        expected: format!("one row of {APPLICATION}"),
    };
    let rows = match client.query(sql, &[]).await {
        Ok(rows) => rows,
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => return Ok(None),
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_COLUMN) => {
            return Err(foreign("another program's".to_owned()));
        }
        Err(error) if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
            return Err(may_not_read(client, place).await);
        }
        Err(error) => return Err(unreachable(place, &error)),
    };
    let found = |row: &tokio_postgres::Row| {
        let application: String = row.try_get(0).ok()?;
        let version: i64 = row.try_get(1).ok()?;
        (application == APPLICATION).then_some(version)
    };
    match rows.as_slice() {
        // Another process has created the table and not yet inserted the row.
        [] => Ok(None),
        [row] => {
            let version = found(row).ok_or_else(|| foreign("another program's".to_owned()))?;
            Ok(Some(usize::try_from(version).unwrap_or(usize::MAX)))
        }
        more => Err(foreign(format!("{} rows", more.len()))),
    }
}

async fn may_not_read(client: &Client, place: &str) -> OpenError {
    let requested = client.query_one("SELECT session_user::TEXT", &[]).await;
    match requested.and_then(|row| row.try_get::<_, String>(0)) {
        Ok(role) => Wrong::may_not("SELECT", "schema", &role).of(place, role),
        Err(error) => unreachable(place, &error),
    }
}

/// Runs one migration, unless another process has done it meanwhile.
async fn run(client: &Client, done: usize) -> Result<(), Error> {
    let from = i64::try_from(done).unwrap_or(i64::MAX);
    client.batch_execute("BEGIN").await?;
    let sql = "UPDATE schema SET version = version + 1 WHERE version = $1";
    if client.execute(sql, &[&from]).await? == 0 {
        return client.batch_execute("ROLLBACK").await;
    }
    client.batch_execute(MIGRATIONS[done]).await?;
    client.batch_execute("COMMIT").await
}

/// Whether another process is doing the same. `IF NOT EXISTS` checks before it creates, so of two
/// processes that check at once one fails, on the name of the table or on an index of the catalogue. And
/// a long migration lasts longer than `lock_timeout` allows to wait for its row.
fn in_progress(error: &Error) -> bool {
    let code = error.code();
    code == Some(&SqlState::UNIQUE_VIOLATION)
        || code == Some(&SqlState::DUPLICATE_TABLE)
        || code == Some(&SqlState::DUPLICATE_OBJECT)
        || code == Some(&SqlState::LOCK_NOT_AVAILABLE)
}
