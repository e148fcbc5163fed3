//! A floor whose clock a test moves on, and a guest who plays at it over HTTP.

#![allow(dead_code, reason = "each test file uses what it needs")]

use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::path::PathBuf;
use std::sync::Arc;

use bot::{Api, Method};
use house::clock::{Clock, SystemClock};
use house::game::Timestamp;
use serde_json::{Value, json};
use server::Reloading;
use server::config::Config;

use crate::floor::{self, Floor};

pub const MINUTE: u64 = 60_000;
pub const HOUR: u64 = 60 * MINUTE;

/// The system's clock, and how far it was moved on.
pub struct ShiftedClock(AtomicU64);

impl Clock for ShiftedClock {
    fn now(&self) -> Timestamp {
        Timestamp(SystemClock.now().0 + self.0.load(Ordering::SeqCst))
    }
}

/// A floor with such a clock.
pub struct Shifted {
    pub floor: Floor,
    clock: Arc<ShiftedClock>,
    folder: Arc<tempfile::TempDir>,
}

/// The demo floor at which people have all the time in the world.
pub fn config() -> Config {
    let mut config = floor::instant_demo();
    for table in &mut config.tables {
        (table.betting_seconds, table.decision_seconds) = (3_600, 3_600);
    }
    config.sessions.player_idle_minutes = 1_440;
    config.sessions.staff_idle_minutes = 1_440;
    config
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

impl Answer {
    #[track_caller]
    pub fn done(&self) {
        assert_eq!(self.status, 200, "{self:?}");
    }

    #[track_caller]
    pub fn is(&self, status: u16, code: &str, says: &str) {
        let found = (self.status, self.body["code"].as_str().unwrap_or_default());
        assert_eq!(found, (status, code), "{self:?}");
        let detail = self.body["detail"].as_str().unwrap_or_default();
        assert!(detail.contains(says), "{says:?} is not in {detail:?}");
    }
}

impl Shifted {
    pub async fn open() -> Shifted {
        // Gaming days begin at another time of day than this test may run at, so that none begins in it.
        let mut config = config();
        let hour = SystemClock.now().0 / HOUR % 24;
        "+00:00".clone_into(&mut config.house.time_zone);
        config.house.gaming_day_starts = format!("{:02}:00", (hour + 23) % 24);
        let clock = Arc::new(ShiftedClock(AtomicU64::new(0)));
        let folder = Arc::new(tempfile::tempdir().unwrap());
        Shifted::open_in(folder, clock, config).await
    }

    pub async fn open_in(
        folder: Arc<tempfile::TempDir>,
        clock: Arc<ShiftedClock>,
        config: Config,
    ) -> Shifted {
        let mut settings = floor::settings(folder.path(), config);
        settings.clock = Arc::clone(&clock) as Arc<dyn Clock>;
        let floor = Floor::open_settings(settings, Reloading::never()).await;
        Shifted {
            floor,
            clock,
            folder,
        }
    }

    /// Time passes.
    pub fn pass(&self, milliseconds: u64) {
        self.clock.0.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// Closes the house and opens it again; the address is another.
    pub async fn restart(self) -> Shifted {
        let Shifted {
            floor,
            clock,
            folder,
        } = self;
        floor.close().await;
        Shifted::open_in(folder, clock, config()).await
    }

    pub async fn close(self) -> PathBuf {
        self.floor.close().await.0
    }

    pub async fn guest(&self) -> Guest {
        let (player, api) = self.floor.api().come_as_guest().await.unwrap();
        Guest {
            player,
            api,
            next: AtomicU64::new(0),
        }
    }

    /// A command to the desk, by the person of this role.
    pub async fn desk(&self, role: &str, id: &str, request: &Value) -> Answer {
        let api = self.staff(role).await;
        let body = json!({"id": id, "request": request});
        let path = "/api/v1/desk/commands";
        let (status, body) = api.call(Method::POST, path, Some(&body)).await.unwrap();
        Answer {
            status: status.as_u16(),
            body,
        }
    }

    /// A request to table 1, by the person of this role.
    pub async fn staff_asks(&self, role: &str, request: &Value) -> Answer {
        let api = self.staff(role).await;
        let body = json!({"id": "staff", "request": request});
        let path = "/api/v1/tables/1/commands";
        let (status, body) = api.call(Method::POST, path, Some(&body)).await.unwrap();
        Answer {
            status: status.as_u16(),
            body,
        }
    }

    /// The API for a person of the house, by a ticket made for it.
    pub async fn staff(&self, role: &str) -> Api {
        use house::people::{PeopleStore as _, SqlitePeople};
        let people = SqlitePeople::open(self.folder.path()).unwrap();
        let staff = people.staff().await.unwrap();
        let named = |account: &&house::people::Account| {
            account.role.name() == role && account.name != "Automatic dealer"
        };
        let account = staff.iter().find(named).unwrap();
        let ticket = server::make_ticket(&people, account, self.clock.now());
        let path = format!("/enter/{}", ticket.await.unwrap());
        let token = self.floor.api().enter(&path).await.unwrap();
        self.floor.api().with_token(&token)
    }
}

/// What a list of moves offers for an area: the least and the most.
pub fn offered(table: &Value, area: &str) -> Option<(u64, u64)> {
    let moves = table["moves"].as_array().unwrap();
    let bet = moves.iter().find(|listed| {
        let request = &listed["request"];
        request["request"] == "place-bet" && request["area"] == area && request["at"] == 1
    })?;
    let amount = &bet["request"]["amount"];
    let bound = |name: &str| bet.get(name).unwrap_or(amount).as_u64().unwrap();
    Some((bound("min"), bound("max")))
}

/// The first request of this name that a table offers.
fn listed(table: &Value, name: &str) -> Option<Value> {
    let mut moves = table["moves"].as_array().unwrap().iter();
    let found = moves.find(|listed| listed["request"]["request"] == name)?;
    Some(found["request"].clone())
}

/// A guest at table 1.
pub struct Guest {
    pub player: u64,
    pub api: Api,
    next: AtomicU64,
}

impl Guest {
    pub fn after_restart(&self, floor: &Shifted) -> Guest {
        Guest {
            player: self.player,
            api: floor.floor.api().with_token(self.api.token().unwrap()),
            next: AtomicU64::new(1_000),
        }
    }

    /// Does nothing for so many hours but stay signed in.
    pub async fn stay_away(&self, floor: &Shifted, hours: u64) {
        let mut left = hours;
        while left > 0 {
            let some = left.min(20);
            floor.pass(some * HOUR);
            left -= some;
            // A session that was looked up a moment ago is not prolonged.
            tokio::time::sleep(Duration::from_millis(700)).await;
            self.get("/api/v1/me").await;
        }
    }

    pub async fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let (status, body) = self.api.call(method, path, body).await.unwrap();
        Answer {
            status: status.as_u16(),
            body,
        }
    }

    pub async fn get(&self, path: &str) -> Value {
        self.api.get(path).await.unwrap()
    }

    pub async fn table(&self) -> Value {
        self.get("/api/v1/tables/1").await
    }

    pub async fn set(&self, limits: &Value) -> Value {
        let answer = self.call("PUT", "/api/v1/me/limits", Some(limits)).await;
        answer.done();
        answer.body
    }

    pub async fn ask_as(&self, id: &str, request: &Value) -> Answer {
        let body = json!({"id": id, "request": request});
        let path = "/api/v1/tables/1/commands";
        self.call("POST", path, Some(&body)).await
    }

    /// A request under an id of its own.
    pub async fn ask(&self, request: &Value) -> Answer {
        let next = self.next.fetch_add(1, Ordering::SeqCst);
        self.ask_as(&format!("ask {next}"), request).await
    }

    /// A bet in box 1, once bets are taken; alone at the table the guest is dealt to at once.
    pub async fn bet(&self, area: &str, amount: u64) -> Answer {
        self.until("bets are taken", |table| {
            table["view"]["phase"] == "bets_open"
        })
        .await;
        let bet = json!({"request": "place-bet", "at": 1, "area": area, "amount": amount});
        self.ask(&bet).await
    }

    pub async fn bet_at(&self, table: u32, area: &str, amount: u64) -> Answer {
        let next = self.next.fetch_add(1, Ordering::SeqCst);
        let bet = json!({"request": "place-bet", "at": 1, "area": area, "amount": amount});
        let body = json!({"id": format!("ask {next}"), "request": bet});
        let path = format!("/api/v1/tables/{table}/commands");
        self.call("POST", &path, Some(&body)).await
    }

    /// Ready, and then three cards lie in box 1.
    pub async fn until_dealt(&self) {
        self.ready().await;
        self.until("cards are dealt", |table| {
            table["view"]["phase"] == "deciding"
        })
        .await;
    }

    async fn ready(&self) {
        let table = self.table().await;
        if table["view"]["phase"] == "bets_open" {
            self.ask(&json!({"request": "ready"})).await.done();
        }
    }

    /// Folds the hand of box 1, as the table offers it.
    pub async fn fold(&self) {
        let table = self.table().await;
        let fold = listed(&table, "fold").expect("a fold is offered");
        self.ask(&fold).await.done();
    }

    /// The round in which the guest has a bet is over: a hand that is to be shown is.
    pub async fn until_over(&self) {
        self.ready().await;
        let is_over = |table: &Value| {
            let phase = table["view"]["phase"].as_str().unwrap();
            let bets = table["view"]["boxes"][0]["bets"].as_array();
            let lies = bets.is_some_and(|bets| !bets.is_empty());
            matches!(phase, "concluded" | "voided") || phase == "bets_open" && !lies
        };
        let is_next = |table: &Value| is_over(table) || listed(table, "reveal").is_some();
        let table = self.until("the round goes on", is_next).await;
        if let Some(reveal) = listed(&table, "reveal") {
            self.ask(&reveal).await.done();
            self.until("the round is over", is_over).await;
        }
    }

    pub async fn until(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let mut table = Value::Null;
        for _ in 0..1_500 {
            table = self.table().await;
            if is_so(&table) {
                return table;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("not within half a minute: {what}: {table}");
    }
}
