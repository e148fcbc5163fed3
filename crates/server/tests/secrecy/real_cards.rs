//! Tables with real cards: the test is the dealer and says which cards lie there.

use serde_json::{Value, json};

use crate::two_floors::{Lane, Watched, both, text};
use crate::{over_http, same};

/// The clients by number.
const DEALER: usize = 0;
const FIRST: usize = 1;
const SECOND: usize = 2;

/// How often everything is asked over HTTP, and all clients go and come back.
const EVERY: u64 = 40;

/// One table on one floor, and what everybody heard since the round began.
struct Table {
    watched: Watched,
    heard: Vec<Vec<String>>,
    /// The last message to each client with the table in it.
    last: Vec<Value>,
}

/// Who looks at the cards before the others are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    /// The Player of box 1, who goes on.
    FirstPlays,
    /// The Player of box 1, who folds.
    FirstFolds,
    /// Both: what the second sees differs, and nothing else.
    BothLook,
    /// Nobody: box 1 goes on blind.
    Blind,
}

pub async fn play(lane: Lane, pairs: Vec<u64>) {
    let Lane { table, apis } = lane;
    let [one, other] = apis;
    let [mut one, mut other] = both(Table::open(table, one), Table::open(table, other)).await;
    for pair in pairs {
        let cards = deck(pair);
        let own = hand(&cards, 0);
        let script = match pair / 4 % 4 {
            0 => Script::FirstPlays,
            1 => Script::FirstFolds,
            2 => Script::BothLook,
            _ => Script::Blind,
        };
        // The Player of box 1 has the same hand on both floors; the other two are exchanged for others.
        let hands = [own.clone(), hand(&cards, 3), hand(&cards, 6)];
        let exchanged = [own, hand(&cards, 9), hand(&cards, 12)];
        both(one.begin(&hands, script), other.begin(&exchanged, script)).await;
        compare(pair, script, &one, &other);
        let told = both(
            over_http::tables(&one.watched),
            over_http::tables(&other.watched),
        )
        .await;
        assert_same(pair, script, &told[0], &told[1]);
        if pair / 4 % EVERY < 4 {
            everything(pair, script, &mut one, &mut other).await;
        }
        both(one.end(), other.end()).await;
        let differ = one
            .heard
            .iter()
            .zip(&other.heard)
            .all(|(one, other)| one != other);
        assert!(differ, "pair {pair}: the Dealer's hand was shown");
    }
}

async fn everything(pair: u64, script: Script, one: &mut Table, other: &mut Table) {
    let round = one.last[DEALER]["view"]["round"].as_u64().unwrap();
    let told = both(
        over_http::everything(&one.watched, pair, round),
        over_http::everything(&other.watched, pair, round),
    )
    .await;
    assert_same(pair, script, &told[0], &told[1]);
    let [n, of_other] =
        [&*one, &*other].map(|table| table.last[DEALER]["to"].as_u64().unwrap() - 9);
    let told = both(one.watched.come_back(n), other.watched.come_back(of_other)).await;
    assert_same(pair, script, &told[0], &told[1]);
}

fn compare(pair: u64, script: Script, one: &Table, other: &Table) {
    for (client, heard) in one.heard.iter().enumerate() {
        assert!(
            heard.len() > 7,
            "{} messages to client {client}",
            heard.len()
        );
    }
    assert_same(pair, script, &one.heard, &other.heard);
    let differ = one.heard[SECOND] != other.heard[SECOND];
    let looked = script == Script::BothLook;
    assert_eq!(
        differ, looked,
        "pair {pair}: the second Player sees his own"
    );
}

/// What each client was told is the same. The second Player's is so but for the cards he looked at.
fn assert_same<T: Texts>(pair: u64, script: Script, one: &[T], other: &[T]) {
    assert_eq!(one.len(), other.len());
    for (client, (one, other)) in one.iter().zip(other).enumerate() {
        let (one, other) = (one.texts(), other.texts());
        let looked = script == Script::BothLook && client == SECOND;
        for (one, other) in one.iter().zip(&other) {
            if looked {
                assert_eq!(
                    same::without_cards(one),
                    same::without_cards(other),
                    "pair {pair}, {script:?}, the second Player"
                );
            } else {
                assert_eq!(one, other, "pair {pair}, {script:?}, client {client}");
            }
        }
        assert_eq!(
            one.len(),
            other.len(),
            "pair {pair}, {script:?}, client {client}"
        );
    }
}

trait Texts {
    fn texts(&self) -> Vec<&str>;
}

impl Texts for String {
    fn texts(&self) -> Vec<&str> {
        vec![self]
    }
}

impl Texts for Vec<String> {
    fn texts(&self) -> Vec<&str> {
        self.iter().map(String::as_str).collect()
    }
}

impl Table {
    async fn open(table: u32, apis: Vec<bot::Api>) -> Table {
        let watched = Watched::open(table, apis).await;
        let clients = watched.clients.len();
        Table {
            watched,
            heard: vec![Vec::new(); clients],
            last: vec![Value::Null; clients],
        }
    }

    /// The client asks something; everybody hears what comes of it.
    async fn ask(&mut self, client: usize, request: Value) {
        self.watched.next_id += 1;
        let id = self.watched.next_id;
        let command = json!({"type": "command", "id": id, "request": request});
        self.watched.clients[client].say(&command).await.unwrap();
        for (number, live) in self.watched.clients.iter_mut().enumerate() {
            let mut texts = vec![text(live).await];
            if number == client {
                // The answer and what happened come in either order.
                texts.push(text(live).await);
                texts.sort_by_key(|text| text.contains("\"type\":\"response\""));
            }
            if number <= SECOND {
                let said: Value = serde_json::from_str(&texts[0]).unwrap();
                assert_eq!(said["type"], "events", "{request} of {client}: {texts:?}");
                self.last[number] = said;
            }
            for text in texts {
                let text = same::without_times(&text);
                self.heard[number].push(same::counted_from(self.watched.base, &text));
            }
        }
    }

    /// Plays a round up to the moment before the Dealer's hand is shown; `hands` are those of box 1, box 2
    /// and the Dealer.
    async fn begin(&mut self, hands: &[[String; 3]; 3], script: Script) {
        self.heard.iter_mut().for_each(Vec::clear);
        if let Some(last) = self.last[DEALER]["to"].as_u64() {
            self.watched.base = last;
        }
        self.ask(DEALER, json!({"request": "open-bets"})).await;
        for (client, at) in [(FIRST, 1), (SECOND, 2)] {
            let bet = json!({"request": "place-bet", "at": at, "area": "ante", "amount": 1000});
            self.ask(client, bet).await;
        }
        self.ask(DEALER, json!({"request": "close-bets"})).await;
        for hand in hands {
            let deal = json!({"request": "deal-packet", "cards": hand});
            self.ask(DEALER, deal).await;
        }
        if script != Script::Blind {
            self.ask(FIRST, json!({"request": "look", "at": 1})).await;
        }
        if script == Script::BothLook {
            self.ask(SECOND, json!({"request": "look", "at": 2})).await;
        }
        let decision = if script == Script::FirstFolds {
            json!({"request": "fold", "at": 1, "pair_plus": "plain"})
        } else {
            json!({"request": "play", "at": 1, "amount": 1000})
        };
        self.ask(FIRST, decision).await;
    }

    /// Ends the round: box 2 goes on, and everything is shown and settled.
    async fn end(&mut self) {
        self.ask(SECOND, json!({"request": "play", "at": 2, "amount": 1000}))
            .await;
        while self.last[DEALER]["view"]["phase"] != "concluded" {
            let (client, request) = self.next_step();
            self.ask(client, request).await;
        }
    }

    /// The step that is listed, and whose it is.
    fn next_step(&self) -> (usize, Value) {
        for (client, name) in [
            (DEALER, "collect-folded"),
            (DEALER, "show-dealer"),
            (FIRST, "reveal"),
            (SECOND, "reveal"),
            (DEALER, "settle"),
            (DEALER, "conclude"),
        ] {
            let moves = self.last[client]["moves"].as_array().unwrap();
            let requests = moves.iter().map(|listed| &listed["request"]);
            let found = requests.filter(|request| request["request"] == name);
            if let Some(request) = found.into_iter().next() {
                return (client, request.clone());
            }
        }
        panic!("no step is listed: {}", self.last[DEALER]);
    }
}

/// A deck in the order of this number.
fn deck(number: u64) -> Vec<String> {
    let ranks = "23456789TJQKA".chars();
    let mut cards: Vec<String> = ranks
        .flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for nth in (1..cards.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        cards.swap(nth, usize::try_from(state % (nth as u64 + 1)).unwrap());
    }
    cards
}

fn hand(cards: &[String], from: usize) -> [String; 3] {
    core::array::from_fn(|nth| cards[from + nth].clone())
}
