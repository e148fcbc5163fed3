//! Bad requests: each gets the right status and a problem that says what is wrong, and changes nothing.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod bad_requests;
mod floor;
mod rig;

use core::time::Duration;

use bad_requests::{Bad, COMMANDS, REQUESTS, SOUND_BET};
use hyper::Method;
use rig::{Rig, send};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

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

/// A client that announces a body and does not send it is not waited for without end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_does_not_come_ends_the_request() {
    let rig = Rig::open().await;
    let url = &rig.floor.opened.url;
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /api/v1/settle HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: 20\r\n\r\n{{\"rule"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let reading = stream.read_to_end(&mut answer);
    let read = tokio::time::timeout(Duration::from_mins(2), reading).await;
    assert!(read.is_ok(), "the house still waits for the body");
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    assert!(answer.contains("application/problem+json"), "{answer}");
    rig.floor.close().await;
}
