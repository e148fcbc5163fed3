//! A connection taken from the pool, and the sending of statements on it.

use core::future::poll_fn;
use core::ops::Deref;
use core::pin::Pin;
use core::task::Poll;
use core::time::Duration;

use deadpool_postgres::{Object, Pool};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Row, Statement};

use super::error::PostgresError;
use super::hosts::Hosts;

/// A connection that returns to the pool only by [`Session::give_back`], when no transaction is open on
/// it. Dropped otherwise, by an error, a timeout or a cancelled caller, the connection is closed: the
/// server rolls its transaction back, and no other caller continues inside it.
pub struct Session {
    client: Option<Object>,
    hosts: Hosts,
}

/// Limit from the first statement to the last answer, and again for the commit. Longer than
/// `lock_timeout`, so a live server reports a lock it did not get before this limit passes.
const LIMIT: Duration = Duration::from_secs(8);

impl Session {
    pub async fn from(pool: &Pool, hosts: &Hosts) -> Result<Session, PostgresError> {
        Ok(Session {
            client: Some(pool.get().await?),
            hosts: hosts.clone(),
        })
    }

    /// Waits for answers up to [`LIMIT`]. No answer counts as refused and is not retried: that would take
    /// as long again. The server is abandoned, and the next connection goes to another one, if the URL
    /// names several.
    pub async fn within<T>(
        &self,
        requested: impl Future<Output = Result<T, PostgresError>>,
    ) -> Result<T, PostgresError> {
        let answer = tokio::time::timeout(LIMIT, requested).await;
        answer.unwrap_or_else(|_| {
            self.hosts.leave(Object::metrics(self).created);
            let what = format!("no answer within {} s", LIMIT.as_secs());
            Err(PostgresError::Refused(what))
        })
    }

    pub fn give_back(mut self) {
        drop(self.client.take());
    }
}

impl Deref for Session {
    type Target = Object;

    fn deref(&self) -> &Object {
        self.client
            .as_ref()
            .expect("the connection is there until it is given back")
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            drop(Object::take(client));
        }
    }
}

/// An owned value of a statement.
pub type Value = Box<dyn ToSql + Sync + Send>;

type Waiting<'a, T> = Pin<Box<dyn Future<Output = Result<T, PostgresError>> + Send + 'a>>;

/// Sends all statements before it waits for the first answer, so they cost one round trip. The answers
/// come in the order of the statements; each says how many rows it changed.
pub async fn together(
    session: &Session,
    first: &'static str,
    statements: Vec<(&'static str, Vec<Value>)>,
) -> Result<Vec<Result<u64, PostgresError>>, PostgresError> {
    // Statements that are new to this connection are prepared first, also in one round trip.
    let mut known: Vec<Waiting<'_, Statement>> = Vec::with_capacity(statements.len());
    for (sql, _) in &statements {
        known.push(Box::pin(async { Ok(session.prepare_cached(sql).await?) }));
    }
    let known = all(known).await;
    let mut sent: Vec<Waiting<'_, u64>> = vec![Box::pin(async {
        session.batch_execute(first).await?;
        Ok(0)
    })];
    for (statement, (_, values)) in known.into_iter().zip(statements) {
        let statement = statement?;
        sent.push(Box::pin(async move {
            Ok(session.execute_raw(&statement, values).await?)
        }));
    }
    let mut answers = all(sent).await.into_iter();
    answers.next().expect("as many answers as statements")?;
    Ok(answers.collect())
}

/// A statement that returns rows, and its values.
pub type SqlQuestion<'a> = (&'static str, &'a [&'a (dyn ToSql + Sync)]);

/// Sends all questions before it waits for the first answer; the answers come in the same order.
pub async fn asked_together(
    session: &Session,
    questions: &[SqlQuestion<'_>],
) -> Result<Vec<Vec<Row>>, PostgresError> {
    let mut known = Vec::with_capacity(questions.len());
    for (sql, _) in questions {
        known.push(session.prepare_cached(sql).await?);
    }
    let mut sent: Vec<Waiting<'_, Vec<Row>>> = Vec::with_capacity(questions.len());
    for (statement, (_, values)) in known.iter().zip(questions) {
        sent.push(Box::pin(async move {
            Ok(session.query(statement, values).await?)
        }));
    }
    all(sent).await.into_iter().collect()
}

/// Waits for all futures. They are first polled in the order given: the first poll sends the statement.
async fn all<T>(mut waiting: Vec<Waiting<'_, T>>) -> Vec<Result<T, PostgresError>> {
    let mut answers: Vec<Option<Result<T, PostgresError>>> = waiting.iter().map(|_| None).collect();
    poll_fn(|context| {
        let mut whole = true;
        for (one, answer) in waiting.iter_mut().zip(&mut answers) {
            if answer.is_none() {
                match one.as_mut().poll(context) {
                    Poll::Ready(found) => *answer = Some(found),
                    Poll::Pending => whole = false,
                }
            }
        }
        if whole {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
    answers.into_iter().flatten().collect()
}
