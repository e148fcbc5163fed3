//! The statements of an append, and what it means where one of them changes no row.
//!
//! All statements are sent at once, and the commit after their answers: two round trips, however much an
//! append carries. The first statement that changes no row gives the reason of the refusal. Rows are
//! locked in the same order by every append, the answer, the head, then balances by account, so two
//! appends cannot deadlock.

use std::collections::BTreeMap;

use ledger::Account;

use super::super::{Append, Head, PostedRow, StoredResponse};
use super::read::signed;
use super::session::Value;
use crate::log::Stream;

const ADD_ANSWER: &str =
    "INSERT INTO answer VALUES ($1, $2, $3, $4) ON CONFLICT (stream, id) DO NOTHING";
const MOVE_HEAD: &str = "UPDATE head SET seq = $2, fingerprint = $3, epoch = $4 \
                         WHERE stream = $1 AND seq = $5 AND fingerprint = $6 AND epoch = $7";
/// The first append to a stream inserts its head row.
const START_HEAD: &str = "INSERT INTO head VALUES ($1, $2, $3, $4) \
                          ON CONFLICT (stream) DO UPDATE \
                          SET seq = excluded.seq, fingerprint = excluded.fingerprint, \
                          epoch = excluded.epoch \
                          WHERE head.seq = $5 AND head.fingerprint = $6 AND head.epoch = $7";
const TAKE: &str = "UPDATE balance SET amount = amount + $2 \
                    WHERE account = $1 AND amount + $2 >= 0";
const GIVE: &str = "INSERT INTO balance VALUES ($1, $2) ON CONFLICT (account) DO UPDATE \
                    SET amount = balance.amount + excluded.amount \
                    WHERE balance.amount <= 9223372036854775807 - excluded.amount";
const ADD_LOG: &str = "INSERT INTO log SELECT $1::TEXT, seq, fingerprint, bytes \
                       FROM unnest($2::BIGINT[], $3::BYTEA[], $4::BYTEA[]) \
                       AS added (seq, fingerprint, bytes)";
const ADD_POSTING: &str = "INSERT INTO posting SELECT $1::TEXT, seq, line, source, target, amount \
                           FROM unnest($2::BIGINT[], $3::BIGINT[], $4::TEXT[], $5::TEXT[], \
                           $6::BIGINT[]) AS added (seq, line, source, target, amount)";
const ADD_CONTRIBUTION: &str = "INSERT INTO contribution SELECT link, $1::TEXT, seq, amount \
                                FROM unnest($2::BIGINT[], $3::BIGINT[], $4::BIGINT[]) \
                                AS added (link, seq, amount)";
const ADD_OUTBOX: &str = "INSERT INTO outbox SELECT target, $1::TEXT, $2::BIGINT \
                          FROM unnest($3::TEXT[]) AS added (target) \
                          ON CONFLICT (target, source, seq) DO NOTHING";
const CONSUME: &str = "INSERT INTO consumed SELECT $1::TEXT, source, seq \
                       FROM unnest($2::TEXT[], $3::BIGINT[]) AS added (source, seq) \
                       ON CONFLICT (target, source) DO UPDATE SET seq = excluded.seq";
pub const ADD_SNAPSHOT: &str =
    "INSERT INTO snapshot VALUES ($1, $2, $3, $4, $5) ON CONFLICT (stream, seq) DO NOTHING";
/// Deletes all snapshots of a stream but the latest `$2`.
pub const DELETE_SNAPSHOTS: &str = "DELETE FROM snapshot WHERE stream = $1 AND seq < \
                                    (SELECT min(kept.seq) FROM (SELECT seq FROM snapshot \
                                    WHERE stream = $1 ORDER BY seq DESC LIMIT $2) AS kept)";
/// Waits for the transaction that has inserted or updated the head row of a stream, and changes nothing.
/// Where there is no row it inserts the head of an empty stream, which means the same as no row.
pub const FENCE: &str = "INSERT INTO head VALUES ($1, 0, $2, 0) \
                         ON CONFLICT (stream) DO UPDATE SET epoch = head.epoch";

/// A statement of an append.
pub struct SqlStep {
    pub sql: &'static str,
    pub values: Vec<Value>,
    pub nothing: Nothing,
}

/// What it means that a statement changed no row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {
    Answered,
    Moved,
    InsufficientFunds(Account),
    AboveLimit(Account),
    /// The row was there before; the append goes on.
    Fine,
}

pub fn steps(append: &Append) -> Vec<SqlStep> {
    let name = append.stream.to_string();
    let mut steps = Vec::new();
    let mut step = |sql, values, nothing| {
        steps.push(SqlStep {
            sql,
            values,
            nothing,
        });
    };
    if let Some(answer) = &append.answer {
        let values = answer_values(append.stream, answer);
        step(ADD_ANSWER, values, Nothing::Answered);
    }
    let (sql, values) = move_head(&name, append);
    step(sql, values, Nothing::Moved);
    for (account, amount) in append.shifts() {
        let (sql, nothing) = if amount.is_positive() {
            (GIVE, Nothing::AboveLimit(account))
        } else {
            (TAKE, Nothing::InsufficientFunds(account))
        };
        let values = listed([Box::new(account.to_string()), Box::new(amount.in_minor())]);
        step(sql, values, nothing);
    }
    let added = [
        (ADD_LOG, log(&name, append)),
        (ADD_POSTING, postings(&name, append)),
        (ADD_CONTRIBUTION, contributions(&name, append)),
        (ADD_OUTBOX, outbox(&name, append)),
        (CONSUME, consumed(&name, append)),
    ];
    for (sql, values) in added {
        if let Some(values) = values {
            step(sql, values, Nothing::Fine);
        }
    }
    steps
}

fn answer_values(stream: Stream, answer: &StoredResponse) -> Vec<Value> {
    listed([
        Box::new(stream.to_string()),
        Box::new(answer.id.0.to_be_bytes().to_vec()),
        Box::new(answer.body.0.to_vec()),
        Box::new(answer.response.clone()),
    ])
}

fn move_head(name: &str, append: &Append) -> (&'static str, Vec<Value>) {
    let (before, after) = (append.expected, append.after());
    let sql = if before == Head::start(append.stream) {
        START_HEAD
    } else {
        MOVE_HEAD
    };
    let values = listed([
        Box::new(name.to_owned()),
        Box::new(signed(after.seq)),
        Box::new(after.fingerprint.0.to_vec()),
        Box::new(signed(after.epoch)),
        Box::new(signed(before.seq)),
        Box::new(before.fingerprint.0.to_vec()),
        Box::new(signed(before.epoch)),
    ]);
    (sql, values)
}

fn log(name: &str, append: &Append) -> Option<Vec<Value>> {
    let (mut seqs, mut fingerprints, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    for row in append.rows() {
        seqs.push(signed(row.seq));
        fingerprints.push(row.fingerprint.0.to_vec());
        bytes.push(row.bytes.to_vec());
    }
    let some = !seqs.is_empty();
    some.then(|| {
        listed([
            Box::new(name.to_owned()),
            Box::new(seqs),
            Box::new(fingerprints),
            Box::new(bytes),
        ])
    })
}

fn postings(name: &str, append: &Append) -> Option<Vec<Value>> {
    let posted = append.posted();
    let number = |each: fn(&PostedRow) -> i64| -> Vec<i64> { posted.iter().map(each).collect() };
    let account = |each: fn(&ledger::Posting) -> Account| -> Vec<String> {
        let name = |posted: &PostedRow| each(&posted.row).to_string();
        posted.iter().map(name).collect()
    };
    (!posted.is_empty()).then(|| {
        listed([
            Box::new(name.to_owned()),
            Box::new(number(|posted| signed(posted.seq))),
            Box::new(number(|posted| i64::from(posted.line))),
            Box::new(account(ledger::Posting::from)),
            Box::new(account(ledger::Posting::to)),
            Box::new(number(|posted| posted.row.amount().in_minor())),
        ])
    })
}

fn contributions(name: &str, append: &Append) -> Option<Vec<Value>> {
    let fed = &append.contributions;
    let first = append.expected.seq + 1;
    let links: Vec<i64> = fed.iter().map(|one| i64::from(one.link.0)).collect();
    let seqs = fed.iter().map(|one| signed(first + one.entry as u64));
    let seqs: Vec<i64> = seqs.collect();
    let amounts: Vec<i64> = fed.iter().map(|one| one.amount.in_minor()).collect();
    (!fed.is_empty()).then(|| {
        listed([
            Box::new(name.to_owned()),
            Box::new(links),
            Box::new(seqs),
            Box::new(amounts),
        ])
    })
}

fn outbox(name: &str, append: &Append) -> Option<Vec<Value>> {
    let to: Vec<String> = append.outbox.iter().map(Stream::to_string).collect();
    (!to.is_empty()).then(|| {
        listed([
            Box::new(name.to_owned()),
            Box::new(signed(append.after().seq)),
            Box::new(to),
        ])
    })
}

/// One statement may update a row only once: of two positions in the same stream the last one counts.
fn consumed(name: &str, append: &Append) -> Option<Vec<Value>> {
    let read: BTreeMap<Stream, u64> = append.consumed.iter().copied().collect();
    let from: Vec<String> = read.keys().map(Stream::to_string).collect();
    let seqs: Vec<i64> = read.values().copied().map(signed).collect();
    (!read.is_empty()).then(|| listed([Box::new(name.to_owned()), Box::new(from), Box::new(seqs)]))
}

fn listed<const N: usize>(values: [Value; N]) -> Vec<Value> {
    values.into()
}
