//! A link as it is stored: the whole of its state, behind any entry.

use std::collections::BTreeMap;

use ledger::{LinkId, TableId};
use serde::{Deserialize, Serialize};

use super::heard::Heard;
use super::{Enrolment, Hit, JackpotParameters, LinkFault, LinkState, Meters};
use crate::lobby::LinkTimes;
use crate::snapshot::FORMAT;
use crate::store::{Head, Snapshot, Store};

/// What the body of a link's snapshot says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LinkBody {
    level: Option<JackpotParameters>,
    pending: Option<JackpotParameters>,
    untouched: bool,
    tables: BTreeMap<TableId, Enrolment>,
    prize: Option<String>,
    meters: Meters,
    hits: BTreeMap<u64, Hit>,
    next_number: u64,
    heard: Heard,
    fault: Option<LinkFault>,
    ended: Option<LinkId>,
    /// Since when the link stands as it does, for the lobby.
    since: LinkTimes,
}

impl LinkState {
    /// The link as a snapshot says it.
    pub fn snapshot_body(&self) -> Option<Vec<u8>> {
        let body = LinkBody {
            level: self.level,
            pending: self.pending,
            untouched: self.untouched,
            tables: self.tables.clone(),
            prize: self.prize.clone(),
            meters: self.meters,
            hits: self.hits.clone(),
            next_number: self.next_number,
            heard: self.heard.clone(),
            fault: self.fault,
            ended: self.ended,
            since: self.since.clone(),
        };
        serde_json::to_vec(&body).ok()
    }

    /// A snapshot behind the last entry.
    pub(super) fn snapshot(&self) -> Option<Snapshot> {
        let body = self.snapshot_body()?;
        Some(Snapshot::behind(self.stream(), self.head, FORMAT, body))
    }

    /// The link from its latest snapshot behind an entry up to `up_to`, or as it is before its first
    /// entry.
    pub(crate) async fn from_latest_snapshot(
        store: &dyn Store,
        id: LinkId,
        up_to: u64,
    ) -> LinkState {
        let start = LinkState::new(id);
        let restore = |head, body: &[u8]| start.restored(head, body);
        let latest = crate::snapshot::latest(store, start.stream(), up_to, restore).await;
        latest.unwrap_or(start)
    }

    fn restored(&self, head: Head, body: &[u8]) -> Option<LinkState> {
        let body: LinkBody = serde_json::from_slice(body).ok()?;
        Some(LinkState {
            id: self.id,
            head,
            level: body.level,
            pending: body.pending,
            untouched: body.untouched,
            tables: body.tables,
            prize: body.prize,
            meters: body.meters,
            hits: body.hits,
            next_number: body.next_number,
            heard: body.heard,
            fault: body.fault,
            ended: body.ended,
            since: body.since,
        })
    }
}
