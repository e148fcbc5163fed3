//! A small floor for tests: a store, a clock set by hand, and players with chips.

#![allow(dead_code, reason = "each test file uses what it needs")]

pub mod background;
pub mod cashier;
pub mod dealt;
pub mod linked;
pub mod outage;
pub mod parlour;
pub mod round;
pub mod wrapped;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use game::{Actor, Money, PersonId, PlayerId, Post, Rulebook, RulebookId, Timestamp};
use house::cage::{Cage, CageCommand};
use house::clock::Clock;
use house::dealer::{Dealer, TableCommand, TableHandle};
use house::history::Retention;
use house::lobby::TableSummary;
use house::log::{CommandId, Stream};
use house::people::NamedPeople;
use house::pit::Pit;
use house::projections::Projections;
use house::response::{Response, ServiceError};
use house::store::{Store, StoreError};
use house::table::{DeckAccess, TableRequest};
use ledger::{CageMove, TableId};
use rehearsal::driver::Driver;

pub const HOUSE: Actor = Actor::Staff {
    post: Post::House,
    person: PersonId(41),
};
/// More than a Player can lose in a night here.
pub const BROUGHT: Money = Money::major(100_000_000);

#[derive(Default)]
pub struct HandClock(AtomicU64);

impl HandClock {
    pub fn set(&self, now: Timestamp) {
        self.0.store(now.0, Ordering::SeqCst);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

/// How long a table plays.
#[derive(Clone, Copy)]
pub enum Enough {
    Rounds(u32),
    Entries(u64),
}

pub struct Floor<S> {
    pub store: Arc<S>,
    pub clock: Arc<HandClock>,
    pub cage: Cage,
    ids: AtomicU64,
}

impl<S: Store> Floor<S> {
    pub fn new(store: S) -> Floor<S> {
        let (store, clock) = (Arc::new(store), Arc::new(HandClock::default()));
        Floor {
            cage: Cage::new(store.clone(), clock.clone()).with_people(people()),
            store,
            clock,
            ids: AtomicU64::new(1),
        }
    }

    /// As a process that comes up serves it: nothing is known but what is stored.
    pub fn table(&self, table: TableId) -> TableHandle {
        Dealer::new(self.store.clone(), self.clock.clone(), table).start()
    }

    pub fn next_id(&self) -> CommandId {
        CommandId(u128::from(self.ids.fetch_add(1, Ordering::SeqCst)))
    }

    pub async fn submit_to_cage(
        &self,
        by: Actor,
        moves: CageMove,
    ) -> Result<Response, ServiceError> {
        let (id, with) = (self.next_id(), None);
        let command = CageCommand {
            id,
            by,
            with,
            moves,
        };
        self.cage.submit(command).await
    }

    /// Players 0 to `count` have bought in at the table.
    pub async fn buy_in_players(&self, table: TableId, count: u32) {
        for player in (0..count).map(PlayerId) {
            let amount = BROUGHT;
            let deposit = CageMove::Deposit { player, amount };
            let buy_in = CageMove::BuyIn {
                player,
                table,
                amount,
            };
            for moves in [deposit, buy_in] {
                let response = self.submit_to_cage(HOUSE, moves).await.unwrap();
                assert!(matches!(response, Response::Done { .. }), "{response:?}");
            }
        }
    }

    /// A table with people at it and rounds in which everything goes wrong, until it is enough or the
    /// table has closed.
    pub async fn play_irregular(&self, table: TableId, seed: u64, enough: Enough) {
        self.buy_in_players(table, 40).await;
        let driver = Driver::new(seed).map_err(|failed| failed.0).unwrap();
        // On the heap: it would make every future that waits for it large.
        let mut driver = Box::new(driver);
        let rulebook = Arc::new(driver.checked.rulebook.clone());
        let seat = self.table(table);
        let (mut rounds, mut response) = (0, 0);
        while driver.checked.table.setup().is_some() {
            let over = match enough {
                Enough::Rounds(most) => rounds >= most,
                Enough::Entries(most) => {
                    let head = self.store.head(Stream::Table(table)).await.unwrap();
                    head.seq >= most
                }
            };
            if over {
                break;
            }
            driver.play_round().unwrap();
            for requested in &driver.checked.exchanges[response..] {
                self.clock.set(requested.command.now);
                let request = TableRequest::Game(requested.command.asks.clone());
                submit_until_answered(
                    &seat,
                    self.table_command(&rulebook, requested.command.by, request),
                )
                .await;
            }
            (rounds, response) = (rounds + 1, driver.checked.exchanges.len());
        }
    }

    pub fn table_command(
        &self,
        rulebook: &Arc<Rulebook>,
        by: Actor,
        request: TableRequest,
    ) -> TableCommand {
        TableCommand {
            id: self.next_id(),
            by,
            request,
            rulebook: Some(Arc::clone(rulebook)),
        }
    }
}

/// The people of the house: the one who asks as [`HOUSE`], another of the same post, the shift manager who
/// signs at links, and a Dealer.
pub fn people() -> Arc<NamedPeople> {
    Arc::new(NamedPeople::new([
        (PersonId(41), Post::House),
        (PersonId(42), Post::House),
        (PersonId(31), Post::ShiftManager),
        (PersonId(43), Post::Dealer),
    ]))
}

pub fn form(id: RulebookId) -> Arc<Rulebook> {
    Arc::new(id.form().clone())
}

/// The way to a table, which is created if it is a new one.
pub async fn created(pit: &Pit, table: TableId) -> TableHandle {
    loop {
        let response = match pit.handle(table).await {
            Ok(handle) => return handle,
            Err(ServiceError::UnknownTable { .. }) => {
                let id = CommandId::named(&format!("create table {}", table.0));
                pit.create_table(table, id, HOUSE).await.map(drop)
            }
            Err(error) => Err(error),
        };
        match response {
            Ok(()) | Err(ServiceError::Store(StoreError::Unavailable { .. })) => {}
            Err(other) => panic!("{other}"),
        }
    }
}

/// Asks until the store can be reached, always under the same id.
pub async fn submit_until_answered(seat: &TableHandle, command: TableCommand) -> Response {
    loop {
        match seat.submit(command.clone()).await {
            Ok(response) => return response,
            Err(ServiceError::Store(StoreError::Unavailable { .. })) => {}
            Err(other) => panic!("{other}"),
        }
    }
}

/// Read models of which nothing was read yet.
pub fn new_projections(store: Arc<dyn Store>) -> Projections {
    Projections::new(store, DeckAccess::default(), Retention::default())
}

/// Waits until a table's summary includes this entry.
pub async fn until_entry(
    projections: &Projections,
    table: TableId,
    entry: u64,
) -> Arc<TableSummary> {
    let reached = async {
        loop {
            let summary = projections.table(table);
            if let Some(summary) = summary.filter(|summary| summary.entry >= entry) {
                return summary;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let limited = tokio::time::timeout(Duration::from_mins(1), reached);
    limited.await.expect("the lobby follows within a minute")
}
