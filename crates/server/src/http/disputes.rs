//! Disputes about lines of settlements.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::guard::Asker;
use super::{Answer, Json};
use crate::app::App;
use crate::problem::Problem;
use crate::wire;

/// A player disputes a line of his.
pub async fn raise(
    State(app): State<Arc<App>>,
    asker: Asker,
    bytes: Bytes,
) -> Result<Response, Problem> {
    let signed = asker.signed_in()?;
    let body = wire::read_body(&bytes)?;
    let raised = app.raise_dispute(&signed.account, &body).await?;
    Ok((StatusCode::CREATED, Json(json!(raised))).into_response())
}

/// The caller's own disputes; for staff all.
pub async fn list(State(app): State<Arc<App>>, asker: Asker) -> Answer {
    let signed = asker.signed_in()?;
    let own = signed.account.role.is_player();
    let page = app.disputes(own.then_some(signed.account.id)).await?;
    Ok(Json(json!(page)))
}

/// One dispute.
pub async fn one(State(app): State<Arc<App>>, Path(id): Path<String>, asker: Asker) -> Answer {
    let signed = asker.signed_in()?;
    let dispute = app.dispute(&signed.account, number(&id)?).await?;
    Ok(Json(json!(dispute)))
}

/// The pit answers.
pub async fn answer(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    asker: Asker,
    bytes: Bytes,
) -> Answer {
    let signed = asker.signed_in()?;
    let body = wire::read_body(&bytes)?;
    let id = number(&id)?;
    let dispute = app.answer_dispute(&signed.account, id, &body).await?;
    Ok(Json(json!(dispute)))
}

/// The player closes his dispute.
pub async fn close(State(app): State<Arc<App>>, Path(id): Path<String>, asker: Asker) -> Answer {
    let signed = asker.signed_in()?;
    let dispute = app.close_dispute(&signed.account, number(&id)?).await?;
    Ok(Json(json!(dispute)))
}

fn number(text: &str) -> Result<u64, Problem> {
    text.parse().map_err(|_| {
        Problem::not_found(format!(
            "dispute: found {text:?}, expected the number of a dispute"
        ))
    })
}
