//! Who takes the turns of a link, and sees to it that what was won is paid.
//!
//! A turn reads what the tables have stored since the last one and makes one append of it: contributions
//! into the meter, and the wins that wait, in the order the rulebook wants. Any process may take it; the
//! link's own head decides whose turn it was. What a turn awarded the tables are then told, under an id
//! that follows from the award: after a crash anywhere they are told again, and it counts once.

mod claims;
mod gather;

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Actor, Request, Round};
use ledger::{LinkId, TableId};

use super::{LinkAsked, LinkEvent, LinkRequest, LinkState, Signed};
use crate::answer::{RACES, Silence, Told, body_of};
use crate::clock::Clock;
use crate::dealer::Put;
use crate::log::{CommandId, Poison};
use crate::pit::Pit;
use crate::store::{Append, Appended, Store, StoreError, read_on};
use crate::table::{TableState, Wish};

pub struct Controller<S, C> {
    pit: Arc<Pit<S, C>>,
    state: LinkState,
    /// The tables as far as their logs were read here.
    tables: BTreeMap<TableId, TableState>,
}

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

    /// One turn, and then every table is told to pay what it may.
    pub async fn turn(&mut self) -> Result<Turned, Silence> {
        let mut turned = Turned::default();
        for _ in 0..RACES {
            self.read_up().await?;
            if self.state.level().is_none() {
                return Ok(turned);
            }
            let gathered = self.gather().await?;
            let asks = self.asks(gathered.feeds, gathered.received, gathered.reversals);
            let signed = Signed {
                by: Actor::System,
                with: None,
            };
            let events = self.state.decide(signed, &asks).unwrap_or_default();
            if events.is_empty() && gathered.consumed.is_empty() {
                break;
            }
            let id = turn_id(&self.state);
            let asked = self.asked(signed, &asks);
            let append = self.state.append_of(id, asked, &events);
            let consumed = gathered.consumed;
            match self.store().append(Append { consumed, ..append }).await? {
                Appended::Stored(_) => {
                    turned.events = events;
                    self.read_up().await?;
                    break;
                }
                Appended::Moved(_) | Appended::Answered(_) | Appended::Short(_) => {}
            }
        }
        turned.paid = self.pay().await?;
        Ok(turned)
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
        let read = read_on(&*store, stream, unread, |row| state.take(row).map(drop));
        read.await?.map_err(broken)?;
        self.state.stands_at(head);
        Ok(())
    }

    /// Every table that waits is told to pay: at the meter its win was numbered with, or at the meter
    /// as it stands where it won none of it.
    async fn pay(&self) -> Result<Vec<(TableId, Told)>, Silence> {
        let mut paid = Vec::new();
        for (table, state) in &self.tables {
            let Some(displayed) = self.payable(*table, state) else {
                continue;
            };
            let round = state.table().round().map_or(0, Round::number);
            let put = Put {
                id: pay_id(self.state.id, *table, round),
                by: Actor::System,
                asks: Wish::Game(Request::PayJackpots { displayed }),
                rulebook: None,
            };
            match self.pit.seat(*table).put(put).await {
                Ok(told) => paid.push((*table, told)),
                // It was told before, by somebody who saw another meter: that counts. And a table that
                // has stopped keeps nobody else waiting.
                Err(Silence::OtherWish(_) | Silence::Quarantined { .. }) => {}
                Err(silence) => return Err(silence),
            }
        }
        Ok(paid)
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

/// To pay a round is one wish, whoever has it and however often.
fn pay_id(link: LinkId, table: TableId, round: u64) -> CommandId {
    CommandId::named(&format!(
        "link {} pays table {} round {round}",
        link.0, table.0
    ))
}
