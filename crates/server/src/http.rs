//! The routes, and what every request passes on its way to a handler.

mod desk;
mod disputes;
mod guard;
mod library;
mod pages;
mod people;
mod play;
mod protection;
mod reading;
mod running;
mod second_device;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post, put};
use serde_json::Value;

use crate::app::App;
use crate::problem::Problem;
use crate::roles::Call;
use crate::socket;

#[cfg(feature = "schema")]
pub use desk::DeskCommand;
#[cfg(feature = "schema")]
pub use guard::SESSION_COOKIE;
pub use guard::{Address, Asker};
#[cfg(feature = "schema")]
pub use people::SignIn;
pub use people::make_ticket;
#[cfg(feature = "schema")]
pub use play::{ChipsBody, CompanyBody};
pub use play::{table_id, viewer_of};
#[cfg(feature = "schema")]
pub use protection::ExclusionBody;

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

/// Every call, by method and path.
#[cfg(feature = "schema")]
pub fn calls() -> Vec<(String, String)> {
    let all = Call::ALL.iter();
    all.map(|call| (call.method().to_lowercase(), call.path().to_owned()))
        .collect()
}

/// All routes, under this base path: those of the list of calls, and the pages at every other address.
pub fn router(app: Arc<App>, base: &str) -> Router {
    let mut all = Router::new();
    for call in Call::ALL {
        let permit = middleware::from_fn_with_state(*call, guard::permit);
        all = all.route(call.path(), handler(*call).route_layer(permit));
    }
    let all = all
        .fallback(pages::page)
        .method_not_allowed_fallback(no_such_method);
    let routes = if base.is_empty() {
        all
    } else {
        Router::new()
            .nest(base, all)
            .route(&format!("{base}/"), get(pages::page))
            .fallback(pages::page)
    };
    routes
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            guard::guard,
        ))
        .with_state(app)
}

/// What answers a call.
fn handler(call: Call) -> MethodRouter<Arc<App>> {
    match call {
        Call::ComeAsGuest => post(people::come_as_guest),
        Call::SignIn => post(people::sign_in),
        Call::SignOut => delete(people::sign_out),
        Call::WhoAmI => get(people::who_am_i),
        Call::BeginTotp => post(second_device::begin),
        Call::ConfirmTotp => put(second_device::confirm),
        Call::Limits => get(protection::limits),
        Call::SetLimits => put(protection::set_limits),
        Call::TakeBackLimit => delete(protection::take_back),
        Call::Exclude => post(protection::exclude),
        Call::ComeBack => delete(protection::come_back),
        Call::GoOn => post(protection::go_on),
        Call::Play => get(protection::play),
        Call::House => get(people::house),
        Call::Tables => get(reading::lobby),
        Call::Table => get(play::table),
        Call::CommandTable => post(play::command),
        Call::BuyIn => post(play::buy_in),
        Call::CashOut => post(play::cash_out),
        Call::Company => post(play::company),
        Call::HandWorth => get(library::hand_worth),
        Call::Socket => get(socket::upgrade),
        Call::Rounds => get(reading::rounds),
        Call::Round => get(reading::round),
        Call::Purse => get(desk::purse),
        Call::CommandDesk => post(desk::command),
        Call::RaiseDispute => post(disputes::raise),
        Call::Disputes => get(disputes::list),
        Call::Dispute => get(disputes::one),
        Call::AnswerDispute => post(disputes::answer),
        Call::CloseDispute => post(disputes::close),
        Call::Jackpots => get(reading::jackpots),
        Call::JackpotEvents => get(reading::jackpot_events),
        Call::Rulebooks => get(library::rulebooks),
        Call::Rulebook => get(library::rulebook),
        Call::Clauses => get(library::clauses),
        Call::Clause => get(library::clause),
        Call::Irregularities => get(library::irregularities),
        Call::OpenApi => get(running::openapi),
        Call::Settle => post(library::settle),
        Call::Analyze => get(library::analyze),
        Call::FrontPage => get(pages::page),
        Call::Enter => get(people::enter),
        Call::Healthz => get(running::healthz),
        Call::Readyz => get(running::readyz),
        Call::Metrics => get(running::metrics),
    }
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
