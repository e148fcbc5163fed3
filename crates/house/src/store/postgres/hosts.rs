//! The servers that the URL names, and the search for the one that accepts writes.
//!
//! The servers are tried in turn, beginning with the last one that worked; only one that accepts writes is
//! used. Each try has its own time limit, which the driver's own list of hosts does not offer: a server
//! that accepts the connection and does not answer must not block the search.
//!
//! A server that accepts writes but does not answer is abandoned too. A former primary whose cluster
//! manager died goes on believing that it leads: it accepts connections and statements, but no standby
//! confirms its commits, so they are never answered. A client that stayed connected would wait for ever;
//! a client that came back to it would read old data. Every promotion raises the timeline, so a server
//! whose timeline is below the highest one seen is refused.

use core::pin::Pin;
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use deadpool_postgres::Connect;
use tokio::task::JoinHandle;
use tokio_postgres::config::{Host, SslMode as Asks, TargetSessionAttrs};
use tokio_postgres::{Client, Config, Error};

use super::super::OpenError;
use super::encryption::{Encryption, SslMode};
use super::error::said;
use super::open::Purpose;
use super::tls::Tls;

/// Limit for each server, from the first packet to a session that accepts writes.
pub const HOST_SECONDS: u64 = 5;
/// TCP keepalive: a server that vanished is noticed within `IDLE + RETRIES * INTERVAL` seconds.
const IDLE_SECONDS: u64 = 5;
const INTERVAL_SECONDS: u64 = 2;
const RETRIES: u32 = 3;

#[derive(Clone)]
pub struct Hosts {
    each: Arc<[Config]>,
    tls: Tls,
    /// Index of the server to try first.
    writable: Arc<AtomicUsize>,
    /// When a server was last abandoned. Older connections are not used again.
    left: Arc<Mutex<Option<Instant>>>,
    /// The highest timeline seen.
    timeline: Arc<AtomicU32>,
}

impl Hosts {
    /// Reads `postgres://user:secret@one:5432,two:5432/house?options` or `host=one,two dbname=house`.
    /// Of several servers the one that accepts writes is used, by readers too: a standby may lag behind.
    /// A single server is accepted by a reader even if it is read-only.
    pub fn named(url: &str, purpose: Purpose) -> Result<Hosts, OpenError> {
        let (encryption, url) = Encryption::taken_from(url)?;
        let all: Result<Config, Error> = url.parse();
        let mut all = all.map_err(|error| OpenError::Unreachable {
            place: "the URL of the store".to_owned(),
            what: said(&error),
        })?;
        all.ssl_mode(match encryption.mode {
            SslMode::Disable => Asks::Disable,
            SslMode::Prefer => Asks::Prefer,
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => Asks::Require,
        });
        let hosts = all.get_hosts().len().max(all.get_hostaddrs().len()).max(1);
        let wanted = if purpose == Purpose::Read && hosts == 1 {
            TargetSessionAttrs::Any
        } else {
            TargetSessionAttrs::ReadWrite
        };
        Ok(Hosts {
            tls: Tls::new(&encryption)?,
            each: (0..hosts).map(|at| alone(&all, at, wanted)).collect(),
            writable: Arc::default(),
            left: Arc::default(),
            timeline: Arc::default(),
        })
    }

    /// The servers and the database for messages, without the password.
    pub fn place(&self) -> String {
        let server = |config: &Config| {
            let host = match config.get_hosts().first() {
                Some(Host::Tcp(name)) => name.clone(),
                Some(Host::Unix(path)) => path.display().to_string(),
                None => config
                    .get_hostaddrs()
                    .first()
                    .map_or_else(|| "no host".to_owned(), ToString::to_string),
            };
            let port = config.get_ports().first().copied().unwrap_or(5432);
            format!("{host}:{port}")
        };
        let servers: Vec<String> = self.each.iter().map(server).collect();
        let database = self.each[0].get_dbname().unwrap_or_default();
        format!("postgres {}/{database}", servers.join(","))
    }

    /// How long the search may take until every server was tried.
    pub fn patience(&self) -> Duration {
        let hosts = u64::try_from(self.each.len()).unwrap_or(u64::MAX);
        Duration::from_secs(HOST_SECONDS.saturating_mul(hosts))
    }

    /// Whether the URL names several servers, so that a failover is possible.
    pub fn are_several(&self) -> bool {
        self.each.len() > 1
    }

    pub fn first(&self) -> &Config {
        &self.each[0]
    }

    /// Abandons the server of a connection created at `made`, because it did not answer: the next search
    /// begins with the next server, and no connection from before now is used again. Of several callers
    /// that notice at once only the first has an effect.
    pub fn leave(&self, made: Instant) {
        if self.is_left(made) {
            return;
        }
        let next = (self.writable.load(Ordering::Relaxed) + 1) % self.each.len();
        self.writable.store(next, Ordering::Relaxed);
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// The highest timeline seen before, if it is above `timeline`. If `timeline` is a new highest one, all
    /// older connections are abandoned: they lead to the former primary.
    pub fn later_than(&self, timeline: u32) -> Option<u32> {
        let seen = self.timeline.fetch_max(timeline, Ordering::SeqCst);
        if seen != 0 && seen < timeline {
            *self.left.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        (seen > timeline).then_some(seen)
    }

    pub fn is_left(&self, made: Instant) -> bool {
        let left = *self.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.is_some_and(|left| made <= left)
    }

    /// Connects to the first server that accepts writes. The last try is limited only by the caller.
    pub async fn find(&self) -> Result<(Client, JoinHandle<()>), Error> {
        let count = self.each.len();
        let start = self.writable.load(Ordering::Relaxed);
        for turn in 0..count - 1 {
            let at = (start + turn) % count;
            let limit = Duration::from_secs(HOST_SECONDS);
            if let Ok(Ok(found)) = tokio::time::timeout(limit, self.call(at)).await {
                return Ok(found);
            }
        }
        self.call((start + count - 1) % count).await
    }

    async fn call(&self, at: usize) -> Result<(Client, JoinHandle<()>), Error> {
        let (client, connection) = self.each[at].connect(self.tls.clone()).await?;
        self.writable.store(at, Ordering::Relaxed);
        // An error that ends the connection is also returned to each caller waiting on it.
        let carried = tokio::spawn(async move { drop(connection.await) });
        Ok((client, carried))
    }
}

type Found<'a> = Pin<Box<dyn Future<Output = Result<(Client, JoinHandle<()>), Error>> + Send + 'a>>;

impl Connect for Hosts {
    fn connect(&self, _: &Config) -> Found<'_> {
        Box::pin(self.find())
    }
}

/// The settings of `all` for one of its hosts, with this program's defaults where the URL sets none.
fn alone(all: &Config, at: usize, wanted: TargetSessionAttrs) -> Config {
    let mut one = Config::new();
    one.ssl_mode(all.get_ssl_mode());
    let address = all.get_hostaddrs().get(at);
    match (all.get_hosts().get(at), address) {
        (Some(Host::Tcp(name)), _) => drop(one.host(name)),
        // A Unix socket is never encrypted, as with libpq.
        (Some(Host::Unix(path)), _) => drop(one.host_path(path).ssl_mode(Asks::Disable)),
        // The address is also the host name, because a certificate may be issued for an address.
        (None, Some(address)) => drop(one.host(address.to_string())),
        (None, None) => {}
    }
    if let Some(address) = address {
        one.hostaddr(*address);
    }
    let ports = all.get_ports();
    if let Some(port) = ports.get(at).or_else(|| ports.first()) {
        one.port(*port);
    }
    if let Some(user) = all.get_user() {
        one.user(user);
    }
    if let Some(password) = all.get_password() {
        one.password(password);
    }
    if let Some(database) = all.get_dbname() {
        one.dbname(database);
    }
    if let Some(options) = all.get_options() {
        one.options(options);
    }
    one.application_name(all.get_application_name().unwrap_or("queenhigh"));
    one.ssl_negotiation(all.get_ssl_negotiation());
    one.channel_binding(all.get_channel_binding());
    let seconds = Duration::from_secs;
    let timeout = all.get_connect_timeout().copied();
    one.connect_timeout(timeout.unwrap_or(seconds(HOST_SECONDS)));
    one.keepalives(all.get_keepalives());
    one.keepalives_idle(all.get_keepalives_idle().min(seconds(IDLE_SECONDS)));
    let interval = all.get_keepalives_interval();
    one.keepalives_interval(interval.unwrap_or(seconds(INTERVAL_SECONDS)));
    one.keepalives_retries(all.get_keepalives_retries().unwrap_or(RETRIES));
    let unanswered = IDLE_SECONDS + u64::from(RETRIES) * INTERVAL_SECONDS;
    let user = all.get_tcp_user_timeout().copied();
    one.tcp_user_timeout(user.unwrap_or(seconds(unanswered)));
    one.target_session_attrs(wanted);
    one
}
