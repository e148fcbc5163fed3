//! Errors of the server and the connection, grouped by what the caller may do about them.

use core::time::Duration;
use std::error::Error as _;

use deadpool_postgres::PoolError;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostgresError {
    /// The server rolled the transaction back in favour of another: it may be retried.
    Conflict(String),
    /// The connection broke; what became of the statements sent is not known.
    Lost(String),
    /// The server refused the statement, or no server answered.
    Refused(String),
}

impl PostgresError {
    pub fn what(self) -> String {
        match self {
            PostgresError::Conflict(what)
            | PostgresError::Lost(what)
            | PostgresError::Refused(what) => what,
        }
    }

    pub fn is_conflict(&self) -> bool {
        matches!(self, PostgresError::Conflict(_))
    }
}

impl From<Error> for PostgresError {
    fn from(error: Error) -> PostgresError {
        let what = said(&error);
        match error.code() {
            Some(code) if is_conflict(code) => PostgresError::Conflict(what),
            // A FATAL error ends the session: it arrives as the answer to the last statement.
            Some(code) if code.code().starts_with("57P") => PostgresError::Lost(what),
            Some(_) => PostgresError::Refused(what),
            None => PostgresError::Lost(what),
        }
    }
}

impl From<PoolError> for PostgresError {
    fn from(error: PoolError) -> PostgresError {
        PostgresError::Refused(match &error {
            PoolError::Backend(error) => said(error),
            PoolError::Timeout(_)
            | PoolError::Closed
            | PoolError::NoRuntimeSpecified
            | PoolError::PostCreateHook(_) => error.to_string(),
        })
    }
}

/// The text of an error with its causes: the driver's own text gives only the kind.
pub fn said(error: &Error) -> String {
    let mut what = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        what = format!("{what}: {error}");
        cause = error.source();
    }
    what
}

/// Serialisation failure and deadlock. Not 40003: there the outcome is not known.
fn is_conflict(code: &SqlState) -> bool {
    *code == SqlState::T_R_SERIALIZATION_FAILURE || *code == SqlState::T_R_DEADLOCK_DETECTED
}

/// How often a transaction is retried, and after what pause: exponential backoff up to a bound, with
/// jitter from half to all of the pause, so that two that collided do not collide again.
pub struct Patience {
    left: u32,
    pause: Duration,
    longest: Duration,
}

impl Patience {
    /// For conflicts with other transactions over a row; about a second in all.
    pub fn with_others() -> Patience {
        Patience {
            left: 12,
            pause: Duration::from_millis(2),
            longest: Duration::from_millis(128),
        }
    }

    /// For a server that restarts or fails over; bounded by the caller's own limit.
    pub fn with_the_server() -> Patience {
        Patience {
            left: u32::MAX,
            pause: Duration::from_millis(20),
            longest: Duration::from_millis(500),
        }
    }

    /// Waits before the next try, or returns the error after the last one.
    pub async fn after(&mut self, trouble: PostgresError) -> Result<(), PostgresError> {
        if self.left == 0 {
            return Err(trouble);
        }
        self.left -= 1;
        // If the system gives no random number, the whole pause is waited.
        let share = getrandom::u32().unwrap_or(u32::MAX);
        let half = self.pause / 2;
        let more = half.mul_f64(f64::from(share) / f64::from(u32::MAX));
        tokio::time::sleep(half + more).await;
        self.pause = (self.pause * 2).min(self.longest);
        Ok(())
    }
}
