//! The requests a link answers and the events of its log. Events are kept for ever: a kind may be added,
//! none is ever changed.

mod counted;

use game::{Actor, Money, Timestamp};
use ledger::{LinkId, TableId};
use serde::{Deserialize, Serialize};

use super::{JackpotParameters, Meters};

pub use counted::{
    Claim, ClaimedAward, Difference, PaidBefore, Received, Reversal, TableContributions,
};

/// What can be asked of a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LinkRequest {
    /// Founds the jackpot.
    Declare {
        /// Its parameters.
        level: JackpotParameters,
    },
    /// Sets what it shows, once before it is first played for or after a reset (STANDARDS P7).
    SetValue {
        /// What it is to show.
        value: Money,
    },
    /// Other parameters, from the next win of all of it on (STANDARDS P6, P9).
    Change {
        /// The parameters from then on.
        level: JackpotParameters,
    },
    /// A table belongs to the link; it takes part once it is enabled.
    Enrol {
        /// The table.
        table: TableId,
    },
    /// An enrolled table takes part.
    Enable {
        /// The table.
        table: TableId,
    },
    /// A table takes part no longer, once its round is over.
    Disable {
        /// The table.
        table: TableId,
    },
    /// Counts what the tables have stored since the last turn.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Turn {
        /// What each table fed.
        feeds: Vec<TableContributions>,
        /// What links that ended left to this one.
        received: Vec<Received>,
        /// Rounds whose awards were taken back.
        reversals: Vec<Reversal>,
        /// The wins, in the order they are paid.
        hits: Vec<Claim>,
        /// Tables that were disabled and have left.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        released: Vec<TableId>,
    },
    /// Two people counted the deck of the round and saw the hand: the win counts (STANDARDS P25).
    Verify {
        /// The number of the win.
        number: u64,
        /// How many cards the deck has.
        deck: u8,
    },
    /// The win does not count: the display has its money back.
    Reject {
        /// The number of the win.
        number: u64,
        /// Why it does not count.
        reason: String,
    },
    /// The link does not fully work (STANDARDS P16, IR-19).
    ReportFault {
        /// What is wrong.
        what: String,
    },
    /// Two people found that it works again.
    ClearFault,
    /// What a table that asks to take part plays for.
    #[cfg_attr(feature = "schema", schemars(skip))]
    ReportPrize {
        /// The table.
        table: TableId,
        /// The hands that draw on its meter, and their shares.
        prize: String,
    },
    /// No process takes its turns.
    #[cfg_attr(feature = "schema", schemars(skip))]
    ReportSilence,
    /// A process takes its turns again.
    #[cfg_attr(feature = "schema", schemars(skip))]
    ReportReturn,
    /// What tables say they fed is not what the link has counted (STANDARDS P18).
    #[cfg_attr(feature = "schema", schemars(skip))]
    ReportMismatch {
        /// Table by table.
        differences: Vec<Difference>,
    },
    /// A table could not do what it was told, and stands where it stood.
    #[cfg_attr(feature = "schema", schemars(skip))]
    ReportFailedInstruction {
        /// The table.
        table: TableId,
        /// The entry of its log at which it was told.
        after: u64,
        /// What it was to do.
        what: String,
        /// Why it did not.
        why: String,
    },
    /// The end of the jackpot: all it holds goes to another (STANDARDS P24).
    Decommission {
        /// The link that has it from then on.
        to: LinkId,
        /// The notice players are given.
        notice: String,
    },
}

/// A request as the log keeps it: who made it, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedOfLink {
    /// Who made it.
    pub by: Actor,
    /// A second person, of another post, who signs too.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with: Option<Actor>,
    /// When it reached the house.
    pub now: Timestamp,
    /// What was asked.
    #[serde(rename = "asks")]
    pub request: LinkRequest,
}

/// What happened to a link. Meters stand in it as they are afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LinkEvent {
    /// The jackpot was founded.
    Declared {
        /// The parameters.
        level: JackpotParameters,
    },
    /// Two people set what it shows.
    ValueSet {
        /// What it shows now.
        value: Money,
    },
    /// Other parameters wait for the next win of all of it.
    ChangePending {
        /// The parameters.
        level: JackpotParameters,
    },
    /// The parameters that waited count.
    ChangeMade {
        /// The parameters.
        level: JackpotParameters,
        /// What it stands at afterwards.
        meters: Meters,
    },
    /// A table belongs to the link and is not enabled.
    Enrolled {
        /// The table.
        table: TableId,
    },
    /// A table takes part.
    Enabled {
        /// The table.
        table: TableId,
    },
    /// A table takes part no longer, once its round is over.
    Disabled {
        /// The table.
        table: TableId,
    },
    /// What the jackpot is won with, at every table from now on (STANDARDS P22).
    PrizeFixed {
        /// The table.
        table: TableId,
        /// The hands that draw on the meter, and their shares.
        prize: String,
    },
    /// The table plays for something else and cannot take part.
    Unfit {
        /// The table.
        table: TableId,
        /// The hands that draw on the meter, and their shares.
        prize: String,
    },
    /// What a table fed went into the meter.
    Fed {
        /// The table.
        table: TableId,
        /// The last entry of the table's log that was read for this.
        to: u64,
        /// How much.
        amount: Money,
        /// What it stands at afterwards.
        meters: Meters,
    },
    /// What another link left goes to the reserve.
    Received {
        /// The link that ended.
        link: LinkId,
        /// How much.
        amount: Money,
        /// What it stands at afterwards.
        meters: Meters,
    },
    /// A contribution that cannot be: the table's house has it back.
    FeedRefused {
        /// The table.
        table: TableId,
        /// The last entry of the table's log that was read for this.
        to: u64,
        /// How much.
        amount: Money,
        /// Why it is not counted.
        why: String,
    },
    /// A win was counted and numbered.
    Hit {
        /// The number of the win.
        number: u64,
        /// What was won.
        claim: Claim,
        /// Whether it may be paid.
        standing: HitStatus,
        /// What it stands at afterwards.
        meters: Meters,
    },
    /// Two people verified a win: it may be paid.
    Verified {
        /// The number of the win.
        number: u64,
        /// How many cards the deck had.
        deck: u8,
    },
    /// A win was taken back at its table.
    Reversed {
        /// The number of the win.
        number: u64,
        /// Why.
        reason: String,
        /// What it stands at afterwards.
        meters: Meters,
    },
    /// Two people decided that a win does not count.
    Rejected {
        /// The number of the win.
        number: u64,
        /// Why.
        reason: String,
        /// What it stands at afterwards.
        meters: Meters,
    },
    /// The link does not work; two people clear it.
    FaultFound {
        /// What is wrong.
        what: String,
        /// What it showed when it stopped.
        recorded: Money,
    },
    /// Two people found that it works again.
    FaultCleared,
    /// No process took its turns.
    FellSilent {
        /// What it showed when it stopped.
        recorded: Money,
    },
    /// A process takes its turns again.
    Returned,
    /// The tables say they fed something else than was counted: a fault like a reported one.
    Mismatched {
        /// What the two people who clear it have seen.
        differences: Vec<Difference>,
        /// What it showed when it stopped.
        recorded: Money,
    },
    /// A table that was disabled has left: nothing more comes from it.
    Released {
        /// The table.
        table: TableId,
    },
    /// A table could not do what it was told: a person has to look at it.
    InstructionFailed {
        /// The table.
        table: TableId,
        /// The entry of its log at which it was told.
        after: u64,
        /// What it was to do.
        what: String,
        /// Why it did not.
        why: String,
    },
    /// The jackpot ended, and all it held went to another link.
    Decommissioned {
        /// The link that has what it held.
        to: LinkId,
        /// The notice players were given.
        notice: String,
        /// What it stands at afterwards.
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
    /// Taken back at its table.
    Reversed,
    /// Two people decided that it does not count.
    Rejected,
}
