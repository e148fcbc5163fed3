//! Finished rounds and moves at the cage, as a reader gets them.

use game::{
    Area, BoxNumber, Digest, Face, Irregularity, Money, Outcome, PlayerId, RulebookId, Timestamp,
    Wager,
};
use ledger::{CageMove, TableId};
use serde::Serialize;

/// One item of a history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum HistoryItem {
    /// A finished round.
    Round(RoundRecord),
    /// A move at the cage.
    Cage(CageRecord),
}

/// A finished round, as one reader may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundRecord {
    /// The table it was played at.
    pub table: TableId,
    /// Its number at that table.
    pub round: u64,
    /// When bets were opened.
    pub opened: Timestamp,
    /// When it was over.
    pub ended: Timestamp,
    /// The rulebook it was played by.
    pub rulebook: RulebookId,
    /// The digest of that rulebook with the options of the table.
    pub digest: Digest,
    /// The clauses by which it is void; none where it counts.
    pub void: Option<Vec<String>>,
    /// The rulings made in it.
    pub rulings: Vec<RulingRecord>,
    /// The dealer's cards.
    pub dealer: Vec<Face>,
    /// The community cards.
    pub community: Vec<Face>,
    /// The boxes, in order: in a table's history all that were in use, in a player's his own.
    pub boxes: Vec<BoxRecord>,
    /// The stakes of the lines in this record that stand.
    pub staked: Money,
    /// What those lines returned.
    pub returned: Money,
}

/// A ruling on an irregularity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulingRecord {
    /// The irregularity.
    pub on: Irregularity,
    /// Its title.
    pub title: &'static str,
    /// The clauses the ruling follows from.
    pub clauses: Vec<String>,
}

/// A box in a finished round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxRecord {
    /// The number of the box.
    #[serde(rename = "box")]
    pub at: BoxNumber,
    /// The player who decided for it.
    pub controller: Option<PlayerId>,
    /// The chips that lay there when the round was over.
    pub bets: Vec<BetRecord>,
    /// What was decided.
    pub decision: &'static str,
    /// The hand, as far as the reader saw it.
    pub cards: Vec<Face>,
    /// How each bet ended.
    pub lines: Vec<LineRecord>,
}

/// Chips of one player on one bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BetRecord {
    /// The bet.
    pub area: Area,
    /// Whose chips they are.
    pub player: PlayerId,
    /// How much.
    pub amount: Money,
}

/// How one bet ended, or a Player's share of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineRecord {
    /// Whose bet it was.
    pub player: PlayerId,
    /// Which bet it was.
    pub bet: Wager,
    /// What he had staked.
    pub staked: Money,
    /// How much of it could be won or lost.
    pub at_risk: Money,
    /// What he got back, stake included.
    pub returned: Money,
    /// Won, lost or returned.
    pub outcome: Outcome,
    /// The clauses it follows from.
    pub clauses: Vec<String>,
    /// The sentence the Player was told; other readers get it once the hand lies open.
    pub why: Option<String>,
    /// Whether the line counts: it may have been reversed.
    pub stands: bool,
    /// What was handed over first, where that was corrected later.
    pub handed: Option<Money>,
}

/// Money brought to the cage or taken from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CageRecord {
    /// When the cage was asked.
    pub at: Timestamp,
    /// What was asked.
    pub moved: CageMove,
    /// What the purse gained by it; negative where it lost.
    pub purse: Money,
    /// What the player's chips at tables gained by it; negative where they lost.
    pub rack: Money,
}

impl CageRecord {
    /// A record before any row of money was added to it.
    pub(super) fn new(at: Timestamp, moved: CageMove) -> CageRecord {
        CageRecord {
            at,
            moved,
            purse: Money::ZERO,
            rack: Money::ZERO,
        }
    }
}
