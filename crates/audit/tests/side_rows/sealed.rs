//! Rounds in play that the house deals, read without the vault's key: what can be said of them all the same.

use std::sync::Arc;

use audit::verify::{FindingPlace, verify, verify_with_key};
use game::{Money, Phase, PlayerId, Request, RulebookId, Timestamp};
use house::dealer::TableHandle;
use house::link::Controller;
use house::log::Stream;
use house::pit::Pit;
use house::response::Response;
use house::shuffle::Vault;
use house::snapshot::FORMAT;
use house::store::async_trait;
use house::store::{MemoryStore, PostedRow, Snapshot, Store, StoreError};
use house::table::{CardRequest, HouseRequest, TableRequest};
use ledger::{Account, JackpotPart, Posting, TableId};
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

use super::floor::dealt::{self, Habits};
use super::floor::linked::{LEVEL, LINK, Scene};
use super::floor::parlour::{self, Parlour, deciding};
use super::floor::wrapped::{Wrapped, Wrapper};
use super::floor::{HOUSE, created, people, submit_until_answered};
use super::said;

const TABLE: TableId = TableId(1);
const STREAM: Stream = Stream::Table(TABLE);

/// A linked table where the house deals.
struct LinkedParlour {
    scene: Scene<MemoryStore>,
    seat: TableHandle,
    script: ScriptedTable,
    vault: Arc<Vault>,
    now: u64,
}

impl LinkedParlour {
    async fn new(id: RulebookId) -> LinkedParlour {
        let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(&folder.path().join("key")).unwrap());
        let pit = Pit::new(scene.floor.store.clone(), scene.floor.clock.clone());
        let pit = pit.with_people(people()).with_vault(Arc::clone(&vault));
        scene.pit = Arc::new(pit);
        scene.link = Controller::new(scene.pit.clone(), LINK);
        let script = ScriptedTable {
            rulebook: id.form().clone(),
            seed: 3,
            boxes: 4,
            first: PlayerId(1),
            royal_one_in: 4,
        };
        let seat = created(&scene.pit, TABLE).await;
        let now = 1_000_000;
        let parlour = LinkedParlour {
            scene,
            seat,
            script,
            vault,
            now,
        };
        let join = TableRequest::House(HouseRequest::JoinLink { link: LINK });
        parlour.submit(HOUSE, join).await;
        parlour
    }

    async fn submit(&self, by: game::Actor, request: TableRequest) {
        self.scene.floor.clock.set(Timestamp(self.now));
        let said = format!("{request:?}");
        let rulebook = Arc::new(self.script.rulebook.clone());
        let command = self.scene.floor.table_command(&rulebook, by, request);
        let response = submit_until_answered(&self.seat, command).await;
        let is_done = matches!(response, Response::Done { .. });
        assert!(is_done, "{said}: {response:?}");
    }

    /// Plays until the table waits for its link to pay the jackpots.
    async fn reach_jackpots(&mut self) {
        loop {
            let state = self.seat.snapshot().await.unwrap();
            let habits = Some(Habits::NoSeeds);
            let next = dealt::next(&state, &self.script, Jackpots::Linked, habits);
            let Some((by, request)) = next else {
                let round = state.open_round().unwrap();
                assert!(matches!(round.phase(), Phase::Jackpots(_)));
                return;
            };
            if request == TableRequest::Game(Request::OpenBets) {
                self.scene.link.turn().await.unwrap();
            }
            if request == TableRequest::Cards(CardRequest::Shuffle) {
                self.now += state.times().opening_seconds * 1_000;
            }
            self.submit(by, request).await;
        }
    }

    /// Verifies the house without the key and with it.
    async fn is_clean(&self) {
        let store = &*self.scene.floor.store;
        let without = verify(store).await.unwrap();
        assert_eq!(said(&without), [""; 0]);
        assert!(without.sealed > 10, "{}", without.sealed);
        let with = verify_with_key(store, Some(Arc::clone(&self.vault)));
        let with = with.await.unwrap();
        assert_eq!((said(&with), with.sealed), (Vec::new(), 0));
        assert_eq!(with.entries, without.entries);
    }
}

/// Contributions and announcements follow from entries whose cards are sealed: while jackpots are due every
/// command is announced to the link, with its last entry.
#[tokio::test]
async fn what_a_sealed_round_tells_its_link_is_compared() {
    for id in [RulebookId::Rws2020, RulebookId::Mbs2019] {
        let mut parlour = LinkedParlour::new(id).await;
        parlour.reach_jackpots().await;
        parlour.is_clean().await;
        parlour.scene.link.turn().await.unwrap();
        let state = parlour.seat.snapshot().await.unwrap();
        let round = state.open_round().unwrap();
        assert!(round.jackpots_paid(&parlour.script.rulebook).is_some());
        parlour.is_clean().await;
    }
}

/// A house with one row of money more.
struct OneRowMore {
    store: Arc<MemoryStore>,
    more: PostedRow,
}

#[async_trait]
impl Wrapper for OneRowMore {
    fn wrapped(&self) -> &dyn Store {
        &*self.store
    }

    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PostedRow>, StoreError> {
        let mut rows = self.store.postings(stream, after, limit).await?;
        if stream == self.more.stream && after < self.more.seq {
            rows.push(self.more);
        }
        Ok(rows)
    }
}

/// The rows of a sealed entry cannot be replayed without the key. Money that they take from a jackpot is missed
/// by its meter.
#[tokio::test]
async fn money_that_a_sealed_entry_takes_from_a_jackpot_is_found() {
    let mut parlour = LinkedParlour::new(RulebookId::Rws2020).await;
    parlour.reach_jackpots().await;
    let store = Arc::clone(&parlour.scene.floor.store);
    let seq = store.head(STREAM).await.unwrap().seq;
    let last = store.postings(STREAM, seq - 1, 99).await.unwrap();
    let shown = parlour.scene.link.state().meters().shown;
    let (amount, house) = (Money::major(1), Account::House(TABLE));
    let display = Account::Jackpot(LINK, JackpotPart::Display);
    let more = PostedRow {
        stream: STREAM,
        seq,
        line: last.len().try_into().unwrap(),
        row: Posting::moved(display, house, amount).unwrap(),
    };
    let report = verify(&Wrapped(OneRowMore { store, more })).await.unwrap();
    let less = shown - amount;
    let expected = format!("link/1: the display holds {less}, its meter says {shown}");
    assert_eq!(said(&report), [expected]);
}

/// A process takes no snapshot while a round is in play.
#[tokio::test]
async fn a_snapshot_behind_a_sealed_entry_is_named() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    parlour.play_until(deciding).await;
    let store = &*parlour.floor.store;
    let head = store.head(parlour::STREAM).await.unwrap();
    let snapshot = Snapshot::behind(parlour::STREAM, head, FORMAT, b"{}".to_vec());
    store.put_snapshot(snapshot).await.unwrap();
    let report = verify(store).await.unwrap();
    let found = report.findings.iter();
    let found: Vec<_> = found.map(|it| (it.place, it.what.as_str())).collect();
    let place = FindingPlace::Snapshot(parlour::STREAM, head.seq);
    let what = "the replay of the log never stood there";
    assert_eq!(found, [(place, what)]);
}
