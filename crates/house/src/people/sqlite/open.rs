//! Opening the file of the people, and making it fit to be copied.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::store::OpenError;
use crate::store::sqlite::file::{
    BUSY_MILLISECONDS, FileKind, create_file, create_folder, is_ours, migrate, named, prepare,
    unreachable,
};

/// The file in the folder of a house.
pub(crate) const FILE: &str = "people.sqlite";
const MIGRATIONS: [&str; 2] = [
    include_str!("../../../../../migrations/sqlite/0002_people.sql"),
    include_str!("../../../../../migrations/sqlite/0003_personal_records.sql"),
];
const PEOPLE: FileKind = FileKind {
    // "QNPE"
    application: 0x514e_5045,
    migrations: &MIGRATIONS,
    settings: &[
        ("journal_mode", "wal", "wal"),
        ("synchronous", "FULL", "2"),
        ("foreign_keys", "ON", "1"),
        ("cell_size_check", "ON", "1"),
        // What is deleted or replaced is overwritten in the file.
        ("secure_delete", "ON", "1"),
        // Nothing personal in files of the system's.
        ("temp_store", "MEMORY", "2"),
    ],
};
/// The same without what only a file can have.
const IN_MEMORY: FileKind = FileKind {
    settings: &[("foreign_keys", "ON", "1")],
    ..PEOPLE
};
/// How often a file is tried that another process is just making: the engine does not wait for the change
/// of the journal mode by itself.
const LOOKS: u32 = 100;
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

pub fn in_folder(folder: &Path) -> Result<Connection, OpenError> {
    let io = |path: &Path, error: &std::io::Error| OpenError::Unreachable {
        place: named(path),
        what: error.to_string(),
    };
    create_folder(folder).map_err(|error| io(folder, &error))?;
    let path = folder.join(FILE);
    if !path.exists() {
        create_file(&path).map_err(|error| io(&path, &error))?;
    }
    let failed = |error| unreachable(&path, &error);
    let mut file = Connection::open(&path).map_err(failed)?;
    if file.is_readonly("main").map_err(failed)? {
        let place = named(&path);
        return Err(OpenError::ReadOnly { place });
    }
    let busy = Duration::from_millis(BUSY_MILLISECONDS);
    file.busy_timeout(busy).map_err(failed)?;
    is_ours(&file, &PEOPLE, &path)?;
    make_journal(&file).map_err(failed)?;
    prepare(&file, &PEOPLE, &path)?;
    migrate(&mut file, &PEOPLE).map_err(failed)?;
    Ok(file)
}

pub fn in_memory() -> Result<Connection, OpenError> {
    let place = Path::new("memory");
    let failed = |error| unreachable(place, &error);
    let mut file = Connection::open_in_memory().map_err(failed)?;
    prepare(&file, &IN_MEMORY, place)?;
    migrate(&mut file, &IN_MEMORY).map_err(failed)?;
    Ok(file)
}

/// Opens the people in `folder`, which another process may have open, to copy them; none where the house
/// has no such file.
pub(crate) fn to_copy(folder: &Path) -> Result<Option<Connection>, OpenError> {
    let path = folder.join(FILE);
    if !path.exists() {
        return Ok(None);
    }
    let failed = |error| unreachable(&path, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let file = Connection::open_with_flags(&path, flags).map_err(failed)?;
    let busy = Duration::from_millis(BUSY_MILLISECONDS);
    file.busy_timeout(busy).map_err(failed)?;
    is_ours(&file, &PEOPLE, &path)?;
    Ok(Some(file))
}

/// Leaves nothing in a copy by which anyone is signed in. The file is then written anew, so that what was
/// deleted is not in it.
pub(crate) fn erase_sign_ins(copy: &Connection) -> rusqlite::Result<()> {
    copy.execute_batch(
        "PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; \
         DELETE FROM session; DELETE FROM ticket; VACUUM",
    )
}

/// Brings everything from the journal into the file and empties the journal, unless another process is
/// reading.
pub fn empty_journal(file: &Connection) -> rusqlite::Result<()> {
    let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
    file.query_row(sql, [], |_| Ok(()))
}

fn make_journal(file: &Connection) -> rusqlite::Result<()> {
    for _ in 0..LOOKS {
        match file.execute_batch("PRAGMA journal_mode = wal") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                std::thread::sleep(BETWEEN_LOOKS);
            }
            decided => return decided,
        }
    }
    file.execute_batch("PRAGMA journal_mode = wal")
}
