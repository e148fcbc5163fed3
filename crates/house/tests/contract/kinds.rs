//! Streams of one kind, asked for without the others.

use game::PlayerId;
use house::log::{Stream, StreamKind};
use house::store::{Head, Store};
use ledger::{LinkId, TableId};

use super::{answering, said, stored};

/// The least and the greatest number a stream can have, and some between them whose names stand
/// otherwise in a list of texts than they do in one of numbers.
const NUMBERS: [u32; 7] = [0, 1, 9, 10, 99, 999_999_999, u32::MAX];

pub async fn streams_of_one_kind_are_found_without_the_others(store: impl Store) {
    let every = [
        StreamKind::House,
        StreamKind::Table,
        StreamKind::Link,
        StreamKind::Purse,
    ];
    for kind in every {
        assert_eq!(store.heads_by_kind(kind).await.unwrap(), [], "{kind:?}");
    }
    let mut written = Vec::new();
    for kind in every {
        let mut of_it = Vec::new();
        for stream in streams(kind) {
            let head = stored(&store, said(stream, Head::start(stream), &["first"])).await;
            of_it.push((stream, head));
        }
        written.push((kind, of_it));
    }
    // A request was refused there, and nothing was written.
    let empty = Stream::Table(TableId(12));
    let refusal = said(empty, Head::start(empty), &[]);
    stored(&store, answering(refusal, 1, "bet", "no")).await;
    for (kind, expected) in written {
        let mut found = store.heads_by_kind(kind).await.unwrap();
        found.sort_unstable_by_key(|(stream, _)| *stream);
        assert_eq!(found, expected, "{kind:?}");
    }
}

fn streams(kind: StreamKind) -> Vec<Stream> {
    match kind {
        StreamKind::House => vec![Stream::House],
        StreamKind::Table => NUMBERS.map(|n| Stream::Table(TableId(n))).to_vec(),
        StreamKind::Link => NUMBERS.map(|n| Stream::Link(LinkId(n))).to_vec(),
        StreamKind::Purse => NUMBERS.map(|n| Stream::Purse(PlayerId(n))).to_vec(),
    }
}
