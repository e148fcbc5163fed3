//! What a house can say without its tables: the rulebooks, settlements of rounds written down, the
//! mathematics. The program that opens the doors knows how; it answers as its own commands do.

use house::game::RulebookId;

/// The answers, each as JSON; an error names the field.
pub trait Library: Send + Sync + 'static {
    /// Every rulebook.
    fn rulebooks(&self) -> Result<String, String>;
    /// One rulebook, whole.
    fn rulebook(&self, id: RulebookId) -> Result<String, String>;
    /// One clause.
    fn clause(&self, id: RulebookId, clause: &str) -> Result<String, String>;
    /// What is done about each irregularity.
    fn irregularities(&self, id: RulebookId) -> Result<String, String>;
    /// A round written down, settled.
    fn settle(&self, round: &[u8]) -> Result<String, String>;
    /// The exact figures of a rulebook; this takes some time.
    fn analyze(&self, id: RulebookId) -> Result<String, String>;
}
