//! The messages of a socket, both ways, and why it is closed.

use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use house::game::{Money, PlayerId};
use house::ledger::TableId;
use house::table::TableState;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::app::{App, Caller};
use crate::http::viewer_of;
use crate::hub::Hub;
use crate::problem::Problem;
use crate::protection::answers::PlayBody;
use crate::wire::{WireCommand, WireId};

/// For so long a rack is taken to be as it was read, unless something is known to have moved chips. Where no
/// other process writes, everything that moves chips is known.
const FRESH: Duration = Duration::from_secs(1);

/// What a client says.
pub enum FromClient {
    /// Where it left off; both are nothing the first time.
    Hello {
        /// Which log its number belongs to.
        epoch: Option<String>,
        /// The last entry it has.
        n: Option<u64>,
    },
    /// It asks something of the table.
    Command(WireCommand),
    /// It is there.
    Pong,
}

/// A message of a client on the live socket of a table.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message: where the client left off; both are nothing the first time.
    Hello {
        /// Which log its number belongs to.
        #[serde(default)]
        epoch: Option<String>,
        /// The last entry it has.
        #[serde(default)]
        n: Option<u64>,
    },
    /// It asks something of the table.
    Command {
        /// Its own id: the same id again gets the same answer.
        id: WireId,
        /// What is asked.
        #[cfg_attr(feature = "schema", schemars(with = "crate::openapi::AnyRequest"))]
        request: Value,
    },
    /// It is there.
    Pong {},
}

impl FromClient {
    /// Reads a message.
    pub fn read(text: &str) -> Result<FromClient, Bye> {
        match serde_json::from_str(text) {
            Ok(ClientMessage::Hello { epoch, n }) => Ok(FromClient::Hello { epoch, n }),
            Ok(ClientMessage::Command { id, request }) => {
                Ok(FromClient::Command(WireCommand { id, request }))
            }
            Ok(ClientMessage::Pong {}) => Ok(FromClient::Pong),
            Err(error) => Err(Bye::Malformed(error.to_string())),
        }
    }
}

/// Why a socket is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bye {
    /// The client went.
    Gone,
    /// The house closes, and opens again.
    Closing,
    /// The table's task ended; another starts.
    TableGone,
    /// The client took nothing for too long.
    TooSlow,
    /// The client said nothing for too long.
    Silent,
    /// No first message came in time.
    NoHello,
    /// The session ended.
    SignedOut,
    /// The same person opened another socket on this table.
    Replaced,
    /// A message that cannot be read.
    Malformed(String),
    /// A message that is too large.
    TooLarge,
    /// Too many messages.
    TooMany,
}

impl Bye {
    /// What the socket's own error means.
    pub fn of_error(error: &axum::Error) -> Bye {
        let text = error.to_string();
        if text.contains("too long") || text.contains("too large") || text.contains("too big") {
            return Bye::TooLarge;
        }
        if text.contains("UTF-8") || text.contains("utf-8") {
            return Bye::Malformed(text);
        }
        Bye::Gone
    }

    /// The close code: from 4000 on our own; 44xx say stop, all others come back.
    pub fn code(&self) -> u16 {
        match self {
            Bye::Gone => 1000,
            Bye::Closing => 1001,
            Bye::TableGone => 1012,
            Bye::TooSlow => 4008,
            Bye::Silent => 4009,
            Bye::NoHello => 4010,
            Bye::TooMany => 4029,
            Bye::SignedOut => 4401,
            Bye::Replaced => 4409,
            Bye::Malformed(_) => 4400,
            Bye::TooLarge => 1009,
        }
    }

    /// After how long the client may come back; nothing where it should not.
    fn again_ms(&self) -> Option<u64> {
        match self {
            Bye::Gone | Bye::Closing | Bye::TableGone => Some(1_000),
            Bye::TooSlow | Bye::Silent | Bye::NoHello => Some(500),
            Bye::TooMany => Some(5_000),
            Bye::SignedOut | Bye::Replaced | Bye::Malformed(_) | Bye::TooLarge => None,
        }
    }

    /// The reason in words; a close frame takes 123 bytes.
    pub fn reason(&self) -> String {
        let text = match self {
            Bye::Gone => "bye",
            Bye::Closing => "the house restarts",
            Bye::TableGone => "the table starts again",
            Bye::TooSlow => "the client is too slow",
            Bye::Silent => "the client is silent",
            Bye::NoHello => "no hello in time",
            Bye::TooMany => "too many messages",
            Bye::SignedOut => "signed out",
            Bye::Replaced => "open elsewhere",
            Bye::Malformed(what) => what,
            Bye::TooLarge => "the message is too large",
        };
        text.chars().take(30).collect()
    }

    /// The last message.
    pub fn to_json(&self) -> String {
        let detail = match self {
            Bye::Malformed(what) => what.clone(),
            Bye::Gone
            | Bye::Closing
            | Bye::TableGone
            | Bye::TooSlow
            | Bye::Silent
            | Bye::NoHello
            | Bye::TooMany
            | Bye::SignedOut
            | Bye::Replaced
            | Bye::TooLarge => self.reason(),
        };
        json!({
            "type": "bye",
            "code": self.code(),
            "again_ms": self.again_ms(),
            "detail": detail,
        })
        .to_string()
    }
}

/// Writes messages for one client.
pub struct Messages {
    app: Arc<App>,
    caller: Caller,
    hub: Arc<Hub>,
    player: Option<PlayerId>,
    rack: KnownRack,
    /// What the player was told last of his time and money.
    told: Option<PlayBody>,
}

/// A player's time and money.
pub struct PlayTime {
    /// The message.
    pub text: String,
    /// Whether he may stake otherwise than before.
    pub moves_changed: bool,
}

/// What a player has at the table, as last read from the store.
#[derive(Default)]
struct KnownRack {
    amount: Option<Money>,
    read: Option<Instant>,
    /// How often chips had gone between purses and tables by then.
    moved: u64,
}

/// Whether a commit may have changed what a player has at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chips {
    /// It cannot.
    Still,
    /// It can.
    Moved,
}

impl Messages {
    /// For this client at this table.
    pub fn new(app: &Arc<App>, caller: &Caller, hub: &Arc<Hub>) -> Messages {
        let player = caller
            .as_ref()
            .filter(|signed| signed.account.role.is_player());
        Messages {
            app: Arc::clone(app),
            player: player.map(|signed| signed.account.player()),
            caller: caller.clone(),
            hub: Arc::clone(hub),
            rack: KnownRack::default(),
            told: None,
        }
    }

    /// The player the client is, where it is one.
    pub fn player(&self) -> Option<PlayerId> {
        self.player
    }

    /// The first message to a client.
    pub fn welcome(&self, epoch: &str, n: u64) -> String {
        let you = match &self.caller {
            Some(signed) => json!({
                "role": signed.account.role,
                "player": self.player,
                "person": self.player.is_none().then(|| signed.account.person()),
                "name": signed.account.name,
            }),
            None => json!({"role": "spectator", "player": null, "name": null}),
        };
        let config = self.app.table_config(self.hub.table());
        let table = json!({
            "table": self.hub.table(),
            "name": config.as_ref().map(|config| config.name.as_str()),
            "company_max": config.as_ref().map_or(0, |config| config.company_max),
        });
        json!({"type": "welcome", "epoch": epoch, "n": n, "you": you, "at": table}).to_string()
    }

    /// The table as it stands.
    pub async fn snapshot(&mut self, epoch: &str, state: &TableState) -> Result<String, Bye> {
        let rest = self.rest(state, Chips::Moved).await;
        let n = state.head().seq;
        let epoch = Value::from(epoch);
        Ok(format!(
            "{{\"type\":\"snapshot\",\"epoch\":{epoch},\"n\":{n},{rest}}}"
        ))
    }

    /// What happened, and the table after it.
    pub async fn events(
        &mut self,
        (from, to): (u64, u64),
        events: &str,
        state: &TableState,
        chips: Chips,
    ) -> Result<String, Bye> {
        let rest = self.rest(state, chips).await;
        Ok(format!(
            "{{\"type\":\"events\",\"from\":{from},\"to\":{to},\"events\":{events},{rest}}}"
        ))
    }

    /// The player's time and money, where they are not what he was told last; time to the minute.
    pub async fn play_time(&mut self, table: TableId) -> Option<PlayTime> {
        let signed = self.caller.as_ref().filter(|_| self.player.is_some())?;
        let play = PlayBody::read(&self.app, &signed.account, Some(table.0)).await;
        let play = match play {
            Ok(play) => play,
            Err(problem) => {
                tracing::warn!(%problem.detail, "a player's time and money could not be read");
                return None;
            }
        };
        let told = self.told.as_ref();
        if told.is_some_and(|told| told.to_the_minute() == play.to_the_minute()) {
            return None;
        }
        let moves_changed = told.is_some_and(|told| told.blocked != play.blocked);
        let mut text = json!(play);
        text["type"] = json!("soft");
        text["soft"] = json!("play-time");
        self.told = Some(play);
        Some(PlayTime {
            text: text.to_string(),
            moves_changed,
        })
    }

    async fn rest(&mut self, state: &TableState, chips: Chips) -> String {
        let view = self.hub.view(state, viewer_of(&self.caller));
        let moves =
            serde_json::to_string(&self.app.moves(&self.caller, self.hub.table(), state).await);
        let moves = moves.unwrap_or_else(|_| "[]".to_owned());
        let deadline = json!(self.app.deadline_ms(state));
        let rack = json!(self.rack(chips).await);
        let names = self.names(state).await;
        format!(
            "\"view\":{view},\"moves\":{moves},\"deadline_ms\":{deadline},\"rack\":{rack},\
             \"names\":{names}"
        )
    }

    /// The names of those at the table as JSON: the same for every client.
    async fn names(&self, state: &TableState) -> Arc<str> {
        let n = state.head().seq;
        if let Some(names) = self.hub.names_at(n) {
            return names;
        }
        let names = Arc::from(json!(self.app.names(state).await).to_string());
        self.hub.keep_names(n, &names);
        names
    }

    /// What the player has at the table. Read again where it may have changed: by the commit, or at the cage,
    /// of which another process says nothing here.
    async fn rack(&mut self, chips: Chips) -> Option<Money> {
        let player = self.player?;
        let moved = self.app.chips_moved.load(Ordering::Acquire);
        let is_alone = !self.app.house.store().has_other_writers();
        let is_fresh = |read: Instant| is_alone || read.elapsed() < FRESH;
        let is_fresh = self.rack.read.is_some_and(is_fresh);
        if chips == Chips::Moved || moved != self.rack.moved || !is_fresh {
            let amount = self.app.rack(self.hub.table(), player).await.ok();
            self.rack = KnownRack {
                amount,
                read: amount.map(|_| Instant::now()),
                moved,
            };
        }
        self.rack.amount
    }
}

/// Is the client there?
pub fn ping() -> String {
    json!({"type": "ping"}).to_string()
}

/// The answer to a command.
pub fn response(id: &WireId, answer: Result<Value, Problem>) -> String {
    let mut said = match answer {
        Ok(answer) => answer,
        Err(problem) => {
            let mut said = json!(problem);
            let refused = problem.status == axum::http::StatusCode::CONFLICT;
            said["outcome"] = json!(if refused { "refused" } else { "error" });
            said
        }
    };
    said["type"] = json!("response");
    said["id"] = json!(id);
    said.to_string()
}
