//! Linked jackpots: winners at several tables are paid in the rulebook's order, and what was won is what
//! the meter lost.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::sync::Arc;

use floor::HOUSE;
use floor::linked::{
    BASE, DEALER, LEVEL, LINK, NOTHING, ROYAL, SEED, Scene, TWO, evening, evening_with, wins,
};
use game::{Money, RulebookId};
use house::link::{Controller, HitStatus, JackpotParameters, LinkEvent, LinkRequest, Signers};
use house::log::Stream;
use house::pit::Pit;
use house::response::Response;
use house::store::{MemoryStore, SqliteStore, Store};
use ledger::TableId;

#[tokio::test]
async fn what_is_fed_is_shown_and_a_win_takes_it() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[NOTHING, "9c 8d 2h"], DEALER).await;
    let turned = scene.link.turn().await.unwrap();
    // Two contributions of one dollar, two thirds of them shown.
    let shown = BASE + Money::minor(133);
    assert!(
        matches!(&turned.events[..], [LinkEvent::Fed { amount, meters, .. }]
            if *amount == Money::major(2) && meters.shown == shown && meters.odd == 1),
        "{turned:?}"
    );
    assert_eq!(turned.paid.len(), 1, "{turned:?}");
    table.concludes(shown).await;
    table.reaches_jackpots(&[NOTHING, ROYAL], DEALER).await;
    let turned = scene.link.turn().await.unwrap();
    let shown = shown + Money::minor(133);
    assert_eq!(wins(&turned.events), [(1, 1, shown, HitStatus::Payable)]);
    assert_eq!(scene.link.state().meters().shown, SEED);
    assert!(matches!(
        turned.paid[..],
        [(TableId(1), Response::Done { .. })]
    ));
    // Another turn changes nothing and pays no win twice.
    let again = scene.link.turn().await.unwrap();
    assert_eq!(again.events, []);
    table.concludes(shown).await;
    scene.is_sound().await;
}

/// The table that was dealt and shown first is paid first, whichever table is read first. Each is paid
/// what the one before left.
async fn simultaneous<S: Store>(store: S, rulebook: RulebookId, tables: u32) {
    let mut scene = Scene::new(store, LEVEL, tables).await;
    let mut evenings = Vec::new();
    for table in 1..=tables {
        let mut evening = evening(&scene, table, rulebook).await;
        // The last table was dealt and shown first.
        evening.at(2_000_000 - u64::from(table) * 1_000);
        evening.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
        evenings.push(evening);
    }
    let turned = scene.link.turn().await.unwrap();
    let wins = wins(&turned.events);
    let order: Vec<u32> = wins.iter().map(|win| win.1).collect();
    assert_eq!(order, (1..=tables).rev().collect::<Vec<u32>>());
    let numbers: Vec<u64> = wins.iter().map(|win| win.0).collect();
    assert_eq!(numbers, (1..=u64::from(tables)).collect::<Vec<u64>>());
    let [first, rest @ ..] = &wins[..] else {
        panic!("no Player won");
    };
    assert!(
        first.2 > BASE,
        "the first has the display with this round's bets"
    );
    assert!(
        rest.iter().all(|win| win.2 == SEED),
        "the others what it was reset to"
    );
    assert_eq!(turned.paid.len(), tables as usize);
    let won: Money = wins.iter().map(|win| win.2).sum();
    assert_eq!(scene.link.state().meters().won, won);
    for (evening, table) in evenings.iter_mut().zip(1..) {
        let (_, hit) = scene.link.state().hit_of(TableId(table), 1).unwrap();
        evening.concludes(hit.claim.before).await;
    }
    scene.is_sound().await;
}

#[tokio::test]
async fn winners_at_two_tables_are_paid_in_the_order_of_the_rulebook() {
    for rulebook in [
        RulebookId::Rws2020,
        RulebookId::Mbs2019,
        RulebookId::Rws2013,
    ] {
        simultaneous(MemoryStore::default(), rulebook, 2).await;
    }
}

/// Switches of a rulebook, each with the value the house chose.
type Options<'a> = &'a [(&'a str, &'a str)];

/// The hand first entered into the jackpot system is paid first (mbs-2019 3.19, MBS-21), and a hand is
/// entered when it is shown or claimed; elsewhere the hand that was dealt first is (rws-2020 4.9.1,
/// rws-2013 R13-15).
#[tokio::test]
async fn issue_17_2_a_table_dealt_second_and_shown_first_is_paid_first_where_entries_count() {
    let claims = [("jackpot_claim", "must_notify")];
    let by_entry = [("jackpot_cross_table_order", "first_entered")];
    let cases: [(RulebookId, Options<'_>, u32); 5] = [
        (RulebookId::Mbs2019, &[], 2),
        (RulebookId::Mbs2019, &claims, 2),
        (RulebookId::Rws2013, &by_entry, 2),
        (RulebookId::Rws2013, &[], 1),
        (RulebookId::Rws2020, &[], 1),
    ];
    for (rulebook, options, first) in cases {
        let mut scene = Scene::new(MemoryStore::default(), LEVEL, 2).await;
        let mut evenings = Vec::new();
        for (table, dealt_at) in [(1, 2_000_000), (2, 2_005_000)] {
            let mut evening = evening_with(&scene, table, rulebook, options).await;
            evening.at(dealt_at);
            evening.reaches_showdown(&[ROYAL, NOTHING], DEALER).await;
            evenings.push(evening);
        }
        for (table, shown_at) in [(2, 2_010_000), (1, 2_014_000)] {
            let evening = &mut evenings[table - 1];
            evening.at(shown_at);
            evening.shows(&[ROYAL, NOTHING]).await;
        }
        let turned = scene.link.turn().await.unwrap();
        let wins = wins(&turned.events);
        let order: Vec<u32> = wins.iter().map(|win| win.1).collect();
        assert_eq!(order, [first, 3 - first], "{rulebook} {options:?}");
        assert!(wins[0].2 > BASE && wins[1].2 == SEED, "{wins:?}");
        scene.is_sound().await;
    }
}

#[tokio::test]
async fn two_to_sixty_four_winners_at_once() {
    for tables in [2, 3, 5, 8, 13, 21, 34, 64] {
        simultaneous(MemoryStore::default(), RulebookId::Rws2020, tables).await;
    }
}

#[tokio::test]
async fn winners_at_once_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    simultaneous(store, RulebookId::Rws2020, 5).await;
}

/// Two processes take the same turn: one of them has it, and everybody is paid once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_take_the_same_turn_award_once() {
    for _ in 0..20 {
        let mut scene = Scene::new(MemoryStore::default(), LEVEL, 4).await;
        let mut evenings = Vec::new();
        for table in 1..=4 {
            let mut evening = evening(&scene, table, RulebookId::Rws2020).await;
            evening.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
            evenings.push(evening);
        }
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..3 {
            // A pit of its own: another process.
            let pit = Pit::new(scene.floor.store.clone(), scene.floor.clock.clone());
            let mut link = Controller::new(Arc::new(pit), LINK);
            tasks.spawn(async move { link.turn().await.unwrap() });
        }
        let turns = tasks.join_all().await;
        let awarded: usize = turns.iter().map(|turn| wins(&turn.events).len()).sum();
        assert_eq!(awarded, 4);
        scene.link.turn().await.unwrap();
        assert_eq!(scene.link.state().meters().hits, 4);
        for (evening, table) in evenings.iter_mut().zip(1..) {
            let (_, hit) = scene.link.state().hit_of(TableId(table), 1).unwrap();
            evening.concludes(hit.claim.before).await;
        }
        scene.is_sound().await;
    }
}

/// STANDARDS P25: over the threshold two people and a count of the deck; meanwhile the link goes on.
#[tokio::test]
async fn a_large_win_waits_for_two_people() {
    let level = JackpotParameters {
        verify_above: Money::major(30_000),
        ..LEVEL
    };
    let mut scene = Scene::new(MemoryStore::default(), level, 2).await;
    let mut first = evening(&scene, 1, RulebookId::Rws2020).await;
    let mut second = evening(&scene, 2, RulebookId::Rws2020).await;
    first.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    let turned = scene.link.turn().await.unwrap();
    let [(1, 1, won, HitStatus::Pending)] = wins(&turned.events)[..] else {
        panic!("{turned:?}");
    };
    assert_eq!(turned.paid, []);
    // Another table plays on from the seed, and wins it.
    second.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    let turned = scene.link.turn().await.unwrap();
    assert!(
        matches!(wins(&turned.events)[..], [(2, 2, drawn, HitStatus::Payable)]
        if drawn == SEED + Money::minor(133)),
        "{turned:?}"
    );
    let verify = |deck| LinkRequest::Verify { number: 1, deck };
    let alone = Signers {
        by: HOUSE,
        with: None,
    };
    let twice = Signers {
        by: HOUSE,
        with: Some(HOUSE),
    };
    for signed in [alone, twice] {
        let reason = scene.refuses(signed, verify(52)).await;
        assert_eq!(reason, "this needs two people of two different posts");
    }
    let reason = scene.refuses(TWO, verify(51)).await;
    assert_eq!(reason, "deck: found 51 cards, expected 52");
    scene.request(verify(52)).await;
    let reason = scene.refuses(TWO, verify(52)).await;
    assert_eq!(reason, "win 1 is not waiting");
    let turned = scene.link.turn().await.unwrap();
    assert!(matches!(
        turned.paid[..],
        [(TableId(1), Response::Done { .. })]
    ));
    first.concludes(won).await;
    scene.is_sound().await;
}

#[tokio::test]
async fn a_win_that_does_not_count_goes_back_to_the_display() {
    let level = JackpotParameters {
        verify_above: Money::major(1),
        ..LEVEL
    };
    let mut scene = Scene::new(MemoryStore::default(), level, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    scene.link.turn().await.unwrap();
    let reason = "a card of another deck".to_owned();
    scene
        .request(LinkRequest::Reject { number: 1, reason })
        .await;
    for _ in 0..2 {
        let turned = scene.link.turn().await.unwrap();
        assert_eq!(turned.paid, [], "what was rejected is not paid");
    }
    let meters = *scene.link.state().meters();
    // As if it had not been: the seed is back where it came from.
    assert_eq!(meters.shown, BASE + Money::minor(133));
    assert_eq!((meters.hits, meters.won), (0, Money::ZERO));
    assert_eq!(meters.funded, BASE);
    scene.is_sound().await;
}

/// The last entry that was counted is a contribution; the process that goes on does not count it again.
#[tokio::test]
async fn a_contribution_is_not_counted_again_by_the_next_process() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    let hands = [NOTHING, "9c 8d 2h"];
    table.reaches_showdown(&hands, DEALER).await;
    scene.link.turn().await.unwrap();
    let fed = scene.link.state().meters().fed;
    assert_eq!(fed, Money::major(2));
    scene.link = Controller::new(scene.pit.clone(), LINK);
    table.shows(&hands).await;
    scene.link.turn().await.unwrap();
    assert_eq!(scene.link.state().meters().fed, fed);
    scene.is_sound().await;
}

/// What people ask of a link is bounded like what they ask at a table, and nothing of it is stored.
#[tokio::test]
async fn issue_17_13_a_link_stores_no_text_and_no_amount_without_a_bound() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let what = |letters: usize| "x".repeat(letters);
    let report = |letters| LinkRequest::ReportFault {
        what: what(letters),
    };
    let level = JackpotParameters {
        limit: Money::LIMIT + Money::minor(1),
        ..LEVEL
    };
    let head = scene.floor.store.head(Stream::Link(LINK)).await.unwrap();
    let declare = LinkRequest::Declare { level };
    for (request, said) in [
        (
            report(1_001),
            "what: found 1001 letters, expected at most 1000",
        ),
        (
            report(1 << 20),
            "what: found 1048576 letters, expected at most 1000",
        ),
        (
            declare,
            "limit: found 1000000000000001, expected 0 to 1000000000000000",
        ),
    ] {
        let id = scene.floor.next_id();
        let response = scene.link.submit(id, TWO, request).await.unwrap();
        let Response::Refused { reason, .. } = response else {
            panic!("{response:?}")
        };
        assert_eq!(reason, said);
        let stored = scene.floor.store.answer(Stream::Link(LINK), id).await;
        assert_eq!(stored, Ok(None));
    }
    let after = scene.floor.store.head(Stream::Link(LINK)).await.unwrap();
    assert_eq!(after, head);
    scene.request(report(1_000)).await;
}
