//! A jackpot that was paid and is counted again: what the link had numbered goes back, and what the
//! table pays now is counted, as if it had been so from the start.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use audit::verify::verify;
use floor::linked::{BASE, DEALER, LEVEL, NOTHING, ROYAL, SEED, Scene, evening, wins};
use floor::round::{DEALER as CROUPIER, Evening};
use game::{BoxNumber, Card, Money, Place, PlayerId, Report, Request, RulebookId};
use house::link::{HitStatus, JackpotParameters, LinkEvent, LinkRequest, Meters, PaidBefore};
use house::store::MemoryStore;
use ledger::TableId;
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

/// A fourth card is found at a box when the round is over: its hand does not count (rws-2020 5.15).
async fn found_wrong(table: &mut Evening<MemoryStore>, at: u8, cards: &str) {
    let cards: Vec<Card> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
    let place = Place::Box(BoxNumber(at));
    let report = Report::Found { place, cards };
    table.ask(CROUPIER, Request::Report { report }).await;
    let script = ScriptedTable {
        rulebook: RulebookId::Rws2020.form().clone(),
        seed: 1,
        boxes: 0,
        first: PlayerId(1),
        royal_one_in: 1,
    };
    for _ in 0..20 {
        if !table.table().round().unwrap().is_suspended() {
            return;
        }
        let (by, request) = script.next(table.table(), Jackpots::Linked).unwrap();
        table.ask(by, request).await;
    }
    panic!("it stays suspended");
}

async fn is_clean(scene: &mut Scene<MemoryStore>) -> Meters {
    scene.link.turn().await.unwrap();
    scene.is_sound().await;
    let verdict = verify(&*scene.floor.store).await.unwrap();
    assert_eq!(verdict.findings, []);
    *scene.link.state().meters()
}

/// The winner stays, another hand goes: the same award is counted once, under a new number.
#[tokio::test]
async fn an_award_that_is_made_again_is_counted_anew() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    scene.link.turn().await.unwrap();
    let before = scene.link.state().meters().won;
    table.concludes(before).await;
    found_wrong(&mut table, 2, "7c 5d 3h 2s").await;
    let turned = scene.link.turn().await.unwrap();
    let reversed = |event: &LinkEvent| matches!(event, LinkEvent::Reversed { number: 1, .. });
    assert!(turned.events.iter().any(reversed), "{turned:?}");
    // The winner keeps his award; the contribution of the hand that went is out of the display, and
    // what the display is short of for that the house pays.
    let drawn = BASE + Money::minor(66);
    assert_eq!(wins(&turned.events), [(2, 1, drawn, HitStatus::Payable)]);
    let meters = is_clean(&mut scene).await;
    assert_eq!((meters.hits, meters.won), (1, drawn));
    assert_eq!((meters.fed, meters.shown), (Money::major(1), SEED));
    let (_, hit) = scene.link.state().hit_of(TableId(1), 1).unwrap();
    assert_eq!(hit.claim.paid, PaidBefore::Already);
    assert_eq!(hit.claim.awards[0].amount, before);
    assert_eq!(hit.claim.pays_at(), before);
}

/// The winner goes: the display has it all back, and the seed is where it was.
#[tokio::test]
async fn an_award_that_is_taken_back_leaves_no_trace() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    scene.link.turn().await.unwrap();
    table.concludes(BASE + Money::minor(133)).await;
    found_wrong(&mut table, 1, "As Ks Qs 2s").await;
    let turned = scene.link.turn().await.unwrap();
    assert_eq!(wins(&turned.events), []);
    let meters = is_clean(&mut scene).await;
    assert_eq!((meters.hits, meters.won), (0, Money::ZERO));
    assert_eq!(
        (meters.shown, meters.funded),
        (BASE + Money::minor(66), BASE)
    );
}

/// An award beside it that takes nothing from the meter is taken back: the number has the rest.
#[tokio::test]
async fn the_award_beside_it_goes() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL, "Ad Kd Qd"], DEALER).await;
    scene.link.turn().await.unwrap();
    let (number, hit) = scene.link.state().hit_of(TableId(1), 1).unwrap();
    assert_eq!((number, hit.claim.awards.len()), (1, 2));
    table.concludes(BASE + Money::minor(133)).await;
    found_wrong(&mut table, 2, "Ad Kd Qd 2s").await;
    scene.link.turn().await.unwrap();
    let meters = is_clean(&mut scene).await;
    assert_eq!((meters.hits, meters.won), (1, BASE + Money::minor(66)));
    let (number, hit) = scene.link.state().hit_of(TableId(1), 1).unwrap();
    assert_eq!((number, hit.claim.awards.len()), (2, 1));
}

/// Numbered, but the card was misread and is put right before anything is paid: what is won now counts.
#[tokio::test]
async fn a_card_put_right_before_payment_is_counted_as_it_is() {
    let level = JackpotParameters {
        verify_above: Money::major(1),
        ..LEVEL
    };
    let mut scene = Scene::new(MemoryStore::default(), level, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL], DEALER).await;
    let turned = scene.link.turn().await.unwrap();
    assert_eq!(wins(&turned.events).len(), 1);
    let reason = "a queen of hearts".to_owned();
    scene
        .request(LinkRequest::Reject { number: 1, reason })
        .await;
    // Rejected it stays, as long as the hands are what they were.
    let turned = scene.link.turn().await.unwrap();
    assert_eq!((wins(&turned.events).len(), turned.paid.len()), (0, 0));
    table.corrects_card("Qs", "Qh").await;
    let turned = scene.link.turn().await.unwrap();
    assert_eq!((wins(&turned.events).len(), turned.paid.len()), (0, 1));
    let shown = BASE + Money::minor(66);
    table.concludes(shown).await;
    let meters = is_clean(&mut scene).await;
    assert_eq!((meters.hits, meters.shown), (0, shown));
    assert!(meters.shown > SEED);
}
