//! Two floors, the same script, and the cards that lie face down exchanged: until they are shown, every
//! byte that goes to any client is the same on both floors, and so is the length of every message.
//!
//! `QUEENHIGH_PAIRS` asks for more pairs of rounds than usual.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use core::time::Duration;

use bot::{Api, Live};
use floor::Floor;
use serde_json::{Value, json};
use server::config::Config;

const PATIENCE: Duration = Duration::from_secs(20);
const PAIRS: u64 = 60;

/// A table at which a dealer says which cards were dealt: so the test chooses them.
const CONFIG: &str = r#"
[house]
name = "Two floors"
guests = true
guest_purse = 100_000_000

[[table]]
number = 1
name = "Real cards"
rulebook = "rws-2020"
cards = "table"
limits.ante = { min = 500, max = 50_000 }
limits.pair_plus = { min = 500, max = 50_000 }
jackpot = { stake = 500, contribution = 125, seed = 5_000_000 }
betting_seconds = 3600
decision_seconds = 3600

[[person]]
name = "Dealer"
role = "dealer"

[[person]]
name = "Pit supervisor"
role = "pit-supervisor"

[[person]]
name = "Surveillance"
role = "surveillance"

[[person]]
name = "Auditor"
role = "auditor"
"#;

/// A floor with everybody who looks at its table.
struct Watched {
    floor: Floor,
    dealer: Live,
    players: [Live; 2],
    watchers: Vec<Live>,
    next_id: u64,
    /// What each client heard, in the order of the clients.
    heard: Vec<Vec<String>>,
}

impl Watched {
    async fn open() -> Watched {
        let mut config = Config::read(CONFIG).unwrap();
        config.listen.address.set_port(0);
        let floor = Floor::open_with(config).await;
        let live = async |api: &Api| Live::resume(api, 1, &Value::Null, None).await.unwrap();
        let (_, first) = floor.api().come_as_guest().await.unwrap();
        let (_, second) = floor.api().come_as_guest().await.unwrap();
        let dealer = live(&floor.staff("dealer").await).await;
        let players = [live(&first).await, live(&second).await];
        let mut watchers = vec![live(&floor.api()).await];
        for role in ["pit-supervisor", "surveillance", "auditor"] {
            watchers.push(live(&floor.staff(role).await).await);
        }
        let mut watched = Watched {
            floor,
            dealer,
            players,
            watchers,
            next_id: 0,
            heard: vec![Vec::new(); 7],
        };
        // The welcome and the table as it stands.
        for _ in 0..2 {
            watched.hear_all().await;
        }
        // They name the log, which is another on each floor.
        for heard in &mut watched.heard {
            heard.clear();
        }
        watched
    }

    fn clients(&mut self) -> impl Iterator<Item = &mut Live> {
        let first = core::iter::once(&mut self.dealer);
        first.chain(&mut self.players).chain(&mut self.watchers)
    }

    /// One message to everybody.
    async fn hear_all(&mut self) {
        let mut heard = Vec::new();
        for client in self.clients() {
            heard.push(text(client).await);
        }
        for (all, one) in self.heard.iter_mut().zip(heard) {
            all.push(one);
        }
    }

    /// The client of this number (the dealer is 0) asks something; everybody hears what comes of it. Returns
    /// the table as the dealer sees it then.
    async fn ask(&mut self, client: usize, request: Value) -> Value {
        self.next_id += 1;
        let command = json!({"type": "command", "id": self.next_id, "request": request});
        let asking = self.clients().nth(client).unwrap();
        asking.say(&command).await.unwrap();
        let mut heard = Vec::new();
        for (number, live) in self.clients().enumerate() {
            let mut texts = vec![text(live).await];
            if number == client {
                // The answer and what happened come in either order.
                texts.push(text(live).await);
                texts.sort_by_key(|text| text.contains("\"type\":\"response\""));
            }
            heard.push(texts);
        }
        let said: Value = serde_json::from_str(&heard[0][0]).unwrap();
        assert_eq!(said["type"], "events", "{request} of {client}: {heard:?}");
        for (all, texts) in self.heard.iter_mut().zip(heard) {
            all.extend(texts);
        }
        said["view"].clone()
    }

    /// Plays a round up to the moment before the Dealer's hand is shown; `hands` are those of box 1, box 2
    /// and the Dealer. The Player of box 1 looks, the one of box 2 does not.
    async fn play(&mut self, hands: &[[String; 3]; 3]) {
        self.ask(0, json!({"request": "open-bets"})).await;
        for (client, at) in [(1, 1), (2, 2)] {
            let bet = json!({"request": "place-bet", "at": at, "area": "ante", "amount": 1000});
            self.ask(client, bet).await;
        }
        self.ask(0, json!({"request": "close-bets"})).await;
        for hand in hands {
            let deal = json!({"request": "deal-packet", "cards": hand});
            self.ask(0, deal).await;
        }
        self.ask(1, json!({"request": "look", "at": 1})).await;
        self.ask(1, json!({"request": "play", "at": 1, "amount": 1000}))
            .await;
    }

    /// Ends the round: the hand of box 2 was never looked at, and is folded.
    async fn end(&mut self) {
        self.ask(2, json!({"request": "fold", "at": 2, "pair_plus": "plain"}))
            .await;
        self.ask(0, json!({"request": "collect-folded"})).await;
        self.ask(0, json!({"request": "show-dealer"})).await;
        self.ask(1, json!({"request": "reveal", "at": 1})).await;
        self.ask(0, json!({"request": "settle", "at": 1})).await;
        let view = self.ask(0, json!({"request": "conclude"})).await;
        assert_eq!(view["phase"], "concluded");
    }
}

async fn text(live: &mut Live) -> String {
    match live.hear_text(PATIENCE).await.unwrap() {
        Some(text) => without_times(&text),
        None => panic!("the house closed a socket"),
    }
}

/// The two floors are not at the same point at the same time, and the rounds before ended otherwise: times,
/// all of thirteen digits, what is left of a deadline and what lies in a rack are made equal. Nothing else
/// is.
fn without_times(text: &str) -> String {
    let mut digits = String::new();
    let mut out = String::new();
    let flush = |digits: &mut String, out: &mut String| {
        let earlier = out.ends_with("\"deadline_ms\":") || out.ends_with("\"rack\":");
        let time = digits.len() == 13 || earlier;
        out.push_str(if time { "1000000000000" } else { digits });
        digits.clear();
    };
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            digits.push(letter);
        } else {
            if !digits.is_empty() {
                flush(&mut digits, &mut out);
            }
            out.push(letter);
        }
    }
    out
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_a_hidden_card_is_sent_to_anybody() {
    let asked = std::env::var("QUEENHIGH_PAIRS").ok();
    let pairs = asked.and_then(|text| text.parse().ok()).unwrap_or(PAIRS);
    let (mut one, mut other) = (Watched::open().await, Watched::open().await);
    for pair in 0..pairs {
        let cards = deck(pair);
        let own = hand(&cards, 0);
        // The Player of box 1 has the same hand on both floors; nobody has seen the other two.
        one.play(&[own.clone(), hand(&cards, 3), hand(&cards, 6)])
            .await;
        other.play(&[own, hand(&cards, 9), hand(&cards, 12)]).await;
        for (client, (one, other)) in one.heard.iter().zip(&other.heard).enumerate() {
            assert!(one.len() > 8, "{} messages to client {client}", one.len());
            assert_eq!(one, other, "pair {pair}, client {client}");
        }
        one.end().await;
        other.end().await;
        let differ = one
            .heard
            .iter()
            .zip(&other.heard)
            .all(|(one, other)| one != other);
        assert!(differ, "pair {pair}: the Dealer's hand was shown");
        for heard in one.heard.iter_mut().chain(&mut other.heard) {
            heard.clear();
        }
    }
    one.floor.close().await;
    other.floor.close().await;
}
