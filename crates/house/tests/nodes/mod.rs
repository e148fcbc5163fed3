//! Three PostgreSQL nodes under Patroni, with one etcd, from the packages of Debian: in a folder that
//! goes away, on free ports of this machine, as a user without rights.
//!
//! Strictly synchronous: a commit is answered when a standby has it, and where there is no standby it
//! is not answered. That is what a house asks of a cluster that may lose any one of its nodes. A small
//! process watches over it all and ends it when the process that started it is gone, however it ended.

mod config;
mod signals;

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use house::store::PostgresStore;
use serde::Deserialize;

use crate::postgres::{Programs, ROLE, connect};
use signals::{Signal, family, send};

pub const NODES: usize = 3;
/// How long a node may be silent before another takes its place; `config` says the rest.
pub const TTL: Duration = Duration::from_secs(10);
/// For a cluster to come up, or to be whole again, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(3);

pub struct Cluster {
    /// Waits for its standard input to end, then ends everything and removes the folder.
    watch: Child,
    programs: Programs,
    folder: PathBuf,
    nodes: Vec<Node>,
}

struct Node {
    name: String,
    port: u16,
    /// Where its Patroni tells how things are.
    tells: u16,
    patroni: Option<Child>,
}

/// What of a node is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Its Patroni and every process of its server: as if the machine were.
    Node,
    /// Its Patroni alone: the server goes on, and is not told that it leads no more.
    Keeper,
}

#[derive(Debug, Deserialize)]
struct Members {
    members: Vec<Member>,
}

#[derive(Debug, Deserialize)]
struct Member {
    name: String,
    role: String,
    state: String,
}

impl Cluster {
    /// Whole once this is back: one leads, one is its synchronous standby, one more follows.
    pub fn start() -> Cluster {
        let programs = Programs::find();
        let folder = tempfile::Builder::new()
            .prefix("queenhigh-cluster-")
            .tempdir();
        let folder = folder.unwrap().keep();
        if let Some((user, group)) = programs.user {
            chown(&folder, Some(user), Some(group)).unwrap();
        }
        let watch = watcher(&programs, &folder);
        let [etcd, peer, ports @ ..] = free_ports::<{ 2 + 2 * NODES }>();
        let nodes = ports.chunks(2).enumerate().map(|(at, ports)| {
            let [port, tells] = [ports[0], ports[1]];
            let name = format!("node{}", at + 1);
            let text = config::patroni(&name, (port, tells, etcd), &folder, &programs.folder);
            std::fs::write(folder.join(format!("{name}.yml")), text).unwrap();
            Node {
                name,
                port,
                tells,
                patroni: None,
            }
        });
        let mut cluster = Cluster {
            watch,
            folder: folder.clone(),
            nodes: nodes.collect(),
            programs,
        };
        let client = url(etcd);
        let arguments = [
            ("--data-dir", "etcd"),
            ("--enable-v2", "true"),
            ("--listen-client-urls", &client),
            ("--advertise-client-urls", &client),
            ("--listen-peer-urls", &url(peer)),
        ];
        let arguments = arguments.map(|(name, value)| format!("{name}={value}"));
        drop(cluster.spawn("etcd", "etcd", &arguments));
        for node in 0..NODES {
            cluster.start_again(node);
        }
        cluster.whole_again();
        cluster
    }

    /// The URL of a database with all nodes in it, as a house is served.
    pub fn url(&self, database: &str) -> String {
        let owner = self.owners_url(database);
        owner.replace("//house@", &format!("//{ROLE}@"))
    }

    pub fn owners_url(&self, database: &str) -> String {
        let hosts = self
            .nodes
            .iter()
            .map(|node| format!("127.0.0.1:{}", node.port));
        let hosts: Vec<String> = hosts.collect();
        format!("postgres://house@{}/{database}", hosts.join(","))
    }

    pub fn url_of(&self, node: usize, database: &str) -> String {
        let port = self.nodes[node].port;
        format!("postgres://house@127.0.0.1:{port}/{database}")
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Waits until all nodes are there and one leads with a synchronous standby; which.
    pub fn whole_again(&self) -> usize {
        self.waits_until("whole", |cluster| {
            let members = cluster.members()?;
            let is = |role: &str| members.iter().filter(|member| member.role == role).count();
            let well = |member: &Member| ["running", "streaming"].contains(&&*member.state);
            let whole = members.len() == NODES && members.iter().all(well);
            (whole && is("sync_standby") == 1).then(|| cluster.leads(&members))?
        })
    }

    /// Waits until another node than `old` leads; which.
    pub fn another_leads(&self, old: usize) -> usize {
        self.waits_until("led by another", |cluster| {
            let leader = cluster.leads(&cluster.members()?)?;
            (leader != old).then_some(leader)
        })
    }

    /// Signal 9.
    pub fn kill(&mut self, node: usize, of: Of) {
        send(Signal::Kill, &self.processes(node, of));
        let node = &mut self.nodes[node];
        if let Some(mut patroni) = node.patroni.take() {
            drop(patroni.wait());
            std::fs::remove_file(self.folder.join(format!("{}.pid", node.name))).unwrap();
        }
    }

    /// Every process of it stands still.
    pub fn pause(&self, node: usize) {
        send(Signal::Stop, &self.processes(node, Of::Node));
    }

    pub fn resume(&self, node: usize) {
        send(Signal::Continue, &self.processes(node, Of::Node));
    }

    /// As the service manager of that machine would.
    pub fn start_again(&mut self, node: usize) {
        let name = self.nodes[node].name.clone();
        let patroni = self.spawn("patroni", &name, &[format!("{name}.yml")]);
        self.nodes[node].patroni = Some(patroni);
    }

    fn processes(&self, node: usize, of: Of) -> Vec<u32> {
        let node = &self.nodes[node];
        let patroni = node.patroni.as_ref().map(Child::id);
        let server = match of {
            Of::Node => family(&self.folder.join(&node.name).join("postmaster.pid")),
            Of::Keeper => Vec::new(),
        };
        patroni.into_iter().chain(server).collect()
    }

    fn leads(&self, members: &[Member]) -> Option<usize> {
        let leader = members.iter().find(|member| member.role == "leader")?;
        self.nodes.iter().position(|node| node.name == leader.name)
    }

    /// As the first node tells it that can: all ask the same etcd.
    fn members(&self) -> Option<Vec<Member>> {
        self.nodes.iter().find_map(|node| {
            node.patroni.as_ref()?;
            let response: Members = serde_json::from_str(&told(node.tells).ok()?).ok()?;
            Some(response.members)
        })
    }

    fn waits_until<T>(&self, what: &str, found: impl Fn(&Cluster) -> Option<T>) -> T {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(found) = found(self) {
                return found;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let members = self.members();
        let logs = self.folder.display();
        panic!("the cluster is not {what}: {members:?}; see {logs}/*.log before it goes");
    }

    fn spawn(&self, program: &str, name: &str, arguments: &[String]) -> Child {
        let file = |kind: &str| self.folder.join(format!("{name}.{kind}"));
        let log = File::options().create(true).append(true).open(file("log"));
        let log = log.unwrap();
        let mut command = self.programs.command(program, &self.folder);
        command
            .args(arguments)
            .stdout(log.try_clone().unwrap())
            .stderr(log);
        // What is typed at a terminal to end the test is not for the nodes: the watcher ends them.
        let spawned = command.process_group(0).spawn();
        let spawned = spawned.unwrap_or_else(|error| {
            panic!("{program}: {error} (on Debian the packages patroni and etcd-server)")
        });
        std::fs::write(file("pid"), spawned.id().to_string()).unwrap();
        spawned
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.watch.stdin.take());
        drop(self.watch.wait());
    }
}

/// By process id: the Patronis and etcd at once, then the servers, which take their children along.
const END: &str = r#"
cat >/dev/null
cd "$1"
for file in *.pid; do kill -9 "$(cat "$file")"; done
for file in */postmaster.pid; do
    pid=$(head -n 1 "$file")
    kill -CONT "$pid"; kill -QUIT "$pid"
    for i in $(seq 100); do kill -0 "$pid" || break; sleep 0.1; done
done
cd /
rm -rf "$1"
"#;

fn watcher(programs: &Programs, folder: &Path) -> Child {
    let mut watch: Command = programs.command("sh", folder);
    watch.args(["-c", END, "sh"]).arg(folder);
    watch
        .process_group(0)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap()
}

/// All at once, so that none of them is given twice.
fn free_ports<const N: usize>() -> [u16; N] {
    let taken: [TcpListener; N] =
        core::array::from_fn(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    taken.map(|listener| listener.local_addr().unwrap().port())
}

fn url(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

/// What a Patroni says of its cluster.
fn told(port: u16) -> std::io::Result<String> {
    let limit = Duration::from_secs(2);
    let mut line = TcpStream::connect_timeout(&([127, 0, 0, 1], port).into(), limit)?;
    line.set_read_timeout(Some(limit))?;
    line.write_all(b"GET /cluster HTTP/1.0\r\n\r\n")?;
    let mut answer = String::new();
    line.read_to_string(&mut answer)?;
    let body = answer
        .split_once("\r\n\r\n")
        .map(|(_, body)| body.to_owned());
    Ok(body.unwrap_or_default())
}

/// A house in a database of its own, and the role that serves it.
pub async fn founded(cluster: &Cluster, database: &str) {
    let leader = cluster.url_of(cluster.whole_again(), "postgres");
    let leader = connect(&leader).await;
    for sql in [
        format!("CREATE DATABASE {database}"),
        format!("CREATE ROLE {ROLE} LOGIN"),
    ] {
        leader.batch_execute(&sql).await.unwrap();
    }
    let owner = cluster.owners_url(database);
    PostgresStore::prepare(&owner, ROLE).await.unwrap();
}
