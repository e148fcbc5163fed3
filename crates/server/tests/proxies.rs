//! A floor behind nginx, Caddy and `HAProxy` as `docs/proxies` sets them up, under a base path: calls, cookies,
//! origins, sign-in links, the client's address, and a round that goes on through a reload of the proxy.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod encrypted;
mod floor;
mod proxy;

use core::time::Duration;
use std::path::PathBuf;

use bot::{Api, Bets, Bot, Heard, Live, Played};
use encrypted::{Encrypted, header, status};
use floor::Floor;
use proxy::{Kind, Proxy};
use serde_json::{Value, json};
use server::config::Config;
use tokio::task::JoinHandle;

const PATIENCE: Duration = Duration::from_mins(1);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nginx() {
    behind(Kind::Nginx).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn caddy() {
    behind(Kind::Caddy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn haproxy() {
    behind(Kind::Haproxy).await;
}

async fn behind(kind: Kind) {
    let front = Front::open(kind).await;
    front.calls_pass().await;
    front.links_sign_in().await;
    front.a_round_survives_a_reload().await;
    // Last, because it uses up what one address may ask.
    front.addresses_are_the_clients().await;
    front.floor.close().await;
}

/// A floor under `/floor`, and the proxy in front of it.
struct Front {
    floor: Floor,
    proxy: Proxy,
    port: u16,
    folder: tempfile::TempDir,
}

impl Front {
    async fn open(kind: Kind) -> Front {
        let folder = tempfile::tempdir().unwrap();
        encrypted::make_certificate(folder.path(), "own");
        // A free port; the proxies cannot be asked which one they took.
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let floor = Floor::open_with(config(port)).await;
        let house = floor.api().address().rsplit_once(':').unwrap().1.to_owned();
        let proxy = Proxy::start(kind, folder.path(), port, house.parse().unwrap());
        let front = Front {
            floor,
            proxy,
            port,
            folder,
        };
        front.wait_until_it_answers().await;
        front
    }

    async fn wait_until_it_answers(&self) {
        for _ in 0..300 {
            if self.api().get("/healthz").await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the proxy does not answer: {}", self.proxy.log());
    }

    fn certificate(&self) -> PathBuf {
        self.folder.path().join("own.cert")
    }

    fn origin(&self) -> String {
        format!("https://localhost:{}", self.port)
    }

    /// The API as clients reach it.
    fn api(&self) -> Api {
        let url = format!("{}/floor/", self.origin());
        Api::trusting(&url, &self.certificate()).unwrap()
    }

    async fn call(&self, method: &str, path: &str, headers: &str, from: &str) -> String {
        let client = Encrypted {
            address: &format!("127.0.0.1:{}", self.port),
            trusted: &self.certificate(),
            from,
        };
        let headers = format!("x-test: 1\r\n{headers}");
        client.call(method, path, &headers).await
    }

    async fn calls_pass(&self) {
        let here = "127.0.0.1";
        for path in ["/floor/", "/floor/api/v1/tables", "/floor/readyz"] {
            let answer = self.call("GET", path, "", here).await;
            assert_eq!(status(&answer), 200, "{path}: {answer}");
        }
        // What is not under the base path is not the house's.
        let outside = self.call("GET", "/api/v1/tables", "", here).await;
        assert!(!outside.contains("rulebook"), "{outside}");
        let own = format!("origin: {}\r\n", self.origin());
        let guest = self.call("POST", "/floor/api/v1/guests", &own, here).await;
        assert_eq!(status(&guest), 201, "{guest}");
        let cookie = header(&guest, "set-cookie").unwrap();
        for part in [
            "; Path=/floor;",
            "; HttpOnly",
            "; SameSite=Strict",
            "; Secure",
        ] {
            assert!(cookie.contains(part), "{cookie}");
        }
        let session = cookie.split(';').next().unwrap();
        let with_cookie = format!("{own}cookie: {session}\r\n");
        let me = self
            .call("GET", "/floor/api/v1/me", &with_cookie, here)
            .await;
        assert_eq!(status(&me), 200, "{me}");
        for foreign in ["https://localhost", "https://elsewhere.example", "null"] {
            let origin = format!("origin: {foreign}\r\n");
            let refused = self
                .call("POST", "/floor/api/v1/guests", &origin, here)
                .await;
            assert_eq!(status(&refused), 403, "{foreign}: {refused}");
        }
    }

    /// One-time links lead through the proxy, and back to the house's pages.
    async fn links_sign_in(&self) {
        let (_, link) = &self.floor.opened.links[0];
        let path = link.strip_prefix(&self.origin());
        let path = path.unwrap_or_else(|| panic!("{link} does not lead to {}", self.origin()));
        assert!(path.starts_with("/floor/enter/"), "{link}");
        let entered = self.call("GET", path, "", "127.0.0.1").await;
        assert_eq!(header(&entered, "location"), Some("/floor/"), "{entered}");
        assert!(
            header(&entered, "set-cookie")
                .unwrap()
                .contains("; Path=/floor;")
        );
        let again = self.call("GET", path, "", "127.0.0.1").await;
        assert_eq!(status(&again), 404, "{again}");
    }

    /// A player in mid-round and a bot at another table lose their sockets to a reload, and play on.
    async fn a_round_survives_a_reload(&self) {
        let bot = self.bot_until_back();
        let (_, api) = self.api().come_as_guest().await.unwrap();
        let mut player = Player::sit(&api).await;
        let bet = json!({"request": "place-bet", "at": 3, "area": "ante", "amount": 1000});
        player.ask(bet).await;
        player.ask(json!({"request": "ready"})).await;
        player.until_listed("look").await;
        self.proxy.reload();
        player.until_lost().await;
        player.come_back().await;
        for request in [
            json!({"request": "look", "at": 3}),
            json!({"request": "play", "at": 3, "amount": 1000}),
        ] {
            player
                .until_listed(request["request"].as_str().unwrap())
                .await;
            player.ask(request).await;
        }
        player.until_listed("reveal").await;
        player.ask(json!({"request": "reveal", "at": 3})).await;
        player.until_happened("round-concluded").await;
        let bot_played = bot.await.unwrap();
        assert!(bot_played.reconnects >= 1, "{bot_played:?}");
        assert_eq!(
            (bot_played.gaps, bot_played.refused, bot_played.snapshots),
            (0, 0, 0)
        );
        // What the house has, read without the proxy: nothing was missed, nothing came twice.
        let direct = self.floor.api().with_token(api.token().unwrap());
        let stored = Player::read_from(&direct, &player).await;
        let seen = &player.events;
        assert!(seen.len() > 15, "{} events", seen.len());
        assert_eq!(&stored.events[..seen.len()], &seen[..]);
    }

    /// Plays at table 2 until it has lost its socket and come back, and three rounds more.
    fn bot_until_back(&self) -> JoinHandle<Played> {
        let api = self.api();
        tokio::spawn(async move {
            let (player, api) = api.come_as_guest().await.unwrap();
            let mut bot = Bot::sit(&api, player, 2, Bets::All).await.unwrap();
            while bot.played().reconnects == 0 {
                let rounds = bot.played().rounds + 1;
                bot.play(rounds).await.unwrap();
            }
            let rounds = bot.played().rounds + 3;
            bot.play(rounds).await.unwrap()
        })
    }

    /// Limits by address count by the client's own, whatever the client says of itself.
    async fn addresses_are_the_clients(&self) {
        let guests = "/floor/api/v1/guests";
        let mut refused = false;
        for nth in 0..400 {
            let told = format!("x-forwarded-for: 10.0.{}.{}\r\n", nth / 200, nth % 200);
            let answer = self.call("POST", guests, &told, "127.0.0.1").await;
            match status(&answer) {
                201 => {}
                429 => {
                    refused = true;
                    break;
                }
                _ => panic!("{answer}"),
            }
        }
        assert!(refused, "one address brought 400 guests");
        let other = self.call("POST", guests, "", "127.0.0.2").await;
        assert_eq!(status(&other), 201, "{other}");
    }
}

fn config(port: u16) -> Config {
    let mut config = floor::instant_demo();
    config.listen.behind_proxy = true;
    "/floor".clone_into(&mut config.listen.base_path);
    config.listen.origins = vec![format!("https://localhost:{port}")];
    config.limits.guests.at_once = 20;
    config.limits.guests.per_second = 1;
    for table in &mut config.tables {
        table.betting_seconds = 600;
        table.decision_seconds = 600;
    }
    config
}

/// A player at table 1 who keeps every event, by number from the first.
struct Player {
    api: Api,
    live: Live,
    epoch: Value,
    /// The entry before the first event.
    first: u64,
    events: Vec<Value>,
    moves: Value,
    next_id: u64,
}

impl Player {
    async fn sit(api: &Api) -> Player {
        let live = Live::resume(api, 1, &Value::Null, None).await.unwrap();
        let mut player = Player {
            api: api.clone(),
            live,
            epoch: Value::Null,
            first: 0,
            events: Vec::new(),
            moves: Value::Null,
            next_id: 0,
        };
        while player.first == 0 {
            assert!(player.hear().await.is_some(), "the socket is open");
        }
        player
    }

    /// What a client of the same session gets that has the first entry and missed the rest.
    async fn read_from(api: &Api, other: &Player) -> Player {
        let live = Live::resume(api, 1, &other.epoch, Some(other.first)).await;
        let mut player = Player {
            api: api.clone(),
            live: live.unwrap(),
            epoch: Value::Null,
            first: other.first,
            events: Vec::new(),
            moves: Value::Null,
            next_id: 0,
        };
        while player.events.len() < other.events.len() {
            assert!(player.hear().await.is_some(), "the socket is open");
        }
        player
    }

    fn n(&self) -> u64 {
        self.first + self.events.len() as u64
    }

    /// One message; nothing where the socket is lost.
    async fn hear(&mut self) -> Option<Value> {
        let said = match self.live.hear(PATIENCE).await {
            Ok(Heard::Said(said, _)) => said,
            Ok(Heard::Closed(_)) => return None,
            Err(error) => {
                assert!(!error.to_string().contains("silent"), "{error}");
                return None;
            }
        };
        match said["type"].as_str() {
            Some("welcome") => self.epoch = said["epoch"].clone(),
            Some("snapshot") => {
                assert_eq!(self.first, 0, "a snapshot, and not what was missed");
                self.first = said["n"].as_u64().unwrap();
            }
            Some("events") => {
                assert_eq!(
                    said["from"].as_u64(),
                    Some(self.n()),
                    "no gap, nothing twice"
                );
                self.events
                    .extend(said["events"].as_array().unwrap().iter().cloned());
                assert_eq!(said["to"].as_u64(), Some(self.n()));
            }
            _ => {}
        }
        if said.get("moves").is_some() {
            self.moves = said["moves"].clone();
        }
        Some(said)
    }

    async fn ask(&mut self, request: Value) {
        self.next_id += 1;
        let command = json!({"type": "command", "id": self.next_id, "request": request});
        self.live.say(&command).await.unwrap();
        loop {
            let said = self.hear().await.expect("the socket is open");
            if said["type"] == "response" {
                assert_eq!(said["outcome"], "done", "{said}");
                let to = said["to"].as_u64().unwrap();
                while self.n() < to {
                    self.hear().await.expect("the socket is open");
                }
                return;
            }
        }
    }

    async fn until_listed(&mut self, name: &str) {
        let is_listed = |moves: &Value| {
            let mut all = moves.as_array().into_iter().flatten();
            all.any(|listed| listed["request"]["request"] == name)
        };
        while !is_listed(&self.moves) {
            self.hear().await.expect("the socket is open");
        }
    }

    async fn until_happened(&mut self, kind: &str) {
        while !self.events.iter().any(|event| event["kind"] == kind) {
            self.hear().await.expect("the socket is open");
        }
    }

    async fn until_lost(&mut self) {
        while self.hear().await.is_some() {}
    }

    async fn come_back(&mut self) {
        for _ in 0..200 {
            let back = Live::resume(&self.api, 1, &self.epoch, Some(self.n())).await;
            if let Ok(live) = back {
                self.live = live;
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the proxy does not take the socket again");
    }
}
