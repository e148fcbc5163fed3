//! For those who run the house: is it alive, is it open, what does it count.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::problem::Problem;

/// The process answers.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// People may be served. The listener starts when recovery is done, so only closing says no.
pub async fn readyz(State(app): State<Arc<App>>) -> Result<&'static str, Problem> {
    if *app.draining.borrow() || app.announced.borrow().is_some() {
        let mut problem = Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "closing",
            "the house is closing: come back in a moment",
        );
        problem.again_ms = Some(5_000);
        return Err(problem);
    }
    Ok("ready\n")
}

/// What is counted, for Prometheus.
pub async fn metrics(State(app): State<Arc<App>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.to_text()).into_response()
}

/// The description of the API.
pub async fn openapi(State(app): State<Arc<App>>) -> Response {
    let text = crate::openapi::description(&app.config().listen.base_path);
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, text.into_owned()).into_response()
}
