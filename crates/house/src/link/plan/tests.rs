//! Turns planned without a store: tables are played by the rules in memory, their entries are read as
//! a log gives them, and what is planned is applied to the link.

mod changed;
mod played;

use game::{Money, Post, Request, RulebookId};
use ledger::LinkId;

use super::*;
use crate::link::{HitStatus, IncrementShare, JackpotParameters};
use played::{DEALER, HOUSE, Played, rows_of, staff};

const LINK: LinkId = LinkId(1);
const BASE: Money = Money::major(50_000);
const RESET: Money = Money::major(20_000);
/// Two boxes feed a dollar each, of which two thirds are shown.
const SHOWN_OF_A_ROUND: Money = Money::minor(133);
const LEVEL: JackpotParameters = JackpotParameters {
    base: BASE,
    reset: RESET,
    increment: IncrementShare { part: 2, of: 3 },
    hidden: IncrementShare { part: 1, of: 3 },
    limit: Money::major(1_000_000),
    contribution_max: Money::major(5),
    verify_above: Money::major(900_000),
};
const ROYAL: &str = "As Ks Qs";
const NOTHING: &str = "7c 5d 3h";

const TWO: Signers = Signers {
    by: HOUSE,
    with: Some(staff(Post::ShiftManager, 31)),
};

/// A link and the tables it was declared for.
struct Floor {
    link: LinkState,
    tables: Vec<Played>,
}

impl Floor {
    /// Declared, with every table enabled and admitted.
    fn open(level: JackpotParameters, rulebooks: &[RulebookId]) -> Floor {
        let tables = (1..).zip(rulebooks);
        let mut floor = Floor {
            link: LinkState::new(LINK),
            tables: tables.map(|(id, book)| Played::joined(id, *book)).collect(),
        };
        floor.request(&LinkRequest::Declare { level });
        for table in (1..).zip(rulebooks).map(|(id, _)| TableId(id)) {
            floor.request(&LinkRequest::Enrol { table });
            floor.request(&LinkRequest::Enable { table });
        }
        let turn = floor.turn();
        let admitted = |it: &Instruction| it.order == Order::Admit;
        assert!(turn.instructions.iter().all(admitted), "{turn:?}");
        assert_eq!(turn.instructions.len(), rulebooks.len());
        floor
    }

    /// Enrols a table, which is not enabled yet.
    fn add(&mut self, played: Played) -> TableId {
        let table = played.id;
        self.tables.push(played);
        self.request(&LinkRequest::Enrol { table });
        table
    }

    /// Two people ask.
    fn request(&mut self, request: &LinkRequest) {
        self.signed(TWO, request);
    }

    fn signed(&mut self, Signers { by, with }: Signers, request: &LinkRequest) {
        let events = self.link.decide(Signers { by, with }, request).unwrap();
        let id = CommandId(u128::from(self.link.head().seq));
        let requested = RequestedOfLink {
            by,
            with,
            now: Timestamp(1_000_000),
            request: request.clone(),
        };
        for row in rows_of(&self.link.append_of(id, requested, &events)) {
            self.link.take(&row).unwrap();
        }
    }

    /// What is planned now, from everything the tables stored since the last turn.
    fn plan(&self) -> Turn {
        let mut gathered = Gathered::default();
        for table in &self.tables {
            let to = table.state.head().seq;
            table.notes.gather_to(table.id, to, &mut gathered);
            gathered.consumed.push((table.state.stream(), to));
        }
        self.plan_from(gathered)
    }

    fn plan_from(&self, gathered: Gathered) -> Turn {
        let inputs = TurnInputs {
            now: Timestamp(2_000_000),
            tables: self.tables.iter().map(|it| (it.id, &it.state)).collect(),
            gathered,
        };
        plan_turn(&self.link, &inputs).unwrap()
    }

    /// The turn is planned and stored, and the tables carry it out.
    fn turn(&mut self) -> Turn {
        let turn = self.plan();
        self.store(&turn);
        for instruction in &turn.instructions {
            let mut tables = self.tables.iter_mut();
            let table = tables.find(|it| it.id == instruction.table).unwrap();
            table.carries_out(instruction);
        }
        turn
    }

    fn store(&mut self, turn: &Turn) {
        let Some(append) = &turn.append else {
            return;
        };
        assert_eq!(append.expected, self.link.head());
        for row in rows_of(append) {
            self.link.take(&row).unwrap();
        }
        let consumed: BTreeMap<Stream, u64> = append.consumed.iter().copied().collect();
        for table in &mut self.tables {
            let to = consumed.get(&table.state.stream()).copied();
            table.notes.consumed_to(to.unwrap_or(0));
        }
    }
}

/// Number, table, what it drew, whether it may be paid.
fn wins(turn: &Turn) -> Vec<(u64, u32, Money, HitStatus)> {
    let hit = |event: &LinkEvent| {
        let LinkEvent::Hit {
            number,
            claim,
            standing,
            ..
        } = event
        else {
            return None;
        };
        Some((*number, claim.table.0, claim.drawn(), *standing))
    };
    turn.events.iter().filter_map(hit).collect()
}

/// Table and order of each instruction.
fn orders(turn: &Turn) -> Vec<(u32, Order)> {
    let told = turn.instructions.iter();
    told.map(|it| (it.table.0, it.order)).collect()
}

#[test]
fn a_turn_with_nothing_to_do_stores_nothing() {
    let floor = Floor::open(LEVEL, &[RulebookId::Rws2020]);
    let turn = floor.plan_from(Gathered::default());
    assert!(turn.append.is_none());
    assert_eq!((turn.events, turn.instructions), (Vec::new(), Vec::new()));
}

#[test]
fn contributions_of_several_tables_go_into_the_meter_before_a_win() {
    let mut floor = Floor::open(LEVEL, &[RulebookId::Rws2020; 3]);
    floor.tables[0].plays([NOTHING, "9c 8d 2h"], (1_100_000, 1_100_000));
    floor.tables[1].plays([NOTHING, ROYAL], (1_200_000, 1_200_000));
    floor.tables[2].plays([NOTHING, "9c 8d 2h"], (1_300_000, 1_300_000));
    let turn = floor.turn();
    let fed = |event: &LinkEvent| {
        let LinkEvent::Fed { table, amount, .. } = event else {
            return None;
        };
        Some((table.0, *amount))
    };
    let fed: Vec<(u32, Money)> = turn.events.iter().filter_map(fed).collect();
    let two = Money::major(2);
    assert_eq!(fed, [(1, two), (2, two), (3, two)]);
    // Six dollars were fed in all, of which four are shown, exactly.
    let shown = BASE + Money::major(4);
    assert_eq!(wins(&turn), [(1, 2, shown, HitStatus::Payable)]);
    // The winner pays at the meter he won; the others are told the meter as it stands now.
    let pay = |displayed| Order::Pay { displayed };
    let expected = [(1, pay(RESET)), (2, pay(shown)), (3, pay(RESET))];
    assert_eq!(orders(&turn), expected);
    assert_eq!(floor.link.meters().shown, RESET);
}

/// A win that the link has not numbered is not paid, although its table waits.
#[test]
fn no_table_is_told_to_pay_before_its_win_is_counted() {
    let mut floor = Floor::open(LEVEL, &[RulebookId::Rws2020; 2]);
    floor.tables[0].plays([ROYAL, NOTHING], (1_100_000, 1_100_000));
    floor.tables[1].plays([NOTHING, "9c 8d 2h"], (1_100_000, 1_100_000));
    let tables = floor.tables.iter().map(|it| (it.id, &it.state)).collect();
    let told = instructions::instruct_all(&floor.link, &tables);
    let told: Vec<u32> = told.iter().map(|it| it.table.0).collect();
    assert_eq!(told, [2]);
}

/// rws-2020 4.9.1: the full hand that was dealt first, whichever table has the lower number and
/// whenever it was shown.
#[test]
fn simultaneous_wins_are_counted_in_the_order_of_the_deal() {
    let mut floor = Floor::open(LEVEL, &[RulebookId::Rws2020; 3]);
    floor.tables[0].plays([ROYAL, NOTHING], (1_300_000, 1_310_000));
    floor.tables[1].plays([NOTHING, ROYAL], (1_200_000, 1_320_000));
    floor.tables[2].plays([ROYAL, NOTHING], (1_100_000, 1_330_000));
    let turn = floor.turn();
    let first = BASE + Money::major(4);
    let payable = HitStatus::Payable;
    let expected = [
        (1, 3, first, payable),
        (2, 2, RESET, payable),
        (3, 1, RESET, payable),
    ];
    assert_eq!(wins(&turn), expected);
    let meters = floor.link.meters();
    assert_eq!((meters.hits, meters.won), (3, first + RESET + RESET));
    assert!(meters.is_balanced());
}

/// mbs-2019 3.19, MBS-21: the win whose entry is stamped first, although its hand was dealt last.
#[test]
fn simultaneous_wins_are_counted_in_the_order_they_were_entered() {
    let mut floor = Floor::open(LEVEL, &[RulebookId::Mbs2019; 3]);
    floor.tables[0].plays([ROYAL, NOTHING], (1_100_000, 1_500_000));
    floor.tables[1].plays([ROYAL, NOTHING], (1_200_000, 1_300_000));
    floor.tables[2].plays([NOTHING, ROYAL], (1_300_000, 1_400_000));
    for (table, at, entered) in [(0, 1, 1_500_000), (1, 1, 1_300_000), (2, 2, 1_400_000)] {
        let round = floor.tables[table].state.table().round().unwrap();
        let times = round.betting_box(game::BoxNumber(at)).unwrap().times;
        assert_eq!(times.jackpot_entered, Some(Timestamp(entered)));
    }
    let turn = floor.turn();
    let order: Vec<u32> = wins(&turn).iter().map(|win| win.1).collect();
    assert_eq!(order, [2, 3, 1]);
}

/// A table with several winners stands where the first of them stands (rws-multilink-2024 4.7.2, ML-15).
#[test]
fn a_table_is_counted_at_the_time_of_its_first_winner() {
    let mut floor = Floor::open(LEVEL, &[RulebookId::RwsMultilink2024; 2]);
    // Both hands of the first table make a straight flush with the community cards.
    let both = ["Ks Qs Js", "8s 7s 6s"];
    floor.tables[0].plays_from(both, ([1_100_000, 1_500_000], 1_600_000));
    floor.tables[1].plays_from(
        ["Ks Qs Js", "7c 5d 3h"],
        ([1_300_000, 1_310_000], 1_400_000),
    );
    let turn = floor.turn();
    let won = wins(&turn);
    let order: Vec<u32> = won.iter().map(|win| win.1).collect();
    assert_eq!(order, [1, 2]);
    // Four dollars came in, two thirds of them are shown; each winner has a tenth of what the last left.
    let shown = BASE + Money::minor(266);
    let tenth = |of: Money| Money::minor(of.in_minor() / 10);
    let first = tenth(shown);
    let second = tenth(shown - first);
    assert_eq!(won[0].2, first + second);
    assert_eq!(won[1].2, tenth(shown - first - second));
}

#[test]
fn a_turn_planned_twice_is_the_same_turn_and_counts_once() {
    let mut floor = Floor::open(LEVEL, &[RulebookId::Rws2020; 2]);
    floor.tables[0].plays([ROYAL, NOTHING], (1_100_000, 1_100_000));
    let (one, other) = (floor.plan(), floor.plan());
    // Two processes that plan it write the same bytes, of which the store takes one, and tell the
    // tables under the same ids.
    let bytes = |turn: &Turn| rows_of(turn.append.as_ref().unwrap());
    assert_eq!(bytes(&one), bytes(&other));
    let ids = |turn: &Turn| {
        turn.instructions
            .iter()
            .map(Instruction::id)
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&one), ids(&other));
    floor.store(&one);
    // Stored, but a crash came before the table was told: it is told, and nothing is counted again.
    let again = floor.plan();
    assert_eq!(again.events, []);
    assert_eq!(ids(&again), ids(&one));
    floor.turn();
    // The table has paid; its link knows, and counts and says nothing more.
    let after = floor.turn();
    assert_eq!((after.events, after.instructions), (Vec::new(), Vec::new()));
    assert_eq!(floor.link.meters().hits, 1);
}

#[test]
fn a_large_win_waits_and_the_others_are_paid() {
    let verify_above = Money::major(30_000);
    let level = JackpotParameters {
        verify_above,
        ..LEVEL
    };
    let mut floor = Floor::open(level, &[RulebookId::Rws2020; 2]);
    floor.tables[0].plays([ROYAL, NOTHING], (1_100_000, 1_100_000));
    floor.tables[1].plays([ROYAL, NOTHING], (1_200_000, 1_200_000));
    let turn = floor.plan();
    let standing: Vec<(u32, HitStatus)> = wins(&turn).iter().map(|it| (it.1, it.3)).collect();
    assert_eq!(standing, [(1, HitStatus::Pending), (2, HitStatus::Payable)]);
    assert_eq!(orders(&turn), [(2, Order::Pay { displayed: RESET })]);
}

/// While the link does not work its tables are told so, once, and what goes on without it is counted
/// when it works again.
#[test]
fn a_table_that_loses_its_link_is_told_and_what_it_paid_is_counted_later() {
    let mut floor = Floor::open(LEVEL, &[RulebookId::Rws2020; 2]);
    floor.tables[0].plays([NOTHING, "9c 8d 2h"], (1_100_000, 1_100_000));
    floor.turn();
    floor.tables[0].ask(DEALER, Request::Conclude);
    let recorded = BASE + SHOWN_OF_A_ROUND;
    floor.tables[0].plays([ROYAL, NOTHING], (1_200_000, 1_200_000));
    floor.signed(SYSTEM, &LinkRequest::ReportSilence);
    let tables = floor.tables.iter().map(|it| (it.id, &it.state)).collect();
    let told = instructions::instruct_all(&floor.link, &tables);
    let lost: Vec<(u32, Order)> = told.iter().map(|it| (it.table.0, it.order)).collect();
    let order = Order::LoseLink { recorded };
    assert_eq!(lost, [(1, order), (2, order)]);
    for instruction in &told {
        let table = usize::try_from(instruction.table.0).unwrap() - 1;
        floor.tables[table].carries_out(instruction);
    }
    // The round that was played when the link was lost is paid at the value recorded.
    let paid = instruct_without_link(&floor.link, TableId(1), &floor.tables[0].state).unwrap();
    let displayed = recorded;
    assert_eq!(paid.order, Order::PayWithoutLink { displayed });
    floor.tables[0].carries_out(&paid);
    let idle = instruct_without_link(&floor.link, TableId(2), &floor.tables[1].state);
    assert_eq!(idle, None);
    // The next turn ends the silence, counts what was fed and then the win as it was paid, and admits
    // the table that is between rounds again.
    let turn = floor.turn();
    assert!(matches!(turn.events[0], LinkEvent::Returned), "{turn:?}");
    assert!(matches!(turn.events[1], LinkEvent::Fed { .. }), "{turn:?}");
    let won = wins(&turn);
    assert!(matches!(won[..], [(1, 1, drawn, HitStatus::Payable)] if drawn == recorded));
    assert_eq!(orders(&turn), [(2, Order::Admit)]);
    assert!(floor.link.meters().is_balanced());
    floor.tables[0].ask(DEALER, Request::Conclude);
    assert_eq!(orders(&floor.turn()), [(1, Order::Admit)]);
}

/// A reported fault is cleared by two people: until then a turn counts nothing and admits no table.
#[test]
fn a_faulty_link_counts_nothing() {
    let mut floor = Floor::open(LEVEL, &[RulebookId::Rws2020]);
    floor.tables[0].plays([ROYAL, NOTHING], (1_100_000, 1_100_000));
    let what = "the display is dark".to_owned();
    floor.request(&LinkRequest::ReportFault { what });
    let turn = floor.plan_from(Gathered::default());
    assert!(turn.append.is_none(), "{turn:?}");
    let recorded = BASE;
    assert_eq!(orders(&turn), [(1, Order::LoseLink { recorded })]);
}

/// Tables of one link play for the same prize; the first table that takes part fixes it.
#[test]
fn a_table_that_plays_for_another_prize_stays_out() {
    let mut floor = Floor::open(LEVEL, &[RulebookId::Rws2020]);
    let table = floor.add(Played::joined(2, RulebookId::RwsMultilink2024));
    floor.request(&LinkRequest::Enable { table });
    let turn = floor.turn();
    let unfit = |event: &LinkEvent| matches!(event, LinkEvent::Unfit { table, .. } if table.0 == 2);
    assert!(
        matches!(&turn.events[..], [event] if unfit(event)),
        "{turn:?}"
    );
    assert_eq!(orders(&turn), []);
}

#[test]
fn a_table_takes_part_between_being_enabled_and_disabled() {
    let mut floor = Floor::open(LEVEL, &[RulebookId::Rws2020]);
    let table = floor.add(Played::joined(2, RulebookId::Mbs2019));
    assert_eq!(orders(&floor.turn()), []);
    floor.request(&LinkRequest::Enable { table });
    assert_eq!(orders(&floor.turn()), [(2, Order::Admit)]);
    // Disabled, it goes once its round is over, and is released when it has gone.
    floor.tables[1].plays([NOTHING, "9c 8d 2h"], (1_100_000, 1_100_000));
    floor.request(&LinkRequest::Disable { table });
    let turn = floor.turn();
    let displayed = BASE + SHOWN_OF_A_ROUND;
    assert_eq!(orders(&turn), [(2, Order::Pay { displayed })]);
    floor.tables[1].ask(DEALER, Request::Conclude);
    assert_eq!(orders(&floor.turn()), [(2, Order::LetGo)]);
    let turn = floor.turn();
    assert_eq!(turn.events, [LinkEvent::Released { table }]);
    assert_eq!(turn.instructions, []);
}
