//! When a notary speaks: every minute, or every thousand entries, as long as something moves.

use core::convert::Infallible;
use core::time::Duration;

use game::Timestamp;
use tokio::time::sleep;

use super::{Notary, NotaryError};
use crate::clock::Clock;
use crate::store::{Store, StoreError};

/// How often the house is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    pub milliseconds: u64,
    pub entries: u64,
    /// Between two looks.
    pub look_milliseconds: u64,
}

impl Default for Rounds {
    fn default() -> Rounds {
        Rounds {
            milliseconds: 60_000,
            entries: 1_000,
            look_milliseconds: 1_000,
        }
    }
}

impl Rounds {
    fn is_due(self, unsaid: u64, since: Timestamp, now: Timestamp) -> bool {
        let waited = now.0.saturating_sub(since.0) >= self.milliseconds;
        unsaid >= self.entries || (waited && unsaid > 0)
    }
}

impl Notary {
    /// Makes statements until one cannot be made: a house that cannot write down what it says of itself
    /// has to be looked at. A store that cannot be reached just now is asked again.
    pub async fn attend(
        &mut self,
        store: &impl Store,
        clock: &impl Clock,
        rounds: Rounds,
    ) -> Result<Infallible, NotaryError> {
        let mut last = clock.now();
        loop {
            sleep(Duration::from_millis(rounds.look_milliseconds)).await;
            let now = clock.now();
            match self.look(store, rounds, last, now).await {
                Ok(true) => last = now,
                Ok(false)
                | Err(NotaryError::Store(
                    StoreError::Unavailable { .. } | StoreError::Unknown { .. },
                )) => {}
                Err(error) => return Err(error),
            }
        }
    }

    async fn look(
        &mut self,
        store: &impl Store,
        rounds: Rounds,
        last: Timestamp,
        now: Timestamp,
    ) -> Result<bool, NotaryError> {
        let unsaid = self.unsaid(store).await?;
        if !rounds.is_due(unsaid, last, now) {
            return Ok(false);
        }
        let said = self.state(store, now).await?;
        Ok(said.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_or_a_thousand_entries() {
        let rounds = Rounds::default();
        let is_due = |unsaid, now| rounds.is_due(unsaid, Timestamp(5_000), Timestamp(now));
        assert!(!is_due(0, 1_000_000) && !is_due(999, 64_999));
        assert!(is_due(1, 65_000) && is_due(1_000, 5_000));
        assert!(!is_due(1, 4_000), "a clock that was set back");
    }
}
