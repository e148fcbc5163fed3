//! A table as its log tells it: what the rules keep, and what the house adds to that.
//!
//! Pure: [`TableState::decide`] makes of a wish the whole append, with every row of money that follows
//! from it, and changes nothing; [`TableState::take`] reads what was stored, by this process or any
//! other. Who waits for the disk is the dealer.

use game::{Actor, Cause, Command, Event, Refusal, Report, Request, Rulebook, Table, Timestamp};
use ledger::{AtTable, LinkId, TableId, post};
use serde::{Deserialize, Serialize};

use crate::log::{CommandId, Entry, EntryError, Poison, Stream};
use crate::store::{Append, Contribution, Head, Posted, Row, Takeover};

/// What can be asked at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// Of the rules.
    Game(Request),
    /// Of the house.
    House(HouseRequest),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum HouseRequest {
    /// The bets of this table feed the link, from the next round on.
    JoinLink {
        link: LinkId,
    },
    LeaveLink,
    /// This process runs the table's timers from now on.
    TakeOver {
        owner: String,
    },
}

/// A wish with who has it and when it reached the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    pub by: Actor,
    pub now: Timestamp,
    pub asks: Wish,
}

/// What happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableEvent {
    Game(Event),
    House(HouseEvent),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum HouseEvent {
    LinkJoined { link: LinkId },
    LinkLeft { link: LinkId },
    TakenOver { owner: String },
}

pub type TableEntry = Entry<Asked, TableEvent>;

/// Why the house says no at a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum No {
    #[error("{0}")]
    Rules(Refusal),
    #[error("the table is closed, and no rulebook is named to open it under")]
    Closed,
    #[error("a round is being played: links change between rounds")]
    RoundNotOver,
    #[error("the table feeds link {} already", .0.0)]
    Linked(LinkId),
    #[error("the table feeds no link")]
    NotLinked,
    #[error("only the house and the system may ask this")]
    NotYours,
}

/// A table up to its last entry.
#[derive(Clone, Debug)]
pub struct TableState {
    id: TableId,
    head: Head,
    table: Table,
    link: Option<LinkId>,
    /// When the last command reached the house.
    last: Timestamp,
}

/// What a wish comes to, before it is stored.
#[derive(Clone, Debug)]
pub struct Decision {
    pub append: Append,
    pub events: Vec<TableEvent>,
    after: TableState,
}

impl Decision {
    /// The number of its last entry.
    pub fn to(&self) -> u64 {
        self.after.head.seq
    }
}

impl TableState {
    /// A table nobody has opened yet.
    pub fn new(id: TableId) -> TableState {
        TableState {
            id,
            head: Head::start(Stream::Table(id)),
            table: Table::closed(),
            link: None,
            last: Timestamp::default(),
        }
    }

    pub fn stream(&self) -> Stream {
        Stream::Table(self.id)
    }

    pub fn head(&self) -> Head {
        self.head
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    pub fn link(&self) -> Option<LinkId> {
        self.link
    }

    /// When the last command reached the house.
    pub fn last(&self) -> Timestamp {
        self.last
    }

    /// The round that is being played.
    pub fn open_round(&self) -> Option<&game::Round> {
        self.table.round().filter(|round| !round.is_over())
    }

    /// The link an event just taken belongs to: a table that leaves one has left it only now.
    pub fn link_at(&self, event: &TableEvent) -> Option<LinkId> {
        match event {
            TableEvent::House(HouseEvent::LinkLeft { link }) => Some(*link),
            TableEvent::House(HouseEvent::LinkJoined { .. } | HouseEvent::TakenOver { .. })
            | TableEvent::Game(_) => self.link,
        }
    }

    /// What follows from the wish, or why it is refused. `rulebook` is the one an opening is asked
    /// under; a table that is open has its own.
    ///
    /// # Panics
    ///
    /// Where the rules break their own word: then the table stops.
    pub fn decide(
        &self,
        rulebook: Option<&Rulebook>,
        id: CommandId,
        asked: Asked,
    ) -> Result<Decision, No> {
        let events = self.events_of(rulebook, &asked)?;
        let mut append = Append::behind(self.stream(), self.head);
        let mut after = self.clone();
        after.last = asked.now;
        let mut asked = Some(asked);
        for event in &events {
            after.add_to(&mut append, event);
            after.evolve(event);
            let asked = asked.take();
            let event = event.clone();
            append.entries.push(TableEntry { id, asked, event }.write());
        }
        if let Some(link) = self.link
            && events.iter().any(TableEvent::concerns_link)
        {
            append.outbox.push(Stream::Link(link));
        }
        after.head = append.after();
        Ok(Decision {
            append,
            events,
            after,
        })
    }

    /// The decision was stored.
    pub fn accept(&mut self, decision: Decision) {
        *self = decision.after;
    }

    /// Takes in an entry somebody stored.
    ///
    /// # Panics
    ///
    /// On an event the rules could not have made: the caller stops the table.
    pub fn take(&mut self, row: &Row) -> Result<TableEvent, Poison> {
        let poison = |what: String| Poison {
            stream: self.stream(),
            seq: row.seq,
            what,
        };
        let next = self.head.follows(row).map_err(poison)?;
        let entry = TableEntry::read(&row.bytes);
        let entry = entry.map_err(|error: EntryError| poison(error.to_string()))?;
        self.evolve(&entry.event);
        self.last = entry.asked.map_or(self.last, |asked| asked.now);
        self.head = next;
        Ok(entry.event)
    }

    /// Where the log says nothing of epochs the head row does.
    pub fn stands_at(&mut self, head: Head) {
        self.head.epoch = head.epoch;
    }

    fn events_of(&self, opening: Option<&Rulebook>, asked: &Asked) -> Result<Vec<TableEvent>, No> {
        match &asked.asks {
            Wish::Game(request) => {
                let command = Command {
                    by: asked.by,
                    now: asked.now,
                    asks: request.clone(),
                };
                let rulebook = self.table.rulebook().or(opening).ok_or(No::Closed)?;
                let events = self.table.decide(rulebook, &command).map_err(No::Rules)?;
                Ok(events.into_iter().map(TableEvent::Game).collect())
            }
            Wish::House(request) => {
                let event = self.house_event(asked.by, request)?;
                let interrupted = matches!(event, HouseEvent::TakenOver { .. });
                let mut events = vec![TableEvent::House(event)];
                if interrupted {
                    let followed = self.interrupted(asked.now).into_iter();
                    events.extend(followed.map(TableEvent::Game));
                }
                Ok(events)
            }
        }
    }

    /// What the rules make of a round in which nothing happened since the last command.
    fn interrupted(&self, now: Timestamp) -> Vec<Event> {
        let (Some(_), Some(rulebook)) = (self.open_round(), self.table.rulebook()) else {
            return Vec::new();
        };
        let (cause, seconds) = (Cause::Technical, now.seconds_since(self.last));
        let report = Report::Interruption { cause, seconds };
        let command = Command::new(Actor::System, Request::Report { report }).at(now);
        // A round that waits for a ruling already may have no use for the report.
        self.table.decide(rulebook, &command).unwrap_or_default()
    }

    fn house_event(&self, by: Actor, request: &HouseRequest) -> Result<HouseEvent, No> {
        let staff = by.post() == Some(game::Post::House);
        if !staff && by != Actor::System {
            return Err(No::NotYours);
        }
        let between = self.open_round().is_none();
        match request {
            HouseRequest::TakeOver { owner } => Ok(HouseEvent::TakenOver {
                owner: owner.clone(),
            }),
            HouseRequest::JoinLink { .. } | HouseRequest::LeaveLink if !between => {
                Err(No::RoundNotOver)
            }
            HouseRequest::JoinLink { link } => match self.link {
                Some(linked) => Err(No::Linked(linked)),
                None => Ok(HouseEvent::LinkJoined { link: *link }),
            },
            HouseRequest::LeaveLink => {
                let link = self.link.ok_or(No::NotLinked)?;
                Ok(HouseEvent::LinkLeft { link })
            }
        }
    }

    fn evolve(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Game(event) => self.table.evolve(event),
            TableEvent::House(HouseEvent::LinkJoined { link }) => self.link = Some(*link),
            TableEvent::House(HouseEvent::LinkLeft { .. }) => self.link = None,
            TableEvent::House(HouseEvent::TakenOver { .. }) => {}
        }
    }

    /// What the event, next in `append`, does to money and to the link.
    fn add_to(&self, append: &mut Append, event: &TableEvent) {
        let entry = append.entries.len();
        match event {
            TableEvent::Game(event) => {
                let rows = post(self.place(), self.table.round(), event);
                let posted = rows.into_iter().map(|row| Posted { entry, row });
                append.postings.extend(posted);
                let fed = self.link.zip(event.fed());
                append
                    .contributions
                    .extend(fed.map(|(link, amount)| Contribution {
                        entry,
                        link,
                        amount,
                    }));
            }
            TableEvent::House(HouseEvent::TakenOver { .. }) => append.takeover = Takeover::Yes,
            TableEvent::House(HouseEvent::LinkJoined { .. } | HouseEvent::LinkLeft { .. }) => {}
        }
    }

    fn place(&self) -> AtTable {
        AtTable {
            table: self.id,
            link: self.link,
        }
    }
}

/// What the house reads in an event of the rules.
trait ForTheLink {
    /// What it feeds to a link; less than nothing where it takes back.
    fn fed(&self) -> Option<game::Money>;
}

impl ForTheLink for Event {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of some ninety kinds of event two feed a link"
    )]
    fn fed(&self) -> Option<game::Money> {
        match self {
            Event::ContributionAdded { amount, .. } => Some(*amount),
            Event::ContributionReversed { amount, .. } => Some(-*amount),
            _ => None,
        }
    }
}

impl TableEvent {
    /// Whether a link has something to do because of it.
    fn concerns_link(&self) -> bool {
        match self {
            TableEvent::Game(event) => matches!(
                event,
                Event::ContributionAdded { .. }
                    | Event::ContributionReversed { .. }
                    | Event::JackpotAwarded { .. }
                    | Event::AwardReversed { .. }
                    | Event::MeterMoved { .. }
                    | Event::MeterRestored { .. }
                    | Event::BoxesSettled
                    | Event::JackpotsSettled
                    | Event::FaultFound { .. }
                    | Event::FaultCleared { .. }
                    | Event::RoundConcluded
                    | Event::RoundVoided { .. }
            ),
            TableEvent::House(HouseEvent::LinkJoined { .. } | HouseEvent::LinkLeft { .. }) => true,
            TableEvent::House(HouseEvent::TakenOver { .. }) => false,
        }
    }
}
