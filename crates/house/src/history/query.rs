//! Turning pages.

use std::sync::Arc;

use game::{PlayerId, Timestamp};
use ledger::TableId;
use serde::Serialize;

use super::{Cursor, History, HistoryItem, KeptItem};
use crate::feed::LogFeed;

/// No page holds more.
pub const PAGE_MAX: usize = 100;

/// Whose history it is. A table's is for everybody, a player's for himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryOf {
    Table(TableId),
    Player(PlayerId),
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    pub whose: HistoryOf,
    /// Nothing that ended before.
    pub from: Option<Timestamp>,
    /// Nothing that ended then or later.
    pub until: Option<Timestamp>,
    /// Where the page before this one ended.
    pub before: Option<Cursor>,
    /// At least one and at most [`PAGE_MAX`].
    pub limit: usize,
}

/// Newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HistoryPage {
    pub happened: Vec<HistoryItem>,
    pub older: Older,
}

/// What there is behind a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Older {
    Nothing,
    /// Ask for what comes before.
    Before(Cursor),
    /// There was more, and it is older than what is kept.
    NotKept,
}

impl Query {
    /// The newest page of somebody's history.
    pub fn newest(whose: HistoryOf) -> Query {
        Query {
            whose,
            from: None,
            until: None,
            before: None,
            limit: PAGE_MAX,
        }
    }

    fn is_within(&self, cursor: Cursor) -> bool {
        self.from.is_none_or(|from| cursor.at >= from)
            && self.until.is_none_or(|until| cursor.at < until)
            && self.before.is_none_or(|before| cursor < before)
    }
}

impl History {
    /// One page of what is kept. `feed` is the one this was listened to from.
    pub fn page(&self, feed: &LogFeed, asks: &Query) -> HistoryPage {
        let drawer = match asks.whose {
            HistoryOf::Table(table) => self.tables.get(&table),
            HistoryOf::Player(player) => self.players.get(&player),
        };
        let limit = asks.limit.clamp(1, PAGE_MAX);
        let kept = drawer
            .into_iter()
            .flat_map(|drawer| drawer.things.iter().rev());
        let kept = kept
            .filter(|(cursor, _)| asks.is_within(**cursor))
            .take(limit + 1)
            .map(|(cursor, thing)| (*cursor, thing.clone()));
        let last = self.last_rounds(feed, asks.whose).into_iter();
        let last = last
            .filter(|round| asks.is_within(round.cursor))
            .map(|round| (round.cursor, KeptItem::Round(Arc::new(round))));
        let mut found: Vec<(Cursor, KeptItem)> = kept.chain(last).collect();
        found.sort_by_key(|(cursor, _)| core::cmp::Reverse(*cursor));
        let more = found.len() > limit;
        found.truncate(limit);
        let dropped = drawer.and_then(|drawer| drawer.dropped);
        let older = match found.last() {
            Some((cursor, _)) if more => Older::Before(*cursor),
            _ if dropped.is_some_and(|dropped| asks.can_reach(dropped)) => Older::NotKept,
            Some(_) | None => Older::Nothing,
        };
        let told = found.into_iter().map(|(_, thing)| match thing {
            KeptItem::Round(round) => HistoryItem::Round(round.record_for(asks.whose)),
            KeptItem::Cage(moved) => HistoryItem::Cage(moved),
        });
        HistoryPage {
            happened: told.collect(),
            older,
        }
    }
}

impl Query {
    /// Whether something that is kept no more may be among what is asked for: there may be others
    /// before the newest of them.
    fn can_reach(&self, dropped: Cursor) -> bool {
        self.from.is_none_or(|from| dropped.at >= from)
    }
}
