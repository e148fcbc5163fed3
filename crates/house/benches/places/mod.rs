//! Where the houses of a benchmark are kept: each in a folder, or each in a database.

use std::path::PathBuf;
use std::sync::Arc;

use house::store::{PostgresStore, SqliteStore, Store};

use super::postgres;

/// A place for one house.
pub trait Place: Sized {
    type Kept: Store;

    async fn open(&self) -> Arc<Self::Kept>;

    async fn open_to_read(&self) -> Self::Kept;

    /// A copy of all of it, in a place of its own, while no process has it open.
    async fn copied(&self) -> Self;

    /// As a house without snapshots; no process serves it.
    #[allow(dead_code, reason = "each benchmark uses what it needs")]
    async fn delete_snapshots(&self);
}

/// A house on `SQLite`.
pub struct Folder(pub PathBuf);

impl Place for Folder {
    type Kept = SqliteStore;

    async fn open(&self) -> Arc<SqliteStore> {
        Arc::new(SqliteStore::open(&self.0).unwrap())
    }

    async fn open_to_read(&self) -> SqliteStore {
        SqliteStore::open_to_read(&self.0).unwrap()
    }

    async fn copied(&self) -> Folder {
        let mut name = self.0.clone().into_os_string();
        name.push("-grown");
        let to = PathBuf::from(name);
        SqliteStore::copy(&self.0, &to).unwrap();
        Folder(to)
    }

    async fn delete_snapshots(&self) {
        let file = rusqlite::Connection::open(self.0.join("house.sqlite")).unwrap();
        file.execute("DELETE FROM snapshot", []).unwrap();
    }
}

/// A house on `PostgreSQL`, by its URL.
pub struct Database(pub String);

impl Place for Database {
    type Kept = PostgresStore;

    async fn open(&self) -> Arc<PostgresStore> {
        Arc::new(PostgresStore::open(&self.0).await.unwrap())
    }

    async fn open_to_read(&self) -> PostgresStore {
        PostgresStore::open_to_read(&self.0).await.unwrap()
    }

    async fn copied(&self) -> Database {
        Database(postgres::shared().copy(&self.0).await)
    }

    async fn delete_snapshots(&self) {
        let client = postgres::connect(&self.0).await;
        client.batch_execute("DELETE FROM snapshot").await.unwrap();
    }
}
