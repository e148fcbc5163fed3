//! Each refusal of a link at the bound where it begins, and who may ask what.

use super::*;
use crate::link::{Difference, Enrolment, FaultCause, Reversal};

fn fault() -> LinkRequest {
    let what = "dark".to_owned();
    LinkRequest::ReportFault { what }
}

fn prize(table: TableId, prize: &str) -> LinkRequest {
    let prize = prize.to_owned();
    LinkRequest::ReportPrize { table, prize }
}

fn mismatch(fed: i64, heard: i64) -> LinkRequest {
    let differences = vec![Difference {
        table: TABLE,
        fed: Money::minor(fed),
        heard: Money::minor(heard),
    }];
    LinkRequest::ReportMismatch { differences }
}

fn failed_instruction() -> LinkRequest {
    LinkRequest::ReportFailedInstruction {
        table: TABLE,
        after: 1,
        what: "pay".to_owned(),
        why: "no".to_owned(),
    }
}

fn table_is(found: &'static str) -> Result<Vec<LinkEvent>, LinkRefusal> {
    let table = TABLE;
    Err(LinkRefusal::Table { table, found })
}

#[test]
fn what_the_system_says_no_two_people_say() {
    let link = declared();
    for request in [
        turn(Vec::new(), Vec::new()),
        prize(TABLE, "a royal"),
        mismatch(1, 2),
        failed_instruction(),
        LinkRequest::ReportSilence,
        LinkRequest::ReportReturn,
    ] {
        let decided = link.decide(TWO, &request);
        assert_eq!(decided, Err(LinkRefusal::NotTheSystem), "{request:?}");
    }
    // A fault is reported by either; cleared by two people only.
    assert!(link.decide(SYSTEM, &fault()).is_ok());
    assert!(link.decide(TWO, &fault()).is_ok());
    let cleared = link.decide(SYSTEM, &LinkRequest::ClearFault);
    assert_eq!(cleared, Err(LinkRefusal::TwoPeople));
}

#[test]
fn nothing_is_asked_of_a_link_before_it_is_declared() {
    let link = LinkState::new(LinkId(1));
    let (table, value) = (TABLE, LEVEL.base);
    for (signed, request) in [
        (TWO, LinkRequest::SetValue { value }),
        (TWO, LinkRequest::Change { level: LEVEL }),
        (TWO, LinkRequest::Enrol { table }),
        (SYSTEM, turn(Vec::new(), Vec::new())),
        (SYSTEM, prize(table, "a royal")),
        (SYSTEM, mismatch(1, 2)),
        (SYSTEM, failed_instruction()),
        (SYSTEM, LinkRequest::ReportSilence),
    ] {
        let decided = link.decide(signed, &request);
        assert_eq!(decided, Err(LinkRefusal::NotDeclared), "{request:?}");
    }
}

/// STANDARDS P7: from the reset to the limit, once, before it is fed or won; and again after a reset.
#[test]
fn a_value_is_set_within_its_bounds_and_only_after_a_reset() {
    let cent = Money::minor(1);
    let set = |value| LinkRequest::SetValue { value };
    let link = declared();
    let (least, most) = (LEVEL.reset, LEVEL.limit);
    for value in [least, most] {
        let decided = link.decide(TWO, &set(value));
        assert_eq!(decided, Ok(vec![LinkEvent::ValueSet { value }]));
    }
    for found in [least - cent, most + cent] {
        let refusal = LinkRefusal::Value { found, least, most };
        assert_eq!(link.decide(TWO, &set(found)), Err(refusal));
    }
    let mut link = declared();
    let tenth = Money::major(50);
    let left = link.meters().shown - tenth;
    let share = won(&link, JackpotAward::StraightFlush, tenth, left);
    act(&mut link, SYSTEM, &share);
    let decided = link.decide(TWO, &set(most));
    assert_eq!(decided, Err(LinkRefusal::NotUntouched));
    let all = link.meters().shown;
    let major = won(&link, JackpotAward::Major, all, LEVEL.reset);
    act(&mut link, SYSTEM, &major);
    let funded = link.meters().funded;
    act(&mut link, TWO, &set(most));
    let meters = link.meters();
    assert_eq!((meters.shown, meters.funded - funded), (most, most - least));
    assert!(meters.is_balanced());
}

/// STANDARDS P8: a limit of what is shown takes nothing from the players.
#[test]
fn a_limit_may_be_what_is_shown() {
    let link = declared();
    let shown = link.meters().shown;
    let with = |limit| LinkRequest::Change {
        level: JackpotParameters { limit, ..LEVEL },
    };
    assert!(link.decide(TWO, &with(shown)).is_ok());
    let level = JackpotParameters {
        base: LEVEL.reset,
        limit: shown - Money::minor(1),
        ..LEVEL
    };
    let found = level.limit;
    let decided = link.decide(TWO, &LinkRequest::Change { level });
    assert_eq!(decided, Err(LinkRefusal::LimitBelowShown { found, shown }));
}

#[test]
fn a_table_is_enrolled_enabled_and_disabled_in_this_order() {
    let table = TABLE;
    let (enrol, enable, disable) = (
        LinkRequest::Enrol { table },
        LinkRequest::Enable { table },
        LinkRequest::Disable { table },
    );
    let mut link = LinkState::new(LinkId(1));
    act(&mut link, TWO, &LinkRequest::Declare { level: LEVEL });
    assert_eq!(link.decide(TWO, &enable), table_is("not enrolled"));
    assert_eq!(link.decide(TWO, &disable), table_is("not enabled"));
    act(&mut link, TWO, &enrol);
    assert_eq!(link.decide(TWO, &enrol), table_is("enrolled already"));
    assert_eq!(link.decide(TWO, &disable), table_is("not enabled"));
    let decided = link.decide(SYSTEM, &prize(table, "a royal"));
    assert_eq!(decided, table_is("not enabled"));
    act(&mut link, TWO, &enable);
    assert_eq!(link.decide(TWO, &enable), table_is("enabled already"));
    act(&mut link, SYSTEM, &prize(table, "a royal"));
    let again = link.decide(SYSTEM, &prize(table, "a royal"));
    assert_eq!(again, table_is("one that plays for the same"));
    let other = link.decide(SYSTEM, &prize(table, "a flush"));
    assert!(matches!(&other.unwrap()[..], [LinkEvent::Unfit { .. }]));
    // It is released only once it was disabled.
    let released = |link: &mut LinkState| {
        let request = LinkRequest::Turn {
            feeds: Vec::new(),
            received: Vec::new(),
            reversals: Vec::new(),
            hits: Vec::new(),
            released: vec![table],
        };
        act(link, SYSTEM, &request).len()
    };
    assert_eq!(released(&mut link), 0);
    act(&mut link, TWO, &disable);
    assert_eq!(link.decide(TWO, &disable), table_is("not enabled"));
    assert_eq!(released(&mut link), 1);
    assert_eq!(link.tables().get(&table), Some(&Enrolment::Disabled));
}

/// STANDARDS P25: a win is verified once, with a whole deck.
#[test]
fn a_win_is_verified_with_a_whole_deck_and_once() {
    let mut link = declared();
    let all = link.meters().shown;
    let request = won(&link, JackpotAward::Major, all, LEVEL.reset);
    act(&mut link, SYSTEM, &request);
    let verify = |number, deck| LinkRequest::Verify { number, deck };
    for found in [51, 53] {
        let decided = link.decide(TWO, &verify(1, found));
        assert_eq!(decided, Err(LinkRefusal::Deck { found }));
    }
    let refused = |number, found| Err(LinkRefusal::Hit { number, found });
    assert_eq!(link.decide(TWO, &verify(2, 52)), refused(2, "not known"));
    act(&mut link, TWO, &verify(1, 52));
    assert_eq!(link.decide(TWO, &verify(1, 52)), refused(1, "not waiting"));
    let reject = LinkRequest::Reject {
        number: 1,
        reason: "late".to_owned(),
    };
    assert_eq!(link.decide(TWO, &reject), refused(1, "not waiting"));
}

/// A win is counted at the meter as it stands, for a table that belongs to the link; one that its table
/// has paid already waits for no person.
#[test]
fn a_win_that_cannot_be_is_not_counted() {
    let link = declared();
    let all = link.meters().shown;
    let LinkRequest::Turn { hits, .. } = won(&link, JackpotAward::Major, all, LEVEL.reset) else {
        panic!("a turn");
    };
    let with = |change: fn(&mut Claim)| {
        let mut claim = hits[0].clone();
        change(&mut claim);
        link.decide(SYSTEM, &turn(Vec::new(), vec![claim]))
    };
    let strange = with(|claim| claim.table = TableId(2));
    let (table, found) = (TableId(2), "not enrolled");
    assert_eq!(strange, Err(LinkRefusal::Table { table, found }));
    let cent = Money::minor(1);
    let other = with(|claim| claim.before += Money::minor(1));
    let (shown, found) = (all, all + cent);
    assert_eq!(other, Err(LinkRefusal::OtherMeter { shown, found }));
    let paid = with(|claim| claim.paid = PaidBefore::Already).unwrap();
    assert_eq!(standing(&paid), Some(HitStatus::Payable));
}

/// STANDARDS P1: what is taken back has the same bound.
#[test]
fn more_than_the_most_allowed_is_not_taken_back() {
    let mut link = declared();
    let amount = -LEVEL.contribution_max - Money::minor(1);
    let feed = TableContributions {
        table: TABLE,
        to: 9,
        amounts: vec![amount],
    };
    let events = act(&mut link, SYSTEM, &turn(vec![feed], Vec::new()));
    assert!(
        matches!(&events[..], [LinkEvent::FeedRefused { amount: found, .. }] if *found == amount),
        "{events:?}"
    );
}

/// IR-19, STANDARDS P18: a silence gives way to a mismatch and not the other way round; what was
/// recorded is what was shown before the first of them.
#[test]
fn a_fault_is_reported_once_and_keeps_the_first_value() {
    let mut link = declared();
    assert_eq!(
        link.decide(SYSTEM, &mismatch(5, 5)),
        Err(LinkRefusal::NoFault)
    );
    let back = link.decide(SYSTEM, &LinkRequest::ReportReturn);
    assert_eq!(back, Err(LinkRefusal::NoFault));
    act(&mut link, SYSTEM, &LinkRequest::ReportSilence);
    let recorded = link.meters().shown;
    assert_eq!(link.fault().map(|it| it.cause), Some(FaultCause::Silence));
    let again = link.decide(SYSTEM, &LinkRequest::ReportSilence);
    assert_eq!(again, Err(LinkRefusal::Faulty));
    let counted = link.decide(SYSTEM, &turn(Vec::new(), Vec::new()));
    assert_eq!(counted, Err(LinkRefusal::Faulty));
    link.meters.shown += Money::minor(1);
    act(&mut link, SYSTEM, &mismatch(5, 7));
    let fault = link.fault().unwrap();
    assert_eq!(
        (fault.cause, fault.recorded),
        (FaultCause::Reported, recorded)
    );
    assert_eq!(
        link.decide(SYSTEM, &mismatch(5, 7)),
        Err(LinkRefusal::Faulty)
    );
    let back = link.decide(SYSTEM, &LinkRequest::ReportReturn);
    assert_eq!(back, Err(LinkRefusal::Faulty));
    act(&mut link, TWO, &LinkRequest::ClearFault);
    // The two people have seen that it counted two cents more.
    assert_eq!(link.heard.accepted(TABLE), Money::minor(2));
}

/// Wins of earlier rounds of a table are forgotten when it wins again, but for one that waits.
#[test]
fn a_win_that_waits_is_not_forgotten() {
    let mut link = declared();
    let second = TableId(2);
    act(&mut link, TWO, &LinkRequest::Enrol { table: second });
    let win = |link: &mut LinkState, table: TableId, round: u64, drawn: Money| {
        let left = link.meters().shown - drawn;
        let LinkRequest::Turn { mut hits, .. } =
            won(link, JackpotAward::StraightFlush, drawn, left)
        else {
            panic!("a turn");
        };
        (hits[0].table, hits[0].round) = (table, round);
        act(link, SYSTEM, &turn(Vec::new(), hits));
    };
    let (large, small) = (LEVEL.verify_above + Money::minor(1), Money::major(1));
    win(&mut link, TABLE, 1, large);
    win(&mut link, second, 1, small);
    win(&mut link, TABLE, 2, small);
    win(&mut link, TABLE, 2, small);
    win(&mut link, TABLE, 3, small);
    let kept: Vec<u64> = link.hits().map(|(number, _)| number).collect();
    assert_eq!(kept, [1, 2, 5]);
    // Of two wins of one round the later one is meant.
    win(&mut link, TABLE, 3, small);
    let (number, _) = link.hit_of(TABLE, 3).unwrap();
    assert_eq!(number, 6);
    assert!(link.hit(5).is_some(), "of the same round");
    assert!(link.hit_of(TABLE, 2).is_none() && link.hit_of(second, 3).is_none());
    let table = TABLE;
    let back = LinkRequest::Turn {
        feeds: Vec::new(),
        received: Vec::new(),
        reversals: vec![Reversal { table, round: 3 }],
        hits: Vec::new(),
        released: Vec::new(),
    };
    let events = act(&mut link, SYSTEM, &back);
    assert!(matches!(
        &events[..],
        [LinkEvent::Reversed { number: 6, .. }]
    ));
    // What was taken back is not taken back again.
    assert_eq!(act(&mut link, SYSTEM, &back), []);
}
