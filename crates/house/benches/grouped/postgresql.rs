//! On PostgreSQL: a database of the tests' own server, one connection. All statements of a group are sent before
//! the first answer is waited for, so a group costs one round trip and its commit another.

use core::future::poll_fn;
use core::pin::Pin;
use core::task::Poll;

use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Statement};

use super::super::postgres;
use super::{GROUP, PLENTY, Written, places};

const TABLES: &str = include_str!("../../../../migrations/postgres/0001_house.sql");

type Value = Box<dyn ToSql + Sync + Send>;
type Sent<'a> = Pin<Box<dyn Future<Output = Result<u64, Error>> + Send + 'a>>;

/// As on `SQLite`.
pub async fn on_postgresql(appends: &[Written], begin: impl FnOnce()) {
    let client = postgres::connect(&postgres::shared().empty("").await).await;
    client.batch_execute(TABLES).await.unwrap();
    let (streams, accounts) = places(appends);
    let sql = "INSERT INTO head SELECT stream, 0, decode(repeat('00', 32), 'hex'), 0 \
               FROM unnest($1::TEXT[]) AS added (stream)";
    client.execute(sql, &[&streams]).await.unwrap();
    let sql = "INSERT INTO balance SELECT account, $2 FROM unnest($1::TEXT[]) AS added (account)";
    client.execute(sql, &[&accounts, &PLENTY]).await.unwrap();
    let statements = Statements::prepared(&client).await;
    begin();
    for group in appends.chunks(GROUP) {
        client.batch_execute("BEGIN").await.unwrap();
        let sent = group.iter().flat_map(|append| statements.of(append));
        let sent = sent.map(|(statement, values)| -> Sent<'_> {
            Box::pin(client.execute_raw(statement, values))
        });
        all(sent.collect()).await;
        client.batch_execute("COMMIT").await.unwrap();
    }
}

struct Statements {
    answer: Statement,
    head: Statement,
    balance: Statement,
    log: Statement,
    posting: Statement,
}

impl Statements {
    async fn prepared(client: &Client) -> Statements {
        let prepare = async |sql: &str| client.prepare(sql).await.unwrap();
        Statements {
            answer: prepare("INSERT INTO answer VALUES ($1, $2, $3, $4)").await,
            head: prepare("UPDATE head SET seq = $2, fingerprint = $3 WHERE stream = $1").await,
            balance: prepare("UPDATE balance SET amount = amount + $2 WHERE account = $1").await,
            log: prepare("INSERT INTO log VALUES ($1, $2, $3, $4)").await,
            posting: prepare("INSERT INTO posting VALUES ($1, $2, $3, $4, $5, $6)").await,
        }
    }

    /// The rows of one append.
    fn of(&self, append: &Written) -> Vec<(&Statement, Vec<Value>)> {
        let (answer, last) = (&append.answer, append.last());
        let stream = || -> Value { Box::new(append.stream.clone()) };
        let mut rows: Vec<(&Statement, Vec<Value>)> = vec![
            (
                &self.answer,
                vec![
                    stream(),
                    Box::new(answer.id.0.to_be_bytes().to_vec()),
                    Box::new(answer.body.0.to_vec()),
                    Box::new(answer.response.clone()),
                ],
            ),
            (
                &self.head,
                vec![
                    stream(),
                    Box::new(last.seq),
                    Box::new(last.fingerprint.to_vec()),
                ],
            ),
        ];
        for (account, amount) in &append.shifts {
            let values: Vec<Value> = vec![Box::new(account.clone()), Box::new(*amount)];
            rows.push((&self.balance, values));
        }
        for entry in &append.entries {
            let values: Vec<Value> = vec![
                stream(),
                Box::new(entry.seq),
                Box::new(entry.fingerprint.to_vec()),
                Box::new(entry.bytes.to_vec()),
            ];
            rows.push((&self.log, values));
        }
        for row in &append.postings {
            let values: Vec<Value> = vec![
                stream(),
                Box::new(row.seq),
                Box::new(row.line),
                Box::new(row.source.clone()),
                Box::new(row.target.clone()),
                Box::new(row.amount),
            ];
            rows.push((&self.posting, values));
        }
        rows
    }
}

/// Waits for all; each is sent when it is polled for the first time, in the order given.
async fn all(mut sent: Vec<Sent<'_>>) {
    let mut at = 0;
    let mut is_sent = false;
    poll_fn(|context| {
        if !is_sent {
            is_sent = true;
            // Those that are done at once are kept as they are: the answers come in order.
            let mut waits = Vec::with_capacity(sent.len());
            for mut one in sent.drain(..) {
                match one.as_mut().poll(context) {
                    Poll::Ready(done) => drop(done.unwrap()),
                    Poll::Pending => waits.push(one),
                }
            }
            sent = waits;
        }
        while let Some(one) = sent.get_mut(at) {
            match one.as_mut().poll(context) {
                Poll::Ready(done) => drop(done.unwrap()),
                Poll::Pending => return Poll::Pending,
            }
            at += 1;
        }
        Poll::Ready(())
    })
    .await;
}
