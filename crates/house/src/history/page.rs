//! Turning pages.

use std::sync::Arc;

use game::{PlayerId, Timestamp};
use ledger::TableId;
use serde::Serialize;

use super::{Happened, History, Mark, Thing};
use crate::chronicle::Chronicle;

/// No page holds more.
pub const PAGE_MAX: usize = 100;

/// Whose history it is. A table's is for everybody, a player's for himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Table(TableId),
    Player(PlayerId),
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asks {
    pub whose: Whose,
    /// Nothing that ended before.
    pub from: Option<Timestamp>,
    /// Nothing that ended then or later.
    pub until: Option<Timestamp>,
    /// Where the page before this one ended.
    pub before: Option<Mark>,
    /// At least one and at most [`PAGE_MAX`].
    pub limit: usize,
}

/// Newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Page {
    pub happened: Vec<Happened>,
    pub older: Older,
}

/// What there is behind a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Older {
    Nothing,
    /// Ask for what comes before.
    Before(Mark),
    /// There was more, and it is older than what is kept.
    NotKept,
}

impl Asks {
    /// The newest page of somebody's history.
    pub fn newest(whose: Whose) -> Asks {
        Asks {
            whose,
            from: None,
            until: None,
            before: None,
            limit: PAGE_MAX,
        }
    }

    fn wants(&self, mark: Mark) -> bool {
        self.from.is_none_or(|from| mark.at >= from)
            && self.until.is_none_or(|until| mark.at < until)
            && self.before.is_none_or(|before| mark < before)
    }
}

impl History {
    /// One page of what is kept. `chronicle` is the one this was listened to from.
    pub fn page(&self, chronicle: &Chronicle, asks: &Asks) -> Page {
        let drawer = match asks.whose {
            Whose::Table(table) => self.tables.get(&table),
            Whose::Player(player) => self.players.get(&player),
        };
        let limit = asks.limit.clamp(1, PAGE_MAX);
        let kept = drawer
            .into_iter()
            .flat_map(|drawer| drawer.things.iter().rev());
        let kept = kept
            .filter(|(mark, _)| asks.wants(**mark))
            .take(limit + 1)
            .map(|(mark, thing)| (*mark, thing.clone()));
        let last = self.last_rounds(chronicle, asks.whose).into_iter();
        let last = last
            .filter(|round| asks.wants(round.mark))
            .map(|round| (round.mark, Thing::Round(Arc::new(round))));
        let mut found: Vec<(Mark, Thing)> = kept.chain(last).collect();
        found.sort_by_key(|(mark, _)| core::cmp::Reverse(*mark));
        let more = found.len() > limit;
        found.truncate(limit);
        let dropped = drawer.and_then(|drawer| drawer.dropped);
        let older = match found.last() {
            Some((mark, _)) if more => Older::Before(*mark),
            _ if dropped.is_some_and(|dropped| asks.reaches(dropped)) => Older::NotKept,
            Some(_) | None => Older::Nothing,
        };
        let told = found.into_iter().map(|(_, thing)| match thing {
            Thing::Round(round) => Happened::Round(round.told(asks.whose)),
            Thing::Cage(moved) => Happened::Cage(moved),
        });
        Page {
            happened: told.collect(),
            older,
        }
    }
}

impl Asks {
    /// Whether something that is kept no more may be among what is asked for: there may be others
    /// before the newest of them.
    fn reaches(&self, dropped: Mark) -> bool {
        self.from.is_none_or(|from| dropped.at >= from)
    }
}
