//! What a player has limited for himself. Tighter holds at once, looser after a day, and a change that waits
//! can be taken back; staying away can only be made longer (STANDARDS W6, W7).

use std::collections::BTreeMap;

use house::game::Timestamp;
use serde::{Deserialize, Serialize};

use super::calendar::Period;

const HOUR: u64 = 60 * 60 * 1_000;
const DAY: u64 = 24 * HOUR;
/// After so long a looser limit holds.
pub const WAIT_MS: u64 = DAY;
/// After an exclusion a player who asks to come back waits for so long.
pub const RETURN_MS: u64 = 7 * DAY;
/// So many changes are kept for the player to look at, the newest.
const CHANGES_KEPT: usize = 50;

/// Something that a player may limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Money into the purse in a day.
    DepositDay,
    /// In a week.
    DepositWeek,
    /// In a month.
    DepositMonth,
    /// Money lost in a day.
    LossDay,
    /// In a week.
    LossWeek,
    /// In a month.
    LossMonth,
    /// Money staked in one round; a Play counts with its Ante.
    StakeRound,
    /// Minutes of play without a break.
    TimeSession,
    /// Minutes of play in a day.
    TimeDay,
    /// Minutes of play between two reality checks.
    RealityCheck,
}

impl Limit {
    /// Every limit there is.
    pub const ALL: [Limit; 10] = [
        Limit::DepositDay,
        Limit::DepositWeek,
        Limit::DepositMonth,
        Limit::LossDay,
        Limit::LossWeek,
        Limit::LossMonth,
        Limit::StakeRound,
        Limit::TimeSession,
        Limit::TimeDay,
        Limit::RealityCheck,
    ];

    /// The name as programs write it.
    pub const fn name(self) -> &'static str {
        match self {
            Limit::DepositDay => "deposit-day",
            Limit::DepositWeek => "deposit-week",
            Limit::DepositMonth => "deposit-month",
            Limit::LossDay => "loss-day",
            Limit::LossWeek => "loss-week",
            Limit::LossMonth => "loss-month",
            Limit::StakeRound => "stake-round",
            Limit::TimeSession => "time-session",
            Limit::TimeDay => "time-day",
            Limit::RealityCheck => "reality-check",
        }
    }

    /// The limit of this name.
    pub fn named(name: &str) -> Option<Limit> {
        Limit::ALL.into_iter().find(|limit| limit.name() == name)
    }

    /// What it limits is counted from the beginning of this period on.
    pub const fn period(self) -> Option<Period> {
        match self {
            Limit::DepositDay | Limit::LossDay | Limit::TimeDay => Some(Period::Day),
            Limit::DepositWeek | Limit::LossWeek => Some(Period::Week),
            Limit::DepositMonth | Limit::LossMonth => Some(Period::Month),
            Limit::StakeRound | Limit::TimeSession | Limit::RealityCheck => None,
        }
    }

    /// Whether its values are minutes, and not money.
    pub const fn is_time(self) -> bool {
        match self {
            Limit::TimeSession | Limit::TimeDay | Limit::RealityCheck => true,
            Limit::DepositDay
            | Limit::DepositWeek
            | Limit::DepositMonth
            | Limit::LossDay
            | Limit::LossWeek
            | Limit::LossMonth
            | Limit::StakeRound => false,
        }
    }
}

/// How long a player stays away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Term {
    /// A break of a day.
    #[serde(rename = "24-hours")]
    Hours24,
    /// A break of a week.
    #[serde(rename = "7-days")]
    Days7,
    /// A break of a month.
    #[serde(rename = "30-days")]
    Days30,
    /// A break of three months.
    #[serde(rename = "90-days")]
    Days90,
    /// Kept out for half a year.
    #[serde(rename = "6-months")]
    Months6,
    /// Kept out for a year.
    #[serde(rename = "1-year")]
    Year1,
    /// Kept out for five years.
    #[serde(rename = "5-years")]
    Years5,
    /// Kept out without an end.
    #[serde(rename = "for-good")]
    ForGood,
}

impl Term {
    /// Whether it ends by itself.
    pub const fn is_break(self) -> bool {
        match self {
            Term::Hours24 | Term::Days7 | Term::Days30 | Term::Days90 => true,
            Term::Months6 | Term::Year1 | Term::Years5 | Term::ForGood => false,
        }
    }

    const fn days(self) -> Option<u64> {
        match self {
            Term::Hours24 => Some(1),
            Term::Days7 => Some(7),
            Term::Days30 => Some(30),
            Term::Days90 => Some(90),
            Term::Months6 => Some(183),
            Term::Year1 => Some(366),
            Term::Years5 => Some(5 * 366),
            Term::ForGood => None,
        }
    }
}

/// A player stays away from every table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exclusion {
    /// For how long he asked to.
    #[serde(rename = "for")]
    pub term: Term,
    /// Since when.
    pub since: Timestamp,
    /// A break is over then; one who is kept out may ask then to come back. Nothing: never.
    pub until: Option<Timestamp>,
    /// When one who was kept out and has asked comes back.
    pub returns: Option<Timestamp>,
}

impl Exclusion {
    fn new(term: Term, now: Timestamp) -> Exclusion {
        Exclusion {
            term,
            since: now,
            until: term.days().map(|days| later(now, days * DAY)),
            returns: None,
        }
    }

    /// When he may play again; nothing where that is not known.
    pub fn ends(&self) -> Option<Timestamp> {
        if self.term.is_break() {
            self.until
        } else {
            self.returns
        }
    }

    fn holds(&self, now: Timestamp) -> bool {
        self.ends().is_none_or(|ends| now < ends)
    }
}

/// A value of a limit, and one that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Set {
    /// Nothing: no limit of the player's own.
    value: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    waiting: Option<Waiting>,
}

/// A looser value that does not hold yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Waiting {
    /// The value; nothing: no limit.
    pub value: Option<u64>,
    /// When it was asked for.
    pub asked: Timestamp,
    /// From when it holds.
    pub from: Timestamp,
}

/// A change that a player made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Change {
    /// When it was asked for.
    pub at: Timestamp,
    /// What was changed.
    pub limit: Limit,
    /// The value before; nothing: none.
    pub before: Option<u64>,
    /// The value asked for; nothing: none.
    pub after: Option<u64>,
    /// From when it holds; nothing where it was taken back.
    pub from: Option<Timestamp>,
}

/// Everything that a player has limited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Protection {
    limits: BTreeMap<Limit, Set>,
    exclusion: Option<Exclusion>,
    changes: Vec<Change>,
}

/// Why staying away was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotChanged {
    /// He stays away for longer already.
    Longer(Exclusion),
    /// The time is not over yet, or never will be.
    NotOver(Exclusion),
    /// He does not stay away.
    NotAway,
}

impl Protection {
    /// Whether nothing was ever limited.
    pub fn is_empty(&self) -> bool {
        self.limits.is_empty() && self.exclusion.is_none()
    }

    /// The value that holds at this time.
    pub fn value(&self, limit: Limit, now: Timestamp) -> Option<u64> {
        let set = self.limits.get(&limit)?;
        match set.waiting {
            Some(waiting) if waiting.from <= now => waiting.value,
            Some(_) | None => set.value,
        }
    }

    /// The value that waits.
    pub fn waiting(&self, limit: Limit, now: Timestamp) -> Option<Waiting> {
        let set = self.limits.get(&limit)?;
        set.waiting.filter(|waiting| waiting.from > now)
    }

    /// The changes that were made, newest first.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().rev()
    }

    /// Whether the player stays away.
    pub fn exclusion(&self, now: Timestamp) -> Option<Exclusion> {
        self.exclusion.filter(|exclusion| exclusion.holds(now))
    }

    /// Sets a limit. `unset` is the value that holds without one of his own, as the house has it for the
    /// reality check. The same change again changes nothing.
    pub fn set(&mut self, limit: Limit, value: Option<u64>, unset: Option<u64>, now: Timestamp) {
        let before = self.value(limit, now);
        let waiting = self.waiting(limit, now);
        let height = |value: Option<u64>| value.or(unset).unwrap_or(u64::MAX);
        let is_looser = height(value) > height(before);
        if is_looser && waiting.is_some_and(|waiting| waiting.value == value) {
            return;
        }
        let set = self.limits.entry(limit).or_default();
        let from = if is_looser {
            let from = later(now, WAIT_MS);
            *set = Set {
                value: before,
                waiting: Some(Waiting {
                    value,
                    asked: now,
                    from,
                }),
            };
            from
        } else {
            *set = Set {
                value,
                waiting: None,
            };
            now
        };
        if value != before || waiting.is_some() {
            let from = (is_looser || value != before).then_some(from);
            self.note(Change {
                at: now,
                limit,
                before,
                after: value,
                from,
            });
        }
    }

    /// Takes back a change that waits; whether there was one.
    pub fn take_back(&mut self, limit: Limit, now: Timestamp) -> bool {
        let Some(waiting) = self.waiting(limit, now) else {
            return false;
        };
        let before = self.value(limit, now);
        let set = Set {
            value: before,
            waiting: None,
        };
        self.limits.insert(limit, set);
        self.note(Change {
            at: now,
            limit,
            before,
            after: waiting.value,
            from: None,
        });
        true
    }

    /// The player stays away from now on. Nothing shortens it.
    pub fn exclude(&mut self, term: Term, now: Timestamp) -> Result<(), NotChanged> {
        let asked = Exclusion::new(term, now);
        if let Some(held) = self.exclusion(now) {
            // One who is kept out comes back a week after he may ask, at the earliest.
            let end = |of: Exclusion| {
                let returns = if of.term.is_break() { 0 } else { RETURN_MS };
                of.until.map_or(u64::MAX, |until| later(until, returns).0)
            };
            let held_end = held.returns.map_or(end(held), |returns| returns.0);
            if end(asked) <= held_end {
                return Err(NotChanged::Longer(held));
            }
        }
        self.exclusion = Some(asked);
        Ok(())
    }

    /// One who is kept out and whose time is over asks to come back.
    pub fn come_back(&mut self, now: Timestamp) -> Result<(), NotChanged> {
        let mut held = self.exclusion(now).ok_or(NotChanged::NotAway)?;
        let is_over = held.until.is_some_and(|until| until <= now);
        if held.term.is_break() || !is_over {
            return Err(NotChanged::NotOver(held));
        }
        if held.returns.is_none() {
            held.returns = Some(later(now, RETURN_MS));
            self.exclusion = Some(held);
        }
        Ok(())
    }

    fn note(&mut self, change: Change) {
        self.changes.push(change);
        let more = self.changes.len().saturating_sub(CHANGES_KEPT);
        self.changes.drain(..more);
    }
}

fn later(at: Timestamp, milliseconds: u64) -> Timestamp {
    Timestamp(at.0.saturating_add(milliseconds))
}

#[cfg(test)]
mod tests;
