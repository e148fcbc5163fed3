//! When a table's task ends: an idle table is unloaded and read again on demand.

use core::fmt;
use core::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::Dealer;
use super::handle::Message;

/// How a table leaves the pit that started its task.
pub(crate) struct Unload {
    /// How long no request may have come.
    pub after: Duration,
    pub remove: Remove,
}

/// Removes the pit's own handle, unless another one is held; the argument counts the handles there
/// are. Done under the lock under which the pit gives handles out, so that none is given out of a
/// table that leaves.
pub(crate) type Remove = Box<dyn Fn(&dyn Fn() -> usize) -> Removed + Send + Sync>;

/// Whether the pit has let the table go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removed {
    /// The pit holds it no more: the queue ends.
    Yes,
    /// A caller holds a handle, and may send.
    InUse,
}

impl fmt::Debug for Unload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unloaded after {:?}", self.after)
    }
}

impl Dealer {
    /// The next message; nothing where the last handle is gone, or the table was idle and is unloaded.
    pub(super) async fn wait_for_message(
        &self,
        queue: &mut mpsc::Receiver<Message>,
    ) -> Option<Message> {
        let Some(unload) = &self.unload else {
            return queue.recv().await;
        };
        loop {
            if let Ok(message) = timeout(unload.after, queue.recv()).await {
                return message;
            }
            // A message sent just before the removal is still in the queue and is served.
            if self.is_idle() && (unload.remove)(&|| queue.sender_strong_count()) == Removed::Yes {
                return queue.recv().await;
            }
        }
    }

    /// No open round and no subscriber.
    fn is_idle(&self) -> bool {
        self.commits.receiver_count() == 0 && self.state.open_round().is_none()
    }
}
