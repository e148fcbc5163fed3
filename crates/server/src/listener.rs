//! Connections: accepted, encrypted where there is a certificate, and served with limits on how slow a
//! client may be.

use core::time::Duration;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::http::Address;

/// For the headers of a request (RELIABILITY B4).
const HEADERS: Duration = Duration::from_secs(5);
/// For a TLS handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// No more connections at once.
const CONNECTIONS_MAX: usize = 20_000;
/// For requests under way when the doors close.
const DRAIN: Duration = Duration::from_secs(5);

/// Why the doors cannot open.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// The address cannot be had.
    #[error("listen: {address}: {error}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        error: std::io::Error,
    },
    /// Passwords would cross a network in the clear.
    #[error(
        "listen: found {0} without TLS, expected a loopback address, --tls-cert and --tls-key, or \
         behind_proxy = true where a proxy in front encrypts"
    )]
    NotEncrypted(SocketAddr),
    /// A certificate or key is of no use.
    #[error("{file}: {what}")]
    Certificate {
        /// The file.
        file: String,
        /// What is wrong with it.
        what: String,
    },
}

/// The doors: a listening socket, and a certificate where there is one.
pub struct Doors {
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
}

impl Doors {
    /// Listens on the address.
    pub async fn open(
        address: SocketAddr,
        tls: Option<(&Path, &Path)>,
        behind_proxy: bool,
    ) -> Result<Doors, ListenError> {
        if !address.ip().is_loopback() && tls.is_none() && !behind_proxy {
            return Err(ListenError::NotEncrypted(address));
        }
        let tls = tls.map(|(cert, key)| acceptor(cert, key)).transpose()?;
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| ListenError::Address { address, error })?;
        Ok(Doors { listener, tls })
    }

    /// The address, with the port that was free.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// `http` or `https`.
    pub fn scheme(&self) -> &'static str {
        if self.tls.is_some() { "https" } else { "http" }
    }

    /// Serves until the doors close; then lets requests under way end.
    pub async fn serve(self, router: Router, mut closing: watch::Receiver<bool>) {
        let Doors { listener, tls } = self;
        let room = Arc::new(Semaphore::new(CONNECTIONS_MAX));
        let mut connections = JoinSet::new();
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = wait_closing(&mut closing) => break,
            };
            while connections.try_join_next().is_some() {}
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // No file descriptors left: those who go make room.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let Ok(permit) = Arc::clone(&room).try_acquire_owned() else {
                continue;
            };
            let (router, tls, closing) = (router.clone(), tls.clone(), closing.clone());
            connections.spawn(async move {
                connect(stream, peer, tls, router, closing).await;
                drop(permit);
            });
        }
        drop(listener);
        let all = async { while connections.join_next().await.is_some() {} };
        if timeout(DRAIN, all).await.is_err() {
            connections.abort_all();
        }
    }
}

async fn connect(
    stream: TcpStream,
    peer: SocketAddr,
    tls: Option<TlsAcceptor>,
    router: Router,
    closing: watch::Receiver<bool>,
) {
    // Small messages are sent at once.
    drop(stream.set_nodelay(true));
    match tls {
        None => serve_http(stream, peer, router, closing).await,
        Some(tls) => {
            if let Ok(Ok(stream)) = timeout(HANDSHAKE, tls.accept(stream)).await {
                serve_http(stream, peer, router, closing).await;
            }
        }
    }
}

/// Serves one connection until it ends or the doors close.
pub async fn serve_http(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    router: Router,
    mut closing: watch::Receiver<bool>,
) {
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Address(peer));
        let router = router.clone();
        async move {
            use tower::ServiceExt as _;
            router.oneshot(request.map(Body::new)).await
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = core::pin::pin!(connection);
    tokio::select! {
        // Most errors are clients that went away.
        served = connection.as_mut() => drop(served),
        () = wait_closing(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            drop(connection.await);
        }
    }
}

async fn wait_closing(closing: &mut watch::Receiver<bool>) {
    // A sender that is gone closes too.
    drop(closing.wait_for(|closing| *closing).await);
}

fn acceptor(cert: &Path, key: &Path) -> Result<TlsAcceptor, ListenError> {
    let wrong = |file: &Path, what: String| ListenError::Certificate {
        file: file.display().to_string(),
        what,
    };
    let chain = CertificateDer::pem_file_iter(cert)
        .map_err(|error| wrong(cert, error.to_string()))?
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| wrong(cert, error.to_string()))?;
    if chain.is_empty() {
        return Err(wrong(cert, "found no certificate, expected PEM".to_owned()));
    }
    let private =
        PrivateKeyDer::from_pem_file(key).map_err(|error| wrong(key, error.to_string()))?;
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(cert, error.to_string()))?
        .with_no_client_auth()
        .with_single_cert(chain, private)
        .map_err(|error| wrong(cert, error.to_string()))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}
