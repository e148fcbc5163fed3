//! Opening the file of a house: who has it, whether it is ours, and whether it is set to be safe.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::super::OpenError;
use super::read::said;

/// "QNHI": what `PRAGMA application_id` of every house says.
const APPLICATION: i64 = 0x514e_4849;
pub const FILE: &str = "house.sqlite";
const LOCK: &str = "house.lock";
/// Each once and in order; `user_version` says how many of them a file has seen.
pub const MIGRATIONS: [&str; 1] = [include_str!(
    "../../../../../migrations/sqlite/0001_house.sql"
)];
/// A reader may find the file busy for as long as a checkpoint takes.
const BUSY_MILLISECONDS: u64 = 5_000;
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
    is_ours(&writer, &path, failed)?;
    prepare(&writer, &path, failed)?;
    plan_once(&writer).map_err(failed)?;
    migrate(&mut writer).map_err(failed)?;
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
    is_ours(&reader, &path, failed)?;
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

/// Before anything is changed: a file that is not a house of this version or an earlier one is left
/// alone.
fn is_ours(
    writer: &Connection,
    path: &Path,
    failed: impl Fn(rusqlite::Error) -> OpenError + Copy,
) -> Result<(), OpenError> {
    let number = |name: &str| writer.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let place = named(path);
    let tables = "SELECT count(*) FROM sqlite_schema";
    let tables: i64 = writer
        .query_row(tables, [], |row| row.get(0))
        .map_err(failed)?;
    let found = number("application_id").map_err(failed)?;
    if found != APPLICATION && (found != 0 || tables != 0) {
        return Err(OpenError::Foreign {
            place,
            setting: "application_id",
            found: found.to_string(),
            expected: APPLICATION.to_string(),
        });
    }
    let found = usize::try_from(number("user_version").map_err(failed)?).unwrap_or(usize::MAX);
    if found > MIGRATIONS.len() {
        let known = MIGRATIONS.len();
        return Err(OpenError::Future {
            place,
            found,
            known,
        });
    }
    Ok(())
}

/// Sets what a house needs and reads it back.
fn prepare(
    writer: &Connection,
    path: &Path,
    failed: impl Fn(rusqlite::Error) -> OpenError + Copy,
) -> Result<(), OpenError> {
    let settings = [
        ("journal_mode", "wal", "wal"),
        // FULL: a commit has reached the disk before it is answered.
        ("synchronous", "FULL", "2"),
        ("foreign_keys", "ON", "1"),
        ("cell_size_check", "ON", "1"),
    ];
    for (setting, value, expected) in settings {
        // The journal mode answers when it is set, the others do not.
        let set = format!("PRAGMA {setting} = {value}");
        writer.execute_batch(&set).map_err(failed)?;
        let found = read_back(writer, setting).map_err(failed)?;
        if found != expected {
            return Err(OpenError::Unsafe {
                place: named(path),
                setting,
                found,
                expected,
            });
        }
    }
    Ok(())
}

/// A folder that is made is open to its owner alone; one that is there is left as it is.
pub fn create_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(folder)
}

/// The file, which is made where it is not there: then its owner alone can read it. It holds everything
/// that was ever bet here, by whom.
pub fn create_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)
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

pub fn named(path: &Path) -> String {
    path.display().to_string()
}

fn read_back(writer: &Connection, setting: &str) -> rusqlite::Result<String> {
    let sql = format!("SELECT CAST({setting} AS TEXT) FROM pragma_{setting}");
    writer.query_row(&sql, [], |row| row.get(0))
}

fn migrate(writer: &mut Connection) -> Result<(), rusqlite::Error> {
    let change = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done: i64 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let done = usize::try_from(done).unwrap_or(0);
    for migration in &MIGRATIONS[done..] {
        change.execute_batch(migration)?;
    }
    change.pragma_update(None, "application_id", APPLICATION)?;
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    change.pragma_update(None, "user_version", known)?;
    change.commit()
}
