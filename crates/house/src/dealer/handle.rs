//! The handle by which callers reach a table's task: commands in, responses and committed updates out.

use std::sync::Arc;

use game::{Actor, PlayerId, Rulebook};
use tokio::sync::{broadcast, mpsc, oneshot, watch};

use crate::log::CommandId;
use crate::response::{Response, ServiceError, stored_id};
use crate::table::{Deadline, TableEvent, TableRequest, TableState};

/// How many commands may wait at a table; a caller beyond that waits until there is room.
pub(super) const QUEUE: usize = 64;
/// How many commits a slow subscriber may be behind before it has to start again from the state.
pub(super) const COMMITS: usize = 256;

/// A request under an id.
#[derive(Clone, Debug)]
pub struct TableCommand {
    /// The same id again gets the stored response; another request under it is an error. Commands of
    /// the system have their ids to themselves ([`stored_id`]).
    pub id: CommandId,
    /// Who makes the request.
    pub by: Actor,
    /// What is requested.
    pub request: TableRequest,
    /// The rulebook a table is to be opened under; an open one has its own.
    pub rulebook: Option<Arc<Rulebook>>,
}

impl TableCommand {
    /// A command for a table that is open, or that needs no rulebook.
    pub fn new(id: CommandId, by: Actor, request: impl Into<TableRequest>) -> TableCommand {
        TableCommand {
            id,
            by,
            request: request.into(),
            rulebook: None,
        }
    }

    /// The same, with the rulebook that a table is to be opened under.
    #[must_use]
    pub fn under(self, rulebook: &Rulebook) -> TableCommand {
        TableCommand {
            rulebook: Some(Arc::new(rulebook.clone())),
            ..self
        }
    }
}

/// The events of one command, published after the store has them. Everything large in it is shared,
/// so that one commit costs the same for one subscriber as for a thousand.
#[derive(Clone, Debug)]
pub struct Committed {
    /// The number of the last entry before these events.
    pub from: u64,
    /// The number of the last of these events' entries.
    pub to: u64,
    /// What happened, in the order of the log.
    pub events: Arc<[TableEvent]>,
    /// The table just after these events. [`TableState::apply`] takes an older state there, with
    /// `events`, `state.last()` and `state.head()`.
    pub state: Arc<TableState>,
    /// For whom the table waits from here on, and how long.
    pub deadline: Option<Deadline>,
    /// The players whose chips at the table moved with it; `None` where that is not known, because it was
    /// read from the log.
    pub moved_chips: Option<Arc<[PlayerId]>>,
}

/// The last published state of a table; nothing before its log has been read.
pub(super) type Published = Option<Arc<TableState>>;

/// The way to a table's task. Cheap to clone; a table with handles outside its pit stays loaded.
#[derive(Clone, Debug)]
pub struct TableHandle {
    pub(super) queue: mpsc::Sender<Message>,
    pub(super) commits: broadcast::Sender<Committed>,
    pub(super) published: watch::Receiver<Published>,
}

/// What waits in a dealer's queue.
#[derive(Debug)]
pub(super) enum Message {
    /// A command to decide and store.
    Submit(
        Box<TableCommand>,
        oneshot::Sender<Result<Response, ServiceError>>,
    ),
    /// Read the store, then send the state.
    Snapshot(oneshot::Sender<Result<Arc<TableState>, ServiceError>>),
    /// Do what the house owes the table, then send the state.
    RunDuties(oneshot::Sender<Result<Arc<TableState>, ServiceError>>),
    /// End the task; what comes after it in the queue is not served.
    Close,
}

impl TableHandle {
    /// Puts the command to the table and waits for its response, which is stored by then.
    pub async fn submit(&self, mut command: TableCommand) -> Result<Response, ServiceError> {
        command.id = stored_id(command.id, command.by)?;
        self.send(|reply| Message::Submit(Box::new(command), reply))
            .await
    }

    /// The latest published state, without a question to the store or the queue: what every viewer
    /// is shown. Nothing where the log could not be read yet; [`TableHandle::snapshot`] says why.
    pub fn state(&self) -> Option<Arc<TableState>> {
        self.published.borrow().clone()
    }

    /// The table as the store has it at this moment, entries of other processes included.
    pub async fn snapshot(&self) -> Result<TableState, ServiceError> {
        self.send(Message::Snapshot).await.map(Arc::unwrap_or_clone)
    }

    /// Does what the house owes the table, which a killed process may have left undone, and returns
    /// the table as the store has it then.
    pub async fn run_duties(&self) -> Result<Arc<TableState>, ServiceError> {
        self.send(Message::RunDuties).await
    }

    /// Every commit from now on, in order. A subscriber that missed some (`Lagged`) starts again
    /// from the state of the next one.
    pub fn subscribe(&self) -> broadcast::Receiver<Committed> {
        self.commits.subscribe()
    }

    /// The published states from now on: only the latest one is kept, and nothing is missed that
    /// still holds. Unlike a subscription it does not keep the table loaded.
    pub fn states(&self) -> watch::Receiver<Option<Arc<TableState>>> {
        self.published.clone()
    }

    /// Whether the table's task has ended: it broke, and the pit starts another.
    pub fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }

    /// Ends the table's task after what is in its queue, and waits for that.
    pub(crate) async fn close(self) {
        let TableHandle {
            queue,
            mut published,
            ..
        } = self;
        // A task that is gone has ended.
        drop(queue.send(Message::Close).await);
        while published.changed().await.is_ok() {}
    }

    async fn send<T>(
        &self,
        message: impl FnOnce(oneshot::Sender<Result<T, ServiceError>>) -> Message,
    ) -> Result<T, ServiceError> {
        let (reply, response) = oneshot::channel();
        let sent = self.queue.send(message(reply)).await;
        sent.map_err(|_| ServiceError::NotServed)?;
        response.await.map_err(|_| ServiceError::NotServed)?
    }
}
