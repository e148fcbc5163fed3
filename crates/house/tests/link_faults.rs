//! What is won, paid and played while a link does not work, and who may say that it works again.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod tampered;
#[path = "link_faults/waiting.rs"]
mod waiting;

use std::sync::Arc;
use std::time::Duration;

use audit::verify::verify;
use floor::linked::{BASE, DEALER, LEVEL, LINK, NOTHING, ROYAL, SEED, Scene, TWO, evening, wins};
use floor::round::{DEALER as CROUPIER, Evening};
use game::{
    Actor, Area, BoxNumber, FaultMode, Money, Notice, PersonId, PlayerId, Post, Request, RulebookId,
};
use house::link::{
    Comparison, Controller, Health, HitStatus, JackpotParameters, LinkEvent, LinkRequest,
    PaidBefore,
};
use house::log::Stream;
use house::pit::Pit;
use house::store::MemoryStore;
use house::table::LinkStatus;
use ledger::TableId;
use tampered::{Lie, Tampered};

const PIT_MANAGER: Actor = Actor::Staff {
    post: Post::PitManager,
    person: PersonId(21),
};

/// The heartbeat of a turn lasts no time at all: a process that looks twice finds the link lost.
async fn scene(level: JackpotParameters, tables: u32) -> Scene<MemoryStore> {
    let mut scene = Scene::new(MemoryStore::default(), level, tables).await;
    let link = Controller::new(scene.pit.clone(), LINK);
    scene.link = link.with_heartbeat(Duration::ZERO);
    scene.link.turn().await.unwrap();
    scene
}

async fn loses(watch: &mut Controller) {
    // Scenes take their first turn with a pulse, which this one ends.
    while watch.check_health().await.unwrap() != Health::Lost {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

fn watch(scene: &Scene<MemoryStore>) -> Controller {
    Controller::new(scene.pit.clone(), LINK)
}

async fn contact(scene: &Scene<MemoryStore>, table: u32) -> LinkStatus {
    let state = scene
        .pit
        .handle(TableId(table))
        .await
        .unwrap()
        .snapshot()
        .await
        .unwrap();
    state.linked().unwrap().status
}

async fn is_clean(scene: &mut Scene<MemoryStore>) {
    scene.link.turn().await.unwrap();
    scene.is_sound().await;
    let verdict = verify(&*scene.floor.store).await.unwrap();
    assert_eq!(verdict.findings, []);
}

/// rws-2020 5.17.2(c): later rounds are played without the jackpot, under a notice, until it is back.
#[tokio::test]
async fn later_rounds_are_played_without_the_jackpot() {
    let mut scene = scene(LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    loses(&mut watch(&scene)).await;
    let reason = table.is_refused(CROUPIER, Request::OpenBets).await;
    assert!(reason.contains("5.17.2"), "{reason}");
    let mode = FaultMode::NoJackpot;
    table
        .ask(floor::HOUSE, Request::ProposeFaultMode { mode })
        .await;
    table.ask(PIT_MANAGER, Request::ApproveFaultMode).await;
    let notice = Notice::NoJackpot;
    table
        .ask(floor::HOUSE, Request::DisplayNotice { notice })
        .await;
    table.ask(CROUPIER, Request::OpenBets).await;
    let reason = table.no_jackpot_bet(1).await;
    assert!(reason.contains("5.17.2"), "{reason}");
    // It is back in the middle of that round, and has the table back when it is over.
    let turned = scene.link.turn().await.unwrap();
    assert!(
        matches!(
            turned.events[..],
            [LinkEvent::Returned, LinkEvent::PrizeFixed { .. }]
        ),
        "{turned:?}"
    );
    assert_eq!(
        contact(&scene, 1).await,
        LinkStatus::Lost { recorded: BASE }
    );
    table.no_jackpot_bet(1).await;
    table.ends_without_bets().await;
    scene.link.turn().await.unwrap();
    assert_eq!(contact(&scene, 1).await, LinkStatus::Admitted);
    table.reload().await;
    assert!(!table.table().displayed().contains(&Notice::NoJackpot));
    table.reaches_jackpots(&[NOTHING], DEALER).await;
    is_clean(&mut scene).await;
}

/// A mode that bars one box does not help against a link that is lost as a whole.
#[tokio::test]
async fn a_barred_box_leaves_no_jackpot_bet_at_another() {
    let scene = scene(LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    loses(&mut watch(&scene)).await;
    let at = BoxNumber(3);
    let mode = FaultMode::BarBox { at };
    table
        .ask(floor::HOUSE, Request::ProposeFaultMode { mode })
        .await;
    table.ask(PIT_MANAGER, Request::ApproveFaultMode).await;
    table.ask(CROUPIER, Request::OpenBets).await;
    let (area, amount, at) = (Area::Ante, Money::major(10), BoxNumber(1));
    let bet = Request::PlaceBet { at, area, amount };
    table.ask(Actor::Player(PlayerId(1)), bet).await;
    let reason = table.no_jackpot_bet(1).await;
    assert!(
        reason.starts_with("jackpot: the link does not work"),
        "{reason}"
    );
}

/// rws-2020 5.17.1: everybody who wins in a round that goes on is paid the value registered before the
/// fault, while the link is away; on return it gives what it has, and the houses the rest.
#[tokio::test]
async fn winners_are_paid_what_was_registered() {
    let mut scene = scene(LEVEL, 2).await;
    let mut tables = Vec::new();
    for number in 1..=2 {
        let mut table = evening(&scene, number, RulebookId::Rws2020).await;
        // The second was dealt first.
        table.at(2_000_000 - u64::from(number) * 1_000);
        table.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
        tables.push(table);
    }
    let mut watch = watch(&scene);
    loses(&mut watch).await;
    for table in &mut tables {
        // Nothing was taken in since the start: that is what counts.
        table.concludes(BASE).await;
    }
    let turned = scene.link.turn().await.unwrap();
    // Four contributions came after it was registered: they stay for the next.
    let since = Money::minor(266);
    let expected = [
        (1, 2, BASE, HitStatus::Payable),
        (2, 1, SEED + since, HitStatus::Payable),
    ];
    assert_eq!(wins(&turned.events), expected, "{turned:?}");
    let (_, hit) = scene.link.state().hit_of(TableId(1), 1).unwrap();
    assert_eq!(
        (hit.claim.recorded, hit.claim.paid),
        (Some(BASE), PaidBefore::Already)
    );
    assert_eq!(scene.link.state().meters().shown, SEED);
    is_clean(&mut scene).await;
}

/// A win that had its number when the link was lost is paid at that number's meter, not at what the
/// display was reset to for it.
#[tokio::test]
async fn a_numbered_win_keeps_its_meter() {
    let level = JackpotParameters {
        verify_above: Money::major(1),
        ..LEVEL
    };
    let mut scene = scene(level, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL], DEALER).await;
    let turned = scene.link.turn().await.unwrap();
    let shown = BASE + Money::minor(66);
    assert_eq!(wins(&turned.events), [(1, 1, shown, HitStatus::Pending)]);
    let mut watch = watch(&scene);
    loses(&mut watch).await;
    assert_eq!(
        contact(&scene, 1).await,
        LinkStatus::Lost { recorded: shown }
    );
    // Two people look at it while the link is away.
    let (number, deck) = (1, 52);
    scene.request(LinkRequest::Verify { number, deck }).await;
    watch.check_health().await.unwrap();
    table.concludes(shown).await;
    is_clean(&mut scene).await;
    assert_eq!(scene.link.state().meters().hits, 1);
}

/// What people have reported a turn does not clear, nor does one of them.
#[tokio::test]
async fn a_fault_that_was_reported_is_cleared_by_two_people() {
    let mut scene = scene(LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[NOTHING], DEALER).await;
    let what = "the display is dark".to_owned();
    scene.request(LinkRequest::ReportFault { what }).await;
    for _ in 0..3 {
        let turned = scene.link.turn().await.unwrap();
        assert_eq!(turned.events, [], "nothing is counted");
    }
    assert_eq!(
        contact(&scene, 1).await,
        LinkStatus::Lost { recorded: BASE }
    );
    table.concludes(BASE).await;
    let mut one = TWO;
    one.with = None;
    scene.refuses(one, LinkRequest::ClearFault).await;
    scene.request(LinkRequest::ClearFault).await;
    let turned = scene.link.turn().await.unwrap();
    assert!(
        matches!(
            turned.events[..],
            [LinkEvent::Fed { .. }, LinkEvent::PrizeFixed { .. }]
        ),
        "{turned:?}"
    );
    scene.link.turn().await.unwrap();
    assert_eq!(contact(&scene, 1).await, LinkStatus::Admitted);
    is_clean(&mut scene).await;
}

/// STANDARDS P18: a fault that people know of is not found a second time; a silence is no such fault.
#[tokio::test]
async fn a_comparison_knows_the_fault_that_was_reported() {
    let mut scene = scene(LEVEL, 1).await;
    evening(&scene, 1, RulebookId::Rws2020).await;
    let store = Arc::clone(&scene.floor.store);
    let is_known = async || {
        let mut comparison = Comparison::new(LINK);
        assert_eq!(comparison.compare(&*store).await.unwrap(), []);
        comparison.is_fault_known()
    };
    assert!(!is_known().await);
    loses(&mut watch(&scene)).await;
    assert!(!is_known().await);
    let what = "the display is dark".to_owned();
    scene.request(LinkRequest::ReportFault { what }).await;
    assert!(is_known().await);
    scene.request(LinkRequest::ClearFault).await;
    assert!(!is_known().await);
}

/// A fault reported at the table is not over because the link is back.
#[tokio::test]
async fn a_fault_of_the_table_is_its_own() {
    let mut scene = scene(LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    let recorded = BASE;
    let report = game::Report::JackpotFault { recorded };
    table.ask(CROUPIER, Request::Report { report }).await;
    loses(&mut watch(&scene)).await;
    scene.link.turn().await.unwrap();
    assert_eq!(contact(&scene, 1).await, LinkStatus::Admitted);
    table.reload().await;
    assert!(table.table().fault().is_some());
    table.ask(floor::HOUSE, Request::ClearFault).await;
    table.reaches_jackpots(&[NOTHING], DEALER).await;
    is_clean(&mut scene).await;
}

/// A table that opens while its link is lost is told with its first word.
#[tokio::test]
async fn a_table_opens_without_its_link() {
    let mut scene = scene(LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.ask(floor::HOUSE, Request::CloseTable).await;
    loses(&mut watch(&scene)).await;
    let mut table: Evening<MemoryStore> = table.opened_again(SEED).await;
    let reason = table.is_refused(CROUPIER, Request::OpenBets).await;
    assert!(reason.contains("5.17.2"), "{reason}");
    is_clean(&mut scene).await;
    table.reaches_jackpots(&[NOTHING], DEALER).await;
    is_clean(&mut scene).await;
}

/// STANDARDS P17: a link whose log cannot be read is lost, and what can be read of it counts.
#[tokio::test]
async fn a_link_whose_log_cannot_be_read_is_lost() {
    let mut scene = scene(LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL], DEALER).await;
    let honest = Arc::clone(&scene.floor.store);
    let lie = Lie::Bytes(Stream::Link(LINK), 3, 100);
    let store = Arc::new(Tampered::new(honest, lie));
    let pit = Pit::new(store, scene.floor.clock.clone());
    let mut watch = Controller::new(Arc::new(pit), LINK);
    assert!(watch.turn().await.is_err());
    assert_eq!(watch.check_health().await.unwrap(), Health::Lost);
    assert_eq!(
        contact(&scene, 1).await,
        LinkStatus::Lost { recorded: BASE }
    );
    table.concludes(BASE).await;
    let turned = scene.link.turn().await.unwrap();
    assert_eq!(wins(&turned.events), [(1, 1, BASE, HitStatus::Payable)]);
    is_clean(&mut scene).await;
}
