//! Bad messages on the live socket: each closes it with a code that says stop, and changes nothing.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod bad_requests;
mod floor;
mod rig;

use core::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use rig::{Rig, standing};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

/// When a message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    First,
    AfterHello,
}

use When::{AfterHello, First};

/// A message to the socket, and the close code and detail it gets.
struct Frame {
    when: When,
    message: Message,
    code: u64,
    detail: &'static str,
}

/// Texts, and what the house says about each.
#[rustfmt::skip]
const TEXTS: &[(When, &str, &str)] = &[
    (First, "", "EOF"),
    (First, "nonsense", "expected"),
    (First, "[]", ""),
    (First, "null", ""),
    (First, "{}", "type"),
    (AfterHello, "{", "EOF"),
    (AfterHello, r#"{"type":"hello","epoch":null,"n":null}"#, "hello comes once"),
    (First, r#"{"type":"command","id":1,"request":{"request":"look","at":3}}"#, "hello first"),
    (AfterHello, r#"{"type":"zzz"}"#, "zzz"),
    (First, r#"{"type":"hello","epoch":1,"n":null}"#, "invalid type"),
    (First, r#"{"type":"hello","epoch":null,"n":-1}"#, "u64"),
    (First, r#"{"type":"hello","epoch":null,"n":null,"zzz":1}"#, "zzz"),
    (AfterHello, r#"{"type":"pong","zzz":1}"#, "zzz"),
    (AfterHello, r#"{"type":"command","id":1}"#, "missing field `request`"),
    (AfterHello, r#"{"type":"command","request":{"request":"look","at":3}}"#, "missing field `id`"),
    (AfterHello, r#"{"type":"command","id":null,"request":{}}"#, "1 to 100 letters"),
];

fn frames() -> Vec<Frame> {
    let text = |(when, said, detail): &(When, &'static str, &'static str)| Frame {
        when: *when,
        message: Message::text(*said),
        code: 4400,
        detail,
    };
    let mut frames: Vec<Frame> = TEXTS.iter().map(text).collect();
    for when in [First, AfterHello] {
        frames.push(Frame {
            when,
            message: Message::binary(vec![0, 1, 255]),
            code: 4400,
            detail: "found bytes",
        });
        frames.push(Frame {
            when,
            message: Message::text("x".repeat(17 * 1024)),
            code: 1009,
            detail: "too large",
        });
    }
    frames
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
            wrong.push(format!("{:?}: {bye} and {close:?}", frame.detail));
        }
        if standing(&rig.guest).await != rig.before {
            wrong.push(format!("{:?} changed something", frame.detail));
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
    if frame.when == AfterHello {
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
