//! A jackpot that one table or many feed: its log, and what follows from it.
//!
//! Tables never write here. What they feed and what they win is read from their logs in turns, each
//! turn one append: so a link has an order of its own, which is the order in which winners at several
//! tables are paid. Pure; who takes the turns is the controller.

mod controller;
mod decide;
mod level;
mod rows;

use std::collections::BTreeMap;

use game::{Actor, BoxNumber, Money, Timestamp};
use ledger::{LinkId, TableId};
use serde::{Deserialize, Serialize};

use crate::log::{Entry, Stream};
use crate::store::{Head, Row};
use crate::table::Poison;

pub use controller::{Controller, Turned};
pub use decide::{LinkNo, Signed};
pub use level::{Level, Meters, Share};
pub use rows::rows;

/// What can be asked of a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LinkRequest {
    /// Founds the jackpot.
    Declare {
        level: Level,
    },
    /// Sets what it shows, once before it is first played for or after a reset (STANDARDS P7).
    SetValue {
        value: Money,
    },
    /// Other parameters, from the next win of all of it on (STANDARDS P6, P9).
    Change {
        level: Level,
    },
    Enrol {
        table: TableId,
    },
    /// An enrolled table takes part, or no longer.
    Enable {
        table: TableId,
    },
    Disable {
        table: TableId,
    },
    /// What the tables have stored since the last turn.
    Turn {
        feeds: Vec<Feed>,
        received: Vec<Received>,
        reversals: Vec<Reversal>,
        hits: Vec<Claim>,
    },
    /// The deck of the round was counted and the hand looked at: it counts (STANDARDS P25).
    Verify {
        number: u64,
        deck: u8,
    },
    /// It does not count: the display has its money back.
    Reject {
        number: u64,
        reason: String,
    },
    /// The link does not fully work, or works again (STANDARDS P16, IR-19).
    ReportFault {
        what: String,
    },
    ClearFault,
    /// The end of the jackpot: all it holds goes to another (STANDARDS P24).
    Decommission {
        to: LinkId,
        notice: String,
    },
}

/// What a table fed in the entries up to `to`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feed {
    pub table: TableId,
    pub to: u64,
    /// Each contribution, below nothing where it was taken back.
    pub amounts: Vec<Money>,
}

/// What a link that ended left to this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Received {
    pub link: LinkId,
    pub amount: Money,
}

/// A table took back what it awarded in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reversal {
    pub table: TableId,
    pub round: u64,
}

/// Wins of one round of one table that move the meter, in the order its rulebook pays them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    pub table: TableId,
    pub round: u64,
    pub before: Money,
    pub after: Money,
    pub awards: Vec<Award>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Award {
    pub at: BoxNumber,
    pub award: String,
    pub amount: Money,
    /// What of it the meter gives; the house of the table pays the rest.
    pub drawn: Money,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkAsked {
    pub by: Actor,
    /// A second person, of another post, who signs too.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with: Option<Actor>,
    pub now: Timestamp,
    pub asks: LinkRequest,
}

/// What happened to a link. Meters stand in it as they are afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LinkEvent {
    Declared {
        level: Level,
    },
    ValueSet {
        value: Money,
    },
    ChangePending {
        level: Level,
    },
    ChangeMade {
        level: Level,
        meters: Meters,
    },
    Enrolled {
        table: TableId,
    },
    Enabled {
        table: TableId,
    },
    Disabled {
        table: TableId,
    },
    Fed {
        table: TableId,
        to: u64,
        amount: Money,
        meters: Meters,
    },
    /// What another link left goes to the reserve.
    Received {
        link: LinkId,
        amount: Money,
        meters: Meters,
    },
    /// A contribution that cannot be: the table's house has it back.
    FeedRefused {
        table: TableId,
        to: u64,
        amount: Money,
        why: String,
    },
    Hit {
        number: u64,
        claim: Claim,
        standing: Standing,
        meters: Meters,
    },
    Verified {
        number: u64,
        deck: u8,
    },
    Reversed {
        number: u64,
        reason: String,
        meters: Meters,
    },
    FaultFound {
        what: String,
        recorded: Money,
    },
    FaultCleared,
    Decommissioned {
        to: LinkId,
        notice: String,
        meters: Meters,
    },
}

/// Whether a win may be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Waits for two people and a count of the deck.
    Pending,
    Payable,
    Reversed,
}

pub type LinkEntry = Entry<LinkAsked, LinkEvent>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enrolment {
    Disabled,
    Enabled,
}

/// A win as the link keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub claim: Claim,
    pub standing: Standing,
}

/// A link up to its last entry.
#[derive(Clone, Debug)]
pub struct LinkState {
    id: LinkId,
    head: Head,
    level: Option<Level>,
    pending: Option<Level>,
    /// Whether the value may be set: nothing was fed or won since the start or the last reset.
    untouched: bool,
    tables: BTreeMap<TableId, Enrolment>,
    meters: Meters,
    /// Wins that are not paid yet, or were paid not long ago, by number.
    hits: BTreeMap<u64, Hit>,
    next_number: u64,
    fault: Option<Money>,
    ended: Option<LinkId>,
}

impl LinkState {
    pub fn new(id: LinkId) -> LinkState {
        LinkState {
            id,
            head: Head::start(Stream::Link(id)),
            level: None,
            pending: None,
            untouched: false,
            tables: BTreeMap::new(),
            meters: Meters::default(),
            hits: BTreeMap::new(),
            next_number: 1,
            fault: None,
            ended: None,
        }
    }

    pub fn stream(&self) -> Stream {
        Stream::Link(self.id)
    }

    pub fn head(&self) -> Head {
        self.head
    }

    pub fn level(&self) -> Option<&Level> {
        self.level.as_ref()
    }

    /// Parameters that wait for the next win.
    pub fn pending(&self) -> Option<&Level> {
        self.pending.as_ref()
    }

    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    pub fn tables(&self) -> &BTreeMap<TableId, Enrolment> {
        &self.tables
    }

    pub fn hit(&self, number: u64) -> Option<&Hit> {
        self.hits.get(&number)
    }

    /// The win of a round, whatever became of it.
    pub fn hit_of(&self, table: TableId, round: u64) -> Option<(u64, &Hit)> {
        let mut hits = self.hits.iter().rev();
        let hit = hits.find(|(_, hit)| hit.claim.table == table && hit.claim.round == round);
        hit.map(|(number, hit)| (*number, hit))
    }

    /// What it showed when it stopped to work.
    pub fn fault(&self) -> Option<Money> {
        self.fault
    }

    /// Takes in an entry somebody stored.
    pub fn take(&mut self, row: &Row) -> Result<LinkEvent, Poison> {
        let next = self
            .head
            .follows(row)
            .map_err(|what| self.poison(row, what))?;
        let entry = LinkEntry::read(&row.bytes);
        let entry = entry.map_err(|error| self.poison(row, error.to_string()))?;
        self.evolve(&entry.event);
        self.head = next;
        Ok(entry.event)
    }

    pub fn stands_at(&mut self, head: Head) {
        self.head.epoch = head.epoch;
    }

    fn poison(&self, row: &Row, what: String) -> Poison {
        Poison {
            stream: self.stream(),
            seq: row.seq,
            what,
        }
    }

    fn evolve(&mut self, event: &LinkEvent) {
        match event {
            LinkEvent::Declared { level } => {
                self.level = Some(*level);
                self.meters = Meters::start(level);
                self.untouched = true;
            }
            LinkEvent::ValueSet { value } => {
                self.meters.funded += *value - self.meters.shown;
                self.meters.shown = *value;
                self.untouched = false;
            }
            LinkEvent::ChangePending { level } => self.pending = Some(*level),
            LinkEvent::ChangeMade { level, meters } => {
                self.level = Some(*level);
                self.pending = None;
                self.meters = *meters;
            }
            LinkEvent::Enrolled { table } | LinkEvent::Disabled { table } => {
                self.tables.insert(*table, Enrolment::Disabled);
            }
            LinkEvent::Enabled { table } => {
                self.tables.insert(*table, Enrolment::Enabled);
            }
            LinkEvent::Fed { meters, .. } | LinkEvent::Received { meters, .. } => {
                self.meters = *meters;
                self.untouched = false;
            }
            LinkEvent::FeedRefused { .. } => {}
            LinkEvent::Hit {
                number,
                claim,
                standing,
                meters,
            } => {
                self.untouched = Some(claim.after) == self.level.map(|level| level.reset);
                self.meters = *meters;
                self.next_number = number + 1;
                let (claim, standing) = (claim.clone(), *standing);
                self.hits.insert(*number, Hit { claim, standing });
            }
            LinkEvent::Verified { number, .. } => self.stands(*number, Standing::Payable),
            LinkEvent::Reversed { number, meters, .. } => {
                self.meters = *meters;
                self.stands(*number, Standing::Reversed);
            }
            LinkEvent::FaultFound { recorded, .. } => self.fault = Some(*recorded),
            LinkEvent::FaultCleared => self.fault = None,
            LinkEvent::Decommissioned { to, meters, .. } => {
                self.ended = Some(*to);
                self.meters = *meters;
                self.tables.clear();
            }
        }
    }

    fn stands(&mut self, number: u64, standing: Standing) {
        let hit = self.hits.get_mut(&number).expect("a win that was numbered");
        hit.standing = standing;
    }
}
