//! The controller takes the turns of a link: it gathers what the tables stored, stores what
//! [`plan_turn`] makes of it, and tells the tables what was planned.
//!
//! It decides nothing itself. Any process may take a turn; the head of the link's log decides whose
//! append counts. Tables are told under ids that follow from their logs: after a crash anywhere they are
//! told again, and it counts once.

mod gather;
mod health;
mod tell;

use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::{Account, LinkId, TableId};

use super::plan::{Gathered, Turn, TurnInputs, plan_turn};
use super::{FaultCause, LinkEvent, LinkRefusal, LinkRequest, LinkState, RequestedOfLink, Signers};
use crate::bounds;
use crate::feed::StreamMoved;
use crate::log::{CommandId, CorruptEntry};
use crate::pit::Pit;
use crate::response::{RACES_MAX, Response, ServiceError, body_fingerprint, stored_id};
use crate::snapshot::Due;
use crate::store::{Append, Appended, Row, Store, StoreError, read_on};
use crate::table::TableState;

use gather::FollowedTable;
pub use health::Health;
use health::Heartbeat;
pub use tell::FailedInstruction;

/// A link as one process serves it.
pub struct Controller {
    pit: Arc<Pit>,
    state: LinkState,
    /// The tables as far as their logs were read here.
    tables: BTreeMap<TableId, FollowedTable>,
    heartbeat: Heartbeat,
    /// Snapshots of the link to be stored.
    due: Due,
    /// The entry at which a table was last reported not to do what it was told.
    reported: BTreeMap<TableId, u64>,
    /// What was reported and not taken yet.
    failed: Vec<FailedInstruction>,
}

/// What a turn came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turned {
    /// What was stored in the link's log.
    pub events: Vec<LinkEvent>,
    /// Tables that were told to pay, and what they answered.
    pub paid: Vec<(TableId, Response)>,
}

impl Controller {
    /// A controller that has read nothing yet; the tables of the link are reached through the pit.
    pub fn new(pit: Arc<Pit>, link: LinkId) -> Controller {
        Controller {
            pit,
            state: LinkState::new(link),
            tables: BTreeMap::new(),
            heartbeat: Heartbeat::default(),
            due: Due::default(),
            reported: BTreeMap::new(),
            failed: Vec::new(),
        }
    }

    /// The link as far as it was read.
    pub fn state(&self) -> &LinkState {
        &self.state
    }

    /// Reads the link to the end of its log.
    pub async fn read(&mut self) -> Result<&LinkState, ServiceError> {
        self.catch_up().await?;
        Ok(&self.state)
    }

    /// Asks something of the link that is not a turn; the same id again gets the same answer. People sign
    /// in posts that they hold by the register of the house ([`Pit::with_people`]).
    pub async fn submit(
        &mut self,
        id: CommandId,
        signed: Signers,
        request: LinkRequest,
    ) -> Result<Response, ServiceError> {
        let id = stored_id(id, signed.by)?;
        if let Err(out) = bounds::check(signed.by, &request) {
            return Ok(out.to_response());
        }
        if let Err(refusal) = signed.check(self.pit.people()) {
            // Not stored: it follows from the register, which may be another the next time.
            return Ok(Response::refused(refusal.code(), &refusal, Vec::new()));
        }
        let body = body_fingerprint(&(signed.by, signed.with, &request));
        for _ in 0..RACES_MAX {
            self.catch_up().await?;
            let decided = self.state.decide(signed, &request);
            let (append, response) = match &decided {
                Ok(events) => {
                    let append = self
                        .state
                        .append_of(id, self.requested(signed, &request), events);
                    let (from, to) = (append.expected.seq, append.after().seq);
                    (append, Response::Done { from, to })
                }
                Err(refusal) => {
                    let behind = Append::behind(self.state.stream(), self.state.head());
                    let response = Response::refused(refusal.code(), refusal, Vec::new());
                    (behind, response)
                }
            };
            let answer = Some(response.to_stored(id, body));
            match self.append(Append { answer, ..append }).await? {
                Appended::Stored(_) => return Ok(response),
                Appended::Answered(first) => return Response::from_stored(&first, body),
                Appended::Moved(_) => {}
                Appended::InsufficientFunds(account) | Appended::AboveLimit(account) => {
                    return Err(not_booked("a request to the link", account));
                }
            }
        }
        Err(ServiceError::TooManyRaces)
    }

    /// One turn: gathers what the tables stored, plans, stores what was planned, and tells the tables
    /// what they are to do. A turn taken shows that the link works.
    pub async fn turn(&mut self) -> Result<Turned, ServiceError> {
        let mut turned = Turned::default();
        for _ in 0..RACES_MAX {
            self.catch_up().await?;
            let Turn {
                append,
                events,
                instructions,
            } = self.plan().await?;
            if let Some(append) = append {
                match self.append(append).await? {
                    Appended::Stored(_) => self.catch_up().await?,
                    // Another process took the turn: the next plan stands behind its entries.
                    Appended::Moved(_) | Appended::Answered(_) => continue,
                    Appended::InsufficientFunds(account) | Appended::AboveLimit(account) => {
                        return Err(not_booked("the turn of the link", account));
                    }
                }
            }
            turned.events = events;
            turned.paid = self.carry_out(instructions).await?;
            break;
        }
        self.beat().await?;
        // The turn is stored, and the tables know of it.
        let store = Arc::clone(self.store());
        self.due.store_all(&*store).await;
        Ok(turned)
    }

    /// Gathers, and plans the turn. While a reported fault lasts nothing is counted: the tables are
    /// looked at as they stand, to tell them to do without the link.
    async fn plan(&mut self) -> Result<Turn, ServiceError> {
        let now = self.pit.clock().now();
        let faulty = self.state.fault.map(|fault| fault.cause) == Some(FaultCause::Reported);
        let planned = if faulty {
            let snapshots = self.snapshots().await?;
            let inputs = TurnInputs {
                now,
                tables: snapshots.iter().map(|(id, state)| (*id, state)).collect(),
                gathered: Gathered::default(),
            };
            plan_turn(&self.state, &inputs)
        } else {
            let gathered = self.gather().await?;
            let inputs = TurnInputs {
                now,
                tables: self
                    .tables
                    .iter()
                    .map(|(id, it)| (*id, &it.state))
                    .collect(),
                gathered,
            };
            plan_turn(&self.state, &inputs)
        };
        planned.map_err(|refusal| self.corrupt(&refusal))
    }

    /// The error for what no table can have stored.
    fn corrupt(&self, refusal: &LinkRefusal) -> ServiceError {
        let (place, what) = (self.state.stream().to_string(), refusal.to_string());
        ServiceError::Store(StoreError::Corrupt { place, what })
    }

    fn requested(&self, signed: Signers, request: &LinkRequest) -> RequestedOfLink {
        RequestedOfLink {
            by: signed.by,
            with: signed.with,
            now: self.pit.clock().now(),
            request: request.clone(),
        }
    }

    fn store(&self) -> &Arc<dyn Store> {
        self.pit.store()
    }

    /// Appends to the link's log, and tells the lobby of what is stored.
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let stream = append.stream;
        let appended = self.store().append(append).await?;
        if let Appended::Stored(head) = &appended {
            let to = head.seq;
            self.pit.notify_moved(StreamMoved { stream, to });
        }
        Ok(appended)
    }

    /// Reads the link's log to its end.
    async fn catch_up(&mut self) -> Result<(), ServiceError> {
        let stream = self.state.stream();
        let store = Arc::clone(self.store());
        let head = store.head(stream).await?;
        if self.state.head().seq == 0 {
            self.state = LinkState::from_latest_snapshot(&*store, self.state.id, head.seq).await;
            self.due.start_at(self.state.head().seq);
        }
        let state = &mut self.state;
        let unread = (state.head().seq, head.seq);
        let mut take = |row: &Row| state.take(row).map(drop);
        let read = read_on(&*store, stream, unread, &mut take);
        read.await?.map_err(corrupt_error)?;
        self.state.set_epoch(head);
        if self.due.is_due(self.state.head().seq)
            && let Some(snapshot) = self.state.snapshot()
        {
            self.due.add(snapshot);
        }
        Ok(())
    }

    /// Every enrolled table as it stands, but those that have stopped.
    async fn snapshots(&self) -> Result<BTreeMap<TableId, TableState>, ServiceError> {
        let mut snapshots = BTreeMap::new();
        for table in self.state.tables.keys().copied() {
            if let Some(state) = tell::snapshot_of(&self.pit, table).await? {
                snapshots.insert(table, state);
            }
        }
        Ok(snapshots)
    }
}

/// The error where the store does not take the postings of a link: asked again it would not either.
fn not_booked(what: &'static str, account: Account) -> ServiceError {
    let why = format!("{account} cannot bear its postings");
    ServiceError::SystemRefused { what, why }
}

/// The error for a log that cannot be read.
fn corrupt_error(corrupt: CorruptEntry) -> ServiceError {
    let place = format!("{} entry {}", corrupt.stream, corrupt.seq);
    let what = corrupt.what;
    ServiceError::Store(StoreError::Corrupt { place, what })
}
