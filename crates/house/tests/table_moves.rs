//! `TableState::moves` against `TableState::decide`, in both directions, over random rounds dealt by hand
//! with everything going wrong that can, and over rounds dealt by the house: every move listed is
//! granted, and every request granted is an instance of a move listed. And `next_duty` alone leads a
//! round dealt by the house to its end. `QUEENHIGH_MOVES_ROUNDS` asks for more rounds than usual.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on stops, and says how much it compared"
)]

mod floor;
#[path = "../../game/tests/moves/instances.rs"]
mod instances;

use std::collections::BTreeMap;
use std::sync::Arc;

use floor::HOUSE;
use floor::dealt::{Habits, next, seed_of};
use game::{
    Actor, HouseDuty, Money, Move, NextDuty, PersonId, PlayerId, Post, Request, Rulebook,
    RulebookId, Timestamp,
};
use house::log::{CommandId, Fingerprint};
use house::shuffle::Vault;
use house::table::{
    CardRequest, DeckAccess, Duty, HouseForm, HouseRequest, NextTableDuty, RequestedAtTable,
    Source, TableMove, TableRequest, TableState, WaitingTimes,
};
use ledger::{LinkId, TableId};
use rehearsal::dice::Dice;
use rehearsal::driver::Driver;
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

const TABLE: TableId = TableId(7);
const LINK: LinkId = LinkId(1);
const ROUNDS: u64 = 300;

fn rounds() -> u64 {
    let asked = std::env::var("QUEENHIGH_MOVES_ROUNDS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(ROUNDS)
}

#[derive(Default)]
struct Counted {
    granted: u64,
    listed: u64,
    /// The first failure of each kind.
    failures: BTreeMap<String, String>,
}

/// A table without a store.
struct Bare {
    state: TableState,
    rulebook: Rulebook,
    vault: Arc<Vault>,
    now: Timestamp,
    counted: Counted,
}

impl Bare {
    fn new(rulebook: Rulebook) -> Bare {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(&folder.path().join("vault.key")).unwrap());
        let access = DeckAccess::with_key(Arc::clone(&vault));
        Bare {
            state: TableState::new(TABLE).with_access(access),
            rulebook,
            vault,
            now: Timestamp(1_000_000),
            counted: Counted::default(),
        }
    }

    fn requested(&self, by: Actor, request: TableRequest) -> RequestedAtTable {
        let now = self.now;
        RequestedAtTable { by, now, request }
    }

    fn is_granted(&self, by: Actor, request: TableRequest) -> bool {
        let requested = self.requested(by, request);
        let decided = self
            .state
            .decide(Some(&self.rulebook), CommandId(1), &requested);
        decided.is_ok()
    }

    /// Does it, where it is granted.
    fn submit(&mut self, by: Actor, request: TableRequest) -> bool {
        let requested = self.requested(by, request);
        let decided = self
            .state
            .decide(Some(&self.rulebook), CommandId(1), &requested);
        match decided {
            Ok(decision) => {
                self.state.accept(decision);
                true
            }
            Err(_) => false,
        }
    }

    fn do_duties(&mut self) {
        while let Some(duty) = self.state.duty() {
            let request = match duty {
                Duty::Seal(deal) => CardRequest::SealSeed(self.vault.draw(deal).unwrap()),
                Duty::Tell(seed) => CardRequest::TellSeed { seed },
            };
            self.granted_is_listed(Actor::System, &TableRequest::Cards(request.clone()));
            assert!(self.submit(Actor::System, TableRequest::Cards(request)));
        }
    }

    fn granted_is_listed(&mut self, by: Actor, request: &TableRequest) {
        if !self.is_granted(by, request.clone()) {
            return;
        }
        self.counted.granted += 1;
        let moves = self.state.moves(by, self.now);
        if !moves.iter().any(|listed| listed.allows(request)) {
            let said = format!("{}: {by} is granted {request:?}", self.rulebook.id);
            let kind: String = format!("not listed {request:?}").chars().take(40).collect();
            self.counted.failures.entry(kind).or_insert(said);
        }
    }

    fn listed_is_granted(&mut self, by: Actor) {
        for listed in self.state.moves(by, self.now) {
            self.counted.listed += 1;
            let mut instances = self.instances(by, &listed).into_iter();
            if !instances.any(|request| self.is_granted(by, request)) {
                let said = format!("{}: {by} is listed {listed:?}", self.rulebook.id);
                let kind: String = format!("refused {listed:?}").chars().take(60).collect();
                self.counted.failures.entry(kind).or_insert(said);
            }
        }
    }

    fn instances(&self, by: Actor, listed: &TableMove) -> Vec<TableRequest> {
        let form = match listed {
            TableMove::Game(Move::Form(form)) => {
                let made = instances::of(form, self.state.table(), &self.rulebook);
                return made.into_iter().map(TableRequest::Game).collect();
            }
            TableMove::Game(_) => return listed.request().into_iter().collect(),
            TableMove::Exact(request) => return vec![request.clone()],
            TableMove::Form(form) => *form,
        };
        let deal = self.state.shuffle().map(house::table::Shuffle::deal);
        let house = |request| vec![TableRequest::House(request)];
        let cards = |request| vec![TableRequest::Cards(request)];
        match form {
            HouseForm::JoinLink => house(HouseRequest::JoinLink { link: LINK }),
            HouseForm::LoseLink { link } => house(HouseRequest::LoseLink {
                link,
                recorded: Money::major(9),
            }),
            HouseForm::TakeOver => house(HouseRequest::TakeOver {
                owner: "a".to_owned(),
            }),
            HouseForm::SetTimes => house(HouseRequest::SetTimes {
                times: WaitingTimes::default(),
            }),
            HouseForm::EndWaiting { deadline } => house(HouseRequest::EndWaiting {
                round: deadline.round,
                awaited: deadline.awaited,
                since: deadline.since,
                waited_seconds: deadline.seconds_max,
            }),
            HouseForm::PromiseSeed => cards(CardRequest::PromiseSeed {
                promise: Fingerprint::of(b"any"),
            }),
            HouseForm::SealSeed => cards(CardRequest::SealSeed(
                self.vault.draw(deal.unwrap()).unwrap(),
            )),
            HouseForm::OpenSeed { .. } => match by {
                Actor::Player(player) => cards(CardRequest::OpenSeed {
                    seed: seed_of(deal.unwrap(), player),
                }),
                Actor::Staff { .. } | Actor::System => Vec::new(),
            },
            HouseForm::TellSeed { .. } => match self.state.duty() {
                Some(Duty::Tell(seed)) => cards(CardRequest::TellSeed { seed }),
                Some(Duty::Seal(_)) | None => Vec::new(),
            },
        }
    }

    /// Requests to the house that an actor may try at any time.
    fn try_house_requests(&mut self, dice: &mut Dice) {
        let times = |decision_seconds_max| WaitingTimes {
            decision_seconds_max,
            ..WaitingTimes::default()
        };
        let house = [
            HouseRequest::CreateTable,
            HouseRequest::JoinLink { link: LINK },
            HouseRequest::LeaveLink,
            HouseRequest::AdmitToLink { link: LINK },
            HouseRequest::AdmitToLink { link: LinkId(2) },
            HouseRequest::LoseLink {
                link: LINK,
                recorded: Money::major(7),
            },
            HouseRequest::TakeOver {
                owner: "b".to_owned(),
            },
            HouseRequest::SetTimes {
                times: times(Some(4_000)),
            },
            HouseRequest::SetTimes {
                times: times(Some(20)),
            },
        ];
        let promise = Fingerprint::of(b"promise");
        let cards = [
            CardRequest::TakeCards {
                from: Source::House,
            },
            CardRequest::PromiseSeed { promise },
            CardRequest::Shuffle,
            CardRequest::Deal,
        ];
        let house = house.into_iter().map(TableRequest::House);
        for request in house.chain(cards.into_iter().map(TableRequest::Cards)) {
            let by = actor(dice);
            self.granted_is_listed(by, &request);
            self.granted_is_listed(Actor::System, &request);
        }
    }

    fn end(self) -> (u64, u64) {
        let said: Vec<String> = self.counted.failures.into_values().collect();
        assert!(said.is_empty(), "{}", said.join("\n\n"));
        (self.counted.granted, self.counted.listed)
    }
}

fn actor(dice: &mut Dice) -> Actor {
    let posts = [Post::Dealer, Post::PitManager, Post::House];
    match dice.below(6) {
        0 => Actor::System,
        1 | 2 => Actor::Player(PlayerId(u32::try_from(dice.below(5)).unwrap())),
        _ => Actor::Staff {
            post: dice.pick(&posts),
            person: PersonId(u32::try_from(dice.below(50)).unwrap()),
        },
    }
}

#[test]
fn moves_and_decide_agree_where_cards_are_dealt_by_hand() {
    rehearsal::checked_table::hush_expected_panics();
    let (mut granted, mut listed) = (0, 0);
    for seed in 0..rounds() / 3 {
        let Ok(mut driver) = Driver::new(seed) else {
            panic!("seed {seed}: the table does not open")
        };
        for _ in 0..3 {
            if driver.play_round().is_err() {
                break;
            }
        }
        let mut dice = Dice::new(seed);
        let mut bare = Bare::new(driver.checked.rulebook.clone());
        for exchange in &driver.checked.exchanges {
            let command = &exchange.command;
            bare.now = command.now;
            let request = TableRequest::Game(command.asks.clone());
            bare.granted_is_listed(command.by, &request);
            if dice.one_in(12) {
                bare.listed_is_granted(actor(&mut dice));
                bare.try_house_requests(&mut dice);
            }
            bare.submit(command.by, request);
        }
        let counted = bare.end();
        granted += counted.0;
        listed += counted.1;
    }
    println!("{granted} granted requests were listed, {listed} listed moves were granted");
    assert!(granted > rounds() && listed > rounds());
}

/// A round a rulebook, alone and under a link, with Players who want a say in the deck.
#[test]
fn moves_and_decide_agree_where_the_house_deals() {
    let mut listed = 0;
    for id in RulebookId::ALL {
        for (seed, linked) in [(1, false), (2, true), (3, false), (4, true)] {
            listed += dealt_by_house(id, seed, linked);
        }
    }
    assert!(listed > 1_000, "{listed} moves");
}

fn dealt_by_house(id: RulebookId, seed: u64, linked: bool) -> u64 {
    let mut dice = Dice::new(seed);
    let script = ScriptedTable {
        rulebook: id.form().clone(),
        seed,
        boxes: 3,
        first: PlayerId(1),
        royal_one_in: 2,
    };
    let mut bare = Bare::new(script.rulebook.clone());
    let house = TableRequest::House;
    bare.try_house_requests(&mut dice);
    if linked {
        assert!(bare.submit(HOUSE, house(HouseRequest::JoinLink { link: LINK })));
        bare.try_house_requests(&mut dice);
        let admits = house(HouseRequest::AdmitToLink { link: LINK });
        assert!(bare.submit(Actor::System, admits));
    }
    let own = Jackpots::Own(Money::major(20_000));
    for _ in 0..400 {
        bare.do_duties();
        if bare.state.table().round().is_some_and(game::Round::is_over) {
            break;
        }
        let (mut by, request) = next(&bare.state, &script, own, Some(Habits::Keep)).unwrap();
        if linked && matches!(request, TableRequest::Game(Request::PayJackpots { .. })) {
            bare.granted_is_listed(by, &request);
            by = Actor::System;
        }
        bare.now = Timestamp(bare.now.0 + 1_000);
        bare.granted_is_listed(by, &request);
        for by in [by, Actor::System, HOUSE, actor(&mut dice)] {
            bare.listed_is_granted(by);
        }
        bare.try_house_requests(&mut dice);
        let said = format!("{id}: {by} {request:?}");
        assert!(bare.submit(by, request), "{said}");
    }
    let over = bare.state.table().round().is_some_and(game::Round::is_over);
    assert!(over, "{id}: the round ends");
    bare.end().1
}

/// What the next duty says leads from the closed bets to the end, with nothing else asked.
#[test]
fn next_duty_names_the_houses_part_of_a_round() {
    let script = ScriptedTable {
        rulebook: RulebookId::Rws2020.form().clone(),
        seed: 5,
        boxes: 3,
        first: PlayerId(1),
        royal_one_in: 2,
    };
    let mut bare = Bare::new(script.rulebook.clone());
    let own = Jackpots::Own(Money::major(20_000));
    let staff = |post| Actor::staff(post, PersonId(1));
    let mut said = Vec::new();
    let mut say = |duty: NextTableDuty| {
        let name = match duty {
            NextTableDuty::Rules(_) => "rules",
            NextTableDuty::House(Duty::Seal(_)) => "seal",
            NextTableDuty::House(Duty::Tell(_)) => "tell",
            NextTableDuty::Seeds { .. } => "seeds",
            NextTableDuty::Deal => "deal",
            NextTableDuty::LinkPays => "link pays",
        };
        if said.last() != Some(&name) {
            said.push(name);
        }
    };
    loop {
        say(bare.state.next_duty());
        bare.do_duties();
        say(bare.state.next_duty());
        if bare.state.table().round().is_some_and(game::Round::is_over) {
            break;
        }
        let (by, request) = next(&bare.state, &script, own, Some(Habits::Keep)).unwrap();
        let due = bare.state.next_request(staff, Money::major(20_000));
        let waits = matches!(
            bare.state.next_duty(),
            NextTableDuty::Seeds { .. }
                | NextTableDuty::Rules(
                    NextDuty::Decision { .. }
                        | NextDuty::Reveal { .. }
                        | NextDuty::House(HouseDuty::OpenTable)
                )
        );
        assert_eq!(due.is_none(), waits, "{:?}", bare.state.next_duty());
        if let Some((by, due)) = due {
            assert!(bare.is_granted(by, due.clone()), "{due:?}");
        }
        let deals = request == TableRequest::Cards(CardRequest::Deal);
        assert_eq!(deals, bare.state.next_duty() == NextTableDuty::Deal);
        assert!(bare.submit(by, request));
    }
    assert_eq!(
        said,
        ["rules", "seal", "seeds", "deal", "rules", "tell", "rules"]
    );
}
