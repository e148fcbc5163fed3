//! The routes, and what every request passes on its way to a handler.

mod guard;
mod library;
mod people;
mod play;
mod reading;
mod running;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use serde_json::Value;

use crate::app::App;
use crate::problem::Problem;
use crate::socket;

pub use guard::{Address, Asker, SESSION_COOKIE};
pub use people::make_ticket;
pub use play::{table_id, viewer_of};

/// No body is larger: a setup of a table takes some 600 bytes, rounds to be settled some 1 KB each.
const BODY_BYTES_MAX: usize = 64 * 1024;

/// The answer of most handlers.
pub type Answer = Result<Json, Problem>;

/// JSON that was made already.
pub struct Json(pub Value);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        let headers = [(axum::http::header::CONTENT_TYPE, "application/json")];
        (headers, self.0.to_string()).into_response()
    }
}

/// All routes, under the base path of the house.
pub fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/guests", post(people::come_as_guest))
        .route("/sessions", post(people::sign_in))
        .route("/sessions/current", delete(people::sign_out))
        .route("/me", get(people::who_am_i))
        .route("/tables", get(reading::lobby))
        .route("/tables/{table}", get(play::table))
        .route("/tables/{table}/commands", post(play::command))
        .route("/tables/{table}/buy-in", post(play::buy_in))
        .route("/tables/{table}/cash-out", post(play::cash_out))
        .route("/tables/{table}/company", post(play::company))
        .route("/tables/{table}/socket", get(socket::upgrade))
        .route("/rounds", get(reading::rounds))
        .route("/rounds/{table}/{round}", get(reading::round))
        .route("/jackpots", get(reading::jackpots))
        .route("/jackpots/events", get(reading::jackpot_events))
        .route("/rulebooks", get(library::rulebooks))
        .route("/rulebooks/{id}", get(library::rulebook))
        .route("/rulebooks/{id}/clauses/{clause}", get(library::clause))
        .route(
            "/rulebooks/{id}/irregularities",
            get(library::irregularities),
        )
        .route("/openapi.json", get(running::openapi))
        .route("/settle", post(library::settle))
        .route("/analyze/{id}", get(library::analyze))
        .fallback(no_such_call);
    let all = Router::new()
        .nest("/api/v1", api)
        .route("/", get(running::front_page))
        .route("/enter/{ticket}", get(people::enter))
        .route("/healthz", get(running::healthz))
        .route("/readyz", get(running::readyz))
        .route("/metrics", get(running::metrics))
        .fallback(no_such_call)
        .method_not_allowed_fallback(no_such_method);
    let base = app.config.listen.base_path.clone();
    let routes = if base.is_empty() {
        all
    } else {
        Router::new()
            .nest(&base, all)
            .route(&format!("{base}/"), get(running::front_page))
            .fallback(no_such_call)
    };
    routes
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            guard::guard,
        ))
        .with_state(app)
}

async fn no_such_call() -> Problem {
    Problem::not_found("there is no such call")
}

async fn no_such_method() -> Problem {
    let status = axum::http::StatusCode::METHOD_NOT_ALLOWED;
    Problem::new(
        status,
        "method-not-allowed",
        "the call exists, with another method",
    )
}
