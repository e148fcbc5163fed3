//! One player at one table, over the live socket.

use core::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::http::Api;
use crate::mind::{Bets, Mind};
use crate::wire::{Heard, Live};

/// A table that says nothing for so long is broken.
const PATIENCE: Duration = Duration::from_secs(90);

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
}

/// A player at a table.
pub struct Bot {
    live: Live,
    table: u64,
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
            live,
            table,
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
            bot.hear().await?;
        }
        Ok(bot)
    }

    /// Takes its place again by this door of the house, where it left off. A command that was not
    /// answered is sent again under its id: the house does it once.
    pub async fn come_back(&mut self, api: &Api) -> Result<()> {
        self.live = Live::resume(api, self.table, &self.epoch, Some(self.n)).await?;
        if let Some(command) = &self.awaited {
            self.live.say(command).await?;
        }
        Ok(())
    }

    /// Plays until so many rounds have ended.
    pub async fn play(&mut self, rounds: u64) -> Result<Played> {
        while self.played.rounds < rounds {
            self.step().await?;
        }
        Ok(self.played)
    }

    /// Asks what is to be asked, and hears one message.
    pub async fn step(&mut self) -> Result<()> {
        if self.awaited.is_none()
            && self.n >= self.caused
            && let Some(request) = self.mind.choose()
        {
            self.next_id += 1;
            let command = json!({"type": "command", "id": self.next_id, "request": request});
            self.awaited = Some(command.clone());
            self.live.say(&command).await?;
        }
        self.hear().await
    }

    /// The table as the player last saw it.
    pub fn view(&self) -> &Value {
        self.mind.view()
    }

    /// What came of it so far.
    pub fn played(&self) -> Played {
        self.played
    }

    /// Hears one message.
    async fn hear(&mut self) -> Result<()> {
        let said = match self.live.hear(PATIENCE).await? {
            Heard::Said(said, _) => said,
            Heard::Closed(code) => bail!("the house closed the socket: {code:?}"),
        };
        match said["type"].as_str() {
            Some("welcome") => self.epoch = said["epoch"].clone(),
            Some("snapshot") => {
                self.n = said["n"].as_u64().context("a snapshot has a number")?;
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
            Some("bye") => bail!("the house said bye: {said}"),
            _ => {}
        }
        Ok(())
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
