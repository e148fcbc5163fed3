//! Bad requests: each gets the right status and a problem that says what is wrong, and changes nothing.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod bad_requests;
mod floor;

use core::time::Duration;
use std::collections::HashMap;

use bad_requests::{Bad, REQUESTS, SOUND_BET, Who};
use bot::Api;
use floor::Floor;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

const COMMANDS: &str = "/api/v1/tables/1/commands";

/// An answer as it came over the wire.
#[derive(Debug)]
struct Answer {
    status: u16,
    headers: HashMap<String, String>,
    body: Value,
}

/// Sends bytes that no client would.
async fn send(
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
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    // A body that is too large is not read to its end.
    drop(stream.write_all(body).await);
    let mut heard = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let reading = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut piece)).await;
        match reading.expect("the house answers") {
            Ok(0) | Err(_) => break,
            Ok(count) => heard.extend_from_slice(&piece[..count]),
        }
        if is_whole(&heard) {
            break;
        }
    }
    let text = String::from_utf8(heard).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let mut lines = head.lines();
    let status = lines.next().unwrap_or_default().split(' ').nth(1);
    let pairs = lines.filter_map(|line| line.split_once(": "));
    Answer {
        status: status.unwrap_or("0").parse().unwrap(),
        headers: pairs
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect(),
        body: serde_json::from_str(body).unwrap_or(Value::Null),
    }
}

/// Whether head and body are there.
fn is_whole(heard: &[u8]) -> bool {
    let text = String::from_utf8_lossy(heard);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        let length = name.eq_ignore_ascii_case("content-length");
        length.then(|| value.parse::<usize>().ok()).flatten()
    });
    length.is_some_and(|length| body.len() >= length)
}

/// A floor at which one guest has bet in box 1 of table 1, and another holds nothing but a purse.
struct Rig {
    floor: Floor,
    guest: Api,
    tokens: HashMap<&'static str, String>,
    before: (Value, Value, Value),
}

impl Rig {
    async fn open() -> Rig {
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
            tokens,
            before,
        }
    }

    fn address(&self) -> &str {
        self.guest.address()
    }

    fn token(&self) -> &str {
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

    async fn ask(&self, bad: &Bad) -> Answer {
        let mut headers = bad.headers.to_vec();
        let bearer = self.bearer(bad.who);
        headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
        let call = (bad.method, bad.path);
        send(self.address(), call, &headers, bad.body.as_bytes()).await
    }

    /// What went wrong with the answer to a bad request.
    async fn check(&mut self, answer: &Answer, status: u16, code: &str, says: &str) -> Vec<String> {
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
async fn standing(guest: &Api) -> (Value, Value, Value) {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_requests_get_a_problem_and_change_nothing() {
    assert!(REQUESTS.len() >= 100);
    let mut rig = Rig::open().await;
    let mut wrong = Vec::new();
    for bad in REQUESTS {
        let answer = rig.ask(bad).await;
        let found = rig.check(&answer, bad.status, bad.code, bad.says).await;
        if !found.is_empty() {
            let Bad {
                who,
                method,
                path,
                body,
                ..
            } = bad;
            wrong.push(format!(
                "{who:?} {method} {path} {body}: {}: {found:?}",
                bad.status
            ));
        }
        // Within the number of requests that a session may make.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    wrong.extend(large_bodies(&mut rig).await);
    wrong.extend(foreign_pages(&mut rig).await);
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    // What stood beside so much that was wrong is taken.
    let bet: Value = serde_json::from_str(SOUND_BET).unwrap();
    let sound = rig.guest.call(Method::POST, COMMANDS, Some(&bet)).await;
    assert_eq!(sound.unwrap().0.as_u16(), 200);
    rig.floor.close().await;
}

async fn large_bodies(rig: &mut Rig) -> Vec<String> {
    let bearer = format!("Bearer {}", rig.token());
    let headers = [
        ("content-type", "application/json"),
        ("authorization", &bearer),
    ];
    let mut wrong = Vec::new();
    let deep = "[".repeat(60_000);
    let nested = format!("{{\"id\":1,\"request\":{deep}");
    for (path, body, status, code) in [
        (COMMANDS, "x".repeat(65 * 1024), 413, "too-large"),
        (COMMANDS, "x".repeat(1024 * 1024), 413, "too-large"),
        (
            "/api/v1/tables/1/buy-in",
            " ".repeat(65 * 1024),
            413,
            "too-large",
        ),
        ("/api/v1/sessions", " ".repeat(65 * 1024), 413, "too-large"),
        ("/api/v1/settle", " ".repeat(65 * 1024), 413, "too-large"),
        (COMMANDS, nested, 400, "malformed"),
        (COMMANDS, "\u{0}".repeat(60_000), 400, "malformed"),
    ] {
        let answer = send(rig.address(), ("POST", path), &headers, body.as_bytes()).await;
        let found = rig.check(&answer, status, code, "").await;
        if !found.is_empty() {
            wrong.push(format!(
                "POST {path} of {} bytes: {status}: {found:?}",
                body.len()
            ));
        }
    }
    let bytes = b"{\"id\":\"\xff\xfe\"}";
    let answer = send(rig.address(), ("POST", COMMANDS), &headers, bytes).await;
    let found = rig.check(&answer, 400, "malformed", "").await;
    wrong.extend(found);
    wrong
}

/// A browser that holds the guest's cookie shows a page of another house.
async fn foreign_pages(rig: &mut Rig) -> Vec<String> {
    let cookie = format!("other=1; queenhigh_session={}", rig.token());
    let page = ("origin", "https://evil.example");
    let cookie = ("cookie", cookie.as_str());
    let json = ("content-type", "application/json");
    let upgrade = [
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let mut socket = upgrade.to_vec();
    socket.extend([cookie, page]);
    let calls: [(&str, &str, Vec<_>, &str); 5] = [
        ("POST", COMMANDS, vec![json, cookie, page], SOUND_BET),
        (
            "POST",
            "/api/v1/tables/1/buy-in",
            vec![json, cookie, page],
            "{\"id\":1,\"amount\":100}",
        ),
        ("DELETE", "/api/v1/sessions/current", vec![cookie, page], ""),
        ("GET", "/api/v1/me", vec![cookie, page], ""),
        ("GET", "/api/v1/tables/1/socket", socket, ""),
    ];
    let mut wrong = Vec::new();
    for (method, path, headers, body) in calls {
        let answer = send(rig.address(), (method, path), &headers, body.as_bytes()).await;
        let found = rig.check(&answer, 403, "not-allowed", "origin").await;
        if !found.is_empty() {
            wrong.push(format!("{method} {path} with a cookie: {found:?}"));
        }
    }
    wrong
}

/// A message to the socket, and the close code and detail it gets.
struct Frame {
    said: &'static str,
    after_hello: bool,
    message: Message,
    code: u64,
    detail: &'static str,
}

fn frames() -> Vec<Frame> {
    let hello = r#"{"type":"hello","epoch":null,"n":null}"#;
    let look = r#"{"type":"command","id":1,"request":{"request":"look","at":3}}"#;
    let frame = |said, after_hello, message, code, detail| Frame {
        said,
        after_hello,
        message,
        code,
        detail,
    };
    let text = |said: &'static str, after_hello, detail| {
        frame(said, after_hello, Message::text(said), 4400, detail)
    };
    vec![
        frame(
            "bytes",
            false,
            Message::binary(vec![0, 1, 255]),
            4400,
            "found bytes",
        ),
        frame(
            "bytes",
            true,
            Message::binary(vec![0, 1, 255]),
            4400,
            "found bytes",
        ),
        frame(
            "too large",
            false,
            Message::text("x".repeat(17 * 1024)),
            1009,
            "too large",
        ),
        frame(
            "too large",
            true,
            Message::text("x".repeat(17 * 1024)),
            1009,
            "too large",
        ),
        text("", false, "EOF"),
        text("nonsense", false, "expected"),
        text("[]", false, ""),
        text("null", false, ""),
        text("{}", false, "type"),
        text("{", true, "EOF"),
        text(hello, true, "hello comes once"),
        text(look, false, "hello first"),
        text(r#"{"type":"zzz"}"#, true, "zzz"),
        text(
            r#"{"type":"hello","epoch":1,"n":null}"#,
            false,
            "invalid type",
        ),
        text(r#"{"type":"hello","epoch":null,"n":-1}"#, false, "u64"),
        text(
            r#"{"type":"hello","epoch":null,"n":null,"zzz":1}"#,
            false,
            "zzz",
        ),
        text(r#"{"type":"pong","zzz":1}"#, true, "zzz"),
        text(
            r#"{"type":"command","id":1}"#,
            true,
            "missing field `request`",
        ),
        text(
            r#"{"type":"command","request":{"request":"look","at":3}}"#,
            true,
            "missing field `id`",
        ),
        text(
            r#"{"type":"command","id":null,"request":{}}"#,
            true,
            "1 to 100 letters",
        ),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_messages_close_the_socket_and_change_nothing() {
    let rig = Rig::open().await;
    let mut wrong = Vec::new();
    for frame in frames() {
        let (bye, close) = last_words(&rig, &frame).await;
        let detail = bye["detail"].as_str().unwrap_or_default();
        if bye["code"].as_u64() != Some(frame.code)
            || close.map(u64::from) != Some(frame.code)
            || !detail.contains(frame.detail)
            || bye.get("again_ms") != Some(&Value::Null)
        {
            wrong.push(format!("{:?}: {bye} and {close:?}", frame.said));
        }
        if standing(&rig.guest).await != rig.before {
            wrong.push(format!("{:?} changed something", frame.said));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    bad_commands_are_answered(&rig).await;
    rig.floor.close().await;
}

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<TcpStream>>;

async fn connect(rig: &Rig) -> Socket {
    let url = format!("ws://{}/api/v1/tables/1/socket", rig.address());
    let mut request = url.into_client_request().unwrap();
    let bearer = format!("Bearer {}", rig.token()).parse().unwrap();
    request.headers_mut().insert("authorization", bearer);
    connect_async(request).await.unwrap().0
}

async fn hear(socket: &mut Socket) -> Option<Result<Message, Error>> {
    let heard = tokio::time::timeout(Duration::from_secs(10), socket.next()).await;
    heard.expect("the house says something")
}

/// What the house says last, and the code it closes with.
async fn last_words(rig: &Rig, frame: &Frame) -> (Value, Option<u16>) {
    let mut socket = connect(rig).await;
    if frame.after_hello {
        let hello = json!({"type": "hello", "epoch": null, "n": null}).to_string();
        socket.send(Message::text(hello)).await.unwrap();
    }
    socket.send(frame.message.clone()).await.unwrap();
    let mut bye = Value::Null;
    while let Some(Ok(message)) = hear(&mut socket).await {
        if let Message::Text(text) = &message {
            bye = serde_json::from_str(text).unwrap();
        }
        if let Message::Close(frame) = message {
            return (bye, frame.map(|frame| frame.code.into()));
        }
    }
    (bye, None)
}

/// Commands that can be read as messages and not as requests get an answer; the socket stays open.
async fn bad_commands_are_answered(rig: &Rig) {
    let mut socket = connect(rig).await;
    let hello = json!({"type": "hello", "epoch": null, "n": null}).to_string();
    socket.send(Message::text(hello)).await.unwrap();
    for (id, request, status, code) in [
        (json!("a"), json!(null), 400, "malformed"),
        (json!(2), json!({"request": "zzz"}), 400, "malformed"),
        (
            json!(3),
            json!({"request": "look", "at": 3, "zzz": 1}),
            400,
            "malformed",
        ),
        (
            json!(""),
            json!({"request": "look", "at": 3}),
            400,
            "malformed",
        ),
        (
            json!(5),
            json!({"request": "create-table"}),
            403,
            "not-allowed",
        ),
    ] {
        let command = json!({"type": "command", "id": id, "request": request}).to_string();
        socket.send(Message::text(command)).await.unwrap();
        let answer = loop {
            let message = hear(&mut socket).await.unwrap().unwrap();
            let said: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
            if said["type"] == "response" {
                break said;
            }
        };
        let found = (&answer["id"], answer["status"].as_u64(), &answer["code"]);
        assert_eq!(found, (&id, Some(status), &json!(code)), "{answer}");
    }
    assert_eq!(standing(&rig.guest).await, rig.before);
}
