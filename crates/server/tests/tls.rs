//! A house that encrypts by itself: HTTPS and sockets under its certificate, cookies for encrypted
//! connections alone, and clear words about files that are no certificate or no key.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod encrypted;
mod floor;

use core::time::Duration;
use std::path::{Path, PathBuf};

use bot::{Api, Bets, Bot};
use encrypted::{Encrypted, header, status};
use floor::Floor;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use server::config::Config;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

const PATIENCE: Duration = Duration::from_secs(20);

/// A certificate for `localhost` and its key, in files.
struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn make() -> Files {
        let folder = tempfile::tempdir().unwrap();
        for name in ["own", "other"] {
            encrypted::make_certificate(folder.path(), name);
        }
        let own = std::fs::read_to_string(folder.path().join("own.cert")).unwrap();
        let broken = own.replacen("MII", "???", 1);
        let cut = own.lines().take(3).collect::<Vec<_>>().join("\n");
        std::fs::write(folder.path().join("broken.cert"), broken).unwrap();
        std::fs::write(folder.path().join("cut.cert"), cut).unwrap();
        std::fs::write(folder.path().join("empty"), "").unwrap();
        let junk = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
        std::fs::write(folder.path().join("junk.key"), junk).unwrap();
        let junk = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        std::fs::write(folder.path().join("junk.cert"), junk).unwrap();
        Files { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn config(&self, cert: &str, key: &str) -> Config {
        let mut config = floor::instant_demo();
        config.listen.tls_cert = Some(self.path(cert));
        config.listen.tls_key = Some(self.path(key));
        config
    }
}

fn client<'a>(floor: &'a Floor, trusted: &'a Path) -> Encrypted<'a> {
    Encrypted {
        address: address(floor),
        trusted,
        from: "127.0.0.1",
    }
}

fn address(floor: &Floor) -> &str {
    let address = floor.opened.url.strip_prefix("https://").unwrap();
    address.strip_suffix('/').unwrap()
}

async fn call(floor: &Floor, files: &Files, method: &str, path: &str, headers: &str) -> String {
    let trusted = files.path("own.cert");
    client(floor, &trusted).call(method, path, headers).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_cookies_and_links_are_for_encrypted_connections() {
    let files = Files::make();
    let floor = Floor::open_with(files.config("own.cert", "own.key")).await;
    let health = call(&floor, &files, "GET", "/healthz", "").await;
    assert_eq!(status(&health), 200, "{health}");
    let guest = call(&floor, &files, "POST", "/api/v1/guests", "").await;
    assert_eq!(status(&guest), 201, "{guest}");
    let cookie = header(&guest, "set-cookie").unwrap();
    assert!(cookie.ends_with("; Secure"), "{cookie}");
    for (_, link) in &floor.opened.links {
        assert!(link.starts_with("https://"), "{link}");
    }
    // A page that was loaded without encryption is a stranger's.
    let own = format!("origin: https://{}\r\n", address(&floor));
    let accepted = call(&floor, &files, "POST", "/api/v1/guests", &own).await;
    assert_eq!(status(&accepted), 201, "{accepted}");
    let plain = format!("origin: http://{}\r\n", address(&floor));
    let refused = call(&floor, &files, "POST", "/api/v1/guests", &plain).await;
    assert_eq!(status(&refused), 403, "{refused}");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_live_socket_is_encrypted_and_knows_the_cookie() {
    let files = Files::make();
    let floor = Floor::open_with(files.config("own.cert", "own.key")).await;
    let guest = call(&floor, &files, "POST", "/api/v1/guests", "").await;
    let cookie = header(&guest, "set-cookie").unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let request = format!("wss://{}/api/v1/tables/1/socket", address(&floor));
    let mut request = request.into_client_request().unwrap();
    let headers = request.headers_mut();
    headers.insert("cookie", cookie.parse().unwrap());
    let origin = format!("https://{}", address(&floor));
    headers.insert("origin", origin.parse().unwrap());
    let trusted = files.path("own.cert");
    let stream = client(&floor, &trusted).connect().await.unwrap();
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream)
        .await
        .unwrap();
    let hello = r#"{"type":"hello","epoch":null,"n":null}"#;
    socket.send(Message::text(hello)).await.unwrap();
    let mut heard = Vec::new();
    for _ in 0..2 {
        let message = tokio::time::timeout(PATIENCE, socket.next()).await.unwrap();
        let text = message.unwrap().unwrap().into_text().unwrap();
        heard.push(serde_json::from_str::<Value>(&text).unwrap());
    }
    assert_eq!(heard[0]["you"]["role"], "guest", "{}", heard[0]);
    assert_eq!(heard[1]["type"], "snapshot");
    drop(socket);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_over_tls() {
    let files = Files::make();
    let floor = Floor::open_with(files.config("own.cert", "own.key")).await;
    // The certificate is for the name alone.
    let url = floor.opened.url.replace("127.0.0.1", "localhost");
    let api = Api::trusting(&url, &files.path("own.cert")).unwrap();
    let (player, api) = api.come_as_guest().await.unwrap();
    let mut bot = Bot::sit(&api, player, 1, Bets::All).await.unwrap();
    let result = bot.play(2).await.unwrap();
    assert_eq!((result.rounds, result.gaps, result.refused), (2, 0, 0));
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_to_the_certificate_and_plain_calls_get_nothing() {
    let files = Files::make();
    let floor = Floor::open_with(files.config("own.cert", "own.key")).await;
    let stranger = files.path("other.cert");
    assert!(client(&floor, &stranger).connect().await.is_err());
    let mut plain = TcpStream::connect(address(&floor)).await.unwrap();
    let head = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    plain.write_all(head).await.unwrap();
    let mut answer = Vec::new();
    let reading = tokio::time::timeout(PATIENCE, plain.read_to_end(&mut answer)).await;
    drop(reading.expect("the house ends the connection"));
    assert!(!String::from_utf8_lossy(&answer).contains("HTTP/1.1"));
    // A client that says nothing keeps the others waiting for nothing.
    let silent = TcpStream::connect(address(&floor)).await.unwrap();
    let health = call(&floor, &files, "GET", "/healthz", "").await;
    assert_eq!(status(&health), 200, "{health}");
    drop(silent);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_are_no_certificate_or_no_key_are_named() {
    let files = Files::make();
    for (cert, key, field, named, found) in [
        ("none", "own.key", "tls_cert", "none", "No such file"),
        ("own.cert", "none", "tls_key", "none", "No such file"),
        (
            "own.key",
            "own.cert",
            "tls_cert",
            "own.key",
            "no certificate",
        ),
        (
            "own.cert",
            "own.cert",
            "tls_key",
            "own.cert",
            "nothing of the kind",
        ),
        (
            "own.cert",
            "other.key",
            "tls_key",
            "other.key",
            "another certificate",
        ),
        (
            "broken.cert",
            "own.key",
            "tls_cert",
            "broken.cert",
            "base64",
        ),
        ("cut.cert", "own.key", "tls_cert", "cut.cert", "section end"),
        (
            "junk.cert",
            "own.key",
            "tls_cert",
            "junk.cert",
            "certificate",
        ),
        ("empty", "own.key", "tls_cert", "empty", "no certificate"),
        (
            "own.cert",
            "empty",
            "tls_key",
            "empty",
            "nothing of the kind",
        ),
        ("own.cert", "junk.key", "tls_key", "junk.key", "key"),
    ] {
        let why = floor::why_not_open(files.config(cert, key)).await;
        let why = why.unwrap_or_else(|| panic!("opened with {cert} and {key}"));
        let file = files.path(named).display().to_string();
        assert!(
            why.starts_with(&format!("{field}: {file}: found ")),
            "{why}"
        );
        assert!(why.contains(found), "{why:?} says nothing of {found:?}");
        assert!(why.contains(", expected "), "{why}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beyond_this_machine_there_is_no_plain_door_unless_a_proxy_encrypts() {
    let files = Files::make();
    for address in ["0.0.0.0:0", "[::]:0"] {
        let mut plain = floor::instant_demo();
        plain.listen.address = address.parse().unwrap();
        let why = floor::why_not_open(plain.clone()).await.unwrap();
        let says = [address, "without TLS", "--tls-cert", "behind_proxy = true"];
        assert!(says.iter().all(|part| why.contains(part)), "{why}");
    }
    let mut behind_proxy = floor::instant_demo();
    behind_proxy.listen.address = "0.0.0.0:0".parse().unwrap();
    behind_proxy.listen.behind_proxy = true;
    assert_eq!(floor::why_not_open(behind_proxy).await, None);
    let mut encrypted = files.config("own.cert", "own.key");
    encrypted.listen.address = "0.0.0.0:0".parse().unwrap();
    assert_eq!(floor::why_not_open(encrypted).await, None);
}
