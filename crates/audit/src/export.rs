//! What a house hands to others: rounds, ledger, jackpots, significant events, and the log itself, as
//! lines of JSON or CSV. Whoever has them needs nothing of ours to read them.
//!
//! A line is a list of named values: JSON shows them as an object, CSV as a row under one header. The
//! rounds are as `settle` reads them, so that a stranger can settle them again; the log is as `verify`
//! reads it.

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

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Rounds,
    Ledger,
    Jackpots,
    Events,
    Log,
}

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("it cannot be written: {0}")]
    Write(#[from] std::io::Error),
    #[error("format: found csv, expected jsonl: a log is exported as lines of JSON only")]
    LogAsCsv,
}

/// Writes the subject out. Entries that cannot be read are returned: what stands behind them is missing.
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
    pub const ALL: [Subject; 5] = [
        Subject::Rounds,
        Subject::Ledger,
        Subject::Jackpots,
        Subject::Events,
        Subject::Log,
    ];

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
