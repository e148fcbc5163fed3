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
#[cfg(feature = "schema")]
pub use people::SignIn;
pub use people::make_ticket;
#[cfg(feature = "schema")]
pub use play::ChipsBody;
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

/// A router, and the list of its calls by method and path.
macro_rules! routes {
    ($router:ident, $list:ident: $($method:ident $path:literal => $handler:path,)+) => {
        fn $router() -> Router<Arc<App>> {
            Router::new()$(.route($path, $method($handler)))+
        }

        #[cfg(feature = "schema")]
        const $list: &[(&str, &str)] = &[$((stringify!($method), $path)),+];
    };
}

/// Where the calls of the API begin.
const API: &str = "/api/v1";

routes! { api, API_CALLS:
    post "/guests" => people::come_as_guest,
    post "/sessions" => people::sign_in,
    delete "/sessions/current" => people::sign_out,
    get "/me" => people::who_am_i,
    get "/tables" => reading::lobby,
    get "/tables/{table}" => play::table,
    post "/tables/{table}/commands" => play::command,
    post "/tables/{table}/buy-in" => play::buy_in,
    post "/tables/{table}/cash-out" => play::cash_out,
    get "/tables/{table}/socket" => socket::upgrade,
    get "/rounds" => reading::rounds,
    get "/rounds/{table}/{round}" => reading::round,
    get "/jackpots" => reading::jackpots,
    get "/jackpots/events" => reading::jackpot_events,
    get "/rulebooks" => library::rulebooks,
    get "/rulebooks/{id}" => library::rulebook,
    get "/rulebooks/{id}/clauses/{clause}" => library::clause,
    get "/rulebooks/{id}/irregularities" => library::irregularities,
    get "/openapi.json" => running::openapi,
    post "/settle" => library::settle,
    get "/analyze/{id}" => library::analyze,
}

routes! { outside, OTHER_CALLS:
    get "/" => running::front_page,
    get "/enter/{ticket}" => people::enter,
    get "/healthz" => running::healthz,
    get "/readyz" => running::readyz,
    get "/metrics" => running::metrics,
}

/// Every call, by method and path.
#[cfg(feature = "schema")]
pub fn calls() -> Vec<(&'static str, String)> {
    let api = API_CALLS.iter();
    let api = api.map(|(method, path)| (*method, format!("{API}{path}")));
    let others = OTHER_CALLS.iter();
    let others = others.map(|(method, path)| (*method, (*path).to_owned()));
    api.chain(others).collect()
}

/// All routes, under the base path of the house.
pub fn router(app: Arc<App>) -> Router {
    let all = outside()
        .nest(API, api().fallback(no_such_call))
        .fallback(no_such_call)
        .method_not_allowed_fallback(no_such_method);
    let base = app.config.listen.base_path.clone();
    let routes = if base.is_empty() {
        all
    } else {
        Router::new().nest(&base, all).fallback(no_such_call)
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
