//! Exports for others: rounds, ledger, jackpots, significant events, and the log itself, as lines of JSON or
//! CSV, which can be read without our code.
//!
//! A line is a list of named values: an object in JSON, a row under one header in CSV. Rounds have the form
//! `settle` reads, so that an outsider can settle them again; `verify` can read the exported log.

mod log;
mod sheet;
mod subjects;

use core::str::FromStr;
use std::io::Write;

use game::Money;

use house::feed::LogFeed;
use house::log::CorruptEntry;
use house::store::{Store, StoreError};

pub use self::log::{ImportError, read as read_log};
pub use sheet::LineFormat;

/// What to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Finished rounds with what was paid.
    Rounds,
    /// Every money row.
    Ledger,
    /// What links did, and what moved a meter at a table.
    Jackpots,
    /// Significant events.
    Events,
    /// The log of the house, entry by entry.
    Log,
}

/// Why an export stopped.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output cannot be written.
    #[error("it cannot be written: {0}")]
    Write(#[from] std::io::Error),
    /// CSV was asked for; the log is exported as JSON only.
    #[error("format: found csv, expected jsonl: a log is exported as lines of JSON only")]
    LogAsCsv,
}

/// Exports a subject to `out`. Returns the entries that cannot be read: what stands behind each in its
/// stream is missing from the export.
pub async fn export(
    store: &dyn Store,
    subject: Subject,
    form: LineFormat,
    large: Money,
    out: &mut impl Write,
) -> Result<Vec<CorruptEntry>, ExportError> {
    if subject == Subject::Log {
        if form == LineFormat::Csv {
            return Err(ExportError::LogAsCsv);
        }
        self::log::write(store, out).await?;
        return Ok(Vec::new());
    }
    let mut feed = LogFeed::default();
    let mut writer = subjects::SubjectWriter::new(subject, large, sheet::Sheet::new(form, out));
    let corrupt_entries = feed.catch_up(store, &mut writer).await?;
    writer.finish(&feed)?;
    Ok(corrupt_entries)
}

impl Subject {
    /// Every subject.
    pub const ALL: [Subject; 5] = [
        Subject::Rounds,
        Subject::Ledger,
        Subject::Jackpots,
        Subject::Events,
        Subject::Log,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Subject::Rounds => "rounds",
            Subject::Ledger => "ledger",
            Subject::Jackpots => "jackpots",
            Subject::Events => "events",
            Subject::Log => "log",
        }
    }
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Subject, String> {
        let mut all = Subject::ALL.into_iter();
        all.find(|subject| subject.name() == text).ok_or_else(|| {
            format!("found {text:?}, expected rounds, ledger, jackpots, events or log")
        })
    }
}
