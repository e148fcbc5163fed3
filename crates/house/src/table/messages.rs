//! What can be asked at a table, what happens at it, and why the house says no.

use game::{Actor, Event, Money, Refusal, Request, Timestamp};
use ledger::LinkId;
use serde::{Deserialize, Serialize};

use super::cards::{CardEvent, CardRefusal, CardRequest};
use super::times::{Awaited, WaitingTimes};
use crate::log::Entry;

/// What can be asked at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableRequest {
    /// Of the rules.
    Game(Request),
    /// Of the house.
    House(HouseRequest),
    /// Of the house as the one who shuffles and deals.
    Cards(CardRequest),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum HouseRequest {
    /// The bets of this table are to feed the link, once it has admitted the table.
    JoinLink {
        link: LinkId,
    },
    LeaveLink,
    /// The link says: the table takes part from its next round on, for the first time or again.
    AdmitToLink {
        link: LinkId,
    },
    /// The link does not work; it showed `recorded` when it stopped.
    LoseLink {
        link: LinkId,
        recorded: Money,
    },
    /// This process runs the table's timers from now on.
    TakeOver {
        owner: String,
    },
    /// How long the table waits for people, from the next round on.
    SetTimes {
        times: WaitingTimes,
    },
    /// Whoever runs the table's timers has waited so long, by a clock that only goes forward.
    EndWaiting {
        /// Which waiting is meant: another may have begun.
        round: u64,
        awaited: Awaited,
        since: Timestamp,
        waited_seconds: u64,
    },
}

/// A request with who has it and when it reached the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedAtTable {
    pub by: Actor,
    pub now: Timestamp,
    #[serde(rename = "asks")]
    pub request: TableRequest,
}

/// What happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableEvent {
    Game(Event),
    House(HouseEvent),
    Cards(CardEvent),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum HouseEvent {
    LinkJoined {
        link: LinkId,
    },
    LinkLeft {
        link: LinkId,
    },
    LinkAdmitted {
        link: LinkId,
    },
    LinkLost {
        link: LinkId,
        recorded: Money,
    },
    TakenOver {
        owner: String,
    },
    TimesSet {
        times: WaitingTimes,
    },
    /// The time was up; what follows stands behind it.
    WaitingEnded {
        awaited: Awaited,
        waited_seconds: u64,
    },
}

pub type TableEntry = Entry<RequestedAtTable, TableEvent>;

/// Why the house says no at a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableRefusal {
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
    #[error("jackpot: the link has not admitted this table yet (STANDARDS P19)")]
    NotAdmitted,
    #[error("jackpot: the link does not work, and no bet on it is taken (STANDARDS P16, IR-19)")]
    LinkLost,
    #[error("jackpot: what is won from a link is paid when the link says so")]
    LinkPays,
    #[error("{field}: found {found}, expected 1 to 3600")]
    Seconds { field: &'static str, found: u64 },
    #[error("the table does not wait for that, or not since then")]
    NotWaiting,
    #[error("waited_seconds: found {found}, expected at least {least}")]
    StillWaiting { found: u64, least: u64 },
    #[error("{0}")]
    Cards(#[from] CardRefusal),
}
