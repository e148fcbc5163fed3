//! Where a house is kept, as an argument, and a visit there.

use std::path::PathBuf;

use house::store::{PostgresStore, SqliteStore, Store};

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

/// Somebody who reads a house, whatever it is kept in.
pub trait Visitor {
    type Output;

    async fn visit(&mut self, store: &impl Store) -> anyhow::Result<Self::Output>;
}

impl StoreArgs {
    /// The same for whoever writes to a house that is there: nobody else may have it open, unless it
    /// is kept where several may.
    pub fn visit_to_write<V: Visitor>(&self, visitor: &mut V) -> anyhow::Result<V::Output> {
        wait(async {
            match (&self.data, &self.database_url) {
                (_, Some(url)) => visitor.visit(&PostgresStore::open(url).await?).await,
                (Some(folder), None) => {
                    drop(SqliteStore::open_to_read(folder)?);
                    visitor.visit(&SqliteStore::open(folder)?).await
                }
                (None, None) => anyhow::bail!("expected --data DIR or --database-url URL"),
            }
        })
    }

    pub fn visit<V: Visitor>(&self, visitor: &mut V) -> anyhow::Result<V::Output> {
        wait(async {
            match (&self.data, &self.database_url) {
                (_, Some(url)) => {
                    let store = PostgresStore::open_to_read(url).await?;
                    visitor.visit(&store).await
                }
                (Some(folder), None) => {
                    let store = SqliteStore::open_to_read(folder)?;
                    visitor.visit(&store).await
                }
                (None, None) => anyhow::bail!("expected --data DIR or --database-url URL"),
            }
        })
    }
}

/// Runs what waits for a store.
pub fn wait<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(work)
}
