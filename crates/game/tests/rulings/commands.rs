//! The commands that are not answers to a matter: who may give each, in a state where it can be given.

use super::RULEBOOKS;
use super::floor::{A, DEALER, Floor, HOUSE, MANAGER, ONE, SHIFT, TWO};
use super::matters::{dealing, deciding, short_box, shown, two_boxes};
use game::{
    Act, Card, Correction, Event, FaultMode, Finding, Irregularity, Money, PersonId, Post, Report,
    Request, RulebookId, WhoChooses,
};

/// Checks `asks` against what each rulebook's line says: a Player, the Dealer, Pit Supervisor, Pit Manager,
/// shift manager, House, the system; in each `+` yes, `x` another post's, `n` no such thing in
/// this game, `o` his to ask but there is nothing to ask for.
fn assert_who(asks: &Request, at: fn(RulebookId) -> Floor, lines: [&str; 5]) {
    for (id, line) in RULEBOOKS.into_iter().zip(lines) {
        let floor = at(id);
        assert_eq!(floor.who(asks), line, "{asks:?} under {id}");
    }
}

const ALL_THE_PIT: &str = "x x + + + + x";
const NOBODY_HERE: &str = "n n n n n n n";

/// Any member of staff may pass a matter up with what he would do.
#[test]
fn staff_refer_a_matter() {
    let on = Irregularity::Uncovered;
    let proposal = Act::Void;
    let waits = |id| {
        let mut floor = deciding(id);
        let what = "the lamp fell down".to_owned();
        floor.report(DEALER, Report::Other { what }).unwrap();
        floor
    };
    assert_who(
        &Request::Refer { on, proposal },
        waits,
        ["x + + + + + x"; 5],
    );
}

pub fn a_hand_is_out(mut floor: Floor) -> Floor {
    let (short, report) = short_box(floor);
    floor = short;
    floor.report(DEALER, report).unwrap();
    let ruling = floor.some_ruling();
    floor.say(MANAGER, ruling);
    floor
}

/// With a hand out, others may be permitted to withdraw, by a Pit Supervisor or above unless the house chose
/// otherwise (MBS-13): mbs-2019 5.7.1. No other rulebook knows such a permission.
#[test]
fn the_pit_permits_a_withdrawal() {
    let out = |id| a_hand_is_out(deciding(id));
    let asks = Request::PermitWithdrawal { at: ONE };
    let none = "x x o o o o x";
    assert_who(&asks, out, [none, none, ALL_THE_PIT, none, none]);

    let option = ("permit_withdrawal_role", "gaming_shift_manager");
    let mut floor = Floor::with(RulebookId::Mbs2019, &[option]);
    floor.bets_closed();
    floor.all_dealt();
    let floor = a_hand_is_out(floor);
    assert_eq!(floor.who(&asks), "x x x x + + x", "with {option:?}");
}

/// A bar is the Gaming Shift Manager's, or of a higher post, in a round and between rounds:
/// mbs-2019 5.9, 6.2. Elsewhere it takes a ruling on what happened.
#[test]
fn the_shift_manager_bars() {
    let asks = Request::Bar { player: A };
    let lines = [
        NOBODY_HERE,
        NOBODY_HERE,
        "x x x x + + x",
        NOBODY_HERE,
        NOBODY_HERE,
    ];
    assert_who(&asks, Floor::new, lines);
    assert_who(&asks, deciding, lines);
}

/// A Player who was barred, by whatever ruling, is let in again by the shift manager: mbs-2019 5.9, rws-2020 5.23.
#[test]
fn the_shift_manager_lifts_a_bar() {
    let barred = |id| {
        let mut floor = deciding(id);
        floor
            .report(DEALER, Report::Disclosure { player: A })
            .unwrap();
        let on = Irregularity::Disclosure;
        let finding = match id {
            RulebookId::Mbs2019 => Finding::Upheld,
            RulebookId::Rws2020
            | RulebookId::Rws2013
            | RulebookId::RwsMultilink2024
            | RulebookId::Oceanfront => Finding::Decided { act: Act::MayBar },
        };
        floor.say(SHIFT, Request::Rule { on, finding });
        assert!(floor.table.conduct().is_barred(A), "{id}");
        floor
    };
    let asks = Request::LiftBar { player: A };
    // The post that may bar may let back in: in oceanfront that is a Pit Manager (OFG-18).
    let (shift, duty) = ("x x x x + + x", "x x x + + + x");
    assert_who(&asks, barred, [shift, shift, shift, shift, duty]);
    let (shift, duty) = ("x x x x n n x", "x x x n n n x");
    assert_who(&asks, Floor::new, [shift, shift, shift, shift, duty]);
}

/// Stopping a Player who tries to control several hands: mbs-2019 5.10.3.
#[test]
fn the_shift_manager_stops_a_players_action() {
    let asks = Request::StopAction { player: A };
    let lines = [
        NOBODY_HERE,
        NOBODY_HERE,
        "x x x x + + x",
        NOBODY_HERE,
        NOBODY_HERE,
    ];
    assert_who(&asks, two_boxes, lines);
}

/// One position to a Player, by a Pit Manager or above and no Pit Supervisor: mbs-2019 3.4.3, 6.2.
#[test]
fn a_pit_manager_restricts_to_one_position() {
    let asks = Request::RestrictToOne { player: A };
    let lines = [
        NOBODY_HERE,
        NOBODY_HERE,
        "x x x + + + x",
        NOBODY_HERE,
        NOBODY_HERE,
    ];
    assert_who(&asks, Floor::new, lines);

    let mut floor = Floor::new(RulebookId::Mbs2019);
    floor.say(MANAGER, asks);
    let lift = Request::LiftRestriction { player: A };
    assert_eq!(floor.who(&lift), "x x x + + + x");
}

/// A post is filled by the person assigned to it, and no person assigns a post above his own: rws-2020 1.13,
/// rws-multilink-2024 1.14, mbs-2019 6.2.
#[test]
fn a_post_is_assigned_by_who_holds_it() {
    let person = PersonId(77);
    let acting = |post| Request::AssignActing { person, post };
    assert_who(&acting(Post::PitSupervisor), Floor::new, [ALL_THE_PIT; 5]);
    assert_who(&acting(Post::PitManager), Floor::new, ["x x x + + + x"; 5]);
    assert_who(
        &acting(Post::ShiftManager),
        Floor::new,
        ["x x x x + + x"; 5],
    );
    assert_who(&acting(Post::House), Floor::new, ["x x x x x + x"; 5]);
}

/// A table between rounds whose jackpot does not work; without a jackpot nothing is wrong.
pub fn faulty(id: RulebookId) -> Floor {
    let mut floor = Floor::new(id);
    let recorded = Money::major(50_000);
    let found = floor.report(DEALER, Report::JackpotFault { recorded });
    assert_eq!(found.is_err(), id == RulebookId::Oceanfront);
    floor
}

/// Later rounds after a jackpot fault: the House proposes, a person of another post agrees, and the House says
/// when it is over: rws-2020 5.17.2, rws-multilink-2024 5.17.2. mbs-2019 6.1 leaves it to the Gaming Shift Manager.
#[test]
fn the_house_chooses_how_to_play_on_without_a_jackpot() {
    let house = "x x x x x + x";
    let none = "x x x x x o x";
    let propose = Request::ProposeFaultMode {
        mode: FaultMode::NoJackpot,
    };
    let lines = [house, house, "x x x x + + x", house, none];
    assert_who(&propose, faulty, lines);
    assert_who(&Request::ClearFault, faulty, lines);

    let proposed = |id| {
        let mut floor = faulty(id);
        let mode = FaultMode::NoJackpot;
        let by = if id == RulebookId::Mbs2019 {
            SHIFT
        } else {
            HOUSE
        };
        let _ = floor.try_say(by, Request::ProposeFaultMode { mode });
        floor
    };
    // `o` is the post that proposed: two posts are needed.
    let second = "x x x + + o x";
    let lines = [second, second, "x x x + o + x", second, "x x x o o o x"];
    assert_who(&Request::ApproveFaultMode, proposed, lines);
}

pub fn misread(floor: &Floor) -> Request {
    let out = |card: &Card| floor.round().felt().unwrap().drawn.contains(card);
    let is = *Card::ALL.iter().find(|card| !out(card)).unwrap();
    let was = floor.hand(TWO)[0];
    Request::ProposeCorrection {
        correction: Correction::Card { was, is },
        reason: "a six read as a nine".to_owned(),
    }
}

/// Errors of reading and paying are put right while the round is open, by the pit (G-20).
#[test]
fn the_pit_corrects() {
    for id in RULEBOOKS {
        let mut floor = shown(id);
        let propose = misread(&floor);
        assert_eq!(floor.who(&propose), ALL_THE_PIT, "{id}");
        floor.say(MANAGER, propose);
        // The Pit Manager who proposed is not a second person.
        assert_eq!(
            floor.who(&Request::ApproveCorrection),
            "x x + o + + x",
            "{id}"
        );
    }
}

/// The Dealer counts the cards by hand, and no other person.
#[test]
fn the_dealer_counts() {
    let asks = Request::CountDeck { counted: 52 };
    assert_who(&asks, dealing, ["x + x x x x x"; 5]);
}

/// The Players' time to choose is ended by the staff or the system, and never by a Player (R20-25).
#[test]
fn staff_and_the_system_end_the_choices() {
    let choosing = |id: RulebookId| {
        let mut floor = deciding(id);
        let what = "the lamp fell down".to_owned();
        floor.report(DEALER, Report::Other { what }).unwrap();
        let on = Irregularity::Uncovered;
        let act = Act::Choices(WhoChooses::All);
        let finding = Finding::Decided { act };
        let events = floor.say(SHIFT, Request::Rule { on, finding });
        let offered = |event: &Event| matches!(event, Event::ChoicesOffered { .. });
        assert!(events.iter().any(offered), "{id}: {events:?}");
        floor
    };
    assert_who(&Request::EndChoices, choosing, ["x x + + + + +"; 5]);
}
