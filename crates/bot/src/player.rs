//! One player at one table, over the live socket.

use core::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::http::Api;
use crate::mind::{Bets, Mind};
use crate::wire::{Heard, Live};

/// A table that says nothing for so long is broken.
const PATIENCE: Duration = Duration::from_secs(90);
/// Before a house that cannot be reached is tried again, and how often.
const AGAIN: Duration = Duration::from_millis(250);
const ATTEMPTS: u32 = 120;

/// What came of playing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Rounds that ended with a bet of the bot in them.
    pub rounds: u64,
    /// Of these, rounds that were void.
    pub voided: u64,
    /// Commands that were refused: none of what `moves` lists should be, unless the table moved on.
    pub refused: u64,
    /// Messages that did not follow the last one: there should be none.
    pub gaps: u64,
    /// How often the socket was lost and opened again.
    pub reconnects: u64,
    /// How often the bot was away for so long that it started from the table as it stood.
    pub snapshots: u64,
}

/// What came of listening.
enum Came {
    /// A message.
    Message,
    /// The end of the socket: coming back is worth a try.
    Lost,
}

/// A player at a table.
pub struct Bot {
    api: Api,
    table: u64,
    live: Live,
    player: u64,
    mind: Mind,
    next_id: u64,
    /// The command whose answer is awaited.
    awaited: Option<Value>,
    /// The last entry seen.
    n: u64,
    /// The last entry the last command caused: what it did is seen before anything else is asked.
    caused: u64,
    epoch: Value,
    played: Played,
    /// The round in which the bot has a bet.
    in_round: Option<u64>,
}

impl Bot {
    /// Takes a place at the table.
    pub async fn sit(api: &Api, player: u64, table: u64, bets: Bets) -> Result<Bot> {
        let live = Live::resume(api, table, &Value::Null, None).await?;
        let mut bot = Bot {
            api: api.clone(),
            table,
            live,
            player,
            mind: Mind::new(player, bets),
            next_id: 0,
            awaited: None,
            n: 0,
            caused: 0,
            epoch: Value::Null,
            played: Played::default(),
            in_round: None,
        };
        while !bot.mind.has_seen() {
            bot.hear_or_come_back().await?;
        }
        bot.played.snapshots = 0;
        Ok(bot)
    }

    /// Plays until so many rounds have ended.
    pub async fn play(&mut self, rounds: u64) -> Result<Played> {
        while self.played.rounds < rounds {
            self.ask().await;
            self.hear_or_come_back().await?;
        }
        Ok(self.played)
    }

    /// Asks what is to be asked, and hears one message; an error where the socket is lost.
    pub async fn step(&mut self) -> Result<()> {
        self.ask().await;
        match self.hear().await? {
            Came::Message => Ok(()),
            Came::Lost => bail!("the socket was lost"),
        }
    }

    async fn ask(&mut self) {
        if self.awaited.is_none()
            && self.n >= self.caused
            && let Some(request) = self.mind.choose()
        {
            self.next_id += 1;
            let command = json!({"type": "command", "id": self.next_id, "request": request});
            // Where the socket is lost, hearing says so, and the command is sent again.
            drop(self.live.say(&command).await);
            self.awaited = Some(command);
        }
    }

    /// The table as the player last saw it.
    pub fn view(&self) -> &Value {
        self.mind.view()
    }

    /// What came of it so far.
    pub fn played(&self) -> Played {
        self.played
    }

    /// Hears one message; where the socket is lost, opens it again.
    async fn hear_or_come_back(&mut self) -> Result<()> {
        match self.hear().await? {
            Came::Message => Ok(()),
            Came::Lost => self.come_back().await,
        }
    }

    /// Comes back, and tries for a while where the house is not reached.
    async fn come_back(&mut self) -> Result<()> {
        let mut last = None;
        for _ in 0..ATTEMPTS {
            let api = self.api.clone();
            match self.come_back_by(&api).await {
                Ok(()) => return Ok(()),
                Err(error) => last = Some(error),
            }
            tokio::time::sleep(AGAIN).await;
        }
        let why = last.map(|error| error.to_string()).unwrap_or_default();
        bail!("the house was not reached again: {why}")
    }

    /// Opens the socket again by this door of the house, at the last entry seen, and repeats the command
    /// that has no answer yet: under the same id it is done once.
    pub async fn come_back_by(&mut self, api: &Api) -> Result<()> {
        let n = self.mind.has_seen().then_some(self.n);
        self.live = Live::resume(api, self.table, &self.epoch, n).await?;
        self.api = api.clone();
        self.played.reconnects += 1;
        if let Some(command) = &self.awaited {
            drop(self.live.say(command).await);
        }
        Ok(())
    }

    /// Hears one message.
    async fn hear(&mut self) -> Result<Came> {
        let said = match self.live.hear(PATIENCE).await {
            Ok(Heard::Said(said, _)) => said,
            // Codes from 4400 on say that coming back is of no use.
            Ok(Heard::Closed(Some(code))) if code >= 4400 => {
                bail!("the house closed the socket: {code}")
            }
            Ok(Heard::Closed(_)) => return Ok(Came::Lost),
            Err(error) if error.is::<tokio_tungstenite::tungstenite::Error>() => {
                return Ok(Came::Lost);
            }
            Err(error) => return Err(error),
        };
        match said["type"].as_str() {
            Some("welcome") => self.epoch = said["epoch"].clone(),
            Some("snapshot") => {
                self.n = said["n"].as_u64().context("a snapshot has a number")?;
                self.played.snapshots += 1;
                self.see(&said);
            }
            Some("events") => self.hear_events(&said)?,
            Some("response") => {
                let awaited = self.awaited.as_ref();
                if awaited.is_some_and(|command| command["id"] == said["id"]) {
                    self.awaited = None;
                }
                match said["to"].as_u64() {
                    Some(to) => self.caused = to,
                    None => self.played.refused += 1,
                }
            }
            Some("bye") => {
                let Some(again) = said["again_ms"].as_u64() else {
                    bail!("the house said bye: {said}");
                };
                tokio::time::sleep(Duration::from_millis(again)).await;
                return Ok(Came::Lost);
            }
            _ => {}
        }
        Ok(Came::Message)
    }

    fn hear_events(&mut self, said: &Value) -> Result<()> {
        let from = said["from"].as_u64().context("events have numbers")?;
        let to = said["to"].as_u64().context("events have numbers")?;
        let events = said["events"].as_array().context("events are a list")?;
        if from != self.n || events.len() as u64 != to - from {
            self.played.gaps += 1;
        }
        self.n = to;
        for event in events {
            self.count(event);
        }
        self.see(said);
        Ok(())
    }

    fn count(&mut self, event: &Value) {
        match event["kind"].as_str() {
            Some("bet-placed") if event["player"].as_u64() == Some(self.player) => {
                self.in_round = Some(0);
            }
            Some("round-concluded") if self.in_round.take().is_some() => self.played.rounds += 1,
            Some("round-voided") if self.in_round.take().is_some() => {
                self.played.rounds += 1;
                self.played.voided += 1;
            }
            _ => {}
        }
    }

    fn see(&mut self, said: &Value) {
        self.mind.see(said["view"].clone(), said["moves"].clone());
    }
}
