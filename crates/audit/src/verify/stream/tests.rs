//! Which streams are read together, and when the last page of one is read.

use house::log::{Fingerprint, Stream};
use house::store::{Head, Row, StreamPage};
use house::table::DeckAccess;
use ledger::TableId;

use super::{BATCH, PAGE, StreamReader};

/// As many entries as a page has.
const FULL: u64 = PAGE as u64;

fn head(seq: u64) -> Head {
    Head {
        seq,
        ..Head::start(Stream::Table(TableId(1)))
    }
}

/// The lengths of the streams of each batch.
fn lengths(streams: &[u64]) -> Vec<Vec<u64>> {
    let all = (1..).zip(streams);
    let all = all.map(|(table, length)| (Stream::Table(TableId(table)), head(*length)));
    let batches = StreamReader::batches(all).into_iter();
    let own = |batch: Vec<(Stream, Head)>| batch.iter().map(|(_, head)| head.seq).collect();
    batches.map(own).collect()
}

#[test]
fn short_streams_are_read_together_up_to_a_page() {
    let half = FULL / 2;
    assert_eq!(
        lengths(&[half, half - 1, 1]),
        [vec![half, half - 1], vec![1]]
    );
    assert_eq!(lengths(&[half, half]), [[half], [half]]);
    // What a batch has left shrinks with every stream.
    let third = FULL / 3;
    let thirds = [third, third, third, third];
    assert_eq!(lengths(&thirds), [vec![third, third, third], vec![third]]);
    assert_eq!(lengths(&[FULL + 5, 0, 0]), [vec![FULL + 5], vec![0, 0]]);
    let empty = lengths(&vec![0; BATCH + 1]);
    assert_eq!(empty.iter().map(Vec::len).collect::<Vec<_>>(), [BATCH, 1]);
}

fn page(entries: u64) -> StreamPage {
    let rows = (1..=entries).map(|seq| Row {
        seq,
        fingerprint: Fingerprint::of(b""),
        bytes: Vec::new().into(),
    });
    StreamPage {
        rows: rows.collect(),
        postings: Vec::new(),
    }
}

#[test]
fn a_stream_ends_with_a_short_page_or_behind_its_head() {
    let ends = |at: u64, entries: u64| {
        let stream = Stream::Table(TableId(1));
        let reader = StreamReader::new(stream, head(at), &DeckAccess::default());
        reader.ends_with(&page(entries))
    };
    assert!(!ends(FULL, FULL), "there may be more");
    assert!(ends(FULL, FULL - 1));
    assert!(ends(FULL - 1, FULL), "an entry behind the head");
    assert!(ends(1, 2));
}
