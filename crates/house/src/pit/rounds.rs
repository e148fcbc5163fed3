//! Where in a table's log a round lies, found by halving: rounds are numbered in the order of the log.

use game::Event;
use ledger::TableId;

use crate::log::Stream;
use crate::store::{Store, StoreError};
use crate::table::{TableEntry, TableEvent};

/// How many entries are read at once: a round has some thirty.
const PAGE: usize = 64;

/// An opening call: the entry, and the round it opened.
#[derive(Clone, Copy)]
struct Opening {
    entry: u64,
    round: u64,
}

/// The entry before the opening call of the round, and the last before the next opening call.
pub async fn entries_of(
    store: &dyn Store,
    table: TableId,
    round: u64,
) -> Result<Option<(u64, u64)>, StoreError> {
    let head = store.head(Stream::Table(table)).await?.seq;
    let Some(opening) = first_opening_from(store, table, round, head).await? else {
        return Ok(None);
    };
    if opening.round != round {
        return Ok(None);
    }
    let next = first_opening_after(store, table, opening.entry, head).await?;
    let last = next.map_or(head, |next| next.entry - 1);
    Ok(Some((opening.entry - 1, last)))
}

/// The first opening call of this round or a later one.
async fn first_opening_from(
    store: &dyn Store,
    table: TableId,
    round: u64,
    head: u64,
) -> Result<Option<Opening>, StoreError> {
    // Every opening call up to `low` is of an earlier round; the first after `high` is not.
    let (mut low, mut high) = (0, head);
    while high - low > PAGE as u64 {
        let middle = low + (high - low) / 2;
        match first_opening_after(store, table, middle, head).await? {
            Some(opening) if opening.round < round => low = opening.entry,
            Some(_) | None => high = middle,
        }
    }
    let mut after = low;
    while let Some(opening) = first_opening_after(store, table, after, head).await? {
        if opening.round >= round {
            return Ok(Some(opening));
        }
        after = opening.entry;
    }
    Ok(None)
}

async fn first_opening_after(
    store: &dyn Store,
    table: TableId,
    after: u64,
    head: u64,
) -> Result<Option<Opening>, StoreError> {
    let mut at = after;
    while at < head {
        let rows = store.read(Stream::Table(table), at, PAGE).await?;
        let Some(last) = rows.last().map(|row| row.seq) else {
            return Ok(None);
        };
        for row in &rows {
            let read = TableEntry::read(&row.bytes).map_err(|error| StoreError::Corrupt {
                place: format!("{} entry {}", Stream::Table(table), row.seq),
                what: error.to_string(),
            })?;
            if let TableEvent::Game(Event::BetsOpened { round, .. }) = read.event {
                let entry = row.seq;
                return Ok(Some(Opening { entry, round }));
            }
        }
        at = last;
    }
    Ok(None)
}
