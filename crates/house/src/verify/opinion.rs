//! A second opinion on every round: settled again by somebody who never saw the engine.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::record::{Paid, Record};

/// What came of asking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opinions {
    /// Rounds that came out the same, to the cent, line by line.
    pub agreed: u64,
    /// Rounds nobody could be asked about, and why.
    pub aside: BTreeMap<&'static str, u64>,
}

impl Opinions {
    /// Asks about a round; what differs is told.
    pub fn ask(&mut self, record: &Record) -> Result<(), String> {
        if let Some(why) = record.beyond {
            *self.aside.entry(why).or_default() += 1;
            return Ok(());
        }
        let second = lines_of(&second::settle(&record.written));
        let paid = record.paid.iter();
        let first: Lines = paid
            .map(|((at, wager), paid)| ((u64::from(at.0), wager.name().to_owned()), *paid))
            .collect();
        let keys: BTreeSet<_> = first.keys().chain(second.keys()).collect();
        for key in keys {
            let of = |lines: &Lines| lines.get(key).copied().unwrap_or_default();
            let (found, expected) = (of(&first), of(&second));
            if found != expected {
                let ((at, bet), round) = (key, record.round);
                return Err(format!(
                    "round {round}, box {at}, {bet}: paid {} on {}, settled a second time it is {} on {}",
                    found.returned, found.staked, expected.returned, expected.staked
                ));
            }
        }
        self.agreed += 1;
        Ok(())
    }

    pub(super) fn add(&mut self, other: &Opinions) {
        self.agreed += other.agreed;
        for (why, rounds) in &other.aside {
            *self.aside.entry(why).or_default() += rounds;
        }
    }
}

type Lines = BTreeMap<(u64, String), Paid>;

fn lines_of(settled: &Value) -> Lines {
    let money = |value: &Value| game::Money::minor(value.as_i64().unwrap_or_default());
    let mut lines = Lines::new();
    for seat in settled["boxes"].as_array().into_iter().flatten() {
        let at = seat["box"].as_u64().unwrap_or_default();
        for line in seat["lines"].as_array().into_iter().flatten() {
            let bet = line["bet"].as_str().unwrap_or_default().to_owned();
            let (staked, returned) = (money(&line["staked"]), money(&line["returned"]));
            lines.insert((at, bet), Paid { staked, returned });
        }
    }
    lines
}
