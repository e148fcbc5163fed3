//! Reading on in a log: page by page, and never past what cannot be read.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Row, Store, StoreError};
use crate::log::{CorruptEntry, ReadBlocked, Stream};

/// Entries read at a time.
const PAGE: usize = 1_000;

/// Whoever follows a log.
pub trait LogReader {
    /// The entries that come next, before the first of them is taken.
    fn ahead(&mut self, _rows: &[Row]) {}

    fn take(&mut self, row: &Row) -> Result<(), ReadBlocked>;
}

impl<F: FnMut(&Row) -> Result<(), CorruptEntry>> LogReader for F {
    fn take(&mut self, row: &Row) -> Result<(), ReadBlocked> {
        Ok(self(row)?)
    }
}

/// Hands every entry after `after` up to `to` to the reader, in order. What it cannot take, or breaks
/// on, ends the reading: the rules stop on an event they could not have made.
pub async fn read_on(
    store: &dyn Store,
    stream: Stream,
    (after, to): (u64, u64),
    reader: &mut impl LogReader,
) -> Result<Result<(), CorruptEntry>, StoreError> {
    let mut at = after;
    while at < to {
        let mut rows = store.read(stream, at, PAGE).await?;
        rows.truncate(rows.partition_point(|row| row.seq <= to));
        let corrupt = |seq: u64, what: String| CorruptEntry { stream, seq, what };
        if rows.is_empty() {
            return Ok(Err(corrupt(at + 1, "it is missing".to_owned())));
        }
        let start = at;
        reader.ahead(&rows);
        for row in &rows {
            let taken = catch_unwind(AssertUnwindSafe(|| reader.take(row)));
            let broken =
                |broken: Box<dyn core::any::Any + Send>| corrupt(row.seq, panic_message(&*broken));
            match taken.unwrap_or_else(|why| Err(broken(why).into())) {
                Ok(()) => at = row.seq,
                // What it needs may stand on the next page.
                Err(ReadBlocked::Sealed(_)) if at > start => break,
                Err(stuck) => return Ok(Err(stuck.into_entry())),
            }
        }
    }
    Ok(Ok(()))
}

/// What a panic said.
pub fn panic_message(broken: &(dyn core::any::Any + Send)) -> String {
    let text = broken.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| broken.downcast_ref::<&str>().copied());
    text.unwrap_or("it gave no reason").to_owned()
}
