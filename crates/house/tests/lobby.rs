//! The lobby says how every table and every jackpot link stands, and since when it waits for whom.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod tampered;

use std::sync::Arc;
use std::time::Duration;

use floor::dealt::Habits;
use floor::linked::{BASE, DEALER, LEVEL, LINK, NOTHING, ROYAL, SEED, Scene, evening};
use floor::parlour::Parlour;
use floor::round::Evening;
use floor::{Floor, HOUSE, form, submit_until_answered};
use game::{
    Actor, Area, BoxNumber, Money, PersonId, PlayerId, Post, Report, Request, RulebookId, Timestamp,
};
use house::dealer::TableHandle;
use house::feed::Reached;
use house::history::Retention;
use house::link::{Controller, Enrolment, FaultCause, Health, JackpotParameters, LinkRequest};
use house::lobby::{LinkSummary, Lobby, TableSummary, WaitsFor};
use house::log::Stream;
use house::pit::Pit;
use house::projections::Projections;
use house::response::Response;
use house::store::{MemoryStore, Store};
use house::table::{DeckAccess, HouseRequest, Source, TableRequest};
use ledger::TableId;
use rehearsal::scripted_table::{Jackpots, ScriptedTable};
use tampered::{Lie, Tampered};

/// Projections that are kept up, and the store to build others from.
struct Kept {
    store: Arc<dyn Store>,
    projections: Projections,
}

impl Kept {
    fn new(store: Arc<dyn Store>) -> Kept {
        Kept {
            projections: new(Arc::clone(&store)),
            store,
        }
    }

    /// The lobby kept up, which is the one built again.
    async fn lobby(&self) -> Lobby {
        let fresh = new(Arc::clone(&self.store));
        for projections in [&self.projections, &fresh] {
            projections.catch_up().await.unwrap();
        }
        assert_eq!(self.projections.lobby(), fresh.lobby());
        self.projections.lobby()
    }

    async fn link(&self) -> LinkSummary {
        Arc::unwrap_or_clone(self.lobby().await.links.remove(0))
    }

    async fn table(&self) -> TableSummary {
        Arc::unwrap_or_clone(self.lobby().await.tables.remove(0))
    }
}

fn new(store: Arc<dyn Store>) -> Projections {
    Projections::new(store, DeckAccess::default(), Retention::default())
}

/// A table with a deck of its own and a second between any two commands.
struct Slow {
    floor: Floor<MemoryStore>,
    seat: TableHandle,
    script: ScriptedTable,
    now: u64,
}

impl Slow {
    async fn new(id: RulebookId) -> Slow {
        let floor = Floor::new(MemoryStore::default());
        floor.buy_in_players(TableId(1), 9).await;
        Slow {
            seat: floor.table(TableId(1)),
            floor,
            script: ScriptedTable {
                rulebook: id.form().clone(),
                seed: 5,
                boxes: 3,
                first: PlayerId(1),
                royal_one_in: 3,
            },
            now: 5_000_000,
        }
    }

    async fn submit(&mut self, by: Actor, request: Request) {
        self.now += 1_000;
        self.floor.clock.set(Timestamp(self.now));
        let rulebook = Arc::new(self.script.rulebook.clone());
        let command = self
            .floor
            .table_command(&rulebook, by, TableRequest::Game(request));
        let response = submit_until_answered(&self.seat, command).await;
        assert!(matches!(response, Response::Done { .. }), "{response:?}");
    }

    async fn submit_next(&mut self) {
        let state = self.seat.snapshot().await.unwrap();
        let own = Jackpots::Own(Money::major(20_000));
        let (by, request) = self.script.next(state.table(), own).unwrap();
        self.submit(by, request).await;
    }
}

#[tokio::test]
async fn since_when_and_for_whom() {
    for id in RulebookId::ALL {
        let mut slow = Slow::new(id).await;
        let kept = Kept::new(slow.floor.store.clone());
        let (mut waited, mut phase) = ((None, 0), (None, 0));
        let (mut left, mut round) = (Vec::new(), 0);
        while round < 3 {
            slow.submit_next().await;
            let sign = kept.table().await;
            let (now, state) = (slow.now, slow.seat.snapshot().await.unwrap());
            assert_eq!((sign.last, sign.reached), (Timestamp(now), Reached::Whole));
            let waits = sign.waiting.as_ref().map(|waiting| waiting.what);
            if waited.0 != waits {
                waited = (waits, now);
            }
            let at = sign.round.map(|round| (round.number, round.phase));
            if phase.0 != at {
                phase = (at, now);
            }
            assert!(sign.round.is_none_or(|round| round.since.0 == phase.1));
            if let Some(waiting) = &sign.waiting {
                assert_eq!(waiting.since, Timestamp(waited.1), "{id}");
                assert_eq!(waiting.boxes.len(), waiting.players.len());
                left.push(waiting.boxes.len());
            }
            let staked: Money = sign.boxes.iter().map(|own| own.staked).sum();
            let boxes = state.open_round().into_iter().flat_map(game::Round::boxes);
            let areas = |held: &game::BettingBox| -> Money {
                Area::ALL.iter().map(|area| held.bets.total(*area)).sum()
            };
            assert_eq!(staked, boxes.map(|(_, held)| areas(held)).sum(), "{id}");
            round = sign.round.map_or(0, |round| round.number);
        }
        left.dedup();
        // Three boxes decide one after the other, and one wait is that of all of them.
        assert!(left.windows(3).any(|boxes| boxes == [3, 2, 1]), "{left:?}");
    }
}

#[tokio::test]
async fn what_a_table_was_opened_with() {
    let mut slow = Slow::new(RulebookId::Rws2020).await;
    let kept = Kept::new(slow.floor.store.clone());
    slow.submit_next().await;
    let sign = kept.table().await;
    let state = slow.seat.snapshot().await.unwrap();
    let (open, setup) = (sign.open.unwrap(), state.table().setup().unwrap());
    assert_eq!(open.since, Timestamp(slow.now));
    assert_eq!(open.rulebook, RulebookId::Rws2020);
    assert_eq!(open.digest, RulebookId::Rws2020.form().digest());
    assert_eq!(
        (open.limits, open.positions),
        (setup.limits, setup.positions)
    );
    assert_eq!(
        (sign.round, sign.waiting, sign.cards_from),
        (None, None, Source::Table)
    );
    // An error of the deal is reported.
    while kept.projections.lobby().tables[0].waiting.is_none() {
        slow.submit_next().await;
        kept.lobby().await;
    }
    let (what, boxes) = ("two at once".to_owned(), vec![BoxNumber(1)]);
    let report = Report::DealingError { what, boxes };
    let dealer = Actor::Staff {
        post: Post::Dealer,
        person: PersonId(1),
    };
    slow.submit(dealer, Request::Report { report }).await;
    let sign = kept.table().await;
    let waiting = sign.waiting.unwrap();
    assert!(matches!(waiting.what, WaitsFor::Ruling(_)), "{waiting:?}");
    assert!(waiting.title.is_some());
    assert_eq!(waiting.since, Timestamp(slow.now));
    let json = serde_json::to_string(&kept.projections.lobby()).unwrap();
    assert!(!json.contains("two at once"), "no text of a report");
}

/// Those who promised a seed and have not opened it.
#[tokio::test]
async fn a_deck_waits_for_its_seeds() {
    let mut parlour = Parlour::new(RulebookId::Rws2013, Habits::Withhold).await;
    let kept = Kept::new(parlour.floor.store.clone());
    let mut silent = 0;
    while silent == 0 {
        parlour.submit_next().await;
        let sign = kept.table().await;
        let state = parlour.look().await;
        let awaited = state.shuffle().map(house::table::Shuffle::awaited_players);
        if let Some(waiting) = sign.waiting.filter(|_| awaited.is_some()) {
            assert_eq!(sign.cards_from, Source::House);
            assert_eq!(waiting.what, WaitsFor::Seeds);
            assert_eq!(waiting.players, awaited.unwrap());
            silent += waiting.players.len();
        }
    }
}

#[tokio::test]
async fn a_jackpot_on_its_way() {
    let level = JackpotParameters {
        verify_above: Money::major(1),
        ..LEVEL
    };
    let mut scene = Scene::new(MemoryStore::default(), level, 1).await;
    let store = Arc::clone(&scene.floor.store);
    let at = |moment| scene.floor.clock.set(Timestamp(moment));
    let kept = Kept::new(store.clone());
    let sign = kept.link().await;
    assert_eq!((sign.level, sign.meters.shown), (Some(level), BASE));
    assert_eq!(sign.tables[0].enrolment, Enrolment::Enabled);
    let mut evening = evening(&scene, 1, RulebookId::Rws2020).await;
    evening.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    // The table has won, and the link has not heard of it.
    let sign = kept.table().await;
    assert_eq!(sign.link.unwrap().contact, "admitted");
    assert_eq!(sign.waiting.unwrap().what, WaitsFor::JackpotPay(LINK));
    at(7_000_000);
    scene.link.turn().await.unwrap();
    at(8_000_000);
    scene.link.turn().await.unwrap();
    let sign = kept.link().await;
    let [hit] = sign.to_verify[..] else {
        panic!("{sign:?}")
    };
    assert_eq!((hit.number, hit.table, hit.round), (1, TableId(1), 1));
    assert_eq!(hit.since, Timestamp(7_000_000));
    assert!(hit.drawn > BASE);
    let (number, deck) = (1, 52);
    scene.request(LinkRequest::Verify { number, deck }).await;
    assert_eq!(kept.link().await.to_verify, []);
    scene.link.turn().await.unwrap();
    evening.reload().await;
    assert_eq!(kept.table().await.waiting, None);
}

#[tokio::test]
async fn a_link_that_is_silent_and_one_that_is_broken() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    scene.link = Controller::new(scene.pit.clone(), LINK).with_heartbeat(Duration::ZERO);
    let (store, clock) = (
        Arc::clone(&scene.floor.store),
        Arc::clone(&scene.floor.clock),
    );
    let kept = Kept::new(store.clone());
    // It wants to take part.
    let seat = floor::created(&scene.pit, TableId(1)).await;
    clock.set(Timestamp(2_000_000));
    let join = HouseRequest::JoinLink { link: LINK };
    let command =
        scene
            .floor
            .table_command(&form(RulebookId::Rws2020), HOUSE, TableRequest::House(join));
    submit_until_answered(&seat, command).await;
    let sign = kept.table().await;
    assert_eq!(sign.link.unwrap().contact, "joined");
    let waiting = sign.waiting.unwrap();
    assert_eq!(
        (waiting.what, waiting.since),
        (WaitsFor::Link(LINK), Timestamp(2_000_000))
    );
    // The link looks at what it plays for once it is open.
    let floor = Arc::clone(&scene.floor);
    drop(Evening::opened(floor, seat, form(RulebookId::Rws2020), SEED).await);
    clock.set(Timestamp(2_500_000));
    scene.link.turn().await.unwrap();
    assert_eq!(kept.table().await.waiting, None);
    // No process takes its turns.
    clock.set(Timestamp(3_000_000));
    let pit = Pit::new(store.clone(), clock.clone());
    let mut watch = Controller::new(Arc::new(pit), LINK);
    watch.check_health().await.unwrap();
    assert_eq!(watch.check_health().await.unwrap(), Health::Lost);
    let fault = kept.link().await.fault.unwrap();
    assert_eq!((fault.cause, fault.recorded), (FaultCause::Silence, BASE));
    assert_eq!(fault.since, Timestamp(3_000_000));
    let contact = kept.table().await.link.unwrap();
    assert_eq!((contact.contact, contact.recorded), ("lost", Some(BASE)));
    assert_eq!(contact.since, Timestamp(3_000_000));
    for _ in 0..2 {
        scene.link.turn().await.unwrap();
    }
    assert_eq!(kept.link().await.fault, None);
    clock.set(Timestamp(4_000_000));
    let what = "dark".to_owned();
    scene.request(LinkRequest::ReportFault { what }).await;
    let fault = kept.link().await.fault.unwrap();
    assert_eq!(
        (fault.cause, fault.since),
        (FaultCause::Reported, Timestamp(4_000_000))
    );
}

/// One log cannot be read: its table says so, the others go on.
#[tokio::test]
async fn what_cannot_be_read_is_said() {
    let scene = Scene::new(MemoryStore::default(), LEVEL, 2).await;
    for number in 1..=2 {
        evening(&scene, number, RulebookId::Rws2020).await;
    }
    for stream in [Stream::Table(TableId(1)), Stream::Link(LINK)] {
        for entry in [1, 3] {
            let honest = Arc::clone(&scene.floor.store);
            let lie = Lie::Bytes(stream, entry, 100);
            let kept = Kept::new(Arc::new(Tampered::new(honest, lie)));
            let lobby = kept.lobby().await;
            for sign in &lobby.tables {
                let touched = stream == Stream::Table(sign.table);
                assert_eq!(sign.reached == Reached::Unreadable, touched);
                assert!(!touched || sign.entry == entry - 1);
            }
            let touched = stream == Stream::Link(LINK);
            let sign = &lobby.links[0];
            assert_eq!(sign.reached == Reached::Unreadable, touched);
            assert!(!touched || sign.entry == entry - 1);
        }
    }
}
