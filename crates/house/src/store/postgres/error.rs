//! What goes wrong between us and the server, by what may be done about it.

use core::time::Duration;
use std::error::Error as _;

use deadpool_postgres::PoolError;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostgresError {
    /// The server took all of it back so that others could go on: the same may be tried again.
    Conflict(String),
    /// The connection is gone, and what was on its way with it.
    Lost(String),
    /// It said no, or it is not there to say anything.
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
            // A FATAL error ends the session: it comes as the answer to whatever was asked last.
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

/// The driver says the kind of an error, and only its cause says which.
pub fn said(error: &Error) -> String {
    let mut what = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        what = format!("{what}: {error}");
        cause = error.source();
    }
    what
}

/// Serialisation failure and deadlock. Not 40003: there nobody knows.
fn is_conflict(code: &SqlState) -> bool {
    *code == SqlState::T_R_SERIALIZATION_FAILURE || *code == SqlState::T_R_DEADLOCK_DETECTED
}

/// How often the same is tried again, and after what pause: each twice the one before, up to a
/// bound, and anything from half to all of that, lest those who collided collide again.
pub struct Patience {
    left: u32,
    pause: Duration,
    longest: Duration,
}

impl Patience {
    /// With those who want the same row; in all less than a second.
    pub fn with_others() -> Patience {
        Patience {
            left: 12,
            pause: Duration::from_millis(2),
            longest: Duration::from_millis(128),
        }
    }

    /// With a server that is starting again or gives its place to another.
    pub fn with_the_server() -> Patience {
        Patience {
            left: u32::MAX,
            pause: Duration::from_millis(20),
            longest: Duration::from_millis(500),
        }
    }

    /// Waits, or hands the trouble back because it has been tried often enough.
    pub async fn after(&mut self, trouble: PostgresError) -> Result<(), PostgresError> {
        if self.left == 0 {
            return Err(trouble);
        }
        self.left -= 1;
        // Without randomness the pause is whole, and all is as before but slower.
        let share = getrandom::u32().unwrap_or(u32::MAX);
        let half = self.pause / 2;
        let more = half.mul_f64(f64::from(share) / f64::from(u32::MAX));
        tokio::time::sleep(half + more).await;
        self.pause = (self.pause * 2).min(self.longest);
        Ok(())
    }
}
