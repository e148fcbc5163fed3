//! When a notary speaks: every minute, or every thousand entries, as long as something moves. Who looks
//! that often is a background job.

use core::time::Duration;

use game::Timestamp;

use super::{Notary, NotaryError, Statement};
use crate::store::Store;

/// How often the house is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    pub milliseconds: u64,
    pub entries: u64,
    /// Between two looks.
    pub look_milliseconds: u64,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule {
            milliseconds: 60_000,
            entries: 1_000,
            look_milliseconds: 1_000,
        }
    }
}

impl Schedule {
    fn is_due(self, unsaid: u64, waited: Duration) -> bool {
        let waited = waited >= Duration::from_millis(self.milliseconds);
        unsaid >= self.entries || (waited && unsaid > 0)
    }
}

impl Notary {
    /// States how the house stands where that is due, so long after it was last stated.
    pub async fn state_if_due(
        &mut self,
        store: &dyn Store,
        now: Timestamp,
        schedule: Schedule,
        waited: Duration,
    ) -> Result<Option<Statement>, NotaryError> {
        let unsaid = self.unstated(store).await?;
        if schedule.is_due(unsaid, waited) {
            self.state(store, now).await
        } else {
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_or_a_thousand_entries() {
        let schedule = Schedule::default();
        let is_due = |unsaid, waited| schedule.is_due(unsaid, Duration::from_millis(waited));
        assert!(!is_due(0, 1_000_000) && !is_due(999, 59_999));
        assert!(is_due(1, 60_000) && is_due(1_000, 0));
    }
}
