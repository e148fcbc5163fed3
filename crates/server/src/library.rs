//! What a house can say without its tables: the rulebooks, settlements of rounds written down, the
//! mathematics. The program that opens the doors knows how; it answers as its own commands do.

use house::game::{Hand, Rulebook, RulebookId};
use serde::Serialize;

/// The answers, each as JSON; an error names the field.
pub trait Library: Send + Sync + 'static {
    /// Every rulebook.
    fn rulebooks(&self) -> Result<String, String>;
    /// One rulebook, whole.
    fn rulebook(&self, id: RulebookId) -> Result<String, String>;
    /// Every clause of a rulebook, in the order of its text.
    fn clauses(&self, id: RulebookId) -> Result<String, String>;
    /// One clause.
    fn clause(&self, id: RulebookId, clause: &str) -> Result<String, String>;
    /// What is done about each irregularity.
    fn irregularities(&self, id: RulebookId) -> Result<String, String>;
    /// A round written down, settled.
    fn settle(&self, round: &[u8]) -> Result<String, String>;
    /// The exact figures of a rulebook; this takes some time.
    fn analyze(&self, id: RulebookId) -> Result<String, String>;
    /// What the house keeps of each bet, under a rulebook with the options a table chose.
    fn edges(&self, rulebook: &Rulebook) -> Result<Edges, String>;
    /// What playing and folding this hand is worth, under a rulebook with the options a table chose.
    fn worth(&self, rulebook: &Rulebook, hand: Hand) -> Result<HandWorth, String>;
}

/// What a hand is worth on average against all that the Dealer can hold, Ante, Play and Ante Bonus together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandWorth {
    /// Of playing it, per unit of Ante.
    pub play: Exact,
    /// Of folding it, per unit of Ante.
    pub fold: Exact,
    /// What the Dealer can hold.
    pub dealer: DealerHands,
}

/// The hands the Dealer can hold against a Player's, by what becomes of a Play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealerHands {
    /// All of them.
    pub hands: u32,
    /// Those that do not qualify.
    pub not_qualified: u32,
    /// Qualified, and worse than the Player's.
    pub win: u32,
    /// Qualified, and equal to the Player's.
    pub stand_off: u32,
    /// Qualified, and better than the Player's.
    pub lose: u32,
}

/// What the house keeps of each bet on average, exactly, under best play; none for a bet that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edges {
    /// Of the Ante, with its Play.
    pub ante_play: Option<Exact>,
    /// Of Pair Plus.
    pub pair_plus: Option<Exact>,
    /// Of the five-card bet.
    pub five_card: Option<Exact>,
}

/// An exact number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exact {
    /// The fraction in lowest terms, as `308/5525`.
    pub exact: String,
    /// The same to twelve decimals.
    pub decimal: String,
}
