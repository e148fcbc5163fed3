//! Writes the corpus anew: what may be asked at the demo floor's tables while rounds are played at them, by
//! every role, as `moves` lists it. Runs where `QUEENHIGH_RECORD` is set.

use std::collections::BTreeMap;

use bot::{Api, Bets, Bot, Heard, Live};
use serde_json::{Value, json};

use crate::corpus;
use crate::floor::{self, Floor};

/// Requests by their kind: the name, and what of them is fixed.
type Requests = BTreeMap<String, Value>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_corpus_is_recorded_where_it_is_asked_for() {
    if std::env::var_os("QUEENHIGH_RECORD").is_none() {
        return;
    }
    let floor = Floor::open_with(floor::instant_demo()).await;
    let mut requests = Requests::new();
    for table in 1..=5 {
        let mut watching = Vec::new();
        for role in ["dealer", "pit-supervisor", "pit-manager", "shift-manager"] {
            if table == 1 {
                watching.push(floor.staff(role).await);
            }
        }
        watching.push(floor.api().come_as_guest().await.unwrap().1);
        record_table(&floor, table, &watching, &mut requests).await;
    }
    floor.close().await;
    let mut frames = vec![
        json!({"type": "hello", "epoch": null, "n": null}),
        json!({"type": "hello", "epoch": "0123456789abcdef", "n": 7}),
        json!({"type": "pong"}),
    ];
    let mut bodies = vec![
        "POST /api/v1/guests".to_owned(),
        r#"POST /api/v1/sessions {"name":"Dealer","password":"a long password","code":"123456"}"#.to_owned(),
        r#"POST /api/v1/tables/2/buy-in {"id":"b","amount":1000}"#.to_owned(),
        r#"POST /api/v1/tables/3/cash-out {"id":7,"amount":500}"#.to_owned(),
        r#"POST /api/v1/settle {"rulebook":"rws-2020","dealer":"Jc Td 8h","boxes":[{"box":1,"player":"A","cards":"As Ks Qs","ante":5000,"decision":"play"}]}"#.to_owned(),
    ];
    for (nth, request) in requests.values().enumerate() {
        frames.push(json!({"type": "command", "id": nth, "request": request}));
        let table = 2 + nth % 4;
        let body = json!({"id": format!("c{nth}"), "request": request});
        bodies.push(format!("POST /api/v1/tables/{table}/commands {body}"));
    }
    let frames: Vec<String> = frames.iter().map(Value::to_string).collect();
    std::fs::write(corpus::file("frames.txt"), frames.join("\n") + "\n").unwrap();
    std::fs::write(corpus::file("bodies.txt"), bodies.join("\n") + "\n").unwrap();
}

/// Two rounds of a player, and what everybody could have asked meanwhile.
async fn record_table(floor: &Floor, table: u64, watching: &[Api], requests: &mut Requests) {
    let mut live = Vec::new();
    for api in watching {
        live.push(Live::resume(api, table, &Value::Null, None).await.unwrap());
    }
    let (player, api) = floor.api().come_as_guest().await.unwrap();
    let own = api.clone();
    let mut bot = Bot::sit(&api, player, table, Bets::All).await.unwrap();
    let playing = tokio::spawn(async move { bot.play(2).await.unwrap() });
    while !playing.is_finished() {
        // What the player himself may ask, at some moments of the round.
        let seen = own.get(&format!("/api/v1/tables/{table}")).await.unwrap();
        collect(&seen["moves"], requests);
        tokio::time::sleep(core::time::Duration::from_millis(10)).await;
    }
    for mut live in live {
        let patience = core::time::Duration::from_millis(300);
        while let Ok(Heard::Said(said, _)) = live.hear(patience).await {
            collect(&said["moves"], requests);
        }
    }
}

fn collect(moves: &Value, requests: &mut Requests) {
    for listed in moves.as_array().into_iter().flatten() {
        let mut request = listed["request"].clone();
        let kind = listed
            .get("fields")
            .map_or(&request["request"], |_| &listed["request"]);
        let kind = kind.to_string();
        for (path, choices) in listed["fields"].as_object().into_iter().flatten() {
            fill(&mut request, path, chosen(choices));
        }
        requests.entry(kind).or_insert(request);
    }
}

/// Something that the field may hold.
fn chosen(choices: &Value) -> Value {
    if let Some(first) = choices["one_of"].get(0) {
        return first.clone();
    }
    if choices == "fingerprint" || choices == "seed" {
        return json!("0".repeat(64));
    }
    if choices["any_of"].is_array() {
        return choices["any_of"].clone();
    }
    match choices["any"].as_str() {
        Some("card") => {
            let most = choices["most"].as_u64().unwrap_or(1);
            let cards = ["As", "Kd", "2c"]
                .iter()
                .take(usize::try_from(most).unwrap_or(1));
            json!(cards.collect::<Vec<_>>())
        }
        Some("player" | "person") => json!(3),
        Some("actor") => json!("system"),
        Some("text") => json!("words for the record"),
        Some(_) | None => choices.get("min").cloned().unwrap_or_default(),
    }
}

fn fill(request: &mut Value, path: &str, value: Value) {
    let mut place = request;
    for name in path.split('.') {
        if place.is_null() {
            *place = json!({});
        }
        place = &mut place[name];
    }
    *place = value;
}
