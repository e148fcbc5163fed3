//! What every link needs: turns, somebody who looks whether they are taken, and meters that agree with
//! its tables'.
//!
//! Turns are taken when something waits for the link, and often enough to show that it works. Whoever
//! looks is another task than whoever takes turns: should the turns break or hang, the tables are told.

use ledger::LinkId;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use super::chores::Duty;
use super::{Chore, Note};
use crate::answer::Told;
use crate::clock::Clock;
use crate::link::{Comparison, Controller, Sight, Turned};
use crate::log::Stream;
use crate::store::{Head, Store, StoreError};

impl<S: Store, C: Clock> Duty<S, C> {
    pub async fn takes_turns(&self, link: LinkId) -> Result<(), StoreError> {
        let mut bell = self.pit.bell();
        let mut controller = self.controller(link);
        loop {
            let taken = Instant::now();
            let pause = match controller.turn().await {
                Ok(turned) => {
                    if turned != Turned::default() {
                        self.note(Note::Turned { link, turned });
                    }
                    // What comes at once is taken together.
                    self.hours.poll / 10
                }
                Err(silence) => {
                    self.failed(Chore::Turns(link), silence)?;
                    self.hours.retry
                }
            };
            let stands = controller.state().head();
            if !self.rests(pause).await || !self.called(&mut bell, stands, link, taken).await? {
                return Ok(());
            }
        }
    }

    /// Waits until there is a reason for a turn; `false` where the shift ends before.
    async fn called(
        &self,
        bell: &mut broadcast::Receiver<Stream>,
        stands: Head,
        link: LinkId,
        taken: Instant,
    ) -> Result<bool, StoreError> {
        let stream = Stream::Link(link);
        while taken.elapsed() * 3 < self.hours.pulse {
            tokio::select! {
                () = rung(bell, stream) => return Ok(!*self.ended.borrow()),
                rested = self.rests(self.hours.poll) => if !rested {
                    return Ok(false);
                },
            }
            match self.something_waits(stream, stands).await {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) => self.failed(Chore::Turns(link), error)?,
            }
        }
        Ok(!*self.ended.borrow())
    }

    /// At a table, or in the link's own log: somebody may have verified a win.
    async fn something_waits(&self, stream: Stream, stands: Head) -> Result<bool, StoreError> {
        let waiting = self.store().waiting(stream, 1).await?;
        Ok(!waiting.is_empty() || self.store().head(stream).await?.seq != stands.seq)
    }

    pub async fn looks(&self, link: LinkId) -> Result<(), StoreError> {
        let mut controller = self.controller(link);
        let mut before = Sight::Works;
        // Further apart than the time that a turn shows the link to work.
        while self.rests(self.hours.pulse * 6 / 5).await {
            match controller.look().await {
                Ok(sight) => {
                    if sight != before {
                        self.note(Note::Seen { link, sight });
                    }
                    before = sight;
                }
                Err(silence) => self.failed(Chore::Look(link), silence)?,
            }
        }
        Ok(())
    }

    pub async fn compares(&self, link: LinkId) -> Result<(), StoreError> {
        let mut comparison = Comparison::new(link);
        let mut controller = self.controller(link);
        while self.rests(self.hours.compare).await {
            let differences = match comparison.compare(self.store()).await {
                Ok(differences) if differences.is_empty() || comparison.is_known() => continue,
                Ok(differences) => differences,
                Err(silence) => {
                    self.failed(Chore::Meters(link), silence)?;
                    continue;
                }
            };
            match controller.differ(differences.clone()).await {
                Ok(Told::Done { .. }) => self.note(Note::Differ { link, differences }),
                // Somebody else has said so.
                Ok(Told::Refused { .. } | Told::Short { .. }) => {}
                Err(silence) => self.failed(Chore::Meters(link), silence)?,
            }
        }
        Ok(())
    }

    fn controller(&self, link: LinkId) -> Controller<S, C> {
        let controller = Controller::new(std::sync::Arc::clone(&self.pit), link);
        controller.with_pulse(self.hours.pulse)
    }
}

/// Until the bell rings for this stream, or rang too often to tell.
async fn rung(bell: &mut broadcast::Receiver<Stream>, stream: Stream) {
    loop {
        match bell.recv().await {
            Ok(other) if other != stream => {}
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => core::future::pending().await,
        }
    }
}
