//! One player at one table, over the live socket.

use core::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::http::Api;
use crate::strategy::is_worth_playing;
use crate::wire::{Heard, Live};

/// A table that says nothing for so long is broken.
const PATIENCE: Duration = Duration::from_secs(90);
/// Before a house that cannot be reached is tried again, and how often.
const AGAIN: Duration = Duration::from_millis(250);
const ATTEMPTS: u32 = 120;

/// What the bot bets on, beside the Ante.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bets {
    /// The Ante alone.
    Ante,
    /// Every bet the table takes.
    All,
}

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
    bets: Bets,
    next_id: u64,
    /// The command whose answer is awaited, with its id.
    awaits: Option<(u64, Value)>,
    /// The last entry seen.
    n: u64,
    /// The last entry the last command caused: what it did is seen before anything else is asked.
    caused: u64,
    epoch: Value,
    view: Value,
    moves: Vec<Value>,
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
            bets,
            next_id: 0,
            awaits: None,
            n: 0,
            caused: 0,
            epoch: Value::Null,
            view: Value::Null,
            moves: Vec::new(),
            played: Played::default(),
            in_round: None,
        };
        while bot.view.is_null() {
            bot.hear_or_come_back().await?;
        }
        bot.played.snapshots = 0;
        Ok(bot)
    }

    /// Plays until so many rounds have ended.
    pub async fn play(&mut self, rounds: u64) -> Result<Played> {
        while self.played.rounds < rounds {
            if self.awaits.is_none()
                && self.n >= self.caused
                && let Some(request) = self.choose()
            {
                self.next_id += 1;
                let id = self.next_id;
                let command = json!({"type": "command", "id": id, "request": request});
                // Where the socket is lost, hearing says so, and the command is sent again.
                drop(self.live.say(&command).await);
                self.awaits = Some((id, command));
            }
            self.hear_or_come_back().await?;
        }
        Ok(self.played)
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

    /// Opens the socket again at the last entry seen, and repeats the command that has no answer yet: under
    /// the same id it is done once.
    async fn come_back(&mut self) -> Result<()> {
        let mut last = None;
        for _ in 0..ATTEMPTS {
            let n = (!self.view.is_null()).then_some(self.n);
            let back = Live::resume(&self.api, self.table, &self.epoch, n).await;
            match back {
                Ok(live) => {
                    self.live = live;
                    self.played.reconnects += 1;
                    if let Some((_, command)) = &self.awaits {
                        drop(self.live.say(command).await);
                    }
                    return Ok(());
                }
                Err(error) => last = Some(error),
            }
            tokio::time::sleep(AGAIN).await;
        }
        let why = last.map(|error| error.to_string()).unwrap_or_default();
        bail!("the house was not reached again: {why}")
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
                let awaited = self.awaits.as_ref().map(|(id, _)| *id);
                if said["id"].as_u64() == awaited {
                    self.awaits = None;
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
        self.view = said["view"].clone();
        self.moves = said["moves"].as_array().cloned().unwrap_or_default();
    }

    /// What to ask now: always something that is listed.
    fn choose(&self) -> Option<Value> {
        for name in ["reveal", "stand-pair-plus"] {
            if let Some(request) = self.listed(name).next() {
                return Some(request.clone());
            }
        }
        // A hand may be looked at again and again; once is enough.
        let mut hands = self.listed("look");
        if let Some(request) = hands.find(|request| !self.has_looked(&request["at"])) {
            return Some(request.clone());
        }
        if let Some(request) = self.listed("play").next() {
            let at = &request["at"];
            if self.is_worth_playing(at) {
                return Some(request.clone());
            }
            let mut folds = self.listed("fold").filter(|fold| fold["at"] == *at);
            return folds.next().or(Some(request)).cloned();
        }
        for name in ["choose", "choose-all"] {
            let mut choices = self.listed(name);
            if let Some(request) = choices.find(|request| request["choice"] == "continue") {
                return Some(request.clone());
            }
        }
        self.next_bet()
    }

    /// The next bet to place, or that all are placed.
    fn next_bet(&self) -> Option<Value> {
        let own = self.own_box();
        let areas: &[&str] = match self.bets {
            Bets::Ante => &["ante"],
            Bets::All => &["ante", "pair_plus", "five_card", "jackpot"],
        };
        for area in areas {
            if own.is_some_and(|held| self.has_bet(held, area)) {
                continue;
            }
            let at = own.map(|held| &held["at"]);
            let mut bets = self
                .listed("place-bet")
                .filter(|bet| bet["area"] == *area && at.is_none_or(|at| bet["at"] == *at));
            if let Some(bet) = bets.next() {
                return Some(bet.clone());
            }
        }
        self.listed("ready").next().cloned()
    }

    /// The box in which the bot has chips.
    fn own_box(&self) -> Option<&Value> {
        let boxes = self.view["boxes"].as_array()?;
        boxes.iter().find(|held| {
            let bets = held["bets"].as_array();
            bets.is_some_and(|bets| {
                bets.iter()
                    .any(|bet| bet["player"].as_u64() == Some(self.player))
            })
        })
    }

    fn has_bet(&self, held: &Value, area: &str) -> bool {
        let bets = held["bets"].as_array();
        bets.is_some_and(|bets| {
            let own =
                |bet: &Value| bet["area"] == area && bet["player"].as_u64() == Some(self.player);
            bets.iter().any(own)
        })
    }

    fn box_at(&self, at: &Value) -> Option<&Value> {
        let boxes = self.view["boxes"].as_array()?;
        boxes.iter().find(|held| held["at"] == *at)
    }

    fn has_looked(&self, at: &Value) -> bool {
        self.box_at(at).is_some_and(|held| held["looked"] == true)
    }

    fn is_worth_playing(&self, at: &Value) -> bool {
        let held = self.box_at(at);
        let cards = held.and_then(|held| held["cards"].as_array());
        let cards: Vec<&str> = cards
            .into_iter()
            .flatten()
            .filter_map(|card| card["up"].as_str())
            .collect();
        is_worth_playing(&cards)
    }

    fn listed<'m>(&'m self, name: &'m str) -> impl Iterator<Item = &'m Value> {
        let requests = self
            .moves
            .iter()
            .filter(|listed| listed.get("fields").is_none());
        let requests = requests.map(|listed| &listed["request"]);
        requests.filter(move |request| request["request"] == name)
    }
}
