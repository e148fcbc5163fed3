//! A history as it is handed out.

use game::{
    Area, BoxNumber, Digest, Face, Irregularity, Money, Outcome, PlayerId, RulebookId, Timestamp,
    Wager,
};
use ledger::{CageMove, TableId};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum HistoryItem {
    Round(RoundRecord),
    Cage(CageRecord),
}

/// A round that is over, as one reader may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundRecord {
    pub table: TableId,
    pub round: u64,
    pub opened: Timestamp,
    pub ended: Timestamp,
    pub rulebook: RulebookId,
    pub digest: Digest,
    /// The clauses it is void by; nothing where it counts.
    pub void: Option<Vec<String>>,
    pub rulings: Vec<RulingRecord>,
    pub dealer: Vec<Face>,
    pub community: Vec<Face>,
    pub boxes: Vec<BoxRecord>,
    /// Of the lines told here that stand.
    pub staked: Money,
    pub returned: Money,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulingRecord {
    pub on: Irregularity,
    pub title: &'static str,
    pub clauses: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxRecord {
    #[serde(rename = "box")]
    pub at: BoxNumber,
    pub controller: Option<PlayerId>,
    /// The chips that lay there when the round was over.
    pub bets: Vec<BetRecord>,
    pub decision: &'static str,
    pub cards: Vec<Face>,
    pub lines: Vec<LineRecord>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BetRecord {
    pub area: Area,
    pub player: PlayerId,
    pub amount: Money,
}

/// The end of one bet, or of a Player's share of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineRecord {
    pub player: PlayerId,
    pub bet: Wager,
    pub staked: Money,
    pub at_risk: Money,
    pub returned: Money,
    pub outcome: Outcome,
    pub clauses: Vec<String>,
    /// For the Player it was said to, and for others once the hand lies open.
    pub why: Option<String>,
    /// Whether it counts: a line may have been undone.
    pub stands: bool,
    /// What was handed over first, where that was put right later.
    pub handed: Option<Money>,
}

/// Money brought to the cage or taken from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CageRecord {
    pub at: Timestamp,
    pub moved: CageMove,
    /// What came to the purse by it and to the chips at tables, or left them.
    pub purse: Money,
    pub rack: Money,
}

impl CageRecord {
    /// Before any row of it was counted.
    pub(super) fn new(at: Timestamp, moved: CageMove) -> CageRecord {
        CageRecord {
            at,
            moved,
            purse: Money::ZERO,
            rack: Money::ZERO,
        }
    }
}
