//! What a dispute consists of, as it is kept, told and asked for.

use house::game::{
    BoxNumber, Digest, Money, Outcome, PersonId, PlayerId, RulebookId, Timestamp, Wager,
};
use house::ledger::TableId;
use serde::{Deserialize, Serialize};

/// How far a dispute has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DisputeState {
    /// The pit has not answered.
    Open,
    /// It is referred to a higher post.
    Referred,
    /// It is answered.
    Answered,
    /// The player has closed it.
    Closed,
}

/// What the pit found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The player is right.
    Upheld,
    /// The settlement was right.
    Rejected,
    /// A higher post decides.
    Referred,
}

/// The line that is disputed, as it was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DisputedLine {
    /// What was staked.
    pub staked: Money,
    /// How much of it could be won or lost.
    pub at_risk: Money,
    /// What was handed back, stake included.
    pub returned: Money,
    /// Won, lost or returned.
    pub outcome: Outcome,
    /// The sentence the Player was told.
    pub why: String,
    /// The clauses it follows from.
    pub clauses: Vec<String>,
}

/// An answer of the pit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DisputeAnswer {
    /// What is told to the player.
    pub text: String,
    /// What was found.
    pub finding: Finding,
    /// When.
    pub at: Timestamp,
    /// By whom.
    pub by: PersonId,
}

/// The entries of a round in the log of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Entries {
    /// The number of the last entry before it.
    pub from: Option<u64>,
    /// The number of its last entry.
    pub to: u64,
}

/// What is kept of a dispute for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Facts {
    /// How far it has come.
    pub state: DisputeState,
    /// The table.
    pub table: TableId,
    /// The number of the round there.
    pub round: u64,
    /// The box.
    #[serde(rename = "box")]
    pub at: BoxNumber,
    /// The bet.
    pub bet: Wager,
    /// When it was raised.
    pub raised: Timestamp,
    /// When it is to be answered.
    pub answer_by: Timestamp,
    /// The line as it was settled.
    pub line: DisputedLine,
    /// The entries of the round.
    pub entries: Entries,
    /// The rulebook it was played by.
    pub rulebook: Option<RulebookId>,
    /// Its digest, with the options of the table.
    pub digest: Option<Digest>,
    /// The answer.
    pub answer: Option<DisputeAnswer>,
    /// Answers before it, where it was referred.
    pub earlier: Vec<DisputeAnswer>,
    /// When the player closed it.
    pub closed: Option<Timestamp>,
}

/// A dispute as it is told.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dispute {
    /// Its number.
    #[serde(rename = "dispute")]
    pub number: u64,
    /// Who raised it.
    pub player: PlayerId,
    /// The name of that player, where there still is one.
    pub name: Option<String>,
    /// The player's own words; none once they are erased.
    pub text: Option<String>,
    /// Whether the answer is late.
    pub late: bool,
    /// Everything else.
    #[serde(flatten)]
    pub facts: Facts,
}

/// Disputes, those that wait for an answer first.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DisputesPage {
    /// The disputes.
    pub disputes: Vec<Dispute>,
}

/// What a player disputes.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RaiseBody {
    /// The table.
    pub table: u32,
    /// The number of the round there.
    pub round: u64,
    /// The box.
    #[serde(rename = "box")]
    pub at: BoxNumber,
    /// The bet whose line it is about.
    pub bet: Wager,
    /// What is wrong, in the player's own words: 1 to 2,000 letters.
    pub text: String,
}

/// What the pit answers.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerBody {
    /// What is told to the player: 1 to 2,000 letters.
    pub answer: String,
    /// What was found.
    pub finding: Finding,
}
