//! Where a house is kept, as arguments of a command.

use std::path::PathBuf;
use std::sync::Arc;

use house::people::PeopleStore;
use house::store::{Store, StoreSettings};

#[derive(clap::Args)]
#[group(required = false, multiple = false)]
pub struct StoreArgs {
    /// The folder of a house on an embedded database; it may be open
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A house on PostgreSQL, such as `postgres://USER@HOST/DATABASE`
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
}

impl StoreArgs {
    /// Opens the house to read it; another process may serve it.
    pub async fn open_to_read(&self) -> anyhow::Result<Arc<dyn Store>> {
        Ok(self.settings()?.open_to_read().await?)
    }

    /// Opens a house that is there to write to it: no other process may have it open, unless it is kept where
    /// several may.
    pub async fn open_to_write(&self) -> anyhow::Result<Arc<dyn Store>> {
        Ok(self.settings()?.open_existing().await?)
    }

    /// The accounts of its people; another process may serve the house.
    pub async fn open_people(&self) -> anyhow::Result<Arc<dyn PeopleStore>> {
        let settings = self.settings()?;
        if let StoreSettings::Folder(folder) = &settings
            && !folder.is_dir()
        {
            let place = folder.display();
            anyhow::bail!("{place}: found nothing, expected the folder of a house");
        }
        Ok(settings.open_people().await?)
    }

    /// The file of the vault's key in the folder of the house, where there is one.
    pub fn vault_key(&self) -> anyhow::Result<Option<PathBuf>> {
        Ok(match self.settings()? {
            StoreSettings::Folder(folder) => {
                let file = folder.join("vault.key");
                file.is_file().then_some(file)
            }
            StoreSettings::Memory | StoreSettings::Database(_) => None,
        })
    }

    /// The place.
    pub fn settings(&self) -> anyhow::Result<StoreSettings> {
        match (&self.data, &self.database_url) {
            (_, Some(url)) => Ok(StoreSettings::Database(url.clone())),
            (Some(folder), None) => Ok(StoreSettings::Folder(folder.clone())),
            (None, None) => anyhow::bail!("expected --data DIR or --database-url URL"),
        }
    }
}

/// Runs what waits for a store.
pub fn wait<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(work)
}
