//! The table a story is played at: everything goes through `Table::decide` and `Table::evolve`.
//!
//! What an engine outside the rules would keep is kept here too: the log, the clock, the jackpot's
//! meter and what each Player's purse gained or lost in each round.

use std::collections::BTreeMap;

use game::{
    Actor, Area, CardSet, Command, Event, Money, PersonId, PlayerId, Post, Refusal, Request, Round,
    Rulebook, Table, Timestamp, WagerSettled,
};

use super::words::player;

/// Where the meter stands when a story begins: the figure of the rulebooks' own examples.
const METER_AT_FIRST: Money = Money::major(50_000);

pub struct Stage {
    pub rulebook: Rulebook,
    pub table: Table,
    /// Everything that has happened, from the opening of the table on.
    pub log: Vec<Event>,
    /// Where the log of the running round begins.
    round_from: usize,
    pub meter: Money,
    pub meter_at_opening: Money,
    /// Cards the story names anywhere: whatever it leaves open is none of them.
    pub written: CardSet,
    now: Timestamp,
    /// Chips in hand since the opening call of a round, by round and Player.
    purses: BTreeMap<(u64, PlayerId), Money>,
}

/// What came of one step.
pub enum Answer {
    Happened(Vec<Event>),
    RefusalReason(Refusal),
}

impl Stage {
    pub fn new(rulebook: &Rulebook) -> Stage {
        Stage {
            rulebook: rulebook.clone(),
            table: Table::closed(),
            log: Vec::new(),
            round_from: 0,
            meter: METER_AT_FIRST,
            meter_at_opening: METER_AT_FIRST,
            written: CardSet::new(),
            now: Timestamp::default(),
            purses: BTreeMap::new(),
        }
    }

    pub fn decide(&self, by: Actor, asks: Request) -> Result<Vec<Event>, Refusal> {
        let command = Command::new(by, asks).at(self.now);
        self.table.decide(&self.rulebook, &command)
    }

    pub fn wait(&mut self, seconds: u64) {
        self.now.0 += 1_000 * seconds;
    }

    /// Asks, and takes in whatever happens.
    pub fn ask(&mut self, by: Actor, asks: Request) -> Answer {
        // The link hands the meter over with the command: what other tables won is out of it.
        let handed_over = if let Request::PayJackpots { displayed } = asks {
            displayed
        } else {
            self.meter
        };
        match self.decide(by, asks) {
            Ok(events) => {
                self.meter = handed_over;
                for event in &events {
                    self.take(event);
                }
                Answer::Happened(events)
            }
            Err(refusal) => Answer::RefusalReason(refusal),
        }
    }

    /// As `ask`, for the second and later commands of a shorthand.
    pub fn go_on(
        &mut self,
        by: Actor,
        asks: Request,
        so_far: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        match self.ask(by, asks) {
            Answer::Happened(events) => {
                so_far.extend(events);
                Ok(())
            }
            Answer::RefusalReason(refusal) => Err(refusal),
        }
    }

    fn take(&mut self, event: &Event) {
        let movement = self.chips_moved(event);
        self.table.evolve(event);
        if matches!(event, Event::BetsOpened { .. }) {
            self.round_from = self.log.len();
            self.meter_at_opening = self.meter;
        }
        if let (Some((player, amount)), Some(round)) = (movement, self.table.round()) {
            *self.purses.entry((round.number(), player)).or_default() += amount;
        }
        self.log.push(event.clone());
        if let Event::ContributionAdded { amount, .. } = event {
            self.meter += *amount;
        }
        if let Event::ContributionReversed { amount, .. } = event {
            self.meter -= *amount;
        }
        if let Event::MeterMoved { after, .. } = event {
            self.meter = *after;
        }
        if let Event::MeterRestored { amount } = event {
            self.meter += *amount;
        }
    }

    /// Whose chips an event moves, from the table to the purse; before the table has taken it in.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest moves no chips of a Player"
    )]
    fn chips_moved(&self, event: &Event) -> Option<(PlayerId, Money)> {
        let (player, amount) = match event {
            Event::BetPlaced { player, amount, .. } | Event::PlayMade { player, amount, .. } => {
                (player, Money::ZERO - *amount)
            }
            Event::BetTakenBack { player, amount, .. }
            | Event::ExcessRejected { player, amount, .. } => (player, *amount),
            Event::WagerSettled(line) => (&line.player, line.returned),
            Event::PostingReversed(line) => (&line.player, Money::ZERO - line.returned),
            Event::PlayFound { at, player, amount } => {
                let held = self.table.round()?.betting_box(*at)?;
                (player, held.bets.of(Area::Play, *player) - *amount)
            }
            _ => return None,
        };
        Some((*player, amount))
    }

    /// What a Player has gained, or lost, in a round so far: chips on the table count as lost.
    pub fn purse(&self, round: u64, player: PlayerId) -> Money {
        let purse = self.purses.get(&(round, player));
        purse.copied().unwrap_or_default()
    }

    pub fn round(&self) -> Result<&Round, String> {
        self.table
            .round()
            .ok_or_else(|| "no round has been opened".to_owned())
    }

    pub fn round_log(&self) -> &[Event] {
        &self.log[self.round_from..]
    }

    /// The ends of bets in this round so far.
    pub fn settled(&self) -> impl Iterator<Item = &WagerSettled> {
        settled(self.round_log())
    }

    /// Everybody who has put a chip down or taken a seat in this story.
    pub fn players(&self) -> Vec<PlayerId> {
        let mut players: Vec<PlayerId> = Vec::new();
        for event in &self.log {
            if let Event::BetPlaced { player, .. } | Event::SeatTaken { player, .. } = event {
                players.push(*player);
            }
        }
        players.sort();
        players.dedup();
        players
    }
}

pub fn settled(events: &[Event]) -> impl Iterator<Item = &WagerSettled> {
    events.iter().filter_map(|event| {
        if let Event::WagerSettled(settled) = event {
            Some(settled)
        } else {
            None
        }
    })
}

pub const fn dealer() -> Actor {
    staff(Post::Dealer, 1)
}

pub const fn house() -> Actor {
    staff(Post::House, 1)
}

/// The first or second holder of a post: two persons.
const fn staff(post: Post, nth: u32) -> Actor {
    let person = PersonId(100 * nth + post as u32);
    Actor::Staff { post, person }
}

/// The one a row names under `who`.
pub fn actor(who: &str) -> Result<Actor, String> {
    if who == "System" {
        return Ok(Actor::System);
    }
    let (title, nth) = match who.strip_prefix("second ") {
        Some(title) => (title, 2),
        None => (who, 1),
    };
    if let Some(post) = post(title) {
        return Ok(staff(post, nth));
    }
    player(who).map(Actor::Player).ok_or_else(|| {
        format!(
            "`{who}` is no person at the table; expected Dealer, House, System, Pit Supervisor, Pit Manager, \
             Shift Manager, the second of a post (second Pit Supervisor), or a Player A, B, C"
        )
    })
}

pub fn post(title: &str) -> Option<Post> {
    match title {
        "Dealer" => Some(Post::Dealer),
        "Pit Supervisor" => Some(Post::PitSupervisor),
        "Pit Manager" => Some(Post::PitManager),
        "Shift Manager" => Some(Post::ShiftManager),
        "House" => Some(Post::House),
        _ => None,
    }
}
