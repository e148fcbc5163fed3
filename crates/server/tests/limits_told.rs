//! What a player is told of his limits: on the socket when they change, and by an error that names the field.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod limits_rig;

use core::time::Duration;

use bot::{Heard, Live};
use limits_rig::{Shifted, offered};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_socket_tells_time_and_money_and_what_may_be_asked_now() {
    let floor = Shifted::open().await;
    let guest = floor.guest().await;
    let live = Live::resume(&guest.api, 1, &Value::Null, None)
        .await
        .unwrap();
    let mut live = live.with_soft();
    let mut hear = async |is_it: &dyn Fn(&Value) -> bool| loop {
        match live.hear(Duration::from_mins(1)).await.unwrap() {
            Heard::Said(said, _) if is_it(&said) => return said,
            Heard::Said(..) => {}
            Heard::Closed(code) => panic!("closed with {code:?}"),
        }
    };
    let first = hear(&|said| said["soft"] == "play-time").await;
    assert_eq!(first["session"]["since"], Value::Null, "{first}");
    guest.bet("pair_plus", 500).await.done();
    guest.until_over().await;
    let after = hear(&|said| said["soft"] == "play-time" && said["session"]["rounds"] == 1).await;
    assert_eq!(after["session"]["staked"], json!(500), "{after}");
    assert_eq!(after["table"]["net"], after["session"]["net"]);
    guest.set(&json!({"stake-round": 700})).await;
    let offers = hear(&|said| {
        said["type"] == "events" && offered(said, "pair_plus").is_some_and(|(_, most)| most == 700)
    });
    offers.await;
    let away = json!({"for": "24-hours"});
    guest
        .call("POST", "/api/v1/me/exclusion", Some(&away))
        .await;
    let blocked = hear(&|said| said["soft"] == "play-time" && !said["blocked"].is_null()).await;
    assert_eq!(blocked["blocked"]["code"], json!("self-excluded"));
    hear(&|said| said["type"] == "events" && offered(said, "ante").is_none()).await;
    floor.close().await;
}

/// A bad value names the field, what was found and what is expected, and changes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_limits_are_told_by_field_found_and_expected() {
    let floor = Shifted::open().await;
    let guest = floor.guest().await;
    let before = guest.get("/api/v1/me/limits").await["limits"].clone();
    let most = "0 to 1000000000000000 (minor units)";
    for (body, says) in [
        (json!({}), "body: found no limit"),
        (json!([]), "body: invalid type"),
        (
            json!({"loss-year": 1}),
            "loss-year: unknown field, expected one of deposit-day",
        ),
        (json!({"loss-day": -1}), "loss-day: found -1, expected 0 to"),
        (json!({"loss-day": 1.5}), "loss-day: found 1.5"),
        (json!({"loss-day": "1"}), "loss-day: found \"1\""),
        (json!({"loss-day": 1_000_000_000_000_001_u64}), most),
        (
            json!({"time-day": 0}),
            "time-day: found 0, expected 1 to 1440 (minutes)",
        ),
        (json!({"time-session": 1_441}), "expected 1 to 1440"),
        (json!({"reality-check": 4}), "expected 5 to 60 (minutes)"),
        (json!({"reality-check": 61}), "expected 5 to 60 (minutes)"),
        (json!({"loss-day": 100, "zzz": 1}), "zzz: unknown field"),
    ] {
        let answer = guest.call("PUT", "/api/v1/me/limits", Some(&body)).await;
        answer.is(400, "malformed", says);
    }
    for (body, says) in [
        (json!({"for": "a while"}), "a while"),
        (json!({}), "for"),
        (json!({"for": "7-days", "zzz": 1}), "zzz"),
    ] {
        let answer = guest
            .call("POST", "/api/v1/me/exclusion", Some(&body))
            .await;
        answer.is(400, "malformed", says);
    }
    let path = "/api/v1/me/limits/zzz/waiting";
    guest
        .call("DELETE", path, None)
        .await
        .is(404, "not-found", "expected one of deposit-day");
    guest.call("DELETE", "/api/v1/me/exclusion", None).await.is(
        404,
        "not-found",
        "do not stay away",
    );
    guest
        .call("GET", "/api/v1/me/play?table=one", None)
        .await
        .is(400, "malformed", "table");
    assert_eq!(guest.get("/api/v1/me/limits").await["limits"], before);
    floor.close().await;
}
