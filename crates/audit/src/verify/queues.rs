//! What tables tell links, compared with the logs: the rows of contributions, the announcements of entries
//! that a link has to read, and how far each link has read.
//!
//! Contributions and announcements follow from the logs exactly. A position does not stand in a log. What a
//! table fed up to the position must be what the link has counted; a position that was moved over entries
//! that feed nothing is found only if no announcement leads to it.

use std::collections::{BTreeMap, BTreeSet};

use game::Money;
use house::link::{Difference, LinkEvent};
use house::log::Stream;
use house::store::{SideRows, StoreError};
use ledger::{LinkId, TableId};

use super::several::Several;
use super::{AuditFinding, FindingPlace};
use crate::total::Total;

/// Rows read at a time.
const PAGE: usize = 10_000;

/// Who has read whom, up to which entry.
pub type Positions = Vec<(Stream, Stream, u64)>;

/// What the logs of a house say of its queues.
#[derive(Default)]
pub struct Queues {
    /// The last entry read of each stream that could be read to its end.
    pub read_to: BTreeMap<Stream, u64>,
    /// Streams whose logs could not be read to their end.
    pub unread: BTreeSet<Stream>,
    /// What each stream fed to each link, by entry.
    pub fed: BTreeMap<(LinkId, Stream), Vec<(u64, Money)>>,
    /// Which entries of the second stream the first has to read.
    pub announced: BTreeMap<(Stream, Stream), Vec<u64>>,
    /// What each link has counted.
    pub heard: BTreeMap<LinkId, Heard>,
}

/// What a link has counted of its tables.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    /// The sum for each table, and the last entry of it that the link names.
    tables: BTreeMap<TableId, (Total, u64)>,
    /// Differences that the house found itself and wrote into the link's log.
    noted: BTreeMap<TableId, Total>,
}

impl Heard {
    /// Takes an event of the link's log.
    pub fn apply(&mut self, event: &LinkEvent) {
        if let LinkEvent::Fed {
            table, to, amount, ..
        }
        | LinkEvent::FeedRefused {
            table, to, amount, ..
        } = event
        {
            let heard = self.tables.entry(*table).or_default();
            heard.0 += *amount;
            heard.1 = heard.1.max(*to);
        }
        if let LinkEvent::Mismatched { differences, .. } = event {
            let noted = differences.iter();
            let difference = |it: &Difference| (it.table, Total::between(it.heard, it.fed));
            self.noted.extend(noted.map(difference));
        }
    }
}

impl Queues {
    /// Compares them with what is stored. `before` are the positions as they were before the logs were read:
    /// the logs have everything that was counted for them.
    pub async fn check(
        &self,
        stored: &dyn SideRows,
        before: &Positions,
    ) -> Result<Vec<AuditFinding>, StoreError> {
        let mut findings = Vec::new();
        let mut pairs: BTreeSet<_> = stored.contributors().await?.into_iter().collect();
        pairs.extend(self.fed.keys().copied());
        for pair in pairs {
            findings.extend(self.check_contributions(stored, pair).await?);
        }
        let mut pairs: BTreeSet<_> = stored.announcers().await?.into_iter().collect();
        pairs.extend(self.announced.keys().copied());
        for pair in pairs {
            findings.extend(self.check_announced(stored, pair).await?);
        }
        for (by, of, at) in before {
            findings.extend(self.check_counted(*by, *of, *at));
        }
        findings.extend(self.check_positions(&stored.positions().await?));
        Ok(findings)
    }

    async fn check_contributions(
        &self,
        stored: &dyn SideRows,
        (link, stream): (LinkId, Stream),
    ) -> Result<Vec<AuditFinding>, StoreError> {
        let rows = format!("contributions to link/{}", link.0);
        let Some(to) = self.read_to(stream) else {
            return Ok(self.find_stray(stream, &rows));
        };
        let mut found = Vec::new();
        let mut after = 0;
        loop {
            let page = stored.contributions((link, stream), after, PAGE).await?;
            found.extend(page.iter().copied().filter(|(seq, _)| *seq <= to));
            match page.last() {
                Some((last, _)) if page.len() == PAGE && *last < to => after = *last,
                Some(_) | None => break,
            }
        }
        let none = Vec::new();
        let expected = self.fed.get(&(link, stream)).unwrap_or(&none);
        let amount = |row: Option<&Money>| row.map_or("none".to_owned(), Money::to_string);
        Ok(compare(stream, &found, expected, |found, expected| {
            let (found, expected) = (amount(found), amount(expected));
            format!("its row of {rows}: found {found}, expected {expected}")
        }))
    }

    async fn check_announced(
        &self,
        stored: &dyn SideRows,
        (to_read, stream): (Stream, Stream),
    ) -> Result<Vec<AuditFinding>, StoreError> {
        let rows = format!("entries announced to {to_read}");
        let Some(to) = self.read_to(stream) else {
            return Ok(self.find_stray(stream, &rows));
        };
        let mut found = Vec::new();
        let mut after = 0;
        loop {
            let page = stored.announced((to_read, stream), after, PAGE).await?;
            let within = page.iter().copied().filter(|seq| *seq <= to);
            found.extend(within.map(|seq| (seq, ())));
            match page.last() {
                Some(last) if page.len() == PAGE && *last < to => after = *last,
                Some(_) | None => break,
            }
        }
        let expected = self.announced.get(&(to_read, stream)).into_iter().flatten();
        let expected: Vec<_> = expected.map(|seq| (*seq, ())).collect();
        Ok(compare(stream, &found, &expected, |found, _| {
            if found.is_some() {
                format!("it is announced to {to_read}, and nothing in it is for {to_read}")
            } else {
                format!("it is not announced to {to_read}, which has to read it")
            }
        }))
    }

    /// What the table fed up to the position, or up to the last entry that the link names, is what the link
    /// has counted.
    fn check_counted(&self, by: Stream, of: Stream, at: u64) -> Option<AuditFinding> {
        let (Stream::Link(link), Stream::Table(table)) = (by, of) else {
            return None;
        };
        let (heard, _) = (self.heard.get(&link)?, self.read_to(of)?);
        let (counted, named) = heard.tables.get(&table).copied().unwrap_or_default();
        let to = at.max(named);
        let rows = self.fed.get(&(link, of)).into_iter().flatten();
        let fed: Total = rows
            .filter(|(seq, _)| *seq <= to)
            .map(|(_, amount)| *amount)
            .sum();
        let noted = heard.noted.get(&table).copied().unwrap_or_default();
        let difference = counted - fed;
        (difference != Total::default() && difference != noted).then(|| AuditFinding {
            place: FindingPlace::Link(link),
            what: format!(
                "it has read {of} up to entry {to}, where {of} had fed {fed}, and has counted {counted}"
            ),
        })
    }

    /// A position is an announced entry, and not before the last one that the link's log names.
    fn check_positions(&self, now: &Positions) -> Vec<AuditFinding> {
        let mut findings = Vec::new();
        let mut at: BTreeMap<(Stream, Stream), u64> = BTreeMap::new();
        for (by, of, seq) in now {
            at.insert((*by, *of), *seq);
            let Stream::Link(link) = by else {
                let what = format!("position in {of}: only a link reads other logs");
                let place = FindingPlace::Stream(*by);
                findings.push(AuditFinding { place, what });
                continue;
            };
            let Some(to) = self.read_to(*of) else {
                let rows = format!("the position of link/{}", link.0);
                findings.extend(self.find_stray(*of, &rows));
                continue;
            };
            let announced = self.announced.get(&(*by, *of));
            let named = announced.is_some_and(|all| all.binary_search(seq).is_ok());
            if *seq <= to && !named {
                let place = FindingPlace::Link(*link);
                let what =
                    format!("it has read {of} up to entry {seq}, which was not announced to it");
                findings.push(AuditFinding { place, what });
            }
        }
        for (link, heard) in &self.heard {
            for (table, (_, named)) in &heard.tables {
                let of = Stream::Table(*table);
                let found = at.get(&(Stream::Link(*link), of)).copied().unwrap_or(0);
                if found < *named {
                    let place = FindingPlace::Link(*link);
                    let what = format!(
                        "its log has counted {of} up to entry {named}, and its position there is {found}: \
                         it would count again what lies between"
                    );
                    findings.push(AuditFinding { place, what });
                }
            }
        }
        findings
    }

    fn read_to(&self, stream: Stream) -> Option<u64> {
        self.read_to.get(&stream).copied()
    }

    /// Rows of a stream that has no log; a log that is there and could not be read is reported as such.
    fn find_stray(&self, stream: Stream, rows: &str) -> Vec<AuditFinding> {
        if self.unread.contains(&stream) {
            return Vec::new();
        }
        let place = FindingPlace::Stream(stream);
        let what = format!("{rows}: the house has no such log");
        vec![AuditFinding { place, what }]
    }
}

/// Two lists in the order of entries: names the rows that are in one of them only, or that differ.
fn compare<T: PartialEq>(
    stream: Stream,
    found: &[(u64, T)],
    expected: &[(u64, T)],
    say: impl Fn(Option<&T>, Option<&T>) -> String,
) -> Vec<AuditFinding> {
    let mut differences = Several::of(stream);
    let (mut found, mut expected) = (found.iter().peekable(), expected.iter().peekable());
    loop {
        let next = match (found.peek(), expected.peek()) {
            (None, None) => return differences.into_findings(),
            (Some((seq, _)), None) | (None, Some((seq, _))) => *seq,
            (Some((one, _)), Some((other, _))) => *one.min(other),
        };
        let is_next = |(seq, _): &&(u64, T)| *seq == next;
        let one = found.next_if(is_next).map(|(_, row)| row);
        let other = expected.next_if(is_next).map(|(_, row)| row);
        if one != other {
            let place = FindingPlace::Entry(stream, next);
            differences.push(place, say(one, other));
        }
    }
}

#[cfg(test)]
mod tests;
