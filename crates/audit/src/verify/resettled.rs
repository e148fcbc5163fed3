//! Every finished round settled a second time by crate `reference`, which shares no code with the engine.

use std::collections::BTreeMap;

use game::{BoxNumber, Money, Wager};

use crate::record::{PaidLine, Record};

/// The result of settling rounds a second time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resettled {
    /// Rounds that came out the same, to the cent, line by line.
    pub agreed: u64,
    /// Rounds the reference settlement cannot express, counted by reason.
    pub aside: BTreeMap<&'static str, u64>,
}

impl Resettled {
    /// Settles a round again; the error names the first line that differs.
    pub fn settle_again(&mut self, record: &Record) -> Result<(), String> {
        if let Some(why) = record.unsupported {
            *self.aside.entry(why).or_default() += 1;
            return Ok(());
        }
        let second = reference::settle(&record.asks);
        for ((at, wager), found) in &record.paid {
            let expected = said_of(&second, i64::from(at.0), wager.name());
            differs(record, i64::from(at.0), wager.name(), *found, expected)?;
        }
        // Lines that only the second settlement has.
        for (at, line) in lines(&second) {
            let paid =
                |key: &(BoxNumber, Wager)| i64::from(key.0.0) == at && key.1.name() == line.bet;
            if !record.paid.keys().any(paid) {
                differs(record, at, line.bet, PaidLine::default(), paid_by(line))?;
            }
        }
        self.agreed += 1;
        Ok(())
    }

    pub(super) fn add(&mut self, other: &Resettled) {
        self.agreed += other.agreed;
        for (why, rounds) in &other.aside {
            *self.aside.entry(why).or_default() += rounds;
        }
    }
}

fn differs(
    record: &Record,
    at: i64,
    bet: &str,
    found: PaidLine,
    expected: PaidLine,
) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let round = record.round;
    Err(format!(
        "round {round}, box {at}, {bet}: paid {} on {}, settled a second time it is {} on {}",
        found.returned, found.staked, expected.returned, expected.staked
    ))
}

fn lines(settled: &reference::Settled) -> impl Iterator<Item = (i64, &reference::Line)> {
    let boxes = settled.boxes.iter();
    boxes.flat_map(|seat| seat.lines.iter().map(|line| (seat.number, line)))
}

fn said_of(settled: &reference::Settled, at: i64, bet: &str) -> PaidLine {
    let said = lines(settled).find(|(of, line)| *of == at && line.bet == bet);
    said.map_or_else(PaidLine::default, |(_, line)| paid_by(line))
}

fn paid_by(line: &reference::Line) -> PaidLine {
    PaidLine {
        staked: Money::minor(line.staked),
        returned: Money::minor(line.returned),
    }
}
