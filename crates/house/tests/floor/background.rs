//! The background jobs at work, and their events.

use std::sync::Arc;
use std::time::Duration;

use house::background::{Background, BackgroundHandle, EndError, JobEvent};
use house::pit::Pit;
use house::store::Store;
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

use super::{Floor, people};

/// Far more than anything here takes.
pub const PATIENCE: Duration = Duration::from_mins(10);

pub async fn start_background(
    pit: &Arc<Pit>,
    owner: &str,
) -> (BackgroundHandle, Receiver<JobEvent>) {
    let mut duty = Background::new(pit.clone(), owner.to_owned()).start();
    let notes = duty.subscribe();
    assert!(duty.wait_ready().await);
    (duty, notes)
}

pub fn pit_of<S: Store>(floor: &Floor<S>) -> Arc<Pit> {
    let pit = Pit::new(floor.store.clone(), floor.clock.clone());
    Arc::new(pit.with_people(people()))
}

/// The next note that is looked for.
pub async fn wait_for_event<T>(
    notes: &mut Receiver<JobEvent>,
    wanted: impl Fn(JobEvent) -> Option<T>,
) -> T {
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
pub async fn end_background(duty: BackgroundHandle) -> Result<(), EndError> {
    timeout(PATIENCE, duty.end()).await.unwrap()
}
