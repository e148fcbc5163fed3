//! Sockets beside the players: many at a quiet table, and some at busy ones that hardly read.

use core::time::Duration;

use futures_util::stream::iter;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use crate::socket;

/// Those who look on.
pub struct Crowd {
    url: String,
}

/// Opens sockets of passers-by at the quiet table; they answer pings and ask nothing.
pub async fn gather(url: &str, idle: usize, quiet_table: u32) -> Crowd {
    let sockets = iter(0..idle).map(async |_| socket::open(url, quiet_table, None).await);
    let mut sockets = sockets.buffered(64);
    while let Some(mut socket) = sockets.next().await {
        tokio::task::spawn_local(async move {
            while let Some(Ok(message)) = socket.next().await {
                if let Message::Text(text) = message
                    && text.contains("\"type\":\"ping\"")
                {
                    drop(socket.send(Message::text(r#"{"type":"pong"}"#)).await);
                }
            }
        });
    }
    sleep(Duration::from_secs(2)).await;
    Crowd {
        url: url.to_owned(),
    }
}

impl Crowd {
    /// Opens sockets at the busy tables: every other one reads nothing, the rest sixteen bytes a second. After
    /// fifteen seconds, by when the house has let it go, each is opened again.
    pub async fn add_slow(&self, slow: usize, tables: u32) {
        for nth in 0..slow {
            let table = u32::try_from(nth).unwrap() % tables + 1;
            let bytes = if nth % 2 == 0 { 0 } else { 16 };
            let url = self.url.clone();
            tokio::task::spawn_local(async move {
                while let Ok(stream) = hello(&url, table).await {
                    read_slowly(stream, bytes).await;
                }
            });
            if nth % 50 == 0 {
                sleep(Duration::from_millis(20)).await;
            }
        }
        // Until what the system keeps for each of them is full.
        sleep(Duration::from_secs(3)).await;
    }
}

/// Opens a socket by hand, over a connection that takes little at once, and says hello.
async fn hello(url: &str, table: u32) -> std::io::Result<TcpStream> {
    let address = socket::address(url);
    let mut stream = socket::tcp(address, Some(4 * 1024)).await?;
    let head = format!(
        "GET /api/v1/tables/{table}/socket HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    let hello = br#"{"type":"hello","epoch":null,"n":null}"#;
    // A masked text frame; a mask of zeros leaves the text as it is.
    let mut frame = vec![0x81, 0x80 | u8::try_from(hello.len()).unwrap(), 0, 0, 0, 0];
    frame.extend_from_slice(hello);
    stream.write_all(&frame).await?;
    Ok(stream)
}

/// Reads so many bytes a second for fifteen seconds, or until the house closes the connection.
async fn read_slowly(mut stream: TcpStream, bytes: usize) {
    let mut buffer = vec![0; bytes];
    for _ in 0..15 {
        sleep(Duration::from_secs(1)).await;
        if bytes > 0 && !matches!(stream.read(&mut buffer).await, Ok(1..)) {
            return;
        }
    }
}
