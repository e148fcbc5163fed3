//! What every job has at hand, and the jobs of the whole process: leases, rounds that another process
//! abandoned, and the lobby.

use core::time::Duration;
use std::sync::Arc;

use tokio::sync::{broadcast, watch};
use tokio::time::timeout;

use super::{Intervals, Job, JobEvent, JobFailure};
use crate::pit::Pit;
use crate::recovery::{Leases, Recovery};
use crate::response::ServiceError;
use crate::store::{Store, StoreError};

#[derive(Clone)]
pub struct JobContext {
    pub pit: Arc<Pit>,
    pub recovery: Arc<Recovery>,
    pub intervals: Intervals,
    pub notes: broadcast::Sender<JobEvent>,
    /// Which tables are this process's own, and which links there are.
    pub floor: watch::Receiver<Arc<Leases>>,
    pub ended: watch::Receiver<bool>,
}

impl JobContext {
    pub fn store(&self) -> &dyn Store {
        self.pit.store().as_ref()
    }

    /// Having no subscribers is fine.
    pub fn emit(&self, note: JobEvent) {
        drop(self.notes.send(note));
    }

    /// What failed is noted, and tried again; a store that has stopped for good ends everything.
    pub fn report_failure(&self, job: Job, why: impl Into<ServiceError>) -> Result<(), StoreError> {
        let error = why.into();
        if let ServiceError::Store(stopped @ StoreError::Stopped { .. }) = error {
            return Err(stopped);
        }
        let why = JobFailure::Service(error);
        self.emit(JobEvent::Failed { job, why });
        Ok(())
    }

    /// Waits so long; `false` where the jobs end before.
    pub async fn wait_pause(&self, pause: Duration) -> bool {
        let mut ended = self.ended.clone();
        timeout(pause, ended.wait_for(|ended| *ended))
            .await
            .is_err()
    }

    pub async fn keep_leases(&self, leases: watch::Sender<Arc<Leases>>) -> Result<(), StoreError> {
        while self.wait_pause(self.intervals.lease / 3).await {
            loop {
                match self.recovery.prolong().await {
                    Ok(prolonged) => {
                        leases.send_replace(Arc::new(prolonged));
                        break;
                    }
                    Err(error) => self.report_failure(Job::Leases, error)?,
                }
                // Time is short: the others may think that this process is gone.
                let pause = self.intervals.retry.min(self.intervals.lease / 3);
                if !self.wait_pause(pause).await {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// After every look at the leases, and again where that failed.
    pub async fn keep_recovering(&self) -> Result<(), StoreError> {
        let (mut floor, mut ended) = (self.floor.clone(), self.ended.clone());
        loop {
            tokio::select! {
                _ = floor.changed() => {}
                _ = ended.wait_for(|ended| *ended) => return Ok(()),
            }
            if let Err(error) = self.recover().await {
                self.report_failure(Job::Recovery, error)?;
            }
        }
    }

    /// Reads for the lobby what other processes store, and what links of this one say they stored.
    pub async fn keep_lobby(&self) -> Result<(), StoreError> {
        let Some(projections) = self.pit.projections().cloned() else {
            return Ok(());
        };
        let report = |error| self.report_failure(Job::Lobby, error);
        let mut ended = self.ended.clone();
        tokio::select! {
            stopped = projections.follow(self.intervals.lobby, report) => Err(stopped),
            _ = ended.wait_for(|ended| *ended) => Ok(()),
        }
    }

    pub async fn recover(&self) -> Result<(), StoreError> {
        let report = self.recovery.recover().await?;
        for recovered in report.recovered {
            self.emit(JobEvent::Recovered(recovered));
        }
        for (table, error) in report.failed {
            let why = JobFailure::NotRecovered { table, error };
            let job = Job::Recovery;
            self.emit(JobEvent::Failed { job, why });
        }
        Ok(())
    }
}
