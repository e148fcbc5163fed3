//! What every chore has at hand, and the two that come before all others: leases, and rounds that
//! somebody left.

use core::time::Duration;
use std::sync::Arc;

use tokio::sync::{broadcast, watch};
use tokio::time::timeout;

use super::{Chore, Failure, Hours, Note};
use crate::answer::Silence;
use crate::clock::Clock;
use crate::pit::Pit;
use crate::recovery::{Leases, Sweeper};
use crate::store::{Store, StoreError};

pub struct Duty<S, C> {
    pub pit: Arc<Pit<S, C>>,
    pub sweeper: Arc<Sweeper<S, C>>,
    pub hours: Hours,
    pub notes: broadcast::Sender<Note>,
    /// Which tables are this process's own, and which links there are.
    pub floor: watch::Receiver<Arc<Leases>>,
    pub ended: watch::Receiver<bool>,
}

impl<S, C> Clone for Duty<S, C> {
    fn clone(&self) -> Duty<S, C> {
        Duty {
            pit: Arc::clone(&self.pit),
            sweeper: Arc::clone(&self.sweeper),
            hours: self.hours,
            notes: self.notes.clone(),
            floor: self.floor.clone(),
            ended: self.ended.clone(),
        }
    }
}

impl<S: Store, C: Clock> Duty<S, C> {
    pub fn store(&self) -> &S {
        self.pit.store()
    }

    /// Nobody may be listening.
    pub fn note(&self, note: Note) {
        drop(self.notes.send(note));
    }

    /// What failed is noted, and tried again; a store that has stopped for good ends everything.
    pub fn failed(&self, chore: Chore, why: impl Into<Silence>) -> Result<(), StoreError> {
        let silence = why.into();
        if let Silence::Store(stopped @ StoreError::Stopped { .. }) = silence {
            return Err(stopped);
        }
        let why = Failure::Silent(silence);
        self.note(Note::Failed { chore, why });
        Ok(())
    }

    /// Waits so long; `false` where the shift ends before.
    pub async fn rests(&self, pause: Duration) -> bool {
        let mut ended = self.ended.clone();
        timeout(pause, ended.wait_for(|ended| *ended))
            .await
            .is_err()
    }

    pub async fn keeps_leases(&self, leases: watch::Sender<Arc<Leases>>) -> Result<(), StoreError> {
        while self.rests(self.hours.lease / 3).await {
            loop {
                match self.sweeper.prolong().await {
                    Ok(prolonged) => {
                        leases.send_replace(Arc::new(prolonged));
                        break;
                    }
                    Err(error) => self.failed(Chore::Leases, error)?,
                }
                // Time is short: the others may think that this process is gone.
                let pause = self.hours.retry.min(self.hours.lease / 3);
                if !self.rests(pause).await {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// After every look at the leases, and again where that failed.
    pub async fn keeps_recovering(&self) -> Result<(), StoreError> {
        let (mut floor, mut ended) = (self.floor.clone(), self.ended.clone());
        loop {
            tokio::select! {
                _ = floor.changed() => {}
                _ = ended.wait_for(|ended| *ended) => return Ok(()),
            }
            if let Err(error) = self.recovers().await {
                self.failed(Chore::Recovery, error)?;
            }
        }
    }

    pub async fn recovers(&self) -> Result<(), StoreError> {
        let swept = self.sweeper.recover().await?;
        for recovered in swept.recovered {
            self.note(Note::Recovered(recovered));
        }
        for (table, silence) in swept.failed {
            let why = Failure::NotRecovered { table, silence };
            let chore = Chore::Recovery;
            self.note(Note::Failed { chore, why });
        }
        Ok(())
    }
}
