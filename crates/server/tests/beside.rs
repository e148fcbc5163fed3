//! What a table offers beside its events: names, who is there, company, and an announced restart.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use core::time::Duration;

use bot::{Api, Bets, Bot, Heard, Live, Method};
use floor::Floor;
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_mins(1);

async fn live(api: &Api, table: u64) -> Live {
    let live = Live::resume(api, table, &Value::Null, None).await.unwrap();
    live.with_soft()
}

/// The first message of which this holds.
async fn until(live: &mut Live, holds: impl Fn(&Value) -> bool) -> Value {
    loop {
        match live.hear(PATIENCE).await.unwrap() {
            Heard::Said(said, _) if holds(&said) => return said,
            Heard::Said(..) => {}
            Heard::Closed(code) => panic!("closed: {code:?}"),
        }
    }
}

fn is_soft(said: &Value) -> bool {
    said["type"] == "soft"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_hear_who_is_there_and_what_the_meter_shows() {
    let floor = Floor::open().await;
    let (player, api) = floor.api().come_as_guest().await.unwrap();
    let mut first = live(&api, 1).await;
    let is_whole = |said: &Value| said["watching"] == 1 && !said["meter"].is_null();
    let alone = until(&mut first, |said| is_soft(said) && is_whole(said)).await;
    assert_eq!(alone["here"], json!([player]));
    assert_eq!(alone["restart_ms"], Value::Null);
    assert!(alone["meter"].as_i64().unwrap() >= 5_000_000);
    // A passer-by is counted and has no number.
    let passing = live(&floor.api(), 1).await;
    let two = until(&mut first, |said| is_soft(said) && said["watching"] == 2).await;
    assert_eq!(two["here"], json!([player]));
    passing.cut();
    until(&mut first, |said| is_soft(said) && said["watching"] == 1).await;
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_have_names() {
    let mut config = floor::instant_demo();
    config.tables[0].betting_seconds = 3_600;
    let floor = Floor::open_with(config).await;
    let (player, api) = floor.api().come_as_guest().await.unwrap();
    let name = api.get("/api/v1/me").await.unwrap()["name"].clone();
    let bet = json!({"request": "place-bet", "at": 3, "area": "ante", "amount": 1000});
    let command = json!({"id": 1, "request": bet});
    let path = "/api/v1/tables/1/commands";
    let (status, _) = api.call(Method::POST, path, Some(&command)).await.unwrap();
    assert_eq!(status.as_u16(), 200);
    let names = json!({ player.to_string(): name });
    let table = floor.api().get("/api/v1/tables/1").await.unwrap();
    assert_eq!(table["names"], names);
    let mut watching = live(&floor.api(), 1).await;
    let snapshot = until(&mut watching, |said| said["type"] == "snapshot").await;
    assert_eq!(snapshot["names"], names);
    floor.close().await;
}

async fn ask_company(api: &Api, players: u8) -> (u16, Value) {
    let path = "/api/v1/tables/2/company";
    let body = json!({ "players": players });
    let (status, body) = api.call(Method::POST, path, Some(&body)).await.unwrap();
    (status.as_u16(), body)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn company_comes_plays_and_goes_where_a_guest_asks() {
    let floor = Floor::open().await;
    assert_eq!(ask_company(&floor.api(), 1).await.0, 401);
    let (player, api) = floor.api().come_as_guest().await.unwrap();
    let (status, body) = ask_company(&api, 4).await;
    assert_eq!(status, 409);
    assert_eq!(body["code"], "too-much-company");
    assert_eq!(
        body["detail"],
        "players: found 4, expected 0 to 3 at this table"
    );
    let mut bot = Bot::sit(&api, player, 2, Bets::Ante).await.unwrap();
    assert_eq!(
        ask_company(&api, 2).await,
        (200, json!({"table": 2, "company": 2}))
    );
    // Rounds in which three players have bets.
    let mut together = 0;
    while together < 2 {
        let before = bot.played().rounds;
        let mut most = 0;
        while bot.played().rounds == before {
            bot.step().await.unwrap();
            most = most.max(bettors(bot.view()));
        }
        together += u64::from(most == 3);
        assert!(bot.played().rounds < 100, "company never plays");
    }
    assert_eq!(bot.played().gaps, 0);
    assert_eq!(ask_company(&api, 0).await.1["company"], 0);
    let (folder, _kept) = floor.close().await;
    let settings = house::store::StoreSettings::Folder(folder);
    let store = settings.open_to_read().await.unwrap();
    let report = audit::verify::verify(&*store).await.unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn company_does_not_close_bets_before_a_person_at_the_table_has_bet() {
    let mut config = floor::instant_demo();
    config.tables[1].betting_seconds = 3_600;
    let floor = Floor::open_with(config).await;
    let (_, api) = floor.api().come_as_guest().await.unwrap();
    let mut watching = live(&api, 2).await;
    let command = async |id: u8, request: Value| {
        let body = json!({"id": id, "request": request});
        let path = "/api/v1/tables/2/commands";
        let (status, answer) = api.call(Method::POST, path, Some(&body)).await.unwrap();
        assert_eq!(status.as_u16(), 200, "{answer}");
    };
    command(1, json!({"request": "sit", "at": 3})).await;
    assert_eq!(ask_company(&api, 2).await.0, 200);
    // Ante and Pair Plus of both: everything they bet, since the first round has no jackpot.
    let bets = |view: &Value| -> usize {
        let boxes = view["boxes"].as_array().unwrap().iter();
        boxes
            .map(|held| held["bets"].as_array().unwrap().len())
            .sum()
    };
    let all = until(&mut watching, |said| {
        said["view"].is_object() && (bets(&said["view"]) == 4 || said["view"]["ready"] != json!([]))
    })
    .await;
    assert_eq!(
        all["view"]["ready"],
        json!([]),
        "company hurries the person at box 3"
    );
    assert_eq!(all["view"]["phase"], "bets_open");
    command(
        2,
        json!({"request": "place-bet", "at": 3, "area": "ante", "amount": 500}),
    )
    .await;
    command(3, json!({"request": "ready"})).await;
    until(&mut watching, |said| {
        said["view"].is_object() && said["view"]["phase"] != "bets_open"
    })
    .await;
    floor.close().await;
}

fn bettors(view: &Value) -> usize {
    let boxes = view["boxes"].as_array().unwrap().iter();
    let bets = boxes.filter_map(|held| held["bets"].as_array());
    let mut players: Vec<u64> = bets
        .flatten()
        .filter_map(|bet| bet["player"].as_u64())
        .collect();
    players.sort_unstable();
    players.dedup();
    players.len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_is_announced_and_the_round_in_play_ends_first() {
    let mut config = floor::instant_demo();
    config.listen.drain_seconds = 120;
    let floor = Floor::open_with(config).await;
    let (player, api) = floor.api().come_as_guest().await.unwrap();
    let mut bot = Bot::sit(&api, player, 1, Bets::Ante).await.unwrap();
    while bot.view()["phase"] != "deciding" {
        bot.step().await.unwrap();
    }
    let address = floor.api();
    let mut watching = live(&address, 1).await;
    let closing = tokio::spawn(floor.close());
    let told = until(&mut watching, |said| {
        is_soft(said) && !said["restart_ms"].is_null()
    })
    .await;
    assert!(told["restart_ms"].as_u64().unwrap() <= 120_000);
    // Those who come now are told too, and a balancer sends them elsewhere.
    let mut late = live(&address, 1).await;
    until(&mut late, |said| {
        is_soft(said) && !said["restart_ms"].is_null()
    })
    .await;
    let (status, _) = address.call(Method::GET, "/readyz", None).await.unwrap();
    assert_eq!(status.as_u16(), 503);
    // The round is played to its end; then the doors close, and no other was opened.
    bot.play(1).await.unwrap();
    let bye = until(&mut watching, |said| said["type"] == "bye").await;
    assert_eq!(
        (&bye["code"], &bye["again_ms"]),
        (&json!(1001), &json!(1000))
    );
    closing.await.unwrap();
    assert_eq!(bot.view()["phase"], "concluded");
}
