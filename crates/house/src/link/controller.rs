//! Who takes the turns of a link, and sees to it that what was won is paid.
//!
//! A turn reads what the tables have stored since the last one and makes one append of it: contributions
//! into the meter, and the wins that wait, in the order the rulebook wants. Any process may take it; the
//! link's own head decides whose turn it was. What a turn awarded the tables are then told, under an id
//! that follows from where they stand: after a crash anywhere they are told again, and it counts once.

mod claims;
mod contact;
mod gather;

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Actor, Money, Request};
use ledger::{LinkId, TableId};

use super::{LinkAsked, LinkEvent, LinkNo, LinkRequest, LinkState, Signed};
use crate::answer::{RACES, Silence, Told, body_of};
use crate::clock::Clock;
use crate::dealer::Put;
use crate::log::{CommandId, Poison};
use crate::pit::Pit;
use crate::store::{Append, Appended, Row, Store, StoreError, read_on};
use crate::table::{TableState, Wish};

use contact::Pulse;
pub use contact::Sight;

pub struct Controller<S, C> {
    pit: Arc<Pit<S, C>>,
    state: LinkState,
    /// The tables as far as their logs were read here.
    tables: BTreeMap<TableId, TableState>,
    pulse: Pulse,
}

/// What the house does of its own accord.
const SYSTEM: Signed = Signed {
    by: Actor::System,
    with: None,
};

/// What a turn came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turned {
    pub events: Vec<LinkEvent>,
    /// Tables that were told to pay, and what they said.
    pub paid: Vec<(TableId, Told)>,
}

impl<S: Store, C: Clock> Controller<S, C> {
    pub fn new(pit: Arc<Pit<S, C>>, link: LinkId) -> Controller<S, C> {
        Controller {
            pit,
            state: LinkState::new(link),
            tables: BTreeMap::new(),
            pulse: Pulse::default(),
        }
    }

    pub fn state(&self) -> &LinkState {
        &self.state
    }

    /// Asks something of the link by hand.
    pub async fn put(
        &mut self,
        id: CommandId,
        signed: Signed,
        asks: LinkRequest,
    ) -> Result<Told, Silence> {
        let body = body_of(&(signed.by, signed.with, &asks));
        for _ in 0..RACES {
            self.read_up().await?;
            let decided = self.state.decide(signed, &asks);
            let (append, told) = match &decided {
                Ok(events) => {
                    let append = self.state.append_of(id, self.asked(signed, &asks), events);
                    let (from, to) = (append.expected.seq, append.after().seq);
                    (append, Told::Done { from, to })
                }
                Err(no) => {
                    let (says, clauses) = (no.to_string(), Vec::new());
                    let behind = Append::behind(self.state.stream(), self.state.head());
                    (behind, Told::Refused { says, clauses })
                }
            };
            let answer = Some(told.answer(id, body));
            match self.store().append(Append { answer, ..append }).await? {
                Appended::Stored(_) => return Ok(told),
                Appended::Answered(first) => return Told::again(&first, body),
                Appended::Moved(_) | Appended::Short(_) => {}
            }
        }
        Err(Silence::Crowded)
    }

    /// One turn; then every table is told to pay what it may, and whether it takes part. Whoever takes
    /// a turn shows that the link works; while somebody says that it does not, nothing is counted, and
    /// the tables do without it.
    pub async fn turn(&mut self) -> Result<Turned, Silence> {
        self.read_up().await?;
        self.comes_back().await?;
        let mut turned = Turned::default();
        if let Some(fault) = self.state.fault {
            turned.paid = self.stand_in(fault.recorded).await?;
        } else if self.state.level.is_some() && self.state.ended.is_none() {
            turned.events = self.take_in().await?;
            turned.paid = self.pay().await?;
            self.tell().await?;
        }
        self.beat().await?;
        Ok(turned)
    }

    /// What the tables have stored since the last turn, in one append.
    async fn take_in(&mut self) -> Result<Vec<LinkEvent>, Silence> {
        for _ in 0..RACES {
            let gathered = self.gather().await?;
            let asks = self.asks(&gathered);
            let events = match self.state.decide(SYSTEM, &asks) {
                Ok(events) => events,
                // Somebody has stopped it or ended it just now: what waits goes on waiting.
                Err(LinkNo::Faulty | LinkNo::Ended(_)) => return Ok(Vec::new()),
                Err(no) => return Err(self.cannot_go_on(&no)),
            };
            if events.is_empty() && gathered.consumed.is_empty() {
                return Ok(events);
            }
            let id = turn_id(&self.state);
            let append = self.state.append_of(id, self.asked(SYSTEM, &asks), &events);
            let consumed = gathered.consumed;
            let appended = self.store().append(Append { consumed, ..append }).await?;
            self.read_up().await?;
            match appended {
                Appended::Stored(_) => return Ok(events),
                Appended::Moved(_) | Appended::Answered(_) | Appended::Short(_) => {}
            }
        }
        Ok(Vec::new())
    }

    /// No table can have stored this.
    fn cannot_go_on(&self, no: &LinkNo) -> Silence {
        let (place, what) = (self.state.stream().to_string(), no.to_string());
        Silence::Store(StoreError::Corrupt { place, what })
    }

    fn asked(&self, signed: Signed, asks: &LinkRequest) -> LinkAsked {
        LinkAsked {
            by: signed.by,
            with: signed.with,
            now: self.pit.clock().now(),
            asks: asks.clone(),
        }
    }

    fn store(&self) -> &Arc<S> {
        self.pit.store()
    }

    async fn read_up(&mut self) -> Result<(), Silence> {
        let stream = self.state.stream();
        let store = Arc::clone(self.store());
        let head = store.head(stream).await?;
        let state = &mut self.state;
        let unread = (state.head().seq, head.seq);
        let mut take = |row: &Row| state.take(row).map(drop);
        let read = read_on(&*store, stream, unread, &mut take);
        read.await?.map_err(broken)?;
        self.state.stands_at(head);
        Ok(())
    }

    /// Every table that waits is told to pay: at the meter its win was numbered with, or at the meter
    /// as it stands where it won none of it.
    async fn pay(&self) -> Result<Vec<(TableId, Told)>, Silence> {
        let mut paid = Vec::new();
        for (table, state) in &self.tables {
            if self.payable(*table, state).is_none() {
                continue;
            }
            // What was read for the turn may be old by now.
            let Some(state) = self.look_at(*table).await? else {
                continue;
            };
            if let Some(displayed) = self.payable(*table, &state) {
                paid.extend(self.told_to_pay(*table, &state, displayed).await?);
            }
        }
        Ok(paid)
    }

    async fn told_to_pay(
        &self,
        table: TableId,
        state: &TableState,
        displayed: Money,
    ) -> Result<Option<(TableId, Told)>, Silence> {
        let asks = Wish::Game(Request::PayJackpots { displayed });
        let told = self.says(table, state, "pays", asks).await?;
        Ok(told.map(|told| (table, told)))
    }

    /// The table as it is stored; nothing where it has stopped, which keeps nobody else waiting.
    async fn look_at(&self, table: TableId) -> Result<Option<TableState>, Silence> {
        match self.pit.seat(table).look().await {
            Ok(state) => Ok(Some(state)),
            Err(Silence::Quarantined { .. }) => Ok(None),
            Err(silence) => Err(silence),
        }
    }

    /// Tells a table something, once for each entry it stands at: whoever else says it says the same.
    async fn says(
        &self,
        table: TableId,
        state: &TableState,
        what: &str,
        asks: Wish,
    ) -> Result<Option<Told>, Silence> {
        let (link, seq) = (self.state.stream(), state.head().seq);
        let put = Put {
            id: CommandId::named(&format!("{link} {what} table {} after {seq}", table.0)),
            by: Actor::System,
            asks,
            rulebook: None,
        };
        match self.pit.seat(table).put(put).await {
            Ok(told) => Ok(Some(told)),
            // It was told before, by somebody who saw another meter: that counts. And a table that
            // has stopped keeps nobody else waiting.
            Err(Silence::OtherWish(_) | Silence::Quarantined { .. }) => Ok(None),
            Err(silence) => Err(silence),
        }
    }
}

/// A log that cannot be read.
fn broken(poison: Poison) -> Silence {
    let place = format!("{} entry {}", poison.stream, poison.seq);
    let what = poison.what;
    Silence::Store(StoreError::Corrupt { place, what })
}

/// A turn is known by where it stands: two processes that take the same one have the same id.
fn turn_id(state: &LinkState) -> CommandId {
    CommandId::named(&format!(
        "turn of {} after {}",
        state.stream(),
        state.head().seq
    ))
}
