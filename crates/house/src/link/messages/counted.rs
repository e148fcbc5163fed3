//! What a turn of a link counts: contributions, wins, and what was taken back.

use game::{BoxNumber, JackpotAward, Money};
use ledger::{LinkId, TableId};
use serde::{Deserialize, Serialize};

/// What a table fed in the entries up to `to`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableContributions {
    /// The table.
    pub table: TableId,
    /// The last entry of its log that was read for this.
    pub to: u64,
    /// Each contribution, below zero where it was taken back.
    pub amounts: Vec<Money>,
}

/// What a table's own log says it fed, and what its link has counted of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The table.
    pub table: TableId,
    /// What the table's log says.
    pub fed: Money,
    /// What the link's log says.
    pub heard: Money,
}

/// What a link that ended left to this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Received {
    /// The link that ended.
    pub link: LinkId,
    /// All it held.
    pub amount: Money,
}

/// A table took back what it awarded in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reversal {
    /// The table.
    pub table: TableId,
    /// The number of the round at that table.
    pub round: u64,
}

/// The wins of one round of one table that take from the meter, in the order its rulebook pays them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The table.
    pub table: TableId,
    /// The number of the round at that table.
    pub round: u64,
    /// What the display showed before.
    pub before: Money,
    /// What it shows once they are paid.
    pub after: Money,
    /// The awards.
    pub awards: Vec<ClaimedAward>,
    /// The meter the table reckons with, where that is not the one it stands at: the one recorded
    /// before a fault (rws-2020 5.17.1), or the one a correction goes back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Money>,
    /// Whether the table paid them before the link counted them.
    #[serde(default, skip_serializing_if = "PaidBefore::is_not_yet")]
    pub paid: PaidBefore,
}

/// Whether a table had paid a win before the link numbered it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaidBefore {
    /// The table waits to be told the meter.
    #[default]
    NotYet,
    /// The table has paid: its link was lost, or a correction counted the round again.
    Already,
}

impl PaidBefore {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde asks with a reference"
    )]
    fn is_not_yet(&self) -> bool {
        *self == PaidBefore::NotYet
    }
}

/// One award of a win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimedAward {
    /// The box that won it.
    pub at: BoxNumber,
    /// Which award of the jackpot table.
    pub award: JackpotAward,
    /// What the player is paid.
    pub amount: Money,
    /// What of it the meter gives; the house of the table pays the rest.
    pub drawn: Money,
}
