//! A player's own limits over HTTP: what they refuse and say, what is offered within them, that no decision
//! is ever refused, and that they outlive a restart.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod limits_rig;

use limits_rig::{HOUR, MINUTE, Shifted, offered};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stakes_in_a_round_stay_within_the_limit_and_a_play_is_never_refused() {
    let floor = Shifted::open().await;
    let guest = floor.guest().await;
    guest.set(&json!({"stake-round": 1_500})).await;
    // An Ante counts with its Play, and chips come by the hundred.
    let table = guest.table().await;
    assert_eq!(offered(&table, "ante"), Some((500, 700)));
    assert_eq!(offered(&table, "pair_plus").unwrap().1, 1_500);
    let refused = guest.bet("ante", 1_000).await;
    refused.is(
        409,
        "limit-stake",
        "stakes in a round is 15.00: 0.00 is staked, and 10.00 and its Play",
    );
    guest.bet("ante", 700).await.done();
    guest
        .bet("pair_plus", 500)
        .await
        .is(409, "limit-stake", "14.00 is staked");
    assert_eq!(offered(&guest.table().await, "pair_plus"), None);
    guest.until_dealt().await;
    guest
        .ask(&json!({"request": "play", "at": 1, "amount": 700}))
        .await
        .done();
    guest.until_over().await;
    // The next round is another.
    guest.bet("ante", 700).await.done();
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn losses_are_counted_from_settlements_and_with_what_lies() {
    let floor = Shifted::open().await;
    let guest = floor.guest().await;
    guest.set(&json!({"loss-day": 3_000})).await;
    for round in 1..=3 {
        guest.bet("ante", 500).await.done();
        guest.until_dealt().await;
        guest.fold().await;
        guest.until_over().await;
        let day = &guest.get("/api/v1/me/play").await["day"];
        let expected = json!([round, 500 * round, -500 * round]);
        assert_eq!(json!([day["rounds"], day["staked"], day["net"]]), expected);
    }
    let limits = guest.get("/api/v1/me/limits").await;
    let line = limits["limits"].as_array().unwrap().iter();
    let line = line
        .clone()
        .find(|line| line["limit"] == "loss-day")
        .unwrap();
    assert_eq!(
        (&line["value"], &line["used"]),
        (&json!(3_000), &json!(1_500))
    );
    // Fifteen are left, and an Ante of eight could lose sixteen.
    let refused = guest.bet("ante", 800).await;
    refused.is(
        409,
        "limit-loss",
        "losses in a day is 30.00: 15.00 is lost or at stake, and 8.00",
    );
    let again = refused.body["again_ms"].as_u64().unwrap();
    assert!(again <= 24 * HOUR, "{again}");
    assert_eq!(offered(&guest.table().await, "ante"), Some((500, 700)));
    guest.bet("ante", 700).await.done();
    // At another table nothing but what is left counts.
    guest
        .bet_at(2, "ante", 100)
        .await
        .is(409, "limit-loss", "29.00 is lost or at stake");
    let within = guest.bet_at(2, "pair_plus", 100).await;
    assert_ne!(within.body["code"], json!("limit-loss"), "{within:?}");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reality_check_blocks_the_next_stake_and_no_decision() {
    let floor = Shifted::open().await;
    let guest = floor.guest().await;
    guest.set(&json!({"reality-check": 5})).await;
    guest.bet("ante", 500).await.done();
    guest.until_dealt().await;
    floor.pass(6 * MINUTE);
    let play = guest.get("/api/v1/me/play").await;
    assert_eq!(play["reality_check"]["due"], json!(true), "{play}");
    assert_eq!(play["blocked"]["code"], json!("reality-check"));
    guest.ask(&json!({"request": "look", "at": 1})).await.done();
    guest
        .ask(&json!({"request": "play", "at": 1, "amount": 500}))
        .await
        .done();
    guest.until_over().await;
    let refused = guest.bet("ante", 500).await;
    refused.is(409, "reality-check", "you have played for 6 minutes");
    assert_eq!(offered(&guest.table().await, "ante"), None);
    let answered = guest.call("POST", "/api/v1/me/reality-check", None).await;
    assert_eq!(
        answered.body["reality_check"]["due"],
        json!(false),
        "{answered:?}"
    );
    assert_eq!(
        answered.body["session"]["time_ms"].as_u64().unwrap() / MINUTE,
        6
    );
    guest.bet("ante", 500).await.done();
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_of_play_is_limited_by_spell_and_by_day() {
    let floor = Shifted::open().await;
    let guest = floor.guest().await;
    guest
        .set(&json!({"time-session": 10, "time-day": 25}))
        .await;
    let play = async || {
        guest.bet("pair_plus", 500).await.done();
        guest.until_over().await;
    };
    play().await;
    floor.pass(11 * MINUTE);
    let refused = guest.bet("pair_plus", 500).await;
    refused.is(
        409,
        "limit-time",
        "without a break is 10 minutes: you have played 11",
    );
    let sit = guest.ask(&json!({"request": "sit", "at": 3})).await;
    sit.is(409, "limit-time", "");
    // A quarter of an hour without a stake is a break.
    floor.pass(5 * MINUTE);
    play().await;
    floor.pass(9 * MINUTE);
    play().await;
    floor.pass(14 * MINUTE);
    let refused = guest.bet("pair_plus", 500).await;
    refused.is(409, "limit-time", "");
    floor.pass(2 * MINUTE);
    play().await;
    floor.pass(9 * MINUTE);
    play().await;
    floor.pass(8 * MINUTE);
    let refused = guest.bet("pair_plus", 500).await;
    refused.is(409, "limit-time", "in a day is 25 minutes");
    guest.stay_away(&floor, 25).await;
    play().await;
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn looser_waits_a_day_across_a_restart_and_can_be_taken_back() {
    let floor = Shifted::open().await;
    let guest = floor.guest().await;
    let value = |limits: &Value, name: &str| {
        let lines = limits["limits"].as_array().unwrap();
        let line = lines.iter().find(|line| line["limit"] == name).unwrap();
        (line["value"].clone(), line["waiting"]["value"].clone())
    };
    guest
        .set(&json!({"loss-week": 5_000, "stake-round": 900}))
        .await;
    let set = guest
        .set(&json!({"loss-week": 9_000, "stake-round": null}))
        .await;
    assert_eq!(value(&set, "loss-week"), (json!(5_000), json!(9_000)));
    assert_eq!(value(&set, "stake-round"), (json!(900), Value::Null));
    let path = "/api/v1/me/limits/stake-round/waiting";
    let back = guest.call("DELETE", path, None).await;
    assert_eq!(back.status, 200, "{back:?}");
    guest
        .call("DELETE", path, None)
        .await
        .is(404, "not-found", "no change waits");
    let floor = floor.restart().await;
    let guest = guest.after_restart(&floor);
    floor.pass(23 * HOUR);
    let limits = guest.get("/api/v1/me/limits").await;
    assert_eq!(value(&limits, "loss-week"), (json!(5_000), json!(9_000)));
    floor.pass(HOUR + MINUTE);
    let limits = guest.get("/api/v1/me/limits").await;
    assert_eq!(value(&limits, "loss-week"), (json!(9_000), Value::Null));
    assert_eq!(value(&limits, "stake-round"), (json!(900), Value::Null));
    assert_eq!(limits["changes"].as_array().unwrap().len(), 5);
    guest.bet("ante", 600).await.is(409, "limit-stake", "");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_who_stays_away_plays_out_what_lies_and_keeps_his_money() {
    let floor = Shifted::open().await;
    let guest = floor.guest().await;
    let chips = json!({"id": "first chips", "amount": 2_000});
    let bought = guest.call("POST", "/api/v1/tables/1/buy-in", Some(&chips));
    bought.await.done();
    guest.bet("ante", 500).await.done();
    guest.until_dealt().await;
    let away = json!({"for": "7-days"});
    let told = guest
        .call("POST", "/api/v1/me/exclusion", Some(&away))
        .await;
    assert_eq!(told.body["exclusion"]["for"], json!("7-days"), "{told:?}");
    let day = json!({"for": "24-hours"});
    let shorter = guest.call("POST", "/api/v1/me/exclusion", Some(&day));
    shorter.await.is(409, "self-excluded", "nothing shortens");
    let back = guest.call("DELETE", "/api/v1/me/exclusion", None).await;
    back.is(409, "self-excluded", "nothing shortens");
    guest
        .ask(&json!({"request": "play", "at": 1, "amount": 500}))
        .await
        .done();
    guest.until_over().await;
    guest
        .bet("ante", 500)
        .await
        .is(409, "self-excluded", "you take a break from every table");
    guest
        .ask(&json!({"request": "sit", "at": 4}))
        .await
        .is(409, "self-excluded", "");
    let chips = json!({"id": "in", "amount": 100});
    let buy_in = guest
        .call("POST", "/api/v1/tables/1/buy-in", Some(&chips))
        .await;
    buy_in.is(409, "self-excluded", "");
    let moves = guest.table().await["moves"].clone();
    let names: Vec<&str> = moves
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|listed| listed["request"]["request"].as_str())
        .collect();
    assert!(
        !names.contains(&"place-bet") && !names.contains(&"sit"),
        "{names:?}"
    );
    let deposit = json!({"request": "deposit", "player": guest.player, "amount": 1_000});
    floor
        .desk("cage", "d1", &deposit)
        .await
        .is(409, "self-excluded", "");
    let rack = guest.table().await["rack"].as_u64().unwrap();
    let out = json!({"id": "out", "amount": rack});
    let cashed = guest
        .call("POST", "/api/v1/tables/1/cash-out", Some(&out))
        .await;
    assert_eq!(cashed.status, 200, "{cashed:?}");
    // Nor do staff stake for him.
    let stake = json!({"request": "place-bet-for", "player": guest.player, "at": 1, "area": "ante", "amount": 500});
    floor
        .staff_asks("pit-supervisor", &stake)
        .await
        .is(409, "self-excluded", "");
    guest.stay_away(&floor, 8 * 22).await;
    guest.bet("ante", 500).await.done();
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn money_into_the_purse_is_limited_whoever_brings_it() {
    let floor = Shifted::open().await;
    let guest = floor.guest().await;
    // What a guest starts with is paid in too.
    guest.set(&json!({"deposit-day": 205_000})).await;
    let deposit =
        |amount: u64| json!({"request": "deposit", "player": guest.player, "amount": amount});
    floor.desk("cage", "d1", &deposit(4_000)).await.done();
    let refused = floor.desk("cage", "d2", &deposit(1_001)).await;
    refused.is(409, "limit-deposit", "2040.00 is paid in, and 10.01");
    // The first again is the first again.
    floor.desk("cage", "d1", &deposit(4_000)).await.done();
    floor.desk("cage", "d3", &deposit(1_000)).await.done();
    let purse = guest.get("/api/v1/me").await["purse"].clone();
    assert_eq!(purse, json!(205_000));
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bet_that_was_taken_keeps_its_answer_when_the_limit_is_tightened() {
    let floor = Shifted::open().await;
    let guest = floor.guest().await;
    let bet = json!({"request": "place-bet", "at": 1, "area": "ante", "amount": 500});
    let first = guest.ask_as("once", &bet).await;
    guest.set(&json!({"stake-round": 100})).await;
    let again = guest.ask_as("once", &bet).await;
    assert_eq!((first.status, &first.body), (200, &again.body));
    guest.ask_as("twice", &bet).await.is(409, "limit-stake", "");
    floor.close().await;
}
