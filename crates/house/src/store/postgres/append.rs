//! One append, from its first statement to its outcome, also where the answer to the commit was lost.

use core::time::Duration;

use tokio::time::timeout;

use super::super::{Append, Appended, Head, Store as _, StoreError};
use super::PostgresStore;
use super::error::{Patience, PostgresError};
use super::read;
use super::session::together;
use super::write::{FENCE, Nothing, steps};
use crate::log::Fingerprint;

/// Limit for all tries to find out what became of a commit: longer than the server keeps an idle
/// transaction open.
const READ_BACK: Duration = Duration::from_secs(12);

/// Where an append stopped.
enum Stopped {
    /// Before `COMMIT` was sent: the server rolls it back.
    Before(PostgresError),
    /// `COMMIT` was sent, and no answer came.
    AtCommit(String),
}

impl From<PostgresError> for Stopped {
    fn from(trouble: PostgresError) -> Stopped {
        Stopped::Before(trouble)
    }
}

impl PostgresStore {
    pub(super) async fn store(&self, append: &Append) -> Result<Appended, StoreError> {
        let mut patience = Patience::with_others();
        loop {
            let trouble = match self.once(append).await {
                Ok(None) => return Ok(Appended::Stored(append.after())),
                Ok(Some(why)) => return self.explain(append, why).await,
                Err(Stopped::AtCommit(what)) => return self.read_back(append, what).await,
                Err(Stopped::Before(trouble)) => trouble,
            };
            if !trouble.is_conflict() {
                return Err(unavailable(trouble));
            }
            patience.after(trouble).await.map_err(unavailable)?;
        }
    }

    /// Tries the append once: `None` if it was stored, otherwise why not.
    async fn once(&self, append: &Append) -> Result<Option<Nothing>, Stopped> {
        let session = self.session().await?;
        let steps = steps(append);
        let meanings: Vec<Nothing> = steps.iter().map(|step| step.nothing).collect();
        let statements = steps.into_iter().map(|step| (step.sql, step.values));
        let sent = together(&session, "BEGIN", statements.collect());
        let answers = session.within(sent).await?;
        // The first statement that failed, or changed no row where it had to, decides: roll back.
        for (nothing, answer) in meanings.into_iter().zip(answers) {
            let lost = match answer {
                Ok(0) if nothing != Nothing::Fine => Ok(Some(nothing)),
                Ok(_) => continue,
                Err(PostgresError::Lost(what)) => return Err(PostgresError::Lost(what).into()),
                Err(trouble) => Err(trouble.into()),
            };
            let undone = async { Ok(session.batch_execute("ROLLBACK").await?) };
            session.within(undone).await?;
            session.give_back();
            return lost;
        }
        let commit = async { Ok(session.batch_execute("COMMIT").await?) };
        match session.within(commit).await {
            Ok(()) => {
                session.give_back();
                Ok(None)
            }
            Err(trouble @ PostgresError::Conflict(_)) => {
                session.give_back();
                Err(trouble.into())
            }
            Err(PostgresError::Lost(what) | PostgresError::Refused(what)) => {
                Err(Stopped::AtCommit(what))
            }
        }
    }

    async fn explain(&self, append: &Append, why: Nothing) -> Result<Appended, StoreError> {
        match (why, &append.answer) {
            (Nothing::Answered, Some(answer)) => {
                let first = self.answer(append.stream, answer.id).await?;
                first.map(Appended::Answered).ok_or_else(|| {
                    let what = format!("the answer to {} was there and is gone", answer.id);
                    StoreError::Unavailable { what }
                })
            }
            (Nothing::InsufficientFunds(account), _) => Ok(Appended::InsufficientFunds(account)),
            (Nothing::AboveLimit(account), _) => Ok(Appended::AboveLimit(account)),
            (Nothing::Moved | Nothing::Answered | Nothing::Fine, _) => {
                Ok(Appended::Moved(self.head(append.stream).await?))
            }
        }
    }

    /// Finds out what became of a commit whose answer was lost. First waits until that transaction has
    /// ended: as long as it runs it holds the head row of its stream, and `is_over` waits for that row.
    async fn read_back(&self, append: &Append, what: String) -> Result<Appended, StoreError> {
        let reading = async {
            let mut patience = Patience::with_the_server();
            loop {
                match self.is_over(append).await {
                    Ok(()) => return self.found(append).await,
                    Err(trouble) => patience.after(trouble).await.map_err(unavailable)?,
                }
            }
        };
        match timeout(READ_BACK, reading).await {
            Ok(Ok(Found::Stored(response))) => Ok(response),
            Ok(Ok(Found::Nothing)) => Err(StoreError::Unavailable {
                what: format!("the server rolled it back: {what}"),
            }),
            Ok(Ok(Found::NoTrace)) | Err(_) => Err(StoreError::Unknown { what }),
            Ok(Err(error)) => Err(StoreError::Unknown {
                what: format!("{what}; reading it back failed: {error}"),
            }),
        }
    }

    /// Waits for the head row of the stream. The fence changes nothing and is committed all the same: a
    /// former primary that does not know of a failover would answer reads, with old data. It cannot
    /// commit, because no standby confirms to it.
    async fn is_over(&self, append: &Append) -> Result<(), PostgresError> {
        let session = self.session().await?;
        let Fingerprint(start) = Fingerprint::start(append.stream);
        let name = append.stream.to_string();
        let fence = (
            FENCE,
            vec![Box::new(name) as _, Box::new(start.to_vec()) as _],
        );
        let answers = session
            .within(together(&session, "BEGIN", vec![fence]))
            .await?;
        // Where the fence failed, `COMMIT` rolls back.
        let over = async { Ok(session.batch_execute("COMMIT").await?) };
        session.within(over).await?;
        session.give_back();
        answers.into_iter().try_for_each(|answer| answer.map(drop))
    }

    async fn found(&self, append: &Append) -> Result<Found, StoreError> {
        let (stream, after) = (append.stream, append.after());
        let entered = if append.entries.is_empty() {
            None
        } else {
            Some(self.has_entry(append, after).await?)
        };
        if let Some(answer) = &append.answer {
            let stored = self.answer(stream, answer.id).await?;
            return Ok(match stored {
                None => Found::Nothing,
                Some(stored) if entered != Some(false) && stored == *answer => {
                    Found::Stored(Appended::Stored(after))
                }
                // Another process answered the same command first.
                Some(stored) => Found::Stored(Appended::Answered(stored)),
            });
        }
        Ok(match entered {
            Some(true) => Found::Stored(Appended::Stored(after)),
            Some(false) => Found::Nothing,
            None if after == append.expected => Found::NoTrace,
            None if self.head(stream).await? == after => Found::Stored(Appended::Stored(after)),
            None if self.head(stream).await? == append.expected => Found::Nothing,
            None => Found::NoTrace,
        })
    }

    async fn has_entry(&self, append: &Append, after: Head) -> Result<bool, StoreError> {
        let name = append.stream.to_string();
        let Fingerprint(fingerprint) = after.fingerprint;
        let key: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
            [&name, &read::signed(after.seq), &&fingerprint[..]];
        let rows = self.ask(read::ENTRY, &key).await.map_err(unavailable)?;
        Ok(!rows.is_empty())
    }
}

/// What reading the store back says of an append.
enum Found {
    Stored(Appended),
    Nothing,
    /// The append stores nothing by which it could be recognised.
    NoTrace,
}

pub fn unavailable(trouble: PostgresError) -> StoreError {
    StoreError::Unavailable {
        what: trouble.what(),
    }
}
