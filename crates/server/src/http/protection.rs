//! A player's own limits, staying away, the reality check, and what he has played.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use house::game::{Money, Timestamp};
use house::people::Account;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::guard::Asker;
use super::{Answer, Json};
use crate::app::App;
use crate::problem::Problem;
use crate::protection::answers::{LimitLine, LimitsBody, PlayBody};
use crate::protection::{Limit, NotChanged, Period, Protection, Term};
use crate::sessions::SignedIn;
use crate::wire;

/// The least time between two reality checks, in minutes: one that comes with every round is none.
const CHECK_MIN: u64 = 5;
/// The longest time that can be limited, in minutes: a day.
const MINUTES_MAX: u64 = 24 * 60;

/// What I have limited, and how much of it is used.
pub async fn limits(State(app): State<Arc<App>>, asker: Asker) -> Answer {
    let account = player(asker)?.account;
    let protection = app.protection(account.id).await?;
    body(&app, &account, &protection).await
}

/// Changes limits: tighter at once, looser after a day.
pub async fn set_limits(State(app): State<Arc<App>>, asker: Asker, bytes: Bytes) -> Answer {
    let account = player(asker)?.account;
    let wanted: Map<String, Value> = wire::read_body(&bytes)?;
    if wanted.is_empty() {
        return Err(Problem::malformed(
            "body: found no limit, expected one or more, as {\"loss-day\": 20000}",
        ));
    }
    let mut changes = Vec::new();
    for (name, value) in &wanted {
        let limit = named(name)?;
        changes.push((limit, read_value(&app, limit, value)?));
    }
    let now = app.now();
    let protection = app
        .change_protection(account.id, |own| {
            for (limit, value) in &changes {
                own.set(*limit, *value, app.unset_value(account.role, *limit), now);
            }
            Ok(())
        })
        .await?;
    body(&app, &account, &protection).await
}

/// Takes back a change that waits.
pub async fn take_back(
    State(app): State<Arc<App>>,
    Path(limit): Path<String>,
    asker: Asker,
) -> Answer {
    let account = player(asker)?.account;
    let limit = Limit::named(&limit).ok_or_else(|| {
        let names = Limit::ALL.map(Limit::name).join(", ");
        Problem::not_found(format!("limit: found {limit:?}, expected one of {names}"))
    })?;
    let now = app.now();
    let none = || Problem::not_found(format!("{}: no change waits", limit.name()));
    let protection = app
        .change_protection(account.id, |own| {
            own.take_back(limit, now).then_some(()).ok_or_else(none)
        })
        .await?;
    body(&app, &account, &protection).await
}

/// How long I stay away.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExclusionBody {
    /// The first four are breaks and end by themselves.
    #[serde(rename = "for")]
    term: Term,
}

/// I stay away from now on.
pub async fn exclude(State(app): State<Arc<App>>, asker: Asker, bytes: Bytes) -> Answer {
    let account = player(asker)?.account;
    let ExclusionBody { term } = wire::read_body(&bytes)?;
    let now = app.now();
    let protection = app
        .change_protection(account.id, |own| {
            let excluded = own.exclude(term, now);
            excluded.map_err(|why| not_changed(&app, why))
        })
        .await?;
    body(&app, &account, &protection).await
}

/// I was kept out, the time is over, and I ask to come back.
pub async fn come_back(State(app): State<Arc<App>>, asker: Asker) -> Answer {
    let account = player(asker)?.account;
    let now = app.now();
    let protection = app
        .change_protection(account.id, |own| {
            own.come_back(now).map_err(|why| not_changed(&app, why))
        })
        .await?;
    body(&app, &account, &protection).await
}

fn not_changed(app: &App, why: NotChanged) -> Problem {
    let calendar = app.calendar();
    let until = |until: Option<Timestamp>| match until {
        Some(until) => format!("until {}", calendar.say(until)),
        None => "for good".to_owned(),
    };
    match why {
        NotChanged::Longer(held) => {
            let detail = format!(
                "you stay away {} already, and nothing shortens that",
                until(held.ends().or(held.until))
            );
            Problem::refused("self-excluded", detail, Vec::new())
        }
        NotChanged::NotOver(held) => {
            let detail = format!(
                "you stay away {}, and nothing shortens that",
                until(held.until)
            );
            Problem::refused("self-excluded", detail, Vec::new())
        }
        NotChanged::NotAway => Problem::not_found("you do not stay away"),
    }
}

/// I have looked at time and money, and go on.
pub async fn go_on(State(app): State<Arc<App>>, asker: Asker) -> Answer {
    let account = player(asker)?.account;
    app.note_reality_check(account.player()).await?;
    let play = PlayBody::read(&app, &account, None).await?;
    Ok(Json(json!(play)))
}

/// Which table is asked about.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayQuery {
    table: Option<u32>,
}

/// What I have played.
pub async fn play(
    State(app): State<Arc<App>>,
    asker: Asker,
    query: Result<Query<PlayQuery>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let Query(query) = query.map_err(|error| Problem::malformed(error.body_text()))?;
    let account = player(asker)?.account;
    let play = PlayBody::read(&app, &account, query.table).await?;
    Ok(Json(json!(play)))
}

fn player(asker: Asker) -> Result<SignedIn, Problem> {
    let signed = asker.signed_in()?;
    if !signed.account.role.is_player() {
        return Err(Problem::not_allowed("only a player has limits of his own"));
    }
    Ok(signed)
}

fn named(name: &str) -> Result<Limit, Problem> {
    Limit::named(name).ok_or_else(|| {
        let names = Limit::ALL.map(Limit::name).join(", ");
        Problem::malformed(format!("{name}: unknown field, expected one of {names}"))
    })
}

/// A value that a limit may have: nothing, an amount, or minutes.
fn read_value(app: &App, limit: Limit, value: &Value) -> Result<Option<u64>, Problem> {
    if value.is_null() {
        return Ok(None);
    }
    let most = app.config().protection.reality_check_minutes_max;
    let (least, most) = match limit {
        Limit::RealityCheck => (CHECK_MIN.min(u64::from(most)), u64::from(most)),
        Limit::TimeSession | Limit::TimeDay => (1, MINUTES_MAX),
        Limit::DepositDay
        | Limit::DepositWeek
        | Limit::DepositMonth
        | Limit::LossDay
        | Limit::LossWeek
        | Limit::LossMonth
        | Limit::StakeRound => (0, Money::LIMIT.in_minor().unsigned_abs()),
    };
    let found = value.as_u64();
    let found = found.filter(|found| (least..=most).contains(found));
    found.map(Some).ok_or_else(|| {
        let (name, unit) = (
            limit.name(),
            if limit.is_time() {
                "minutes"
            } else {
                "minor units"
            },
        );
        Problem::new(
            StatusCode::BAD_REQUEST,
            "malformed",
            format!("{name}: found {value}, expected {least} to {most} ({unit}), or null for none"),
        )
    })
}

async fn body(app: &App, account: &Account, protection: &Protection) -> Answer {
    let (now, calendar) = (app.now(), app.calendar());
    let player = account.player();
    let record = app.play_record(player).await?;
    let deposited = app.deposited(player, protection).await?;
    let mut limits = Vec::new();
    for limit in Limit::ALL {
        if limit == Limit::RealityCheck {
            continue;
        }
        let period = limit.period();
        let since = period.map(|period| calendar.start_of(calendar.days_of(period, now).0));
        let loss = |period| {
            record
                .sums(period, now, calendar)
                .net()
                .saturating_neg()
                .max(0)
        };
        let used = match limit {
            Limit::DepositDay | Limit::DepositWeek | Limit::DepositMonth => {
                let mut deposited = deposited.iter();
                deposited
                    .find(|(of, _)| *of == limit)
                    .map_or(0, |(_, sum)| *sum)
            }
            Limit::LossDay => loss(Period::Day),
            Limit::LossWeek => loss(Period::Week),
            Limit::LossMonth => loss(Period::Month),
            Limit::TimeDay => minutes(record.sums(Period::Day, now, calendar).time_ms),
            Limit::TimeSession => record
                .spell(now)
                .map_or(0, |spell| minutes(now.0.saturating_sub(spell.begun.0))),
            Limit::StakeRound | Limit::RealityCheck => 0,
        };
        limits.push(LimitLine {
            limit,
            value: protection.value(limit, now),
            used,
            since,
            until: app.opens(limit),
            waiting: protection.waiting(limit, now),
        });
    }
    Ok(Json(json!(LimitsBody {
        now,
        limits,
        reality_check: app.reality_check(account, protection, &record),
        exclusion: protection.exclusion(now),
        changes: protection.changes().copied().collect(),
    })))
}

fn minutes(milliseconds: u64) -> i64 {
    i64::try_from(milliseconds / 60_000).unwrap_or(i64::MAX)
}
