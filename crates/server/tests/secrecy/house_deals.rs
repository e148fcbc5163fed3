//! Tables where the house deals: the two houses draw their own seeds, so the decks differ by themselves.
//!
//! Until the Dealer's hand is shown no message may depend on the deck. What is masked beside times and chips
//! are the two public commitments: the digest by which the house promises its seed, and the seed of the
//! round before, published when that was over. The automatic dealer works at its own pace, so one message
//! may carry several commits: messages with the same numbers are compared byte for byte, events one by one.

use std::collections::BTreeMap;

use house::game::PlayerId;
use house::ledger::TableId;
use house::shuffle::{DealId, Seed, SeedOwner};
use serde_json::{Value, json};

use crate::two_floors::{Lane, Watched, both, text};
use crate::{over_http, same};

const FIRST: usize = 1;
const SECOND: usize = 2;

struct Table {
    watched: Watched,
    players: [u32; 2],
    /// By client: everything that was heard since bets were opened, as it was sent.
    raw: Vec<Vec<String>>,
    /// By client: the last message with the table in it.
    last: Vec<Value>,
    /// Answers to commands that were not done.
    refused: Vec<String>,
}

/// What the Players do before the others are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    /// Nobody looks.
    Blind,
    /// The first looks, and goes on.
    FirstLooks,
    /// The first has a seed in the deck, and goes on blind.
    WithSeed,
}

pub async fn play(lane: Lane, pairs: Vec<u64>) {
    let Lane { table, apis } = lane;
    let [one, other] = apis;
    let [mut one, mut other] = both(Table::open(table, one), Table::open(table, other)).await;
    for pair in pairs {
        let script = match pair % 3 {
            0 => Script::Blind,
            1 => Script::FirstLooks,
            _ => Script::WithSeed,
        };
        both(one.begin(pair, script), other.begin(pair, script)).await;
        compare(pair, script, &one, &other);
        let told = both(
            over_http::tables(&one.watched),
            over_http::tables(&other.watched),
        )
        .await;
        for (client, (one, other)) in told[0].iter().zip(&told[1]).enumerate() {
            assert_eq!(
                masked(client, script, one),
                masked(client, script, other),
                "pair {pair}, {script:?}, client {client}"
            );
        }
        both(one.end(), other.end()).await;
        for table in [&one, &other] {
            table.seed_was_not_told_before(pair);
        }
    }
}

fn masked(client: usize, script: Script, text: &str) -> String {
    let text = same::without_commitments(&same::without_times(text));
    if script == Script::FirstLooks && client == FIRST {
        return same::without_cards(&text);
    }
    assert_eq!(
        same::cards_named(&text),
        Vec::<&str>::new(),
        "client {client}: {text}"
    );
    text
}

fn compare(pair: u64, script: Script, one: &Table, other: &Table) {
    for client in 0..one.raw.len() {
        let (one, other) = (one.heard(client, script), other.heard(client, script));
        let whose = format!("pair {pair}, {script:?}, client {client}");
        assert!(
            one.events.len() > 10,
            "{whose}: {} events",
            one.events.len()
        );
        assert_eq!(one.events, other.events, "{whose}");
        let mut equal = 0;
        for (numbers, text) in &one.messages {
            if let Some(other) = other.messages.get(numbers) {
                assert_eq!(text, other, "{whose}");
                equal += 1;
            }
        }
        assert!(equal > 0, "{whose}: no message has the same numbers");
    }
}

/// What a client heard: messages by the numbers of their entries, and events by their own.
struct Heard {
    messages: BTreeMap<(u64, u64), String>,
    events: BTreeMap<u64, String>,
}

impl Table {
    /// What a client heard in this round, with its numbers counted from the beginning of it.
    fn heard(&self, client: usize, script: Script) -> Heard {
        let (mut messages, mut events) = (BTreeMap::new(), BTreeMap::new());
        let base = self.watched.base;
        for text in &self.raw[client] {
            let said: Value = serde_json::from_str(text).unwrap();
            if said["type"] != "events" {
                continue;
            }
            let [from, to] = ["from", "to"].map(|name| said[name].as_u64().unwrap() - base);
            let text = same::counted_from(base, text);
            messages.insert((from, to), masked(client, script, &text));
            let own = said["events"].as_array().unwrap().iter().zip(from + 1..);
            events.extend(own.map(|(event, n)| (n, masked(client, script, &event.to_string()))));
        }
        Heard { messages, events }
    }

    async fn open(table: u32, apis: Vec<bot::Api>) -> Table {
        let mut players = [0; 2];
        for (player, api) in players.iter_mut().zip(&apis[FIRST..=SECOND]) {
            let me = api.get("/api/v1/me").await.unwrap();
            *player = u32::try_from(me["player"].as_u64().unwrap()).unwrap();
        }
        let mut watched = Watched::open(table, apis).await;
        // The snapshot was heard; what comes next begins with the first bet.
        let clients = watched.clients.len();
        watched.next_id = 0;
        Table {
            watched,
            players,
            raw: vec![Vec::new(); clients],
            last: vec![Value::Null; clients],
            refused: Vec::new(),
        }
    }

    async fn hear(&mut self, client: usize) {
        let heard = text(&mut self.watched.clients[client]).await;
        let said: Value = serde_json::from_str(&heard).unwrap();
        match said["type"].as_str() {
            Some("events") => self.last[client] = said,
            Some("response") if said["outcome"] != "done" => self.refused.push(heard.clone()),
            _ => {}
        }
        self.raw[client].push(heard);
    }

    /// A Player asks something, and hears the answer.
    async fn ask(&mut self, client: usize, request: &Value) {
        self.watched.next_id += 1;
        let id = self.watched.next_id;
        let command = json!({"type": "command", "id": id, "request": request});
        self.watched.clients[client].say(&command).await.unwrap();
        let answered = |raw: &[String]| {
            let answer = format!("\"id\":{id},");
            raw.iter()
                .any(|text| text.contains(&answer) && text.contains("\"type\":\"response\""))
        };
        while !answered(&self.raw[client]) {
            self.hear(client).await;
        }
        assert!(self.refused.is_empty(), "{request}: {:?}", self.refused);
    }

    /// Everybody hears until the first Player's table is so, and has as many entries as he.
    async fn until(&mut self, is_so: impl Fn(&Value) -> bool) {
        while !is_so(&self.last[FIRST]["view"]) {
            self.hear(FIRST).await;
        }
        let n = self.last[FIRST]["to"].as_u64().unwrap();
        for client in 0..self.watched.clients.len() {
            while self.last[client]["to"].as_u64() < Some(n) {
                self.hear(client).await;
            }
        }
    }

    /// Plays a round up to the moment before the Dealer's hand is shown.
    async fn begin(&mut self, pair: u64, script: Script) {
        // What the end of the round before was told with the opening of this one is not compared.
        self.raw.iter_mut().for_each(Vec::clear);
        if let Some(last) = self.last[FIRST]["to"].as_u64() {
            self.watched.base = last;
        }
        for (client, at) in [(FIRST, 1), (SECOND, 2)] {
            let bet = json!({"request": "place-bet", "at": at, "area": "ante", "amount": 1000});
            self.ask(client, &bet).await;
        }
        self.until(|view| view["phase"] == "bets_open").await;
        let round = self.last[FIRST]["view"]["round"].as_u64().unwrap();
        let seed = self.seed(pair, round);
        if script == Script::WithSeed {
            let request = json!({"request": "promise-seed", "promise": seed.1});
            self.ask(FIRST, &request).await;
        }
        self.ask(FIRST, &json!({"request": "ready"})).await;
        self.ask(SECOND, &json!({"request": "ready"})).await;
        if script == Script::WithSeed {
            self.until(|view| {
                view["phase"] != "bets_open" && !view["cards"]["shuffle"]["promise"].is_null()
            })
            .await;
            self.ask(FIRST, &json!({"request": "open-seed", "seed": seed.0}))
                .await;
        }
        self.until(|view| view["phase"] == "deciding").await;
        if script == Script::FirstLooks {
            self.ask(FIRST, &json!({"request": "look", "at": 1})).await;
        }
        self.ask(FIRST, &json!({"request": "play", "at": 1, "amount": 1000}))
            .await;
        self.until(|view| view["boxes"][0]["decision"] != "undecided")
            .await;
        let view = &self.last[FIRST]["view"];
        assert!(view["cards"]["shuffle"]["seed"].is_null(), "{view}");
    }

    /// The same seed on both floors, and its promise.
    fn seed(&self, pair: u64, round: u64) -> (Value, Value) {
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&pair.to_be_bytes());
        let seed = Seed::new(bytes);
        let deal = DealId {
            table: TableId(self.watched.table),
            round,
        };
        let owner = SeedOwner::Player(PlayerId(self.players[0]));
        (json!(seed), json!(seed.promise(deal, owner)))
    }

    /// Ends the round: the second Player folds, and the house does the rest and opens the next.
    async fn end(&mut self) {
        let round = self.last[FIRST]["view"]["round"].clone();
        let fold = json!({"request": "fold", "at": 2, "pair_plus": "plain"});
        self.ask(SECOND, &fold).await;
        self.until(|view| view["phase"] != "deciding").await;
        while self.last[FIRST]["view"]["round"] == round {
            let moves = self.last[FIRST]["moves"].as_array().unwrap();
            let mut requests = moves.iter().map(|listed| &listed["request"]);
            let reveal = requests.find(|request| request["request"] == "reveal");
            match reveal.cloned() {
                Some(reveal) => {
                    self.ask(FIRST, &reveal).await;
                    // The next round may have opened by then.
                    let is_next = |view: &Value| view["round"] != round;
                    self.until(|view| view["boxes"][0]["showing"] != "face_down" || is_next(view))
                        .await;
                }
                None => self.hear(FIRST).await,
            }
        }
        self.until(|view| view["phase"] == "bets_open").await;
    }

    /// The seed that was told at the end of the round stood in no message before it.
    fn seed_was_not_told_before(&self, pair: u64) {
        let of_first = self.raw[FIRST].iter();
        let told = of_first.filter_map(|text| {
            let said: Value = serde_json::from_str(text).unwrap();
            let events = said["events"].as_array()?.clone();
            let told = events
                .into_iter()
                .find(|event| event["kind"] == "seed-told")?;
            told["seed"].as_str().map(str::to_owned)
        });
        let told: Vec<String> = told.collect();
        let [seed] = told.as_slice() else {
            panic!("pair {pair}: {} seeds were told", told.len());
        };
        for (client, heard) in self.raw.iter().enumerate() {
            let first = heard.iter().position(|text| text.contains(seed.as_str()));
            let first = first.unwrap_or(heard.len());
            let before = &heard[..=first.min(heard.len() - 1)];
            let shown = before.iter().any(|text| text.contains("\"dealer-shown\""));
            assert!(
                shown,
                "pair {pair}, client {client}: the seed was told before the hands were shown"
            );
        }
    }
}
