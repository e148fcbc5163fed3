//! No chip comes to lie on a jackpot whose link takes none, by whichever person or request it is laid
//! there (STANDARDS P16, P19, IR-19).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
#[path = "../../game/tests/moves/instances.rs"]
mod instances;

use floor::HOUSE;
use game::{
    Actor, Area, BoxNumber, Money, Move, PersonId, PlayerId, Post, Request, Rulebook, Timestamp,
};
use house::log::CommandId;
use house::table::{HouseRequest, RequestedAtTable, TableRequest, TableState};
use ledger::{LinkId, TableId};
use rehearsal::dice::Dice;
use rehearsal::driver::Driver;

const LINK: LinkId = LinkId(1);
const SEEDS: u64 = 60;

/// What lies on the jackpot of each box, with the number of the round.
fn on_jackpots(state: &TableState) -> Vec<((u64, BoxNumber), Money)> {
    let rounds = state.table().round().into_iter();
    let boxes = rounds.flat_map(|round| {
        let staked = |(at, held): (BoxNumber, &game::BettingBox)| {
            ((round.number(), at), held.bets.total(Area::Jackpot))
        };
        round.boxes().map(staked).collect::<Vec<_>>()
    });
    boxes.filter(|(_, amount)| amount.is_positive()).collect()
}

/// A table without a store, of a link that takes no bets.
struct Guarded {
    state: TableState,
    rulebook: Rulebook,
    now: Timestamp,
    granted: u64,
    /// Requests that the rules alone would grant, and that would bet on the jackpot.
    refused: u64,
    by_staff: u64,
}

impl Guarded {
    fn new(rulebook: Rulebook) -> Guarded {
        let mut guarded = Guarded {
            state: TableState::new(TableId(1)),
            rulebook,
            now: Timestamp(1_000_000),
            granted: 0,
            refused: 0,
            by_staff: 0,
        };
        let join = HouseRequest::JoinLink { link: LINK };
        assert!(guarded.submit(HOUSE, TableRequest::House(join)));
        guarded
    }

    /// Does it where it is granted.
    fn submit(&mut self, by: Actor, request: TableRequest) -> bool {
        let decided = self.decide(by, request);
        let granted = decided.is_some();
        self.state = decided.unwrap_or_else(|| self.state.clone());
        granted
    }

    /// The table after it, where it is granted; a link that takes no bets has none more than before.
    fn decide(&mut self, by: Actor, request: TableRequest) -> Option<TableState> {
        let said = format!("{}: {by} {request:?}", self.rulebook.id);
        let now = self.now;
        let requested = RequestedAtTable { by, now, request };
        let decided = self
            .state
            .decide(Some(&self.rulebook), CommandId(1), &requested)
            .ok()?;
        let mut after = self.state.clone();
        after.accept(decided);
        self.granted += 1;
        if self.takes_no_bets() {
            let before = on_jackpots(&self.state);
            for (place, amount) in on_jackpots(&after) {
                let was = before.iter().find(|(at, _)| *at == place);
                assert_eq!(was.map(|(_, was)| *was), Some(amount), "{said}");
            }
        }
        Some(after)
    }

    fn takes_no_bets(&self) -> bool {
        let linked = self.state.linked();
        linked.is_some_and(|linked| linked.status != house::table::LinkStatus::Admitted)
    }

    /// Everything the rules would let this actor do now.
    fn try_all(&mut self, by: Actor) {
        for listed in self.state.table().moves(by, self.now) {
            let requests = match &listed {
                Move::Exact(request)
                | Move::Amount { request, .. }
                | Move::Fold { request, .. } => {
                    vec![request.clone()]
                }
                Move::Form(form) => instances::of(form, self.state.table(), &self.rulebook),
            };
            for request in requests.into_iter().take(40) {
                let bets = matches!(
                    request,
                    Request::PlaceBet {
                        area: Area::Jackpot,
                        ..
                    } | Request::PlaceBetFor {
                        area: Area::Jackpot,
                        ..
                    }
                );
                let granted = self.decide(by, TableRequest::Game(request)).is_some();
                let guarded = u64::from(bets && !granted && self.takes_no_bets());
                self.refused += guarded;
                self.by_staff += guarded * u64::from(by.post().is_some());
            }
        }
    }
}

fn actor(dice: &mut Dice) -> Actor {
    let posts = [Post::Dealer, Post::PitManager, Post::House];
    match dice.below(4) {
        0 => Actor::System,
        1 => Actor::Player(PlayerId(u32::try_from(dice.below(5)).unwrap())),
        _ => Actor::Staff {
            post: dice.pick(&posts),
            person: PersonId(u32::try_from(dice.below(50)).unwrap()),
        },
    }
}

/// Random rounds in which everything goes wrong, at a table that was never admitted, or that loses its
/// link in the middle.
#[test]
fn issue_17_1_no_request_lays_a_jackpot_bet_without_a_link() {
    rehearsal::checked_table::hush_expected_panics();
    let (mut granted, mut refused, mut by_staff) = (0, 0, 0);
    for seed in 0..SEEDS {
        let Ok(mut driver) = Driver::new(seed) else {
            panic!("seed {seed}: the table does not open")
        };
        for _ in 0..3 {
            if driver.play_round().is_err() {
                break;
            }
        }
        let mut dice = Dice::new(seed);
        let mut guarded = Guarded::new(driver.checked.rulebook.clone());
        let house = TableRequest::House;
        let exchanges = &driver.checked.exchanges;
        let lost_at = usize::try_from(dice.below(exchanges.len() as u64)).unwrap();
        let is_admitted = dice.one_in(2);
        for (nth, exchange) in exchanges.iter().enumerate() {
            let command = &exchange.command;
            guarded.now = command.now;
            if is_admitted && nth == 0 {
                let admit = house(HouseRequest::AdmitToLink { link: LINK });
                assert!(guarded.submit(Actor::System, admit));
            }
            if is_admitted && nth == lost_at {
                let (link, recorded) = (LINK, Money::major(9));
                let lose = house(HouseRequest::LoseLink { link, recorded });
                guarded.submit(Actor::System, lose);
            }
            guarded.submit(command.by, TableRequest::Game(command.asks.clone()));
            let open = guarded.state.open_round();
            let betting = open.is_some_and(|round| *round.phase() == game::Phase::BetsOpen);
            if dice.one_in(if betting { 4 } else { 30 }) {
                guarded.try_all(actor(&mut dice));
            }
        }
        granted += guarded.granted;
        refused += guarded.refused;
        by_staff += guarded.by_staff;
    }
    assert!(granted > 10_000, "{granted} granted");
    assert!(refused > 100, "{refused} refused");
    assert!(by_staff > 20, "{by_staff} refused to staff");
}
