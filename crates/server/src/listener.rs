//! Connections: accepted, encrypted where there is a certificate, and served with limits on how slow a
//! client may be.

mod body;
mod tls;

use core::time::Duration;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use crate::http::Address;

/// For the headers of a request (RELIABILITY B4).
const HEADERS: Duration = Duration::from_secs(5);
/// For a TLS handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// What the kernel keeps for a client that does not read: some ten messages (RELIABILITY B4).
const SEND_BUFFER: u32 = 64 * 1024;
/// What the kernel keeps of what a client sends: a whole body.
const RECEIVE_BUFFER: u32 = 64 * 1024;
/// Connections that wait to be accepted.
const WAITING: u32 = 1024;
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
    #[error("{field}: {file}: found {found}, expected {expected}")]
    Certificate {
        /// The field of the configuration that names it.
        field: &'static str,
        /// The file.
        file: String,
        /// What it holds.
        found: String,
        /// What it should hold.
        expected: &'static str,
    },
}

/// The doors: a listening socket, and a certificate where there is one.
pub struct Doors {
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    /// No more connections at once.
    connections_max: usize,
}

impl Doors {
    /// Listens on the address.
    pub fn open(
        address: SocketAddr,
        tls: Option<(&Path, &Path)>,
        behind_proxy: bool,
        connections_max: u32,
    ) -> Result<Doors, ListenError> {
        if !address.ip().is_loopback() && tls.is_none() && !behind_proxy {
            return Err(ListenError::NotEncrypted(address));
        }
        let tls = tls
            .map(|(cert, key)| tls::acceptor(cert, key))
            .transpose()?;
        let listener = listen(address).map_err(|error| ListenError::Address { address, error })?;
        Ok(Doors {
            listener,
            tls,
            connections_max: connections_max as usize,
        })
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
        let Doors {
            listener,
            tls,
            connections_max,
        } = self;
        let room = Arc::new(Semaphore::new(connections_max));
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

/// Listens with bounded buffers in the kernel, which the accepted connections inherit: a client that reads
/// nothing holds this much of our memory and no more.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // As `TcpListener::bind` does: a restarted house has its port at once.
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    socket.bind(address)?;
    socket.listen(WAITING)
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
            router.oneshot(request.map(body::timed)).await
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
