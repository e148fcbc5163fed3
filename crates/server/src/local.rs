//! The API on a socket in the folder of the house, for programs on the same machine that may write there
//! anyway, such as `queenhigh admin`.
//!
//! A folder is served by one process, and its database is locked: what is changed while it is open goes
//! through that process. The socket needs no address, no certificate and no proxy; who asks signs in by a
//! ticket, as everywhere ([ADR 0033](../../../docs/adr/0033-admin-on-an-open-house.md)).

use core::time::Duration;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use axum::Router;
use tokio::net::UnixListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::listener::serve_http;

/// The name of the socket in the folder.
pub const SOCKET: &str = "admin.sock";

/// Serves the API in the folder until the doors close.
pub async fn serve(folder: PathBuf, router: Router, mut closing: watch::Receiver<bool>) {
    let path = folder.join(SOCKET);
    let listener = match open(&path) {
        Ok(listener) => listener,
        Err(error) => {
            let path = path.display();
            tracing::warn!(%path, %error, "no socket for queenhigh admin: it has to wait until the house is closed");
            return;
        }
    };
    // Who connects has no address; limits count all of them as this machine.
    let here = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        while connections.try_join_next().is_some() {}
        match accepted {
            Ok((stream, _)) => {
                connections.spawn(serve_http(stream, here, router.clone(), closing.clone()));
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
    drop(std::fs::remove_file(&path));
}

/// Listens there, for the owner of the folder alone. The lock on the house is held: a socket that lies
/// there was left by a process that is gone.
fn open(path: &Path) -> std::io::Result<UnixListener> {
    if path.exists() {
        std::fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}
