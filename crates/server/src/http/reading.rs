//! The lobby, finished rounds and jackpots.

use core::convert::Infallible;
use core::time::Duration;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use house::history::{self, Cursor, HistoryItem, HistoryOf, Older, RoundRecord};
use house::ledger::TableId;
use house::lobby::{LinkSummary, TableSummary};
use serde::Deserialize;
use serde_json::json;

use super::guard::Asker;
use super::play::table_id;
use super::{Answer, Json};
use crate::answers::{Meter, RoundLine, RoundsPage, TableLine};
use crate::app::App;
use crate::library::Edges;
use crate::problem::Problem;
use crate::replay::Views;

/// Between two looks at the meters, for those who watch them.
const METERS: Duration = Duration::from_millis(250);

/// Every table.
pub async fn lobby(State(app): State<Arc<App>>) -> Answer {
    let lobby = app.house.projections().lobby();
    let mut lines = Vec::new();
    for summary in &lobby.tables {
        let mut line = table_line(&app, summary);
        line.edge = edges(&app, summary).await;
        lines.push(line);
    }
    Ok(Json(json!(lines)))
}

/// What the house keeps at a table, worked out once for each rulebook with its options.
async fn edges(app: &Arc<App>, summary: &TableSummary) -> Option<Edges> {
    let open = summary.open.as_ref()?;
    if let Some(known) = app.edges.lock().await.get(&open.digest) {
        return known.clone();
    }
    let mut form = open.rulebook.form().clone();
    for (switch, chosen) in &app.table_config(summary.table)?.options {
        form.choose(switch, chosen).ok()?;
    }
    // The file may have changed since the table was opened.
    if form.digest() != open.digest {
        return None;
    }
    let library = Arc::clone(&app.library);
    let worked = tokio::task::spawn_blocking(move || library.edges(&form)).await;
    let edges = worked.ok().and_then(Result::ok);
    app.edges.lock().await.insert(open.digest, edges.clone());
    edges
}

fn table_line(app: &App, summary: &TableSummary) -> TableLine {
    let open = summary.open.as_ref();
    let taken = summary
        .boxes
        .iter()
        .filter(|held| held.seated.is_some() || !held.players.is_empty());
    let taken: Vec<_> = taken.map(|held| held.at).collect();
    let round = summary.round.filter(|round| !round.over);
    let phase = match (open, round) {
        (None, _) => "closed",
        (Some(_), None) => "ready",
        (Some(_), Some(round)) => round.phase,
    };
    let config = app.table_config(summary.table);
    TableLine {
        table: summary.table,
        name: config.map(|config| config.name),
        rulebook: open.map(|open| open.rulebook),
        digest: open.map(|open| open.digest),
        phase,
        round: summary.round.map(|round| round.number),
        boxes: open.map_or(0, |open| open.positions),
        seated: taken.len(),
        taken,
        limits: open.map(|open| open.limits),
        edge: None,
        jackpot: open.and_then(|open| open.jackpot),
        link: summary.link.map(|link| link.link),
        cards: summary.cards_from,
        waiting: summary.waiting.clone(),
        paused: summary.paused,
        n: summary.entry,
    }
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
    let before = query.before.as_deref().map(str::parse).transpose();
    let before = before
        .map_err(|error: history::CursorError| Problem::malformed(format!("before: {error}")))?;
    let limit = query.limit.unwrap_or(20);
    if !(1..=history::PAGE_MAX).contains(&limit) {
        let most = history::PAGE_MAX;
        let detail = format!("limit: found {limit}, expected 1 to {most}");
        return Err(Problem::malformed(detail));
    }
    let whose = if signed.account.role.is_player() {
        vec![HistoryOf::Player(signed.account.player())]
    } else {
        staff_tables(&app, query.table)
    };
    let mut found = Vec::new();
    let mut has_older = false;
    for whose in whose {
        let mut wanted = history::Query::newest(whose);
        (wanted.before, wanted.limit) = (before, limit);
        let (rounds, more) = rounds_of(&app, wanted, query.table).await?;
        has_older |= more;
        found.extend(rounds);
    }
    found.sort_by_key(|round| core::cmp::Reverse((round.ended, round.table, round.round)));
    has_older |= found.len() > limit;
    found.truncate(limit);
    let last = found.last().filter(|_| has_older);
    let before = last.map(|round| {
        // Before every entry of that round, and behind what was listed.
        let cursor = Cursor {
            at: round.ended,
            stream: house::Stream::Table(round.table),
            entry: 0,
        };
        cursor.to_string()
    });
    let rounds = found.into_iter().map(round_line).collect();
    Ok(Json(json!(RoundsPage { rounds, before })))
}

/// So many rounds of a history, of one table or of all, and whether there are older ones: a page of it may hold
/// other things than rounds, and rounds of other tables.
async fn rounds_of(
    app: &App,
    mut wanted: history::Query,
    table: Option<u32>,
) -> Result<(Vec<RoundRecord>, bool), Problem> {
    let is_asked_for = |round: &RoundRecord| table.is_none_or(|table| round.table.0 == table);
    let mut found = Vec::new();
    loop {
        let page = app.house.projections().history(&wanted).await?;
        let rounds = page.happened.into_iter().filter_map(as_round);
        found.extend(rounds.filter(is_asked_for));
        let Older::Before(cursor) = page.older else {
            return Ok((found, false));
        };
        if found.len() >= wanted.limit {
            return Ok((found, true));
        }
        wanted.before = Some(cursor);
    }
}

/// The histories that staff read: of one table, or of all.
fn staff_tables(app: &App, table: Option<u32>) -> Vec<HistoryOf> {
    if let Some(table) = table {
        return vec![HistoryOf::Table(TableId(table))];
    }
    let lobby = app.house.projections().lobby();
    let tables = lobby.tables.iter();
    tables
        .map(|summary| HistoryOf::Table(summary.table))
        .collect()
}

fn as_round(item: HistoryItem) -> Option<RoundRecord> {
    match item {
        HistoryItem::Round(round) => Some(round),
        HistoryItem::Cage(_) => None,
    }
}

fn round_line(round: RoundRecord) -> RoundLine {
    RoundLine {
        table: round.table,
        round: round.round,
        rulebook: round.rulebook,
        ended: round.ended,
        staked: round.staked,
        returned: round.returned,
        net: round.returned.in_minor() - round.staked.in_minor(),
        void: round.void,
    }
}

/// How much of a round is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundQuery {
    views: Option<Views>,
}

/// One round, whole.
pub async fn round(
    State(app): State<Arc<App>>,
    Path((table, number)): Path<(String, String)>,
    asker: Asker,
    query: Result<Query<RoundQuery>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let Query(query) = query.map_err(|error| Problem::malformed(error.body_text()))?;
    let table = table_id(&table)?;
    let number: u64 = number.parse().map_err(|_| {
        Problem::not_found(format!(
            "round: found {number:?}, expected the number of a round"
        ))
    })?;
    app.may_watch(&asker.caller, table)?;
    crate::replay::round(&app, &asker.caller, (table, number), query.views)
        .await
        .map(Json)
}

/// Meters and last wins.
pub async fn jackpots(State(app): State<Arc<App>>) -> Answer {
    Ok(Json(json!(meters(&app))))
}

fn meters(app: &App) -> Vec<Meter> {
    let lobby = app.house.projections().lobby();
    let links = lobby.links.iter().map(|link| meter(app, link));
    links.collect()
}

fn meter(app: &App, link: &LinkSummary) -> Meter {
    let config = app.config();
    let mut links = config.links.iter();
    let config = links.find(|config| config.number == link.link.0);
    Meter {
        link: link.link,
        name: config.map(|config| config.name.clone()),
        shown: link.meters.shown,
        hits: link.meters.hits,
        won: link.meters.won,
        last_win: link.last_win,
        tables: link.tables.clone(),
        fault: link.fault,
        n: link.entry,
    }
}

/// The same, again whenever it changes.
pub async fn jackpot_events(
    State(app): State<Arc<App>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let events = stream::unfold((app, None), |(app, last)| async move {
        loop {
            let now = meters(&app);
            if last.as_ref() != Some(&now) {
                let data = json!(now).to_string();
                let event = Event::default().event("jackpots").data(data);
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
