//! How the amount of a win came about: from where the display started, line by line to what was won.

use core::fmt;

use game::{Money, Timestamp};
use ledger::LinkId;
use serde::Serialize;

use super::entry_of;
use crate::link::{Claim, ClaimedAward, IncrementShare, LinkEvent, LinkState, Meters};
use crate::log::CorruptEntry;
use crate::store::Row;

/// Cents, and a part of one. Money and no general fraction: both parts have the bounds of what a link
/// stores, so it needs none of the 256 bits of `maths::Fraction`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExactAmount {
    /// Whole cents.
    pub cents: i64,
    /// The numerator of the part, in lowest terms.
    pub part: u32,
    /// Its denominator.
    pub of: u32,
}

/// A win, and everything that moved the display since it was last reset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The number of the win.
    pub number: u64,
    /// The table it was won at.
    pub table: u32,
    /// The number of the round at that table.
    pub round: u64,
    /// What was awarded.
    pub awards: Vec<ClaimedAward>,
    /// Where the display started from.
    pub start: Start,
    /// What moved it since, entry by entry.
    pub lines: Vec<OriginLine>,
    /// What the lines come to.
    pub sum: ExactAmount,
    /// What the display showed when it was won.
    pub shown: Money,
    /// The meter the win was paid at, where that was another.
    pub recorded: Option<Money>,
    /// What the win took from the display.
    pub drawn: Money,
    /// What does not agree; nothing where the amount is explained.
    pub findings: Vec<String>,
}

/// Where the display started from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Start {
    /// The number of the entry.
    pub entry: u64,
    /// What set it.
    pub why: String,
    /// What the display showed then.
    pub shows: ExactAmount,
}

/// An entry that moved the display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OriginLine {
    /// The number of the entry.
    pub entry: u64,
    /// When its command reached the house.
    pub when: u64,
    /// What happened, in words.
    pub what: String,
    /// What it did to the display.
    pub change: ExactAmount,
    /// What the display showed afterwards.
    pub shows: ExactAmount,
}

/// How the amount of win `number` came about; `None` where the link has no such win.
///
/// # Errors
///
/// Where an entry cannot be read, or does not follow from the one before.
pub fn origin<'a>(
    link: LinkId,
    rows: impl IntoIterator<Item = &'a Row>,
    number: u64,
) -> Result<Option<Origin>, CorruptEntry> {
    let mut state = LinkState::new(link);
    let mut trail = Trail::default();
    for row in rows {
        let before = state.clone();
        let requested = entry_of(row, state.stream())?.requested;
        trail.when = requested.map_or(trail.when, |requested| requested.now);
        let event = state.take(row)?;
        if let LinkEvent::Hit {
            number: found,
            claim,
            ..
        } = &event
            && *found == number
        {
            return Ok(Some(trail.finish(number, claim, &before)));
        }
        trail.apply(row.seq, &before, &event, &state);
    }
    Ok(None)
}

/// The lines since the last reset.
#[derive(Default)]
struct Trail {
    when: Timestamp,
    start: Option<Start>,
    lines: Vec<OriginLine>,
    findings: Vec<String>,
}

impl Trail {
    fn apply(&mut self, entry: u64, before: &LinkState, event: &LinkEvent, after: &LinkState) {
        let begins = if let LinkEvent::Declared { .. } = event {
            Some("what the house declared".to_owned())
        } else if let LinkEvent::Hit { number, claim, .. } = event
            && claim.is_major()
        {
            Some(format!("what win {number} left"))
        } else {
            None
        };
        let shows = shown(after);
        if let Some(why) = begins {
            let start = Start { entry, why, shows };
            self.start = Some(start);
            self.lines.clear();
            self.findings.clear();
            return;
        }
        let was = shown(before);
        let (what, expected) = caused(event, before, after);
        let change = shows.minus(was);
        if change == ExactAmount::NOTHING && expected == 0 {
            return;
        }
        if change.in_parts(before) != expected {
            let finding = format!("entry {entry}: {what} moved the display by {change}");
            self.findings.push(finding);
        }
        self.lines.push(OriginLine {
            entry,
            when: self.when.0,
            what,
            change,
            shows,
        });
    }

    fn finish(self, number: u64, claim: &Claim, before: &LinkState) -> Origin {
        let mut findings = self.findings;
        let start = self.start.unwrap_or(Start {
            entry: 0,
            why: "nothing".to_owned(),
            shows: ExactAmount::NOTHING,
        });
        let add = |sum: ExactAmount, line: &OriginLine| sum.plus(line.change);
        let sum = self.lines.iter().fold(start.shows, add);
        if sum != shown(before) {
            let found = shown(before);
            findings.push(format!(
                "the lines come to {sum}, the display showed {found}"
            ));
        }
        if claim.before != before.meters().shown {
            let (says, showed) = (claim.before, before.meters().shown);
            findings.push(format!("the win says {says}, the display showed {showed}"));
        }
        Origin {
            number,
            table: claim.table.0,
            round: claim.round,
            awards: claim.awards.clone(),
            start,
            lines: self.lines,
            sum,
            shown: claim.before,
            recorded: claim.recorded,
            drawn: claim.drawn(),
            findings,
        }
    }
}

fn shown(state: &LinkState) -> ExactAmount {
    let of = state.level().map_or(1, |level| level.increment.of);
    ExactAmount::new(state.meters().shown, state.meters().odd, of)
}

/// What an entry is, and by how much it must move the display, in parts of a cent: a contribution by
/// its share, anything else by what the other meters say went in or out.
fn caused(event: &LinkEvent, before: &LinkState, after: &LinkState) -> (String, i128) {
    let share = before
        .level()
        .map_or(IncrementShare { part: 0, of: 1 }, |level| level.increment);
    let of = i128::from(share.of);
    let (from, to) = (before.meters(), after.meters());
    let cents = |money: Money| i128::from(money.in_minor()) * of;
    let spilt = cents(to.overflow - from.overflow);
    match event {
        LinkEvent::Fed { table, amount, .. } => {
            let parts = i128::from(amount.in_minor()) * i128::from(share.part);
            let what = format!("{amount} fed at table {}", table.0);
            // Only what is taken back may have to be made up for.
            let made_up = if *amount < Money::ZERO {
                made_up(from, to, (*amount, share))
            } else {
                Money::ZERO
            };
            (what, parts - spilt + cents(made_up))
        }
        LinkEvent::ValueSet { .. } => {
            let what = "set by two people".to_owned();
            (what, cents(to.funded - from.funded))
        }
        LinkEvent::Hit { number, .. } => {
            let reset_funding = to.reset_funding_since(from);
            let moved = reset_funding.reserve + reset_funding.house - (to.won - from.won);
            let what = format!("win {number}, of a part of it");
            (what, cents(moved) - spilt)
        }
        LinkEvent::Reversed { number, .. } | LinkEvent::Rejected { number, .. } => {
            let reset_funding = to.reset_funding_since(from);
            let moved = reset_funding.reserve + reset_funding.house - (to.won - from.won);
            (format!("win {number} goes back"), cents(moved) - spilt)
        }
        LinkEvent::ChangeMade { .. } => {
            let what = "the part of a cent goes to the reserve".to_owned();
            (what, -i128::from(from.odd))
        }
        LinkEvent::Decommissioned { .. } => {
            let what = "the jackpot ends".to_owned();
            (what, -cents(from.shown) - i128::from(from.odd))
        }
        // These do not move the display.
        LinkEvent::Declared { .. }
        | LinkEvent::ChangePending { .. }
        | LinkEvent::Enrolled { .. }
        | LinkEvent::Enabled { .. }
        | LinkEvent::Disabled { .. }
        | LinkEvent::PrizeFixed { .. }
        | LinkEvent::Unfit { .. }
        | LinkEvent::Received { .. }
        | LinkEvent::FeedRefused { .. }
        | LinkEvent::Verified { .. }
        | LinkEvent::FaultFound { .. }
        | LinkEvent::FaultCleared
        | LinkEvent::FellSilent { .. }
        | LinkEvent::Returned
        | LinkEvent::Mismatched { .. }
        | LinkEvent::Released { .. }
        | LinkEvent::InstructionFailed { .. } => (String::new(), 0),
    }
}

/// What the house put into the display, and not into the reserve, when a contribution was taken back:
/// the reserve had the rest of the amount and whatever it was short of besides.
fn made_up(from: &Meters, to: &Meters, (amount, share): (Money, IncrementShare)) -> Money {
    let owed = i128::from(from.odd) + i128::from(amount.in_minor()) * i128::from(share.part);
    let whole = owed.div_euclid(i128::from(share.of));
    let whole = Money::minor(i64::try_from(whole).expect("an amount of cents"));
    let rest = amount - whole - (to.undivided() - from.undivided());
    let into_reserve = to.reserve - from.reserve - rest;
    to.funded - from.funded - into_reserve
}

impl ExactAmount {
    const NOTHING: ExactAmount = ExactAmount {
        cents: 0,
        part: 0,
        of: 1,
    };

    /// `part` below `of`.
    pub fn new(cents: Money, part: u32, of: u32) -> ExactAmount {
        let of = i128::from(of.max(1));
        let sum = i128::from(cents.in_minor()) * of + i128::from(part);
        ExactAmount::in_lowest_terms(sum, of)
    }

    /// `sum` parts of which `of` make a cent.
    fn in_lowest_terms(sum: i128, of: i128) -> ExactAmount {
        let (cents, part) = (sum.div_euclid(of), sum.rem_euclid(of));
        let by = game::gcd(part.unsigned_abs(), of.unsigned_abs());
        let lowest = |number: i128| u32::try_from(number.unsigned_abs() / by);
        ExactAmount {
            cents: i64::try_from(cents).expect("an amount of cents"),
            part: lowest(part).expect("shares of one million at most"),
            of: lowest(of).expect("shares of one million at most"),
        }
    }

    fn plus(self, other: ExactAmount) -> ExactAmount {
        self.combined(other, 1)
    }

    fn minus(self, other: ExactAmount) -> ExactAmount {
        self.combined(other, -1)
    }

    fn combined(self, other: ExactAmount, sign: i128) -> ExactAmount {
        let (mine, theirs) = (u64::from(self.of), u64::from(other.of));
        let of = i128::from(mine) * i128::from(theirs);
        let parts = |it: ExactAmount| {
            let scale = of / i128::from(it.of);
            i128::from(it.cents) * of + i128::from(it.part) * scale
        };
        let sum = parts(self) + sign * parts(other);
        ExactAmount::in_lowest_terms(sum, of)
    }

    /// In the parts the level divides a cent into.
    fn in_parts(self, state: &LinkState) -> i128 {
        let of = state.level().map_or(1, |level| level.increment.of);
        let scale = i128::from(of) / i128::from(self.of);
        i128::from(self.cents) * i128::from(of) + i128::from(self.part) * scale
    }
}

impl fmt::Display for ExactAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.part == 0 {
            return write!(f, "{}", Money::minor(self.cents));
        }
        // A negative amount is stored as the cents below it and the part that is missing.
        let (sign, cents, part) = if self.cents < 0 {
            ("-", -(self.cents + 1), self.of - self.part)
        } else {
            ("", self.cents, self.part)
        };
        write!(
            f,
            "{sign}{} and {part}/{} cent",
            Money::minor(cents),
            self.of
        )
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Origin {
            number,
            table,
            round,
            start,
            ..
        } = self;
        writeln!(f, "win {number}, table {table}, round {round}")?;
        let Start { entry, why, shows } = start;
        writeln!(f, "  entry {entry}: {why}: {shows}")?;
        for line in &self.lines {
            let OriginLine {
                entry,
                what,
                change,
                shows,
                ..
            } = line;
            writeln!(f, "  entry {entry}: {what}: {change}, shows {shows}")?;
        }
        writeln!(f, "  comes to {}, shown {}", self.sum, self.shown)?;
        if let Some(recorded) = self.recorded {
            writeln!(f, "  paid at {recorded}")?;
        }
        for award in &self.awards {
            let ClaimedAward {
                at, award, amount, ..
            } = award;
            writeln!(f, "  box {}: {award} {amount}", at.0)?;
        }
        writeln!(f, "  taken from the display: {}", self.drawn)?;
        for finding in &self.findings {
            writeln!(f, "  WRONG {finding}")?;
        }
        Ok(())
    }
}
