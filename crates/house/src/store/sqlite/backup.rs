//! A house copied while it is open, as it stands at one moment.
//!
//! The copy is made beside its place, flushed, and only then given its name: a copy that was cut short
//! has no name a house has. Nothing is ever written over.

use std::fs::File;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::super::OpenError;
use super::open::{FILE, create_file, create_folder, named, to_read};

/// Copies the house in `from`, open or not, into the folder `to`, in which there is none.
pub fn copy(from: &Path, to: &Path) -> Result<(), OpenError> {
    let source = to_read(from)?;
    let place = to.join(FILE);
    let unreachable = |what: String| OpenError::Unreachable {
        place: named(&place),
        what,
    };
    let io = |error: std::io::Error| unreachable(error.to_string());
    let sql = |error: rusqlite::Error| unreachable(error.to_string());
    create_folder(to).map_err(io)?;
    if place.exists() {
        return Err(unreachable("found a house, expected none".to_owned()));
    }
    let part = to.join(format!("{FILE}.part"));
    match std::fs::remove_file(&part) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(io(error)),
        Ok(()) | Err(_) => {}
    }
    create_file(&part).map_err(io)?;
    let mut copy = Connection::open(&part).map_err(sql)?;
    let backup = Backup::new(&source, &mut copy).map_err(sql)?;
    // All pages at once: a reader blocks no writer, and does not see what is written.
    let step = backup.step(-1).map_err(sql)?;
    if step != StepResult::Done {
        return Err(unreachable(format!("the copy is not whole: {step:?}")));
    }
    drop(backup);
    copy.close().map_err(|(_, error)| sql(error))?;
    File::open(&part)
        .and_then(|file| file.sync_all())
        .map_err(io)?;
    std::fs::rename(&part, &place).map_err(io)?;
    File::open(to)
        .and_then(|folder| folder.sync_all())
        .map_err(io)
}
