//! The people of an embedded house: the file `people.sqlite` in its folder, or a database in memory.
//!
//! Unlike the house itself it may be opened by several processes, so that accounts can be changed while
//! the house is served. What is erased is overwritten: in the file, and in its journal.

mod accounts;
mod open;
mod records;
mod sessions;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use game::Timestamp;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use super::account::{Account, AccountId};
use super::records::{DisputeQuery, NewDispute, PersonalRecord, Saved, StoredDispute};
use super::store::{NewAccount, PeopleError, PeopleStore, Session, TokenHash};
use crate::store::sqlite::read::said;
use crate::store::{OpenError, StoreError};

pub(crate) use open::{FILE, erase_sign_ins, to_copy};

/// Accounts and sessions on `SQLite`.
pub struct SqlitePeople {
    file: Arc<Mutex<PeopleFile>>,
}

struct PeopleFile {
    connection: Connection,
    /// Why nothing more is written: a write failed, and a second one would say nothing about it.
    stopped: Option<String>,
}

/// Why a statement failed, or what its rows say.
enum Failed {
    Sql(rusqlite::Error),
    People(PeopleError),
}

impl From<rusqlite::Error> for Failed {
    fn from(error: rusqlite::Error) -> Failed {
        Failed::Sql(error)
    }
}

impl From<PeopleError> for Failed {
    fn from(error: PeopleError) -> Failed {
        Failed::People(error)
    }
}

type Outcome<T> = Result<T, Failed>;

impl SqlitePeople {
    /// Opens the people of the house in `folder`, or makes a file for them there. Other processes may
    /// have it open too.
    pub fn open(folder: &Path) -> Result<SqlitePeople, OpenError> {
        Ok(SqlitePeople::on(open::in_folder(folder)?))
    }

    /// For as long as it is held: for rehearsals.
    pub fn in_memory() -> Result<SqlitePeople, OpenError> {
        Ok(SqlitePeople::on(open::in_memory()?))
    }

    fn on(connection: Connection) -> SqlitePeople {
        let file = PeopleFile {
            connection,
            stopped: None,
        };
        SqlitePeople {
            file: Arc::new(Mutex::new(file)),
        }
    }

    /// On a thread that may wait for the disk and for other processes.
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PeopleFile) -> Result<T, PeopleError> + Send + 'static,
    ) -> Result<T, PeopleError> {
        let file = Arc::clone(&self.file);
        let working = tokio::task::spawn_blocking(move || {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut file)
        });
        working.await.unwrap_or_else(|error| {
            let what = error.to_string();
            Err(StoreError::Unknown { what }.into())
        })
    }

    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Outcome<T> + Send + 'static,
    ) -> Result<T, PeopleError> {
        self.blocking(|file| {
            read(&file.connection).map_err(|failed| match failed {
                Failed::People(error) => error,
                Failed::Sql(error) => unavailable(&error),
            })
        })
        .await
    }

    /// One transaction: all of it is stored, or nothing.
    async fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Transaction<'_>) -> Outcome<T> + Send + 'static,
    ) -> Result<T, PeopleError> {
        self.blocking(|file| file.write(write)).await
    }
}

impl PeopleFile {
    fn write<T>(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> Outcome<T>,
    ) -> Result<T, PeopleError> {
        if let Some(what) = &self.stopped {
            return Err(StoreError::Stopped { what: what.clone() }.into());
        }
        let immediate = TransactionBehavior::Immediate;
        let done = self
            .connection
            .transaction_with_behavior(immediate)
            .map_err(Failed::Sql)
            .and_then(|change| {
                let done = write(&change)?;
                change.commit()?;
                Ok(done)
            });
        done.map_err(|failed| match failed {
            Failed::People(error) => error,
            Failed::Sql(error) if is_harmless(&error) => unavailable(&error),
            Failed::Sql(error) => {
                let what = said(&error);
                self.stopped = Some(what.clone());
                StoreError::Unknown { what }.into()
            }
        })
    }
}

/// Whether nothing was written and the next write may succeed.
fn is_harmless(error: &rusqlite::Error) -> bool {
    let Some(code) = error.sqlite_error_code() else {
        return true;
    };
    !matches!(
        code,
        ErrorCode::SystemIoFailure | ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase
    )
}

fn unavailable(error: &rusqlite::Error) -> PeopleError {
    let what = said(error);
    StoreError::Unavailable { what }.into()
}

#[async_trait]
impl PeopleStore for SqlitePeople {
    async fn add_account(&self, new: NewAccount) -> Result<Account, PeopleError> {
        self.write(|file| accounts::add(file, new)).await
    }

    async fn keep_number(&self, id: AccountId) -> Result<bool, PeopleError> {
        self.write(move |file| accounts::keep_number(file, id))
            .await
    }

    async fn account(&self, id: AccountId) -> Result<Option<Account>, PeopleError> {
        self.read(move |file| accounts::by_id(file, id)).await
    }

    async fn account_by_name(&self, name: &str) -> Result<Option<Account>, PeopleError> {
        let key = super::name::key(name);
        self.read(move |file| accounts::by_key(file, key)).await
    }

    async fn accounts(
        &self,
        after: Option<AccountId>,
        most: usize,
    ) -> Result<Vec<Account>, PeopleError> {
        self.read(move |file| accounts::list(file, after, most))
            .await
    }

    async fn staff(&self) -> Result<Vec<Account>, PeopleError> {
        self.read(accounts::staff).await
    }

    async fn save_account(&self, account: &Account) -> Result<(), PeopleError> {
        let account = account.clone();
        self.write(move |file| accounts::save(file, &account)).await
    }

    async fn note_failure(&self, id: AccountId, most: u32) -> Result<u32, PeopleError> {
        self.write(move |file| accounts::note_failure(file, id, most))
            .await
    }

    async fn note_sign_in(&self, id: AccountId, now: Timestamp) -> Result<(), PeopleError> {
        self.write(move |file| accounts::note_sign_in(file, id, now))
            .await
    }

    async fn erase(&self, id: AccountId, now: Timestamp) -> Result<(), PeopleError> {
        self.write(move |file| {
            accounts::erase(file, id)?;
            sessions::end_all(file, id, None, now)?;
            sessions::delete_tickets(file, id)?;
            records::erase(file, id)
        })
        .await?;
        // The journal still has the page as it was. Where another process is just reading, it keeps it
        // until the next erasure, or until the file is closed.
        self.read(|file| Ok(open::empty_journal(file)?)).await
    }

    async fn add_session(&self, session: Session) -> Result<(), PeopleError> {
        self.write(move |file| sessions::add(file, session)).await
    }

    async fn session(&self, token: TokenHash) -> Result<Option<(Session, Account)>, PeopleError> {
        self.read(move |file| sessions::by_token(file, token)).await
    }

    async fn prolong_session(
        &self,
        token: TokenHash,
        expires: Timestamp,
    ) -> Result<(), PeopleError> {
        self.write(move |file| sessions::prolong(file, token, expires))
            .await
    }

    async fn end_session(&self, token: TokenHash, now: Timestamp) -> Result<(), PeopleError> {
        self.write(move |file| sessions::end(file, token, now))
            .await
    }

    async fn end_sessions_of(
        &self,
        id: AccountId,
        except: Option<TokenHash>,
        now: Timestamp,
    ) -> Result<(), PeopleError> {
        self.write(move |file| sessions::end_all(file, id, except, now))
            .await
    }

    async fn ended_since(&self, since: Timestamp) -> Result<Vec<TokenHash>, PeopleError> {
        self.read(move |file| sessions::ended_since(file, since))
            .await
    }

    async fn prune(&self, before: Timestamp) -> Result<(), PeopleError> {
        self.write(move |file| sessions::prune(file, before)).await
    }

    async fn add_ticket(
        &self,
        ticket: TokenHash,
        account: AccountId,
        expires: Timestamp,
    ) -> Result<(), PeopleError> {
        self.write(move |file| sessions::add_ticket(file, ticket, account, expires))
            .await
    }

    async fn take_ticket(
        &self,
        ticket: TokenHash,
        now: Timestamp,
    ) -> Result<Option<AccountId>, PeopleError> {
        self.write(move |file| sessions::take_ticket(file, ticket, now))
            .await
    }

    async fn record(
        &self,
        id: AccountId,
        name: &str,
    ) -> Result<Option<PersonalRecord>, PeopleError> {
        let name = name.to_owned();
        self.read(move |file| records::by_name(file, id, &name))
            .await
    }

    async fn save_records(&self, records: &[PersonalRecord]) -> Result<Vec<Saved>, PeopleError> {
        let records = records.to_vec();
        self.write(move |file| records::save(file, &records)).await
    }

    async fn add_dispute(&self, new: &NewDispute) -> Result<u64, PeopleError> {
        let new = new.clone();
        self.write(move |file| records::add_dispute(file, &new))
            .await
    }

    async fn dispute(&self, id: u64) -> Result<Option<StoredDispute>, PeopleError> {
        self.read(move |file| records::dispute(file, id)).await
    }

    async fn disputes(&self, query: DisputeQuery) -> Result<Vec<StoredDispute>, PeopleError> {
        self.read(move |file| records::disputes(file, query)).await
    }

    async fn save_dispute(&self, dispute: &StoredDispute) -> Result<Saved, PeopleError> {
        let dispute = dispute.clone();
        self.write(move |file| records::save_dispute(file, &dispute))
            .await
    }
}
