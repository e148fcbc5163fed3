//! On `SQLite`: a file of its own, set as the house sets it.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{CachedStatement, Connection, params};

use super::{GROUP, PLENTY, Written, places};

const TABLES: &str = include_str!("../../../../migrations/sqlite/0001_house.sql");

/// Writes all appends and returns when the last group is committed; the time it took is the caller's to take,
/// from when `begin` is called.
pub fn on_sqlite(folder: &Path, appends: &[Written], begin: impl FnOnce()) {
    let file = Connection::open(folder.join("grouped")).unwrap();
    let set = "PRAGMA journal_mode = wal; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
               PRAGMA cell_size_check = ON";
    file.execute_batch(set).unwrap();
    file.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
        .unwrap();
    file.execute_batch(TABLES).unwrap();
    let (streams, accounts) = places(appends);
    for stream in streams {
        let sql = "INSERT INTO head VALUES (?1, 0, zeroblob(32), 0)";
        file.execute(sql, [stream]).unwrap();
    }
    for account in accounts {
        let sql = "INSERT INTO balance VALUES (?1, ?2)";
        file.execute(sql, params![account, PLENTY]).unwrap();
    }
    begin();
    let mut loops = Loop::prepared(&file);
    for group in appends.chunks(GROUP) {
        file.execute_batch("BEGIN IMMEDIATE").unwrap();
        for append in group {
            loops.write(append).unwrap();
        }
        file.execute_batch("COMMIT").unwrap();
    }
}

struct Loop<'a> {
    answer: CachedStatement<'a>,
    head: CachedStatement<'a>,
    balance: CachedStatement<'a>,
    log: CachedStatement<'a>,
    posting: CachedStatement<'a>,
}

impl Loop<'_> {
    fn prepared(file: &Connection) -> Loop<'_> {
        let statement = |sql: &str| file.prepare_cached(sql).unwrap();
        Loop {
            answer: statement("INSERT INTO answer VALUES (?1, ?2, ?3, ?4)"),
            head: statement("UPDATE head SET seq = ?2, fingerprint = ?3 WHERE stream = ?1"),
            balance: statement("UPDATE balance SET amount = amount + ?2 WHERE account = ?1"),
            log: statement("INSERT INTO log VALUES (?1, ?2, ?3, ?4)"),
            posting: statement("INSERT INTO posting VALUES (?1, ?2, ?3, ?4, ?5, ?6)"),
        }
    }

    fn write(&mut self, append: &Written) -> rusqlite::Result<()> {
        let (stream, answer, last) = (&append.stream, &append.answer, append.last());
        let id = answer.id.0.to_be_bytes();
        self.answer
            .execute(params![stream, id, answer.body.0, answer.response])?;
        self.head
            .execute(params![stream, last.seq, last.fingerprint])?;
        for (account, amount) in &append.shifts {
            self.balance.execute(params![account, amount])?;
        }
        for entry in &append.entries {
            let row = params![stream, entry.seq, entry.fingerprint, &entry.bytes[..]];
            self.log.execute(row)?;
        }
        for row in &append.postings {
            let (source, target) = (&row.source, &row.target);
            let row = params![stream, row.seq, row.line, source, target, row.amount];
            self.posting.execute(row)?;
        }
        Ok(())
    }
}
