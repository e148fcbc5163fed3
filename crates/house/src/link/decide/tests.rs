//! What two people may do to a link, what a win changes, and when a link may end.

mod refused;

use game::{Actor, BoxNumber, JackpotAward, Money, PersonId, PlayerId, Post};
use ledger::{LinkId, TableId};

use super::{LinkRefusal, Signers};
use crate::link::plan::SYSTEM;
use crate::link::{
    Claim, ClaimedAward, HitStatus, IncrementShare, JackpotParameters, LinkEvent, LinkRequest,
    LinkState, PaidBefore, TableContributions,
};

const TABLE: TableId = TableId(1);
const LEVEL: JackpotParameters = JackpotParameters {
    base: Money::major(500),
    reset: Money::major(200),
    increment: IncrementShare { part: 1, of: 2 },
    hidden: IncrementShare { part: 1, of: 2 },
    limit: Money::major(1_000),
    contribution_max: Money::major(5),
    verify_above: Money::major(400),
};

const fn staff(post: Post, person: u32) -> Actor {
    let person = PersonId(person);
    Actor::Staff { post, person }
}

const HOUSE: Actor = staff(Post::House, 41);
const TWO: Signers = Signers {
    by: HOUSE,
    with: Some(staff(Post::ShiftManager, 31)),
};

/// Does it, and says what happened.
fn act(link: &mut LinkState, signed: Signers, request: &LinkRequest) -> Vec<LinkEvent> {
    let events = link.decide(signed, request).expect("it is allowed");
    for event in &events {
        link.evolve(event);
    }
    events
}

/// Declared, with a table that belongs to it and does not take part any more.
fn declared() -> LinkState {
    let mut link = LinkState::new(LinkId(1));
    act(&mut link, TWO, &LinkRequest::Declare { level: LEVEL });
    act(&mut link, TWO, &LinkRequest::Enrol { table: TABLE });
    link
}

/// A win of `drawn` at the meter as it stands.
fn won(link: &LinkState, award: JackpotAward, drawn: Money, after: Money) -> LinkRequest {
    let claimed = ClaimedAward {
        at: BoxNumber(1),
        award,
        amount: drawn,
        drawn,
    };
    let claim = Claim {
        table: TABLE,
        round: 7,
        before: link.meters().shown,
        after,
        awards: vec![claimed],
        recorded: None,
        paid: PaidBefore::NotYet,
    };
    turn(Vec::new(), vec![claim])
}

fn turn(feeds: Vec<TableContributions>, hits: Vec<Claim>) -> LinkRequest {
    LinkRequest::Turn {
        feeds,
        received: Vec::new(),
        reversals: Vec::new(),
        hits,
        released: Vec::new(),
    }
}

fn standing(events: &[LinkEvent]) -> Option<HitStatus> {
    events.iter().find_map(|event| {
        let LinkEvent::Hit { standing, .. } = event else {
            return None;
        };
        Some(*standing)
    })
}

/// STANDARDS P20: two people, and of two posts; neither a Player nor the system is one of them.
#[test]
fn two_people_of_two_posts_sign() {
    let link = declared();
    let request = LinkRequest::ReportFault {
        what: "dark".to_owned(),
    };
    let wrong = [
        (HOUSE, None),
        (HOUSE, Some(HOUSE)),
        (HOUSE, Some(staff(Post::House, 42))),
        (HOUSE, Some(staff(Post::ShiftManager, 41))),
        (HOUSE, Some(Actor::System)),
        (HOUSE, Some(Actor::Player(PlayerId(1)))),
        (Actor::Player(PlayerId(1)), Some(HOUSE)),
    ];
    for (by, with) in wrong {
        let decided = link.decide(Signers { by, with }, &request);
        assert_eq!(decided, Err(LinkRefusal::TwoPeople), "{by} {with:?}");
    }
    assert!(link.decide(TWO, &request).is_ok());
}

/// STANDARDS P25: above the threshold a win waits, and not at it.
#[test]
fn a_win_of_the_threshold_is_paid_at_once() {
    let cent = Money::minor(1);
    for (drawn, expected) in [
        (LEVEL.verify_above - cent, HitStatus::Payable),
        (LEVEL.verify_above, HitStatus::Payable),
        (LEVEL.verify_above + cent, HitStatus::Pending),
    ] {
        let mut link = declared();
        let left = link.meters().shown - drawn;
        let request = won(&link, JackpotAward::StraightFlush, drawn, left);
        let events = act(&mut link, SYSTEM, &request);
        assert_eq!(standing(&events), Some(expected), "{drawn}");
    }
}

/// STANDARDS P1: the largest contribution that is reasonable counts, and a cent more does not.
#[test]
fn a_contribution_of_the_most_allowed_counts() {
    let mut link = declared();
    let most = LEVEL.contribution_max;
    let amounts = vec![most, most + Money::minor(1), -most];
    let feed = TableContributions {
        table: TABLE,
        to: 9,
        amounts: amounts.clone(),
    };
    let events = act(&mut link, SYSTEM, &turn(vec![feed], Vec::new()));
    let refused = |event: &LinkEvent| {
        let LinkEvent::FeedRefused { amount, .. } = event else {
            return None;
        };
        Some(*amount)
    };
    let refused: Vec<Money> = events.iter().filter_map(refused).collect();
    assert_eq!(refused, [amounts[1]]);
    assert_eq!(link.meters().fed, Money::ZERO);
}

/// STANDARDS P24: a win that waits keeps its jackpot; one that was decided on does not.
#[test]
fn a_link_does_not_end_with_a_win_unpaid() {
    let end = LinkRequest::Decommission {
        to: LinkId(2),
        notice: "ends".to_owned(),
    };
    let mut link = declared();
    let all = link.meters().shown;
    let request = won(&link, JackpotAward::Major, all, LEVEL.reset);
    let events = act(&mut link, SYSTEM, &request);
    assert_eq!(standing(&events), Some(HitStatus::Pending));
    assert_eq!(link.decide(TWO, &end), Err(LinkRefusal::InUse));
    let number = 1;
    let mut verified = link.clone();
    act(
        &mut verified,
        TWO,
        &LinkRequest::Verify { number, deck: 52 },
    );
    assert!(verified.decide(TWO, &end).is_ok());
    let reason = "another deck".to_owned();
    act(&mut link, TWO, &LinkRequest::Reject { number, reason });
    assert!(link.decide(TWO, &end).is_ok());
    // Nor with a table that takes part, or still plays its last round.
    let table = TABLE;
    act(&mut link, TWO, &LinkRequest::Enable { table });
    assert_eq!(link.decide(TWO, &end), Err(LinkRefusal::InUse));
    act(&mut link, TWO, &LinkRequest::Disable { table });
    assert_eq!(link.decide(TWO, &end), Err(LinkRefusal::InUse));
}

/// STANDARDS P6, P9: other parameters wait for a win of all of it, and a tenth is not all.
#[test]
fn a_share_that_is_won_changes_no_parameters() {
    let mut link = declared();
    let level = JackpotParameters {
        reset: Money::major(300),
        ..LEVEL
    };
    act(&mut link, TWO, &LinkRequest::Change { level });
    let (tenth, left) = (Money::major(50), Money::major(450));
    let share = won(&link, JackpotAward::StraightFlush, tenth, left);
    let events = act(&mut link, SYSTEM, &share);
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!((link.level(), link.pending()), (Some(&LEVEL), Some(&level)));
    let all = link.meters().shown;
    let major = won(&link, JackpotAward::Major, all, LEVEL.reset);
    let events = act(&mut link, SYSTEM, &major);
    let changed = matches!(events.last(), Some(LinkEvent::ChangeMade { .. }));
    assert!(changed, "{events:?}");
    assert_eq!((link.level(), link.pending()), (Some(&level), None));
}
