//! What the player knows of a table, and what it asks next: no network, so that a house can seat it too.

use serde_json::Value;

use crate::strategy::is_worth_playing;

/// What the bot bets on, beside the Ante.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bets {
    /// The Ante alone.
    Ante,
    /// Every bet the table takes.
    All,
}

/// A player's view of a table, and the moves it has.
#[derive(Clone, Debug)]
pub struct Mind {
    player: u64,
    bets: Bets,
    view: Value,
    moves: Vec<Value>,
}

impl Mind {
    /// Of the player with this number.
    pub fn new(player: u64, bets: Bets) -> Mind {
        Mind {
            player,
            bets,
            view: Value::Null,
            moves: Vec::new(),
        }
    }

    /// Looks at the table: `view` and `moves` as the house sends them.
    pub fn see(&mut self, view: Value, moves: Value) {
        self.view = view;
        self.moves = if let Value::Array(moves) = moves {
            moves
        } else {
            Vec::new()
        };
    }

    /// Whether it has seen the table.
    pub fn has_seen(&self) -> bool {
        !self.view.is_null()
    }

    /// The table as it was last seen.
    pub fn view(&self) -> &Value {
        &self.view
    }

    /// What to ask now: always something that is listed.
    pub fn choose(&self) -> Option<Value> {
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
