//! Reading on in a log: page by page, and never past what cannot be read.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Row, Store, StoreError};
use crate::log::{Poison, Stream};

/// Entries read at a time.
const PAGE: usize = 1_000;

/// Hands every entry after `after` up to `to` to `take`, in order. What it cannot take, or breaks on,
/// ends the reading: the rules stop on an event they could not have made.
pub async fn read_on(
    store: &impl Store,
    stream: Stream,
    (after, to): (u64, u64),
    mut take: impl FnMut(&Row) -> Result<(), Poison>,
) -> Result<Result<(), Poison>, StoreError> {
    let mut at = after;
    while at < to {
        let rows = store.read(stream, at, PAGE).await?;
        let poison = |seq: u64, what: String| Poison { stream, seq, what };
        if rows.is_empty() {
            return Ok(Err(poison(at + 1, "it is missing".to_owned())));
        }
        for row in rows.iter().take_while(|row| row.seq <= to) {
            let taken = catch_unwind(AssertUnwindSafe(|| take(row)));
            let taken = taken.unwrap_or_else(|broken| Err(poison(row.seq, spoken(&*broken))));
            if let Err(poison) = taken {
                return Ok(Err(poison));
            }
            at = row.seq;
        }
        if rows.last().is_some_and(|row| row.seq > to) {
            break;
        }
    }
    Ok(Ok(()))
}

/// What a panic said.
pub fn spoken(broken: &(dyn core::any::Any + Send)) -> String {
    let text = broken.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| broken.downcast_ref::<&str>().copied());
    text.unwrap_or("it gave no reason").to_owned()
}
