//! What an audit reads of a house in memory beside its logs.

use async_trait::async_trait;
use game::Money;
use ledger::{Account, LinkId};

use super::super::side_rows::Moment;
use super::super::{SideRows, StoreError, StoredResponse};
use super::MemoryStore;
use crate::log::{CommandId, Stream};

#[async_trait]
impl SideRows for MemoryStore {
    async fn damage(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// No row can be added here without its head.
    async fn strays(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn responses(
        &self,
        of: Vec<(Stream, Option<CommandId>)>,
        limit: usize,
    ) -> Result<Vec<Vec<StoredResponse>>, StoreError> {
        let kept = self.kept();
        let page = |(stream, after): (Stream, Option<CommandId>)| {
            let all = kept.answers.range((stream, CommandId(0))..);
            let own = all.take_while(|((of, _), _)| *of == stream);
            let behind = own.filter(|((_, id), _)| after.is_none_or(|after| *id > after));
            behind
                .take(limit)
                .map(|(_, response)| response.clone())
                .collect()
        };
        Ok(of.into_iter().map(page).collect())
    }

    async fn contributors(&self) -> Result<Vec<(LinkId, Stream)>, StoreError> {
        let kept = self.kept();
        let keys = kept.contributed.keys();
        let mut pairs: Vec<_> = keys.map(|(link, stream, _)| (*link, *stream)).collect();
        pairs.dedup();
        Ok(pairs)
    }

    async fn contributions(
        &self,
        (link, stream): (LinkId, Stream),
        after: u64,
        limit: usize,
    ) -> Result<Vec<(u64, Money)>, StoreError> {
        let kept = self.kept();
        let from = (link, stream, after.saturating_add(1));
        let rows = kept.contributed.range(from..=(link, stream, u64::MAX));
        let rows = rows.map(|((_, _, seq), amount)| (*seq, *amount));
        Ok(rows.take(limit).collect())
    }

    async fn announcers(&self) -> Result<Vec<(Stream, Stream)>, StoreError> {
        let kept = self.kept();
        let rows = kept.outbox.iter();
        let mut pairs: Vec<_> = rows.map(|(to, from, _)| (*to, *from)).collect();
        pairs.dedup();
        Ok(pairs)
    }

    async fn announced(
        &self,
        (to, from): (Stream, Stream),
        after: u64,
        limit: usize,
    ) -> Result<Vec<u64>, StoreError> {
        let kept = self.kept();
        let first = (to, from, after.saturating_add(1));
        let rows = kept.outbox.range(first..=(to, from, u64::MAX));
        Ok(rows.map(|(_, _, seq)| *seq).take(limit).collect())
    }

    async fn positions(&self) -> Result<Vec<(Stream, Stream, u64)>, StoreError> {
        let kept = self.kept();
        let rows = kept.consumed.iter();
        Ok(rows.map(|((by, of), seq)| (*by, *of, *seq)).collect())
    }

    async fn empty_accounts(&self) -> Result<Vec<Account>, StoreError> {
        let kept = self.kept();
        let empty = kept.balances.iter().filter(|(_, held)| held.is_zero());
        Ok(empty.map(|(account, _)| *account).collect())
    }

    async fn heads_and_balances(&self) -> Result<Moment, StoreError> {
        let kept = self.kept();
        Ok((kept.heads(), kept.held_balances()))
    }
}
