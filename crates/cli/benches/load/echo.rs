//! A bare axum echo, and how fast the same clients exchange messages with it.

use core::time::Duration;

use axum::Router;
use axum::extract::ws::{Message as Said, WebSocketUpgrade};
use axum::routing::get;
use axum::serve::ListenerExt as _;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::Message;

use crate::socket;

/// As long as a command.
const SAID: &str =
    r#"{"type":"command","id":1234,"request":{"request":"play","at":3,"amount":1000}}"#;

/// Echoes until the process is killed, with the socket settings of the house.
pub fn serve() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("listening on http://{}/", listener.local_addr().unwrap());
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let router = Router::new().route("/echo", get(upgrade));
        axum::serve(listener, router).await.unwrap();
    });
}

async fn upgrade(upgrade: WebSocketUpgrade) -> axum::response::Response {
    let upgrade = upgrade.read_buffer_size(4 * 1024).write_buffer_size(0);
    upgrade.on_upgrade(async |mut socket| {
        while let Some(Ok(Said::Text(text))) = socket.recv().await {
            if socket.send(Said::Text(text)).await.is_err() {
                return;
            }
        }
    })
}

/// Messages a second that come back to so many sockets, each of which has one under way.
pub async fn rate(address: &str, sockets: usize, seconds: Duration) -> f64 {
    let mut connected = Vec::new();
    for _ in 0..sockets {
        connected.push(socket::connect(address, "/echo", None).await);
    }
    let begun = Instant::now();
    let until = begun + seconds;
    let mut tasks = JoinSet::new();
    for mut socket in connected {
        tasks.spawn_local(async move {
            let mut echoed = 0_u64;
            while Instant::now() < until {
                socket.send(Message::text(SAID)).await.unwrap();
                match timeout_at(until, socket.next()).await {
                    Ok(Some(Ok(Message::Text(_)))) => echoed += 1,
                    Ok(other) => panic!("the echo said {other:?}"),
                    Err(_) => break,
                }
            }
            echoed
        });
    }
    let echoed: u64 = tasks.join_all().await.iter().sum();
    echoed as f64 / begun.elapsed().as_secs_f64()
}
