//! The embedded store: one `SQLite` file in a folder, and one process that has it.
//!
//! One thread writes, on one connection. It commits everything in its queue together, so many tables
//! share one wait for the disk. Another thread reads, on a connection of its own, and waits for no write.
//! The settings the file must have are read back when it is opened, and it does not open with others.

mod backup;
pub(crate) mod file;
mod open;
pub(crate) mod read;
mod reader;
mod side_rows;
mod write;

use std::path::Path;
use std::thread::JoinHandle;

use async_trait::async_trait;
use game::Money;
use ledger::{Account, LinkId};
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::{
    Append, Appended, Head, Lease, OpenError, PostedRow, Row, SideRows, Snapshot, Store,
    StoreError, StoredResponse, StreamPage,
};
use crate::log::{CommandId, Stream, StreamKind};
use open::{Folder, open};
use reader::Reader;
use write::{Writer, WriterJob};

/// How many appends may wait in the queue; a caller beyond that waits until there is room.
const QUEUE: usize = 1_024;

/// A house on `SQLite`.
pub struct SqliteStore {
    /// None where it is only read, and while the store is dropped.
    jobs: Option<mpsc::Sender<WriterJob>>,
    reader: Reader,
    writer: Option<JoinHandle<()>>,
}

/// After the drop the folder may be opened again: the writer has ended and released its lock.
impl Drop for SqliteStore {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(writer) = self.writer.take() {
            // Had it panicked, there would be nothing left to do about it here.
            drop(writer.join());
        }
    }
}

impl SqliteStore {
    /// Opens the house in `folder`, or makes one there.
    pub fn open(folder: &Path) -> Result<SqliteStore, OpenError> {
        let Folder {
            writer,
            reader,
            lock,
        } = open(folder)?;
        let (jobs, queue) = mpsc::channel(QUEUE);
        let writer = std::thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || {
                Writer::new(writer).run(queue);
                // Another process may have the folder once the last write is done.
                drop(lock);
            })
            .map_err(|error| no_thread(folder, &error))?;
        Ok(SqliteStore {
            jobs: Some(jobs),
            reader: Reader::start(reader).map_err(|error| no_thread(folder, &error))?,
            writer: Some(writer),
        })
    }

    /// Opens the house in `folder` to read it; another process may serve it meanwhile.
    pub fn open_to_read(folder: &Path) -> Result<SqliteStore, OpenError> {
        Ok(SqliteStore {
            jobs: None,
            reader: Reader::start(open::to_read(folder)?)
                .map_err(|error| no_thread(folder, &error))?,
            writer: None,
        })
    }

    /// Copies the house in `from`, which may be open, into the folder `to`, which must have none.
    pub fn copy(from: &Path, to: &Path) -> Result<(), OpenError> {
        backup::copy(from, to)
    }

    async fn ask<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> WriterJob,
    ) -> Result<T, StoreError> {
        let (reply, response) = oneshot::channel();
        let gone = || StoreError::Stopped {
            what: "its writer has ended".to_owned(),
        };
        let jobs = self.jobs.as_ref().ok_or_else(gone)?;
        jobs.send(job(reply)).await.map_err(|_| gone())?;
        // The writer answers every job it takes, unless it is killed with the process.
        response.await.map_err(|_| StoreError::Unknown {
            what: "the writer ended in the middle".to_owned(),
        })?
    }

    async fn look<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.reader.read(read).await
    }
}

fn no_thread(folder: &Path, error: &std::io::Error) -> OpenError {
    OpenError::Unreachable {
        place: folder.display().to_string(),
        what: error.to_string(),
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.ask(|reply| WriterJob::Append(Box::new(append), reply))
            .await
    }

    async fn answer(
        &self,
        stream: Stream,
        id: CommandId,
    ) -> Result<Option<StoredResponse>, StoreError> {
        self.look(move |reader| read::answer(reader, stream, id))
            .await
    }

    async fn head(&self, stream: Stream) -> Result<Head, StoreError> {
        self.look(move |reader| read::head(reader, stream)).await
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.look(read::heads).await
    }

    async fn heads_by_kind(&self, kind: StreamKind) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.look(move |reader| read::heads_of(reader, kind)).await
    }

    async fn read(&self, stream: Stream, after: u64, limit: usize) -> Result<Vec<Row>, StoreError> {
        self.look(move |reader| read::rows(reader, stream, after, limit))
            .await
    }

    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PostedRow>, StoreError> {
        self.look(move |reader| read::postings(reader, stream, after, limit))
            .await
    }

    async fn pages(
        &self,
        of: Vec<(Stream, u64)>,
        limit: usize,
    ) -> Result<Vec<StreamPage>, StoreError> {
        self.look(move |reader| {
            let of = of.into_iter();
            let pages = of.map(|(stream, after)| read::page(reader, stream, after, limit));
            pages.collect()
        })
        .await
    }

    async fn balance(&self, account: Account) -> Result<Money, StoreError> {
        self.look(move |reader| read::balance(reader, account))
            .await
    }

    async fn balances(&self) -> Result<Vec<(Account, Money)>, StoreError> {
        self.look(read::balances).await
    }

    async fn contributed(&self, link: LinkId) -> Result<Money, StoreError> {
        self.look(move |reader| read::contributed(reader, link))
            .await
    }

    async fn waiting(&self, to: Stream, limit: usize) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.look(move |reader| read::waiting(reader, to, limit))
            .await
    }

    async fn consumed(&self, by: Stream) -> Result<Vec<(Stream, u64)>, StoreError> {
        self.look(move |reader| read::consumed(reader, by)).await
    }

    async fn lease(
        &self,
        stream: Stream,
        owner: &str,
        milliseconds: u64,
    ) -> Result<Lease, StoreError> {
        let owner = owner.to_owned();
        self.ask(|reply| WriterJob::Lease(stream, owner, milliseconds, reply))
            .await
    }

    async fn put_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        self.ask(|reply| WriterJob::Snapshot(Box::new(snapshot), reply))
            .await
    }

    async fn snapshots(
        &self,
        stream: Stream,
        up_to: u64,
        limit: usize,
    ) -> Result<Vec<Snapshot>, StoreError> {
        self.look(move |reader| read::snapshots(reader, stream, up_to, limit))
            .await
    }

    fn has_other_writers(&self) -> bool {
        false
    }

    fn side_rows(&self) -> Option<&dyn SideRows> {
        Some(self)
    }
}
