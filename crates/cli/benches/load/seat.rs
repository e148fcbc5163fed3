//! One player: bets, says ready, looks, plays and turns his hand over, round after round.
//!
//! He reads as little of a message as he can, because he shares the machine with the house.

use core::cell::{Cell, RefCell};
use core::time::Duration;
use std::rc::Rc;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message;

use crate::socket::Socket;

/// Players at a table.
pub const SEATS: usize = 7;
/// What each of them brings to the table.
pub const CHIPS: u64 = 500_000_000;

/// What a player does in a round, in this order; and when, as a share of the time a round has.
const STEPS: [(&str, f64); 5] = [
    ("place-bet", 0.00),
    ("ready", 0.20),
    ("look", 0.40),
    ("play", 0.55),
    ("reveal", 0.75),
];
/// The players ask one after the other, over this share of the round.
const SPREAD: f64 = 0.12;

/// What the players are to do.
#[derive(Clone, Copy, Debug)]
pub enum Orders {
    /// Ask nothing.
    Pause,
    /// Ask as soon as it may be asked.
    AsFast,
    /// A round begins every `period`, and each command has its time in it.
    ByTheClock { start: Instant, period: Duration },
}

/// What one player did and saw.
#[derive(Default)]
pub struct Record {
    /// When a command was meant to be sent, and the last entry it caused.
    pub asked: RefCell<Vec<(Instant, u64)>>,
    /// When an entry came to the seat; numbers rise.
    pub arrived: RefCell<Vec<(u64, Instant)>>,
    /// When the command that is not committed yet was meant to be sent, and those behind it.
    pub waiting: RefCell<Vec<Instant>>,
    messages: Cell<u64>,
    entries: Cell<u64>,
    bytes: Cell<u64>,
    rounds: Cell<u64>,
    refused: Cell<u64>,
}

impl Record {
    pub fn clear(&self) {
        self.asked.borrow_mut().clear();
        self.arrived.borrow_mut().clear();
        self.waiting.borrow_mut().clear();
        for counter in [
            &self.messages,
            &self.entries,
            &self.bytes,
            &self.rounds,
            &self.refused,
        ] {
            counter.set(0);
        }
    }

    pub fn commands(&self) -> u64 {
        self.asked.borrow().len() as u64
    }

    pub fn messages(&self) -> u64 {
        self.messages.get()
    }

    pub fn entries(&self) -> u64 {
        self.entries.get()
    }

    pub fn bytes(&self) -> u64 {
        self.bytes.get()
    }

    pub fn rounds(&self) -> u64 {
        self.rounds.get()
    }

    pub fn refused(&self) -> u64 {
        self.refused.get()
    }
}

/// A player.
pub struct Seat {
    socket: Socket,
    at: usize,
    /// Tables begin one after the other: this one after such a share of a round.
    share: f64,
    record: Rc<Record>,
    hear: watch::Receiver<Orders>,
    orders: Orders,
    /// Rounds since the orders were given.
    round: u32,
    /// Which of the steps comes next.
    step: usize,
    /// Bets placed in this round, by all.
    bets: usize,
    /// Which steps the house lists.
    listed: [bool; STEPS.len()],
    next_id: u64,
    /// The command that has no answer yet: when it was meant to be sent.
    asked: Option<Instant>,
    /// The last entry seen, and the last one that a command caused.
    n: u64,
    caused: u64,
}

impl Seat {
    pub fn new(
        socket: Socket,
        at: usize,
        share: f64,
        record: Rc<Record>,
        hear: watch::Receiver<Orders>,
    ) -> Seat {
        Seat {
            socket,
            at,
            share,
            record,
            hear,
            orders: Orders::Pause,
            round: 0,
            step: 0,
            bets: 0,
            listed: [false; STEPS.len()],
            next_id: 0,
            asked: None,
            n: 0,
            caused: 0,
        }
    }

    /// Plays until the house ends.
    pub async fn play(mut self) {
        loop {
            let due = self.due();
            if due.is_some_and(|due| due <= Instant::now()) {
                self.ask(due).await;
                continue;
            }
            let later = due.unwrap_or_else(Instant::now);
            tokio::select! {
                message = self.socket.next() => match message {
                    Some(Ok(Message::Text(text))) => self.take(&text).await,
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return,
                },
                () = sleep_until(later), if due.is_some() => {}
                changed = self.hear.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    self.orders = *self.hear.borrow_and_update();
                    self.round = 0;
                }
            }
            self.note_waiting();
        }
    }

    /// When the next command is to be sent; nothing while it cannot be.
    fn due(&self) -> Option<Instant> {
        let can = self.step < STEPS.len() && self.listed[self.step];
        // Bets close when all who bet are ready: the others would be left out.
        let all_bet = STEPS[self.step.min(STEPS.len() - 1)].0 != "ready" || self.bets >= SEATS;
        if !can || !all_bet || self.asked.is_some() || self.n < self.caused {
            return None;
        }
        match self.orders {
            Orders::Pause => None,
            Orders::AsFast => Some(Instant::now()),
            Orders::ByTheClock { .. } => self.meant(self.round, self.step),
        }
    }

    /// When a command is meant to be sent.
    fn meant(&self, round: u32, step: usize) -> Option<Instant> {
        let Orders::ByTheClock { start, period } = self.orders else {
            return None;
        };
        let seat = SPREAD * self.at as f64 / SEATS as f64;
        let share = self.share + f64::from(round) + STEPS[step].1 + seat;
        Some(start + period.mul_f64(share))
    }

    /// Notes the commands that should have been sent and are not committed.
    fn note_waiting(&self) {
        let mut waiting = self.record.waiting.borrow_mut();
        waiting.clear();
        waiting.extend(self.asked);
        let next = self.step.min(STEPS.len() - 1);
        if self.asked.is_none() && self.step < STEPS.len() {
            waiting.extend(self.meant(self.round, next));
        }
        for step in next + 1..STEPS.len() {
            waiting.extend(self.meant(self.round, step));
        }
        for round in 1..=8 {
            for step in 0..STEPS.len() {
                waiting.extend(self.meant(self.round + round, step));
            }
        }
    }

    async fn ask(&mut self, meant: Option<Instant>) {
        let at = self.at + 1;
        let request = match STEPS[self.step].0 {
            "place-bet" => {
                json!({"request": "place-bet", "at": at, "area": "ante", "amount": 1000})
            }
            "play" => json!({"request": "play", "at": at, "amount": 1000}),
            "ready" => json!({"request": "ready"}),
            name => json!({"request": name, "at": at}),
        };
        self.next_id += 1;
        self.asked = meant;
        let command = json!({"type": "command", "id": self.next_id, "request": request});
        let said = self.socket.send(Message::text(command.to_string())).await;
        drop(said);
    }

    async fn take(&mut self, text: &str) {
        let head = &text[..text.len().min(200)];
        if head.contains("\"type\":\"events\"") || head.contains("\"type\":\"snapshot\"") {
            self.see(text);
        } else if text.contains("\"type\":\"response\"") {
            self.hear_answer(text);
        } else if text.contains("\"type\":\"ping\"") {
            drop(self.socket.send(Message::text(r#"{"type":"pong"}"#)).await);
        }
        let record = &self.record;
        record.messages.set(record.messages.get() + 1);
        record.bytes.set(record.bytes.get() + text.len() as u64);
    }

    fn see(&mut self, text: &str) {
        let view = text.find(",\"view\":").unwrap_or(text.len());
        let events = &text[..view];
        let to = number(events, "\"to\":").or_else(|| number(events, "\"n\":"));
        let to = to.expect("a message has its number");
        let entries = to.saturating_sub(self.n.max(1));
        self.n = to;
        let record = &self.record;
        record.entries.set(record.entries.get() + entries);
        record.arrived.borrow_mut().push((to, Instant::now()));
        let opened = events.rfind("\"kind\":\"bets-opened\"");
        if opened.is_some() {
            self.round += 1;
            self.step = 0;
            self.bets = 0;
            record.rounds.set(record.rounds.get() + 1);
        }
        let since = &events[opened.unwrap_or(0)..];
        self.bets += since.matches("\"kind\":\"bet-placed\"").count();
        let moves = text.rfind("\"moves\":").map_or("", |place| &text[place..]);
        for (listed, (name, _)) in self.listed.iter_mut().zip(STEPS) {
            *listed = moves.contains(&format!("\"request\":\"{name}\""));
        }
    }

    fn hear_answer(&mut self, text: &str) {
        let said: Value = serde_json::from_str(text).unwrap();
        let meant = self.asked.take();
        if let Some(to) = said["to"].as_u64() {
            self.caused = to;
            self.step += 1;
            let meant = meant.unwrap_or_else(Instant::now);
            self.record.asked.borrow_mut().push((meant, to));
        } else {
            let refused = &self.record.refused;
            refused.set(refused.get() + 1);
            // What is listed will be sent again with the next message.
            self.listed = [false; STEPS.len()];
        }
    }
}

/// The number behind a name.
fn number(text: &str, name: &str) -> Option<u64> {
    let rest = &text[text.find(name)? + name.len()..];
    let end = rest.find(|letter: char| !letter.is_ascii_digit());
    rest[..end.unwrap_or(rest.len())].parse().ok()
}
