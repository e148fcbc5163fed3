//! Opening the file of a house: who has it, whether it is ours, and whether it is set to be safe.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::super::OpenError;
use super::file::{
    BUSY_MILLISECONDS, FileKind, create_file, create_folder, is_ours, migrate, named, prepare,
};
use super::read::said;

pub const FILE: &str = "house.sqlite";
const LOCK: &str = "house.lock";
/// Each once and in order; `user_version` says how many of them a file has seen.
pub const MIGRATIONS: [&str; 1] = [include_str!(
    "../../../../../migrations/sqlite/0001_house.sql"
)];
const HOUSE: FileKind = FileKind {
    // "QNHI"
    application: 0x514e_4849,
    migrations: &MIGRATIONS,
    settings: &[
        ("journal_mode", "wal", "wal"),
        // FULL: a commit has reached the disk before it is answered.
        ("synchronous", "FULL", "2"),
        ("foreign_keys", "ON", "1"),
        ("cell_size_check", "ON", "1"),
    ],
};
/// How often a lock that another process holds is tried before the folder counts as taken.
const LOOKS: u32 = 50;
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// A house that is open.
pub struct Folder {
    pub writer: Connection,
    pub reader: Connection,
    /// Held as long as the house is open; the system lets go of it when a process dies.
    pub lock: File,
}

pub fn open(folder: &Path) -> Result<Folder, OpenError> {
    let io = |path: &Path| {
        let place = named(path);
        move |error: std::io::Error| OpenError::Unreachable {
            place,
            what: error.to_string(),
        }
    };
    create_folder(folder).map_err(io(folder))?;
    let path = folder.join(LOCK);
    let lock = create_file(&path).map_err(io(&path))?;
    match locked(&lock) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let place = named(&path);
            return Err(OpenError::Taken { place });
        }
        Err(TryLockError::Error(error)) => return Err(io(&path)(error)),
    }
    let path = folder.join(FILE);
    let failed = |error: rusqlite::Error| OpenError::Unreachable {
        place: named(&path),
        what: said(&error),
    };
    if !path.exists() {
        // Its log and its index are made with the rights of the file itself.
        create_file(&path).map_err(io(&path))?;
    }
    let mut writer = Connection::open(&path).map_err(failed)?;
    if writer.is_readonly("main").map_err(failed)? {
        let place = named(&path);
        return Err(OpenError::ReadOnly { place });
    }
    is_ours(&writer, &HOUSE, &path)?;
    prepare(&writer, &HOUSE, &path)?;
    plan_once(&writer).map_err(failed)?;
    migrate(&mut writer, &HOUSE).map_err(failed)?;
    let reader = reader_of(&path).map_err(failed)?;
    Ok(Folder {
        writer,
        reader,
        lock,
    })
}

/// Opens a house to read it, even while another process serves it: the reader sees the house as it stands
/// at this moment, until the connection is closed.
pub fn to_read(folder: &Path) -> Result<Connection, OpenError> {
    let path = folder.join(FILE);
    if !path.exists() {
        let (place, what) = (named(&path), "found nothing, expected a house".to_owned());
        return Err(OpenError::Unreachable { place, what });
    }
    let failed = |error: rusqlite::Error| OpenError::Unreachable {
        place: named(&path),
        what: said(&error),
    };
    let reader = reader_of(&path).map_err(failed)?;
    is_ours(&reader, &HOUSE, &path)?;
    let fix = "BEGIN; SELECT count(*) FROM head";
    reader.execute_batch(fix).map_err(failed)?;
    Ok(reader)
}

fn reader_of(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let reader = Connection::open_with_flags(path, flags)?;
    reader.busy_timeout(core::time::Duration::from_millis(BUSY_MILLISECONDS))?;
    plan_once(&reader)?;
    Ok(reader)
}

/// A statement keeps its plan whatever is bound to it. Left alone, `SQLite` parses a statement again for
/// every other key it is asked with, in case statistics, which are not kept here, made another plan better.
fn plan_once(connection: &Connection) -> rusqlite::Result<()> {
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
        .map(drop)
}

/// The process that held the folder may have been killed a moment ago, and a child it was just starting
/// inherits the lock until it has replaced itself with its own program.
fn locked(lock: &File) -> Result<(), TryLockError> {
    for _ in 0..LOOKS {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(BETWEEN_LOOKS),
            decided => return decided,
        }
    }
    lock.try_lock()
}
