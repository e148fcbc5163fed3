//! Reading on in the logs that concern a link.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Event, Money, Round};
use ledger::{LinkId, TableId};

use super::super::{LinkEvent, LinkState, Received, Reversal, TableContributions};
use super::Controller;
use super::claims::{Won, won_at};
use crate::log::Stream;
use crate::response::ServiceError;
use crate::store::{Row, Store, read_on};
use crate::table::{TableEvent, TableReader, TableState};

/// What the tables stored since the last turn.
#[derive(Default)]
pub struct Gathered {
    pub feeds: Vec<TableContributions>,
    pub received: Vec<Received>,
    pub reversals: Vec<Reversal>,
    /// Rounds whose jackpots were paid, as they stand at the end: the link may know of them or not.
    pub paid: BTreeMap<(TableId, u64), Won>,
    pub consumed: Vec<(Stream, u64)>,
}

impl Controller {
    /// Reads on in every log that says so.
    pub(super) async fn gather(&mut self) -> Result<Gathered, ServiceError> {
        let link = self.state.stream();
        let mut gathered = Gathered::default();
        let waiting = self.store().waiting(link, usize::MAX).await?;
        let waiting: BTreeMap<Stream, u64> = waiting.into_iter().collect();
        let consumed = self.store().consumed(link).await?;
        let consumed: BTreeMap<Stream, u64> = consumed.into_iter().collect();
        for (stream, to) in waiting {
            let from = consumed.get(&stream).copied().unwrap_or(0);
            let read = match stream {
                Stream::Table(table) => self.read_table(table, from, to, &mut gathered).await?,
                Stream::Link(other) => self.read_link(other, from, to, &mut gathered).await?,
                Stream::House | Stream::Purse(_) => Readable::Yes,
            };
            if matches!(read, Readable::Yes) {
                gathered.consumed.push((stream, to));
            }
        }
        // Tables that were read in an earlier turn stand where they stood.
        let known: Vec<TableId> = self.state.tables().keys().copied().collect();
        for table in known {
            if !self.tables.contains_key(&table) {
                let head = self.store().head(Stream::Table(table)).await?;
                self.read_table(table, head.seq, head.seq, &mut Gathered::default())
                    .await?;
            }
        }
        Ok(gathered)
    }

    /// What happened at a table after `from` up to `to`.
    async fn read_table(
        &mut self,
        table: TableId,
        from: u64,
        to: u64,
        gathered: &mut Gathered,
    ) -> Result<Readable, ServiceError> {
        let store = Arc::clone(self.store());
        // The state goes on from where it is; what is fed counts from where the link has read to.
        let kept = self.tables.remove(&table);
        let kept = kept.filter(|state| state.head().seq <= from);
        let begin = match kept {
            Some(state) => state,
            None => self.unread_table(table, from, to).await,
        };
        let started = begin.head().seq;
        let mut read = read_table_from(begin, &*store, (self.state.id, from), to).await?;
        if read.is_none() && started > 0 {
            // The log may be sound where a snapshot of it is not.
            let first = self.pit.new_state(table);
            read = read_table_from(first, &*store, (self.state.id, from), to).await?;
        }
        let Some((state, noted)) = read else {
            // A table nobody can read has stopped; the link goes on with the others, and reads it from
            // here should it ever be put right.
            return Ok(Readable::No);
        };
        self.tables.insert(table, state);
        let reversed = noted.reversed.into_iter();
        let reversals = reversed.map(|round| Reversal { table, round });
        gathered.reversals.extend(reversals);
        let paid = noted.paid.into_iter();
        gathered
            .paid
            .extend(paid.map(|won| ((table, won.round), won)));
        let amounts = noted.amounts;
        if !amounts.is_empty() {
            gathered
                .feeds
                .push(TableContributions { table, to, amounts });
        }
        Ok(Readable::Yes)
    }

    /// The table from its latest snapshot that says nothing of what the link has still to hear. A table's
    /// snapshot does not have its last round: at least one entry is read behind it.
    async fn unread_table(&self, table: TableId, from: u64, to: u64) -> TableState {
        let first = self.pit.new_state(table);
        let up_to = from.min(to.saturating_sub(1));
        let restored = first.from_latest_snapshot(&**self.store(), up_to).await;
        restored.unwrap_or(first)
    }

    async fn read_link(
        &self,
        other: LinkId,
        from: u64,
        to: u64,
        gathered: &mut Gathered,
    ) -> Result<Readable, ServiceError> {
        let stream = Stream::Link(other);
        let mut state = LinkState::from_latest_snapshot(&**self.store(), other, from).await;
        let begin = state.head().seq;
        let mut received = Vec::new();
        let mut take = |row: &Row| {
            let event = state.take(row)?;
            if let LinkEvent::Decommissioned { to: heir, .. } = event
                && row.seq > from
                && heir == self.state.id
            {
                let (link, amount) = (other, state.meters().left);
                received.push(Received { link, amount });
            }
            Ok(())
        };
        let read = read_on(&**self.store(), stream, (begin, to), &mut take);
        if read.await?.is_err() {
            return Ok(Readable::No);
        }
        gathered.received.extend(received);
        Ok(Readable::Yes)
    }
}

/// The table read on up to `to`, and what a link has to do with in its entries after `from`; none where
/// its log cannot be read.
async fn read_table_from(
    mut state: TableState,
    store: &dyn Store,
    (link, from): (LinkId, u64),
    to: u64,
) -> Result<Option<(TableState, Noted)>, ServiceError> {
    let (stream, unread) = (state.stream(), (state.head().seq, to));
    let mut noted = Noted::default();
    let hear = |state: &TableState, event| {
        if state.head().seq > from && state.link_at(&event) == Some(link) {
            noted.take(state, &event);
        }
    };
    let state_read = &mut state;
    let mut following = TableReader {
        state: state_read,
        hear,
    };
    let read = read_on(store, stream, unread, &mut following).await?;
    Ok(read.is_ok().then_some((state, noted)))
}

/// Whether a log could be read: what could not is not consumed.
enum Readable {
    Yes,
    No,
}

/// What of a table's events the link has to do with.
#[derive(Default)]
struct Noted {
    amounts: Vec<Money>,
    /// Rounds in which an award was taken back.
    reversed: Vec<u64>,
    paid: Vec<Won>,
}

impl Noted {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of some ninety kinds of event these concern a link"
    )]
    fn take(&mut self, state: &TableState, event: &TableEvent) {
        let (TableEvent::Game(event), Stream::Table(table)) = (event, state.stream()) else {
            return;
        };
        let round = state.table().round().map_or(0, Round::number);
        match event {
            Event::ContributionAdded { amount, .. } => self.amounts.push(*amount),
            Event::ContributionReversed { amount, .. } => self.amounts.push(-*amount),
            Event::MeterRestored { .. } | Event::RoundVoided { .. } => {
                self.paid.retain(|won| won.round != round);
                self.reversed.push(round);
            }
            Event::JackpotsSettled => self.paid.extend(paid(state, table)),
            _ => {}
        }
    }
}

fn paid(state: &TableState, table: TableId) -> Option<Won> {
    let (round, rulebook) = (state.table().round()?, state.table().rulebook()?);
    let settled = round.jackpots_paid(rulebook)?;
    Some(Won {
        when: won_at(rulebook, round, &settled),
        table,
        round: round.number(),
        paid: Some(settled),
    })
}
