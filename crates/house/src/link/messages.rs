//! What can be asked of a link, and what happens to one. Events are kept for ever: a kind may be added,
//! none is ever changed.

use game::{Actor, BoxNumber, Money, Timestamp};
use ledger::{LinkId, TableId};
use serde::{Deserialize, Serialize};

use super::{JackpotParameters, Meters};

/// What can be asked of a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LinkRequest {
    /// Founds the jackpot.
    Declare {
        level: JackpotParameters,
    },
    /// Sets what it shows, once before it is first played for or after a reset (STANDARDS P7).
    SetValue {
        value: Money,
    },
    /// Other parameters, from the next win of all of it on (STANDARDS P6, P9).
    Change {
        level: JackpotParameters,
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
        feeds: Vec<TableContributions>,
        received: Vec<Received>,
        reversals: Vec<Reversal>,
        hits: Vec<Claim>,
        /// Tables that were disabled and have left.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        released: Vec<TableId>,
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
    /// A table that wants to take part plays for this.
    ReportPrize {
        table: TableId,
        prize: String,
    },
    /// Nobody takes its turns, or somebody does again.
    ReportSilence,
    ReportReturn,
    /// What tables say they fed is not what the link has heard of (STANDARDS P18).
    ReportMismatch {
        differences: Vec<Difference>,
    },
    /// The end of the jackpot: all it holds goes to another (STANDARDS P24).
    Decommission {
        to: LinkId,
        notice: String,
    },
}

/// What a table fed in the entries up to `to`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableContributions {
    pub table: TableId,
    pub to: u64,
    /// Each contribution, below nothing where it was taken back.
    pub amounts: Vec<Money>,
}

/// What a table's own log says it fed, and what its link has heard of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    pub table: TableId,
    pub fed: Money,
    pub heard: Money,
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
    pub awards: Vec<ClaimedAward>,
    /// The meter the table reckons with, where that is not the one it stands at: the one recorded
    /// before a fault (rws-2020 5.17.1), or the one a correction goes back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Money>,
    #[serde(default, skip_serializing_if = "PaidBefore::is_not_yet")]
    pub paid: PaidBefore,
}

/// Whether a table had paid a win before the link numbered it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaidBefore {
    #[default]
    NotYet,
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimedAward {
    pub at: BoxNumber,
    pub award: String,
    pub amount: Money,
    /// What of it the meter gives; the house of the table pays the rest.
    pub drawn: Money,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedOfLink {
    pub by: Actor,
    /// A second person, of another post, who signs too.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with: Option<Actor>,
    pub now: Timestamp,
    #[serde(rename = "asks")]
    pub request: LinkRequest,
}

/// What happened to a link. Meters stand in it as they are afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LinkEvent {
    Declared {
        level: JackpotParameters,
    },
    ValueSet {
        value: Money,
    },
    ChangePending {
        level: JackpotParameters,
    },
    ChangeMade {
        level: JackpotParameters,
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
    /// What the jackpot is won with, at every table from now on (STANDARDS P22).
    PrizeFixed {
        table: TableId,
        prize: String,
    },
    /// The table plays for something else and cannot take part.
    Unfit {
        table: TableId,
        prize: String,
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
        standing: HitStatus,
        meters: Meters,
    },
    Verified {
        number: u64,
        deck: u8,
    },
    /// Taken back at its table.
    Reversed {
        number: u64,
        reason: String,
        meters: Meters,
    },
    /// Two people say that it does not count.
    Rejected {
        number: u64,
        reason: String,
        meters: Meters,
    },
    FaultFound {
        what: String,
        recorded: Money,
    },
    FaultCleared,
    /// Nobody took its turns; what it showed then.
    FellSilent {
        recorded: Money,
    },
    Returned,
    /// A fault like any other; two people who clear it have seen these differences.
    Mismatched {
        differences: Vec<Difference>,
        recorded: Money,
    },
    /// A table that was disabled has left: nothing more comes from it.
    Released {
        table: TableId,
    },
    Decommissioned {
        to: LinkId,
        notice: String,
        meters: Meters,
    },
}

/// Whether a win may be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HitStatus {
    /// Waits for two people and a count of the deck.
    Pending,
    /// To be paid, or paid.
    Payable,
    Reversed,
    Rejected,
}
