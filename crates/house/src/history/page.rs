//! One page, put together from the logs it is about.

use std::sync::Arc;

use super::drawer::{Drawer, KeptItem};
use super::finished_round::FinishedRound;
use super::{Cursor, HistoryItem, HistoryPage, Older, PAGE_MAX, Query};

/// What one log has for a page.
pub struct Part {
    items: Vec<(Cursor, KeptItem)>,
    dropped: Option<Cursor>,
    /// The round on the table, where it is over: not counted among those kept.
    last: Option<Arc<FinishedRound>>,
}

impl Part {
    pub fn new(drawer: Option<&Drawer>, last: Option<Arc<FinishedRound>>) -> Part {
        let items = drawer.into_iter().flat_map(|drawer| drawer.items.values());
        Part {
            items: items.cloned().collect(),
            dropped: drawer.and_then(|drawer| drawer.dropped),
            last,
        }
    }
}

impl HistoryPage {
    /// The page asked for, of which at most `most` items are kept in all.
    pub(super) fn of(query: &Query, most: usize, parts: Vec<Part>) -> HistoryPage {
        let (mut found, mut last) = (Vec::new(), Vec::new());
        let mut dropped: Option<Cursor> = None;
        for part in parts {
            found.extend(part.items);
            dropped = dropped.max(part.dropped);
            let round = part.last;
            last.extend(round.map(|round| (round.cursor, KeptItem::Round(round))));
        }
        sort_newest_first(&mut found);
        if let Some((cursor, _)) = found.get(most) {
            dropped = dropped.max(Some(*cursor));
            found.truncate(most);
        }
        found.extend(last);
        sort_newest_first(&mut found);
        found.retain(|(cursor, _)| query.is_within(*cursor));
        let limit = query.limit.clamp(1, PAGE_MAX);
        let has_more = found.len() > limit;
        found.truncate(limit);
        let older = match found.last() {
            Some((cursor, _)) if has_more => Older::Before(*cursor),
            Some(_) | None => {
                let not_kept = dropped.is_some_and(|dropped| query.can_reach(dropped));
                if not_kept {
                    Older::NotKept
                } else {
                    Older::Nothing
                }
            }
        };
        let items = found.into_iter().map(|(_, item)| match item {
            KeptItem::Round(round) => HistoryItem::Round(round.record_for(query.whose)),
            KeptItem::Cage(moved) => HistoryItem::Cage(moved),
        });
        HistoryPage {
            happened: items.collect(),
            older,
        }
    }
}

fn sort_newest_first(items: &mut [(Cursor, KeptItem)]) {
    items.sort_by_key(|(cursor, _)| core::cmp::Reverse(*cursor));
}
