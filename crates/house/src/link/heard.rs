//! What a link has counted of each table, kept for the comparison with the tables' own logs
//! (STANDARDS P18), so that it need not read the link's log from its first entry.

use std::collections::BTreeMap;

use game::Money;
use ledger::TableId;
use serde::{Deserialize, Serialize};

use super::{Difference, LinkEvent};

/// What a link has counted, table by table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heard {
    tables: BTreeMap<TableId, HeardOfTable>,
    /// The last differences that were reported; accepted once two people have cleared the fault.
    noted: Vec<Difference>,
    accepted: BTreeMap<TableId, Money>,
}

/// What a link has counted of a table, and up to which entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeardOfTable {
    /// How much, with what was refused as too much.
    pub amount: Money,
    /// The last entry of the table's log that said so.
    pub to: u64,
}

impl Heard {
    /// The tables of which something was counted.
    pub fn tables(&self) -> impl Iterator<Item = (TableId, HeardOfTable)> {
        self.tables.iter().map(|(table, heard)| (*table, *heard))
    }

    /// How much was counted of a table.
    pub fn amount(&self, table: TableId) -> Money {
        self.tables
            .get(&table)
            .map_or(Money::ZERO, |heard| heard.amount)
    }

    /// By how much the link may have counted more than the table fed: two people have seen it.
    pub fn accepted(&self, table: TableId) -> Money {
        self.accepted.get(&table).copied().unwrap_or_default()
    }

    pub(super) fn apply(&mut self, event: &LinkEvent) {
        match event {
            LinkEvent::Fed {
                table, to, amount, ..
            }
            | LinkEvent::FeedRefused {
                table, to, amount, ..
            } => {
                let heard = self.tables.entry(*table).or_default();
                heard.amount += *amount;
                heard.to = heard.to.max(*to);
            }
            LinkEvent::Mismatched { differences, .. } => self.noted.clone_from(differences),
            LinkEvent::FaultCleared => {
                let noted = self.noted.drain(..);
                let seen = noted.map(|it| (it.table, it.heard - it.fed));
                self.accepted.extend(seen);
            }
            // These say neither what was counted nor what was found of it.
            LinkEvent::Declared { .. }
            | LinkEvent::ValueSet { .. }
            | LinkEvent::ChangePending { .. }
            | LinkEvent::ChangeMade { .. }
            | LinkEvent::Enrolled { .. }
            | LinkEvent::Enabled { .. }
            | LinkEvent::Disabled { .. }
            | LinkEvent::PrizeFixed { .. }
            | LinkEvent::Unfit { .. }
            | LinkEvent::Received { .. }
            | LinkEvent::Hit { .. }
            | LinkEvent::Verified { .. }
            | LinkEvent::Reversed { .. }
            | LinkEvent::Rejected { .. }
            | LinkEvent::FaultFound { .. }
            | LinkEvent::FellSilent { .. }
            | LinkEvent::Returned
            | LinkEvent::Released { .. }
            | LinkEvent::InstructionFailed { .. }
            | LinkEvent::Decommissioned { .. } => {}
        }
    }
}
