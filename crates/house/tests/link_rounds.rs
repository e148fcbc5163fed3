//! Random rounds at linked tables, with turns of the link at random moments: every round comes to its
//! end, and no table waits for a link that has nothing to say.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod counted;
mod floor;

use std::sync::Arc;

use audit::verify::verify;
use counted::Counted;
use floor::linked::{LEVEL, LINK, Scene};
use floor::{HOUSE, submit_until_answered};
use game::{
    Actor, Area, BoxNumber, DealerDuty, FoldedPairPlus, Money, NextDuty, PlayerId, Request,
    RulebookId, Timestamp,
};
use house::dealer::TableHandle;
use house::link::Controller;
use house::log::Stream;
use house::pit::Pit;
use house::response::Response;
use house::store::{MemoryStore, Store};
use house::table::{HouseRequest, NextTableDuty, TableRequest, TableState};
use ledger::TableId;
use rehearsal::dice::Dice;
use rehearsal::scene::DEALER;
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

const RULEBOOKS: [RulebookId; 4] = [
    RulebookId::Rws2020,
    RulebookId::RwsMultilink2024,
    RulebookId::Rws2013,
    RulebookId::Mbs2019,
];
const TABLE: TableId = TableId(1);
const ROUNDS: u64 = 12;
/// No round takes more commands.
const COMMANDS_MAX: usize = 300;

/// A table whose people do as they like.
struct Random<S> {
    scene: Scene<S>,
    seat: TableHandle,
    script: ScriptedTable,
    dice: Dice,
    now: u64,
}

impl<S: Store> Random<S> {
    async fn new(store: S, rulebook: RulebookId, seed: u64) -> Random<S> {
        let scene = Scene::new(store, LEVEL, 1).await;
        let script = ScriptedTable {
            rulebook: rulebook.form().clone(),
            seed,
            boxes: 3,
            first: PlayerId(1),
            royal_one_in: 6,
        };
        let mut random = Random {
            seat: floor::created(&scene.pit, TABLE).await,
            scene,
            script,
            dice: Dice::new(seed),
            now: 1_000_000,
        };
        let join = HouseRequest::JoinLink { link: LINK };
        random.tells(HOUSE, TableRequest::House(join)).await;
        while random.state().await.table().rulebook().is_none() {
            random.scripted().await;
        }
        for _ in 0..2 {
            random.scene.link.turn().await.unwrap();
        }
        random
    }

    async fn state(&self) -> TableState {
        self.seat.snapshot().await.unwrap()
    }

    async fn tells(&mut self, by: Actor, request: TableRequest) -> Response {
        self.now += 500;
        self.scene.floor.clock.set(Timestamp(self.now));
        let rulebook = Arc::new(self.script.rulebook.clone());
        submit_until_answered(
            &self.seat,
            self.scene.floor.table_command(&rulebook, by, request),
        )
        .await
    }

    /// What sensible people do next.
    async fn scripted(&mut self) {
        let state = self.state().await;
        let next = self.script.next(state.table(), Jackpots::Linked);
        let (by, request) = next.unwrap_or_else(|| panic!("{:?}", state.next_duty()));
        let response = self.tells(by, TableRequest::Game(request)).await;
        assert!(matches!(response, Response::Done { .. }), "{response:?}");
    }

    /// Whether something was asked and granted.
    async fn asks(&mut self, by: Actor, request: Request) -> bool {
        let response = self.tells(by, TableRequest::Game(request)).await;
        matches!(response, Response::Done { .. })
    }

    /// Bets on some areas of some boxes; a box without an Ante has none.
    async fn bets(&mut self) {
        for at in 1..=self.script.boxes {
            let player = Actor::Player(PlayerId(u32::from(at)));
            let at = BoxNumber(at);
            let areas = [
                (Area::Ante, 4, 25),
                (Area::PairPlus, 1, 25),
                (Area::Jackpot, 4, 5),
            ];
            for (area, of_five, amount) in areas {
                if self.dice.below(5) < of_five {
                    let amount = Money::major(amount);
                    self.asks(player, Request::PlaceBet { at, area, amount })
                        .await;
                }
            }
        }
    }

    /// What one round's people do about a duty: what they may, more often than what they should.
    async fn plays(&mut self, duty: NextDuty, folds: bool) {
        match duty {
            NextDuty::Decision { at, player } => {
                let by = Actor::Player(player);
                self.asks(by, Request::Look { at }).await;
                let pair_plus = FoldedPairPlus::Plain;
                if folds && self.asks(by, Request::Fold { at, pair_plus }).await {
                    return;
                }
                self.scripted().await;
            }
            NextDuty::Reveal { at, player } => {
                let by = Actor::Player(player);
                let hides = self.dice.one_in(4);
                if !hides || !self.asks(by, Request::DeclineReveal { at }).await {
                    self.scripted().await;
                }
            }
            NextDuty::Dealer(_)
            | NextDuty::Bets { .. }
            | NextDuty::House(_)
            | NextDuty::Ruling { .. }
            | NextDuty::Choices { .. } => self.scripted().await,
        }
    }

    /// One round to its end; the link takes a turn after one command in `turns_one_in`.
    async fn round(&mut self, turns_one_in: u64, said: &str) {
        let before = self.state().await.table().round().map(game::Round::number);
        let folds = self.dice.one_in(2);
        let mut waited = 0;
        for nth in 0.. {
            assert!(nth < COMMANDS_MAX, "{said}: the round does not end");
            let state = self.state().await;
            let number = state.table().round().map(game::Round::number);
            if number != before && state.open_round().is_none() {
                return;
            }
            match state.next_duty() {
                NextTableDuty::LinkPays => {
                    waited += 1;
                    assert!(waited < 4, "{said}: the table waits for its link for ever");
                    self.scene.link.turn().await.unwrap();
                    continue;
                }
                NextTableDuty::Rules(NextDuty::Dealer(DealerDuty::OpenBets)) => {
                    self.scripted().await;
                    self.bets().await;
                }
                NextTableDuty::Rules(NextDuty::Bets { .. }) => {
                    // The script would bet for everybody.
                    if !self.asks(DEALER, Request::CloseBets).await {
                        self.scripted().await;
                    }
                }
                NextTableDuty::Rules(duty) => self.plays(duty, folds).await,
                other @ (NextTableDuty::House(_)
                | NextTableDuty::Seeds { .. }
                | NextTableDuty::Deal) => panic!("{said}: {other:?}"),
            }
            if self.dice.one_in(turns_one_in) {
                self.scene.link.turn().await.unwrap();
            }
        }
    }
}

#[tokio::test]
async fn issue_17_8_every_round_at_a_linked_table_ends() {
    for rulebook in RULEBOOKS {
        for seed in 0..8 {
            let mut random = Random::new(MemoryStore::default(), rulebook, seed).await;
            for round in 0..ROUNDS {
                let turns_one_in = 1 + random.dice.below(4);
                let said = format!("{rulebook} seed {seed} round {round}");
                random.round(turns_one_in, &said).await;
            }
            random.scene.link.turn().await.unwrap();
            random.scene.is_sound().await;
            let verdict = verify(&*random.scene.floor.store).await.unwrap();
            assert_eq!(verdict.findings, [], "{rulebook} seed {seed}");
        }
    }
}

impl<S: Store> Random<S> {
    /// Everybody looks and folds, the Dealer shows, and a turn is taken before each hand is turned; then
    /// the table waits for its link. How many hands were turned late.
    async fn folds_and_turns_late(&mut self) -> usize {
        let mut late = 0;
        loop {
            let duty = match self.state().await.next_duty() {
                NextTableDuty::LinkPays => return late,
                NextTableDuty::Rules(duty) => duty,
                other @ (NextTableDuty::House(_)
                | NextTableDuty::Seeds { .. }
                | NextTableDuty::Deal) => panic!("{other:?}"),
            };
            match duty {
                NextDuty::Decision { .. } => self.plays(duty, true).await,
                NextDuty::Bets { .. } => {
                    for at in [1, 2] {
                        let player = Actor::Player(PlayerId(at));
                        let at = BoxNumber(u8::try_from(at).unwrap());
                        for (area, amount) in [(Area::Ante, 25), (Area::Jackpot, 5)] {
                            let amount = Money::major(amount);
                            let bet = Request::PlaceBet { at, area, amount };
                            assert!(self.asks(player, bet).await);
                        }
                    }
                    assert!(self.asks(DEALER, Request::CloseBets).await);
                }
                NextDuty::Reveal { .. } => {
                    self.scene.link.turn().await.unwrap();
                    late += 1;
                    self.scripted().await;
                }
                NextDuty::Dealer(_)
                | NextDuty::House(_)
                | NextDuty::Ruling { .. }
                | NextDuty::Choices { .. } => self.scripted().await,
            }
        }
    }
}

const FOLDED_HANDS_ARE_TURNED: [RulebookId; 2] =
    [RulebookId::Mbs2019, RulebookId::RwsMultilink2024];

/// The round that stood for ever (mbs-2019 3.9.1): the last hand that is turned calls the link.
#[tokio::test]
async fn issue_17_8_hands_turned_after_the_last_box_is_settled() {
    for rulebook in FOLDED_HANDS_ARE_TURNED {
        let mut random = Random::new(MemoryStore::default(), rulebook, 3).await;
        assert!(random.folds_and_turns_late().await > 0, "{rulebook}");
        let store = random.scene.floor.store.clone();
        let waiting = store.waiting(Stream::Link(LINK), 9).await.unwrap();
        let head = store.head(Stream::Table(TABLE)).await.unwrap();
        assert_eq!(waiting.last(), Some(&(Stream::Table(TABLE), head.seq)));
        // Another process, which has read nothing yet, pays as well as this one.
        let pit = Pit::new(store, random.scene.floor.clock.clone());
        let mut other = Controller::new(Arc::new(pit), LINK);
        let link = match rulebook {
            RulebookId::Mbs2019 => &mut random.scene.link,
            RulebookId::RwsMultilink2024
            | RulebookId::Rws2013
            | RulebookId::Rws2020
            | RulebookId::Oceanfront => &mut other,
        };
        let turned = link.turn().await.unwrap();
        assert_eq!(turned.paid.len(), 1, "{rulebook}: {turned:?}");
    }
}

/// A log of an older version, in which such a hand did not call the link: the link looks by itself, in
/// the process that knows the table and in one that does not.
#[tokio::test]
async fn a_table_that_stands_since_an_older_version_is_paid() {
    for rulebook in FOLDED_HANDS_ARE_TURNED {
        let store = Counted::new(Arc::new(MemoryStore::default()));
        store.call_no_link_for("\"kind\":\"hand-revealed\"");
        let mut random = Random::new(store, rulebook, 3).await;
        assert!(random.folds_and_turns_late().await > 0, "{rulebook}");
        let store = random.scene.floor.store.clone();
        let waiting = store.waiting(Stream::Link(LINK), 9).await.unwrap();
        assert_eq!(waiting, [], "{rulebook}");
        let pit = Pit::new(store, random.scene.floor.clock.clone());
        let mut other = Controller::new(Arc::new(pit), LINK);
        let link = match rulebook {
            RulebookId::Mbs2019 => &mut random.scene.link,
            RulebookId::RwsMultilink2024
            | RulebookId::Rws2013
            | RulebookId::Rws2020
            | RulebookId::Oceanfront => &mut other,
        };
        let mut paid = 0;
        for _ in 0..2 {
            paid += link.turn().await.unwrap().paid.len();
        }
        assert_eq!(paid, 1, "{rulebook}");
    }
}

/// What the link read of a table ahead of what it has consumed is not read again: the table goes on from where
/// it stands.
#[tokio::test]
async fn issue_17_10_a_table_that_was_read_ahead_is_not_read_again() {
    let store = Counted::new(Arc::new(MemoryStore::default()));
    store.call_no_link_for("\"kind\":\"hand-revealed\"");
    let mut random = Random::new(store, RulebookId::Mbs2019, 3).await;
    random.folds_and_turns_late().await;
    let store = random.scene.floor.store.clone();
    let read = store.head(Stream::Table(TABLE)).await.unwrap();
    // The link looks at the table by itself, to its end, and has it pay.
    let turned = random.scene.link.turn().await.unwrap();
    assert_eq!(turned.paid.len(), 1, "{turned:?}");
    let consumed = store.consumed(Stream::Link(LINK)).await.unwrap();
    assert!(consumed[0].1 < read.seq, "{consumed:?}");
    let paid = store.head(Stream::Table(TABLE)).await.unwrap();
    store.take();
    random.scene.link.turn().await.unwrap();
    let rows = store.take().rows as u64;
    assert!(
        rows < read.seq,
        "{rows} rows for {} entries",
        paid.seq - read.seq
    );
}
