//! Wins that are not paid at the meter as it stands: those that changed after they were numbered, and
//! those that several tables paid at the value recorded before a fault.

use game::{Card, Correction};

use super::*;
use crate::link::{Claim, LinkEntry};

const STRAIGHT_FLUSH: &str = "Ks Qs Js";

/// Two people say that a card was misread.
fn correct_card(table: &mut Played, was: &str, is: &str) {
    let [was, is] = [was, is].map(|card| card.parse::<Card>().unwrap());
    let correction = Correction::Card { was, is };
    let reason = "misread".to_owned();
    table.ask(HOUSE, Request::ProposeCorrection { correction, reason });
    table.ask(staff(Post::House, 42), Request::ApproveCorrection);
}

/// What the turn was asked, as it stands in the log: the rounds taken back, and the wins.
fn requested(turn: &Turn) -> (Vec<Reversal>, Vec<Claim>) {
    let rows = rows_of(turn.append.as_ref().unwrap());
    let mut requests = rows.iter().filter_map(|row| {
        let requested = LinkEntry::read(&row.bytes).unwrap().requested?;
        let LinkRequest::Turn {
            reversals, hits, ..
        } = requested.request
        else {
            return None;
        };
        Some((reversals, hits))
    });
    requests.next().unwrap()
}

/// A misread card is put right after the win was numbered and before it is paid: the number goes back,
/// and what is won now is counted under the next one.
#[test]
fn a_win_that_changes_before_it_is_paid_is_counted_anew() {
    let level = JackpotParameters {
        verify_above: Money::major(1),
        ..LEVEL
    };
    let mut floor = Floor::open(level, &[RulebookId::RwsMultilink2024]);
    let both = [STRAIGHT_FLUSH, "8s 7s 6s"];
    floor.tables[0].plays(both, (1_100_000, 1_100_000));
    let turn = floor.turn();
    let shown = BASE + SHOWN_OF_A_ROUND;
    let tenth = |of: Money| Money::minor(of.in_minor() / 10);
    let (first, second) = (tenth(shown), tenth(shown - tenth(shown)));
    let pending = HitStatus::Pending;
    assert_eq!(wins(&turn), [(1, 1, first + second, pending)]);
    let (reversals, hits) = requested(&turn);
    assert_eq!((reversals, hits.len()), (Vec::new(), 1));
    correct_card(&mut floor.tables[0], "6s", "6h");
    let turn = floor.turn();
    let reversed = |event: &LinkEvent| matches!(event, LinkEvent::Reversed { number: 1, .. });
    assert!(turn.events.iter().any(reversed), "{turn:?}");
    assert_eq!(wins(&turn), [(2, 1, first, pending)]);
    let (table, round) = (TableId(1), 1);
    assert_eq!(requested(&turn).0, [Reversal { table, round }]);
    // It waits for the two people, who find it right, and is paid at the meter it was numbered with.
    assert_eq!(orders(&floor.turn()), []);
    let (number, deck) = (2, 52);
    floor.request(&LinkRequest::Verify { number, deck });
    let displayed = shown;
    assert_eq!(orders(&floor.turn()), [(1, Order::Pay { displayed })]);
    let meters = floor.link.meters();
    assert_eq!((meters.hits, meters.won), (1, first));
    assert!(meters.is_balanced());
}

/// A win that two people rejected stays rejected as long as the hands are what they were; with other hands
/// it is another win.
#[test]
fn a_rejected_win_is_counted_once_its_hands_change() {
    let level = JackpotParameters {
        verify_above: Money::major(1),
        ..LEVEL
    };
    let mut floor = Floor::open(level, &[RulebookId::RwsMultilink2024]);
    let both = [STRAIGHT_FLUSH, "8s 7s 6s"];
    floor.tables[0].plays(both, (1_100_000, 1_100_000));
    assert_eq!(wins(&floor.turn()).len(), 1);
    let (number, reason) = (1, "a card of another deck".to_owned());
    floor.request(&LinkRequest::Reject { number, reason });
    let turn = floor.turn();
    assert_eq!((wins(&turn), orders(&turn)), (Vec::new(), Vec::new()));
    correct_card(&mut floor.tables[0], "6s", "6h");
    let tenth = Money::minor((BASE + SHOWN_OF_A_ROUND).in_minor() / 10);
    assert_eq!(wins(&floor.turn()), [(2, 1, tenth, HitStatus::Pending)]);
    assert_eq!(floor.link.meters().hits, 1);
}

/// Both tables play a round that wins, lose their link and pay at the value recorded.
fn paid_without_link(rulebook: RulebookId, hand: &str) -> Floor {
    let mut floor = Floor::open(LEVEL, &[rulebook; 2]);
    floor.tables[0].plays([hand, NOTHING], (1_100_000, 1_100_000));
    floor.tables[1].plays([hand, NOTHING], (1_200_000, 1_200_000));
    floor.signed(SYSTEM, &LinkRequest::ReportSilence);
    for table in &mut floor.tables {
        let (link, id) = (&floor.link, table.id);
        let lost = instruct_without_link(link, id, &table.state).unwrap();
        assert_eq!(lost.order, Order::LoseLink { recorded: BASE });
        table.carries_out(&lost);
        let paid = instruct_without_link(link, id, &table.state).unwrap();
        assert_eq!(paid.order, Order::PayWithoutLink { displayed: BASE });
        table.carries_out(&paid);
    }
    floor
}

/// Two tables paid all of the value recorded: the display bears the second only as far as it reaches,
/// and the house of that table pays the rest.
#[test]
fn the_whole_of_a_recorded_value_is_borne_once() {
    let mut floor = paid_without_link(RulebookId::Rws2020, ROYAL);
    let turn = floor.turn();
    let fed = Money::minor(266);
    let payable = HitStatus::Payable;
    let expected = [(1, 1, BASE, payable), (2, 2, RESET + fed, payable)];
    assert_eq!(wins(&turn), expected);
    let (_, hits) = requested(&turn);
    let paid: Vec<Money> = hits.iter().map(|claim| claim.awards[0].amount).collect();
    assert_eq!(paid, [BASE, BASE]);
    let recorded: Vec<Option<Money>> = hits.iter().map(|claim| claim.recorded).collect();
    assert_eq!(recorded, [Some(BASE); 2]);
    assert_eq!(floor.link.meters().shown, RESET);
    assert!(floor.link.meters().is_balanced());
}

/// rws-multilink-2024 4.7.1: two tables paid a tenth of the value recorded; the display goes down by both.
#[test]
fn shares_of_a_recorded_value_are_borne_by_the_display() {
    let mut floor = paid_without_link(RulebookId::RwsMultilink2024, STRAIGHT_FLUSH);
    let turn = floor.turn();
    let tenth = Money::minor(BASE.in_minor() / 10);
    let payable = HitStatus::Payable;
    assert_eq!(
        wins(&turn),
        [(1, 1, tenth, payable), (2, 2, tenth, payable)]
    );
    let fed = Money::minor(266);
    assert_eq!(floor.link.meters().shown, BASE + fed - tenth - tenth);
    assert!(floor.link.meters().is_balanced());
}

/// A table that belongs to this link too, and plays for the jackpot of another, is that one's.
#[test]
fn a_round_for_another_link_is_neither_counted_nor_paid() {
    let mut floor = Floor::open(LEVEL, &[RulebookId::Rws2020]);
    floor.tables[0].plays([ROYAL, NOTHING], (1_100_000, 1_100_000));
    floor.link = LinkState::new(LinkId(2));
    floor.request(&LinkRequest::Declare { level: LEVEL });
    let table = TableId(1);
    floor.request(&LinkRequest::Enrol { table });
    floor.request(&LinkRequest::Enable { table });
    let turn = floor.plan_from(Gathered::default());
    assert_eq!((turn.events, turn.instructions), (Vec::new(), Vec::new()));
}

/// What was read and says nothing to the link is not read again: the position is stored.
#[test]
fn a_log_that_was_read_is_consumed_although_nothing_follows() {
    let floor = Floor::open(LEVEL, &[RulebookId::Rws2020]);
    let consumed = vec![(floor.tables[0].state.stream(), 9)];
    let gathered = Gathered {
        consumed: consumed.clone(),
        ..Gathered::default()
    };
    let turn = floor.plan_from(gathered);
    assert_eq!(turn.events, []);
    assert_eq!(turn.append.unwrap().consumed, consumed);
}

/// What the people are told of a win that its table cannot pay without the link; nothing is said of one that
/// only waits for two of them, who verify it whether the link works or not.
#[test]
fn a_win_that_waits_for_two_people_is_not_reported_as_waiting_for_the_link() {
    let both = [STRAIGHT_FLUSH, "8s 7s 6s"];
    for (verify_above, reported) in [(Money::major(1), false), (LEVEL.verify_above, true)] {
        let level = JackpotParameters {
            verify_above,
            ..LEVEL
        };
        let mut floor = Floor::open(level, &[RulebookId::RwsMultilink2024]);
        floor.tables[0].plays(both, (1_100_000, 1_100_000));
        // Numbered, and the table is not told before the link is lost.
        let turn = floor.plan();
        floor.store(&turn);
        if reported {
            correct_card(&mut floor.tables[0], "6s", "6h");
        }
        floor.signed(SYSTEM, &LinkRequest::ReportSilence);
        let table = &mut floor.tables[0];
        let lost = instruct_without_link(&floor.link, table.id, &table.state).unwrap();
        table.carries_out(&lost);
        let waits = payment_that_waits(&floor.link, table.id, &table.state);
        let why = waits.map(|(_, why)| why);
        let other = "win 1 was numbered for other hands, and only the link numbers it again: \
                     a process that takes the turns of the link has to be started";
        assert_eq!(why.as_deref(), reported.then_some(other));
    }
}
