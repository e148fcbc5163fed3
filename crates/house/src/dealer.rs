//! One task per table: commands come in through a queue, responses go out once they are stored.
//!
//! A command has an id. The same id again gets the stored response, and another request under it is an
//! error. Committed before shown: subscribers and viewers see nothing before the append has succeeded.
//! Where another process wrote first, the dealer reads what it wrote and decides again. A panic of the
//! rules, or an entry that cannot be read, stops this table and no other.

mod catch_up;
mod duties;
mod handle;
mod idle;
mod strangers;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use game::PlayerId;
use ledger::{Account, TableId};
use tokio::sync::{broadcast, mpsc, watch};

use crate::bounds;
use crate::cage::CageRefusal;
use crate::clock::Clock;
use crate::log::{Fingerprint, Stream};
use crate::projections::Projections;
use crate::response::{RACES_MAX, Response, ServiceError};
use crate::shuffle::Vault;
use crate::snapshot::Due;
use crate::store::{Append, Appended, Head, Posted, Store, panic_message};
use crate::table::{
    DeckAccess, RequestedAtTable, TableDecision, TableRefusal, TableRequest, TableState,
};

pub(crate) use catch_up::commits_between;
use handle::{COMMITS, Message, Published, QUEUE};
pub use handle::{Committed, TableCommand, TableHandle};
pub(crate) use idle::{Remove, Removed, Unload};
use strangers::StrangerRefusals;

/// Serves one table: reads its log, decides commands, stores and publishes what follows from them.
pub struct Dealer {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    /// The table as last stored or read, shared with those it was published to.
    state: Arc<TableState>,
    vault: Option<Arc<Vault>>,
    commits: broadcast::Sender<Committed>,
    published: watch::Sender<Published>,
    /// Rung for every stream that has something to do because of what was stored.
    bell: Option<broadcast::Sender<Stream>>,
    /// The read models that are given every published state.
    projections: Option<Projections>,
    /// How the table leaves the pit when it is idle.
    unload: Option<Unload>,
    /// Snapshots to be stored when the answer is out.
    due: Due,
    strangers: StrangerRefusals,
    /// The last duty that was refused, and the entry it was owed behind.
    refused_duty: Option<(u64, ServiceError)>,
    trouble: Option<Blocked>,
}

/// Why the dealer cannot decide at once.
enum Blocked {
    /// The store may hold entries that were not read: read them before anything else.
    Unread,
    /// The log cannot be read, or the rules broke on it.
    Stopped(String),
}

impl Dealer {
    /// A dealer who has not read the table's log yet. The number is not checked: the pit does that.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, table: TableId) -> Dealer {
        Dealer {
            store,
            clock,
            state: Arc::new(TableState::new(table)),
            vault: None,
            commits: broadcast::channel(COMMITS).0,
            published: watch::channel(None).0,
            bell: None,
            projections: None,
            unload: None,
            due: Due::default(),
            strangers: StrangerRefusals::default(),
            refused_duty: None,
            trouble: Some(Blocked::Unread),
        }
    }

    /// With the key to the decks the house deals from.
    #[must_use]
    pub fn with_vault(mut self, vault: Arc<Vault>) -> Dealer {
        let access = DeckAccess::with_key(Arc::clone(&vault));
        self.state = Arc::new(Arc::unwrap_or_clone(self.state).with_access(access));
        self.vault = Some(vault);
        self
    }

    /// With a bell that rings for every stream which has something to do because of this table.
    #[must_use]
    pub fn with_bell(mut self, bell: broadcast::Sender<Stream>) -> Dealer {
        self.bell = Some(bell);
        self
    }

    /// With read models that are given the state with every commit and after the first reading.
    #[must_use]
    pub fn with_projections(mut self, projections: Projections) -> Dealer {
        self.projections = Some(projections);
        self
    }

    /// With a way to leave the pit when the table is idle.
    #[must_use]
    pub(crate) fn with_unload(mut self, unload: Unload) -> Dealer {
        self.unload = Some(unload);
        self
    }

    /// Serves the table until the last handle is dropped. Must be called within a runtime.
    pub fn start(self) -> TableHandle {
        let (sender, queue) = mpsc::channel(QUEUE);
        let handle = TableHandle {
            queue: sender,
            commits: self.commits.clone(),
            published: self.published.subscribe(),
        };
        tokio::spawn(self.run(queue));
        handle
    }

    async fn run(mut self, mut queue: mpsc::Receiver<Message>) {
        while let Some(message) = self.wait_for_message(&mut queue).await {
            // The caller may have gone: the response is stored, and a retry reads it.
            match message {
                Message::Submit(command, reply) => drop(reply.send(self.serve(&command).await)),
                Message::Snapshot(reply) => drop(reply.send(self.snapshot().await)),
                Message::RunDuties(reply) => drop(reply.send(self.run_duties().await)),
                Message::Close => return,
            }
            // The answer is out.
            self.due.store_all(&*self.store).await;
        }
    }

    async fn snapshot(&mut self) -> Result<Arc<TableState>, ServiceError> {
        // Other processes may have written.
        self.trouble.get_or_insert(Blocked::Unread);
        self.catch_up().await?;
        Ok(Arc::clone(&self.state))
    }

    async fn respond(&mut self, command: &TableCommand) -> Result<Response, ServiceError> {
        let bounded = match &command.request {
            TableRequest::Game(request) => bounds::check_for_rules(command.by, request),
            request @ (TableRequest::House(_) | TableRequest::Cards(_)) => {
                bounds::check(command.by, request)
            }
        };
        if let Err(out) = bounded {
            return Ok(out.to_response());
        }
        let body = crate::response::body_fingerprint(&(command.by, &command.request));
        if let Some(answer) = self.strangers.find(command.by, command.id) {
            return Response::from_stored(answer, body);
        }
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

    /// Catches panics from the rules: they stop this table and no other.
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
        let state = &*self.state;
        let decided = catch_unwind(AssertUnwindSafe(|| {
            state.decide(command.rulebook.as_deref(), command.id, &requested)
        }));
        decided.map_err(|broken| self.stop(&panic_message(&*broken)))
    }

    /// Appends the decision and publishes it once it is stored. Nothing where another process wrote
    /// first and the command has to be decided again.
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
                self.note_snapshot(&decision);
                self.state = Arc::new(decision.after);
                self.publish_state();
                drop(self.commits.send(Committed {
                    from,
                    to,
                    events: decision.events.into(),
                    state: Arc::clone(&self.state),
                    deadline: self.state.deadline(),
                    moved_chips: Some(players_in(&decision.append.postings)),
                }));
                let outbox = decision.append.outbox;
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
            Ok(Appended::AboveLimit(account)) => {
                let refusal = CageRefusal::AccountLimit { account };
                let response = Response::refused(refusal.code(), &refusal, Vec::new());
                self.store_refusal(command, body, response).await
            }
            Err(error) => {
                self.trouble = Some(Blocked::Unread);
                Err(error.into())
            }
        }
    }

    /// Stores a refusal, as long as the log has not moved since it was decided; else nothing.
    async fn store_refusal(
        &mut self,
        command: &TableCommand,
        body: Fingerprint,
        response: Response,
    ) -> Result<Option<Response>, ServiceError> {
        if let Some(refused) = self.refuse_stranger(command, body, &response).await? {
            return Ok(Some(refused));
        }
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
            Appended::Stored(_) | Appended::InsufficientFunds(_) | Appended::AboveLimit(_) => {
                Ok(Some(response))
            }
        }
    }

    /// Reads the log up to its head, where entries may have been stored that were not read. The
    /// entries of other processes are published command by command; those of the first reading are
    /// history, and only the state is published.
    async fn catch_up(&mut self) -> Result<(), ServiceError> {
        match &self.trouble {
            None => return Ok(()),
            Some(Blocked::Stopped(why)) => return Err(self.quarantine_error(why.clone())),
            Some(Blocked::Unread) => {}
        }
        let head = self.store.head(self.state.stream()).await?;
        if self.state.head().seq < head.seq {
            let commits = match self.read_to(head).await? {
                Ok(commits) => commits,
                Err(corrupt) => return Err(self.stop(&corrupt.to_string())),
            };
            self.publish_state();
            for committed in commits {
                drop(self.commits.send(committed));
            }
        }
        self.check_head(head)?;
        if !self.has_been_read() {
            self.publish_state();
        }
        Ok(())
    }

    fn has_been_read(&self) -> bool {
        self.published.borrow().is_some()
    }

    fn publish_state(&self) {
        if let Some(projections) = &self.projections {
            projections.publish(&self.state);
        }
        self.published.send_replace(Some(Arc::clone(&self.state)));
    }

    fn check_head(&mut self, head: Head) -> Result<(), ServiceError> {
        let read = self.state.head();
        if read.seq == head.seq && read.fingerprint != head.fingerprint {
            let why = format!("entry {} is not the one its head names", head.seq);
            return Err(self.stop(&why));
        }
        if read.epoch != head.epoch {
            Arc::make_mut(&mut self.state).set_epoch(head);
        }
        // Where another process has written since the head was read, the next append is refused.
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

/// The players whose racks the rows change.
fn players_in(postings: &[Posted]) -> Arc<[PlayerId]> {
    let accounts = postings
        .iter()
        .flat_map(|posted| [posted.row.from(), posted.row.to()]);
    let players = accounts.filter_map(|account| match account {
        Account::Rack(_, player) => Some(player),
        Account::Purse(_)
        | Account::Round(..)
        | Account::House(_)
        | Account::Jackpot(..)
        | Account::Cage
        | Account::Tips(_) => None,
    });
    players.collect()
}
