//! What a player has played: money and time by gaming day, and his present spell of play.
//!
//! Counted from what happened, each once: a round is known by its number at its table, and time goes on only
//! forwards. So whoever counts may count again, and two processes may both.

use std::collections::BTreeMap;

use house::game::Timestamp;
use serde::{Deserialize, Serialize};

use super::calendar::{Calendar, Period};

/// A spell of play is over when nothing was staked or settled for so long.
pub const BREAK_MS: u64 = 15 * 60 * 1_000;
/// Days are kept for so long: more than the longest month.
const DAYS_KEPT: i64 = 62;

/// Something that a player did, or that happened to his bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened {
    /// He staked something.
    Staked {
        /// When.
        at: Timestamp,
    },
    /// A round with chips of his is over, or was corrected.
    Finished(FinishedRound),
}

/// A player's part in a round that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedRound {
    /// The number of the table.
    pub table: u32,
    /// The number of the round there.
    pub round: u64,
    /// When it was over.
    pub at: Timestamp,
    /// What he had staked.
    pub staked: i64,
    /// What he got back.
    pub returned: i64,
}

/// Rounds, money and time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// How many rounds.
    pub rounds: u64,
    /// The stakes.
    pub staked: i64,
    /// What they returned.
    pub returned: i64,
    /// How long.
    pub time_ms: u64,
}

/// What a player has played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayRecord {
    /// By the number of the gaming day.
    days: BTreeMap<i64, Sums>,
    /// The last round counted at each table.
    tables: BTreeMap<u32, Counted>,
    /// The last spell of play.
    spell: Option<Spell>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Counted {
    round: u64,
    day: i64,
    staked: i64,
    returned: i64,
    /// When the spell began in which it was counted.
    spell: Timestamp,
}

/// Play without a break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spell {
    /// When it began.
    pub begun: Timestamp,
    /// When something was last staked or settled.
    pub last: Timestamp,
    /// When the player last answered a reality check.
    pub checked: Option<Timestamp>,
    /// What was played in it.
    pub sums: Sums,
    /// The same by table, with the time of the first round there.
    pub tables: BTreeMap<u32, (Timestamp, Sums)>,
}

impl Sums {
    fn add(&mut self, staked: i64, returned: i64) {
        self.staked = self.staked.saturating_add(staked);
        self.returned = self.returned.saturating_add(returned);
    }

    /// What was won; negative where it was lost.
    pub fn net(self) -> i64 {
        self.returned.saturating_sub(self.staked)
    }
}

impl Spell {
    /// Whether the spell still lasts.
    fn lasts(&self, now: Timestamp) -> bool {
        now.0.saturating_sub(self.last.0) < BREAK_MS
    }
}

impl PlayRecord {
    /// Counts what happened.
    pub fn take(&mut self, happened: &Happened, calendar: Calendar) {
        match happened {
            Happened::Staked { at } => self.play(*at, calendar),
            Happened::Finished(round) => self.count(round, calendar),
        }
    }

    /// The spell of play that lasts now.
    pub fn spell(&self, now: Timestamp) -> Option<&Spell> {
        self.spell.as_ref().filter(|spell| spell.lasts(now))
    }

    /// The player has answered the reality check.
    pub fn note_check(&mut self, now: Timestamp) {
        if let Some(spell) = self.spell.as_mut().filter(|spell| spell.lasts(now)) {
            spell.checked = Some(now);
        }
    }

    /// When the spell that lasts was last looked at by the player, or began.
    pub fn unchecked_since(&self, now: Timestamp) -> Option<Timestamp> {
        let spell = self.spell(now)?;
        Some(spell.checked.map_or(spell.begun, |at| at.max(spell.begun)))
    }

    /// What was played in the period that this time is in, the time that runs included.
    pub fn sums(&self, period: Period, now: Timestamp, calendar: Calendar) -> Sums {
        let (first, next) = calendar.days_of(period, now);
        let mut sums = Sums::default();
        for day in self.days.range(first..next).map(|(_, sums)| sums) {
            sums.rounds += day.rounds;
            sums.add(day.staked, day.returned);
            sums.time_ms += day.time_ms;
        }
        if let Some(spell) = self.spell(now) {
            let since = spell.last.max(calendar.start_of(calendar.day(now)));
            sums.time_ms += now.0.saturating_sub(since.0);
        }
        sums
    }

    /// Whether the round is counted, or a later one at its table.
    pub fn has_counted(&self, table: u32, round: u64) -> bool {
        let last = self.tables.get(&table);
        last.is_some_and(|last| last.round >= round)
    }

    fn play(&mut self, at: Timestamp, calendar: Calendar) {
        let day = calendar.day(at);
        match self.spell.as_mut().filter(|spell| spell.lasts(at)) {
            Some(spell) if at <= spell.last => return,
            Some(spell) => {
                // Time before midnight is the day's before: a spell may last over it.
                let midnight = calendar.start_of(day);
                let before = midnight.0.saturating_sub(spell.last.0);
                let passed = at.0 - spell.last.0;
                let before = before.min(passed);
                self.days.entry(day - 1).or_default().time_ms += before;
                self.days.entry(day).or_default().time_ms += passed - before;
                spell.last = at;
                spell.sums.time_ms += passed;
            }
            None => {
                self.spell = Some(Spell {
                    begun: at,
                    last: at,
                    checked: None,
                    sums: Sums::default(),
                    tables: BTreeMap::new(),
                });
            }
        }
        self.days.retain(|kept, sums| {
            let is_empty = *sums == Sums::default();
            *kept > day - DAYS_KEPT && !is_empty
        });
    }

    fn count(&mut self, round: &FinishedRound, calendar: Calendar) {
        let last = self.tables.get(&round.table).copied();
        if last.is_some_and(|last| last.round > round.round) {
            return;
        }
        let again = last.filter(|last| last.round == round.round);
        if again.is_none() {
            self.play(round.at, calendar);
        }
        let begun = self.spell.as_ref().map_or(round.at, |spell| spell.begun);
        let counted = Counted {
            round: round.round,
            day: again.map_or(calendar.day(round.at), |again| again.day),
            staked: round.staked,
            returned: round.returned,
            spell: again.map_or(begun, |again| again.spell),
        };
        // A round that was corrected counts as it stands now.
        let (staked, returned) = again.map_or((0, 0), |again| (again.staked, again.returned));
        let more = (round.staked - staked, round.returned - returned);
        let new_rounds = u64::from(again.is_none());
        let day = self.days.entry(counted.day).or_default();
        day.rounds += new_rounds;
        day.add(more.0, more.1);
        if let Some(spell) = &mut self.spell
            && spell.begun == counted.spell
        {
            let (_, at_table) = spell
                .tables
                .entry(round.table)
                .or_insert((round.at, Sums::default()));
            for sums in [&mut spell.sums, at_table] {
                sums.rounds += new_rounds;
                sums.add(more.0, more.1);
            }
        }
        self.tables.insert(round.table, counted);
    }
}

#[cfg(test)]
mod tests;
