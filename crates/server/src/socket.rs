//! One live table on one socket: what happened, in order and without gaps, and commands the other way.
//!
//! The socket reads from the table's feed and has no queue of its own: one that reads too slowly falls
//! behind the feed, gets what it missed from what is kept, and is let go where that is not enough.
//! Nothing is sent before it is stored.

mod messages;

use core::time::Duration;
use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use house::game::{Round, Viewer};
use house::people::TokenHash;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout};

use crate::app::{App, Caller};
use crate::http::{Asker, table_id, viewer_of};
use crate::hub::{Frame, Hub, Missed};
use crate::problem::Problem;
use crate::soft::Presence;
use crate::wire::WireCommand;
#[cfg(feature = "schema")]
pub use messages::ClientMessage;
use messages::{Bye, Chips, FromClient, Messages};

/// The longest message a client may send.
const MESSAGE_BYTES_MAX: usize = 16 * 1024;
/// For the first message.
const HELLO: Duration = Duration::from_secs(10);
/// Between two pings.
const PING: Duration = Duration::from_secs(15);
/// A client that says nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(45);
/// A client that takes nothing for so long is too slow.
const SENDING: Duration = Duration::from_secs(10);
/// Between two looks at a player's time and money.
const PLAY: Duration = Duration::from_secs(10);
/// How many commands of one socket may wait for their answers.
const COMMANDS_MAX: usize = 16;

/// Opens a socket on a table.
pub async fn upgrade(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    asker: Asker,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let table = table_id(&table)?;
    if asker.offered_token && asker.caller.is_none() {
        return Err(Problem::not_signed_in());
    }
    app.may_watch(&asker.caller, table)?;
    let hub = app.hub(table).await?;
    let upgrade = upgrade.map_err(|error| {
        let status = axum::http::StatusCode::UPGRADE_REQUIRED;
        Problem::new(status, "upgrade-required", error.body_text())
    })?;
    let upgrade = upgrade
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(512 * 1024)
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX);
    let caller = asker.caller;
    Ok(upgrade.on_upgrade(move |socket| async move {
        app.metrics.sockets.inc();
        let connection = app.connections.open(&caller, table);
        let messages = Messages::new(&app, &caller, &hub);
        let presence = Presence::enter(&hub, messages.player());
        let mut client = Client {
            messages,
            app: Arc::clone(&app),
            viewer: viewer_of(&caller),
            hub,
            socket,
            caller,
            heard: Instant::now(),
            told_after: None,
        };
        let bye = client.serve(connection).await;
        drop(presence);
        client.close(bye).await;
        app.metrics.sockets.dec();
    }))
}

/// A client at a table.
struct Client {
    app: Arc<App>,
    hub: Arc<Hub>,
    socket: WebSocket,
    caller: Caller,
    viewer: Viewer,
    messages: Messages,
    /// When the client last said something.
    heard: Instant,
    /// The last round after which a player was told his time and money.
    told_after: Option<u64>,
}

impl Client {
    /// Serves the client until one of the two ends it; says why.
    async fn serve(&mut self, mut connection: crate::connections::Connection) -> Bye {
        let mut frames = self.hub.subscribe();
        let mut draining = self.app.draining.subscribe();
        let mut ended = self.app.sessions.ended();
        let (epoch, n) = match timeout(HELLO, self.hello()).await {
            Ok(Ok(place)) => place,
            Ok(Err(bye)) => return bye,
            Err(_) => return Bye::NoHello,
        };
        let mut at = match self.welcome(epoch.as_deref(), n).await {
            Ok(at) => at,
            Err(bye) => return bye,
        };
        let mut soft = self.hub.soft.subscribe();
        soft.mark_changed();
        let mut pings = tokio::time::interval_at(Instant::now() + PING, PING);
        let mut plays = tokio::time::interval(PLAY);
        let mut limited = self.app.protections.subscribe();
        let mut commands = FuturesUnordered::new();
        if *draining.borrow() {
            return Bye::Closing;
        }
        loop {
            let sent = tokio::select! {
                frame = frames.recv() => self.frame(frame, &mut frames, &mut at).await,
                message = self.socket.recv() => match self.read(message) {
                    Ok(Some(command)) if commands.len() < COMMANDS_MAX => {
                        commands.push(answer(Arc::clone(&self.app), self.caller.clone(), self.hub.table(), command));
                        Ok(())
                    }
                    Ok(Some(command)) => {
                        let text = messages::response(&command.id, Err(Problem::too_many(100)));
                        self.send(text).await
                    }
                    Ok(None) => Ok(()),
                    Err(bye) => Err(bye),
                },
                Some(text) = commands.next(), if !commands.is_empty() => self.send(text).await,
                _ = pings.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        Err(Bye::Silent)
                    } else {
                        self.send(messages::ping()).await
                    }
                }
                Ok(()) = soft.changed() => {
                    let text = soft.borrow_and_update().to_json();
                    self.send(text).await
                }
                _ = draining.changed() => Err(Bye::Closing),
                () = connection.replaced() => Err(Bye::Replaced),
                token = ended.recv() => self.session_ended(token).await,
                _ = plays.tick(), if self.messages.player().is_some() => self.tell_play(at).await,
                Ok(player) = limited.recv(), if self.messages.player().is_some() => {
                    if self.messages.player() == Some(player) {
                        self.limits_changed(at).await
                    } else {
                        Ok(())
                    }
                }
            };
            if let Err(bye) = sent {
                return bye;
            }
        }
    }

    /// The first message: where the client left off.
    async fn hello(&mut self) -> Result<(Option<String>, Option<u64>), Bye> {
        loop {
            let message = self.socket.recv().await;
            match self.parse(message)? {
                None | Some(FromClient::Pong) => {}
                Some(FromClient::Hello { epoch, n }) => return Ok((epoch, n)),
                Some(FromClient::Command(_)) => {
                    return Err(Bye::Malformed("expected hello first".to_owned()));
                }
            }
        }
    }

    /// Says where the table stands, and sends what the client missed or the whole table. Returns the
    /// number of the last entry that was sent.
    async fn welcome(&mut self, epoch: Option<&str>, n: Option<u64>) -> Result<u64, Bye> {
        let Some(state) = self.hub.state() else {
            return Err(Bye::TableGone);
        };
        let to = state.head().seq;
        let text = self.messages.welcome(self.hub.epoch(), to);
        self.send(text).await?;
        let known = n.filter(|_| epoch == Some(self.hub.epoch()));
        let missed = known.map_or(Missed::Everything, |n| self.hub.missed(self.viewer, n, to));
        let text = match missed {
            Missed::Events { events, to } => {
                let from = known.unwrap_or(to);
                let chips = Chips::Moved;
                self.messages
                    .events((from, to), &events, &state, chips)
                    .await?
            }
            Missed::Everything => self.messages.snapshot(self.hub.epoch(), &state).await?,
        };
        self.send(text).await?;
        Ok(to)
    }

    /// Sends what was committed, several commits at once where the client is slow.
    async fn frame(
        &mut self,
        frame: Result<Arc<Frame>, RecvError>,
        frames: &mut tokio::sync::broadcast::Receiver<Arc<Frame>>,
        at: &mut u64,
    ) -> Result<(), Bye> {
        let mut newest = match frame {
            Ok(frame) => frame,
            Err(RecvError::Lagged(_)) => return Ok(()),
            Err(RecvError::Closed) => return Err(Bye::TableGone),
        };
        // What was passed over, because the client is slow, is not known to have moved nothing.
        let mut moved = newest.from > *at || self.may_move_chips(&newest);
        while let Ok(frame) = frames.try_recv() {
            moved |= frame.from > newest.to || self.may_move_chips(&frame);
            newest = frame;
        }
        if newest.to <= *at {
            return Ok(());
        }
        let text = match self.hub.missed(self.viewer, *at, newest.to) {
            Missed::Events { events, to } => {
                let chips = if moved { Chips::Moved } else { Chips::Still };
                self.messages
                    .events((*at, to), &events, &newest.state, chips)
                    .await?
            }
            // It fell behind what is kept: it comes back, and starts from the table as it stands.
            Missed::Everything => return Err(Bye::TooSlow),
        };
        *at = newest.to;
        self.send(text).await?;
        let round = newest.state.table().round();
        let over = round.filter(|round| round.is_over()).map(Round::number);
        if over.is_some() && over != self.told_after && self.messages.player().is_some() {
            self.told_after = over;
            self.tell_play(*at).await?;
        }
        Ok(())
    }

    /// Tells a player his time and money where they changed, and what he may ask where that did.
    async fn tell_play(&mut self, at: u64) -> Result<(), Bye> {
        let Some(told) = self.messages.play_time(self.hub.table()).await else {
            return Ok(());
        };
        self.send(told.text).await?;
        if told.moves_changed {
            self.tell_moves(at).await?;
        }
        Ok(())
    }

    /// The player has changed his limits, or answered a reality check.
    async fn limits_changed(&mut self, at: u64) -> Result<(), Bye> {
        self.tell_play(at).await?;
        self.tell_moves(at).await
    }

    /// Nothing happened at the table, but what the player may ask is another. Where the table moved on
    /// meanwhile its events say so.
    async fn tell_moves(&mut self, at: u64) -> Result<(), Bye> {
        let Some(state) = self.hub.state().filter(|state| state.head().seq == at) else {
            return Ok(());
        };
        let text = self.messages.events((at, at), "[]", &state, Chips::Still);
        let text = text.await?;
        self.send(text).await
    }

    /// Whether the commit may have changed what this client's player has at the table.
    fn may_move_chips(&self, frame: &Frame) -> bool {
        let player = self.messages.player();
        player.is_some_and(|player| frame.may_move_chips(player))
    }

    fn read(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<Option<WireCommand>, Bye> {
        match self.parse(message)? {
            None | Some(FromClient::Pong) => Ok(None),
            Some(FromClient::Hello { .. }) => Err(Bye::Malformed("hello comes once".to_owned())),
            Some(FromClient::Command(command)) => {
                let taken = self.caller.as_ref().map(|signed| {
                    let limits = &self.app.limits;
                    limits.sessions.take(signed.session)
                });
                match taken {
                    Some(Err(_)) => Err(Bye::TooMany),
                    Some(Ok(())) | None => Ok(Some(command)),
                }
            }
        }
    }

    fn parse(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<Option<FromClient>, Bye> {
        let message = match message {
            None => return Err(Bye::Gone),
            Some(Err(error)) => return Err(Bye::of_error(&error)),
            Some(Ok(message)) => message,
        };
        self.heard = Instant::now();
        match message {
            Message::Text(text) => FromClient::read(&text).map(Some),
            Message::Binary(_) => Err(Bye::Malformed("expected text, found bytes".to_owned())),
            Message::Ping(_) | Message::Pong(_) => Ok(None),
            Message::Close(_) => Err(Bye::Gone),
        }
    }

    /// Whether the session that ended is this one's.
    async fn session_ended(&mut self, token: Result<TokenHash, RecvError>) -> Result<(), Bye> {
        let Some(signed) = &self.caller else {
            return Ok(());
        };
        match token {
            Ok(token) if token == signed.session => Err(Bye::SignedOut),
            Ok(_) => Ok(()),
            // Some were missed: the session is looked up.
            Err(_) => {
                let known = self.app.sessions.people().session(signed.session).await;
                match known {
                    Ok(Some((session, _))) if session.ended.is_none() => Ok(()),
                    Ok(_) => Err(Bye::SignedOut),
                    Err(_) => Ok(()),
                }
            }
        }
    }

    async fn send(&mut self, text: String) -> Result<(), Bye> {
        let sending = self.socket.send(Message::Text(text.into()));
        match timeout(SENDING, sending).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Bye::Gone),
            Err(_) => Err(Bye::TooSlow),
        }
    }

    async fn close(&mut self, bye: Bye) {
        if matches!(bye, Bye::Gone) {
            return;
        }
        let said = async {
            self.socket
                .send(Message::Text(bye.to_json().into()))
                .await?;
            let frame = CloseFrame {
                code: bye.code(),
                reason: bye.reason().into(),
            };
            self.socket.send(Message::Close(Some(frame))).await
        };
        // A client that does not take it is gone.
        drop(timeout(Duration::from_secs(2), said).await);
    }
}

/// The answer to a command, as the socket sends it.
async fn answer(
    app: Arc<App>,
    caller: Caller,
    table: house::ledger::TableId,
    command: WireCommand,
) -> String {
    let begun = std::time::Instant::now();
    let answer = match &caller {
        Some(signed) => app.command(signed, table, &command).await,
        None => Err(Problem::not_signed_in()),
    };
    app.metrics
        .command_seconds
        .observe(begun.elapsed().as_secs_f64());
    messages::response(&command.id, answer)
}
