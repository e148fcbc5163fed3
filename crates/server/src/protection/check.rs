//! A player's own limits, held against what he asks or staff ask for him.

use core::time::Duration;

use house::TableCommand;
use house::game::{Area, Money, PlayerId, Request, Timestamp};
use house::ledger::TableId;
use house::log::{CommandId, Stream};
use house::people::{Account, AccountId};
use house::table::{TableRequest, TableState};

use super::allowance::{Allowance, Blocked, Room};
use super::risk::{risked, staked};
use super::{Exclusion, Limit, Period, PlayRecord, Protection};
use crate::app::App;
use crate::hub::Hub;
use crate::problem::Problem;

const MINUTE: u64 = 60_000;
/// How long a stake waits until what the player lost a moment ago is counted.
const BEHIND: Duration = Duration::from_millis(5);
const BEHIND_MAX: u32 = 400;

/// What is asked that a player's own limits may refuse.
struct Asked {
    /// The bet; nothing where he wants to sit down.
    bet: Option<(Area, Money)>,
    /// For whom, where staff ask for him.
    player: Option<PlayerId>,
}

fn asked(request: &Request) -> Option<Asked> {
    if let Request::PlaceBet { area, amount, .. } = request {
        let bet = Some((*area, *amount));
        return Some(Asked { bet, player: None });
    }
    if let Request::PlaceBetFor {
        player,
        area,
        amount,
        ..
    } = request
    {
        let (bet, player) = (Some((*area, *amount)), Some(*player));
        return Some(Asked { bet, player });
    }
    let sits = matches!(request, Request::Sit { .. });
    sits.then_some(Asked {
        bet: None,
        player: None,
    })
}

impl App {
    /// What a player's own limits let him do at a table that stands like this.
    pub async fn allowance(
        &self,
        account: &Account,
        at: Option<(TableId, &TableState)>,
    ) -> Result<Allowance, Problem> {
        let protection = self.protection(account.id).await?;
        let now = self.now();
        let check = self.reality_check_minutes(account, &protection, now);
        if protection.is_empty() && check.is_none() {
            return Ok(Allowance::default());
        }
        if let Some(exclusion) = protection.exclusion(now) {
            let away = Some(self.excluded(&exclusion));
            return Ok(Allowance {
                blocked: away.clone(),
                away,
                rooms: Vec::new(),
            });
        }
        let player = account.player();
        if let Some((table, state)) = at {
            self.wait_until_counted(table, state).await?;
        }
        let record = self.play_record(player).await?;
        let away = self.out_of_time(&protection, &record, now);
        let due = check.and_then(|minutes| reality_check(&record, minutes, now));
        let mut rooms = self.loss_rooms(player, &protection, &record, at).await;
        let stakes = protection.value(Limit::StakeRound, now);
        let round = at.and_then(|(_, state)| state.table().round());
        rooms.extend(stakes.map(|value| Room {
            code: "limit-stake",
            of: "stakes in a round",
            value: money(value),
            used: round.map_or(0, |round| staked(round, player)),
            taken: "is staked",
            opens: None,
        }));
        Ok(Allowance {
            blocked: away.clone().or(due),
            away,
            rooms,
        })
    }

    /// Refuses what the player's own limits do not let him ask, or staff for him. A request that was
    /// answered before gets its answer again.
    pub async fn check_allowed(
        &self,
        account: &Account,
        hub: &Hub,
        command: &TableCommand,
    ) -> Result<(), Problem> {
        let TableRequest::Game(request) = &command.request else {
            return Ok(());
        };
        let Some(Asked { bet, player }) = asked(request) else {
            return Ok(());
        };
        let other = match player {
            Some(player) => self.sessions.people().account(AccountId(player.0)).await?,
            None => None,
        };
        let account = match (player, &other) {
            (None, _) => account,
            (Some(_), Some(other)) => other,
            // The rules say that there is no such player.
            (Some(_), None) => return Ok(()),
        };
        if !account.role.is_player() {
            return Ok(());
        }
        let Some(state) = hub.state() else {
            return Ok(());
        };
        let allowance = self.allowance(account, Some((hub.table(), &state))).await?;
        let checked = match bet {
            Some((area, amount)) => allowance.check_bet(area, amount),
            None => allowance.away.map_or(Ok(()), Err),
        };
        let stream = Stream::Table(hub.table());
        self.unless_answered(stream, command.id, checked).await
    }

    /// Refuses chips for a player who stays away or has played long enough.
    pub async fn check_buy_in(&self, account: &Account, id: CommandId) -> Result<(), Problem> {
        let away = self.allowance(account, None).await?.away;
        let stream = Stream::Purse(account.player());
        self.unless_answered(stream, id, away.map_or(Ok(()), Err))
            .await
    }

    pub(super) async fn unless_answered(
        &self,
        stream: Stream,
        id: CommandId,
        checked: Result<(), Blocked>,
    ) -> Result<(), Problem> {
        let Err(blocked) = checked else {
            return Ok(());
        };
        let answered = self.house.store().answer(stream, id).await?;
        if answered.is_some() {
            return Ok(());
        }
        Err(blocked.problem(self.now()))
    }

    pub(super) fn excluded(&self, exclusion: &Exclusion) -> Blocked {
        let calendar = self.calendar();
        let say = |at: Timestamp| calendar.say(at);
        let detail = if exclusion.term.is_break() {
            let until = exclusion.until.map(say).unwrap_or_default();
            format!("you take a break from every table; it ends on {until}")
        } else {
            let end = match (exclusion.returns, exclusion.until) {
                (Some(returns), _) => format!("you asked to come back, on {}", say(returns)),
                (None, Some(until)) => {
                    format!("from {} on you may ask to come back", say(until))
                }
                (None, None) => "for good".to_owned(),
            };
            format!("you asked to be kept out of every table; {end}")
        };
        Blocked {
            code: "self-excluded",
            detail,
            opens: exclusion.ends(),
        }
    }

    /// When what is counted by a limit begins again at nothing.
    pub fn opens(&self, limit: Limit) -> Option<Timestamp> {
        let calendar = self.calendar();
        let period = limit.period()?;
        let (_, next) = calendar.days_of(period, self.now());
        Some(calendar.start_of(next))
    }

    fn out_of_time(
        &self,
        protection: &Protection,
        record: &PlayRecord,
        now: Timestamp,
    ) -> Option<Blocked> {
        let calendar = self.calendar();
        let refuse = |minutes: u64, played: u64, of: &str, opens: Timestamp| Blocked {
            code: "limit-time",
            detail: format!(
                "your own limit on play {of} is {minutes} minutes: you have played {played}; it \
                 opens on {}",
                calendar.say(opens)
            ),
            opens: Some(opens),
        };
        if let Some(minutes) = protection.value(Limit::TimeDay, now) {
            let played = record.sums(Period::Day, now, calendar).time_ms / MINUTE;
            let opens = self.opens(Limit::TimeDay).unwrap_or(now);
            if played >= minutes {
                return Some(refuse(minutes, played, "in a day", opens));
            }
        }
        let minutes = protection.value(Limit::TimeSession, now)?;
        let spell = record.spell(now)?;
        let played = now.0.saturating_sub(spell.begun.0) / MINUTE;
        let opens = Timestamp(spell.last.0.saturating_add(super::play::BREAK_MS));
        (played >= minutes).then(|| refuse(minutes, played, "without a break", opens))
    }

    async fn loss_rooms(
        &self,
        player: PlayerId,
        protection: &Protection,
        record: &PlayRecord,
        at: Option<(TableId, &TableState)>,
    ) -> Vec<Room> {
        let (now, calendar) = (self.now(), self.calendar());
        let limits = [
            (Limit::LossDay, Period::Day, "losses in a day"),
            (Limit::LossWeek, Period::Week, "losses in a week"),
            (Limit::LossMonth, Period::Month, "losses in a month"),
        ];
        let set = limits.into_iter().filter_map(|(limit, period, of)| {
            let value = protection.value(limit, now)?;
            Some((limit, period, of, value))
        });
        let set: Vec<_> = set.collect();
        if set.is_empty() {
            return Vec::new();
        }
        let mut at_risk = 0_i64;
        let mut add = |table: TableId, state: &TableState| {
            let round = state.table().round();
            let risk = round.map_or(0, |round| risked(table, round, player, record));
            at_risk = at_risk.saturating_add(risk);
        };
        for hub in self.hubs().await {
            let here = at.filter(|(table, _)| *table == hub.table());
            match (here, hub.state()) {
                (Some((table, state)), _) => add(table, state),
                (None, Some(state)) => add(hub.table(), &state),
                (None, None) => {}
            }
        }
        let room = |(limit, period, of, value)| {
            let sums = record.sums(period, now, calendar);
            let used = sums.net().saturating_neg().saturating_add(at_risk);
            let opens = self.opens(limit);
            Room {
                code: "limit-loss",
                of,
                value: money(value),
                used: used.max(0),
                taken: "is lost or at stake",
                opens: opens.map(|at| (at, calendar.say(at))),
            }
        };
        set.into_iter().map(room).collect()
    }

    /// Waits until the feed of the table has noted what the state says.
    async fn wait_until_counted(&self, table: TableId, state: &TableState) -> Result<(), Problem> {
        let hub = self.hub(table).await?;
        for _ in 0..BEHIND_MAX {
            if hub.taken() >= state.head().seq {
                break;
            }
            tokio::time::sleep(BEHIND).await;
        }
        Ok(())
    }
}

/// An amount as it is stored.
pub(super) fn money(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn reality_check(record: &PlayRecord, minutes: u64, now: Timestamp) -> Option<Blocked> {
    let since = record.unchecked_since(now)?;
    let played = now.0.saturating_sub(since.0) / MINUTE;
    (played >= minutes).then(|| Blocked {
        code: "reality-check",
        detail: format!(
            "you have played for {played} minutes since you last looked: look at your time and \
             money, and say that you go on"
        ),
        opens: None,
    })
}
