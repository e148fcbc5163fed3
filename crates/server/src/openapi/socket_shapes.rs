//! What the house says on a socket, by its shape. The socket writes these messages piece by piece, because
//! many clients share the same bytes; the contract test holds real messages against this.

use house::game::{Money, PersonId, PlayerId};
use house::ledger::TableId;
use house::people::Role;
use house::table::{TableEventView, TableStateView};
use schemars::JsonSchema;
use serde::Serialize;

use super::ListedMove;
use crate::answers::Done;
use crate::problem::Problem;
use crate::protection::answers::PlayBody;
use crate::wire::WireId;

/// A message of the house on the live socket of a table.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The first message.
    Welcome {
        /// Which log the numbers belong to.
        epoch: String,
        /// The last entry of the log.
        n: u64,
        /// As whom the client is served.
        you: You,
        /// The table as the house has it.
        at: AtTable,
    },
    /// The table as it stands.
    Snapshot {
        /// Which log the number belongs to.
        epoch: String,
        /// The last entry that the view includes.
        n: u64,
        #[serde(flatten)]
        rest: TableNow,
    },
    /// What happened, and the table after it.
    Events {
        /// The number of the last entry before the first event.
        from: u64,
        /// The number of the last event.
        to: u64,
        /// One for each entry after `from`; nothing where the client may not know of it.
        events: Vec<Option<TableEventView>>,
        #[serde(flatten)]
        rest: TableNow,
    },
    /// The answer to a command.
    Response {
        /// The id of the command.
        id: WireId,
        #[serde(flatten)]
        answer: Answer,
    },
    /// What may be missed; a newer one replaces one that was not sent yet.
    Soft {
        #[serde(flatten)]
        told: Told,
    },
    /// Is the client there? It answers with `pong`.
    Ping {},
    /// The house closes the socket.
    Bye {
        /// The close code.
        code: u16,
        /// After how long the client may come back; nothing where it should not.
        again_ms: Option<u64>,
        /// Why.
        detail: String,
    },
}

/// What may be missed.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "soft", rename_all = "kebab-case")]
pub enum Told {
    /// About the table.
    Table {
        /// How many clients look at the table.
        watching: usize,
        /// The Players among them; not known where several processes serve the table.
        here: Option<Vec<PlayerId>>,
        /// What the jackpot shows that the table feeds.
        meter: Option<Money>,
        /// How many players of the house keep it company.
        company: usize,
        /// When the house restarts, once that is announced.
        restart_ms: Option<u64>,
    },
    /// About the client's own play.
    PlayTime(Box<PlayBody>),
}

/// The table as the client may see it, with what it may ask.
#[derive(Serialize, JsonSchema)]
pub struct TableNow {
    /// The table.
    view: TableStateView,
    /// What the client may ask now, and the rules would grant.
    moves: Vec<ListedMove>,
    /// How long the table still waits.
    deadline_ms: Option<u64>,
    /// The client's chips here; none for those who are no Player.
    rack: Option<Money>,
    /// The names of those who sit or have a bet, by their numbers.
    names: std::collections::BTreeMap<String, String>,
}

/// A table as the house has it.
#[derive(Serialize, JsonSchema)]
pub struct AtTable {
    /// Its number.
    table: TableId,
    /// Its name.
    name: Option<String>,
    /// How many players of the house may be asked to it.
    company_max: u8,
}

/// As whom a client is served.
#[derive(Serialize, JsonSchema)]
pub struct You {
    /// The role, or `spectator`.
    role: RoleOrSpectator,
    /// The number of a Player.
    player: Option<PlayerId>,
    /// The number of a person of the house.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<PersonId>,
    /// The name of the account.
    name: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RoleOrSpectator {
    /// Of a person who is signed in.
    Role(Role),
    /// Of a passer-by.
    Spectator(Spectator),
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Spectator {
    Spectator,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// It was carried out.
    Done(Done),
    /// It was not.
    Problem {
        /// `refused` by the rules or the house, or an `error`.
        outcome: NotDone,
        #[serde(flatten)]
        problem: Problem,
    },
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NotDone {
    Refused,
    Error,
}
