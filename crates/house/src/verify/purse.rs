//! A purse's log asked again: who may move what, and the one row that follows.

use crate::cage::{CageEntry, CagePut, may, rows, stream_of};
use crate::log::Stream;
use crate::store::{PostedRow, Row};

pub struct CageReplay {
    stream: Stream,
}

impl CageReplay {
    pub fn new(stream: Stream) -> CageReplay {
        CageReplay { stream }
    }

    pub fn take(&mut self, row: &Row, posted: &[PostedRow]) -> Result<(), String> {
        let entry = CageEntry::read(&row.bytes).map_err(|error| error.to_string())?;
        let asked = entry.asked.ok_or("no command caused it")?;
        if asked.moves != entry.event {
            return Err("its command causes something else".to_owned());
        }
        if stream_of(&entry.event) != self.stream {
            return Err("it belongs to another log".to_owned());
        }
        let put = CagePut {
            id: entry.id,
            by: asked.by,
            with: asked.with,
            moves: asked.moves,
        };
        may(&put).map_err(|told| format!("it would have been refused: {told:?}"))?;
        let follow = rows(entry.event).into_iter().map(|posted| posted.row);
        if !follow.eq(posted.iter().map(|posted| posted.row)) {
            return Err("its rows of money are not those that follow from it".to_owned());
        }
        Ok(())
    }
}
