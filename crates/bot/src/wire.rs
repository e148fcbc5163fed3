//! The live socket of a table, message by message, for clients that want to see each.

use core::time::Duration;

use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::connection::Connection;
use crate::http::Api;

/// A socket on a table.
pub struct Live {
    socket: WebSocketStream<Connection>,
    /// Whether messages that may be missed are wanted.
    hears_soft: bool,
}

/// What a house sends.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// A message, and its bytes.
    Said(Value, usize),
    /// The end, with its code.
    Closed(Option<u16>),
}

/// A message before it is read.
enum Next {
    Text(String),
    Closed(Option<u16>),
}

impl Live {
    /// Opens the live socket of a table.
    pub async fn open(api: &Api, table: u64) -> Result<Live> {
        let (scheme, address, base) = (api.socket_scheme(), api.address(), api.base());
        let url = format!("{scheme}://{address}{base}/api/v1/tables/{table}/socket");
        let mut request = url.into_client_request()?;
        if let Some(token) = api.token() {
            let value = format!("Bearer {token}").parse()?;
            request.headers_mut().insert("authorization", value);
        }
        let (socket, _) = client_async(request, api.connect().await?).await?;
        Ok(Live {
            socket,
            hears_soft: false,
        })
    }

    /// Opens it and says where the client left off.
    pub async fn resume(api: &Api, table: u64, epoch: &Value, n: Option<u64>) -> Result<Live> {
        let mut live = Live::open(api, table).await?;
        let hello = json!({"type": "hello", "epoch": epoch, "n": n});
        live.say(&hello).await?;
        Ok(live)
    }

    /// The same, which also hears what may be missed: who is there, meters, an announced restart.
    #[must_use]
    pub fn with_soft(self) -> Live {
        Live {
            hears_soft: true,
            ..self
        }
    }

    /// Sends a message.
    pub async fn say(&mut self, message: &Value) -> Result<()> {
        self.send(Message::Text(message.to_string().into())).await
    }

    /// Sends anything.
    pub async fn send(&mut self, message: Message) -> Result<()> {
        Ok(self.socket.send(message).await?)
    }

    /// The next message; pings are answered.
    pub async fn hear(&mut self, patience: Duration) -> Result<Heard> {
        match self.next(patience).await? {
            Next::Text(text) => {
                let said = serde_json::from_str(&text).context("expected JSON")?;
                Ok(Heard::Said(said, text.len()))
            }
            Next::Closed(code) => Ok(Heard::Closed(code)),
        }
    }

    /// The next message as it was sent; nothing where the socket is closed.
    pub async fn hear_text(&mut self, patience: Duration) -> Result<Option<String>> {
        match self.next(patience).await? {
            Next::Text(text) => Ok(Some(text)),
            Next::Closed(_) => Ok(None),
        }
    }

    async fn next(&mut self, patience: Duration) -> Result<Next> {
        let until = Instant::now() + patience;
        loop {
            let Ok(message) = timeout_at(until, self.socket.next()).await else {
                bail!("the house was silent for {patience:?}");
            };
            match message {
                None => return Ok(Next::Closed(None)),
                Some(Ok(Message::Close(frame))) => {
                    let code = |frame: CloseFrame| u16::from(frame.code);
                    return Ok(Next::Closed(frame.map(code)));
                }
                Some(Ok(Message::Text(text)))
                    if !self.hears_soft && text.contains("\"type\":\"soft\"") => {}
                Some(Ok(Message::Text(text))) if text.contains("\"type\":\"ping\"") => {
                    self.say(&json!({"type": "pong"})).await?;
                }
                Some(Ok(Message::Text(text))) => return Ok(Next::Text(text.as_str().to_owned())),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// Goes without a word.
    pub fn cut(self) {
        drop(self.socket);
    }
}
