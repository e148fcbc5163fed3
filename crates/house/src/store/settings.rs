//! Where a house is kept, as an operator says it, and the one way to open any of these places.

use core::convert::Infallible;
use core::str::FromStr;
use std::path::PathBuf;
use std::sync::Arc;

use super::{MemoryStore, OpenError, PostgresPeople, PostgresStore, SqliteStore, Store};
use crate::people::{PeopleStore, SqlitePeople};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreSettings {
    /// In memory, for as long as the store is held: for rehearsals.
    Memory,
    /// On `SQLite` in this folder, for one process.
    Folder(PathBuf),
    /// On PostgreSQL by this URL, for several processes.
    Database(String),
}

impl StoreSettings {
    /// Opens the house to serve it. A folder without one gets a new house; a database must have been prepared.
    pub async fn open(&self) -> Result<Arc<dyn Store>, OpenError> {
        Ok(match self {
            StoreSettings::Memory => Arc::new(MemoryStore::default()),
            StoreSettings::Folder(folder) => Arc::new(SqliteStore::open(folder)?),
            StoreSettings::Database(url) => Arc::new(PostgresStore::open(url).await?),
        })
    }

    /// The same where there must be a house already.
    pub async fn open_existing(&self) -> Result<Arc<dyn Store>, OpenError> {
        if let StoreSettings::Folder(folder) = self {
            drop(SqliteStore::open_to_read(folder)?);
        }
        self.open().await
    }

    /// Opens the house to read it, while other processes may serve it: appends are refused.
    pub async fn open_to_read(&self) -> Result<Arc<dyn Store>, OpenError> {
        Ok(match self {
            StoreSettings::Memory => Arc::new(MemoryStore::default()),
            StoreSettings::Folder(folder) => Arc::new(SqliteStore::open_to_read(folder)?),
            StoreSettings::Database(url) => Arc::new(PostgresStore::open_to_read(url).await?),
        })
    }

    /// Opens the accounts and sessions of the people of the house: in memory, in a file of their own in the
    /// folder, or in the same database. Other processes may have them open too.
    pub async fn open_people(&self) -> Result<Arc<dyn PeopleStore>, OpenError> {
        Ok(match self {
            StoreSettings::Memory => Arc::new(SqlitePeople::in_memory()?),
            StoreSettings::Folder(folder) => Arc::new(SqlitePeople::open(folder)?),
            StoreSettings::Database(url) => Arc::new(PostgresPeople::open(url).await?),
        })
    }
}

/// A URL of PostgreSQL is a database, anything else the path of a folder.
impl FromStr for StoreSettings {
    type Err = Infallible;

    fn from_str(place: &str) -> Result<StoreSettings, Infallible> {
        let schemes = ["postgres://", "postgresql://"];
        let is_url = schemes.iter().any(|scheme| place.starts_with(scheme));
        Ok(if is_url {
            StoreSettings::Database(place.to_owned())
        } else {
            StoreSettings::Folder(PathBuf::from(place))
        })
    }
}
