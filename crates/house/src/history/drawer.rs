//! The newest items of one table or one player in one log.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::finished_round::FinishedRound;
use super::{CageRecord, Cursor};

/// The items of the newest entries of one log, and the newest that is no longer kept.
///
/// New is what was logged last, also where the clock was set back: else the rounds that are played then
/// would be the first to go. Which items are kept does not depend on the order in which they come.
#[derive(Clone, Debug, Default)]
pub struct Drawer {
    /// By the number of their entry.
    pub items: BTreeMap<u64, (Cursor, KeptItem)>,
    pub dropped: Option<Cursor>,
}

/// A finished round or a move at the cage.
#[derive(Clone, Debug)]
pub enum KeptItem {
    Round(Arc<FinishedRound>),
    Cage(CageRecord),
}

impl Drawer {
    /// Adds an item, and drops the oldest where there are more than `most`.
    pub fn put(&mut self, cursor: Cursor, item: KeptItem, most: usize) {
        self.items.insert(cursor.entry, (cursor, item));
        if self.items.len() > most
            && let Some((_, (oldest, _))) = self.items.pop_first()
        {
            self.drop_item(oldest);
        }
    }

    /// Adds what another drawer of the same log kept and dropped.
    pub fn add_all(&mut self, other: Drawer, most: usize) {
        if let Some(dropped) = other.dropped {
            self.drop_item(dropped);
        }
        for (cursor, item) in other.items.into_values() {
            self.put(cursor, item, most);
        }
    }

    fn drop_item(&mut self, cursor: Cursor) {
        let newer = |dropped: Cursor| dropped.entry < cursor.entry;
        if self.dropped.is_none_or(newer) {
            self.dropped = Some(cursor);
        }
    }
}
