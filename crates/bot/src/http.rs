//! Calls to the API of a house.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap, SET_COOKIE};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;

use crate::connection::{Connection, Encryption};

/// No answer of a house is larger.
const ANSWER_BYTES_MAX: usize = 8 * 1024 * 1024;

/// The address of a house, and the session that calls are made under.
#[derive(Clone, Debug)]
pub struct Api {
    /// Host and port.
    address: String,
    /// The path in front of every call; empty where the house is at the root.
    base: String,
    /// The token of the session.
    token: Option<String>,
    encryption: Encryption,
}

impl Api {
    /// The house at this address, as `http://127.0.0.1:8210/` or `https://floor.example/`. An encrypted one
    /// has a certificate that the system trusts.
    pub fn new(url: &str) -> Result<Api> {
        Api::open(url, None)
    }

    /// The house at this address, whose certificate one of those in the file issued.
    pub fn trusting(url: &str, certificates: &Path) -> Result<Api> {
        Api::open(url, Some(certificates))
    }

    fn open(url: &str, certificates: Option<&Path>) -> Result<Api> {
        let (rest, encryption) = if let Some(rest) = url.strip_prefix("https://") {
            (rest, Encryption::trusting(certificates)?)
        } else {
            let rest = url.strip_prefix("http://");
            let expected = || format!("url: found {url:?}, expected http://… or https://…");
            (rest.with_context(expected)?, Encryption::None)
        };
        let (address, base) = rest.split_once('/').unwrap_or((rest, ""));
        let base = base.trim_end_matches('/');
        let base = if base.is_empty() {
            String::new()
        } else {
            format!("/{base}")
        };
        Ok(Api {
            address: address.to_owned(),
            base,
            token: None,
            encryption,
        })
    }

    /// The same house, under this session.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Api {
        Api {
            token: Some(token.to_owned()),
            ..self.clone()
        }
    }

    /// Host and port.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The path in front of every call.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// `ws` or `wss`.
    pub(crate) fn socket_scheme(&self) -> &'static str {
        self.encryption.socket_scheme()
    }

    /// A new connection to the house.
    pub(crate) async fn connect(&self) -> Result<Connection> {
        self.encryption.connect(&self.address).await
    }

    /// The token of the session.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Comes as a guest; returns the player's number and the house under his session.
    pub async fn come_as_guest(&self) -> Result<(u64, Api)> {
        let (status, body) = self.call(Method::POST, "/api/v1/guests", None).await?;
        if status != StatusCode::CREATED {
            bail!("guests: {status} {body}");
        }
        let player = body["player"].as_u64().context("a guest has a number")?;
        let token = body["token"].as_str().context("a guest has a token")?;
        Ok((player, self.with_token(token)))
    }

    /// Reads something.
    pub async fn get(&self, path: &str) -> Result<Value> {
        let (status, body) = self.call(Method::GET, path, None).await?;
        if !status.is_success() {
            bail!("{path}: {status} {body}");
        }
        Ok(body)
    }

    /// Follows a one-time sign-in link; returns the token of the session.
    pub async fn enter(&self, path: &str) -> Result<String> {
        let (status, headers, _) = self.exchange(Method::GET, path, None).await?;
        let cookie = headers
            .get(SET_COOKIE)
            .and_then(|value| value.to_str().ok());
        let cookie = cookie.with_context(|| format!("{path}: {status} without a cookie"))?;
        let value = cookie.split(['=', ';']).nth(1);
        Ok(value.context("a cookie has a value")?.to_owned())
    }

    /// Any call: the status, and the body where it is JSON.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(StatusCode, Value)> {
        let (status, _, bytes) = self.exchange(method, path, body).await?;
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Ok((status, body))
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(StatusCode, HeaderMap, Bytes)> {
        let stream = self.connect().await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        let connection = tokio::spawn(connection);
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header(HOST, &self.address);
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        let bytes = match body {
            Some(body) => {
                request = request.header(CONTENT_TYPE, "application/json");
                Bytes::from(body.to_string())
            }
            None => Bytes::new(),
        };
        let response = sender.send_request(request.body(Full::new(bytes))?).await?;
        let (status, headers) = (response.status(), response.headers().clone());
        let limited = http_body_util::Limited::new(response.into_body(), ANSWER_BYTES_MAX);
        let bytes = limited.collect().await;
        let bytes = bytes.map_err(|error| anyhow::anyhow!("{path}: {error}"))?;
        connection.abort();
        Ok((status, headers, bytes.to_bytes()))
    }
}
