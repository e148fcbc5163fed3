//! A store that lies: everything as it is stored, but for one thing.

use game::Money;
use house::log::{Stream, StreamKind};
use house::store::async_trait;
use house::store::{Head, MemoryStore, PostedRow, Row, SideRows, Store, StoreError};
use ledger::{Account, Posting};
use std::sync::Arc;

use crate::floor::wrapped::{Wrapped, Wrapper};

#[derive(Clone, Debug)]
#[allow(dead_code, reason = "each test file tells the lies it needs")]
pub enum Lie {
    /// A bit of an entry, counted from the first of its bytes.
    Bytes(Stream, u64, usize),
    /// A bit of a fingerprint.
    Fingerprint(Stream, u64, usize),
    /// An entry is not there, and those behind it move up or not.
    Missing(Stream, u64),
    /// Two entries have changed places.
    Exchanged(Stream, u64),
    /// An entry and everything behind it is not there, and the head does not say so.
    Short(Stream, u64),
    /// A row of money has another amount.
    Amount(Stream, u64),
    /// A row of money is not there.
    NoPosting(Stream, u64),
    /// The last row of money stands there a second time, behind the last entry.
    PostingBehind(Stream, u64),
    Balance(Account, Money),
    /// The head of a stream is an older one.
    OldHead(Stream, Head),
    /// The same, but heads and balances of one moment are those of now: entries were written in between.
    Written(Stream, Head),
    /// The same, but the entries written in between cannot be found.
    WrittenAndLost(Stream, Head),
    /// No entry up to this one is handed out but the one itself.
    Forgotten(Stream, u64),
    /// The whole log behind an entry computed anew, after the entry was changed.
    Rewritten(Stream, u64),
}

/// A store that lies.
pub type Tampered = Wrapped<Liar>;

pub struct Liar {
    honest: Arc<MemoryStore>,
    lie: Lie,
}

impl Tampered {
    pub fn new(honest: Arc<MemoryStore>, lie: Lie) -> Tampered {
        Wrapped(Liar { honest, lie })
    }
}

impl Liar {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other lies are told elsewhere"
    )]
    async fn all(&self, stream: Stream) -> Vec<Row> {
        let mut rows = self.honest.read(stream, 0, usize::MAX).await.unwrap();
        match self.lie {
            Lie::Bytes(of, seq, bit) if of == stream => {
                let row = rows.iter_mut().find(|row| row.seq == seq).unwrap();
                let mut bytes = row.bytes.to_vec();
                bytes[bit / 8] ^= 1 << (bit % 8);
                row.bytes = bytes.into();
            }
            Lie::Fingerprint(of, seq, bit) if of == stream => {
                let row = rows.iter_mut().find(|row| row.seq == seq).unwrap();
                row.fingerprint.0[bit / 8] ^= 1 << (bit % 8);
            }
            Lie::Missing(of, seq) if of == stream => rows.retain(|row| row.seq != seq),
            Lie::Short(of, seq) if of == stream => rows.retain(|row| row.seq < seq),
            Lie::Exchanged(of, seq) if of == stream => {
                let at = usize::try_from(seq).unwrap() - 1;
                let (one, two) = (rows[at].bytes.clone(), rows[at + 1].bytes.clone());
                (rows[at].bytes, rows[at + 1].bytes) = (two, one);
            }
            Lie::Rewritten(of, seq) if of == stream => rewrite(stream, seq, &mut rows),
            Lie::Forgotten(of, seq) if of == stream => rows.retain(|row| row.seq >= seq),
            Lie::WrittenAndLost(of, old) if of == stream => rows.retain(|row| row.seq <= old.seq),
            _ => {}
        }
        rows
    }
}

/// A digit of an amount is another, and the chain is made to fit.
fn rewrite(stream: Stream, seq: u64, rows: &mut [Row]) {
    let mut fingerprint = Head::start(stream).fingerprint;
    for row in rows {
        if row.seq == seq {
            let digit = row.bytes.iter().rposition(u8::is_ascii_digit).unwrap();
            let mut bytes = row.bytes.to_vec();
            bytes[digit] = if bytes[digit] == b'9' { b'8' } else { b'9' };
            row.bytes = bytes.into();
        }
        fingerprint = fingerprint.then(&row.bytes);
        row.fingerprint = fingerprint;
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the other lies are told elsewhere"
)]
#[async_trait]
impl Wrapper for Liar {
    fn wrapped(&self) -> &dyn Store {
        &*self.honest
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        let mut heads = self.honest.heads().await?;
        if let Lie::Rewritten(of, _) = self.lie {
            let last = self.all(of).await.pop().unwrap();
            for (stream, head) in &mut heads {
                if *stream == of {
                    head.fingerprint = last.fingerprint;
                }
            }
        }
        if let Lie::OldHead(of, old) | Lie::Written(of, old) | Lie::WrittenAndLost(of, old) =
            self.lie
        {
            for (_, head) in heads.iter_mut().filter(|(stream, _)| *stream == of) {
                *head = old;
            }
        }
        Ok(heads)
    }

    async fn heads_by_kind(&self, kind: StreamKind) -> Result<Vec<(Stream, Head)>, StoreError> {
        let mut heads = self.heads().await?;
        heads.retain(|(stream, _)| stream.kind() == kind);
        Ok(heads)
    }

    async fn read(&self, stream: Stream, after: u64, limit: usize) -> Result<Vec<Row>, StoreError> {
        let rows = self.all(stream).await;
        let behind = rows.into_iter().filter(|row| row.seq > after);
        Ok(behind.take(limit).collect())
    }

    async fn postings(
        &self,
        stream: Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PostedRow>, StoreError> {
        let mut rows = self.honest.postings(stream, after, limit).await?;
        match self.lie {
            Lie::Amount(of, seq) if of == stream => {
                for posted in rows.iter_mut().filter(|posted| posted.seq == seq) {
                    let more = posted.row.amount() + Money::minor(1);
                    posted.row = Posting::moved(posted.row.from(), posted.row.to(), more).unwrap();
                }
            }
            Lie::NoPosting(of, seq) if of == stream => rows.retain(|posted| posted.seq != seq),
            Lie::WrittenAndLost(of, old) if of == stream => {
                rows.retain(|posted| posted.seq <= old.seq);
            }
            Lie::PostingBehind(of, seq) if of == stream => {
                let last = rows.last().copied();
                rows.extend(last.map(|posted| PostedRow { seq, ..posted }));
            }
            _ => {}
        }
        Ok(rows)
    }

    async fn balances(&self) -> Result<Vec<(Account, Money)>, StoreError> {
        let mut balances = self.honest.balances().await?;
        if let Lie::Balance(account, more) = self.lie {
            for (of, held) in &mut balances {
                if *of == account {
                    *held += more;
                }
            }
        }
        Ok(balances)
    }

    fn side_rows(&self) -> Option<&dyn SideRows> {
        match self.lie {
            Lie::Written(..) | Lie::WrittenAndLost(..) => self.honest.side_rows(),
            _ => None,
        }
    }
}
