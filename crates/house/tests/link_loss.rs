//! A link that no process serves: lost at every boundary of a round, for a second or a day, and back
//! again. No contribution is lost or counted twice, no win stays unpaid, and no jackpot stake is held
//! without a chance to win (STANDARDS P16 to P18, IR-19, rws-2020 and rws-multilink-2024 5.16, 5.17).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
#[allow(dead_code, reason = "another test uses the rest")]
mod postgres;

use std::sync::Arc;
use std::time::Duration;

use audit::verify::verify;
use floor::linked::{BASE, LEVEL, LINK, SEED, Scene};
use floor::{HOUSE, submit_until_answered};
use game::{
    Act, Actor, BoxNumber, Event, Finding, Irregularity, JackpotAward, Money, PersonId, PlayerId,
    Post, Request, RulebookId, Timestamp,
};
use house::dealer::TableHandle;
use house::link::{Controller, Health};
use house::log::Stream;
use house::pit::Pit;
use house::response::Response;
use house::store::{MemoryStore, PostgresStore, SqliteStore, Store};
use house::table::{HouseRequest, LinkStatus, TableEvent, TableRequest, TableState};
use ledger::TableId;
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

const TABLE: TableId = TableId(1);
const DEALER: Actor = Actor::Staff {
    post: Post::Dealer,
    person: PersonId(1),
};
const DAY: u64 = 86_400_000;

/// Where the link stops: after so many commands at the table, just after a turn or well after it.
#[derive(Clone, Debug)]
struct Stop {
    after: usize,
    turned: bool,
    away: u64,
    /// How the pit rules on the loss where the text leaves it to a post; as the script does where nothing
    /// is said.
    rules: Option<Finding>,
}

/// What became of the round that was being played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ended {
    voided: usize,
    concluded: usize,
    /// Awards of the whole meter.
    majors: usize,
}

struct Play<S> {
    scene: Scene<S>,
    script: ScriptedTable,
    seat: TableHandle,
    rules: Option<Finding>,
}

impl<S: Store> Play<S> {
    async fn new(store: S, rulebook: RulebookId) -> Play<S> {
        let mut scene = Scene::new(store, LEVEL, 1).await;
        // A turn shows for no time at all that the link works.
        let link = Controller::new(scene.pit.clone(), LINK);
        scene.link = link.with_heartbeat(Duration::ZERO);
        let script = ScriptedTable {
            rulebook: rulebook.form().clone(),
            seed: 3,
            boxes: 2,
            first: PlayerId(1),
            royal_one_in: 1,
        };
        let seat = floor::created(&scene.pit, TABLE).await;
        let play = Play {
            scene,
            script,
            seat,
            rules: None,
        };
        let join = HouseRequest::JoinLink { link: LINK };
        play.tells(HOUSE, TableRequest::House(join)).await;
        play
    }

    async fn tells(&self, by: Actor, request: TableRequest) -> Response {
        let rulebook = Arc::new(self.script.rulebook.clone());
        submit_until_answered(
            &self.seat,
            self.scene.floor.table_command(&rulebook, by, request),
        )
        .await
    }

    async fn state(&self) -> TableState {
        self.seat.snapshot().await.unwrap()
    }

    /// Where the text leaves it to a post, that post rules.
    fn ruled_on(&self, state: &TableState) -> Option<(Actor, Request)> {
        let on = Irregularity::JackpotFault;
        let round = state.open_round()?;
        let at_hand = round.suspension().at_hand()?;
        let finding = self.rules.clone()?;
        let rules = Request::Rule { on, finding };
        (at_hand.irregularity == on).then_some((HOUSE, rules))
    }

    /// What comes next at the table; nothing where it waits for the link.
    async fn step(&self) -> Option<()> {
        let state = self.state().await;
        let (by, request) = match self.ruled_on(&state) {
            Some(ruling) => ruling,
            None => self.script.next(state.table(), Jackpots::Linked)?,
        };
        let now = state.last().0.max(1_000_000) + 1_000;
        self.scene.floor.clock.set(Timestamp(now));
        let response = self.tells(by, TableRequest::Game(request)).await;
        if let Response::Refused { reason, .. } = response {
            assert!(
                reason.starts_with("jackpot: the link does not work"),
                "{reason}"
            );
            for at in [1, 2].map(BoxNumber) {
                let offers = Request::OfferJackpot { at };
                self.tells(DEALER, TableRequest::Game(offers)).await;
            }
            let response = self
                .tells(DEALER, TableRequest::Game(Request::CloseBets))
                .await;
            assert!(matches!(response, Response::Done { .. }), "{response:?}");
        }
        Some(())
    }

    /// So many commands, and turns where the table waits for them; nothing where the round was over
    /// before.
    async fn played(&mut self, after: usize) -> Option<()> {
        // The link admits a table once it is open.
        while self.state().await.table().rulebook().is_none() {
            self.step().await;
        }
        self.scene.link.turn().await.unwrap();
        for _ in 0..after {
            let state = self.state().await;
            if state.table().round().is_some() && state.open_round().is_none() {
                return None;
            }
            if self.step().await.is_none() {
                self.scene.link.turn().await.unwrap();
            }
        }
        Some(())
    }

    async fn log(&self) -> Vec<Event> {
        let mut state = TableState::new(TABLE);
        let stream = Stream::Table(TABLE);
        let rows = self.scene.floor.store.read(stream, 0, usize::MAX).await;
        let events = rows.unwrap().into_iter().map(|row| state.take(&row));
        let game = events.filter_map(|event| match event.unwrap() {
            TableEvent::Game(event) => Some(event),
            TableEvent::House(_) | TableEvent::Cards(_) => None,
        });
        game.collect()
    }
}

/// Everything from the loss to the return, and what must hold then.
async fn lost_at<S: Store>(store: S, rulebook: RulebookId, stop: Stop) -> Option<Ended> {
    let said = format!("{rulebook} {stop:?}");
    let mut play = Play::new(store, rulebook).await;
    play.rules.clone_from(&stop.rules);
    play.played(stop.after).await?;
    if stop.turned {
        play.scene.link.turn().await.unwrap();
    }
    // Another process looks after the tables; twice it finds that no process takes turns.
    let floor = Arc::clone(&play.scene.floor);
    let pit = Pit::new(floor.store.clone(), floor.clock.clone());
    let mut watch = Controller::new(Arc::new(pit), LINK);
    assert_eq!(
        watch.check_health().await.unwrap(),
        Health::Silent,
        "{said}"
    );
    assert_eq!(watch.check_health().await.unwrap(), Health::Lost, "{said}");
    let recorded = watch.state().fault().unwrap().recorded;
    let contact = play.state().await.linked().unwrap().status;
    assert!(
        matches!(contact, LinkStatus::Lost { .. }),
        "{said}: {contact:?}"
    );
    // The table goes on without it, as its rulebook says.
    for nth in 0.. {
        assert!(nth < 200, "{said}: the round does not end");
        if play.state().await.open_round().is_none() {
            break;
        }
        if play.step().await.is_none() {
            watch.check_health().await.unwrap();
        }
    }
    let now = play.state().await.last().0 + stop.away;
    floor.clock.set(Timestamp(now));
    // It is back, takes in what waited, and has the table back.
    for _ in 0..3 {
        play.scene.link.turn().await.unwrap();
    }
    let contact = play.state().await.linked().unwrap().status;
    assert_eq!(contact, LinkStatus::Admitted, "{said}");
    assert!(play.state().await.table().fault().is_none(), "{said}");
    let ended = holds(&play, recorded, &said).await;
    play.scene.is_sound().await;
    let verdict = verify(&*floor.store).await.unwrap();
    assert_eq!(verdict.findings, [], "{said}");
    Some(ended)
}

/// Every contribution is in the meter once, every award came out of it once.
async fn holds<S: Store>(play: &Play<S>, recorded: Money, said: &str) -> Ended {
    let (mut fed, mut won) = (Money::ZERO, Money::ZERO);
    let mut ended = Ended::default();
    for event in play.log().await {
        if let Event::ContributionAdded { amount, .. } = event {
            fed += amount;
        }
        if let Event::ContributionReversed { amount, .. } = event {
            fed -= amount;
        }
        if let Event::JackpotAwarded { award, amount, .. } = &event
            && *award == JackpotAward::Major
        {
            won += *amount;
            ended.majors += 1;
        }
        if let Event::AwardReversed { award, amount, .. } = &event
            && *award == JackpotAward::Major
        {
            won -= *amount;
            ended.majors -= 1;
        }
        ended.voided += usize::from(matches!(event, Event::RoundVoided { .. }));
        ended.concluded += usize::from(matches!(event, Event::RoundConcluded));
    }
    let link = play.scene.link.state();
    let meters = link.meters();
    assert_eq!((meters.fed, meters.won), (fed, won), "{said}");
    assert_eq!(meters.hits, ended.majors as u64, "{said}");
    assert_eq!(link.fault(), None, "{said}");
    if ended.majors == 0 {
        let shown = BASE + Money::minor(fed.in_minor() * 2 / 3);
        assert_eq!(meters.shown, shown, "{said}");
    } else {
        // What was registered before the loss, whether it was paid before it or after.
        let numbered = link.hit_of(TABLE, 1).unwrap().1.claim.pays_at();
        assert_eq!(won, numbered, "{said}");
        assert!(
            won == recorded || recorded == SEED,
            "{said}: {won} {recorded}"
        );
        assert!(meters.shown >= SEED, "{said}");
    }
    ended
}

/// Every `by`-th boundary of a round.
async fn lost_everywhere<S: Store>(
    mut store: impl AsyncFnMut() -> S,
    rulebook: RulebookId,
    by: usize,
) -> Ended {
    let act = Act::Continue;
    let rules = [None, Some(Finding::Decided { act })];
    ruled_everywhere(&mut store, rulebook, by, rules).await
}

/// The same, with what the pit rules where the link is lost well after a turn, and just after one.
async fn ruled_everywhere<S: Store>(
    store: &mut impl AsyncFnMut() -> S,
    rulebook: RulebookId,
    by: usize,
    rules: [Option<Finding>; 2],
) -> Ended {
    let mut all = Ended::default();
    for after in (0..).step_by(by) {
        for (turned, rules) in [false, true].into_iter().zip(&rules) {
            let away = if after % 2 == 0 { 1_000 } else { DAY };
            let stop = Stop {
                after,
                turned,
                away,
                rules: rules.clone(),
            };
            let Some(ended) = Box::pin(lost_at(store().await, rulebook, stop)).await else {
                return all;
            };
            all.voided += ended.voided;
            all.concluded += ended.concluded;
            all.majors += ended.majors;
        }
    }
    all
}

#[tokio::test]
async fn lost_at_every_boundary_of_a_round() {
    for rulebook in [
        RulebookId::Rws2020,
        RulebookId::RwsMultilink2024,
        RulebookId::Rws2013,
        RulebookId::Mbs2019,
    ] {
        let all = lost_everywhere(async || MemoryStore::default(), rulebook, 1).await;
        assert!(all.voided > 10, "{rulebook} {all:?}");
        assert!(all.concluded > 10, "{rulebook} {all:?}");
        let five_cards = rulebook == RulebookId::RwsMultilink2024;
        assert!(all.majors > 10 || five_cards, "{rulebook} {all:?}");
    }
}

/// The pit says that nothing is wrong with the jackpot although its link is lost: the round goes on, and
/// no win waits for a link that may never come back.
#[tokio::test]
async fn issue_17_8_a_dismissed_fault_leaves_no_round_waiting_for_the_link() {
    let mut store = async || MemoryStore::default();
    let dismissed = || Some(Finding::Dismissed);
    let rules = [dismissed(), dismissed()];
    let all = ruled_everywhere(&mut store, RulebookId::Mbs2019, 1, rules).await;
    assert!(all.concluded > 10 && all.majors > 10, "{all:?}");
}

#[tokio::test]
async fn lost_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let mut houses = 0;
    let store = async || {
        houses += 1;
        let house = folder.path().join(houses.to_string());
        std::fs::create_dir(&house).unwrap();
        SqliteStore::open(&house).unwrap()
    };
    let all = lost_everywhere(store, RulebookId::Rws2020, 4).await;
    assert!(all.voided > 2 && all.majors > 2, "{all:?}");
}

#[tokio::test]
async fn lost_on_postgresql() {
    let store = async || {
        let database = postgres::shared().database("").await;
        PostgresStore::open(&database).await.unwrap()
    };
    let all = lost_everywhere(store, RulebookId::RwsMultilink2024, 7).await;
    assert!(all.voided > 1 && all.concluded > 1, "{all:?}");
}

/// While a process takes turns, no table is told anything.
#[tokio::test]
async fn a_link_with_a_pulse_is_not_lost() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut watch = Controller::new(scene.pit.clone(), LINK);
    for _ in 0..5 {
        scene.link.turn().await.unwrap();
        assert_eq!(watch.check_health().await.unwrap(), Health::Works);
    }
}
