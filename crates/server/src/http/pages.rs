//! Pages and their files over HTTP: who has the newest is told so, and who takes gzip gets fewer bytes.

use std::sync::Arc;

use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::{no_such_call, no_such_method};
use crate::app::App;
use crate::pages::File;

/// What is at an address that no call has: a page, a file of a page, or nothing.
pub async fn page(
    State(app): State<Arc<App>>,
    method: Method,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
) -> Response {
    let config = app.config();
    let base = config.listen.base_path.as_str();
    let Some(address) = uri.path().strip_prefix(base) else {
        return no_such_call().await.into_response();
    };
    if address.is_empty() {
        // Addresses on the page are relative to a folder.
        return Redirect::to(&format!("{base}/")).into_response();
    }
    let found = app.pages.at(address).await;
    let is_read = matches!(method, Method::GET | Method::HEAD);
    match found {
        Some(_) if !is_read => no_such_method().await.into_response(),
        Some(file) => send(StatusCode::OK, &file, &headers),
        None if is_read && wants_page(&headers) && !address.starts_with("/api/") => {
            let file = app.pages.not_found().await;
            send(StatusCode::NOT_FOUND, &file, &headers)
        }
        None => no_such_call().await.into_response(),
    }
}

/// Whether a person waits for the answer, not a program.
fn wants_page(headers: &HeaderMap) -> bool {
    listed(headers, header::ACCEPT).any(|kind| kind == "text/html")
}

/// The items of a header that is a list, without what stands behind a semicolon; those that the client
/// says it does not want are left out.
fn listed(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter();
    let lines = lines.filter_map(|line| line.to_str().ok());
    let items = lines.flat_map(|line| line.split(','));
    items.filter_map(|item| {
        let (name, weight) = item.split_once(';').unwrap_or((item, ""));
        let weight = weight.trim().strip_prefix("q=");
        let is_zero = weight.is_some_and(|weight| weight.parse() == Ok(0.0_f32));
        (!is_zero).then(|| name.trim())
    })
}

fn send(status: StatusCode, file: &File, headers: &HeaderMap) -> Response {
    let takes_gzip = listed(headers, header::ACCEPT_ENCODING).any(|coding| coding == "gzip");
    let gzipped = takes_gzip.then(|| file.gzipped()).flatten();
    // Another encoding is another entity, and so has another tag.
    let ending = if gzipped.is_some() { "-gzip" } else { "" };
    let tag = format!("\"{}{ending}\"", file.digest);
    // A proxy that packs on its way marks a tag as weak.
    let mut known = listed(headers, header::IF_NONE_MATCH);
    let is_known = known.any(|item| item == "*" || item.trim_start_matches("W/") == tag);
    let mut response = if is_known && status == StatusCode::OK {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let is_gzipped = gzipped.is_some();
        let content = gzipped.unwrap_or_else(|| file.content.clone());
        let mut response = (status, content).into_response();
        let kind = HeaderValue::from_static(file.kind);
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if is_gzipped {
            let gzip = HeaderValue::from_static("gzip");
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, gzip);
        }
        response
    };
    let answered = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answered.insert(header::ETAG, tag);
    }
    let again = HeaderValue::from_static("no-cache");
    answered.insert(header::CACHE_CONTROL, again);
    let vary = HeaderValue::from_static("accept-encoding");
    answered.insert(header::VARY, vary);
    response
}
