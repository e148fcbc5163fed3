//! The table a story is played at: everything goes through `Table::decide` and `Table::evolve`.
//!
//! What an engine outside the rules would keep is kept here too: the log and the jackpot's meter.

use game::{
    Actor, Command, Event, Money, PersonId, PlayerId, Post, Refusal, Request, Round, Rulebook,
    Table, WagerSettled,
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
}

/// What came of one step.
pub enum Answer {
    Happened(Vec<Event>),
    Refused(Refusal),
}

impl Stage {
    pub fn new(rulebook: &Rulebook) -> Stage {
        Stage {
            rulebook: rulebook.clone(),
            table: Table::closed(),
            log: Vec::new(),
            round_from: 0,
            meter: METER_AT_FIRST,
        }
    }

    pub fn decide(&self, by: Actor, asks: Request) -> Result<Vec<Event>, Refusal> {
        self.table.decide(&self.rulebook, &Command::new(by, asks))
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
            Err(refusal) => Answer::Refused(refusal),
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
            Answer::Refused(refusal) => Err(refusal),
        }
    }

    fn take(&mut self, event: &Event) {
        self.table.evolve(event);
        if matches!(event, Event::BetsOpened { .. }) {
            self.round_from = self.log.len();
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
    staff(Post::Dealer)
}

pub const fn house() -> Actor {
    staff(Post::House)
}

const fn staff(post: Post) -> Actor {
    Actor::Staff {
        post,
        person: PersonId(post as u32 + 1),
    }
}

/// The one a row names under `who`.
pub fn actor(who: &str) -> Result<Actor, String> {
    match who {
        "Dealer" => Ok(dealer()),
        "House" => Ok(house()),
        "System" => Ok(Actor::System),
        "Pit Supervisor" => Ok(staff(Post::PitSupervisor)),
        "Pit Manager" => Ok(staff(Post::PitManager)),
        "Shift Manager" => Ok(staff(Post::ShiftManager)),
        other => player(other).map(Actor::Player).ok_or_else(|| {
            format!(
                "`{other}` is nobody at the table; expected Dealer, House, System, Pit Supervisor, \
                 Pit Manager, Shift Manager or a Player A, B, C"
            )
        }),
    }
}
