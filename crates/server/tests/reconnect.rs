//! A client that goes away and comes back at every entry of a round misses nothing and gets nothing twice.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use core::time::Duration;

use bot::{Api, Bets, Bot, Heard, Live};
use floor::Floor;
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(20);

/// What a client has: the events by number, from the first it was sent.
#[derive(Default)]
struct Client {
    epoch: Value,
    n: u64,
    events: Vec<(u64, Value)>,
}

impl Client {
    /// Takes one message; `false` for messages that carry no entries.
    fn take(&mut self, said: &Value) -> bool {
        match said["type"].as_str() {
            Some("welcome") => self.epoch = said["epoch"].clone(),
            Some("snapshot") => self.n = said["n"].as_u64().unwrap(),
            Some("events") => {
                let (from, to) = (said["from"].as_u64().unwrap(), said["to"].as_u64().unwrap());
                assert_eq!(from, self.n, "nothing is left out or sent twice");
                let events = said["events"].as_array().unwrap();
                assert_eq!(events.len() as u64, to - from, "every entry has its place");
                self.events.extend((from + 1..).zip(events.iter().cloned()));
                self.n = to;
                return true;
            }
            _ => {}
        }
        false
    }

    async fn hear(&mut self, live: &mut Live) -> bool {
        match live.hear(PATIENCE).await.unwrap() {
            Heard::Said(said, _) => self.take(&said),
            Heard::Closed(code) => panic!("closed: {code:?}"),
        }
    }
}

/// A bot plays rounds at table 1 and returns the number of the last entry then.
async fn play(api: &Api, rounds: u64) -> u64 {
    let (player, api) = api.come_as_guest().await.unwrap();
    let mut bot = Bot::sit(&api, player, 1, Bets::All).await.unwrap();
    bot.play(rounds).await.unwrap();
    let table = api.get("/api/v1/tables/1").await.unwrap();
    table["n"].as_u64().unwrap()
}

/// A watcher who stayed has what every watcher who came back at any entry has.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_back_at_any_entry_has_what_who_stayed_has() {
    let floor = Floor::open().await;
    let (_, api) = floor.api().come_as_guest().await.unwrap();
    let mut stayed = Client::default();
    let mut live = Live::resume(&api, 1, &Value::Null, None).await.unwrap();
    while stayed.n == 0 {
        stayed.hear(&mut live).await;
    }
    let first = stayed.n;
    let last = play(&floor.api(), 2).await;
    while stayed.n < last {
        stayed.hear(&mut live).await;
    }
    live.cut();
    assert!(last - first > 40, "two rounds have some fifty entries");
    for n in first..=last {
        let mut back = Client {
            n,
            ..Client::default()
        };
        let mut live = Live::resume(&api, 1, &stayed.epoch, Some(n)).await.unwrap();
        while !back.hear(&mut live).await {}
        assert!(back.n >= last, "up to {}", back.n);
        let missed = stayed.events.iter().filter(|(number, _)| *number > n);
        let got = back.events.iter().filter(|(number, _)| *number <= last);
        assert!(missed.eq(got), "came back at {n}");
        live.cut();
    }
    floor.close().await;
}

/// Places that are not known get the whole table; never a part of what was missed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_places_get_the_whole_table() {
    let floor = Floor::open().await;
    let last = play(&floor.api(), 1).await;
    let (_, api) = floor.api().come_as_guest().await.unwrap();
    let epoch = api.get("/api/v1/tables/1").await.unwrap()["epoch"].clone();
    for (epoch, n) in [
        (json!("0123456789abcdef"), Some(last)),
        (Value::Null, Some(last)),
        (epoch.clone(), None),
        (epoch.clone(), Some(last + 1_000)),
        (epoch, Some(u64::MAX)),
    ] {
        let mut live = Live::resume(&api, 1, &epoch, n).await.unwrap();
        let kinds = [hear(&mut live).await, hear(&mut live).await];
        let kinds = kinds.map(|said| said["type"].clone());
        assert_eq!(kinds, [json!("welcome"), json!("snapshot")], "{n:?}");
    }
    floor.close().await;
}

async fn hear(live: &mut Live) -> Value {
    match live.hear(PATIENCE).await.unwrap() {
        Heard::Said(said, _) => said,
        Heard::Closed(code) => panic!("closed: {code:?}"),
    }
}

/// A second socket of the same session takes the first one's place; the late end of the first does not
/// disturb it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_socket_replaces_the_old_one() {
    let floor = Floor::open().await;
    let (_, api) = floor.api().come_as_guest().await.unwrap();
    let mut old = Live::resume(&api, 1, &Value::Null, None).await.unwrap();
    hear(&mut old).await;
    hear(&mut old).await;
    let mut new = Live::resume(&api, 1, &Value::Null, None).await.unwrap();
    hear(&mut new).await;
    let bye = hear(&mut old).await;
    assert_eq!((&bye["type"], &bye["code"]), (&json!("bye"), &json!(4409)));
    assert_eq!(bye["again_ms"], Value::Null);
    drop(old);
    // Another table is another socket.
    let mut other = Live::resume(&api, 2, &Value::Null, None).await.unwrap();
    hear(&mut other).await;
    let request = json!({"request": "place-bet", "at": 2, "area": "ante", "amount": 1000});
    let command = json!({"type": "command", "id": 1, "request": request});
    new.say(&command).await.unwrap();
    loop {
        let said = hear(&mut new).await;
        if said["type"] == "response" {
            assert_eq!((&said["id"], &said["outcome"]), (&json!(1), &json!("done")));
            break;
        }
    }
    floor.close().await;
}

/// Signing out closes the sockets of the session within a second; closing doors say come back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_are_told_why_they_end() {
    let floor = Floor::open().await;
    let (_, api) = floor.api().come_as_guest().await.unwrap();
    let mut live = Live::resume(&api, 1, &Value::Null, None).await.unwrap();
    hear(&mut live).await;
    hear(&mut live).await;
    let path = "/api/v1/sessions/current";
    let (status, _) = api.call(bot::Method::DELETE, path, None).await.unwrap();
    assert_eq!(status.as_u16(), 204);
    let bye = hear(&mut live).await;
    assert_eq!((&bye["type"], &bye["code"]), (&json!("bye"), &json!(4401)));
    assert_eq!(
        live.hear(PATIENCE).await.unwrap(),
        Heard::Closed(Some(4401))
    );
    let (status, _) = api
        .call(bot::Method::GET, "/api/v1/me", None)
        .await
        .unwrap();
    assert_eq!(status.as_u16(), 401);

    let (_, api) = floor.api().come_as_guest().await.unwrap();
    let mut live = Live::resume(&api, 1, &Value::Null, None).await.unwrap();
    hear(&mut live).await;
    hear(&mut live).await;
    let closing = tokio::spawn(floor.close());
    let bye = hear(&mut live).await;
    assert_eq!((&bye["type"], &bye["code"]), (&json!("bye"), &json!(1001)));
    assert!(bye["again_ms"].as_u64().is_some());
    drop(live);
    closing.await.unwrap();
}

/// A floor that is closed in mid-round goes on with that round when it opens again, under the same numbers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_goes_on_after_a_restart() {
    let mut config = floor::instant_demo();
    config.tables[0].decision_seconds = 60;
    let floor = Floor::open_with(config.clone()).await;
    let (player, api) = floor.api().come_as_guest().await.unwrap();
    let epoch;
    let looked = {
        let mut live = Live::resume(&api, 1, &Value::Null, None).await.unwrap();
        epoch = hear(&mut live).await["epoch"].clone();
        ask(
            &mut live,
            1,
            json!({"request": "place-bet", "at": 2, "area": "ante", "amount": 1000}),
        )
        .await;
        ask(&mut live, 2, json!({"request": "ready"})).await;
        until_listed(&mut live, "look").await;
        ask(&mut live, 3, json!({"request": "look", "at": 2})).await
    };
    let token = api.token().unwrap().to_owned();
    let (folder, kept) = floor.close().await;
    let floor = Floor::open_in(folder, config).await;
    let api = floor.api().with_token(&token);
    // The session is as good as before, and so is the place in the log.
    let mut live = Live::resume(&api, 1, &epoch, Some(looked)).await.unwrap();
    let welcome = hear(&mut live).await;
    assert_eq!(welcome["epoch"], epoch);
    let said = hear(&mut live).await;
    assert_eq!(
        (&said["type"], &said["from"]),
        (&json!("events"), &json!(looked))
    );
    let boxes = said["view"]["boxes"].as_array().unwrap();
    let own = boxes.iter().find(|held| held["at"] == 2).unwrap();
    assert_eq!(own["controller"].as_u64(), Some(player));
    let cards = own["cards"].as_array().unwrap();
    assert!(
        cards.len() == 3 && cards.iter().all(|card| card["up"].is_string()),
        "{cards:?}"
    );
    ask(
        &mut live,
        4,
        json!({"request": "play", "at": 2, "amount": 1000}),
    )
    .await;
    floor.close().await;
    drop(kept);
}

/// Asks, and returns the last entry that was caused.
async fn ask(live: &mut Live, id: u64, request: Value) -> u64 {
    let command = json!({"type": "command", "id": id, "request": request});
    live.say(&command).await.unwrap();
    loop {
        let said = hear(live).await;
        if said["type"] == "response" && said["id"] == id {
            assert_eq!(said["outcome"], "done", "{said}");
            return said["to"].as_u64().unwrap();
        }
    }
}

async fn until_listed(live: &mut Live, name: &str) {
    loop {
        let said = hear(live).await;
        let moves = said["moves"].as_array().cloned().unwrap_or_default();
        if moves
            .iter()
            .any(|listed| listed["request"]["request"] == name)
        {
            return;
        }
    }
}
