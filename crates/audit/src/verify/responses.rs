//! Reads a batch of streams, and compares the responses stored for them with their logs.

use house::log::{CommandId, Stream};
use house::store::{Head, SideRows, Store, StoreError};
use house::table::DeckAccess;

use super::stream::StreamReader;

/// Responses read at a time, of one stream.
const PAGE: usize = 5_000;

/// Reads and replays every stream of a batch, and compares its responses.
pub async fn read_batch(
    batch: &[(Stream, Head)],
    store: &dyn Store,
    access: &DeckAccess,
) -> Result<Vec<StreamReader>, StoreError> {
    let mut readers = StreamReader::run(batch, store, access).await?;
    if let Some(rows) = store.side_rows() {
        compare(&mut readers, rows).await?;
    }
    Ok(readers)
}

/// A log with an error is not compared: not all of its commands are known.
async fn compare(readers: &mut [StreamReader], rows: &dyn SideRows) -> Result<(), StoreError> {
    let sound = readers.iter_mut().filter(|it| it.finding.is_none());
    let mut open: Vec<(&mut StreamReader, Option<CommandId>)> =
        sound.map(|reader| (reader, None)).collect();
    while !open.is_empty() {
        let of = open.iter().map(|(reader, after)| (reader.stream, *after));
        let pages = rows.responses(of.collect(), PAGE).await?;
        let mut next = Vec::new();
        for ((reader, _), page) in open.into_iter().zip(pages) {
            reader.commands.compare(reader.head.seq, &page);
            match page.last() {
                Some(last) if page.len() == PAGE => next.push((reader, Some(last.id))),
                Some(_) | None => reader.commands.end_responses(),
            }
        }
        open = next;
    }
    Ok(())
}
