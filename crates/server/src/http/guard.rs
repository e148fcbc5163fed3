//! What every request passes: who asks, how much, from which page, and the headers of every answer.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::{App, Caller};
use crate::problem::Problem;
use crate::sessions::SignedIn;
use crate::token::Token;

/// The cookie that signing in sets.
pub const SESSION_COOKIE: &str = "queenhigh_session";

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub SocketAddr);

/// Nothing of a page runs that the house did not send.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/// Looks at a request before its handler does, and at the answer after.
pub async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    app.metrics.requests.inc();
    let mut response = match admit(&app, &mut request).await {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    if response.status().is_server_error() {
        app.metrics.failures.inc();
    }
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

async fn admit(app: &App, request: &mut Request) -> Result<(), Problem> {
    let address = address_of(app, request);
    let headers = request.headers();
    let token = token_of(headers);
    let origin = origin_of(headers);
    check_origin(
        app,
        request.method(),
        origin,
        token.as_ref().map(|(_, by)| *by),
    )?;
    let caller: Caller = match &token {
        Some((token, _)) => app.sessions.who(token).await?,
        None => None,
    };
    let admitted = match &caller {
        Some(signed) => app.limits.sessions.take(signed.session),
        None => app.limits.addresses.take(address),
    };
    within_limit(admitted)?;
    let offered = token.is_some();
    let extensions = request.extensions_mut();
    extensions.insert(ClientAddress(address));
    extensions.insert(Asker {
        caller,
        offered_token: offered,
    });
    Ok(())
}

/// A problem where a bucket was empty.
pub fn within_limit(taken: Result<(), core::time::Duration>) -> Result<(), Problem> {
    taken.map_err(|again| {
        let milliseconds = u64::try_from(again.as_millis()).unwrap_or(u64::MAX);
        Problem::too_many(milliseconds.max(1))
    })
}

/// How a token was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SentBy {
    Cookie,
    Header,
}

/// The token of a request. A program's header counts before a browser's cookie.
fn token_of(headers: &HeaderMap) -> Option<(Token, SentBy)> {
    let bearer = headers.get(header::AUTHORIZATION);
    let bearer = bearer.and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    if let Some(token) = bearer {
        return Token::read(token).map(|token| (token, SentBy::Header));
    }
    let cookies = headers.get_all(header::COOKIE).iter();
    let cookies = cookies.filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';'));
    let found = pairs.find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == SESSION_COOKIE)
            .then(|| Token::read(value))
            .flatten()
    });
    found.map(|token| (token, SentBy::Cookie))
}

fn origin_of(headers: &HeaderMap) -> Option<&str> {
    headers
        .get(header::ORIGIN)
        .map(|value| value.to_str().unwrap_or("null"))
}

/// A page of another house may neither change anything here nor open a socket (ASVS 4.4.2). Programs
/// that are no browser send no origin.
fn check_origin(
    app: &App,
    method: &Method,
    origin: Option<&str>,
    sent_by: Option<SentBy>,
) -> Result<(), Problem> {
    let Some(origin) = origin else {
        return Ok(());
    };
    let harmless = matches!(*method, Method::GET | Method::HEAD) && sent_by.is_none();
    if harmless || app.origins.iter().any(|allowed| allowed == origin) {
        return Ok(());
    }
    Err(Problem::not_allowed(format!(
        "origin: found {origin:?}, expected a page of this house"
    )))
}

/// The client's address: behind a proxy the one it names last.
fn address_of(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Address>();
    let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |Address(peer)| peer.ip());
    if !app.config.listen.behind_proxy {
        return peer;
    }
    let forwarded = request.headers().get_all("x-forwarded-for").iter();
    let forwarded = forwarded.filter_map(|value| value.to_str().ok());
    let last = forwarded.flat_map(|line| line.split(',')).last();
    last.and_then(|text| text.trim().parse().ok())
        .unwrap_or(peer)
}

/// The address of the client.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

/// Who asks.
#[derive(Clone, Debug)]
pub struct Asker {
    /// Somebody who is signed in, or a passer-by.
    pub caller: Caller,
    /// Whether a token was sent, good or not.
    pub offered_token: bool,
}

impl Asker {
    /// Somebody who is signed in.
    pub fn signed_in(self) -> Result<SignedIn, Problem> {
        self.caller.ok_or_else(Problem::not_signed_in)
    }
}

impl<S: Sync> FromRequestParts<S> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asker, Problem> {
        let asker = parts.extensions.get::<Asker>().cloned();
        asker.ok_or_else(Problem::not_signed_in)
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ClientAddress, Problem> {
        let address = parts.extensions.get::<ClientAddress>().copied();
        Ok(address.unwrap_or(ClientAddress(IpAddr::from([127, 0, 0, 1]))))
    }
}
