//! Requests at a table, what happens at it, and why the house refuses.

use game::{Actor, Event, Money, PlayerId, Refusal, Request, Timestamp};
use ledger::LinkId;
use serde::{Deserialize, Serialize};

use super::cards::{CardEvent, CardRefusal, CardRequest};
use super::times::{Awaited, WaitingTimes};
use crate::log::Entry;

/// A request at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableRequest {
    /// To the rules.
    Game(Request),
    /// To the house.
    House(HouseRequest),
    /// To the house where it shuffles and deals.
    Cards(CardRequest),
}

impl From<Request> for TableRequest {
    fn from(request: Request) -> TableRequest {
        TableRequest::Game(request)
    }
}

impl From<HouseRequest> for TableRequest {
    fn from(request: HouseRequest) -> TableRequest {
        TableRequest::House(request)
    }
}

impl From<CardRequest> for TableRequest {
    fn from(request: CardRequest) -> TableRequest {
        TableRequest::Cards(request)
    }
}

/// A request to the house about a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum HouseRequest {
    /// The table is to exist: nothing may have happened at it.
    CreateTable,
    /// The bets of this table are to feed the link, once it has admitted the table.
    JoinLink {
        /// The link.
        link: LinkId,
    },
    /// The bets of this table feed no link any more.
    LeaveLink,
    /// From the link: the table takes part from its next round on, for the first time or again.
    AdmitToLink {
        /// The link.
        link: LinkId,
    },
    /// The link does not work.
    LoseLink {
        /// The link.
        link: LinkId,
        /// What it showed when it stopped.
        recorded: Money,
    },
    /// A Player has bet what he wants, at a table where the house deals.
    Ready,
    /// A process runs the table's timers from now on.
    TakeOver {
        /// The process, by its name.
        owner: String,
    },
    /// How long the table waits for people, from the next round on.
    SetTimes {
        /// The limits.
        times: WaitingTimes,
    },
    /// The process that runs the table's timers has waited so long, by a monotonic clock.
    EndWaiting {
        /// The round of the waiting that is meant: another may have begun.
        round: u64,
        /// What was waited for.
        awaited: Awaited,
        /// Since when, by the log.
        since: Timestamp,
        /// How long was counted.
        waited_seconds: u64,
    },
    /// No round is to be opened at the table any more; one that is being played goes on to its end.
    PauseTable,
    /// Rounds may be opened again.
    ResumeTable,
}

impl HouseRequest {
    /// The names of its requests as programs write them; none is a name of the rules' own requests.
    pub const NAMES: &[&str] = &[
        "create-table",
        "join-link",
        "leave-link",
        "admit-to-link",
        "lose-link",
        "ready",
        "take-over",
        "set-times",
        "end-waiting",
        "pause-table",
        "resume-table",
    ];
}

/// A request as it is logged: with who made it and when it reached the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedAtTable {
    /// Who made it.
    pub by: Actor,
    /// When it reached the house.
    pub now: Timestamp,
    /// What was requested.
    #[serde(rename = "asks")]
    pub request: TableRequest,
}

/// What happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableEvent {
    /// An event of the rules.
    Game(Event),
    /// An event of the house.
    House(HouseEvent),
    /// An event of the cards where the house deals.
    Cards(CardEvent),
}

/// What the house did at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum HouseEvent {
    /// The table exists from here on; logs of older tables begin without it.
    TableCreated,
    /// The table feeds a link from its next round on, once it is admitted.
    LinkJoined {
        /// The link.
        link: LinkId,
    },
    /// The table feeds the link no more.
    LinkLeft {
        /// The link.
        link: LinkId,
    },
    /// The link admitted the table.
    LinkAdmitted {
        /// The link.
        link: LinkId,
    },
    /// The link stopped working.
    LinkLost {
        /// The link.
        link: LinkId,
        /// What it showed then.
        recorded: Money,
    },
    /// A Player has bet what he wants.
    PlayerReady {
        /// The Player.
        player: PlayerId,
    },
    /// A process took the table over.
    TakenOver {
        /// The process, by its name.
        owner: String,
    },
    /// Time limits from the next round on.
    TimesSet {
        /// The limits.
        times: WaitingTimes,
    },
    /// A time limit has passed; the events it causes stand behind it.
    WaitingEnded {
        /// What was waited for.
        awaited: Awaited,
        /// How long.
        waited_seconds: u64,
    },
    /// No round is opened at the table from here on.
    TablePaused,
    /// Rounds may be opened again.
    TableResumed,
}

/// An entry in the log of a table.
pub type TableEntry = Entry<RequestedAtTable, TableEvent>;

/// Why a request at a table is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableRefusal {
    /// The rules refuse it.
    #[error("{0}")]
    Rules(Refusal),
    /// A table is created once.
    #[error("the table exists already")]
    Exists,
    /// A table is opened under a rulebook.
    #[error("the table is closed, and no rulebook is named to open it under")]
    Closed,
    /// Links are joined and left between rounds.
    #[error("a round is being played: links change between rounds")]
    RoundNotOver,
    /// The table feeds this link.
    #[error("the table feeds link {} already", .0.0)]
    Linked(LinkId),
    /// The table feeds no link, or another one.
    #[error("the table feeds no link")]
    NotLinked,
    /// The actor may not make this request.
    #[error("only the house and the system may ask this")]
    NotYours,
    /// No jackpot bet before the link has admitted the table.
    // STANDARDS P19.
    #[error("jackpot: the link has not admitted this table yet")]
    NotAdmitted,
    /// No jackpot bet while the link does not work.
    // STANDARDS P16, IR-19.
    #[error("jackpot: the link does not work, and no bet on it is taken")]
    LinkLost,
    /// Only the system pays from a link.
    #[error("jackpot: what is won from a link is paid when the link says so")]
    LinkPays,
    /// A time limit out of range.
    #[error("{field}: found {found}, expected 1 to 3600")]
    Seconds {
        /// Which limit.
        field: &'static str,
        /// The seconds requested.
        found: u64,
    },
    /// Another waiting has begun, or none is going on.
    #[error("the table does not wait for that, or not since then")]
    NotWaiting,
    /// The time limit has not passed.
    #[error("waited_seconds: found {found}, expected at least {least}")]
    StillWaiting {
        /// The seconds counted.
        found: u64,
        /// The limit.
        least: u64,
    },
    /// Only a Player has bets to be done with.
    #[error("ready: only a Player says that he has bet")]
    NotAPlayer,
    /// There are no bets to end, or the Dealer ends them.
    #[error("ready: bets are not open here, or the Dealer closes them")]
    NoBetsToEnd,
    /// The Player has no bet.
    #[error("ready: this Player has no bet yet")]
    NoBetYet,
    /// The Player is ready already.
    #[error("ready: this Player has said so already")]
    ReadyBefore,
    /// Where the house deals no bet may lie below its minimum.
    #[error("amount: the bet would lie below the minimum of this table")]
    BelowMinimum,
    /// The House has paused the table.
    #[error("the table is paused: no round is opened until the House resumes it")]
    Paused,
    /// The table is not paused.
    #[error("the table is not paused")]
    NotPaused,
    /// A request about cards is refused.
    #[error("{0}")]
    Cards(#[from] CardRefusal),
}
