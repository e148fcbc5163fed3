//! The lobby, finished rounds and jackpots.

use core::convert::Infallible;
use core::time::Duration;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use house::history::{self, HistoryItem, HistoryOf, Older, RoundRecord};
use house::ledger::TableId;
use house::lobby::{LinkSummary, TableSummary};
use serde::Deserialize;
use serde_json::{Value, json};

use super::guard::Asker;
use super::play::table_id;
use super::{Answer, Json};
use crate::app::{App, Caller};
use crate::problem::Problem;

/// Between two looks at the meters, for those who watch them.
const METERS: Duration = Duration::from_millis(250);

/// Every table.
pub async fn lobby(State(app): State<Arc<App>>) -> Answer {
    let lobby = app.house.projections().lobby();
    let tables = lobby.tables.iter().map(|summary| table_line(&app, summary));
    Ok(Json(Value::Array(tables.collect())))
}

fn table_line(app: &App, summary: &TableSummary) -> Value {
    let open = summary.open.as_ref();
    let seated = summary
        .boxes
        .iter()
        .filter(|held| held.seated.is_some() || !held.players.is_empty());
    let round = summary.round.filter(|round| !round.over);
    let phase = match (open, round) {
        (None, _) => "closed",
        (Some(_), None) => "ready",
        (Some(_), Some(round)) => round.phase,
    };
    let config = app.table_config(summary.table);
    json!({
        "table": summary.table,
        "name": config.map(|config| &config.name),
        "rulebook": open.map(|open| open.rulebook),
        "digest": open.map(|open| open.digest.to_string()),
        "phase": phase,
        "round": summary.round.map(|round| round.number),
        "boxes": open.map_or(0, |open| open.positions),
        "seated": seated.count(),
        "limits": open.map(|open| open.limits),
        "jackpot": open.and_then(|open| open.jackpot),
        "link": summary.link.map(|link| link.link),
        "cards": summary.cards_from,
        "waiting": summary.waiting,
        "n": summary.entry,
    })
}

/// Which rounds are asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundsQuery {
    table: Option<u32>,
    before: Option<String>,
    limit: Option<usize>,
}

/// Rounds that are over, newest first.
pub async fn rounds(
    State(app): State<Arc<App>>,
    asker: Asker,
    query: Result<Query<RoundsQuery>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let Query(query) = query.map_err(|error| Problem::malformed(error.body_text()))?;
    let signed = asker.signed_in()?;
    let staff = !signed.account.role.is_player();
    let whose = match (staff, query.table) {
        (true, Some(table)) => HistoryOf::Table(TableId(table)),
        (true, None) => {
            let detail = "table: found nothing, expected the number of a table";
            return Err(Problem::malformed(detail));
        }
        (false, _) => HistoryOf::Player(signed.account.player()),
    };
    let before = query.before.as_deref().map(str::parse).transpose();
    let before = before
        .map_err(|error: history::CursorError| Problem::malformed(format!("before: {error}")))?;
    let limit = query.limit.unwrap_or(20);
    if !(1..=history::PAGE_MAX).contains(&limit) {
        let most = history::PAGE_MAX;
        let detail = format!("limit: found {limit}, expected 1 to {most}");
        return Err(Problem::malformed(detail));
    }
    let mut wanted = history::Query::newest(whose);
    (wanted.before, wanted.limit) = (before, limit);
    let page = app.house.projections().history(&wanted).await?;
    let at_table = |round: &&RoundRecord| query.table.is_none_or(|table| round.table.0 == table);
    let rounds = page.happened.iter().filter_map(as_round).filter(at_table);
    let lines: Vec<Value> = rounds.map(round_line).collect();
    let before = match page.older {
        Older::Before(cursor) => Some(cursor.to_string()),
        Older::Nothing | Older::NotKept => None,
    };
    Ok(Json(json!({"rounds": lines, "before": before})))
}

fn as_round(item: &HistoryItem) -> Option<&RoundRecord> {
    match item {
        HistoryItem::Round(round) => Some(round),
        HistoryItem::Cage(_) => None,
    }
}

fn round_line(round: &RoundRecord) -> Value {
    let net = round.returned.in_minor() - round.staked.in_minor();
    json!({
        "table": round.table,
        "round": round.round,
        "rulebook": round.rulebook,
        "ended": round.ended,
        "staked": round.staked,
        "returned": round.returned,
        "net": net,
        "void": round.void,
    })
}

/// One round, whole.
pub async fn round(
    State(app): State<Arc<App>>,
    Path((table, number)): Path<(String, String)>,
    asker: Asker,
) -> Answer {
    let table = table_id(&table)?;
    let number: u64 = number.parse().map_err(|_| {
        Problem::not_found(format!(
            "round: found {number:?}, expected the number of a round"
        ))
    })?;
    let signed = asker.signed_in()?;
    let caller: Caller = Some(signed);
    crate::replay::round(&app, &caller, table, number)
        .await
        .map(Json)
}

/// Meters and last wins.
pub async fn jackpots(State(app): State<Arc<App>>) -> Answer {
    Ok(Json(meters(&app)))
}

fn meters(app: &App) -> Value {
    let lobby = app.house.projections().lobby();
    let links = lobby.links.iter().map(|link| meter(app, link));
    Value::Array(links.collect())
}

fn meter(app: &App, link: &LinkSummary) -> Value {
    let mut links = app.config.links.iter();
    let config = links.find(|config| config.number == link.link.0);
    json!({
        "link": link.link,
        "name": config.map(|config| &config.name),
        "shown": link.meters.shown,
        "hits": link.meters.hits,
        "won": link.meters.won,
        "last_win": link.last_win,
        "tables": link.tables,
        "fault": link.fault,
        "n": link.entry,
    })
}

/// The same, again whenever it changes.
pub async fn jackpot_events(
    State(app): State<Arc<App>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let events = stream::unfold((app, None), |(app, last)| async move {
        loop {
            let now = meters(&app);
            if last.as_ref() != Some(&now) {
                let event = Event::default().event("jackpots").data(now.to_string());
                return Some((Ok(event), (app, Some(now))));
            }
            if *app.draining.borrow() {
                return None;
            }
            tokio::time::sleep(METERS).await;
        }
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}
