//! A PostgreSQL server of the tests' own, from the binaries of Debian: in a folder that goes away, on a
//! port of its own, and set as Debian sets it: it waits for its disk.
//!
//! Servers do not run as root, so a test that does hands the folder to the user `postgres`. A small
//! process watches over each server and ends it when the test is gone, whichever way it went.

use std::ffi::OsString;
use std::fs::{File, read_dir};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use house::store::PostgresStore;
use tokio_postgres::{Client, NoTls};

/// As whom houses are served.
pub const ROLE: &str = "dealer";

pub struct Server {
    /// Waits for its standard input to end, then ends the server and removes its folder.
    watch: Child,
    programs: Programs,
    port: u16,
    folder: PathBuf,
    databases: AtomicU32,
}

/// The one server that the tests of a binary share.
pub fn shared() -> &'static Server {
    static SHARED: OnceLock<Server> = OnceLock::new();
    SHARED.get_or_init(Server::start)
}

impl Server {
    pub fn start() -> Server {
        Server::start_with(&temporary(), None, "")
    }

    /// In a folder that is there already, with its log of writes in another, both for it alone; and with
    /// settings on its command line.
    pub fn start_with(folder: &Path, log: Option<&Path>, settings: &str) -> Server {
        let programs = Programs::find();
        let folder = folder.to_owned();
        let data = folder.join("data");
        let mut init = programs.command("initdb", &folder);
        init.args(["-A", "trust", "-U", "house", "-E", "UTF8", "--locale=C"]);
        for folder in [Some(folder.as_path()), log].into_iter().flatten() {
            if let Some((user, group)) = programs.user {
                chown(folder, Some(user), Some(group)).unwrap();
            }
        }
        if let Some(log) = log {
            init.arg("--wal-segsize=1").arg("-X").arg(log);
        }
        run(init.arg("--no-sync").arg("-D").arg(&data), &folder);
        // Another program may take the port before the server does; then another port is tried.
        let port = (0..5).find_map(|_| {
            let port = free_port();
            let settings = format!(
                "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' \
                 -c max_connections=300 -c log_min_messages=fatal {settings}"
            );
            let mut start = programs.command("pg_ctl", &folder);
            start.args(["start", "-w", "-t", "60", "-o", &settings]);
            start.arg("-l").arg(folder.join("log"));
            runs(start.arg("-D").arg(&data), &folder).then_some(port)
        });
        let port = port.unwrap_or_else(|| panic!("no server starts: {}", written(&folder)));
        let mut role = programs.command("psql", &folder);
        role.args(["-h", "127.0.0.1", "-p", &port.to_string(), "-U", "house"]);
        let make = format!("CREATE ROLE {ROLE} LOGIN");
        run(role.args(["-d", "postgres", "-c", &make]), &folder);
        let mut watch = programs.command("sh", &folder);
        watch
            .arg("-c")
            .arg(r#"cat >/dev/null; "$0" stop -D "$1/data" -m immediate; cd /; rm -rf "$1""#);
        watch.arg(programs.folder.join("pg_ctl")).arg(&folder);
        let watch = watch.stdin(Stdio::piped()).spawn().unwrap();
        Server {
            watch,
            programs,
            port,
            folder,
            databases: AtomicU32::new(0),
        }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self, database: &str) -> String {
        format!("postgres://house@127.0.0.1:{}/{database}", self.port)
    }

    /// A new database with `setting` of its own, where there is one, and a house in it; the URL by which
    /// it is served.
    pub async fn database(&self, setting: &str) -> String {
        let owner = self.empty(setting).await;
        PostgresStore::prepare(&owner, ROLE).await.unwrap();
        served(&owner)
    }

    /// The same without a house; the URL of its owner.
    pub async fn empty(&self, setting: &str) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("house_{number}");
        let client = connect(&self.url("postgres")).await;
        client
            .batch_execute(&format!("CREATE DATABASE {name}"))
            .await
            .unwrap();
        if !setting.is_empty() {
            let sql = format!("ALTER DATABASE {name} SET {setting}");
            client.batch_execute(&sql).await.unwrap();
        }
        self.url(&name)
    }

    /// A copy of a database that has no open connection; its URL.
    pub async fn copy(&self, url: &str) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("house_{number}");
        let from = url.rsplit('/').next().unwrap();
        let client = connect(&self.url("postgres")).await;
        let sql = format!("CREATE DATABASE {name} TEMPLATE {from}");
        client.batch_execute(&sql).await.unwrap();
        served(&self.url(&name))
    }

    /// From now on every commit waits for a standby; here one that only keeps the log.
    pub async fn has_a_standby(&self) {
        let client = connect(&self.url("postgres")).await;
        for sql in [
            "ALTER SYSTEM SET synchronous_standby_names = '*'",
            "SELECT pg_reload_conf()",
        ] {
            client.batch_execute(sql).await.unwrap();
        }
        let log = self.folder.join("standby");
        std::fs::create_dir(&log).unwrap();
        if let Some((user, group)) = self.programs.user {
            chown(&log, Some(user), Some(group)).unwrap();
        }
        let mut standby = self.programs.command("pg_receivewal", &self.folder);
        standby.args([
            "-h",
            "127.0.0.1",
            "-U",
            "house",
            "--synchronous",
            "--no-loop",
        ]);
        standby.args(["-p", &self.port.to_string(), "-D"]).arg(log);
        // It ends with its server.
        drop(standby.spawn().unwrap());
    }

    /// Stops it at once, as a crash would, and starts it again: it recovers from its log.
    pub fn crash(&self) {
        let mut again = self.programs.command("pg_ctl", &self.folder);
        again.args(["restart", "-w", "-t", "60", "-m", "immediate"]);
        again.arg("-l").arg(self.folder.join("log"));
        run(again.arg("-D").arg(self.folder.join("data")), &self.folder);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.watch.stdin.take());
        drop(self.watch.wait());
    }
}

/// The same database by the role that serves.
fn served(owner: &str) -> String {
    owner.replace("//house@", &format!("//{ROLE}@"))
}

/// A folder that stays: who is given it removes it.
pub fn temporary() -> PathBuf {
    let folder = tempfile::Builder::new().prefix("queenhigh-pg-").tempdir();
    folder.unwrap().keep()
}

/// A plain connection of the owner, for what only a test does.
pub async fn connect(url: &str) -> Client {
    let url = url.replace(&format!("//{ROLE}@"), "//house@");
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

pub struct Programs {
    pub folder: PathBuf,
    /// Whom servers run as where we are root.
    pub user: Option<(u32, u32)>,
}

impl Programs {
    pub fn find() -> Programs {
        let given = std::env::var_os("PG_BIN").map(PathBuf::from);
        let folder = given.or_else(newest).unwrap_or_else(|| {
            panic!(
                "no /usr/lib/postgresql/*/bin and no PG_BIN: these tests need PostgreSQL \
                 (on Debian the package postgresql)"
            )
        });
        let is_root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
        let user = is_root.then(|| {
            let passwd = std::fs::read_to_string("/etc/passwd").unwrap();
            let user = passwd.lines().find_map(|line| {
                let mut fields = line.strip_prefix("postgres:")?.split(':').skip(1);
                Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
            });
            user.expect("a server does not run as root: there must be a user postgres")
        });
        Programs { folder, user }
    }

    pub fn command(&self, program: &str, folder: &Path) -> Command {
        let ours = self.folder.join(program);
        let mut command = Command::new(if ours.exists() {
            ours.into_os_string()
        } else {
            OsString::from(program)
        });
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }
}

fn newest() -> Option<PathBuf> {
    let versions = read_dir("/usr/lib/postgresql").ok()?;
    let numbered = versions.filter_map(|entry| {
        let path = entry.ok()?.path();
        let version: u32 = path.file_name()?.to_str()?.parse().ok()?;
        let programs = path.join("bin");
        programs
            .join("initdb")
            .exists()
            .then_some((version, programs))
    });
    numbered.max().map(|(_, programs)| programs)
}

fn run(command: &mut Command, folder: &Path) {
    assert!(runs(command, folder), "{command:?}: {}", written(folder));
}

fn runs(command: &mut Command, folder: &Path) -> bool {
    let out = File::create(folder.join("out")).unwrap();
    let both = out.try_clone().unwrap();
    command.stdout(out).stderr(both).status().unwrap().success()
}

fn written(folder: &Path) -> String {
    let file = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    format!("{}{}", file("out"), file("log"))
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
