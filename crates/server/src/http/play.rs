//! A table as the caller sees it, and what he asks of it.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use house::game::Money;
use house::ledger::TableId;
use serde::Deserialize;
use serde_json::{Value, json};

use super::guard::Asker;
use super::{Answer, Json};
use crate::answers::{self, TableBody};
use crate::app::{App, Caller};
use crate::chips::Chips;
use crate::company;
use crate::problem::Problem;
use crate::wire::{self, WireCommand, WireId};

/// A table's number in a path.
pub fn table_id(text: &str) -> Result<TableId, Problem> {
    let number = text.parse::<u32>().map_err(|_| {
        Problem::not_found(format!(
            "table: found {text:?}, expected the number of a table"
        ))
    })?;
    Ok(TableId(number))
}

/// The table as the caller may see it.
pub async fn table(State(app): State<Arc<App>>, Path(table): Path<String>, asker: Asker) -> Answer {
    let table = table_id(&table)?;
    app.may_watch(&asker.caller, table)?;
    Ok(Json(table_body(&app, &asker.caller, table).await?))
}

async fn table_body(app: &App, caller: &Caller, table: TableId) -> Result<Value, Problem> {
    let hub = app.hub(table).await?;
    let state = match hub.state() {
        Some(state) => state,
        None => Arc::new(hub.handle().snapshot().await?),
    };
    let viewer = viewer_of(caller);
    let player = caller
        .as_ref()
        .filter(|signed| signed.account.role.is_player());
    let rack = match player {
        Some(signed) => Some(app.rack(table, signed.account.player()).await?),
        None => None,
    };
    let config = app.table_config(table);
    Ok(json!(TableBody {
        epoch: hub.epoch().to_owned(),
        n: state.head().seq,
        view: state.view_for(viewer),
        moves: json!(app.moves(caller, table, &state).await),
        deadline_ms: app.deadline_ms(&state),
        rack,
        company_max: config.as_ref().map_or(0, |config| config.company_max),
        name: config.map(|config| config.name),
        names: app.names(&state).await,
    }))
}

/// As whom the caller looks at a table.
pub fn viewer_of(caller: &Caller) -> house::game::Viewer {
    caller
        .as_ref()
        .map_or(house::game::Viewer::Public, |signed| {
            signed.account.viewer()
        })
}

/// A command.
pub async fn command(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    asker: Asker,
    body: Bytes,
) -> Answer {
    let signed = asker.signed_in()?;
    let table = table_id(&table)?;
    let command: WireCommand = wire::read_body(&body)?;
    let begun = std::time::Instant::now();
    let answer = app.command(&signed, table, &command).await;
    app.metrics
        .command_seconds
        .observe(begun.elapsed().as_secs_f64());
    Ok(Json(answer?))
}

/// An amount to be moved between a purse and a rack.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChipsBody {
    /// The caller's own id: the same id again gets the same answer.
    id: WireId,
    /// In minor units.
    amount: i64,
}

/// How many players of the house are asked to a table.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CompanyBody {
    /// How many; 0 sends them away.
    players: u8,
}

/// Players of the house keep a table company, where a player asks for them.
pub async fn company(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    asker: Asker,
    body: Bytes,
) -> Answer {
    asker.signed_in()?;
    let table = table_id(&table)?;
    let CompanyBody { players } = wire::read_body(&body)?;
    app.hub(table).await?;
    let company = company::ask_for(&app, table, usize::from(players)).await?;
    Ok(Json(json!(answers::Company { table, company })))
}

/// From the purse to the table.
pub async fn buy_in(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    asker: Asker,
    body: Bytes,
) -> Answer {
    chips(&app, &table, asker, &body, Chips::BuyIn).await
}

/// From the table to the purse.
pub async fn cash_out(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    asker: Asker,
    body: Bytes,
) -> Answer {
    chips(&app, &table, asker, &body, Chips::CashOut).await
}

async fn chips(
    app: &App,
    table: &str,
    asker: Asker,
    body: &Bytes,
    which: fn(Money) -> Chips,
) -> Answer {
    let signed = asker.signed_in()?;
    let table = table_id(table)?;
    let ChipsBody { id, amount } = wire::read_body(body)?;
    let chips = which(Money::minor(amount));
    Ok(Json(app.move_chips(&signed, table, &id, chips).await?))
}
