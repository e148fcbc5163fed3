//! A purse's log asked again, and that of the house: who may move what, and the one row that follows; who
//! may accept a loss.

use house::cage::{CageCommand, CageEntry, check_permission, rows, stream_of};
use house::log::Stream;
use house::loss::{self, HouseLogEntry};
use house::store::{PostedRow, Row};

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
                let word = HouseLogEntry::read(&row.bytes).map_err(|_| error.to_string())?;
                return loss::check_entry(&word, posted);
            }
            (Err(error), Stream::Purse(_) | Stream::Table(_) | Stream::Link(_)) => {
                return Err(error.to_string());
            }
        };
        let requested = entry.requested.ok_or("no command caused it")?;
        if requested.moves != entry.event {
            return Err("its command causes something else".to_owned());
        }
        if stream_of(&entry.event) != self.stream {
            return Err("it belongs to another log".to_owned());
        }
        let command = CageCommand {
            id: entry.id,
            by: requested.by,
            with: requested.with,
            moves: requested.moves,
        };
        check_permission(&command)
            .map_err(|refusal| format!("it would have been refused: {refusal}"))?;
        let follow = rows(entry.event).into_iter().map(|posted| posted.row);
        if !follow.eq(posted.iter().map(|posted| posted.row)) {
            return Err("its rows of money are not those that follow from it".to_owned());
        }
        Ok(())
    }
}
