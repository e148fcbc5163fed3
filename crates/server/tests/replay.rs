//! A finished round by its address: whole for the player who was in it, as everybody saw it for all others,
//! and view by view; and what a page has to know of the house first.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use bot::{Bets, Bot};
use floor::{Floor, instant_demo};
use serde_json::{Value, json};

/// Plays one round, and returns its number with the API of the player.
async fn after_a_round(floor: &Floor) -> (bot::Api, u64) {
    let (player, api) = floor.api().come_as_guest().await.unwrap();
    let mut bot = Bot::sit(&api, player, 1, Bets::All).await.unwrap();
    bot.play(1).await.unwrap();
    let rounds = api.get("/api/v1/rounds").await.unwrap();
    let round = rounds["rounds"][0]["round"].as_u64().unwrap();
    (api, round)
}

fn cards_of(round: &Value) -> Vec<&Value> {
    let boxes = round["view"]["boxes"].as_array().unwrap();
    let cards = boxes
        .iter()
        .flat_map(|held| held["cards"].as_array().unwrap());
    cards.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_is_told_to_everybody_as_everybody_saw_it() {
    let floor = Floor::open().await;
    let (own, round) = after_a_round(&floor).await;
    let path = format!("/api/v1/rounds/1/{round}");
    let mine = own.get(&path).await.unwrap();
    let (_, other) = floor.api().come_as_guest().await.unwrap();
    let passer_by = floor.api().get(&path).await.unwrap();
    let others = other.get(&path).await.unwrap();
    assert_eq!(passer_by, others);
    assert_eq!(mine["round"], others["round"]);
    assert_eq!(mine["rulebook"], json!("rws-2020"));
    assert_eq!(mine["name"], json!("Sentosa"));
    assert_eq!(mine["names"].as_object().unwrap().len(), 1);
    // What he looked at himself is his to know even where he folded it face down.
    assert_eq!(cards_of(&mine).len(), 3);
    let shown = others["view"]["boxes"][0]["showing"].clone();
    let folded_unseen = cards_of(&others).iter().all(|face| *face == "down");
    let is_open = cards_of(&others) == cards_of(&mine);
    assert!(folded_unseen || is_open, "{shown}: {others}");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn views_of_a_round_end_with_the_last_and_show_no_card_before_its_time() {
    let floor = Floor::open().await;
    let (own, round) = after_a_round(&floor).await;
    let path = format!("/api/v1/rounds/1/{round}");
    let plain = own.get(&path).await.unwrap();
    assert_eq!(plain.get("views"), None);
    let all = own.get(&format!("{path}?views=all")).await.unwrap();
    let views = all["views"].as_array().unwrap();
    assert_eq!(views.last().unwrap()["view"], all["view"]);
    assert_eq!(views.last().unwrap()["n"], all["to"]);
    let numbers: Vec<u64> = views.iter().map(|at| at["n"].as_u64().unwrap()).collect();
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
    // The Dealer's cards lie face down until they are turned.
    let betting = views.iter().filter(|at| {
        let phase = at["view"]["phase"].as_str().unwrap();
        matches!(phase, "bets_open" | "dealing" | "deciding")
    });
    for at in betting {
        let dealer = at["view"]["dealer"].as_array().unwrap();
        assert!(dealer.iter().all(|face| face == "down"), "{at}");
    }
    let (status, wrong) = own
        .call(bot::Method::GET, &format!("{path}?views=some"), None)
        .await
        .unwrap();
    assert_eq!(
        (status.as_u16(), &wrong["code"]),
        (400, &json!("malformed"))
    );
    floor.close().await;
}

#[tokio::test]
async fn where_spectators_sign_in_a_round_is_not_for_passers_by() {
    let mut config = instant_demo();
    config.tables[0].spectators = server::config::Spectators::SignedIn;
    let floor = Floor::open_with(config).await;
    let path = "/api/v1/rounds/1/1";
    let (status, _) = floor
        .api()
        .call(bot::Method::GET, path, None)
        .await
        .unwrap();
    assert_eq!(status.as_u16(), 401);
    floor.close().await;
}

#[tokio::test]
async fn a_page_learns_what_the_house_is_and_who_asks_without_an_error() {
    let floor = Floor::open().await;
    let house = floor.api().get("/api/v1/house").await.unwrap();
    assert_eq!(house["name"], json!("Queen High"));
    assert_eq!(house["guests"], json!(true));
    assert_eq!(house["guest_purse"], json!(200_000));
    assert_eq!(house["you"], Value::Null);
    let (player, api) = floor.api().come_as_guest().await.unwrap();
    let house = api.get("/api/v1/house").await.unwrap();
    assert_eq!(house["you"]["player"], json!(player));
    assert_eq!(house["you"], api.get("/api/v1/me").await.unwrap());
    let bet = json!({"request": "place-bet", "at": 4, "area": "ante", "amount": 1000});
    let command = json!({"id": 1, "request": bet});
    let path = "/api/v1/tables/1/commands";
    api.call(bot::Method::POST, path, Some(&command))
        .await
        .unwrap();
    let mut taken = Value::Null;
    for _ in 0..200 {
        let lobby = api.get("/api/v1/tables").await.unwrap();
        taken = lobby[0]["taken"].clone();
        if taken == json!([4]) {
            break;
        }
        tokio::time::sleep(core::time::Duration::from_millis(25)).await;
    }
    assert_eq!(taken, json!([4]));
    floor.close().await;
}
