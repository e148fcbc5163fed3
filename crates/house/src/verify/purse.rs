//! A purse's log asked again, and that of the house: who may move what, and the one row that follows; who
//! may accept a loss.

use crate::cage::{CageEntry, CagePut, may, rows, stream_of};
use crate::log::Stream;
use crate::loss::{self, WordEntry};
use crate::store::{PostedRow, Row};

pub struct CageReplay {
    stream: Stream,
}

impl CageReplay {
    pub fn new(stream: Stream) -> CageReplay {
        CageReplay { stream }
    }

    pub fn take(&mut self, row: &Row, posted: &[PostedRow]) -> Result<(), String> {
        let entry = match (CageEntry::read(&row.bytes), self.stream) {
            (Ok(entry), _) => entry,
            (Err(error), Stream::House) => {
                let word = WordEntry::read(&row.bytes).map_err(|_| error.to_string())?;
                return loss::check(&word, posted);
            }
            (Err(error), Stream::Purse(_) | Stream::Table(_) | Stream::Link(_)) => {
                return Err(error.to_string());
            }
        };
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
