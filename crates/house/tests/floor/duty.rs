//! A shift at work, and its notes.

use std::sync::Arc;
use std::time::Duration;

use house::pit::Pit;
use house::shift::{Note, OnDuty, Shift};
use house::store::{Store, StoreError};
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

use super::{Floor, HandClock};

/// Far more than anything here takes.
pub const PATIENCE: Duration = Duration::from_mins(10);

pub async fn on_duty<S: Store>(
    pit: &Arc<Pit<S, HandClock>>,
    owner: &str,
) -> (OnDuty, Receiver<Note>) {
    let mut duty = Shift::new(Arc::clone(pit), owner.to_owned()).start();
    let notes = duty.listen();
    assert!(duty.ready().await);
    (duty, notes)
}

pub fn pit_of<S: Store>(floor: &Floor<S>) -> Arc<Pit<S, HandClock>> {
    let pit = Pit::new(Arc::clone(&floor.store), Arc::clone(&floor.clock));
    Arc::new(pit)
}

/// The next note that is looked for.
pub async fn until<T>(notes: &mut Receiver<Note>, wanted: impl Fn(Note) -> Option<T>) -> T {
    let found = async {
        loop {
            if let Some(found) = wanted(notes.recv().await.unwrap()) {
                return found;
            }
        }
    };
    timeout(PATIENCE, found).await.unwrap()
}

/// Told to end it does, and soon.
pub async fn ends(duty: OnDuty) -> Result<(), StoreError> {
    timeout(PATIENCE, duty.end()).await.unwrap()
}
