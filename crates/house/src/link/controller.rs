//! Who takes the turns of a link, and sees to it that what was won is paid.
//!
//! A turn reads what the tables have stored since the last one and makes one append of it: contributions
//! into the meter, and the wins that wait, in the order the rulebook wants. Any process may take it; the
//! link's own head decides whose turn it was. What a turn awarded the tables are then told, under an id
//! that follows from where they stand: after a crash anywhere they are told again, and it counts once.

mod claims;
mod gather;
mod health;

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Actor, Money, Request};
use ledger::{LinkId, TableId};

use super::{LinkEvent, LinkRefusal, LinkRequest, LinkState, RequestedOfLink, Signers};
use crate::dealer::TableCommand;
use crate::log::{CommandId, CorruptEntry};
use crate::pit::Pit;
use crate::response::{RACES_MAX, Response, ServiceError, body_fingerprint};
use crate::snapshot::Due;
use crate::store::{Append, Appended, Row, Store, StoreError, read_on};
use crate::table::{TableRequest, TableState};

pub use health::Health;
use health::Heartbeat;

pub struct Controller {
    pit: Arc<Pit>,
    state: LinkState,
    /// The tables as far as their logs were read here.
    tables: BTreeMap<TableId, TableState>,
    heartbeat: Heartbeat,
    /// Snapshots of the link to be stored.
    due: Due,
}

/// What the house does of its own accord.
const SYSTEM: Signers = Signers {
    by: Actor::System,
    with: None,
};

/// What a turn came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turned {
    pub events: Vec<LinkEvent>,
    /// Tables that were told to pay, and what they said.
    pub paid: Vec<(TableId, Response)>,
}

impl Controller {
    pub fn new(pit: Arc<Pit>, link: LinkId) -> Controller {
        Controller {
            pit,
            state: LinkState::new(link),
            tables: BTreeMap::new(),
            heartbeat: Heartbeat::default(),
            due: Due::default(),
        }
    }

    pub fn state(&self) -> &LinkState {
        &self.state
    }

    /// Asks something of the link by hand.
    pub async fn submit(
        &mut self,
        id: CommandId,
        signed: Signers,
        request: LinkRequest,
    ) -> Result<Response, ServiceError> {
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
                    let (reason, clauses) = (refusal.to_string(), Vec::new());
                    let behind = Append::behind(self.state.stream(), self.state.head());
                    (behind, Response::Refused { reason, clauses })
                }
            };
            let answer = Some(response.to_stored(id, body));
            match self.store().append(Append { answer, ..append }).await? {
                Appended::Stored(_) => return Ok(response),
                Appended::Answered(first) => return Response::from_stored(&first, body),
                Appended::Moved(_) | Appended::InsufficientFunds(_) => {}
            }
        }
        Err(ServiceError::TooManyRaces)
    }

    /// One turn; then every table is told to pay what it may, and whether it takes part. Whoever takes
    /// a turn shows that the link works; while somebody says that it does not, nothing is counted, and
    /// the tables do without it.
    pub async fn turn(&mut self) -> Result<Turned, ServiceError> {
        self.catch_up().await?;
        self.clear_silence().await?;
        let mut turned = Turned::default();
        if let Some(fault) = self.state.fault {
            turned.paid = self.pay_without_link(fault.recorded).await?;
        } else if self.state.level.is_some() && self.state.ended.is_none() {
            turned.events = self.take_in().await?;
            turned.paid = self.pay().await?;
            self.admit_and_release().await?;
        }
        self.beat().await?;
        // The turn is stored, and the tables know of it.
        let store = Arc::clone(self.store());
        self.due.store_all(&*store).await;
        Ok(turned)
    }

    /// What the tables have stored since the last turn, in one append.
    async fn take_in(&mut self) -> Result<Vec<LinkEvent>, ServiceError> {
        for _ in 0..RACES_MAX {
            let gathered = self.gather().await?;
            let request = self.turn_request(&gathered);
            let events = match self.state.decide(SYSTEM, &request) {
                Ok(events) => events,
                // Somebody has stopped it or ended it just now: what waits goes on waiting.
                Err(LinkRefusal::Faulty | LinkRefusal::Ended(_)) => return Ok(Vec::new()),
                Err(refusal) => return Err(self.corrupt(&refusal)),
            };
            if events.is_empty() && gathered.consumed.is_empty() {
                return Ok(events);
            }
            let id = turn_id(&self.state);
            let append = self
                .state
                .append_of(id, self.requested(SYSTEM, &request), &events);
            let consumed = gathered.consumed;
            let appended = self.store().append(Append { consumed, ..append }).await?;
            self.catch_up().await?;
            match appended {
                Appended::Stored(_) => return Ok(events),
                Appended::Moved(_) | Appended::Answered(_) | Appended::InsufficientFunds(_) => {}
            }
        }
        Ok(Vec::new())
    }

    /// No table can have stored this.
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

    /// Every table that waits is told to pay: at the meter its win was numbered with, or at the meter
    /// as it stands where it won none of it.
    async fn pay(&self) -> Result<Vec<(TableId, Response)>, ServiceError> {
        let mut paid = Vec::new();
        for (table, state) in &self.tables {
            if self.payable(*table, state).is_none() {
                continue;
            }
            // What was read for the turn may be old by now.
            let Some(state) = self.snapshot_of(*table).await? else {
                continue;
            };
            if let Some(displayed) = self.payable(*table, &state) {
                paid.extend(self.ask_to_pay(*table, &state, displayed).await?);
            }
        }
        Ok(paid)
    }

    async fn ask_to_pay(
        &self,
        table: TableId,
        state: &TableState,
        displayed: Money,
    ) -> Result<Option<(TableId, Response)>, ServiceError> {
        let request = TableRequest::Game(Request::PayJackpots { displayed });
        let response = self.submit_to_table(table, state, "pays", request).await?;
        Ok(response.map(|response| (table, response)))
    }

    /// The table as it is stored; nothing where it has stopped, which keeps nobody else waiting.
    async fn snapshot_of(&self, table: TableId) -> Result<Option<TableState>, ServiceError> {
        match self.pit.handle(table).snapshot().await {
            Ok(state) => Ok(Some(state)),
            Err(ServiceError::Quarantined { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Tells a table something, once for each entry it stands at: whoever else says it says the same.
    async fn submit_to_table(
        &self,
        table: TableId,
        state: &TableState,
        what: &str,
        request: TableRequest,
    ) -> Result<Option<Response>, ServiceError> {
        let (link, seq) = (self.state.stream(), state.head().seq);
        let command = TableCommand {
            id: CommandId::named(&format!("{link} {what} table {} after {seq}", table.0)),
            by: Actor::System,
            request,
            rulebook: None,
        };
        match self.pit.handle(table).submit(command).await {
            Ok(response) => Ok(Some(response)),
            // It was told before, by somebody who saw another meter: that counts. And a table that
            // has stopped keeps nobody else waiting.
            Err(ServiceError::IdReused(_) | ServiceError::Quarantined { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A log that cannot be read.
fn corrupt_error(corrupt: CorruptEntry) -> ServiceError {
    let place = format!("{} entry {}", corrupt.stream, corrupt.seq);
    let what = corrupt.what;
    ServiceError::Store(StoreError::Corrupt { place, what })
}

/// A turn is known by where it stands: two processes that take the same one have the same id.
fn turn_id(state: &LinkState) -> CommandId {
    CommandId::named(&format!(
        "turn of {} after {}",
        state.stream(),
        state.head().seq
    ))
}
