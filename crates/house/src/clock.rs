//! The clock of a house, passed in so that tests can set the time.

use std::time::{SystemTime, UNIX_EPOCH};

use game::Timestamp;

/// Tells the time. The product uses [`SystemClock`]; tests and rehearsals have a clock of their own.
pub trait Clock: Send + Sync + 'static {
    /// The present time, in milliseconds since 1970 (UTC).
    fn now(&self) -> Timestamp;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let milliseconds = since.map_or(0, |since| since.as_millis());
        Timestamp(u64::try_from(milliseconds).unwrap_or(u64::MAX))
    }
}
