//! A table where the house deals, kept going from request to request.

use std::sync::Arc;

use audit::verify::{AuditReport, verify};
use game::{Actor, Money, Phase, PlayerId, RulebookId, Timestamp};
use house::dealer::{Dealer, TableHandle};
use house::log::Stream;
use house::response::Response;
use house::shuffle::Vault;
use house::store::{MemoryStore, Row, Store};
use house::table::{CardRequest, TableEvent, TableRequest, TableState};
use ledger::TableId;
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

use super::dealt::{self, Habits};
use super::{Floor, submit_until_answered};

pub const TABLE: TableId = TableId(7);
/// The key of its vault.
pub const KEY: [u8; 32] = [0x5a; 32];
pub const STREAM: Stream = Stream::Table(TABLE);

/// One table, its people, and the key to its decks.
pub struct Parlour {
    pub floor: Floor<MemoryStore>,
    pub seat: TableHandle,
    pub script: ScriptedTable,
    pub habits: Habits,
    pub vault: Arc<Vault>,
    now: u64,
}

impl Parlour {
    pub async fn new(rulebook: RulebookId, habits: Habits) -> Parlour {
        let floor = Floor::new(MemoryStore::default());
        floor.buy_in_players(TABLE, 9).await;
        let folder = tempfile::tempdir().unwrap();
        let key = folder.path().join("vault.key");
        std::fs::write(&key, game::to_hex(&KEY)).unwrap();
        let vault = Arc::new(Vault::open(&key).unwrap());
        let script = ScriptedTable {
            rulebook: rulebook.form().clone(),
            seed: 3,
            boxes: 4,
            first: PlayerId(1),
            royal_one_in: 4,
        };
        Parlour {
            seat: served(&floor, &vault),
            floor,
            script,
            habits,
            vault,
            now: 1_000_000,
        }
    }

    pub async fn look(&self) -> TableState {
        self.seat.snapshot().await.unwrap()
    }

    pub async fn submit(&self, by: Actor, request: TableRequest) -> Response {
        self.floor.clock.set(Timestamp(self.now));
        let rulebook = Arc::new(self.script.rulebook.clone());
        submit_until_answered(&self.seat, self.floor.table_command(&rulebook, by, request)).await
    }

    pub async fn cards(&self, by: Actor, request: CardRequest) -> Response {
        self.submit(by, TableRequest::Cards(request)).await
    }

    pub async fn refused(&self, by: Actor, request: TableRequest) -> String {
        match self.submit(by, request).await {
            Response::Refused { reason, .. } => reason,
            response @ (Response::Done { .. } | Response::InsufficientFunds { .. }) => {
                panic!("{response:?}")
            }
        }
    }

    /// Submits the next request that is due.
    pub async fn submit_next(&mut self) -> Response {
        let state = self.look().await;
        let own = Jackpots::Own(Money::major(20_000));
        let next = dealt::next(&state, &self.script, own, Some(self.habits));
        let (by, request) = next.expect("a request is due");
        if request == TableRequest::Cards(CardRequest::Shuffle) {
            self.now += state.times().opening_seconds * 1_000;
        }
        self.submit(by, request).await
    }

    /// Until the round is where it is wanted.
    pub async fn play_until(&mut self, there: impl Fn(&TableState) -> bool) -> TableState {
        loop {
            let state = self.look().await;
            if there(&state) {
                return state;
            }
            let response = self.submit_next().await;
            assert!(matches!(response, Response::Done { .. }), "{response:?}");
        }
    }

    pub async fn play_rounds(&mut self, rounds: u64) {
        self.play_until(|state| {
            let round = state.table().round();
            state.open_round().is_none() && round.is_some_and(|round| round.number() == rounds)
        })
        .await;
    }

    pub async fn rows(&self) -> Vec<Row> {
        let rows = self.floor.store.read(STREAM, 0, usize::MAX);
        rows.await.unwrap()
    }
}

pub fn served(floor: &Floor<MemoryStore>, vault: &Arc<Vault>) -> TableHandle {
    let dealer = Dealer::new(floor.store.clone(), floor.clock.clone(), TABLE);
    dealer.with_vault(Arc::clone(vault)).start()
}

pub fn is_in(state: &TableState, there: fn(&Phase) -> bool) -> bool {
    state.open_round().is_some_and(|round| there(round.phase()))
}

pub fn deciding(state: &TableState) -> bool {
    is_in(state, |phase| matches!(phase, Phase::Deciding(_)))
}

/// Every card that can be read there.
pub fn faces(row: &Row) -> Vec<String> {
    let text = core::str::from_utf8(&row.bytes).unwrap();
    let quoted = text.split('"').skip(1).step_by(2);
    quoted
        .flat_map(|words| words.split(' '))
        .filter(|word| word.parse::<game::Card>().is_ok())
        .map(str::to_owned)
        .collect()
}

/// What happened there.
pub fn entry(row: &Row) -> TableEvent {
    house::table::TableEntry::read(&row.bytes).unwrap().event
}

pub async fn read_again(store: &dyn Store) -> AuditReport {
    verify(store).await.unwrap()
}
