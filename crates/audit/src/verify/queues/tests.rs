//! Queues of more than one page, and differences that a link has noted.

use core::sync::atomic::{AtomicUsize, Ordering};

use house::link::Meters;
use house::log::CommandId;
use house::store::{Moment, StoredResponse, async_trait};
use ledger::Account;

use super::*;

const LINK: LinkId = LinkId(1);
const OF: Stream = Stream::Table(TableId(7));
const BY: Stream = Stream::Link(LINK);

/// Rows beside the logs: what table 7 fed to link 1 and announced to it. Counts the pages it is asked for.
#[derive(Default)]
struct Rows {
    fed: Vec<(u64, Money)>,
    announced: Vec<u64>,
    pages: AtomicUsize,
}

impl Rows {
    fn page<T: Copy>(&self, all: &[T], limit: usize, is_in: impl Fn(&T) -> bool) -> Vec<T> {
        self.pages.fetch_add(1, Ordering::SeqCst);
        all.iter().copied().filter(is_in).take(limit).collect()
    }
}

#[async_trait]
impl SideRows for Rows {
    async fn damage(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn strays(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn responses(
        &self,
        of: Vec<(Stream, Option<CommandId>)>,
        _: usize,
    ) -> Result<Vec<Vec<StoredResponse>>, StoreError> {
        Ok(of.iter().map(|_| Vec::new()).collect())
    }

    async fn contributors(&self) -> Result<Vec<(LinkId, Stream)>, StoreError> {
        Ok(Vec::new())
    }

    async fn contributions(
        &self,
        of: (LinkId, Stream),
        after: u64,
        limit: usize,
    ) -> Result<Vec<(u64, Money)>, StoreError> {
        assert_eq!(of, (LINK, OF));
        Ok(self.page(&self.fed, limit, |(seq, _)| *seq > after))
    }

    async fn announcers(&self) -> Result<Vec<(Stream, Stream)>, StoreError> {
        Ok(Vec::new())
    }

    async fn announced(
        &self,
        of: (Stream, Stream),
        after: u64,
        limit: usize,
    ) -> Result<Vec<u64>, StoreError> {
        assert_eq!(of, (BY, OF));
        Ok(self.page(&self.announced, limit, |seq| *seq > after))
    }

    async fn positions(&self) -> Result<Positions, StoreError> {
        Ok(Vec::new())
    }

    async fn empty_accounts(&self) -> Result<Vec<Account>, StoreError> {
        Ok(Vec::new())
    }

    async fn heads_and_balances(&self) -> Result<Moment, StoreError> {
        Ok((Vec::new(), Vec::new()))
    }
}

/// A cent in each entry up to this one.
fn cents(to: u64) -> Vec<(u64, Money)> {
    (1..=to).map(|seq| (seq, Money::minor(1))).collect()
}

fn places(findings: &[AuditFinding]) -> Vec<FindingPlace> {
    findings.iter().map(|finding| finding.place).collect()
}

/// The log has `to` entries, each of which feeds and is announced; the rows are those up to `stored`, but for
/// `lost`. Returns the findings and the pages read, of contributions and of announcements.
async fn checked(to: u64, stored: u64, lost: Option<u64>) -> [(Vec<FindingPlace>, usize); 2] {
    let queues = Queues {
        read_to: BTreeMap::from([(OF, to)]),
        fed: BTreeMap::from([((LINK, OF), cents(to))]),
        announced: BTreeMap::from([((BY, OF), (1..=to).collect())]),
        ..Queues::default()
    };
    let is_kept = |seq: &u64| Some(*seq) != lost;
    let rows = Rows {
        fed: cents(stored)
            .into_iter()
            .filter(|(seq, _)| is_kept(seq))
            .collect(),
        announced: (1..=stored).filter(is_kept).collect(),
        pages: AtomicUsize::new(0),
    };
    let fed = queues.check_contributions(&rows, (LINK, OF)).await.unwrap();
    let fed = (places(&fed), rows.pages.swap(0, Ordering::SeqCst));
    let announced = queues.check_announced(&rows, (BY, OF)).await.unwrap();
    let announced = (places(&announced), rows.pages.swap(0, Ordering::SeqCst));
    [fed, announced]
}

#[tokio::test]
async fn rows_behind_the_first_page_are_compared() {
    let page = PAGE as u64;
    for to in [page + 1, page + 3] {
        let whole = checked(to, to, None).await;
        assert_eq!(whole, [(Vec::new(), 2), (Vec::new(), 2)]);
        let lost = checked(to, to, Some(to)).await.map(|(found, _)| found);
        let named = vec![FindingPlace::Entry(OF, to)];
        assert_eq!(lost, [named.clone(), named]);
    }
}

/// Rows behind the last entry read belong to entries written since: they are neither compared nor read.
#[tokio::test]
async fn no_page_behind_the_last_entry_is_read() {
    let page = PAGE as u64;
    for (to, stored, pages) in [
        (3, 3, 1),
        (page, page, 1),
        (page, page + 1, 1),
        (page - 1, 3 * page, 1),
        (page + 1, 3 * page, 2),
    ] {
        let found = checked(to, stored, None).await;
        assert_eq!(
            found,
            [(Vec::new(), pages), (Vec::new(), pages)],
            "{to} of {stored}"
        );
    }
}

/// What a link has counted may differ from what its table fed by what its log notes, and by nothing else.
#[test]
fn only_the_difference_that_was_noted_may_be_there() {
    let table = TableId(7);
    let money = |cents: i64| Money::minor(cents);
    for (counted, noted, is_found) in [
        (3, None, false),
        (2, None, true),
        (2, Some(-1), false),
        (3, Some(-1), false),
        (4, Some(-1), true),
        (1, Some(-1), true),
    ] {
        let mut heard = Heard::default();
        heard.apply(&LinkEvent::Fed {
            table,
            to: 3,
            amount: money(counted),
            meters: Meters::default(),
        });
        if let Some(noted) = noted {
            heard.noted.insert(table, money(noted).into());
        }
        let queues = Queues {
            read_to: BTreeMap::from([(OF, 5)]),
            // The cents of entries 4 and 5 are still to be counted.
            fed: BTreeMap::from([((LINK, OF), cents(5))]),
            heard: BTreeMap::from([(LINK, heard)]),
            ..Queues::default()
        };
        let found = queues.check_counted(BY, OF, 3);
        assert_eq!(found.is_some(), is_found, "{counted}, noted {noted:?}");
    }
}

/// A link that has read a table up to the last entry that its log names would count nothing again.
#[test]
fn a_position_is_not_before_the_last_entry_that_was_counted() {
    for (at, is_found) in [(2, true), (3, false), (4, false)] {
        let mut heard = Heard::default();
        heard.apply(&LinkEvent::Fed {
            table: TableId(7),
            to: 3,
            amount: Money::minor(3),
            meters: Meters::default(),
        });
        let queues = Queues {
            read_to: BTreeMap::from([(OF, 5)]),
            announced: BTreeMap::from([((BY, OF), vec![2, 3, 4])]),
            heard: BTreeMap::from([(LINK, heard)]),
            ..Queues::default()
        };
        let found = queues.check_positions(&vec![(BY, OF, at)]);
        assert_eq!(!found.is_empty(), is_found, "{at}: {found:?}");
    }
}
