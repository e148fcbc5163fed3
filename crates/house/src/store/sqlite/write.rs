//! The thread that writes: many appends in one transaction, one wait for the disk.

use std::time::{SystemTime, UNIX_EPOCH};

use game::Money;
use ledger::Account;
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, params};
use tokio::sync::{mpsc, oneshot};

use super::super::{Append, Appended, Lease, Snapshot, StoreError, StoredResponse, snapshots_kept};
use super::read::{self, signed, unavailable};
use crate::log::Stream;

/// How many jobs one transaction may hold: more would only make the first of them wait longer.
const GROUP: usize = 256;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

pub enum WriterJob {
    Append(Box<Append>, Reply<Appended>),
    Lease(Stream, String, u64, Reply<Lease>),
    Snapshot(Box<Snapshot>, Reply<()>),
}

pub struct Writer {
    file: Connection,
    /// Why this process writes nothing any more.
    stopped: Option<String>,
}

/// Sends a job's reply once the commit has succeeded or failed.
type Settled = Box<dyn FnOnce(Result<(), StoreError>)>;

impl Writer {
    pub fn new(file: Connection) -> Writer {
        file.set_prepared_statement_cache_capacity(64);
        Writer {
            file,
            stopped: None,
        }
    }

    /// Runs until the store is dropped.
    pub fn run(mut self, mut queue: mpsc::Receiver<WriterJob>) {
        let mut jobs = Vec::with_capacity(GROUP);
        while queue.blocking_recv_many(&mut jobs, GROUP) > 0 {
            self.together(jobs.drain(..));
        }
    }

    /// One transaction for all jobs; one that loses a race or lacks funds changes nothing in it.
    fn together(&mut self, jobs: impl Iterator<Item = WriterJob>) {
        let begun = match &self.stopped {
            Some(what) => Err(StoreError::Stopped { what: what.clone() }),
            None => self
                .file
                .execute_batch("BEGIN IMMEDIATE")
                .map_err(|error| unavailable(&error)),
        };
        if let Err(error) = begun {
            for job in jobs {
                job.fail(&error);
            }
            return;
        }
        let done: Vec<Settled> = jobs.map(|job| job.run(&self.file)).collect();
        let committed = self.commit();
        for settle in done {
            settle(committed.clone());
        }
    }

    /// After a failed flush no write is tried again: the system's answer to a second attempt says nothing
    /// about the bytes of the first.
    fn commit(&mut self) -> Result<(), StoreError> {
        let Err(error) = self.file.execute_batch("COMMIT") else {
            return Ok(());
        };
        let what = read::said(&error);
        // SQLite rolls back by itself what it could not commit, except after a few errors.
        let undone = self.file.is_autocommit() || self.file.execute_batch("ROLLBACK").is_ok();
        // No room for the last frame: without it SQLite ignores the frames before.
        if undone && error.sqlite_error_code() == Some(ErrorCode::DiskFull) {
            return Err(StoreError::Unavailable { what });
        }
        self.stopped = Some(what.clone());
        Err(StoreError::Unknown { what })
    }
}

impl WriterJob {
    fn fail(self, error: &StoreError) {
        let error = error.clone();
        // The caller may have stopped waiting, which is fine.
        match self {
            WriterJob::Append(_, reply) => drop(reply.send(Err(error))),
            WriterJob::Lease(_, _, _, reply) => drop(reply.send(Err(error))),
            WriterJob::Snapshot(_, reply) => drop(reply.send(Err(error))),
        }
    }

    fn run(self, file: &Connection) -> Settled {
        match self {
            WriterJob::Append(append, reply) => {
                settled(apart(file, || append_one(file, &append)), reply)
            }
            WriterJob::Lease(stream, owner, milliseconds, reply) => {
                let lease = || lease(file, stream, &owner, milliseconds);
                settled(apart(file, || lease().map(Ok)), reply)
            }
            WriterJob::Snapshot(snapshot, reply) => {
                settled(apart(file, || put_snapshot(file, &snapshot).map(Ok)), reply)
            }
        }
    }
}

/// Replies after the commit; an error of the job itself is sent in any case.
fn settled<T: 'static>(outcome: Result<T, StoreError>, reply: Reply<T>) -> Settled {
    Box::new(move |committed| {
        let response = outcome.and_then(|outcome| committed.map(|()| outcome));
        drop(reply.send(response));
    })
}

/// The result of a job whose changes are kept (`Ok`) or undone (`Err`).
type Tried<T> = rusqlite::Result<Result<T, T>>;

/// Runs a job in a savepoint, so that it can be undone without the others of its transaction.
fn apart<T>(file: &Connection, job: impl FnOnce() -> Tried<T>) -> Result<T, StoreError> {
    let step = |sql: &str| file.execute_batch(sql).map_err(|error| unavailable(&error));
    step("SAVEPOINT job")?;
    let tried = job();
    match tried {
        Ok(Ok(kept)) => {
            step("RELEASE job")?;
            Ok(kept)
        }
        Ok(Err(undone)) => {
            step("ROLLBACK TO job; RELEASE job")?;
            Ok(undone)
        }
        Err(error) => {
            step("ROLLBACK TO job; RELEASE job")?;
            Err(unavailable(&error))
        }
    }
}

fn append_one(file: &Connection, append: &Append) -> Tried<Appended> {
    let Append {
        stream, expected, ..
    } = append;
    let name = stream.to_string();
    if let Some(answer) = &append.answer
        && !add_answer(file, &name, answer)?
    {
        return Ok(Err(Appended::Answered(stored_answer(file, &name, answer)?)));
    }
    let head = append.after();
    if !move_head(file, &name, append)? {
        let found = read::head(file, *stream).map_err(|_| rusqlite::Error::InvalidQuery)?;
        return Ok(Err(Appended::Moved(found)));
    }
    if let Some(account) = shift(file, &append.shifts())? {
        return Ok(Err(Appended::InsufficientFunds(account)));
    }
    let mut log = file.prepare_cached("INSERT INTO log VALUES (?1, ?2, ?3, ?4)")?;
    for row in append.rows() {
        log.execute(params![
            name,
            signed(row.seq),
            row.fingerprint.0,
            &row.bytes[..]
        ])?;
    }
    let mut posting = file.prepare_cached("INSERT INTO posting VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for posted in append.posted() {
        let row = posted.row;
        posting.execute(params![
            name,
            signed(posted.seq),
            posted.line,
            row.from().to_string(),
            row.to().to_string(),
            row.amount().in_minor()
        ])?;
    }
    let mut fed = file.prepare_cached("INSERT INTO contribution VALUES (?1, ?2, ?3, ?4)")?;
    for one in &append.contributions {
        let seq = signed(expected.seq + 1 + one.entry as u64);
        fed.execute(params![one.link.0, name, seq, one.amount.in_minor()])?;
    }
    let mut outbox = file.prepare_cached("INSERT INTO outbox VALUES (?1, ?2, ?3)")?;
    for to in &append.outbox {
        outbox.execute(params![to.to_string(), name, signed(head.seq)])?;
    }
    let mut consumed =
        file.prepare_cached("INSERT OR REPLACE INTO consumed VALUES (?1, ?2, ?3)")?;
    for (from, seq) in &append.consumed {
        consumed.execute(params![name, from.to_string(), signed(*seq)])?;
    }
    Ok(Ok(Appended::Stored(head)))
}

/// Whether the head was the expected one; the first entry of a stream makes its row.
fn move_head(file: &Connection, name: &str, append: &Append) -> rusqlite::Result<bool> {
    let (before, after) = (append.expected, append.after());
    let start = super::super::Head::start(append.stream);
    if before == start {
        let mut make = file.prepare_cached("INSERT OR IGNORE INTO head VALUES (?1, 0, ?2, 0)")?;
        make.execute(params![name, start.fingerprint.0])?;
    }
    let sql = "UPDATE head SET seq = ?2, fingerprint = ?3, epoch = ?4 \
               WHERE stream = ?1 AND seq = ?5 AND fingerprint = ?6 AND epoch = ?7";
    let moved = file.prepare_cached(sql)?.execute(params![
        name,
        signed(after.seq),
        after.fingerprint.0,
        signed(after.epoch),
        signed(before.seq),
        before.fingerprint.0,
        signed(before.epoch)
    ])?;
    Ok(moved == 1)
}

/// Changes balances; the first account that does not hold what is taken from it is returned.
fn shift(file: &Connection, shifts: &[(Account, Money)]) -> rusqlite::Result<Option<Account>> {
    let take = "UPDATE balance SET amount = amount + ?2 WHERE account = ?1 AND amount + ?2 >= 0";
    let give = "INSERT INTO balance VALUES (?1, ?2) \
                ON CONFLICT (account) DO UPDATE SET amount = amount + excluded.amount";
    for (account, amount) in shifts {
        let sql = if amount.is_positive() { give } else { take };
        let key = params![account.to_string(), amount.in_minor()];
        if file.prepare_cached(sql)?.execute(key)? == 0 {
            return Ok(Some(*account));
        }
    }
    Ok(None)
}

fn add_answer(file: &Connection, name: &str, answer: &StoredResponse) -> rusqlite::Result<bool> {
    let sql = "INSERT OR IGNORE INTO answer VALUES (?1, ?2, ?3, ?4)";
    let added = file.prepare_cached(sql)?.execute(params![
        name,
        answer.id.0.to_be_bytes(),
        answer.body.0,
        answer.response
    ])?;
    Ok(added == 1)
}

fn stored_answer(
    file: &Connection,
    name: &str,
    answer: &StoredResponse,
) -> rusqlite::Result<StoredResponse> {
    let sql = "SELECT body, told FROM answer WHERE stream = ?1 AND id = ?2";
    let key = params![name, answer.id.0.to_be_bytes()];
    file.prepare_cached(sql)?.query_row(key, |row| {
        Ok(StoredResponse {
            id: answer.id,
            body: crate::log::Fingerprint(row.get(0)?),
            response: row.get(1)?,
        })
    })
}

fn lease(
    file: &Connection,
    stream: Stream,
    owner: &str,
    milliseconds: u64,
) -> rusqlite::Result<Lease> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    });
    let name = stream.to_string();
    let held: Option<(String, i64)> = file
        .prepare_cached("SELECT owner, until FROM lease WHERE stream = ?1")?
        .query_row([&name], |row| row.try_into())
        .optional()?;
    if held
        .as_ref()
        .is_some_and(|(holder, until)| holder != owner && *until > now)
    {
        return Ok(Lease::Denied);
    }
    let until = now.saturating_add(signed(milliseconds));
    file.prepare_cached("INSERT OR REPLACE INTO lease VALUES (?1, ?2, ?3)")?
        .execute(params![name, owner, until])?;
    Ok(Lease::of(held.map(|(holder, _)| holder), owner))
}

/// Adds it, and deletes those of its stream that are no longer kept.
fn put_snapshot(file: &Connection, snapshot: &Snapshot) -> rusqlite::Result<()> {
    let name = snapshot.stream.to_string();
    file.prepare_cached("INSERT OR IGNORE INTO snapshot VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![
            name,
            signed(snapshot.seq),
            snapshot.fingerprint.0,
            snapshot.format,
            &snapshot.body[..]
        ])?;
    let sql = "DELETE FROM snapshot WHERE stream = ?1 AND seq < \
               (SELECT min(seq) FROM (SELECT seq FROM snapshot WHERE stream = ?1 \
               ORDER BY seq DESC LIMIT ?2))";
    let kept = i64::try_from(snapshots_kept(snapshot.stream)).unwrap_or(i64::MAX);
    file.prepare_cached(sql)?.execute(params![name, kept])?;
    Ok(())
}
