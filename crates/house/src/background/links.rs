//! What every link needs: turns, somebody who looks whether they are taken, and meters that agree with
//! its tables'.
//!
//! Turns are taken when something waits for the link, and often enough to show that it works. Whoever
//! looks is another task than whoever takes turns: should the turns break or hang, the tables are told.

use ledger::LinkId;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use super::job_context::JobContext;
use super::{Job, JobEvent};
use crate::link::{Comparison, Controller, Health, Turned};
use crate::log::Stream;
use crate::response::Response;
use crate::store::{Head, StoreError};

impl JobContext {
    pub async fn take_turns(&self, link: LinkId) -> Result<(), StoreError> {
        let mut bell = self.pit.bell();
        let mut controller = self.controller(link);
        loop {
            let taken = Instant::now();
            let pause = match controller.turn().await {
                Ok(turned) => {
                    if turned != Turned::default() {
                        self.emit(JobEvent::Turned { link, turned });
                    }
                    // What comes at once is taken together.
                    self.intervals.poll / 10
                }
                Err(error) => {
                    self.report_failure(Job::Turns(link), error)?;
                    self.intervals.retry
                }
            };
            let stands = controller.state().head();
            if !self.wait_pause(pause).await
                || !self.wait_for_turn(&mut bell, stands, link, taken).await?
            {
                return Ok(());
            }
        }
    }

    /// Waits until there is a reason for a turn; `false` where the jobs end before.
    async fn wait_for_turn(
        &self,
        bell: &mut broadcast::Receiver<Stream>,
        stands: Head,
        link: LinkId,
        taken: Instant,
    ) -> Result<bool, StoreError> {
        let stream = Stream::Link(link);
        while taken.elapsed() * 3 < self.intervals.heartbeat {
            tokio::select! {
                () = wait_for_bell(bell, stream) => return Ok(!*self.ended.borrow()),
                rested = self.wait_pause(self.intervals.poll) => if !rested {
                    return Ok(false);
                },
            }
            match self.has_work(stream, stands).await {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) => self.report_failure(Job::Turns(link), error)?,
            }
        }
        Ok(!*self.ended.borrow())
    }

    /// At a table, or in the link's own log: somebody may have verified a win.
    async fn has_work(&self, stream: Stream, stands: Head) -> Result<bool, StoreError> {
        let waiting = self.store().waiting(stream, 1).await?;
        Ok(!waiting.is_empty() || self.store().head(stream).await?.seq != stands.seq)
    }

    pub async fn watch_link(&self, link: LinkId) -> Result<(), StoreError> {
        let mut controller = self.controller(link);
        let mut before = Health::Works;
        // Further apart than the time that a turn shows the link to work.
        while self.wait_pause(self.intervals.heartbeat * 6 / 5).await {
            match controller.check_health().await {
                Ok(health) => {
                    if health != before {
                        self.emit(JobEvent::HealthChanged { link, health });
                    }
                    before = health;
                }
                Err(error) => self.report_failure(Job::Health(link), error)?,
            }
        }
        Ok(())
    }

    pub async fn compare_meters(&self, link: LinkId) -> Result<(), StoreError> {
        let mut comparison = Comparison::new(link);
        let mut controller = self.controller(link);
        while self.wait_pause(self.intervals.compare).await {
            let differences = match comparison.compare(self.store()).await {
                Ok(differences) if differences.is_empty() || comparison.is_fault_known() => {
                    continue;
                }
                Ok(differences) => differences,
                Err(error) => {
                    self.report_failure(Job::Meters(link), error)?;
                    continue;
                }
            };
            match controller.report_mismatch(differences.clone()).await {
                Ok(Response::Done { .. }) => {
                    self.emit(JobEvent::MetersDiffer { link, differences });
                }
                // Somebody else has said so.
                Ok(Response::Refused { .. } | Response::InsufficientFunds { .. }) => {}
                Err(error) => self.report_failure(Job::Meters(link), error)?,
            }
        }
        Ok(())
    }

    fn controller(&self, link: LinkId) -> Controller {
        let controller = Controller::new(std::sync::Arc::clone(&self.pit), link);
        controller.with_heartbeat(self.intervals.heartbeat)
    }
}

/// Until the bell rings for this stream, or rang too often to tell.
async fn wait_for_bell(bell: &mut broadcast::Receiver<Stream>, stream: Stream) {
    loop {
        match bell.recv().await {
            Ok(other) if other != stream => {}
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => core::future::pending().await,
        }
    }
}
