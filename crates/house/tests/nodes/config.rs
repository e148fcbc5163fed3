//! What a node of the cluster is told.
//!
//! Patroni's own times are 30, 10 and 10 seconds; shorter ones show the same in less time. They keep
//! its rule: a node gives up before another takes over, so `loop_wait + 2 * retry_timeout <= ttl`.
//!
//! Of etcd's two interfaces it uses the older. In the other, Patroni 3.0.2 (Debian 12) writes its name
//! over the current leader's when it wakes up too late: seen here, and the log of the new leader was thrown away
//! with all it had granted. The older one only prolongs a lock that is still its own.

use std::path::Path;

use super::TTL;

/// The ports are those of the server, of its Patroni and of etcd.
pub fn patroni(
    name: &str,
    (server, tells, etcd): (u16, u16, u16),
    folder: &Path,
    programs: &Path,
) -> String {
    let (folder, programs, ttl) = (folder.display(), programs.display(), TTL.as_secs());
    format!(
        "\
scope: house
name: {name}
restapi: {{listen: '127.0.0.1:{tells}', connect_address: '127.0.0.1:{tells}'}}
etcd: {{host: '127.0.0.1:{etcd}'}}
bootstrap:
  dcs:
    ttl: {ttl}
    loop_wait: 2
    retry_timeout: 4
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: {{max_connections: 200, synchronous_commit: 'on'}}
  initdb: [{{encoding: UTF8}}, {{locale: C}}, data-checksums]
postgresql:
  listen: '127.0.0.1:{server}'
  connect_address: '127.0.0.1:{server}'
  data_dir: {folder}/{name}
  bin_dir: {programs}
  pgpass: {folder}/{name}.pgpass
  authentication:
    superuser: {{username: house}}
    replication: {{username: copier}}
    rewind: {{username: rewinder}}
  pg_hba:
    - host all all 127.0.0.1/32 trust
    - host replication all 127.0.0.1/32 trust
  parameters: {{unix_socket_directories: ''}}
"
    )
}
