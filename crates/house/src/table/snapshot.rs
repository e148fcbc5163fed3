//! A table as it is stored between two rounds.
//!
//! It is taken just before bets are opened: the last round can no longer change then, and nothing of it
//! is stored. So the entry after a table's snapshot is always the opening of bets, and a process that
//! restores a table reads at least that one before it publishes the table's state.

use std::collections::BTreeMap;

use game::{Digest, Event, Money, Table, TableOutline, Timestamp};
use ledger::LinkId;
use serde::{Deserialize, Serialize};

use super::cards::UsedSeeds;
use super::{Linked, Source, TableEvent, TableState, WaitingTimes};
use crate::lobby::TableTimes;
use crate::snapshot::FORMAT;
use crate::store::{Head, Snapshot, Store};

/// What the body of a table's snapshot says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableBody {
    table: TableOutline,
    linked: Option<Linked>,
    cards_from: Source,
    /// The seeds opened last: the next ones must be others.
    used_seeds: UsedSeeds,
    times: WaitingTimes,
    /// Whether the House has paused it.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    paused: bool,
    /// The digest of the rules the table was last opened under.
    form: Option<Digest>,
    /// The link the last round was opened under.
    round_under: Option<LinkId>,
    /// What the table fed to each link in all.
    fed: BTreeMap<LinkId, Money>,
    /// When the last command reached the house.
    last: Timestamp,
    /// Since when the table stands as it does, for the lobby.
    since: TableTimes,
}

impl TableState {
    /// The table as a snapshot says it; none while a round is being played.
    pub fn snapshot_body(&self) -> Option<Vec<u8>> {
        let body = TableBody {
            table: self.table.outline()?,
            linked: self.linked,
            cards_from: self.cards.from,
            used_seeds: self.cards.used_seeds.clone(),
            times: self.times(),
            paused: self.paused,
            form: self.form,
            round_under: self.round_under,
            fed: self.fed.clone(),
            last: self.last,
            since: self.since,
        };
        serde_json::to_vec(&body).ok()
    }

    /// A snapshot, if `event`, which is about to be applied, is the moment for one.
    pub(crate) fn snapshot_before(&self, event: &TableEvent) -> Option<Snapshot> {
        let opens = matches!(event, TableEvent::Game(Event::BetsOpened { .. }));
        let body = self.snapshot_body().filter(|_| opens)?;
        Some(Snapshot::behind(self.stream(), self.head, FORMAT, body))
    }

    /// This table, with the same access to its decks, from the latest snapshot behind an entry up to
    /// `up_to`; none where there is none to start from.
    pub async fn from_latest_snapshot(&self, store: &dyn Store, up_to: u64) -> Option<TableState> {
        let restore = |head, body: &[u8]| self.restored(head, body);
        crate::snapshot::latest(store, self.stream(), up_to, restore).await
    }

    fn restored(&self, head: Head, body: &[u8]) -> Option<TableState> {
        let body: TableBody = serde_json::from_slice(body).ok()?;
        let mut state = TableState::new(self.id).with_access(self.cards.access.clone());
        state.head = head;
        state.table = Table::from_outline(body.table).ok()?;
        state.linked = body.linked;
        state.cards.from = body.cards_from;
        state.cards.used_seeds = body.used_seeds;
        state.timed = super::times::TimerState::between_rounds(body.times);
        state.paused = body.paused;
        state.form = body.form;
        state.round_under = body.round_under;
        state.fed = body.fed;
        state.last = body.last;
        state.since = body.since;
        Some(state)
    }
}
