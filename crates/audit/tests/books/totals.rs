//! Totals of days, of links and of chips, from entries that are made up.

use std::collections::BTreeMap;

use audit::books::{BetTotals, Books, ChipTotals, Kept, LinkTotals, Takings};
use audit::calendar::Day;
use audit::total::Total;
use game::{Money, PersonId, PlayerId, Timestamp, Wager};
use house::feed::{CommandMeta, LoggedEntry, Payload, Projection};
use house::link::{Claim, ClaimedAward, HitStatus, LinkEvent, LinkState, Meters, PaidBefore};
use house::log::{CommandId, Stream};
use house::table::{TableEvent, TableState};
use ledger::{Adjusted, CageMove, LinkId};

use super::TABLE;
use super::floor::HOUSE;

fn total(cents: i64) -> Total {
    Money::minor(cents).into()
}

/// Totals in which every field has another value, `n` times.
fn takings(n: u32) -> Takings {
    let (count, money) = (u64::from(n), |cents: i64| total(cents * i64::from(n)));
    let bets = BetTotals {
        bets: i64::from(n),
        staked: money(2),
        at_risk: money(3),
        squares: (i128::from(n) * 5).into(),
        returned: money(7),
    };
    Takings {
        rounds: count * 11,
        void: count * 13,
        won: money(17),
        bets: BTreeMap::from([(Wager::Ante, bets)]),
        fed: money(19),
        awards: count * 23,
        awarded: money(29),
    }
}

fn chips(n: i64) -> ChipTotals {
    ChipTotals {
        bought: total(2 * n),
        cashed: total(3 * n),
        tips: total(5 * n),
        tips_paid: total(7 * n),
    }
}

fn link_totals(n: u32) -> LinkTotals {
    let (count, money) = (u64::from(n), |cents: i64| total(cents * i64::from(n)));
    LinkTotals {
        contributed: money(2),
        refused: money(3),
        received: money(5),
        hits: count * 7,
        drawn: money(11),
        reversed: count * 13,
    }
}

#[test]
fn totals_of_days_are_added_field_by_field() {
    let mut all = takings(2);
    all.add(&takings(3));
    assert_eq!(all, takings(5));
    assert_eq!((all.wagered(), all.handed_back()), (total(15), total(-5)));
    assert_eq!(all.kept(&[Wager::Ante]), total(-25));
    assert_eq!(all.kept(&[Wager::Play]), total(0));
    let mut all = chips(2);
    all.add(&chips(3));
    assert_eq!(all, chips(5));
    let mut all = link_totals(2);
    all.add(&link_totals(3));
    assert_eq!(all, link_totals(5));
}

#[test]
fn a_report_has_its_first_and_its_last_day() {
    let day = |day: u8| Day {
        year: 2026,
        month: 11,
        day,
    };
    let kept = Kept {
        from: Some(day(16)),
        to: Some(day(18)),
        table: Some(TABLE),
    };
    let days: Vec<u8> = (1..=30)
        .filter(|it| kept.has(day(*it), Some(TABLE)))
        .collect();
    assert_eq!(days, [16, 17, 18]);
    assert!(!kept.has(day(17), Some(ledger::TableId(8))) && !kept.has(day(17), None));
    assert!(Kept::default().has(day(1), None) && Kept::default().has(day(1), Some(TABLE)));
}

/// An entry of a link or of the cage, at noon of 16 November 2026.
pub fn entry(stream: Stream, payload: Payload<'_>) -> LoggedEntry<'_> {
    LoggedEntry {
        stream,
        seq: 1,
        command: CommandMeta {
            id: CommandId(1),
            by: HOUSE,
            with: Some(PersonId(31)),
            at: Timestamp(1_794_830_400_000),
        },
        payload,
        rows: &[],
    }
}

/// A win of 9.00 of which the display gave 7.00.
fn claim() -> Claim {
    let award = ClaimedAward {
        at: game::BoxNumber(1),
        award: game::JackpotAward::Major,
        amount: Money::minor(900),
        drawn: Money::minor(700),
    };
    Claim {
        table: TABLE,
        round: 1,
        before: Money::minor(700),
        after: Money::ZERO,
        awards: vec![award],
        recorded: None,
        paid: PaidBefore::NotYet,
    }
}

/// Contributions, one of them refused; what another link left; two wins, neither of which counts.
// tidy: table
pub fn events_of_link() -> [LinkEvent; 8] {
    let (table, meters) = (TABLE, Meters::default());
    let (standing, reason) = (HitStatus::Payable, String::new());
    let fed = |to: u64, cents: i64| LinkEvent::Fed {
        table,
        to,
        amount: Money::minor(cents),
        meters,
    };
    let hit = |number: u64| LinkEvent::Hit {
        number,
        claim: claim(),
        standing,
        meters,
    };
    [
        fed(1, 10),
        fed(2, 20),
        LinkEvent::FeedRefused {
            table,
            to: 2,
            amount: Money::minor(40),
            why: String::new(),
        },
        LinkEvent::Received {
            link: LinkId(2),
            amount: Money::minor(80),
            meters,
        },
        hit(1),
        hit(2),
        LinkEvent::Reversed {
            number: 1,
            reason: reason.clone(),
            meters,
        },
        LinkEvent::Rejected {
            number: 2,
            reason,
            meters,
        },
    ]
}

#[test]
fn what_a_link_did_is_added_up() {
    let link = LinkId(3);
    let before = &LinkState::new(link);
    let mut books = Books::new(Money::major(1_000));
    for event in &events_of_link() {
        books.apply(&entry(Stream::Link(link), Payload::Link { event, before }));
    }
    let day = Day {
        year: 2026,
        month: 11,
        day: 16,
    };
    let expected = LinkTotals {
        contributed: total(30),
        refused: total(40),
        received: total(80),
        hits: 2,
        drawn: total(1_400),
        reversed: 2,
    };
    assert_eq!(books.links, BTreeMap::from([((link, day), expected)]));
    let reversed = books.events.get(&("jackpot reversed", day, None));
    assert_eq!(reversed, Some(&1));
}

/// Two awards, one of which was taken back.
#[test]
fn an_award_that_was_taken_back_counts_no_more() {
    let before = &TableState::new(TABLE);
    let mut books = Books::new(Money::major(1_000));
    let awarded = include_str!("../../../game/tests/golden/events/jackpot-awarded.json");
    for text in [
        include_str!("../../../game/tests/golden/events/table-opened.json"),
        awarded,
        awarded,
        include_str!("../../../game/tests/golden/events/award-reversed.json"),
    ] {
        let event = &TableEvent::Game(serde_json::from_str(text).unwrap());
        let payload = Payload::Table { event, before };
        books.apply(&entry(Stream::Table(TABLE), payload));
    }
    let takings = books.takings.values();
    let found: Vec<_> = takings.map(|it| (it.awards, it.awarded)).collect();
    assert_eq!(found, [(1, total(18_765_430))]);
}

#[test]
fn chips_are_added_up_by_table() {
    let (player, table) = (PlayerId(1), TABLE);
    let amount = Money::minor;
    let mut books = Books::new(Money::major(1_000));
    let happened = [
        CageMove::BuyIn {
            player,
            table,
            amount: amount(100),
        },
        CageMove::BuyIn {
            player,
            table,
            amount: amount(200),
        },
        CageMove::CashOut {
            player,
            table,
            amount: amount(50),
        },
        CageMove::Tip {
            player,
            table,
            amount: amount(20),
        },
        CageMove::TipsPaid {
            table,
            amount: amount(10),
        },
        CageMove::Deposit {
            player,
            amount: amount(1),
        },
        CageMove::Adjustment {
            player,
            table,
            way: Adjusted::FromPlayer,
            amount: amount(3),
        },
    ];
    for moves in happened {
        books.apply(&entry(Stream::Purse(player), Payload::Cage(moves)));
    }
    let expected = ChipTotals {
        bought: total(300),
        cashed: total(50),
        tips: total(20),
        tips_paid: total(10),
    };
    assert_eq!(
        books.chips.values().copied().collect::<Vec<_>>(),
        [expected]
    );
    // Who adjusted a purse is counted by name.
    let acts: Vec<_> = books
        .acts
        .iter()
        .map(|((_, kind, _, at), times)| (*kind, *at, *times))
        .collect();
    assert_eq!(acts, [("purse adjusted", None, 1)]);
}
