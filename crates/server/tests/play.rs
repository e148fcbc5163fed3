//! A guest plays at every table of the demo floor over the public API, and the house is sound after it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use bot::Method;
use bot::{Bets, Bot};
use floor::Floor;
use serde_json::{Value, json};

/// Two calls, and a guest holds three cards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_calls_and_a_guest_holds_three_cards() {
    let mut config = floor::instant_demo();
    config.tables[0].betting_seconds = 1;
    let floor = Floor::open_with(config).await;
    let (player, api) = floor.api().come_as_guest().await.unwrap();
    let bet = json!({"request": "place-bet", "at": 3, "area": "ante", "amount": 1000});
    let command = json!({"id": "first", "request": bet});
    let path = "/api/v1/tables/1/commands";
    let (status, body) = api.call(Method::POST, path, Some(&command)).await.unwrap();
    assert_eq!(
        (status.as_u16(), &body["outcome"]),
        (200, &json!("done")),
        "{body}"
    );
    let cards = until_dealt(&api, player).await;
    assert_eq!(cards.as_array().unwrap().len(), 3);
    // The same call again changes nothing; another under its id is refused.
    let (status, again) = api.call(Method::POST, path, Some(&command)).await.unwrap();
    assert_eq!((status.as_u16(), again), (200, body));
    let other = json!({"id": "first", "request": {"request": "look", "at": 3}});
    let (status, body) = api.call(Method::POST, path, Some(&other)).await.unwrap();
    assert_eq!((status.as_u16(), &body["code"]), (422, &json!("id-reused")));
    floor.close().await;
}

async fn until_dealt(api: &bot::Api, player: u64) -> Value {
    for _ in 0..500 {
        let table = api.get("/api/v1/tables/1").await.unwrap();
        let boxes = table["view"]["boxes"].as_array().unwrap().clone();
        let own = boxes
            .into_iter()
            .find(|held| held["controller"].as_u64() == Some(player));
        let cards = own.map(|held| held["cards"].clone());
        if let Some(cards) =
            cards.filter(|cards| cards.as_array().is_some_and(|all| all.len() == 3))
        {
            return cards;
        }
        tokio::time::sleep(core::time::Duration::from_millis(20)).await;
    }
    panic!("no cards within ten seconds");
}

/// Bots play at every table; the house verifies clean when it is closed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rounds_at_every_rulebooks_table_verify_clean() {
    let floor = Floor::open().await;
    let mut playing = tokio::task::JoinSet::new();
    for table in 1..=5 {
        let api = floor.api();
        playing.spawn(async move {
            let (player, api) = api.come_as_guest().await.unwrap();
            let mut bot = Bot::sit(&api, player, table, Bets::All).await.unwrap();
            let result = bot.play(5).await.unwrap();
            let found = (result.rounds, result.gaps, result.refused);
            assert_eq!(found, (5, 0, 0), "table {table}: {result:?}");
        });
    }
    while let Some(played) = playing.join_next().await {
        played.unwrap();
    }
    let (folder, _kept) = floor.close().await;
    let settings = house::store::StoreSettings::Folder(folder);
    let store = settings.open_to_read().await.unwrap();
    let report = audit::verify::verify(&*store).await.unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}
