//! A house copied while it is open, as it stands at one moment.
//!
//! Each copy is made beside its place, flushed, and only then given its name: a copy that was cut short
//! has no name a house has. Nothing is ever written over. The people are copied after the house, so that
//! the copy knows the account of every number in its logs, and get their name before it.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::super::OpenError;
use super::file::{create_file, create_folder, named, unreachable};
use super::open::{FILE, to_read};
use crate::people::sqlite as people;

/// Copies the house in `from`, open or not, into the folder `to`, in which there is none. Accounts are
/// copied; sessions and tickets are not.
pub fn copy(from: &Path, to: &Path) -> Result<(), OpenError> {
    let source = to_read(from)?;
    create_folder(to).map_err(|error| io(to, &error))?;
    let mut parts = vec![part(&source, &to.join(FILE), "a house", |_| Ok(()))?];
    if let Some(source) = people::to_copy(from)? {
        let place = to.join(people::FILE);
        parts.push(part(&source, &place, "a file", people::erase_sign_ins)?);
    } else if to.join(people::FILE).exists() {
        // They would become the people of another house.
        return Err(found(&to.join(people::FILE), "a file"));
    }
    for (part, place) in parts.iter().rev() {
        std::fs::rename(part, place).map_err(|error| io(place, &error))?;
    }
    File::open(to)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| io(to, &error))
}

/// A whole copy beside its place, flushed; both paths.
fn part(
    source: &Connection,
    place: &Path,
    what: &str,
    change: impl FnOnce(&Connection) -> rusqlite::Result<()>,
) -> Result<(PathBuf, PathBuf), OpenError> {
    let io = |error: std::io::Error| io(place, &error);
    let sql = |error: rusqlite::Error| unreachable(place, &error);
    if place.exists() {
        return Err(found(place, what));
    }
    let mut part = place.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    match std::fs::remove_file(&part) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(io(error)),
        Ok(()) | Err(_) => {}
    }
    create_file(&part).map_err(io)?;
    let mut copy = Connection::open(&part).map_err(sql)?;
    let backup = Backup::new(source, &mut copy).map_err(sql)?;
    // All pages at once: a reader blocks no writer, and does not see what is written.
    let step = backup.step(-1).map_err(sql)?;
    if step != StepResult::Done {
        return Err(OpenError::Unreachable {
            place: named(place),
            what: format!("the copy is not whole: {step:?}"),
        });
    }
    drop(backup);
    change(&copy).map_err(sql)?;
    copy.close().map_err(|(_, error)| sql(error))?;
    File::open(&part)
        .and_then(|file| file.sync_all())
        .map_err(io)?;
    Ok((part, place.to_owned()))
}

fn found(place: &Path, what: &str) -> OpenError {
    OpenError::Unreachable {
        place: named(place),
        what: format!("found {what}, expected none"),
    }
}

fn io(path: &Path, error: &std::io::Error) -> OpenError {
    OpenError::Unreachable {
        place: named(path),
        what: error.to_string(),
    }
}
