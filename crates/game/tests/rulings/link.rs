//! What a link reads from a round: the jackpots that wait, those that were paid, and a meter recorded before
//! a fault.

use super::floor::{A, DEALER, Floor, ONE, SHIFT, SUPERVISOR};
use super::matters::{deciding, shown};
use game::{
    Act, Actor, Finding, Irregularity, JackpotSettlement, Money, Report, Request, RulebookId,
};

const LINKED: [RulebookId; 4] = [
    RulebookId::Rws2020,
    RulebookId::Rws2013,
    RulebookId::Mbs2019,
    RulebookId::RwsMultilink2024,
];
const METER: Money = Money::major(50_000);

fn due(floor: &Floor) -> Option<JackpotSettlement> {
    floor.round().jackpots_due(&floor.rulebook, METER)
}

fn paid(floor: &Floor) -> Option<JackpotSettlement> {
    floor.round().jackpots_paid(&floor.rulebook)
}

/// rws-2020 4.9, rws-multilink-2024 4.7, mbs-2019 3.19: the link reads what a table comes to once its boxes are
/// counted out, while nothing else waits, and until it is paid.
#[test]
fn jackpots_are_due_once_and_paid_as_they_were_due() {
    for id in LINKED {
        let mut floor = shown(id);
        assert!(due(&floor).is_none(), "{id}: hands lie face down");
        floor.up_to_the_jackpots();
        let waiting = due(&floor).unwrap();
        assert!(
            !waiting.payments.is_empty(),
            "{id}: box 1 has a jackpot hand"
        );
        assert_eq!(waiting.before, METER, "{id}");
        assert!(paid(&floor).is_none(), "{id}: nothing is paid yet");

        let what = "the lamp fell down".to_owned();
        floor.report(DEALER, Report::Other { what }).unwrap();
        assert!(due(&floor).is_none(), "{id}: a ruling comes first");
        let (on, act) = (Irregularity::Uncovered, Act::Continue);
        let finding = Finding::Decided { act };
        floor.say(SHIFT, Request::Rule { on, finding });
        assert!(due(&floor).is_some(), "{id}: play goes on");

        let displayed = METER;
        floor.say(Actor::System, Request::PayJackpots { displayed });
        assert!(due(&floor).is_none(), "{id}: no jackpot is paid twice");
        let told = paid(&floor).unwrap();
        assert_eq!(told.payments, waiting.payments, "{id}");
        assert_eq!((told.before, told.after), (METER, waiting.after), "{id}");
    }
}

/// rws-2020 5.17.1, rws-multilink-2024 5.17.1: the meter recorded before a fault counts from the ruling on, and a
/// dismissed fault leaves none.
#[test]
fn a_meter_recorded_before_a_fault_is_read_by_the_link() {
    for id in [RulebookId::Rws2020, RulebookId::RwsMultilink2024] {
        let recorded = Money::major(40_000);
        let on = Irregularity::JackpotFault;
        for (finding, kept) in [
            (Finding::Upheld, Some(recorded)),
            (Finding::Dismissed, None),
        ] {
            let mut floor = deciding(id);
            floor.look();
            assert_eq!(floor.round().recorded_meter(), None, "{id}");
            let report = Report::JackpotFault { recorded };
            floor.report(DEALER, report).unwrap();
            floor.say(SUPERVISOR, Request::Rule { on, finding });
            assert_eq!(floor.round().recorded_meter(), kept, "{id}");
        }
    }
}

/// What a box will be paid is told once its hand is shown, and not while a ruling may still change it
/// (rws-2020 4.5, rws-2020 5.23).
#[test]
fn payouts_are_told_for_a_shown_hand_and_not_while_a_ruling_waits() {
    let mut floor = shown(RulebookId::Rws2020);
    assert_eq!(floor.table.payouts(ONE), [], "the hand lies face down");
    floor.say(Actor::Player(A), Request::Reveal { at: ONE });
    assert!(!floor.table.payouts(ONE).is_empty());
    let what = "the lamp fell down".to_owned();
    floor.report(DEALER, Report::Other { what }).unwrap();
    assert_eq!(floor.table.payouts(ONE), [], "a ruling comes first");
}
