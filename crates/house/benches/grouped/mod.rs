//! The engines without us, a hundred appends to a commit: a plain loop on one connection that writes the rows
//! a house wrote, into the tables a house has.
//!
//! Each append is the entries of one command, their postings, its answer, the head of its stream and the
//! balances it changed, as read back from the house; the streams take turns, as they did there. No table here
//! is on a link, so no contribution is due. The loop decides nothing and checks nothing.

mod postgresql;
mod sqlite;

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use house::log::{CommandId, Stream, StreamKind};
use house::store::{PostedRow, Row, Store, StoredResponse};
use ledger::TableId;

pub use postgresql::on_postgresql;
pub use sqlite::on_sqlite;

/// Appends to a commit.
const GROUP: usize = 100;
/// More than any account here pays out.
const PLENTY: i64 = 1 << 50;

/// One append as rows.
pub struct Written {
    stream: String,
    entries: Vec<Entry>,
    postings: Vec<PostingRow>,
    /// What each counted account gains or loses.
    shifts: BTreeMap<String, i64>,
    answer: StoredResponse,
}

struct Entry {
    seq: i64,
    fingerprint: [u8; 32],
    bytes: Bytes,
}

struct PostingRow {
    seq: i64,
    line: i64,
    source: String,
    target: String,
    amount: i64,
}

impl Written {
    /// The last of its entries, for the head.
    fn last(&self) -> &Entry {
        self.entries.last().unwrap()
    }
}

/// What the tables of a house stored, at most `most` appends, the tables in turns.
pub async fn written(store: &dyn Store, most: usize) -> Vec<Written> {
    let mut tables = Vec::new();
    let heads = store.heads_by_kind(StreamKind::Table).await.unwrap();
    let each = most.div_ceil(heads.len());
    for (stream, _) in heads {
        let Stream::Table(table) = stream else {
            unreachable!("only tables were asked for");
        };
        tables.push(of_table(store, table, each).await.into_iter());
    }
    let mut in_turns = Vec::new();
    for _ in 0..each {
        in_turns.extend(tables.iter_mut().filter_map(Iterator::next));
    }
    in_turns.truncate(most);
    in_turns
}

async fn of_table(store: &dyn Store, table: TableId, most: usize) -> Vec<Written> {
    let stream = Stream::Table(table);
    // No command here has more entries than this.
    let rows = store.read(stream, 0, most * 20).await.unwrap();
    let posted = store.postings(stream, 0, most * 20).await.unwrap();
    let mut posted = posted.into_iter().peekable();
    let mut commands: Vec<Vec<Row>> = Vec::new();
    for row in rows {
        // The first entry of a command says what was asked.
        let is_first = row.bytes.windows(9).any(|part| part == b"\"asked\":{");
        match commands.last_mut() {
            Some(command) if !is_first => command.push(row),
            Some(_) | None => commands.push(vec![row]),
        }
    }
    // The last one may be cut.
    commands.pop();
    let mut all = Vec::new();
    for rows in commands.into_iter().take(most) {
        let (first, last) = (rows[0].seq, rows[rows.len() - 1].seq);
        let id = CommandId::named(&format!("{} {}", table.0, first - 1));
        let answer = store.answer(stream, id).await.unwrap();
        let own = std::iter::from_fn(|| posted.next_if(|one| one.seq <= last));
        let own: Vec<PostedRow> = own.collect();
        // Buying in is told to the table by the cage, under another id.
        if let Some(answer) = answer {
            all.push(as_rows(stream, &rows, &own, answer));
        }
    }
    all
}

fn as_rows(stream: Stream, rows: &[Row], posted: &[PostedRow], answer: StoredResponse) -> Written {
    let mut shifts = BTreeMap::new();
    for PostedRow { row, .. } in posted {
        for (account, amount) in [(row.from(), -row.amount()), (row.to(), row.amount())] {
            if account.is_counted() {
                *shifts.entry(account.to_string()).or_insert(0) += amount.in_minor();
            }
        }
    }
    shifts.retain(|_, amount| *amount != 0);
    let entry = |row: &Row| Entry {
        seq: row.seq.cast_signed(),
        fingerprint: row.fingerprint.0,
        bytes: row.bytes.clone(),
    };
    let posting = |posted: &PostedRow| PostingRow {
        seq: posted.seq.cast_signed(),
        line: i64::from(posted.line),
        source: posted.row.from().to_string(),
        target: posted.row.to().to_string(),
        amount: posted.row.amount().in_minor(),
    };
    Written {
        stream: stream.to_string(),
        entries: rows.iter().map(entry).collect(),
        postings: posted.iter().map(posting).collect(),
        shifts,
        answer,
    }
}

/// Every stream and every account, to be there before the loop begins.
fn places(appends: &[Written]) -> (Vec<&str>, Vec<&str>) {
    let streams: BTreeSet<&str> = appends.iter().map(|one| &*one.stream).collect();
    let accounts = appends.iter().flat_map(|one| one.shifts.keys());
    let accounts: BTreeSet<&str> = accounts.map(|account| &**account).collect();
    (
        streams.into_iter().collect(),
        accounts.into_iter().collect(),
    )
}
