//! What a link's log says of its money, for auditors: whether it balances (STANDARDS P3), and how the
//! amount of a win came about (P15).
//!
//! Pure functions over the log. The sums here are made from the amounts in the entries and held against
//! the meters that stand there too: where they do not agree the finding names the entry.

mod origin;

use core::fmt;
use std::collections::BTreeMap;

use game::Money;
use ledger::{LinkId, TableId};
use serde::Serialize;

use super::{Difference, LinkEntry, LinkEvent, LinkState, Meters};
use crate::log::CorruptEntry;
use crate::store::Row;

pub use origin::{ExactAmount, Origin, OriginLine, Start, origin};

/// Contributions of every table against what the jackpot holds and what it paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Balance {
    /// The number of the link.
    pub link: u32,
    /// The number of the last entry that was read.
    pub to: u64,
    /// What each table put in and took out.
    pub tables: Vec<Participant>,
    /// What other jackpots left to it.
    pub received: Money,
    /// What it stands at.
    pub meters: Meters,
    /// The display, the part of a cent it is owed besides included.
    pub shown: ExactAmount,
    /// What happened that a reader of the sums should know of.
    pub events: Vec<Happening>,
    /// What does not agree; nothing where the link balances.
    pub findings: Vec<String>,
}

/// What one table put in and took out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Participant {
    /// The number of the table.
    pub table: u32,
    /// Fed and counted, less what was taken back.
    pub fed: Money,
    /// Fed, not counted, and handed back to its house.
    pub refused: Money,
    /// How many wins it had, less those taken back or rejected.
    pub hits: u64,
    /// What its wins took from the display.
    pub won: Money,
}

/// Something that happened, beside what the sums show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Happening {
    /// The number of the entry.
    pub entry: u64,
    /// What happened, in words.
    pub what: String,
}

/// Adds up a link's log, and checks its meters entry by entry.
///
/// # Errors
///
/// Where an entry cannot be read, or does not follow from the one before.
///
/// # Panics
///
/// On a win that was taken back and never counted: no decision writes such a log.
pub fn balance<'a>(
    link: LinkId,
    rows: impl IntoIterator<Item = &'a Row>,
) -> Result<Balance, CorruptEntry> {
    let mut reading = BalanceReading::new(link);
    for row in rows {
        let before = reading.state.clone();
        let event = reading.state.take(row)?;
        reading.count(row.seq, &before, &event);
        reading.check(row.seq, &before, &event);
    }
    Ok(reading.balance())
}

struct BalanceReading {
    state: LinkState,
    tables: BTreeMap<TableId, Participant>,
    received: Money,
    events: Vec<Happening>,
    findings: Vec<String>,
}

impl BalanceReading {
    fn new(link: LinkId) -> BalanceReading {
        BalanceReading {
            state: LinkState::new(link),
            tables: BTreeMap::new(),
            received: Money::ZERO,
            events: Vec::new(),
            findings: Vec::new(),
        }
    }

    fn table(&mut self, table: TableId) -> &mut Participant {
        self.tables.entry(table).or_insert(Participant {
            table: table.0,
            ..Participant::default()
        })
    }

    fn count(&mut self, entry: u64, before: &LinkState, event: &LinkEvent) {
        match event {
            LinkEvent::Fed { table, amount, .. } => self.table(*table).fed += *amount,
            LinkEvent::FeedRefused { table, amount, .. } => self.table(*table).refused += *amount,
            LinkEvent::Received { amount, .. } => self.received += *amount,
            LinkEvent::Enrolled { table } => {
                self.table(*table);
            }
            LinkEvent::Hit { claim, .. } => {
                let table = self.table(claim.table);
                table.hits += 1;
                table.won += claim.drawn();
            }
            LinkEvent::Reversed { number, .. } | LinkEvent::Rejected { number, .. } => {
                let hit = before.hit(*number).expect("a win that was numbered");
                let table = self.table(hit.claim.table);
                table.hits -= 1;
                table.won -= hit.claim.drawn();
            }
            LinkEvent::Declared { .. }
            | LinkEvent::ValueSet { .. }
            | LinkEvent::ChangePending { .. }
            | LinkEvent::ChangeMade { .. }
            | LinkEvent::Enabled { .. }
            | LinkEvent::Disabled { .. }
            | LinkEvent::PrizeFixed { .. }
            | LinkEvent::Unfit { .. }
            | LinkEvent::Released { .. }
            | LinkEvent::InstructionFailed { .. }
            | LinkEvent::Verified { .. }
            | LinkEvent::FaultFound { .. }
            | LinkEvent::FaultCleared
            | LinkEvent::FellSilent { .. }
            | LinkEvent::Mismatched { .. }
            | LinkEvent::Returned
            | LinkEvent::Decommissioned { .. } => {}
        }
        if let Some(what) = describe(event) {
            self.events.push(Happening { entry, what });
        }
    }

    /// Nothing created or lost at this entry, and the display fell only for a reason (STANDARDS P4).
    fn check(&mut self, entry: u64, before: &LinkState, event: &LinkEvent) {
        let (from, to) = (before.meters(), self.state.meters());
        let mut wrong = Vec::new();
        if !to.is_balanced() {
            wrong.push(format!(
                "display {}, reserve {}, overflow {}, undivided {}, won {} and left {} are not fed {} and put in {}",
                to.shown, to.reserve, to.overflow, to.undivided(), to.won, to.left, to.fed, to.funded
            ));
        }
        let taken_back = matches!(event, LinkEvent::Fed { amount, .. } if *amount < Money::ZERO);
        // Two people may set it lower before it is played for (STANDARDS P7).
        let may_fall = taken_back
            || matches!(
                event,
                LinkEvent::Hit { .. }
                    | LinkEvent::ValueSet { .. }
                    | LinkEvent::Decommissioned { .. }
            );
        if to.shown < from.shown && !may_fall {
            wrong.push(format!(
                "the display falls from {} to {}",
                from.shown, to.shown
            ));
        }
        if self
            .state
            .level()
            .is_some_and(|level| to.shown > level.limit)
        {
            wrong.push(format!("the display is above its limit: {}", to.shown));
        }
        let sum = |part: fn(&Participant) -> Money| self.tables.values().map(part).sum::<Money>();
        let hits: u64 = self.tables.values().map(|table| table.hits).sum();
        for (what, meter, counted) in [
            ("fed", to.fed, sum(|table| table.fed) + self.received),
            ("won", to.won, sum(|table| table.won)),
        ] {
            if meter != counted {
                wrong.push(format!(
                    "{what}: the meter says {meter}, the tables come to {counted}"
                ));
            }
        }
        if to.hits != hits {
            wrong.push(format!(
                "hits: the meter says {}, the tables come to {hits}",
                to.hits
            ));
        }
        let findings = wrong
            .into_iter()
            .map(|what| format!("entry {entry}: {what}"));
        self.findings.extend(findings);
    }

    fn balance(self) -> Balance {
        let of = self.state.level().map_or(1, |level| level.increment.of);
        let meters = *self.state.meters();
        Balance {
            link: self.state.id.0,
            to: self.state.head().seq,
            tables: self.tables.into_values().collect(),
            received: self.received,
            meters,
            shown: ExactAmount::new(meters.shown, meters.odd, of),
            events: self.events,
            findings: self.findings,
        }
    }
}

impl Balance {
    /// Whether nothing disagrees.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Held against what the tables' own logs say they fed (STANDARDS P18). What the link has not read
    /// yet is a difference too.
    #[must_use]
    pub fn against(mut self, told: &BTreeMap<TableId, Money>) -> Balance {
        let none = Participant::default();
        let known = self.tables.iter().map(|table| TableId(table.table));
        let all: std::collections::BTreeSet<TableId> = known.chain(told.keys().copied()).collect();
        for table in all {
            let mut counted = self.tables.iter();
            let counted = counted
                .find(|counted| counted.table == table.0)
                .unwrap_or(&none);
            let (heard, fed) = (
                counted.fed + counted.refused,
                told.get(&table).copied().unwrap_or_default(),
            );
            if heard != fed {
                let what = format!(
                    "table {}: it fed {fed}, the link has heard of {heard}",
                    table.0
                );
                self.findings.push(what);
            }
        }
        self
    }
}

/// What of an event a reader of the sums should know, beside amounts that are in them anyway.
fn describe(event: &LinkEvent) -> Option<String> {
    let table = |table: &TableId| format!("table {}", table.0);
    Some(match event {
        LinkEvent::Declared { level } => format!("declared, with {} to start from", level.base),
        LinkEvent::ValueSet { value } => format!("set to {value}"),
        LinkEvent::ChangePending { .. } => "other parameters wait for the next win".to_owned(),
        LinkEvent::ChangeMade { .. } => "other parameters count".to_owned(),
        LinkEvent::Enabled { table: at } => format!("{} takes part", table(at)),
        LinkEvent::Disabled { table: at } => format!("{} is to go", table(at)),
        LinkEvent::Released { table: at } => format!("{} has gone", table(at)),
        LinkEvent::PrizeFixed { prize, .. } => format!("played for with {prize}"),
        LinkEvent::Unfit { table: at, prize } => {
            format!("{} cannot take part: it plays for {prize}", table(at))
        }
        LinkEvent::Received { link, amount, .. } => {
            format!("link {} left it {amount}", link.0)
        }
        LinkEvent::FeedRefused {
            table: at,
            amount,
            why,
            ..
        } => format!("{amount} of {} not counted: {why}", table(at)),
        LinkEvent::Hit { number, claim, .. } => {
            format!("win {number} at {}: {}", table(&claim.table), claim.drawn())
        }
        LinkEvent::Reversed { number, reason, .. } => format!("win {number} goes back: {reason}"),
        LinkEvent::Rejected { number, reason, .. } => {
            format!("win {number} does not count: {reason}")
        }
        LinkEvent::FaultFound { what, .. } => format!("does not work: {what}"),
        LinkEvent::Mismatched { differences, .. } => differing(differences),
        LinkEvent::FellSilent { recorded } => format!("no process takes its turns, at {recorded}"),
        LinkEvent::FaultCleared | LinkEvent::Returned => "works again".to_owned(),
        LinkEvent::InstructionFailed {
            table: at,
            what,
            why,
            ..
        } => format!("{} was to {what} and did not: {why}", table(at)),
        LinkEvent::Decommissioned { to, meters, .. } => {
            format!("ended, and left {} to link {}", meters.left, to.0)
        }
        LinkEvent::Enrolled { .. } | LinkEvent::Fed { .. } | LinkEvent::Verified { .. } => {
            return None;
        }
    })
}

fn differing(differences: &[Difference]) -> String {
    let one =
        |it: &Difference| format!("table {} fed {} and {} came", it.table.0, it.fed, it.heard);
    let all: Vec<String> = differences.iter().map(one).collect();
    format!("does not work: {}", all.join(", "))
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Meters {
            fed,
            reserve,
            overflow,
            hits,
            won,
            funded,
            left,
            ..
        } = self.meters;
        writeln!(f, "link {} up to entry {}", self.link, self.to)?;
        for table in &self.tables {
            let Participant {
                table, fed, won, ..
            } = table;
            writeln!(f, "  table {table}: fed {fed}, won {won}")?;
        }
        writeln!(f, "  in:  fed {fed}, put in by the house {funded}")?;
        let undivided = self.meters.undivided();
        writeln!(
            f,
            "  out: won {won} in {hits} wins, left to others {left}, display {}, reserve {reserve}, overflow {overflow}, undivided {undivided}",
            self.meters.shown
        )?;
        for Happening { entry, what } in &self.events {
            writeln!(f, "  entry {entry}: {what}")?;
        }
        if self.is_clean() {
            return writeln!(f, "  it balances");
        }
        for finding in &self.findings {
            writeln!(f, "  WRONG {finding}")?;
        }
        Ok(())
    }
}

/// The entry as the link wrote it, with its time.
fn entry_of(row: &Row, stream: crate::log::Stream) -> Result<LinkEntry, CorruptEntry> {
    LinkEntry::read(&row.bytes).map_err(|error| CorruptEntry {
        stream,
        seq: row.seq,
        what: error.to_string(),
    })
}
