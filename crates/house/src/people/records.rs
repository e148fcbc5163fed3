//! What is kept about people beside their accounts: records that are erased with the account, and disputes,
//! of which only the player's own words are.
//!
//! What a record says is the business of the program that keeps it. The store sees to one thing: of two who
//! read the same version and write, the second is refused, reads again and decides again.

use super::account::AccountId;

/// A record about one person, under a name of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalRecord {
    /// Whom it is about.
    pub account: AccountId,
    /// What it is, such as `limits`.
    pub name: String,
    /// How often it was written before; 0 for one that is not stored yet.
    pub version: u64,
    /// What it says.
    pub content: String,
}

/// Whether a record was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is, under the next version.
    Stored,
    /// It was written since it was read, or the account is erased: nothing was stored.
    Outdated,
}

/// A dispute to be raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDispute {
    /// Who raises it.
    pub account: AccountId,
    /// What is disputed, without a person's name.
    pub facts: String,
    /// The player's own words.
    pub words: String,
}

/// A dispute as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDispute {
    /// Its number.
    pub id: u64,
    /// Who raised it.
    pub account: AccountId,
    /// How often it was written.
    pub version: u64,
    /// What is disputed and what was found.
    pub facts: String,
    /// The player's own words; none once the account is erased.
    pub words: Option<String>,
}

/// Which disputes are asked for, newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisputeQuery {
    /// Those of one person alone.
    pub account: Option<AccountId>,
    /// Those with a lower number.
    pub before: Option<u64>,
    /// So many at most.
    pub most: usize,
}
