//! The engines without us: one plain table, one connection, one commit for each piece.

use std::path::Path;

use super::postgres;

pub trait Bare {
    async fn commit(&mut self, piece: &[u8]);
}

/// A file of `SQLite` that waits for its disk as a house does.
pub struct BareSqlite(rusqlite::Connection);

impl BareSqlite {
    pub fn in_folder(folder: &Path) -> BareSqlite {
        let file = rusqlite::Connection::open(folder.join("bare")).unwrap();
        let sql = "PRAGMA journal_mode = wal; PRAGMA synchronous = FULL; \
                   CREATE TABLE bare (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL)";
        file.execute_batch(sql).unwrap();
        BareSqlite(file)
    }
}

impl Bare for BareSqlite {
    async fn commit(&mut self, piece: &[u8]) {
        let insert = "INSERT INTO bare (bytes) VALUES (?1)";
        let mut insert = self.0.prepare_cached(insert).unwrap();
        insert.execute([piece]).unwrap();
    }
}

/// A database of the tests' own server.
pub struct BarePostgres {
    client: tokio_postgres::Client,
    insert: tokio_postgres::Statement,
    number: i64,
}

impl BarePostgres {
    pub async fn new() -> BarePostgres {
        let client = postgres::connect(&postgres::shared().empty("").await).await;
        let sql = "CREATE TABLE bare (number BIGINT PRIMARY KEY, bytes BYTEA NOT NULL)";
        client.batch_execute(sql).await.unwrap();
        let insert = "INSERT INTO bare VALUES ($1, $2)";
        let insert = client.prepare(insert).await.unwrap();
        BarePostgres {
            client,
            insert,
            number: 0,
        }
    }
}

impl Bare for BarePostgres {
    async fn commit(&mut self, piece: &[u8]) {
        self.number += 1;
        let row: [&(dyn tokio_postgres::types::ToSql + Sync); 2] = [&self.number, &piece];
        self.client.execute(&self.insert, &row).await.unwrap();
    }
}
