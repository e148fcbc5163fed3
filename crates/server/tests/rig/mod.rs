//! A floor to which bad requests are sent, byte by byte.

#![allow(dead_code, reason = "each test file uses what it needs")]

use core::fmt::Write as _;
use core::time::Duration;
use std::collections::HashMap;

use bot::Api;
use hyper::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::bad_requests::{Bad, COMMANDS, Who};
use crate::floor::{self, Floor};

/// An answer as it came over the wire.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HashMap<String, String>,
    pub body: Value,
}

/// Sends bytes that no client would.
pub async fn send(
    address: &str,
    (method, path): (&str, &str),
    headers: &[(&str, &str)],
    body: &[u8],
) -> Answer {
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\n");
    if !headers.iter().any(|(name, _)| *name == "connection") {
        head.push_str("connection: close\r\n");
    }
    for (name, value) in headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    write!(head, "content-length: {}\r\n\r\n", body.len()).unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    // A body that is too large is not read to its end.
    drop(stream.write_all(body).await);
    let mut answered = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let reading = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut piece)).await;
        match reading.expect("the house answers") {
            Ok(0) | Err(_) => break,
            Ok(count) => answered.extend_from_slice(&piece[..count]),
        }
        if is_whole(&answered) {
            break;
        }
    }
    let text = String::from_utf8(answered).unwrap();
    let (top, content) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let mut lines = top.lines();
    let status = lines.next().unwrap_or_default().split(' ').nth(1);
    let pairs = lines.filter_map(|line| line.split_once(": "));
    Answer {
        status: status.unwrap_or("0").parse().unwrap(),
        headers: pairs
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect(),
        body: serde_json::from_str(content).unwrap_or(Value::Null),
    }
}

/// Whether head and body are there.
fn is_whole(answered: &[u8]) -> bool {
    let text = String::from_utf8_lossy(answered);
    let Some((top, content)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = top.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        let length = name.eq_ignore_ascii_case("content-length");
        length.then(|| value.parse::<usize>().ok()).flatten()
    });
    length.is_some_and(|length| content.len() >= length)
}

/// A floor at which one guest has bet in box 1 of table 1, and another holds nothing but a purse.
pub struct Rig {
    pub floor: Floor,
    pub guest: Api,
    /// Where the table and the guest stood.
    pub before: (Value, Value, Value),
    tokens: HashMap<&'static str, String>,
}

impl Rig {
    pub async fn open() -> Rig {
        let mut config = floor::instant_demo();
        for table in &mut config.tables {
            table.betting_seconds = 3_600;
        }
        let floor = Floor::open_with(config).await;
        let (_, stranger) = floor.api().come_as_guest().await.unwrap();
        let bet = json!({"request": "place-bet", "at": 1, "area": "ante", "amount": 1000});
        let command = json!({"id": 1, "request": bet});
        let (status, body) = stranger
            .call(Method::POST, COMMANDS, Some(&command))
            .await
            .unwrap();
        assert_eq!(status.as_u16(), 200, "{body}");
        let (_, guest) = floor.api().come_as_guest().await.unwrap();
        let mut tokens = HashMap::new();
        for name in ["dealer", "cage", "auditor", "surveillance"] {
            tokens.insert(name, token_of(&floor, name).await);
        }
        let before = standing(&guest).await;
        Rig {
            floor,
            guest,
            before,
            tokens,
        }
    }

    pub fn address(&self) -> &str {
        self.guest.address()
    }

    pub fn token(&self) -> &str {
        self.guest.token().unwrap()
    }

    fn bearer(&self, who: Who) -> Option<String> {
        let token = match who {
            Who::PasserBy => return None,
            Who::Guest => self.token(),
            Who::Dealer => &self.tokens["dealer"],
            Who::Cage => &self.tokens["cage"],
            Who::Auditor => &self.tokens["auditor"],
            Who::Surveillance => &self.tokens["surveillance"],
            Who::Token(text) => text,
        };
        Some(format!("Bearer {token}"))
    }

    pub async fn ask(&self, bad: &Bad) -> Answer {
        let mut headers = bad.headers.to_vec();
        let bearer = self.bearer(bad.who);
        headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
        let call = (bad.method, bad.path);
        send(self.address(), call, &headers, bad.body.as_bytes()).await
    }

    /// What went wrong with the answer to a bad request.
    pub async fn check(
        &mut self,
        answer: &Answer,
        status: u16,
        code: &str,
        says: &str,
    ) -> Vec<String> {
        let mut wrong = Vec::new();
        let body = &answer.body;
        if answer.status != status {
            wrong.push(format!("status {}", answer.status));
        }
        let kind = answer.headers.get("content-type").map(String::as_str);
        if kind != Some("application/problem+json") {
            wrong.push(format!("content type {kind:?}"));
        }
        if body["status"].as_u64() != Some(u64::from(answer.status)) {
            wrong.push(format!("status in the body {}", body["status"]));
        }
        for field in ["title", "detail", "code"] {
            if body[field].as_str().is_none_or(str::is_empty) {
                wrong.push(format!("no {field}"));
            }
        }
        if !code.is_empty() && body["code"] != code {
            wrong.push(format!("code {}", body["code"]));
        }
        if !body["detail"]
            .as_str()
            .is_some_and(|detail| detail.contains(says))
        {
            wrong.push(format!("detail {}", body["detail"]));
        }
        let after = standing(&self.guest).await;
        if after != self.before {
            wrong.push(format!("{:?} became {after:?}", self.before));
            self.before = after;
        }
        wrong
    }
}

/// The table's last entry, and the guest's purse and racks.
pub async fn standing(guest: &Api) -> (Value, Value, Value) {
    // As a passer-by, for whom more requests are taken at once.
    let table = Api::new(&format!("http://{}/", guest.address())).unwrap();
    let table = table.get("/api/v1/tables/1").await.unwrap();
    let me = guest.get("/api/v1/me").await.unwrap();
    (table["n"].clone(), me["purse"].clone(), me["racks"].clone())
}

/// The token that a one-time link gives.
async fn token_of(floor: &Floor, role: &str) -> String {
    let mut links = floor.opened.links.iter();
    let (_, link) = links.find(|(of, _)| of.to_string() == role).unwrap();
    let path = &link[link.find("/enter/").unwrap()..];
    let answer = send(floor.api().address(), ("GET", path), &[], b"").await;
    let cookie = &answer.headers["set-cookie"];
    let token = cookie.strip_prefix("queenhigh_session=").unwrap();
    token.split(';').next().unwrap().to_owned()
}
