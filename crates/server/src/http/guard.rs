//! What every request passes: who asks, how much, from which page, and the headers of every answer.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::to_bytes;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::{App, Caller};
use crate::problem::Problem;
use crate::roles::{Call, Cell};
use crate::sessions::SignedIn;
use crate::token::Token;

/// The cookie that signing in sets.
pub const SESSION_COOKIE: &str = "queenhigh_session";

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub SocketAddr);

/// Nothing of a page runs that the house did not send.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'";

/// Looks at a request before its handler does, and at the answer after.
pub async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    app.metrics.requests.inc();
    let mut response = match admit(&app, &mut request).await {
        Ok(()) => as_problem(next.run(request).await).await,
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

/// An error that no handler made, such as a body that is too large, as a problem like all others.
async fn as_problem(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    // A person who looks for a page gets a page.
    let is_made = kind.is_some_and(|kind| {
        kind == "application/problem+json" || kind.as_bytes().starts_with(b"text/html")
    });
    if is_made || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let code = match status {
        StatusCode::NOT_FOUND => "not-found",
        StatusCode::METHOD_NOT_ALLOWED => "method-not-allowed",
        StatusCode::PAYLOAD_TOO_LARGE => "too-large",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "not-json",
        _ if status.is_server_error() => "internal",
        _ => "malformed",
    };
    let said = to_bytes(response.into_body(), 4 * 1024).await;
    let said = said.unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let detail = match status.canonical_reason() {
        Some(reason) if said.is_empty() => reason,
        Some(_) | None => &said,
    };
    Problem::new(status, code, detail).into_response()
}

/// A body is JSON, whatever else a browser's form could send.
fn check_kind(headers: &HeaderMap) -> Result<(), Problem> {
    let has_body = headers
        .get(header::CONTENT_LENGTH)
        .is_some_and(|length| length != "0")
        || headers.contains_key(header::TRANSFER_ENCODING);
    let Some(kind) = headers.get(header::CONTENT_TYPE).filter(|_| has_body) else {
        return Ok(());
    };
    let kind = kind.to_str().unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    let essence = essence.to_ascii_lowercase();
    match essence.as_str() {
        "application/json" | "application/jsonl" | "application/x-ndjson" => Ok(()),
        // What `curl -d` says of any body. A browser's form names the page it comes from.
        "application/x-www-form-urlencoded" if origin_of(headers).is_none() => Ok(()),
        _ => Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "not-json",
            format!("content-type: found {kind:?}, expected application/json"),
        )),
    }
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
    check_kind(headers)?;
    let caller: Caller = match &token {
        Some((Some(token), SentBy::Ticket)) => app.sessions.by_ticket(token).await?,
        Some((Some(token), SentBy::Cookie | SentBy::Header)) => app.sessions.who(token).await?,
        Some((None, _)) | None => None,
    };
    let sent_by = token.as_ref().map(|(_, by)| *by);
    // A program that names its session wants no other answer; a browser's old cookie is no wish.
    if caller.is_none() && matches!(sent_by, Some(SentBy::Header | SentBy::Ticket)) {
        within_limit(app.limits.addresses.take(address))?;
        return Err(Problem::not_signed_in());
    }
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

/// Lets a call through whose cell in the matrix of roles does not say no.
pub async fn permit(
    State(call): State<Call>,
    asker: Asker,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let role = asker.caller.as_ref().map(|signed| signed.account.role);
    match (call.cell(role), role) {
        (Cell::Any | Cell::Own, _) => Ok(next.run(request).await),
        (Cell::SignIn, _) | (Cell::No, None) => Err(Problem::not_signed_in()),
        (Cell::No, Some(role)) => {
            let (method, path) = (call.method(), call.path());
            Err(Problem::not_allowed(format!(
                "{method} {path} is not for the role {role}"
            )))
        }
    }
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
    /// A one-time ticket, for this request alone.
    Ticket,
}

/// The token of a request, and nothing for one that cannot be read. A program's header counts before a
/// browser's cookie.
fn token_of(headers: &HeaderMap) -> Option<(Option<Token>, SentBy)> {
    let header = headers.get(header::AUTHORIZATION);
    let header = header.and_then(|value| value.to_str().ok());
    // Of another scheme is what a proxy asks for.
    let (scheme, token) = header
        .map(|text| text.split_once(' ').unwrap_or((text, "")))
        .unwrap_or_default();
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some((Token::read(token.trim()), SentBy::Header));
    }
    if scheme.eq_ignore_ascii_case("ticket") {
        return Some((Token::read(token.trim()), SentBy::Ticket));
    }
    let cookies = headers.get_all(header::COOKIE).iter();
    let cookies = cookies.filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';'));
    let found = pairs.find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == SESSION_COOKIE).then(|| Token::read(value))
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
    if !app.config().listen.behind_proxy {
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
    /// A person who is signed in, or a passer-by.
    pub caller: Caller,
    /// Whether a token was sent, good or not.
    pub offered_token: bool,
}

impl Asker {
    /// The person who is signed in; an error for a passer-by.
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
