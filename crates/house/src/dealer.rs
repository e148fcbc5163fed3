//! One task per table: requests come in by a queue, answers go out once they are on disk.
//!
//! A request has an id. The same id again gets the answer it got, and another request under it is an error.
//! Nobody hears of anything before it is stored. Where another process wrote first, the dealer reads
//! what it wrote and decides again. A panic of the rules, or an entry nobody can read, stops this table
//! and no other.

mod duties;
mod snapshots;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use game::{Actor, Rulebook};
use ledger::TableId;
use tokio::sync::{broadcast, mpsc, oneshot};

use crate::clock::Clock;
use crate::log::{CommandId, Fingerprint, Stream};
use crate::response::{RACES_MAX, Response, ServiceError};
use crate::shuffle::Vault;
use crate::snapshot::Due;
use crate::store::{Append, Appended, Head, Store, panic_message};
use crate::table::{
    Deadline, DeckAccess, RequestedAtTable, TableDecision, TableEvent, TableRefusal, TableRequest,
    TableState,
};

/// How many requests may wait at a table; whoever comes after them waits before the queue.
const QUEUE: usize = 64;
/// How many commits a slow listener may be behind before it has to read the log instead.
const NEWS: usize = 256;

/// A request under an id.
#[derive(Clone, Debug)]
pub struct TableCommand {
    pub id: CommandId,
    pub by: Actor,
    pub request: TableRequest,
    /// The rulebook a table is to be opened under; an open one has its own.
    pub rulebook: Option<Arc<Rulebook>>,
}

/// What was stored, for all who watch the table.
#[derive(Clone, Debug)]
pub struct Committed {
    pub to: u64,
    pub events: Arc<[TableEvent]>,
    /// Whom the table gives time from here on.
    pub deadline: Option<Deadline>,
}

/// Where requests for a table are put.
#[derive(Clone)]
pub struct TableHandle {
    queue: mpsc::Sender<Message>,
    news: broadcast::Sender<Committed>,
}

/// What waits in a dealer's queue.
enum Message {
    Submit(
        Box<TableCommand>,
        oneshot::Sender<Result<Response, ServiceError>>,
    ),
    Snapshot(oneshot::Sender<Result<Box<TableState>, ServiceError>>),
    RunDuties(oneshot::Sender<Result<Box<TableState>, ServiceError>>),
}

impl TableHandle {
    pub async fn submit(&self, command: TableCommand) -> Result<Response, ServiceError> {
        self.send(|reply| Message::Submit(Box::new(command), reply))
            .await
    }

    /// The table as it is stored.
    pub async fn snapshot(&self) -> Result<TableState, ServiceError> {
        self.send(Message::Snapshot).await.map(|state| *state)
    }

    /// The table as it is stored once nothing is owed at it: whoever had to do it may have been killed.
    pub async fn run_duties(&self) -> Result<TableState, ServiceError> {
        self.send(Message::RunDuties).await.map(|state| *state)
    }

    async fn send<T>(
        &self,
        requested: impl FnOnce(oneshot::Sender<Result<T, ServiceError>>) -> Message,
    ) -> Result<T, ServiceError> {
        let (reply, response) = oneshot::channel();
        let sent = self.queue.send(requested(reply)).await;
        sent.map_err(|_| ServiceError::NotServed)?;
        response.await.map_err(|_| ServiceError::NotServed)?
    }

    /// Whether nobody serves the table here any more: its task broke.
    pub fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }

    pub fn subscribe(&self) -> broadcast::Receiver<Committed> {
        self.news.subscribe()
    }
}

pub struct Dealer {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    state: TableState,
    vault: Option<Arc<Vault>>,
    news: broadcast::Sender<Committed>,
    /// Rung for every stream that has something to do because of what was stored.
    bell: Option<broadcast::Sender<Stream>>,
    /// Snapshots to be stored when the answer is out.
    due: Due,
    trouble: Option<Blocked>,
}

/// Why the dealer cannot simply go on.
enum Blocked {
    /// What is stored is not known: read it before anything else.
    Unread,
    /// The log cannot be read, or the rules broke on it.
    Stopped(String),
}

impl Dealer {
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, table: TableId) -> Dealer {
        let (news, _) = broadcast::channel(NEWS);
        Dealer {
            store,
            clock,
            state: TableState::new(table),
            vault: None,
            news,
            bell: None,
            due: Due::default(),
            trouble: Some(Blocked::Unread),
        }
    }

    /// With the key to the decks the house deals from.
    #[must_use]
    pub fn with_vault(mut self, vault: Arc<Vault>) -> Dealer {
        self.state = self
            .state
            .with_access(DeckAccess::with_key(Arc::clone(&vault)));
        self.vault = Some(vault);
        self
    }

    /// With a bell for those elsewhere who have something to do because of this table.
    #[must_use]
    pub fn with_bell(mut self, bell: broadcast::Sender<Stream>) -> Dealer {
        self.bell = Some(bell);
        self
    }

    /// Serves the table until the last seat is gone.
    pub fn start(mut self) -> TableHandle {
        let (sender, mut queue) = mpsc::channel(QUEUE);
        let handle = TableHandle {
            queue: sender,
            news: self.news.clone(),
        };
        tokio::spawn(async move {
            while let Some(requested) = queue.recv().await {
                // Whoever asked may have gone: the answer is stored.
                match requested {
                    Message::Submit(command, reply) => drop(reply.send(self.serve(&command).await)),
                    Message::Snapshot(reply) => drop(reply.send(self.snapshot().await)),
                    Message::RunDuties(reply) => drop(reply.send(self.run_duties().await)),
                }
                // The answer is out.
                self.due.store_all(&*self.store).await;
            }
        });
        handle
    }

    async fn snapshot(&mut self) -> Result<Box<TableState>, ServiceError> {
        // Others may have written: who looks wants to see it.
        self.trouble.get_or_insert(Blocked::Unread);
        self.catch_up().await?;
        Ok(Box::new(self.state.clone()))
    }

    async fn respond(&mut self, command: &TableCommand) -> Result<Response, ServiceError> {
        let body = crate::response::body_fingerprint(&(command.by, &command.request));
        for _ in 0..RACES_MAX {
            self.catch_up().await?;
            let response = match self.decide(command)? {
                Ok(decision) => self.store_decision(command, body, decision).await?,
                Err(refusal) => {
                    self.store_refusal(command, body, refusal.to_response())
                        .await?
                }
            };
            if let Some(response) = response {
                return Ok(response);
            }
        }
        Err(ServiceError::TooManyRaces)
    }

    /// Catches panics from the rules: one stops this table.
    fn decide(
        &mut self,
        command: &TableCommand,
    ) -> Result<Result<TableDecision, TableRefusal>, ServiceError> {
        let requested = RequestedAtTable {
            by: command.by,
            now: self.clock.now(),
            request: command.request.clone(),
        };
        if let Some(refusal) = self.refuse_without_vault(&command.request) {
            return Ok(Err(refusal));
        }
        let state = &self.state;
        let decided = catch_unwind(AssertUnwindSafe(|| {
            state.decide(command.rulebook.as_deref(), command.id, &requested)
        }));
        decided.map_err(|broken| self.stop(&panic_message(&*broken)))
    }

    /// Nothing where the request has to be decided again.
    async fn store_decision(
        &mut self,
        command: &TableCommand,
        body: Fingerprint,
        mut decision: TableDecision,
    ) -> Result<Option<Response>, ServiceError> {
        let (from, to) = (self.state.head().seq, decision.to());
        let response = Response::Done { from, to };
        decision.append.answer = Some(response.to_stored(command.id, body));
        match self.store.append(decision.append.clone()).await {
            Ok(Appended::Stored(_)) => {
                let events = decision.events.clone();
                let outbox = decision.append.outbox.clone();
                self.note_snapshot(&decision);
                self.state.accept(decision);
                self.publish(events);
                for (stream, bell) in outbox.into_iter().zip(self.bell.iter().cycle()) {
                    drop(bell.send(stream));
                }
                Ok(Some(response))
            }
            Ok(Appended::Moved(_)) => {
                self.trouble = Some(Blocked::Unread);
                Ok(None)
            }
            Ok(Appended::Answered(answer)) => {
                self.trouble = Some(Blocked::Unread);
                Response::from_stored(&answer, body).map(Some)
            }
            Ok(Appended::InsufficientFunds(account)) => {
                let response = Response::InsufficientFunds { account };
                self.store_refusal(command, body, response).await
            }
            Err(error) => {
                self.trouble = Some(Blocked::Unread);
                Err(error.into())
            }
        }
    }

    /// A no is kept too, as long as nobody has written since it was true; else nothing.
    async fn store_refusal(
        &mut self,
        command: &TableCommand,
        body: Fingerprint,
        response: Response,
    ) -> Result<Option<Response>, ServiceError> {
        let append = Append {
            answer: Some(response.to_stored(command.id, body)),
            ..Append::behind(self.state.stream(), self.state.head())
        };
        match self.store.append(append).await? {
            Appended::Answered(first) => Response::from_stored(&first, body).map(Some),
            Appended::Moved(_) => {
                self.trouble = Some(Blocked::Unread);
                Ok(None)
            }
            Appended::Stored(_) | Appended::InsufficientFunds(_) => Ok(Some(response)),
        }
    }

    /// Up to what is stored, if that is not certain.
    async fn catch_up(&mut self) -> Result<(), ServiceError> {
        match &self.trouble {
            None => return Ok(()),
            Some(Blocked::Stopped(why)) => return Err(self.quarantine_error(why.clone())),
            Some(Blocked::Unread) => {}
        }
        let head = self.store.head(self.state.stream()).await?;
        let events = match self.read_to(head).await? {
            Ok(events) => events,
            Err(corrupt) => return Err(self.stop(&corrupt.to_string())),
        };
        if !events.is_empty() {
            self.publish(events);
        }
        self.check_head(head)
    }

    /// Having no subscribers is fine.
    fn publish(&self, events: Vec<TableEvent>) {
        let (to, deadline) = (self.state.head().seq, self.state.deadline());
        let events = events.into();
        drop(self.news.send(Committed {
            to,
            events,
            deadline,
        }));
    }

    fn check_head(&mut self, head: Head) -> Result<(), ServiceError> {
        let read = self.state.head();
        if read.seq == head.seq && read.fingerprint != head.fingerprint {
            let why = format!("entry {} is not the one its head names", head.seq);
            return Err(self.stop(&why));
        }
        self.state.set_epoch(head);
        // Where somebody has written since the head was read, the next append will tell.
        self.trouble = None;
        Ok(())
    }

    fn stop(&mut self, why: &str) -> ServiceError {
        self.trouble = Some(Blocked::Stopped(why.to_owned()));
        self.quarantine_error(why.to_owned())
    }

    fn quarantine_error(&self, why: String) -> ServiceError {
        let Stream::Table(table) = self.state.stream() else {
            return ServiceError::NotServed;
        };
        ServiceError::Quarantined { table, why }
    }
}

impl TableRefusal {
    fn to_response(&self) -> Response {
        let clauses = match self {
            TableRefusal::Rules(refusal) => refusal.cites.iter().map(str::to_owned).collect(),
            TableRefusal::Closed
            | TableRefusal::RoundNotOver
            | TableRefusal::Linked(_)
            | TableRefusal::NotLinked
            | TableRefusal::NotYours
            | TableRefusal::NotAdmitted
            | TableRefusal::LinkLost
            | TableRefusal::LinkPays
            | TableRefusal::Seconds { .. }
            | TableRefusal::NotWaiting
            | TableRefusal::StillWaiting { .. }
            | TableRefusal::Cards(_) => Vec::new(),
        };
        let reason = self.to_string();
        Response::Refused { reason, clauses }
    }
}
