//! Notices of which stream was written to, from those who write to those who read on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

use crate::log::Stream;

/// A stream has entries up to this number now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamMoved {
    /// The stream that was written to.
    pub stream: Stream,
    /// The number of its last entry.
    pub to: u64,
}

/// The notices that wait for a reader; all clones share them.
///
/// To give one never waits. Of several notices of one stream the last is kept, so at most one waits
/// per stream however slow the reader is, and none is lost.
#[derive(Clone, Default)]
pub struct MovedStreams {
    shared: Arc<Waiting>,
}

#[derive(Default)]
struct Waiting {
    moved: Mutex<BTreeMap<Stream, u64>>,
    given: Notify,
}

impl MovedStreams {
    /// Tells the reader that a stream was written to.
    pub fn notify(&self, moved: StreamMoved) {
        {
            let mut waiting = self.waiting();
            let to = waiting.entry(moved.stream).or_default();
            *to = moved.to.max(*to);
        }
        self.shared.given.notify_one();
    }

    /// Waits for a notice, and takes all there are.
    pub async fn wait_moved(&self) -> Vec<StreamMoved> {
        loop {
            let moved = std::mem::take(&mut *self.waiting());
            if !moved.is_empty() {
                let moved = moved.into_iter();
                return moved
                    .map(|(stream, to)| StreamMoved { stream, to })
                    .collect();
            }
            self.shared.given.notified().await;
        }
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, BTreeMap<Stream, u64>> {
        let waiting = self.shared.moved.lock();
        waiting.unwrap_or_else(PoisonError::into_inner)
    }
}
