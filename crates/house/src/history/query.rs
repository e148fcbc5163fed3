//! Which items a reader wants, and the page he gets.

use game::{PlayerId, Timestamp};
use ledger::TableId;
use serde::Serialize;

use super::{Cursor, HistoryItem};

/// No page has more items.
pub const PAGE_MAX: usize = 100;

/// Whose history is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryOf {
    /// A table's: for everyone.
    Table(TableId),
    /// A player's: for himself.
    Player(PlayerId),
}

/// Which items are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// Whose history it is.
    pub whose: HistoryOf,
    /// Leaves out what ended before this.
    pub from: Option<Timestamp>,
    /// Leaves out what ended at this time or later.
    pub until: Option<Timestamp>,
    /// Where the page before this one ended.
    pub before: Option<Cursor>,
    /// How many items: at least one and at most [`PAGE_MAX`].
    pub limit: usize,
}

/// Items of a history, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HistoryPage {
    /// The items.
    pub happened: Vec<HistoryItem>,
    /// Whether there are older ones.
    pub older: Older,
}

/// What there is behind a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Older {
    /// No older items.
    Nothing,
    /// Older items: ask for those before this one.
    Before(Cursor),
    /// There were older items, and they are no longer kept.
    NotKept,
}

impl Query {
    /// The newest page of a history.
    pub fn newest(whose: HistoryOf) -> Query {
        Query {
            whose,
            from: None,
            until: None,
            before: None,
            limit: PAGE_MAX,
        }
    }

    /// Whether an item with this cursor is asked for.
    pub(super) fn is_within(&self, cursor: Cursor) -> bool {
        self.from.is_none_or(|from| cursor.at >= from)
            && self.until.is_none_or(|until| cursor.at < until)
            && self.before.is_none_or(|before| cursor < before)
    }

    /// Whether an item that is no longer kept may be among those asked for. `dropped` is the newest of
    /// them: there may be others before it.
    pub(super) fn can_reach(&self, dropped: Cursor) -> bool {
        self.from.is_none_or(|from| dropped.at >= from)
    }
}
