//! How the house stands, signed and written down, as long as something moves.

use core::time::Duration;

use tokio::time::Instant;

use super::chores::Duty;
use super::{Chore, Failure, Note};
use crate::clock::Clock;
use crate::notary::{Notary, NotaryError, Rounds};
use crate::store::{Store, StoreError};

impl<S: Store, C: Clock> Duty<S, C> {
    /// A house that cannot write down what it says of itself goes on, and says so again and again: it
    /// has to be looked at.
    pub async fn states(&self, notary: &mut Notary, rounds: Rounds) -> Result<(), StoreError> {
        let mut last = Instant::now();
        let mut pause = Duration::from_millis(rounds.look_milliseconds);
        while self.rests(pause).await {
            pause = Duration::from_millis(rounds.look_milliseconds);
            let now = self.pit.clock().now();
            let looked = notary.look(self.store(), now, rounds, last.elapsed()).await;
            match looked {
                Ok(None) => {}
                Ok(Some(statement)) => {
                    last = Instant::now();
                    self.note(Note::Stated(statement));
                }
                Err(NotaryError::Store(error)) => self.failed(Chore::Statements, error)?,
                Err(
                    error @ (NotaryError::Io { .. }
                    | NotaryError::Wrong { .. }
                    | NotaryError::OtherKey { .. }
                    | NotaryError::Short { .. }
                    | NotaryError::Contradicted { .. }),
                ) => {
                    let (chore, why) = (Chore::Statements, Failure::NotStated(error));
                    self.note(Note::Failed { chore, why });
                    pause = self.hours.retry;
                }
            }
        }
        Ok(())
    }
}
