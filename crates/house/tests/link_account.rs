//! What a link's log says of its money, after a day on which everything happened that makes such sums
//! go wrong (STANDARDS P3, P15).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
#[path = "link_account/funded.rs"]
mod funded;
#[path = "link_account/written.rs"]
mod written;

use std::collections::BTreeMap;
use std::time::Duration;

use floor::linked::{BASE, DEALER, LEVEL, LINK, NOTHING, ROYAL, SEED, Scene, evening};
use game::{Event, Money, RulebookId};
use house::link::account::{Balance, balance, origin};
use house::link::{
    Controller, Health, IncrementShare, JackpotParameters, LinkEntry, LinkEvent, LinkRequest,
    Meters,
};
use house::log::Stream;
use house::store::{Head, MemoryStore, Row, Store};
use house::table::{TableEvent, TableState};
use ledger::TableId;
use written::{LONG_LOG, SEVENTHS, Written, long_log};

const OTHER: &str = "9c 8d 2h";

async fn rows(store: &MemoryStore, stream: Stream) -> Vec<Row> {
    store.read(stream, 0, usize::MAX).await.unwrap()
}

/// Every contribution as the tables' logs have it, in the order of the tables.
async fn fed(store: &MemoryStore, tables: u32) -> BTreeMap<TableId, Money> {
    let mut fed = BTreeMap::new();
    for table in (1..=tables).map(TableId) {
        let mut state = TableState::new(table);
        let mut sum = Money::ZERO;
        for row in rows(store, Stream::Table(table)).await {
            match state.take(&row).unwrap() {
                TableEvent::Game(Event::ContributionAdded { amount, .. }) => sum += amount,
                TableEvent::Game(Event::ContributionReversed { amount, .. }) => sum -= amount,
                TableEvent::Game(_) | TableEvent::House(_) | TableEvent::Cards(_) => {}
            }
        }
        fed.insert(table, sum);
    }
    fed
}

/// Wins, one of them rejected, one at the value recorded before a loss; other shares from a win on; the
/// controller forgets everything it has read again and again.
async fn day() -> Scene<MemoryStore> {
    let level = JackpotParameters {
        verify_above: Money::major(40_000),
        ..LEVEL
    };
    let mut scene = Scene::new(MemoryStore::default(), level, 2).await;
    let mut first = evening(&scene, 1, RulebookId::Rws2020).await;
    let mut second = evening(&scene, 2, RulebookId::Rws2020).await;
    for round in 0..3 {
        scene.link = Controller::new(scene.pit.clone(), LINK);
        for table in [&mut first, &mut second] {
            table.reaches_jackpots(&[NOTHING, OTHER], DEALER).await;
        }
        scene.link.turn().await.unwrap();
        let shown = scene.link.state().meters().shown;
        for table in [&mut first, &mut second] {
            table.concludes(shown).await;
        }
        assert!(shown > BASE, "round {round}");
    }
    // Rejected, put right, and over.
    first.reaches_jackpots(&[ROYAL], DEALER).await;
    scene.link.turn().await.unwrap();
    let reason = "a card of another deck".to_owned();
    scene
        .request(LinkRequest::Reject { number: 1, reason })
        .await;
    first.corrects_card("Qs", "Qh").await;
    scene.link.turn().await.unwrap();
    let shown = scene.link.state().meters().shown;
    first.concludes(shown).await;
    // Other shares wait for the next win, which is verified.
    let level = JackpotParameters {
        increment: IncrementShare { part: 1, of: 7 },
        hidden: IncrementShare { part: 6, of: 7 },
        ..LEVEL
    };
    scene.request(LinkRequest::Change { level }).await;
    second.reaches_jackpots(&[ROYAL, OTHER], DEALER).await;
    scene.link.turn().await.unwrap();
    let (number, deck) = (2, 52);
    scene.request(LinkRequest::Verify { number, deck }).await;
    scene.link.turn().await.unwrap();
    let paid = scene.link.state().hit(2).unwrap().claim.before;
    second.concludes(paid).await;
    // Lost, won at what was recorded, and back.
    for _ in 0..2 {
        first.reaches_jackpots(&[NOTHING, OTHER], DEALER).await;
        scene.link.turn().await.unwrap();
        let shown = scene.link.state().meters().shown;
        first.concludes(shown).await;
    }
    first.reaches_jackpots(&[ROYAL], DEALER).await;
    let link = Controller::new(scene.pit.clone(), LINK);
    scene.link = link.with_heartbeat(Duration::ZERO);
    let what = "dark".to_owned();
    scene.request(LinkRequest::ReportFault { what }).await;
    scene.link.turn().await.unwrap();
    assert_eq!(scene.link.check_health().await.unwrap(), Health::Lost);
    let recorded = scene.link.state().fault().unwrap().recorded;
    first.concludes(recorded).await;
    scene.request(LinkRequest::ClearFault).await;
    scene.link.turn().await.unwrap();
    scene
}

#[tokio::test]
async fn a_day_with_everything_in_it_balances() {
    let scene = day().await;
    scene.is_sound().await;
    let store = &*scene.floor.store;
    let rows = rows(store, Stream::Link(LINK)).await;
    let response = fed(store, 2).await;
    let report = balance(LINK, &rows).unwrap().against(&response);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.meters, *scene.link.state().meters());
    let text = report.to_string();
    for happened in [
        "win 1 does not count: a card of another deck",
        "other parameters count",
        "does not work: dark",
        "works again",
        "it balances",
    ] {
        assert!(text.contains(happened), "{text}");
    }
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["tables"][0]["fed"], response[&TableId(1)].in_minor());
    // A contribution the link never heard of is found, by table.
    let mut more = response.clone();
    *more.get_mut(&TableId(2)).unwrap() += Money::minor(1);
    let short = balance(LINK, &rows).unwrap().against(&more);
    assert_eq!(short.findings.len(), 1, "{short}");
    assert!(short.findings[0].starts_with("table 2: it fed"), "{short}");
    assert!(!short.is_clean() && !short.to_string().contains("it balances"));
}

/// Each win from its start, and the lines against the tables' own logs.
#[tokio::test]
async fn an_amount_is_explained() {
    let scene = day().await;
    let store = &*scene.floor.store;
    let rows = rows(store, Stream::Link(LINK)).await;
    let first = origin(LINK, &rows, 1).unwrap().unwrap();
    assert_eq!(first.findings, [""; 0], "{first}");
    assert_eq!(
        (first.start.why.as_str(), first.lines.len()),
        ("what the house declared", 7)
    );
    // Thirteen contributions of a dollar, two thirds of each.
    assert_eq!(
        (first.sum.cents, first.sum.part, first.sum.of),
        (5_000_866, 2, 3)
    );
    assert_eq!(
        (first.shown, first.drawn),
        (BASE + Money::minor(866), first.shown)
    );
    // The win that did not count is in the lines of the next, there and back.
    let second = origin(LINK, &rows, 2).unwrap().unwrap();
    assert_eq!(second.findings, [""; 0], "{second}");
    assert_eq!(
        (second.sum.cents, second.sum.part),
        (5_001_000, 0),
        "{second}"
    );
    assert!(second.to_string().contains("win 1 goes back"), "{second}");
    let third = origin(LINK, &rows, 3).unwrap().unwrap();
    assert_eq!(third.findings, [""; 0], "{third}");
    assert_eq!(third.start.why, "what win 2 left");
    // Four contributions counted before the loss and one after it, a seventh of each.
    assert_eq!(
        (third.sum.cents, third.sum.part, third.sum.of),
        (2_000_071, 3, 7),
        "{third}"
    );
    assert_eq!(third.recorded, Some(SEED + Money::minor(57)));
    assert_eq!(origin(LINK, &rows, 4).unwrap(), None);
    let json = serde_json::to_value(&third).unwrap();
    assert_eq!(json["lines"].as_array().unwrap().len(), third.lines.len());
}

/// The log with an event changed, and the chain made to fit.
fn forged(rows: &[Row], seq: u64, change: impl Fn(&mut Meters)) -> Option<Vec<Row>> {
    let mut fingerprint = Head::start(Stream::Link(LINK)).fingerprint;
    let mut forged = Vec::new();
    for row in rows {
        let mut entry = LinkEntry::read(&row.bytes).unwrap();
        if row.seq == seq {
            let (LinkEvent::Fed { meters, .. }
            | LinkEvent::Hit { meters, .. }
            | LinkEvent::Rejected { meters, .. }
            | LinkEvent::Received { meters, .. }
            | LinkEvent::ChangeMade { meters, .. }) = &mut entry.event
            else {
                return None;
            };
            change(meters);
        }
        let bytes = entry.write();
        fingerprint = fingerprint.then(&bytes);
        forged.push(Row {
            seq: row.seq,
            fingerprint,
            bytes: bytes.into(),
        });
    }
    Some(forged)
}

/// A cent moved in any meter of any entry is found, and the entry named.
#[tokio::test]
async fn a_cent_that_moves_is_found() {
    let scene = day().await;
    let rows = rows(&scene.floor.store, Stream::Link(LINK)).await;
    let cent = Money::minor(1);
    let changes: [fn(&mut Meters, Money); 6] = [
        |meters, cent| meters.fed += cent,
        |meters, cent| meters.shown -= cent,
        |meters, cent| meters.reserve += cent,
        |meters, cent| meters.overflow += cent,
        |meters, cent| meters.won += cent,
        |meters, cent| meters.funded += cent,
    ];
    let mut found = 0;
    for seq in 1..=rows.len() as u64 {
        for change in changes {
            let Some(forged) = forged(&rows, seq, |meters| change(meters, cent)) else {
                continue;
            };
            let report: Balance = balance(LINK, &forged).unwrap();
            let named = format!("entry {seq}: ");
            assert!(report.findings[0].starts_with(&named), "{report}");
            found += 1;
        }
    }
    assert!(found > 60, "{found}");
    // Moved from the reserve to the display it still adds up, and is not explained.
    let hit = |row: &&Row| {
        let entry = LinkEntry::read(&row.bytes).unwrap();
        matches!(entry.event, LinkEvent::Fed { .. })
    };
    let fed = rows.iter().find(hit).unwrap().seq;
    let shifted = forged(&rows, fed, |meters| {
        meters.shown += cent;
        meters.reserve -= cent;
    });
    let shifted = shifted.unwrap();
    assert!(balance(LINK, &shifted).unwrap().findings.len() < 2);
    let unexplained = origin(LINK, &shifted, 1).unwrap().unwrap();
    let named = format!("entry {fed}: ");
    assert!(unexplained.findings[0].starts_with(&named), "{unexplained}");
}

/// Each line with the exact part of a cent, as an auditor reads it; the figures were reckoned by hand.
#[test]
fn every_reason_to_move_the_display_is_a_line() {
    let log = long_log();
    let from_the_start = [
        "  entry 1: what the house declared: 500.00",
        "  entry 4: set by two people: 1.00, shows 501.00",
        "  entry 5: 3.03 fed at table 1: 0.86 and 4/7 cent, shows 501.86 and 4/7 cent",
        // Fifteen cents of it are above the limit.
        "  entry 7: 1.00 fed at table 2: 0.13 and 4/7 cent, shows 502.00 and 1/7 cent",
        "  entry 8: win 1, of a part of it: -50.05, shows 451.95 and 1/7 cent",
        "  entry 9: 10.00 fed at table 2: 2.85 and 5/7 cent, shows 454.80 and 6/7 cent",
        "  entry 10: win 1 goes back: 47.20, shows 502.00 and 6/7 cent",
    ];
    let from_the_second = [
        "  entry 11: what win 2 left: 203.00 and 6/7 cent",
        "  entry 12: win 2 goes back: 299.00, shows 502.00 and 6/7 cent",
        "  entry 14: -3.03 fed at table 1: -0.86 and 4/7 cent, shows 501.14 and 2/7 cent",
    ];
    let from_the_third = [
        "  entry 15: what win 3 left: 203.00 and 2/7 cent",
        "  entry 16: the part of a cent goes to the reserve: -0.00 and 2/7 cent, shows 203.00",
        // The house makes up for what would be below the reset.
        "  entry 18: -7.01 fed at table 2: -2.99 and 1/2 cent, shows 200.00 and 1/2 cent",
        "  entry 24: win 4, of a part of it: -20.00, shows 180.00 and 1/2 cent",
        "  entry 25: 0.07 fed at table 1: 0.03 and 1/2 cent, shows 180.04",
    ];
    let expected = [
        (
            "win 1, table 1, round 3",
            &from_the_start[..4],
            "502.00 and 1/7 cent, shown 502.00",
            "straight_flush 50.20",
        ),
        (
            "win 2, table 2, round 5",
            &from_the_start,
            "502.00 and 6/7 cent, shown 502.00",
            "major 502.00",
        ),
        (
            "win 3, table 1, round 8",
            &from_the_second,
            "501.14 and 2/7 cent, shown 501.14",
            "major 501.14",
        ),
        (
            "win 4, table 2, round 6",
            &from_the_third[..3],
            "200.00 and 1/2 cent, shown 200.00",
            "straight_flush 20.00",
        ),
        (
            "win 5, table 1, round 9",
            &from_the_third,
            "180.04, shown 180.04",
            "major 180.04",
        ),
    ];
    for (number, (head, lines, sum, award)) in (1..).zip(expected) {
        let taken = award.split(' ').next_back().unwrap();
        let text = format!(
            "{head}\n{}\n  comes to {sum}\n  box 3: {award}\n  taken from the display: {taken}\n",
            lines.join("\n")
        );
        let found = origin(LINK, &log.rows, number).unwrap().unwrap();
        assert_eq!(found.to_string(), text);
    }
}

/// An entry that moves the display although nothing in it says so, and one that should and does not.
#[test]
fn a_display_that_moves_otherwise_than_its_entry_says_is_found() {
    let log = long_log();
    let forge = |seq, change: fn(&mut Meters)| {
        let rows = forged(&log.rows, seq, change).unwrap();
        origin(LINK, &rows, 5).unwrap().unwrap().findings
    };
    // What another link left goes to the reserve.
    let found = forge(21, |meters| {
        meters.shown += Money::minor(1);
        meters.reserve -= Money::minor(1);
    });
    assert!(found[0].starts_with("entry 21: "), "{found:?}");
    let found = forge(25, |meters| {
        meters.shown -= Money::minor(4);
        meters.odd = 1;
    });
    assert_eq!(
        found[0],
        "entry 25: 0.07 fed at table 1 moved the display by 0.00"
    );
}

/// STANDARDS P7: before it is played for, two people may set the value below the base, down to the reset.
#[test]
fn a_value_set_below_the_base_balances() {
    let mut log = Written::declared(SEVENTHS);
    let value = SEVENTHS.reset;
    log.two_ask(LinkRequest::SetValue { value });
    let found = balance(LINK, &log.rows).unwrap();
    assert!(found.is_clean(), "{found}");
}

/// What the same log comes to, and everything in it that its sums do not show.
#[test]
fn a_long_log_balances_and_is_told() {
    let log = long_log();
    let found = balance(LINK, &log.rows).unwrap();
    assert_eq!(found.to_string(), LONG_LOG);
    let refused: Vec<Money> = found.tables.iter().map(|it| it.refused).collect();
    assert_eq!(refused, [Money::ZERO, Money::major(20)]);
    let hits: Vec<u64> = found.tables.iter().map(|it| it.hits).collect();
    assert_eq!((hits, found.received), (vec![2, 1], Money::major(3)));
    // What was refused was heard of too.
    let fed = [
        (TableId(1), Money::minor(7)),
        (TableId(2), Money::minor(2_399)),
    ];
    let found = found.against(&BTreeMap::from(fed));
    assert!(found.is_clean(), "{found}");
}
