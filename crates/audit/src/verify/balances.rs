//! The money of the whole house: all rows added up, compared with the balances in the store and with the
//! meters of the links.

use std::collections::{BTreeMap, BTreeSet};

use game::Money;
use house::link::Meters;
use house::log::Stream;
use house::store::{Head, Moment, Store, StoreError};
use ledger::{Account, Audit, Book, JackpotPart, LinkId, TableId};

use super::stream::note_accounts;
use super::{AuditFinding, AuditReport, FindingPlace};

/// Entries read at a time.
const PAGE: usize = 2_000;

/// Sums over all logs, up to the heads they were read to.
#[derive(Default)]
pub struct Sums {
    /// Every account.
    pub book: Book,
    /// Every account with a balance row that money ever came to or left.
    pub accounts: BTreeSet<Account>,
    /// The round each table has open, if any.
    pub open: BTreeMap<TableId, Option<u64>>,
    /// What each link shows and holds.
    pub links: BTreeMap<LinkId, Meters>,
}

impl Sums {
    /// Checks that the money of the logs is sound by itself: no account below zero that may not be, nothing
    /// left in a finished round, the meters of the links where their money is.
    pub fn check_books(&self, verdict: &mut AuditReport) {
        let is_open = |table, round| self.open.get(&table) == Some(&Some(round));
        for unsound in Audit::of(&self.book, is_open).found {
            verdict.find(FindingPlace::House, unsound.to_string());
        }
        for (link, meters) in &self.links {
            self.check_meters(*link, meters, verdict);
        }
    }

    /// Compares the sums with the balances of a later moment. Where the house was written to since its logs
    /// were read, the rows of the new entries are added first, and their chain is followed up to the heads of
    /// that moment.
    pub async fn check_balances(
        mut self,
        store: &dyn Store,
        read: &[(Stream, Head)],
        (heads, kept): Moment,
        verdict: &mut AuditReport,
    ) -> Result<(), StoreError> {
        let read: BTreeMap<Stream, Head> = read.iter().copied().collect();
        for (stream, head) in heads {
            let before = read.get(&stream).copied();
            let before = before.unwrap_or_else(|| Head::start(stream));
            if before != head {
                verdict.moving = true;
                self.read_on(store, stream, (before, head), verdict).await?;
            }
        }
        self.compare(kept, verdict);
        let empty = match store.side_rows() {
            Some(rows) => rows.empty_accounts().await?,
            None => Vec::new(),
        };
        // Where the house is written to, a row may be younger than the moment.
        for account in empty {
            if !self.accounts.contains(&account) && !verdict.moving {
                let what = "it has a balance row, and no money was ever there";
                verdict.find(FindingPlace::Account(account), what);
            }
        }
        Ok(())
    }

    /// Adds the rows of entries written since.
    async fn read_on(
        &mut self,
        store: &dyn Store,
        stream: Stream,
        (mut at, to): (Head, Head),
        verdict: &mut AuditReport,
    ) -> Result<(), StoreError> {
        let wrong = |seq: u64, what: String| AuditFinding {
            place: FindingPlace::Entry(stream, seq),
            what,
        };
        while at.seq < to.seq {
            let rows = store.read(stream, at.seq, PAGE).await?;
            let from = at.seq;
            for row in rows.iter().filter(|row| row.seq <= to.seq) {
                match at.follows(row) {
                    Ok(next) => at = next,
                    Err(what) => {
                        verdict.findings.push(wrong(row.seq, what));
                        return Ok(());
                    }
                }
                verdict.written_meanwhile += 1;
            }
            if at.seq == from {
                verdict
                    .findings
                    .push(wrong(from + 1, "it is missing".to_owned()));
                return Ok(());
            }
            for posted in store.postings(stream, from, PAGE).await? {
                if posted.seq <= at.seq {
                    self.book.shift(posted.row);
                    note_accounts(&mut self.accounts, posted.row);
                }
            }
        }
        if (at.seq, at.fingerprint) != (to.seq, to.fingerprint) {
            let what = "the head has another fingerprint than the log".to_owned();
            verdict.findings.push(wrong(to.seq, what));
        }
        Ok(())
    }

    fn compare(&self, kept: Vec<(Account, Money)>, verdict: &mut AuditReport) {
        let kept: BTreeMap<Account, Money> = kept.into_iter().collect();
        let counted = self.book.accounts();
        let counted = counted.filter(|(account, _)| account.is_counted());
        let counted: BTreeMap<Account, Money> = counted.collect();
        let accounts: BTreeSet<&Account> = kept.keys().chain(counted.keys()).collect();
        for account in accounts {
            let of = |all: &BTreeMap<Account, Money>| all.get(account).copied().unwrap_or_default();
            let (found, expected) = (of(&kept), of(&counted));
            if found != expected {
                let what = format!("the store says {found}, its rows come to {expected}");
                verdict.find(FindingPlace::Account(*account), what);
            }
        }
    }

    fn check_meters(&self, link: LinkId, meters: &Meters, verdict: &mut AuditReport) {
        use JackpotPart::{Display, Overflow, Reserve};
        if !meters.is_balanced() {
            verdict.find(FindingPlace::Link(link), "its meters do not balance");
        }
        for (part, meter) in [
            (Display, meters.shown),
            (Reserve, meters.reserve),
            (Overflow, meters.overflow),
        ] {
            let lies = self.book.balance(Account::Jackpot(link, part));
            if lies != meter {
                let what = format!("the {} holds {lies}, its meter says {meter}", part.name());
                verdict.find(FindingPlace::Link(link), what);
            }
        }
    }
}

/// Heads and balances of one moment; none where the store cannot say both at once and is being written to.
pub async fn at_one_moment(store: &dyn Store) -> Result<Option<Moment>, StoreError> {
    if let Some(rows) = store.side_rows() {
        return rows.heads_and_balances().await.map(Some);
    }
    let heads = store.heads().await?;
    let balances = store.balances().await?;
    let still = store.heads().await? == heads;
    Ok(still.then_some((heads, balances)))
}
