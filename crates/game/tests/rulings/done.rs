//! What a person of the right post requests is done.

use super::RULEBOOKS;
use super::commands::a_hand_is_out;
use super::floor::{A, B, DEALER, FOUR, Floor, MANAGER, ONE, SHIFT, SUPERVISOR, TWO};
use super::matters::{dealing, deciding, short_box, two_boxes};
use game::{
    Actor, Area, BoxNumber, Choice, Event, Irregularity, Money, Outcome, PlayerId, RefusalReason,
    Report, Request, RulebookId,
};

fn mbs(at: fn(RulebookId) -> Floor) -> Floor {
    at(RulebookId::Mbs2019)
}

/// What goes back to a Player from one box.
fn returned(events: &[Event], player: PlayerId, at: BoxNumber) -> Money {
    let mut back = Money::ZERO;
    for event in events {
        if let Event::WagerSettled(line) = event
            && (line.player, line.at) == (player, at)
        {
            assert_eq!(line.outcome, Outcome::Returned, "{line:?}");
            back += line.returned;
        }
    }
    back
}

fn is_void(event: &Event) -> bool {
    matches!(event, Event::RoundVoided { .. })
}

/// A hand found short is taken out on a Pit Supervisor's word, its bets go back, and the round goes on or is
/// over as the rulebook has it: rws-2020 5.15, rws-multilink-2024 5.15, mbs-2019 5.7, oceanfront ofg.irreg.1.
#[test]
fn what_the_pit_rules_is_done() {
    for id in RULEBOOKS {
        let (mut floor, report) = short_box(deciding(id));
        floor.report(DEALER, report).unwrap();
        let ruling = floor.some_ruling();
        let events = floor.say(SUPERVISOR, ruling);
        let removed = |event: &Event| matches!(event, Event::HandRemoved { at: TWO, .. });
        let void = matches!(id, RulebookId::Rws2013 | RulebookId::Oceanfront);
        assert_eq!(events.iter().any(is_void), void, "{id}: {events:?}");
        assert_eq!(events.iter().any(removed), !void, "{id}: {events:?}");
    }
}

/// A doubt is settled by a count: 52 and play goes on, 51 and the round is void once a Pit Supervisor has seen
/// it: mbs-2019 5.8.
#[test]
fn a_count_settles_the_doubt() {
    let doubted = || {
        let mut floor = mbs(dealing);
        floor.report(DEALER, Report::CountDoubted).unwrap();
        floor
    };
    let mut floor = doubted();
    floor.say(DEALER, Request::CountDeck { counted: 52 });
    assert!(!floor.round().is_suspended());
    floor.all_dealt();

    let mut floor = doubted();
    floor.say(DEALER, Request::CountDeck { counted: 51 });
    let at_hand = floor.round().suspension().at_hand().unwrap();
    assert_eq!(at_hand.irregularity, Irregularity::DeckCountWrong);
    let ruling = floor.some_ruling();
    let events = floor.say(SUPERVISOR, ruling);
    assert!(events.iter().any(is_void), "{events:?}");
}

/// Without a permission no Player withdraws, with one he may: mbs-2019 5.7.1.
#[test]
fn a_permitted_player_withdraws() {
    let mut floor = a_hand_is_out(mbs(deciding));
    let withdraw = Request::Choose {
        at: ONE,
        choice: Choice::Withdraw,
    };
    let refused = floor.refused(Actor::Player(A), withdraw.clone());
    assert_eq!(refused, Some(RefusalReason::NotAsked { at: ONE }));
    floor.say(SUPERVISOR, Request::PermitWithdrawal { at: ONE });
    let events = floor.say(Actor::Player(A), withdraw);
    assert_eq!(returned(&events, A, ONE), floor.ante + Money::major(5));
}

/// A barred Player's bets go back, and he bets no more: mbs-2019 5.9.
#[test]
fn a_barred_player_is_out() {
    let mut floor = mbs(deciding);
    let events = floor.say(SHIFT, Request::Bar { player: A });
    assert_eq!(returned(&events, A, ONE), floor.ante + Money::major(5));
    for (player, at) in [(B, TWO), (super::floor::C, BoxNumber(3))] {
        floor.fold(player, at);
    }
    floor.finish();
    floor.open_bets();
    let (at, area, amount) = (ONE, Area::Ante, floor.ante);
    let bet = Request::PlaceBet { at, area, amount };
    assert_eq!(
        floor.refused(Actor::Player(A), bet),
        Some(RefusalReason::Barred)
    );
}

/// A stopped Player goes on with one hand; the other's bets go back: mbs-2019 5.10.3.
#[test]
fn a_stopped_player_keeps_one_hand() {
    let mut floor = mbs(two_boxes);
    let events = floor.say(SHIFT, Request::StopAction { player: A });
    assert_eq!(returned(&events, A, FOUR), floor.ante);
    assert_eq!(returned(&events, A, ONE), Money::ZERO);
    let amount = floor.ante;
    let more = Request::Play { at: FOUR, amount };
    assert!(floor.ask(Actor::Player(A), more).is_err());
    let amount = floor.ante;
    floor.say(Actor::Player(A), Request::Play { at: ONE, amount });
}

/// A restricted Player stakes one position and no second: mbs-2019 3.4.3.
#[test]
fn a_restricted_player_has_one_box() {
    let mut floor = mbs(Floor::new);
    floor.say(MANAGER, Request::RestrictToOne { player: A });
    floor.open_bets();
    floor.bet(A, ONE, Area::Ante, floor.ante);
    let (at, area, amount) = (FOUR, Area::Ante, floor.ante);
    let second = Request::PlaceBet { at, area, amount };
    let refused = floor.refused(Actor::Player(A), second.clone());
    assert_eq!(refused, Some(RefusalReason::OneBoxOnly));
    floor.say(MANAGER, Request::LiftRestriction { player: A });
    floor.say(Actor::Player(A), second);
}

/// However the casino has its dealers lay out and pick up chips, everybody gets the same:
/// oceanfront ofg.deal.7.method.
#[test]
fn the_way_of_paying_changes_no_result() {
    let paid = |way: &str| {
        let mut floor = Floor::with(RulebookId::Oceanfront, &[("pay_method", way)]);
        floor.bets_closed();
        floor.concluded();
        floor.round().postings().clone()
    };
    let laid = paid("lay_and_pay");
    assert!(!laid.settled.is_empty());
    assert_eq!(laid, paid("pick_and_pay"));
    let mut form = RulebookId::Oceanfront.form().clone();
    assert!(form.choose("pay_method", "throw_and_pay").is_err());
}
