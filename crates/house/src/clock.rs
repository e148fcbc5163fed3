//! What time it is, for those who may not ask the machine.

use std::time::{SystemTime, UNIX_EPOCH};

use game::Timestamp;

/// The clock of a house. Rehearsals have one of their own.
pub trait Clock: Send + Sync + 'static {
    fn now(&self) -> Timestamp;
}

/// The machine's.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let milliseconds = since.map_or(0, |since| since.as_millis());
        Timestamp(u64::try_from(milliseconds).unwrap_or(u64::MAX))
    }
}
