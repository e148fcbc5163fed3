//! What a link's log says of its money, after a day on which everything happened that makes such sums
//! go wrong (STANDARDS P3, P15).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

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
