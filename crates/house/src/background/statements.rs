//! How the house stands, signed and written down, as long as something moves.

use core::time::Duration;

use tokio::time::Instant;

use super::job_context::JobContext;
use super::{Job, JobEvent, JobFailure};
use crate::notary::{Notary, NotaryError, Schedule};
use crate::store::StoreError;

impl JobContext {
    /// A house that cannot write down what it says of itself goes on, and says so again and again: it
    /// has to be looked at. One that has less than it has signed ends: the store was replaced by an older
    /// copy of it, and whatever is stored there hides what was lost.
    pub async fn make_statements(
        &self,
        notary: &mut Notary,
        schedule: Schedule,
    ) -> Result<(), StoreError> {
        let mut last = Instant::now();
        let mut pause = Duration::from_millis(schedule.look_milliseconds);
        while self.wait_pause(pause).await {
            pause = Duration::from_millis(schedule.look_milliseconds);
            let now = self.pit.clock().now();
            let looked = notary
                .state_if_due(self.store(), now, schedule, last.elapsed())
                .await;
            match looked {
                Ok(None) => {}
                Ok(Some(statement)) => {
                    last = Instant::now();
                    self.emit(JobEvent::Stated(statement));
                }
                Err(NotaryError::Store(error)) => self.report_failure(Job::Statements, error)?,
                Err(error @ (NotaryError::Truncated { .. } | NotaryError::Contradicted { .. })) => {
                    let what = error.to_string();
                    let (job, why) = (Job::Statements, JobFailure::NotStated(error));
                    self.emit(JobEvent::Failed { job, why });
                    return Err(StoreError::Stopped { what });
                }
                Err(
                    error @ (NotaryError::Io { .. }
                    | NotaryError::Wrong { .. }
                    | NotaryError::OtherKey { .. }),
                ) => {
                    let (job, why) = (Job::Statements, JobFailure::NotStated(error));
                    self.emit(JobEvent::Failed { job, why });
                    pause = self.intervals.retry;
                }
            }
        }
        Ok(())
    }

    /// Signs how the house stands when the jobs end, if anything has moved since the last statement.
    pub async fn make_last_statement(&self, notary: &mut Notary) -> Result<(), NotaryError> {
        match notary.state(self.store(), self.pit.clock().now()).await {
            Ok(None) => Ok(()),
            Ok(Some(statement)) => {
                self.emit(JobEvent::Stated(statement));
                Ok(())
            }
            Err(error) => {
                let (job, why) = (Job::Statements, JobFailure::NotStated(error.clone()));
                self.emit(JobEvent::Failed { job, why });
                Err(error)
            }
        }
    }
}
