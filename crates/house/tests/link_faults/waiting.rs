//! Wins that two people have to verify, while their link is lost (STANDARDS P25).

use game::{Money, RulebookId};
use house::link::{HitStatus, JackpotParameters, LinkRequest};
use house::log::Stream;
use house::response::Response;
use house::store::Store as _;
use ledger::TableId;

use super::floor::linked::{BASE, DEALER, LEVEL, LINK, ROYAL, SEED, evening, wins};
use super::{is_clean, loses, scene, watch};

/// STANDARDS P25: what two people have to look at waits for the link, and is then paid what was
/// registered before the fault.
#[tokio::test]
async fn a_large_win_waits_for_the_link() {
    let level = JackpotParameters {
        verify_above: Money::major(1),
        ..LEVEL
    };
    let mut scene = scene(level, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL], DEALER).await;
    let mut watch = watch(&scene);
    loses(&mut watch).await;
    table.reload().await;
    let round = table.table().round().unwrap();
    assert!(round.jackpots_paid(RulebookId::Rws2020.form()).is_none());
    let turned = scene.link.turn().await.unwrap();
    assert_eq!(wins(&turned.events), [(1, 1, BASE, HitStatus::Pending)]);
    assert_eq!(turned.paid, []);
    let (number, deck) = (1, 52);
    scene.request(LinkRequest::Verify { number, deck }).await;
    let turned = scene.link.turn().await.unwrap();
    assert!(matches!(
        turned.paid[..],
        [(TableId(1), Response::Done { .. })]
    ));
    table.concludes(BASE).await;
    is_clean(&mut scene).await;
    let meters = scene.link.state().meters();
    assert_eq!(meters.shown, SEED + Money::minor(66));
}

/// STANDARDS P25: a win of exactly what needs no second look is paid while the link is away.
#[tokio::test]
async fn a_win_of_the_threshold_is_paid_without_the_link() {
    for (above, paid) in [(BASE, true), (BASE - Money::minor(1), false)] {
        let level = JackpotParameters {
            verify_above: above,
            ..LEVEL
        };
        let scene = scene(level, 1).await;
        let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
        table.reaches_jackpots(&[ROYAL], DEALER).await;
        loses(&mut watch(&scene)).await;
        table.reload().await;
        let round = table.table().round().unwrap();
        let settled = round.jackpots_paid(RulebookId::Rws2020.form());
        assert_eq!(settled.is_some(), paid, "{above}");
    }
}

/// STANDARDS P25: a win that two people have to verify waits for the link, and who has to do what about it
/// is said and stands in the link's log, once.
#[tokio::test]
async fn issue_17_9_a_win_that_waits_for_a_lost_link_raises_an_alarm() {
    let level = JackpotParameters {
        verify_above: Money::major(1_000),
        ..LEVEL
    };
    let mut scene = scene(level, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL], DEALER).await;
    let mut watch = watch(&scene);
    loses(&mut watch).await;
    watch.check_health().await.unwrap();
    let failed = watch.take_failed();
    let [failed] = &failed[..] else {
        panic!("{failed:?}")
    };
    assert_eq!(failed.instruction.table, TableId(1));
    for expected in ["verified by two people", "a process that takes the turns"] {
        assert!(failed.why.contains(expected), "{}", failed.why);
    }
    let logged = async || {
        scene
            .floor
            .store
            .head(Stream::Link(LINK))
            .await
            .unwrap()
            .seq
    };
    let before = logged().await;
    watch.check_health().await.unwrap();
    assert_eq!((watch.take_failed(), logged().await), (vec![], before));
    // The link is back, numbers the win, and two people verify it.
    let turned = scene.link.turn().await.unwrap();
    assert_eq!(wins(&turned.events), [(1, 1, BASE, HitStatus::Pending)]);
    let (number, deck) = (1, 52);
    scene.request(LinkRequest::Verify { number, deck }).await;
    scene.link.turn().await.unwrap();
    table.concludes(BASE).await;
    is_clean(&mut scene).await;
}
