//! What may be done to a linked jackpot, by whom, and what becomes of its money: the requirements of
//! STANDARDS A1 by their number.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::sync::Arc;

use floor::linked::{BASE, DEALER, LEVEL, LINK, NOTHING, ROYAL, Scene, TWO, evening, wins};
use floor::round::{DEALER as CROUPIER, Evening};
use game::{Actor, Money, PersonId, Post, Request, RulebookId};
use house::link::{
    Comparison, Controller, Health, HitStatus, IncrementShare, JackpotParameters, LinkEvent,
    LinkRequest, Signers,
};
use house::log::Stream;
use house::pit::Pit;
use house::response::Response;
use house::store::{MemoryStore, Store as _};
use house::table::{HouseRequest, TableRequest};
use ledger::{LinkId, TableId};

/// STANDARDS P19: no Player stakes on the jackpot at a table the link has not admitted.
#[tokio::test]
async fn a_table_that_is_not_enabled_takes_no_jackpot_bet() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let table = TableId(9);
    scene.floor.buy_in_players(table, 9).await;
    let mut stranger = evening(&scene, table.0, RulebookId::Rws2020).await;
    stranger.ask(CROUPIER, Request::OpenBets).await;
    let reason = stranger.no_jackpot_bet(1).await;
    assert_eq!(reason, "jackpot: the link has not admitted this table yet");
    scene.request(LinkRequest::Enrol { table }).await;
    scene.link.turn().await.unwrap();
    stranger.no_jackpot_bet(1).await;
    scene.request(LinkRequest::Enable { table }).await;
    // In the middle of a round it is not admitted either.
    scene.link.turn().await.unwrap();
    stranger.no_jackpot_bet(1).await;
    stranger.ends_without_bets().await;
    scene.link.turn().await.unwrap();
    stranger.reaches_jackpots(&[ROYAL], DEALER).await;
    let turned = scene.link.turn().await.unwrap();
    assert_eq!(wins(&turned.events).len(), 1, "{turned:?}");
    stranger.concludes(BASE + Money::minor(66)).await;
    scene.is_sound().await;
}

/// A table that is disabled while it plays plays its round to the end, wins included; then it goes.
#[tokio::test]
async fn a_table_disabled_in_mid_round_wins_what_it_played_for() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let table = TableId(1);
    let mut evening = evening(&scene, table.0, RulebookId::Rws2020).await;
    evening.reaches_jackpots(&[ROYAL], DEALER).await;
    scene.request(LinkRequest::Disable { table }).await;
    let notice = "ends".to_owned();
    let to = LinkId(2);
    let end = LinkRequest::Decommission { to, notice };
    scene.refuses(TWO, end.clone()).await;
    let turned = scene.link.turn().await.unwrap();
    let shown = BASE + Money::minor(66);
    assert_eq!(
        wins(&turned.events),
        [(1, 1, shown, HitStatus::Payable)],
        "{turned:?}"
    );
    assert!(matches!(
        turned.paid[..],
        [(TableId(1), Response::Done { .. })]
    ));
    scene.refuses(TWO, end.clone()).await;
    evening.concludes(shown).await;
    // It is let go, and then the link has seen it go.
    scene.link.turn().await.unwrap();
    let turned = scene.link.turn().await.unwrap();
    assert_eq!(turned.events, [LinkEvent::Released { table }]);
    assert_eq!(
        scene
            .pit
            .handle(table)
            .await
            .unwrap()
            .snapshot()
            .await
            .unwrap()
            .link(),
        None
    );
    scene.request(end).await;
    scene.link.turn().await.unwrap();
}

/// STANDARDS P1: an increment above the bound is refused and leaves every meter unchanged.
#[tokio::test]
async fn an_unreasonable_contribution_is_refused() {
    let level = JackpotParameters {
        contribution_max: Money::minor(99),
        ..LEVEL
    };
    let mut scene = Scene::new(MemoryStore::default(), level, 1).await;
    let before = *scene.link.state().meters();
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[NOTHING], DEALER).await;
    let turned = scene.link.turn().await.unwrap();
    assert!(
        matches!(&turned.events[..], [LinkEvent::FeedRefused { why, .. }]
        if why == "expected at most 99"),
        "{turned:?}"
    );
    scene.link.turn().await.unwrap();
    let after = scene.link.state().meters();
    assert_eq!((before.shown, before.reserve), (BASE, Money::ZERO));
    assert_eq!((after.shown, after.fed), (BASE, Money::ZERO));
    scene.is_sound().await;
}

/// STANDARDS P6 to P9: parameters wait for the win, a limit is never below the meter.
#[tokio::test]
async fn parameters_wait_for_the_win() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let low = JackpotParameters {
        limit: Money::major(30_000),
        base: Money::major(25_000),
        ..LEVEL
    };
    let reason = scene.refuses(TWO, LinkRequest::Change { level: low }).await;
    assert_eq!(
        reason,
        "limit: found 3000000, expected at least the 5000000 shown now"
    );
    let reason = scene
        .refuses(
            TWO,
            LinkRequest::SetValue {
                value: Money::major(19_999),
            },
        )
        .await;
    assert_eq!(
        reason,
        "value: found 1999900, expected 2000000 to 100000000"
    );
    let value = Money::major(60_000);
    scene.request(LinkRequest::SetValue { value }).await;
    let reason = scene.refuses(TWO, LinkRequest::SetValue { value }).await;
    assert_eq!(
        reason,
        "the value can be set only before it is fed or won: it has changed since the last reset"
    );
    let level = JackpotParameters {
        increment: IncrementShare { part: 1, of: 7 },
        hidden: IncrementShare { part: 6, of: 7 },
        ..LEVEL
    };
    scene.request(LinkRequest::Change { level }).await;
    assert_eq!(scene.link.state().level(), Some(&LEVEL));
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[NOTHING], DEALER).await;
    scene.link.turn().await.unwrap();
    let shown = value + Money::minor(66);
    assert_eq!(scene.link.state().meters().shown, shown, "the old share");
    assert_eq!(scene.link.state().pending(), Some(&level));
    table.concludes(shown).await;
    table.reaches_jackpots(&[ROYAL], DEALER).await;
    let turned = scene.link.turn().await.unwrap();
    assert!(matches!(
        turned.events.last(),
        Some(LinkEvent::ChangeMade { .. })
    ));
    assert_eq!(scene.link.state().level(), Some(&level));
    assert_eq!(scene.link.state().pending(), None);
    scene.is_sound().await;
}

/// STANDARDS P24: what a jackpot holds at its end lands in another to the last cent.
#[tokio::test]
async fn a_jackpot_that_ends_leaves_all_it_holds() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let heir_id = LinkId(2);
    let mut heir = Controller::new(scene.pit.clone(), heir_id);
    let declare = LinkRequest::Declare { level: LEVEL };
    heir.submit(scene.floor.next_id(), TWO, declare)
        .await
        .unwrap();
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[NOTHING, "9c 8d 2h"], DEALER).await;
    scene.link.turn().await.unwrap();
    let notice = "ends with the year".to_owned();
    let end = LinkRequest::Decommission {
        to: heir_id,
        notice,
    };
    let reason = scene.refuses(TWO, end.clone()).await;
    assert_eq!(
        reason,
        "a jackpot ends with no win unpaid and no table that takes part"
    );
    table.concludes(BASE + Money::minor(133)).await;
    let table = TableId(1);
    scene.request(LinkRequest::Disable { table }).await;
    scene.refuses(TWO, end.clone()).await;
    scene.link.turn().await.unwrap();
    scene.link.turn().await.unwrap();
    scene.request(end).await;
    let reason = scene.refuses(TWO, LinkRequest::ClearFault).await;
    assert_eq!(reason, "the link was ended: what it held went to link 2");
    let turned = heir.turn().await.unwrap();
    let held = BASE + Money::major(2);
    assert!(
        matches!(turned.events[..], [LinkEvent::Received { link: LINK, amount, .. }]
        if amount == held),
        "{turned:?}"
    );
    assert_eq!(heir.state().meters().reserve, held);
    assert!(
        heir.turn().await.unwrap().events.is_empty(),
        "and only once"
    );
    scene.link.turn().await.unwrap();
    scene.is_sound().await;
    assert_eq!(scene.link.state().ended(), Some(heir_id));
    // Where no turns are to be taken nothing is missing, however often a process looks.
    let undeclared = Controller::new(scene.pit.clone(), LinkId(3));
    let ended = Controller::new(scene.pit.clone(), LINK);
    for mut link in [undeclared, ended] {
        for _ in 0..3 {
            assert_eq!(link.check_health().await.unwrap(), Health::Works);
        }
    }
}

/// STANDARDS P22: tables of a link play for the same hand with the same odds.
#[tokio::test]
async fn a_table_that_plays_for_something_else_stays_out() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 3).await;
    let mut first = joined(&scene, 1, RulebookId::Rws2020).await;
    scene.link.turn().await.unwrap();
    first.reaches_jackpots(&[NOTHING], DEALER).await;
    // Another casino's table is fine where its royal is as rare; five cards are another game.
    let mut second = joined(&scene, 2, RulebookId::Mbs2019).await;
    let mut third = joined(&scene, 3, RulebookId::RwsMultilink2024).await;
    scene.link.turn().await.unwrap();
    second.reaches_jackpots(&[NOTHING], DEALER).await;
    third.ask(CROUPIER, Request::OpenBets).await;
    let reason = third.no_jackpot_bet(1).await;
    assert!(reason.contains("has not admitted this table"), "{reason}");
    let stream = house::log::Stream::Link(LINK);
    let rows = scene.floor.store.read(stream, 0, usize::MAX).await.unwrap();
    let response = rows
        .iter()
        .map(|row| String::from_utf8_lossy(&row.bytes).into_owned());
    let unfit: Vec<String> = response.filter(|text| text.contains("\"unfit\"")).collect();
    assert_eq!(unfit.len(), 1, "it is said once");
    assert!(unfit[0].contains("five cards: royal_flush 100 %, straight_flush 10 %"));
    third.ends_without_bets().await;
    // Opened under the same rules as the others, and enabled again, it may.
    third.ask(floor::HOUSE, Request::CloseTable).await;
    let again = joined(&scene, 3, RulebookId::Rws2013).await;
    drop(third);
    let mut third = again;
    let table = TableId(3);
    scene.request(LinkRequest::Enable { table }).await;
    scene.link.turn().await.unwrap();
    third.reaches_jackpots(&[NOTHING], DEALER).await;
    // And one that was admitted does not change its rules behind the link's back.
    let turned = scene.link.turn().await.unwrap();
    assert_eq!(turned.paid.len(), 1, "{turned:?}");
    third.reload().await;
    third.ask(CROUPIER, Request::Conclude).await;
    third.ask(floor::HOUSE, Request::CloseTable).await;
    let mut third = joined(&scene, 3, RulebookId::RwsMultilink2024).await;
    third.ask(CROUPIER, Request::OpenBets).await;
    let reason = third.no_jackpot_bet(1).await;
    assert_eq!(reason, "jackpot: the link has not admitted this table yet");
    scene.is_sound().await;
}

/// STANDARDS P18, P19: a table that has left for another jackpot feeds that one, and neither is found to
/// have missed what it fed to the other.
#[tokio::test]
async fn a_table_that_moves_to_another_jackpot_feeds_each_its_own() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let (table, second) = (TableId(1), LinkId(2));
    let mut other = Controller::new(scene.pit.clone(), second);
    for request in [
        LinkRequest::Declare { level: LEVEL },
        LinkRequest::Enrol { table },
        LinkRequest::Enable { table },
    ] {
        let id = scene.floor.next_id();
        other.submit(id, TWO, request).await.unwrap();
    }
    let mut played = evening(&scene, 1, RulebookId::Rws2020).await;
    played
        .reaches_jackpots(&[NOTHING, "9c 8d 2h"], DEALER)
        .await;
    scene.link.turn().await.unwrap();
    played.concludes(BASE + Money::minor(133)).await;
    scene.request(LinkRequest::Disable { table }).await;
    for _ in 0..2 {
        scene.link.turn().await.unwrap();
    }
    let seat = floor::created(&scene.pit, table).await;
    let join = TableRequest::House(HouseRequest::JoinLink { link: second });
    let rulebook = floor::form(RulebookId::Rws2020);
    let command = scene.floor.table_command(&rulebook, floor::HOUSE, join);
    floor::submit_until_answered(&seat, command).await;
    other.turn().await.unwrap();
    played.reload().await;
    played.reaches_jackpots(&[NOTHING], DEALER).await;
    other.turn().await.unwrap();
    let fed = [scene.link.state(), other.state()].map(|link| link.meters().fed);
    assert_eq!(fed, [Money::major(2), Money::major(1)]);
    for link in [LINK, second] {
        let mut comparison = Comparison::new(link);
        let differences = comparison.compare(&*scene.floor.store).await.unwrap();
        assert_eq!(differences, [], "{link:?}");
    }
}

/// Opens a table that wants to take part, and has not been admitted.
async fn joined(
    scene: &Scene<MemoryStore>,
    table: u32,
    rulebook: RulebookId,
) -> Evening<MemoryStore> {
    let rulebook = floor::form(rulebook);
    let seat = floor::created(&scene.pit, TableId(table)).await;
    let join = TableRequest::House(HouseRequest::JoinLink { link: LINK });
    floor::submit_until_answered(
        &seat,
        scene.floor.table_command(&rulebook, floor::HOUSE, join),
    )
    .await;
    Evening::opened(
        Arc::clone(&scene.floor),
        seat,
        rulebook,
        floor::linked::SEED,
    )
    .await
}

/// STANDARDS P20: the two who sign are people whom the register has in the posts they sign in. What they
/// are refused leaves no trace: the register is of the moment.
#[tokio::test]
async fn issue_17_16_a_link_is_changed_by_two_people_who_exist_and_hold_their_posts() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let staff = |post, person| Actor::staff(post, PersonId(person));
    let manager = staff(Post::ShiftManager, 31);
    let house = staff(Post::House, 41);
    let stranger = "person 99 is not known to the house";
    let before = scene.link.state().head();
    for (by, with, expected) in [
        (staff(Post::House, 99), manager, stranger),
        (house, staff(Post::ShiftManager, 99), stranger),
        (
            house,
            staff(Post::ShiftManager, 42),
            "person 42 does not hold the post of the shift manager",
        ),
        (
            staff(Post::House, 31),
            staff(Post::ShiftManager, 31),
            "person 31 does not hold the post of the House",
        ),
    ] {
        let with = Some(with);
        for request in [
            LinkRequest::Change { level: LEVEL },
            LinkRequest::Verify {
                number: 1,
                deck: 52,
            },
            LinkRequest::Disable { table: TableId(1) },
            LinkRequest::ClearFault,
        ] {
            let said = format!("{by:?} {with:?} {request:?}");
            let reason = scene.refuses(Signers { by, with }, request).await;
            assert_eq!(reason, expected, "{said}");
        }
    }
    let stored = scene.floor.store.head(Stream::Link(LINK)).await.unwrap();
    assert_eq!(stored.seq, before.seq);
    // A process that was told of no people takes the word of none.
    let pit = Pit::new(scene.floor.store.clone(), scene.floor.clock.clone());
    scene.link = Controller::new(Arc::new(pit), LINK);
    let reason = scene
        .refuses(TWO, LinkRequest::Change { level: LEVEL })
        .await;
    assert_eq!(reason, "person 41 is not known to the house");
}
