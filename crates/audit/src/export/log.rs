//! The log of a house as lines of JSON, and read back so that `verify` can replay it.
//!
//! The first line names the format. Then comes a line for each stream with its head, followed by its entries,
//! each with its money rows; then the balances; last a line with the counts, so that a file that was cut off
//! is not taken for a shorter house. An entry is the text that was stored, byte for byte.

use std::io::{BufRead, Write};

use game::Money;
use ledger::{Account, Posting};
use serde::{Deserialize, Serialize};

use super::ExportError;
use crate::lines::{LineRead, read_line};
use house::log::Stream;
use house::store::{Head, MemoryContents, MemoryStore, Moment, PostedRow, Row, Store, StoreError};

const VERSION: u16 = 1;
const PAGE: usize = 1_000;
/// The longest line that is read back: far more than any entry takes, and little enough to hold.
const LINE_BYTES_MAX: usize = 16 << 20;
/// How often the export tries to read heads and balances of one moment before it gives up, from a store that
/// cannot say both at once.
const PATIENCE: usize = 100;

/// One line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum LogLine {
    /// What the file is, in which version.
    QueenhighLog(u16),
    Stream(StreamLine),
    Entry(EntryLine),
    Balance(BalanceLine),
    End(LogCounts),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StreamLine {
    name: String,
    entries: u64,
    fingerprint: String,
    epoch: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryLine {
    number: u64,
    fingerprint: String,
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    rows: Vec<(String, String, Money)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BalanceLine {
    account: String,
    amount: Money,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LogCounts {
    streams: u64,
    entries: u64,
    balances: u64,
}

/// Why a file is not a whole exported log.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A line is wrong.
    #[error("line {line}: {what}")]
    Line {
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Read(#[from] std::io::Error),
}

/// Writes the whole log as it is at one moment.
pub async fn write(store: &dyn Store, out: &mut impl Write) -> Result<(), ExportError> {
    let (heads, balances) = at_one_moment(store).await?;
    let mut counts = LogCounts::default();
    put(out, &LogLine::QueenhighLog(VERSION))?;
    for (stream, head) in heads {
        counts.streams += 1;
        let (name, entries, epoch) = (stream.to_string(), head.seq, head.epoch);
        let fingerprint = head.fingerprint.to_string();
        let stands = StreamLine {
            name,
            entries,
            fingerprint,
            epoch,
        };
        put(out, &LogLine::Stream(stands))?;
        counts.entries += write_stream(store, stream, head.seq, out).await?;
    }
    for (account, amount) in balances {
        counts.balances += 1;
        let account = account.to_string();
        put(out, &LogLine::Balance(BalanceLine { account, amount }))?;
    }
    put(out, &LogLine::End(counts))
}

async fn write_stream(
    store: &dyn Store,
    stream: Stream,
    to: u64,
    out: &mut impl Write,
) -> Result<u64, ExportError> {
    let mut at = 0;
    while at < to {
        let rows = store.read(stream, at, PAGE).await?;
        let postings = store.postings(stream, at, PAGE).await?;
        if rows.is_empty() {
            break;
        }
        for row in rows.iter().take_while(|row| row.seq <= to) {
            let own = postings.iter().filter(|posted| posted.seq == row.seq);
            let text = String::from_utf8(row.bytes.to_vec()).map_err(|_| {
                let place = format!("{stream} entry {}", row.seq);
                let what = "its bytes are no text".to_owned();
                ExportError::Store(StoreError::Corrupt { place, what })
            })?;
            let rows = own.map(|posted| posted.row);
            let rows = rows.map(|row| (row.from().to_string(), row.to().to_string(), row.amount()));
            let lies = EntryLine {
                number: row.seq,
                fingerprint: row.fingerprint.to_string(),
                text,
                rows: rows.collect(),
            };
            put(out, &LogLine::Entry(lies))?;
        }
        at = rows.last().map_or(to, |row| row.seq.min(to));
    }
    Ok(at)
}

/// Heads and balances of one moment. Entries are never changed, so they can be read later.
async fn at_one_moment(store: &dyn Store) -> Result<Moment, StoreError> {
    if let Some(rows) = store.side_rows() {
        return rows.heads_and_balances().await;
    }
    let mut heads = store.heads().await?;
    for _ in 0..PATIENCE {
        let balances = store.balances().await?;
        let again = store.heads().await?;
        if again == heads {
            return Ok((heads, balances));
        }
        heads = again;
    }
    let what = format!(
        "other processes kept writing to the store: {PATIENCE} attempts to read heads and balances of one \
         moment failed; export it when it is quieter"
    );
    Err(StoreError::Unavailable { what })
}

fn put(out: &mut impl Write, line: &LogLine) -> Result<(), ExportError> {
    let line = serde_json::to_string(line).expect("plain data with text keys");
    Ok(writeln!(out, "{line}")?)
}

/// Reads an exported log into memory. Nothing in it is trusted more than in any other store.
pub fn read(mut input: impl BufRead) -> Result<MemoryStore, ImportError> {
    let mut reading = LogImport::default();
    let mut text = Vec::new();
    for line in 1_u64.. {
        let wrong = |what: String| ImportError::Line { line, what };
        match read_line(&mut input, &mut text, LINE_BYTES_MAX)? {
            LineRead::Line => {}
            LineRead::End => break,
            LineRead::TooLong => {
                let expected = format!("at most {LINE_BYTES_MAX} bytes");
                return Err(wrong(format!("found a longer line, expected {expected}")));
            }
        }
        let read = serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
        reading.take(line, read).map_err(wrong)?;
    }
    let line = reading.lines + 1;
    if !reading.ended {
        let what = "found the end of the file, expected a line `end`: it is not whole".to_owned();
        return Err(ImportError::Line { line, what });
    }
    Ok(MemoryStore::with_contents(reading.held))
}

#[derive(Default)]
struct LogImport {
    held: MemoryContents,
    counts: LogCounts,
    lines: u64,
    ended: bool,
}

impl LogImport {
    fn take(&mut self, number: u64, line: LogLine) -> Result<(), String> {
        self.lines = number;
        if self.ended {
            return Err("found more behind the end".to_owned());
        }
        match line {
            LogLine::QueenhighLog(VERSION) if number == 1 => Ok(()),
            LogLine::QueenhighLog(found) => Err(format!(
                "queenhigh_log: found {found}, expected {VERSION}, on the first line"
            )),
            _ if number == 1 => Err("expected `queenhigh_log` first".to_owned()),
            LogLine::Stream(stands) => self.stream(&stands),
            LogLine::Entry(lies) => self.entry(lies),
            LogLine::Balance(holds) => {
                self.counts.balances += 1;
                let account = holds.account.parse();
                let account = account.map_err(|error: ledger::AccountError| error.to_string())?;
                self.held.balances.push((account, holds.amount));
                Ok(())
            }
            LogLine::End(counts) => {
                self.ended = true;
                let found = self.counts;
                if counts == found {
                    Ok(())
                } else {
                    Err(format!("found {found:?}, expected {counts:?}"))
                }
            }
        }
    }

    fn stream(&mut self, stands: &StreamLine) -> Result<(), String> {
        self.counts.streams += 1;
        let stream = stands.name.parse::<Stream>();
        let stream = stream.map_err(|error| error.to_string())?;
        if self.held.streams.iter().any(|(other, ..)| *other == stream) {
            return Err(format!("stream: found {stream} a second time"));
        }
        let head = Head {
            seq: stands.entries,
            fingerprint: stands.fingerprint.parse()?,
            epoch: stands.epoch,
        };
        let empty = (stream, head, Vec::new(), Vec::new());
        self.held.streams.push(empty);
        Ok(())
    }

    fn entry(&mut self, lies: EntryLine) -> Result<(), String> {
        self.counts.entries += 1;
        let Some((stream, _, rows, postings)) = self.held.streams.last_mut() else {
            return Err("found an entry before any stream".to_owned());
        };
        rows.push(Row {
            seq: lies.number,
            fingerprint: lies.fingerprint.parse()?,
            bytes: lies.text.into_bytes().into(),
        });
        for (line, (from, to, amount)) in (0..).zip(lies.rows) {
            let account = |text: &str| {
                let account = text.parse::<Account>();
                account.map_err(|error| error.to_string())
            };
            let (from, to) = (account(&from)?, account(&to)?);
            if !amount.is_positive() || from == to {
                let amount = amount.in_minor();
                let expected = "more than 0 between two accounts";
                return Err(format!(
                    "rows: found {amount} from {from} to {to}, expected {expected}"
                ));
            }
            let Some(row) = Posting::moved(from, to, amount) else {
                continue;
            };
            postings.push(PostedRow {
                stream: *stream,
                seq: lies.number,
                line,
                row,
            });
        }
        Ok(())
    }
}
