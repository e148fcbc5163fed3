//! Bringing a database to the shape this program knows, while others may be doing the same.
//!
//! One row says how many migrations the database has seen. Whoever moves it from n to n + 1 runs the
//! migration in the same transaction; all others wait for that row and then find it done.

use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error};

use super::super::OpenError;
use super::error::{Patience, PostgresError, said};
use super::open::unreachable;
use super::rights::Wrong;

/// Each once and in order.
const MIGRATIONS: [&str; 1] = [include_str!(
    "../../../../../migrations/postgres/0001_house.sql"
)];
/// What the row of every house says.
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

/// Refuses a database that is not of the shape this program knows, and leaves it as it is.
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

/// After a step that failed: whether it was for the sake of others, and the time they need.
pub async fn wait_for_others(
    client: &Client,
    place: &str,
    error: Error,
    patience: &mut Patience,
) -> Result<(), OpenError> {
    // A transaction that failed is still open, unless nothing can be sent any more.
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

/// How many migrations the database has seen; nothing where nobody has founded a house in it.
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
        // Between the two statements that found a house.
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

/// One migration, unless another process has done it meanwhile.
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

/// `IF NOT EXISTS` looks before it makes: two who look at once both make, and one is told so, by the
/// name of the table or by an index of the catalogue. And a long migration outlasts our wait for its row.
fn in_progress(error: &Error) -> bool {
    let code = error.code();
    code == Some(&SqlState::UNIQUE_VIOLATION)
        || code == Some(&SqlState::DUPLICATE_TABLE)
        || code == Some(&SqlState::DUPLICATE_OBJECT)
        || code == Some(&SqlState::LOCK_NOT_AVAILABLE)
}
