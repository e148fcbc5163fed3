//! A floor with one visitor of each role, and calls that look at an answer without waiting for its end.

#![allow(dead_code, reason = "each test file uses what it needs")]

use core::time::Duration;

use house::clock::{Clock as _, SystemClock};
use house::people::{NewAccount, PeopleStore as _, Role, SqlitePeople};
use serde_json::{Value, json};
use server::config::{Config, PersonConfig, Spectators};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::floor::{self, Floor};

/// Somebody at the doors.
pub struct Visitor {
    /// Nothing for a passer-by.
    pub role: Option<Role>,
    pub token: Option<String>,
    /// The number of the account.
    pub number: u32,
}

pub struct Visited {
    pub floor: Floor,
    pub visitors: Vec<Visitor>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

impl Answer {
    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }

    /// Whether the doors refused it, and no rule was asked.
    pub fn is_refused_at_the_door(&self) -> bool {
        matches!(self.code(), "not-signed-in" | "not-allowed")
    }
}

/// The demo floor with people of every role. Bets stay open; at table 2 only those who are signed in
/// watch.
pub fn config() -> Config {
    let mut config = floor::instant_demo();
    for table in &mut config.tables {
        (table.betting_seconds, table.decision_seconds) = (3_600, 3_600);
    }
    config.tables[1].spectators = Spectators::SignedIn;
    config.people.push(PersonConfig {
        name: "Accounting".to_owned(),
        role: Role::Accounting,
    });
    config
}

impl Visited {
    pub async fn open(config: Config) -> Visited {
        let floor = Floor::open_with(config).await;
        let people = SqlitePeople::open(&floor.folder).unwrap();
        let now = SystemClock.now();
        let mut visitors = vec![Visitor {
            role: None,
            token: None,
            number: 0,
        }];
        let staff = people.staff().await.unwrap();
        for role in Role::ALL {
            let account = if role.is_player() {
                let new = NewAccount {
                    role,
                    name: Some(format!("A {role}")),
                    password: None,
                    created: now,
                };
                people.add_account(new).await.unwrap()
            } else {
                let named = staff
                    .iter()
                    .find(|account| account.role == role && account.name != "Automatic dealer");
                named.unwrap().clone()
            };
            let ticket = server::make_ticket(&people, &account, now).await.unwrap();
            let path = format!("/enter/{ticket}");
            let token = floor.api().enter(&path).await.unwrap();
            visitors.push(Visitor {
                role: Some(role),
                token: Some(token),
                number: account.id.0,
            });
        }
        Visited { floor, visitors }
    }

    pub fn of(&self, role: Role) -> &Visitor {
        let mut visitors = self.visitors.iter();
        visitors.find(|visitor| visitor.role == Some(role)).unwrap()
    }

    /// A call, as this visitor. Of an answer without an end the head is enough.
    pub async fn call(
        &self,
        visitor: &Visitor,
        (method, path): (&str, &str),
        body: Option<&Value>,
    ) -> Answer {
        let address = self.floor.api().address().to_owned();
        let body = body.map(Value::to_string).unwrap_or_default();
        let token = visitor.token.as_ref();
        let bearer = token.map_or(String::new(), |token| {
            format!("authorization: Bearer {token}\r\n")
        });
        let kind = if body.is_empty() {
            ""
        } else {
            "content-type: application/json\r\n"
        };
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{bearer}{kind}\
             content-length: {length}\r\n\r\n{body}"
        );
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let read = tokio::time::timeout(Duration::from_secs(20), read(&mut stream)).await;
        read.unwrap_or_else(|_| panic!("{method} {path}: no answer"))
    }

    pub async fn command(
        &self,
        visitor: &Visitor,
        table: u32,
        id: &str,
        request: &Value,
    ) -> Answer {
        let path = format!("/api/v1/tables/{table}/commands");
        let body = json!({"id": id, "request": request});
        self.call(visitor, ("POST", &path), Some(&body)).await
    }

    pub async fn desk(&self, visitor: &Visitor, command: &Value) -> Answer {
        let call = ("POST", "/api/v1/desk/commands");
        self.call(visitor, call, Some(command)).await
    }

    /// Puts money into a purse, as the cage does.
    pub async fn deposit(&self, player: u32, amount: i64) {
        let id = format!("deposit for {player}");
        let request = json!({"request": "deposit", "player": player, "amount": amount});
        let command = json!({"id": id, "request": request});
        let answer = self.desk(self.of(Role::Cage), &command).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }

    /// How tables, links and the purses of the two players stand.
    pub async fn standing(&self) -> Vec<Value> {
        let mut found = Vec::new();
        let cage = self.of(Role::Cage);
        let tables = self.call(cage, ("GET", "/api/v1/tables"), None).await;
        found.push(tables.body);
        for role in [Role::Player, Role::Guest] {
            let path = format!("/api/v1/purses/{}", self.of(role).number);
            let purse = self.call(cage, ("GET", &path), None).await;
            assert_eq!(purse.status, 200, "{purse:?}");
            found.push(purse.body);
        }
        found
    }
}

async fn read(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let mut piece = [0; 8192];
    loop {
        let count = stream.read(&mut piece).await.unwrap_or(0);
        bytes.extend_from_slice(&piece[..count]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((top, body)) = text.split_once("\r\n\r\n") else {
            assert!(count > 0, "{text}");
            continue;
        };
        let length = top.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            let is_length = name.eq_ignore_ascii_case("content-length");
            is_length.then(|| value.parse::<usize>().ok()).flatten()
        });
        if count == 0 || length.is_none_or(|length| body.len() >= length) {
            let status = top.split(' ').nth(1).unwrap_or_default();
            return Answer {
                status: status.parse().unwrap_or(0),
                body: serde_json::from_str(body).unwrap_or(Value::Null),
            };
        }
    }
}
