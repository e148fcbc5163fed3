//! The jobs of every link: one takes its turns, one looks whether turns are taken, one compares its
//! meters with its tables'.
//!
//! Turns are taken when something waits for the link, and often enough to show that it works. The job
//! that looks is another task than the one that takes turns: should the turns break or hang, the tables
//! are told.

use ledger::LinkId;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use super::job_context::JobContext;
use super::{Job, JobEvent};
use crate::link::{Comparison, Controller, Health, LinkRefusal, Turned};
use crate::log::Stream;
use crate::response::{NotDone, Response, ServiceError};
use crate::store::{Head, StoreError};

impl JobContext {
    /// Takes turns until the background ends.
    pub async fn take_turns(&self, link: LinkId) -> Result<(), StoreError> {
        let mut bell = self.pit.bell();
        let mut controller = self.controller(link);
        loop {
            let taken = Instant::now();
            let turned = controller.turn().await;
            self.emit_failed(&mut controller);
            let pause = match turned {
                Ok(turned) => {
                    if turned != Turned::default() {
                        self.emit(JobEvent::Turned { link, turned });
                    }
                    // What several tables store at about the same time is taken in one turn.
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

    /// Waits until there is a reason for a turn; `false` where the background ends before.
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

    /// Whether something waits at a table, or the link's own log has grown: two people may have verified
    /// a win.
    async fn has_work(&self, stream: Stream, stands: Head) -> Result<bool, StoreError> {
        let waiting = self.store().waiting(stream, 1).await?;
        Ok(!waiting.is_empty() || self.store().head(stream).await?.seq != stands.seq)
    }

    /// Looks whether turns are taken, and reports each change.
    pub async fn watch_link(&self, link: LinkId) -> Result<(), StoreError> {
        let mut controller = self.controller(link);
        let mut before = Health::Works;
        // Further apart than the time that a turn shows the link to work.
        while self.wait_pause(self.intervals.heartbeat * 6 / 5).await {
            let checked = controller.check_health().await;
            self.emit_failed(&mut controller);
            match checked {
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

    /// Compares what the tables say they fed with what the link counted.
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
                // Another process has reported it.
                Ok(Response::Refused { code, .. }) if code == LinkRefusal::Faulty.code() => {}
                Ok(refused @ (Response::Refused { .. } | Response::InsufficientFunds { .. })) => {
                    let (what, why) = ("reporting its meters", NotDone(refused).to_string());
                    let error = ServiceError::SystemRefused { what, why };
                    self.report_failure(Job::Meters(link), error)?;
                }
                Err(error) => self.report_failure(Job::Meters(link), error)?,
            }
        }
        Ok(())
    }

    fn emit_failed(&self, controller: &mut Controller) {
        for failed in controller.take_failed() {
            self.emit(JobEvent::InstructionFailed(failed));
        }
    }

    fn controller(&self, link: LinkId) -> Controller {
        let controller = Controller::new(std::sync::Arc::clone(&self.pit), link);
        controller.with_heartbeat(self.intervals.heartbeat)
    }
}

/// Returns when the bell rings for this stream, or rang too often to tell.
async fn wait_for_bell(bell: &mut broadcast::Receiver<Stream>, stream: Stream) {
    loop {
        match bell.recv().await {
            Ok(other) if other != stream => {}
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => core::future::pending().await,
        }
    }
}
