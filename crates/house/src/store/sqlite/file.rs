//! What every file of ours on `SQLite` has in common: its mark, its tables, its settings and its rights.

use std::fs::{File, OpenOptions};
use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::super::OpenError;
use super::read::said;

/// A file may be busy for as long as a checkpoint or the write of another process takes.
pub const BUSY_MILLISECONDS: u64 = 5_000;

/// What a file of one kind must be.
pub struct FileKind {
    /// What `PRAGMA application_id` says.
    pub application: i64,
    /// Each once and in order; `user_version` says how many of them a file has seen.
    pub migrations: &'static [&'static str],
    /// Each setting with the value it is given and the value that is then read back.
    pub settings: &'static [(&'static str, &'static str, &'static str)],
}

/// Before anything is changed: a file that is not ours, of this version or an earlier one, is left alone.
pub fn is_ours(writer: &Connection, kind: &FileKind, path: &Path) -> Result<(), OpenError> {
    let failed = |error| unreachable(path, &error);
    let number = |name: &str| writer.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let place = named(path);
    let tables = "SELECT count(*) FROM sqlite_schema";
    let tables: i64 = writer
        .query_row(tables, [], |row| row.get(0))
        .map_err(failed)?;
    let found = number("application_id").map_err(failed)?;
    if found != kind.application && (found != 0 || tables != 0) {
        return Err(OpenError::Foreign {
            place,
            setting: "application_id",
            found: found.to_string(),
            expected: kind.application.to_string(),
        });
    }
    let found = usize::try_from(number("user_version").map_err(failed)?).unwrap_or(usize::MAX);
    if found > kind.migrations.len() {
        let known = kind.migrations.len();
        return Err(OpenError::Future {
            place,
            found,
            known,
        });
    }
    Ok(())
}

/// Sets what the file needs and reads it back.
pub fn prepare(writer: &Connection, kind: &FileKind, path: &Path) -> Result<(), OpenError> {
    let failed = |error| unreachable(path, &error);
    for &(setting, value, expected) in kind.settings {
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
/// that was ever bet here, or who the people are.
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

pub fn unreachable(path: &Path, error: &rusqlite::Error) -> OpenError {
    OpenError::Unreachable {
        place: named(path),
        what: said(error),
    }
}

pub fn named(path: &Path) -> String {
    path.display().to_string()
}

fn read_back(writer: &Connection, setting: &str) -> rusqlite::Result<String> {
    let sql = format!("SELECT CAST({setting} AS TEXT) FROM pragma_{setting}");
    writer.query_row(&sql, [], |row| row.get(0))
}

/// Runs the migrations that the file has not seen.
pub fn migrate(writer: &mut Connection, kind: &FileKind) -> Result<(), rusqlite::Error> {
    let change = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done: i64 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let done = usize::try_from(done).unwrap_or(0);
    if done >= kind.migrations.len() {
        return Ok(());
    }
    for migration in &kind.migrations[done..] {
        change.execute_batch(migration)?;
    }
    change.pragma_update(None, "application_id", kind.application)?;
    let known = i64::try_from(kind.migrations.len()).unwrap_or(i64::MAX);
    change.pragma_update(None, "user_version", known)?;
    change.commit()
}
