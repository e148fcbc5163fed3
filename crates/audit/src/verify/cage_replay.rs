//! Replay of the cage's logs (the purses and the house): whether the person was permitted to move the money
//! or to accept the loss, and whether the money rows are those that follow.

use house::cage::{CageCommand, CageEntry, check_permission, rows, stream_of};
use house::log::Stream;
use house::loss::{self, HouseLogEntry};
use house::response::body_fingerprint;
use house::store::{PostedRow, Row};

use super::commands::{Answered, SeenCommand};

/// Replays the log of a purse or of the house.
pub struct CageReplay {
    stream: Stream,
}

impl CageReplay {
    /// Begins with the first entry of `stream`.
    pub fn new(stream: Stream) -> CageReplay {
        CageReplay { stream }
    }

    /// Checks the next entry; the error says what is wrong with it.
    pub fn take(&mut self, row: &Row, posted: &[PostedRow]) -> Result<SeenCommand, String> {
        let entry = match (CageEntry::read(&row.bytes), self.stream) {
            (Ok(entry), _) => entry,
            (Err(error), Stream::House) => {
                let word = HouseLogEntry::read(&row.bytes).map_err(|_| error.to_string())?;
                loss::check_entry(&word, posted)?;
                return accepted_loss(&word);
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
        Ok(SeenCommand {
            id: entry.id,
            body: body_fingerprint(&(command.by, command.with, command.moves)),
            now: requested.now,
            answered: Answered::Always,
        })
    }
}

fn accepted_loss(entry: &HouseLogEntry) -> Result<SeenCommand, String> {
    let requested = entry.requested.as_ref().ok_or("no command caused it")?;
    let (by, with, event) = (requested.by, requested.with, &requested.event);
    Ok(SeenCommand {
        id: entry.id,
        // Where one person was enough, the request had no second (ADR 0025).
        body: match with {
            Some(_) => body_fingerprint(&(by, with, event)),
            None => body_fingerprint(&(by, event)),
        },
        now: requested.now,
        answered: Answered::Always,
    })
}
