//! A rack's balance row against the logs, before chips are taken from the rack.
//!
//! What lies in a rack was bought in at the cage, which the purse's own log says, or won at the table.
//! The table's part is added up from the rows of money beside its log: each row is read once by a
//! process, at the first cash-out from the table after its start.

use std::collections::BTreeMap;

use game::PlayerId;
use ledger::{Account, TableId};
use tokio::sync::Mutex;

use crate::log::Stream;
use crate::store::{Store, StoreError};

/// Entries whose rows are read at a time.
const PAGE: usize = 10_000;

/// What tables paid to racks and took from them, as far as their rows were read.
#[derive(Default)]
pub(super) struct RackCheck {
    tables: Mutex<BTreeMap<TableId, TableSums>>,
}

#[derive(Default)]
struct TableSums {
    /// The last entry whose rows are in the sums.
    seq: u64,
    minor: BTreeMap<PlayerId, i128>,
}

impl RackCheck {
    /// What the table has paid to the Player's rack and taken from it in its entries up to `seq`.
    pub(super) async fn won_at(
        &self,
        store: &dyn Store,
        table: TableId,
        player: PlayerId,
        seq: u64,
    ) -> Result<i128, StoreError> {
        let mut tables = self.tables.lock().await;
        let sums = tables.entry(table).or_default();
        if sums.seq > seq {
            // The table was read further than it goes now: it was rolled back.
            *sums = TableSums::default();
        }
        while sums.seq < seq {
            let last = sums.seq.saturating_add(PAGE as u64).min(seq);
            let count = usize::try_from(last - sums.seq).unwrap_or(PAGE);
            let rows = store
                .postings(Stream::Table(table), sums.seq, count)
                .await?;
            for posted in rows {
                let amount = i128::from(posted.row.amount().in_minor());
                for (account, amount) in [(posted.row.from(), -amount), (posted.row.to(), amount)] {
                    if let Account::Rack(at, whose) = account
                        && at == table
                    {
                        *sums.minor.entry(whose).or_default() += amount;
                    }
                }
            }
            sums.seq = last;
        }
        Ok(sums.minor.get(&player).copied().unwrap_or_default())
    }
}
