//! What the live socket says a player has at the table is what the house has stored for him, however the
//! chips moved.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use core::time::Duration;

use bot::{Api, Heard, Live, Method};
use floor::Floor;
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(20);

struct Player {
    api: Api,
    live: Live,
    next_id: u64,
    n: u64,
    rack: Value,
}

impl Player {
    async fn sit(floor: &Floor) -> Player {
        let (_, api) = floor.api().come_as_guest().await.unwrap();
        let live = Live::resume(&api, 1, &Value::Null, None).await.unwrap();
        let mut player = Player {
            api,
            live,
            next_id: 0,
            n: 0,
            rack: Value::Null,
        };
        while player.n == 0 {
            player.hear().await;
        }
        player
    }

    async fn hear(&mut self) -> Value {
        let said = match self.live.hear(PATIENCE).await.unwrap() {
            Heard::Said(said, _) => said,
            Heard::Closed(code) => panic!("closed: {code:?}"),
        };
        let n = if said["type"] == "events" { "to" } else { "n" };
        if said.get("rack").is_some() {
            self.n = said[n].as_u64().unwrap();
            self.rack = said["rack"].clone();
        }
        said
    }

    /// Asks, and returns the last entry that was caused.
    async fn ask(&mut self, request: Value) -> u64 {
        self.next_id += 1;
        let command = json!({"type": "command", "id": self.next_id, "request": request});
        self.live.say(&command).await.unwrap();
        loop {
            let said = self.hear().await;
            if said["type"] == "response" {
                assert_eq!(said["outcome"], "done", "{said}");
                return said["to"].as_u64().unwrap();
            }
        }
    }

    async fn move_chips(&mut self, call: &str, amount: u64) {
        self.next_id += 1;
        let body = json!({"id": self.next_id, "amount": amount});
        let path = format!("/api/v1/tables/1/{call}");
        let moved = self.api.call(Method::POST, &path, Some(&body)).await;
        let (status, body) = moved.unwrap();
        assert_eq!(status.as_u16(), 200, "{body}");
    }

    /// What the socket says once it has said this entry.
    async fn rack_at(&mut self, n: u64) -> u64 {
        while self.n < n {
            self.hear().await;
        }
        self.rack.as_u64().unwrap()
    }
}

fn bet(at: u8, area: &str, amount: u64) -> Value {
    json!({"request": "place-bet", "at": at, "area": area, "amount": amount})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_socket_says_what_a_player_has_at_the_table() {
    let mut config = floor::instant_demo();
    for table in &mut config.tables {
        table.betting_seconds = 3_600;
    }
    let floor = Floor::open_with(config).await;
    let (mut one, mut other) = (Player::sit(&floor).await, Player::sit(&floor).await);
    // A bet buys in what is missing: nothing is left.
    let n = one.ask(bet(1, "ante", 1000)).await;
    assert_eq!(one.rack_at(n).await, 0);
    // Chips bought at the cage are seen with the next entry, whoever caused it.
    one.move_chips("buy-in", 5000).await;
    let n = other.ask(bet(2, "ante", 1000)).await;
    assert_eq!(one.rack_at(n).await, 5000);
    assert_eq!(other.rack_at(n).await, 0);
    let n = one.ask(bet(1, "pair_plus", 500)).await;
    assert_eq!(one.rack_at(n).await, 4500);
    one.move_chips("cash-out", 1500).await;
    other.move_chips("buy-in", 700).await;
    let n = other.ask(bet(2, "pair_plus", 500)).await;
    assert_eq!(one.rack_at(n).await, 3000);
    assert_eq!(other.rack_at(n).await, 200);
    floor.close().await;
}
