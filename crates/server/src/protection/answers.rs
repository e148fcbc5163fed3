//! What a player is told of his limits and his play.

use house::game::Timestamp;
use house::people::Account;
use serde::Serialize;

use super::{Blocked, Change, Exclusion, Limit, Period, PlayRecord, Protection, Sums, Waiting};
use crate::app::App;
use crate::problem::Problem;

/// Between so many minutes of play a player may choose, as far as the house allows it.
const CHOICES: [u64; 3] = [15, 30, 60];

/// A player's own limits.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitsBody {
    /// The time by the house's clock.
    pub now: Timestamp,
    /// Every limit that can be set.
    pub limits: Vec<LimitLine>,
    /// When he is told time and money.
    pub reality_check: RealityCheck,
    /// Whether he stays away from every table.
    pub exclusion: Option<Exclusion>,
    /// What he changed, newest first.
    pub changes: Vec<Change>,
}

/// One limit.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitLine {
    /// Which.
    pub limit: Limit,
    /// The most: in minor units, or in minutes where it limits time. Nothing: no limit.
    pub value: Option<u64>,
    /// How much of it is used; of deposits only where there is a limit.
    pub used: i64,
    /// Since when that is counted.
    pub since: Option<Timestamp>,
    /// When it begins again at nothing.
    pub until: Option<Timestamp>,
    /// A looser value that waits.
    pub waiting: Option<Waiting>,
}

/// When a player is told time and money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RealityCheck {
    /// After so many minutes of play; nothing: not.
    pub minutes: Option<u64>,
    /// What he may choose.
    pub choices: Vec<u64>,
    /// The most that he may choose.
    pub max: u64,
    /// Whether nothing is staked before he answers.
    pub due: bool,
    /// When it is due, while he plays.
    pub next: Option<Timestamp>,
    /// A longer time that waits.
    pub waiting: Option<Waiting>,
}

/// Rounds, money and time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayLine {
    /// Since when; nothing where there was no play.
    pub since: Option<Timestamp>,
    /// How long, in milliseconds.
    pub time_ms: u64,
    /// How many rounds were settled.
    pub rounds: u64,
    /// The stakes in them.
    pub staked: i64,
    /// What they returned.
    pub returned: i64,
    /// The difference.
    pub net: i64,
}

/// What a player has played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayBody {
    /// Without a break of a quarter of an hour.
    pub session: PlayLine,
    /// The same at one table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<PlayLine>,
    /// In this gaming day.
    pub day: PlayLine,
    /// Since Monday.
    pub week: PlayLine,
    /// Since the first of the month.
    pub month: PlayLine,
    /// When he is told of it.
    pub reality_check: RealityCheck,
    /// Why nothing may be staked now.
    pub blocked: Option<Blocked>,
}

impl PlayLine {
    fn of(sums: Sums, since: Timestamp, time_ms: u64) -> PlayLine {
        PlayLine {
            since: Some(since),
            time_ms,
            rounds: sums.rounds,
            staked: sums.staked,
            returned: sums.returned,
            net: sums.net(),
        }
    }
}

impl PlayBody {
    /// The same with whole minutes: what changes from second to second is not worth a message.
    pub fn to_the_minute(&self) -> PlayBody {
        let mut rounded = self.clone();
        let lines = [
            &mut rounded.session,
            &mut rounded.day,
            &mut rounded.week,
            &mut rounded.month,
        ];
        for line in lines.into_iter().chain(&mut rounded.table) {
            line.time_ms -= line.time_ms % 60_000;
        }
        rounded
    }

    /// Up to this moment.
    pub async fn read(
        app: &App,
        account: &Account,
        table: Option<u32>,
    ) -> Result<PlayBody, Problem> {
        let (now, calendar) = (app.now(), app.calendar());
        let record = app.play_record(account.player()).await?;
        let protection = app.protection(account.id).await?;
        let spell = record.spell(now);
        let session = spell.map(|spell| {
            let time = now.0.saturating_sub(spell.begun.0);
            PlayLine::of(spell.sums, spell.begun, time)
        });
        let at_table = table.map(|table| {
            let at_table = spell.and_then(|spell| spell.tables.get(&table));
            let line = at_table.map(|(since, sums)| {
                let time = now.0.saturating_sub(since.0);
                PlayLine::of(*sums, *since, time)
            });
            line.unwrap_or_default()
        });
        let of = |period| {
            let sums = record.sums(period, now, calendar);
            let since = calendar.start_of(calendar.days_of(period, now).0);
            PlayLine::of(sums, since, sums.time_ms)
        };
        Ok(PlayBody {
            session: session.unwrap_or_default(),
            table: at_table,
            day: of(Period::Day),
            week: of(Period::Week),
            month: of(Period::Month),
            reality_check: app.reality_check(account, &protection, &record),
            blocked: app.allowance(account, None).await?.blocked,
        })
    }
}

impl App {
    /// When a player is told time and money.
    pub fn reality_check(
        &self,
        account: &Account,
        protection: &Protection,
        record: &PlayRecord,
    ) -> RealityCheck {
        let now = self.now();
        let minutes = self.reality_check_minutes(account, protection, now);
        let max = u64::from(self.config().protection.reality_check_minutes_max);
        let next = minutes.and_then(|minutes| {
            let since = record.unchecked_since(now)?;
            Some(Timestamp(since.0.saturating_add(minutes * 60_000)))
        });
        let choices = CHOICES.into_iter().filter(|choice| *choice <= max);
        RealityCheck {
            minutes,
            choices: choices.collect(),
            max,
            due: next.is_some_and(|next| next <= now),
            next,
            waiting: protection.waiting(Limit::RealityCheck, now),
        }
    }
}
