//! The newest items of one table or one player.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::finished_round::FinishedRound;
use super::{CageRecord, Cursor};

/// The newest items, and the newest that is no longer kept.
///
/// Which these are does not depend on the order in which items come: streams have no order between them.
#[derive(Clone, Debug, Default)]
pub struct Drawer {
    pub items: BTreeMap<Cursor, KeptItem>,
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
        self.items.insert(cursor, item);
        if self.items.len() > most
            && let Some((oldest, _)) = self.items.pop_first()
        {
            self.dropped = self.dropped.max(Some(oldest));
        }
    }
}
