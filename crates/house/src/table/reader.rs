//! Reads a table's log on, for those who want to know what each entry says.

use super::{TableEvent, TableState};
use crate::log::ReadBlocked;
use crate::store::{LogReader, Row};

/// Follows a table's log, and calls `hear` with each event.
pub(crate) struct TableReader<'a, F> {
    pub state: &'a mut TableState,
    pub hear: F,
}

impl<F: FnMut(&TableState, TableEvent)> LogReader for TableReader<'_, F> {
    fn ahead(&mut self, rows: &[Row]) {
        self.state.preload_seeds(rows);
    }

    fn take(&mut self, row: &Row) -> Result<(), ReadBlocked> {
        let event = self.state.take(row)?;
        (self.hear)(self.state, event);
        Ok(())
    }
}
