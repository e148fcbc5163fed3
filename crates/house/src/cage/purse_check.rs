//! The balance row of a purse or a rack against the logs, before money is taken from it.
//!
//! The store keeps a row with the balance of every purse and rack, and a person who can write to the database
//! can raise it. Every move of a purse is an entry of the purse's own log, whose fingerprints form a
//! chain; so the balance is added up again from the entries. To a rack belongs what was won at its table
//! too. Entries that were read once are not read again as long as this process runs: a payment costs the
//! entries since the last one.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::PlayerId;
use ledger::{Account, TableId};

use super::CageEntry;
use super::rack_check::RackCheck;
use crate::log::Stream;
use crate::store::{Head, Row, Store, StoreError};

/// How many purses are remembered; then the memory starts anew.
const KEPT: usize = 10_000;
/// Entries read at a time.
const PAGE: usize = 1_000;

/// What the logs of purses come to, as far as they were read.
#[derive(Default)]
pub(super) struct PurseCheck {
    sums: Mutex<BTreeMap<PlayerId, PurseSum>>,
    tables: RackCheck,
}

/// What the log of one purse comes to.
#[derive(Clone)]
struct PurseSum {
    head: Head,
    minor: i128,
    /// What was bought in at each table, less what was cashed out and given as tips.
    racks: BTreeMap<TableId, i128>,
}

/// What the check found.
pub(super) enum PurseFound {
    /// The balance is what the log comes to.
    Sound,
    /// Another process wrote to the purse meanwhile: it has to be looked at again.
    Moved,
    /// The balance is not what the log comes to, or the log cannot be read.
    Unsound(String),
}

impl PurseCheck {
    /// Compares the balance of the player's purse, or of the rack at a table, with the player's log up to
    /// `head`.
    pub(super) async fn compare(
        &self,
        store: &dyn Store,
        (player, rack): (PlayerId, Option<TableId>),
        head: Head,
    ) -> Result<PurseFound, StoreError> {
        let stream = Stream::Purse(player);
        let mut sum = self.known(player, head);
        while sum.head.seq < head.seq {
            let rows = store.read(stream, sum.head.seq, PAGE).await?;
            if rows.is_empty() {
                let why = format!("entry {} is missing", sum.head.seq + 1);
                return Ok(PurseFound::Unsound(why));
            }
            for row in rows.iter().take_while(|row| row.seq <= head.seq) {
                if let Err(why) = sum.take(player, row) {
                    return Ok(PurseFound::Unsound(format!("entry {}: {why}", row.seq)));
                }
            }
        }
        if sum.head.fingerprint != head.fingerprint {
            let why = format!("entry {} is not the one its head names", head.seq);
            return Ok(PurseFound::Unsound(why));
        }
        let (account, expected, table) = match rack {
            None => (Account::Purse(player), sum.minor, None),
            Some(table) => {
                let at = store.head(Stream::Table(table)).await?;
                let won = self.tables.won_at(store, table, player, at.seq).await?;
                let bought = sum.racks.get(&table).copied().unwrap_or_default();
                (
                    Account::Rack(table, player),
                    bought + won,
                    Some((table, at)),
                )
            }
        };
        let found = store.balance(account).await?.in_minor();
        if i128::from(found) == expected {
            self.remember(player, sum);
            return Ok(PurseFound::Sound);
        }
        if store.head(stream).await? != head {
            return Ok(PurseFound::Moved);
        }
        if let Some((table, at)) = table
            && store.head(Stream::Table(table)).await? != at
        {
            return Ok(PurseFound::Moved);
        }
        Ok(PurseFound::Unsound(format!(
            "{account}: the store says {found}, the logs come to {expected}"
        )))
    }

    /// What is known of the purse, unless it was read further than it goes now.
    fn known(&self, player: PlayerId, head: Head) -> PurseSum {
        let known = self.sums().get(&player).cloned();
        let start = PurseSum {
            head: Head::start(Stream::Purse(player)),
            minor: 0,
            racks: BTreeMap::new(),
        };
        known
            .filter(|sum| sum.head.seq <= head.seq)
            .unwrap_or(start)
    }

    fn remember(&self, player: PlayerId, sum: PurseSum) {
        let mut sums = self.sums();
        if sums.len() >= KEPT && !sums.contains_key(&player) {
            sums.clear();
        }
        sums.insert(player, sum);
    }

    fn sums(&self) -> MutexGuard<'_, BTreeMap<PlayerId, PurseSum>> {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PurseSum {
    fn take(&mut self, player: PlayerId, row: &Row) -> Result<(), String> {
        self.head = self.head.follows(row)?;
        let entry = CageEntry::read(&row.bytes).map_err(|error| error.to_string())?;
        if !entry.event.amount().is_positive() {
            return Err("it moves nothing".to_owned());
        }
        if let Some(row) = entry.event.posting() {
            let amount = i128::from(row.amount().in_minor());
            self.add(player, row.from(), -amount);
            self.add(player, row.to(), amount);
        }
        Ok(())
    }

    fn add(&mut self, player: PlayerId, account: Account, amount: i128) {
        match account {
            Account::Purse(whose) if whose == player => self.minor += amount,
            Account::Rack(table, whose) if whose == player => {
                *self.racks.entry(table).or_default() += amount;
            }
            Account::Purse(_)
            | Account::Rack(..)
            | Account::Round(..)
            | Account::House(_)
            | Account::Jackpot(..)
            | Account::Cage
            | Account::Tips(_) => {}
        }
    }
}
