//! Opening a house on a server: checks that the server's settings lose no commit, that the database
//! holds a house, and that its migrations are up to date.
//!
//! The settings are checked on every new connection, not only at the start: after a failover the new
//! server may be configured otherwise.

use core::pin::Pin;
use core::time::Duration;
use std::time::Instant;

use deadpool_postgres::{
    ClientWrapper, Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime,
};
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use super::super::OpenError;
use super::error::said;
use super::hosts::Hosts;
use super::migrate::is_ours;
use super::rights::read_back;

/// Connections of one process to the logs. Several allow the server to group the commits of concurrent appends; the
/// default limit of a server is 100, and several processes share it.
pub const CONNECTIONS: usize = 16;
/// How long a caller waits for a free connection.
const WAIT: Duration = Duration::from_secs(5);
/// Settings sent first on every connection. This program never leaves a transaction idle for longer than
/// a network round trip; one that is idle longer belongs to a process that is gone, and the server ends
/// it so that it keeps no row locked. Waiting for a row ends after the first limit, so a retry finds the
/// abandoned transaction ended by the second. There is no `statement_timeout`: if it fired while a commit
/// waits for its standby, the server would report the commit as done.
const SESSION: &str = "SET lock_timeout = '4s'; SET idle_in_transaction_session_timeout = '5s'";
/// Sent on connections that only read: they cannot write, whatever the role may do.
const READING: &str = "SET default_transaction_read_only = on";
/// PostgreSQL 13.
const OLDEST: u32 = 130_000;
/// Must name a standby where the URL names several servers: the server that takes over after a failover
/// must hold every commit that the first one confirmed.
const STANDBYS: &str = "synchronous_standby_names";

struct Wanted {
    setting: &'static str,
    safe: &'static [&'static str],
    expected: &'static str,
}

const WANTED: [Wanted; 5] = [
    Wanted {
        setting: "fsync",
        safe: &["on"],
        expected: "on",
    },
    Wanted {
        setting: "full_page_writes",
        safe: &["on"],
        expected: "on",
    },
    Wanted {
        setting: "synchronous_commit",
        safe: &["on", "remote_apply"],
        expected: "on or remote_apply",
    },
    Wanted {
        setting: "default_transaction_isolation",
        safe: &["read committed", "repeatable read", "serializable"],
        expected: "read committed, repeatable read or serializable",
    },
    Wanted {
        setting: "transaction_read_only",
        safe: &["off"],
        expected: "off",
    },
];

/// What a connection is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To create or migrate the tables, as their owner.
    Prepare,
    /// To serve the house, as a role that has the rights for that and no others.
    Serve,
    /// To read, as any role that may; nothing is stored, so no commit can be lost.
    Read,
}

/// The boxed future of an opening.
pub type Opening<'a, T> = Pin<Box<dyn Future<Output = Result<T, OpenError>> + Send + 'a>>;

/// Boxed, so that it is compiled once, in this crate: the body of an async function is otherwise compiled in
/// every crate that calls it.
pub fn open(url: &str, purpose: Purpose, connections: usize) -> Opening<'_, (Pool, Hosts)> {
    Box::pin(async move {
        let (client, hosts) = first(url, purpose).await?;
        let place = hosts.place();
        is_ours(&client, &place).await?;
        if purpose == Purpose::Serve {
            read_back(&client, &place).await?;
        }
        Ok((pool(hosts.clone(), purpose, connections), hosts))
    })
}

/// Opens the first connection and checks the server's settings.
pub async fn first(url: &str, purpose: Purpose) -> Result<(Client, Hosts), OpenError> {
    let hosts = Hosts::named(url, purpose)?;
    let place = hosts.place();
    let (client, _) = tokio::time::timeout(hosts.patience(), hosts.find())
        .await
        .map_err(|_| OpenError::Unreachable {
            place: place.clone(),
            what: format!("no answer within {} s", hosts.patience().as_secs()),
        })?
        .map_err(|error| unreachable(&place, &error))?;
    check(&client, &hosts, purpose).await?;
    Ok((client, hosts))
}

fn pool(hosts: Hosts, purpose: Purpose, connections: usize) -> Pool {
    let patience = hosts.patience();
    let settings = ManagerConfig {
        // Asks only whether the connection is closed; a test query each time would cost a round trip.
        recycling_method: RecyclingMethod::Fast,
    };
    let first = hosts.first().clone();
    let (greeted, of_old) = (hosts.clone(), hosts.clone());
    let know = Hook::sync_fn(move |_, metrics| {
        if of_old.is_left(metrics.created) {
            return Err(HookError::message(
                "a connection to a server that was abandoned",
            ));
        }
        Ok(())
    });
    let manager = Manager::from_connect(first, hosts, settings);
    let greet = Hook::async_fn(move |client: &mut ClientWrapper, _| {
        let hosts = greeted.clone();
        Box::pin(async move {
            let mut checked = check(client, &hosts, purpose).await;
            if checked.is_ok() && purpose == Purpose::Serve {
                checked = read_back(client, &hosts.place()).await;
            }
            checked.map_err(|error| {
                hosts.leave(Instant::now());
                HookError::message(error.to_string())
            })
        })
    });
    Pool::builder(manager)
        .max_size(connections)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(WAIT))
        .create_timeout(Some(patience))
        .post_create(greet)
        .pre_recycle(know)
        .build()
        .expect("timeouts have their runtime")
}

/// Prepares a session, and refuses one on which a commit may be lost. A single server opened to read is not
/// checked: it commits nothing.
async fn check(client: &Client, hosts: &Hosts, purpose: Purpose) -> Result<(), OpenError> {
    let failed = |error| unreachable(&hosts.place(), &error);
    client.batch_execute(SESSION).await.map_err(failed)?;
    if purpose != Purpose::Read {
        return check_settings(client, hosts).await;
    }
    if hosts.are_several() {
        check_settings(client, hosts).await?;
    }
    // Last, because what is checked is whether the server itself allows writes.
    client.batch_execute(READING).await.map_err(failed)
}

async fn check_settings(client: &Client, hosts: &Hosts) -> Result<(), OpenError> {
    let place = hosts.place();
    let failed = |error| unreachable(&place, &error);
    let sql = "SELECT name, current_setting(name, true) FROM unnest($1::TEXT[]) AS wanted (name)";
    let mut names: Vec<&str> = WANTED.iter().map(|wanted| wanted.setting).collect();
    names.extend([STANDBYS, "server_version_num"]);
    let rows = client.query(sql, &[&names]).await.map_err(failed)?;
    let found = |setting: &str| {
        let row = rows.iter().find(|row| row.get::<_, &str>(0) == setting);
        row.and_then(|row| row.get::<_, Option<String>>(1))
    };
    let refused = |setting, found, expected| OpenError::Unsafe {
        place: place.clone(),
        setting,
        found,
        expected,
    };
    // A setting that an engine does not have cannot be set wrongly.
    for wanted in &WANTED {
        if let Some(found) = found(wanted.setting)
            && !wanted.safe.contains(&found.as_str())
        {
            return Err(refused(wanted.setting, found, wanted.expected));
        }
    }
    if hosts.are_several() && found(STANDBYS).is_some_and(|names| names.is_empty()) {
        let expected = "a standby that every commit waits for, as the URL names several servers";
        return Err(refused(STANDBYS, "empty".to_owned(), expected));
    }
    let version = found("server_version_num").unwrap_or_default();
    if version.parse().unwrap_or(0) < OLDEST {
        return Err(refused("server_version_num", version, "130000 or later"));
    }
    let sql = "SELECT pg_is_in_recovery()";
    let standby: bool = client.query_one(sql, &[]).await.map_err(failed)?.get(0);
    if standby {
        let found = "true".to_owned();
        return Err(refused("pg_is_in_recovery", found, "false"));
    }
    if hosts.are_several()
        && let Some(timeline) = timeline(client).await.map_err(failed)?
        && let Some(seen) = hosts.later_than(timeline)
    {
        let found = format!("{timeline} after {seen}");
        return Err(refused("timeline", found, "never an earlier one"));
    }
    Ok(())
}

/// The server's timeline: the first 8 hexadecimal digits of the name of the WAL file it writes. An engine
/// without WAL files has no timelines, and none is checked there.
async fn timeline(client: &Client) -> Result<Option<u32>, tokio_postgres::Error> {
    let sql = "SELECT pg_walfile_name(pg_current_wal_lsn())";
    match client.query_one(sql, &[]).await {
        Ok(row) => {
            let file: String = row.try_get(0)?;
            Ok(file
                .get(..8)
                .and_then(|hex| u32::from_str_radix(hex, 16).ok()))
        }
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_FUNCTION) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The driver has no error kind for a server that is read-only, or that has no TLS although `sslmode` asks
/// for it: both are recognised by their text.
pub fn unreachable(place: &str, error: &tokio_postgres::Error) -> OpenError {
    let what = said(error);
    let place = place.to_owned();
    if what.contains("does not allow writes") {
        return OpenError::Unsafe {
            place,
            setting: "transaction_read_only",
            found: "on".to_owned(),
            expected: "off",
        };
    }
    if what.contains("server does not support TLS") {
        return OpenError::Unsafe {
            place,
            setting: "ssl of the server",
            found: "off".to_owned(),
            expected: "on, as sslmode in the URL asks for it",
        };
    }
    OpenError::Unreachable { place, what }
}
