//! The thread that writes: many appends in one transaction, one wait for the disk.

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use game::Money;
use ledger::Account;
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, params};
use tokio::sync::{mpsc, oneshot};

use super::super::{Append, Appended, Lease, Snapshot, StoreError, StoredResponse, snapshots_kept};
use super::read::{self, signed, unavailable};
use crate::log::Stream;

/// How many jobs one transaction may hold: more would only make the first of them wait longer.
const GROUP: usize = 256;

/// A lease of a hundred years is as good as any longer one, and can be added to any clock.
const MILLISECONDS_MAX: u64 = 100 * 365 * 24 * 3_600 * 1_000;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

pub enum WriterJob {
    Append(Box<Append>, Reply<Appended>),
    Lease(Stream, String, u64, Reply<Lease>),
    Snapshot(Box<Snapshot>, Reply<()>),
}

pub struct Writer {
    file: Connection,
    leases: RunningLeases,
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
            leases: RunningLeases::default(),
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
        let (file, leases) = (&self.file, &mut self.leases);
        let done: Vec<Settled> = jobs.map(|job| job.run(file, leases)).collect();
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

    fn run(self, file: &Connection, leases: &mut RunningLeases) -> Settled {
        match self {
            WriterJob::Append(append, reply) => {
                settled(apart(file, || append_one(file, &append)), reply)
            }
            WriterJob::Lease(stream, owner, milliseconds, reply) => {
                let mut lease = || lease(file, leases, stream, (&owner, milliseconds));
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
    if let Some(lacking) = shift(file, &append.shifts())? {
        return Ok(Err(lacking));
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

/// Changes balances; returned is the first account that does not hold what is taken from it, or would
/// hold more than can be stored.
fn shift(file: &Connection, shifts: &[(Account, Money)]) -> rusqlite::Result<Option<Appended>> {
    let take = "UPDATE balance SET amount = amount + ?2 WHERE account = ?1 AND amount + ?2 >= 0";
    let give = "INSERT INTO balance VALUES (?1, ?2) \
                ON CONFLICT (account) DO UPDATE SET amount = amount + excluded.amount \
                WHERE amount <= 9223372036854775807 - excluded.amount";
    for (account, amount) in shifts {
        let sql = if amount.is_positive() { give } else { take };
        let key = params![account.to_string(), amount.in_minor()];
        if file.prepare_cached(sql)?.execute(key)? == 0 {
            return Ok(Some(if amount.is_positive() {
                Appended::AboveLimit(*account)
            } else {
                Appended::InsufficientFunds(*account)
            }));
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

/// Until when each lease given by this process runs, by a clock that no setting of the time moves. The
/// lock on the folder proves that no other process is there, so a lease in the file that is not in here
/// was left by a process that is gone.
type RunningLeases = BTreeMap<Stream, Instant>;

fn lease(
    file: &Connection,
    running: &mut RunningLeases,
    stream: Stream,
    (owner, milliseconds): (&str, u64),
) -> rusqlite::Result<Lease> {
    let (name, now) = (stream.to_string(), Instant::now());
    let holder: Option<String> = file
        .prepare_cached("SELECT owner FROM lease WHERE stream = ?1")?
        .query_row([&name], |row| row.get(0))
        .optional()?;
    let runs = running.get(&stream).is_some_and(|until| *until > now);
    if runs && holder.as_ref().is_some_and(|holder| holder != owner) {
        return Ok(Lease::Denied);
    }
    let length = Duration::from_millis(milliseconds.min(MILLISECONDS_MAX));
    // For readers of the file; this program does not look at it.
    let until = SystemTime::now() + length;
    let until = until.duration_since(UNIX_EPOCH).map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    });
    file.prepare_cached("INSERT OR REPLACE INTO lease VALUES (?1, ?2, ?3)")?
        .execute(params![name, owner, until])?;
    running.insert(stream, now + length);
    Ok(Lease::of(holder, owner))
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
