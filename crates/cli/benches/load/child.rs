//! The processes that are measured: the house, and the bare echo.

use core::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

use crate::socket;

/// The program; `QUEENHIGH_PROGRAM` names another build of it, to compare.
fn program() -> Command {
    let built = env!("CARGO_BIN_EXE_queenhigh").into();
    Command::new(std::env::var_os("QUEENHIGH_PROGRAM").unwrap_or(built))
}

/// A floor for machines. Everything comes from one address here, so the limits are wide.
const FLOOR: &str = r#"
[house]
name = "Load"
guests = true
guest_purse = 1_000_000_000

[limits]
connections = 50_000
session = { at_once = 10_000, per_second = 10_000 }
address = { at_once = 100_000, per_second = 100_000 }
guests = { at_once = 100_000, per_second = 100_000 }

[[link]]
number = 1
name = "Load jackpot"
base = 5_000_000
reset = 5_000_000
increment = "4/5"
limit = 100_000_000
contribution_max = 10_000
verify_above = 10_000_000
signed_by = ["Operator", "Shift manager"]

[[person]]
name = "Operator"
role = "administrator"

[[person]]
name = "Shift manager"
role = "shift-manager"

"#;

/// The house, in a folder that goes away with it.
pub struct House {
    process: Process,
    folder: TempDir,
}

impl House {
    /// A house with so many tables for players and one more that stays quiet.
    pub fn start(tables: u32) -> House {
        let folder = tempfile::tempdir().unwrap();
        let mut floor = FLOOR.to_owned();
        for number in 1..=tables + 1 {
            write!(
                floor,
                "[[table]]\nnumber = {number}\nname = \"Table {number}\"\nrulebook = \"rws-2020\"\n\
                 pace = \"instant\"\nlimits.ante = {{ min = 500, max = 50_000 }}\n\
                 limits.pair_plus = {{ min = 500, max = 50_000 }}\nbetting_seconds = 30\n\
                 decision_seconds = 60\n\
                 jackpot = {{ stake = 500, contribution = 125, seed = 5_000_000, link = 1 }}\n"
            )
            .unwrap();
        }
        let config = folder.path().join("house.toml");
        std::fs::write(&config, floor).unwrap();
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        let mut command = program();
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--config"])
            .arg(&config)
            .arg("--data")
            .arg(data(folder.path()))
            .stderr(log);
        House {
            process: Process::start(command),
            folder,
        }
    }

    /// Where it listens.
    pub fn url(&self) -> &str {
        &self.process.url
    }

    /// Resident bytes.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(self.process.file("status")).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kib = line.unwrap().split_whitespace().nth(1).unwrap();
        kib.parse::<u64>().unwrap() * 1024
    }

    /// Seconds of processor time since the start; ticks are hundredths on Linux.
    pub fn cpu_seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(self.process.file("stat")).unwrap();
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        let mut fields = fields.split(' ').skip(11);
        let mut ticks = || fields.next().unwrap().parse::<f64>().unwrap();
        (ticks() + ticks()) / 100.0
    }

    /// Closes the doors, and has every stored entry checked.
    pub fn stop_and_verify(mut self) {
        let pid = i32::try_from(self.process.child.id()).unwrap();
        kill(Pid::from_raw(pid), Signal::SIGTERM).unwrap();
        let ended = self.process.child.wait().unwrap();
        let data = data(self.folder.path());
        let mut verify = program();
        verify.arg("verify").arg("--data").arg(&data);
        let key = data.join("vault.key");
        let verified = verify.arg("--vault-key").arg(key).output().unwrap();
        let said = String::from_utf8_lossy(&verified.stdout);
        let first = said.lines().next().unwrap_or_default();
        println!("house ended: {ended}; verify: {}; {first}", verified.status);
    }
}

fn data(folder: &Path) -> std::path::PathBuf {
    folder.join("data")
}

/// The bare echo.
pub struct Echo(Process);

impl Echo {
    /// This program again, as an echo.
    pub fn start() -> Echo {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.arg("--echo");
        Echo(Process::start(command))
    }

    /// Host and port.
    pub fn address(&self) -> &str {
        socket::address(&self.0.url)
    }
}

/// A process that says on which address it listens; killed when it is dropped.
struct Process {
    child: Child,
    url: String,
}

impl Process {
    fn start(mut command: Command) -> Process {
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut urls = lines.map_while(Result::ok).filter_map(|line| {
            let url = line.strip_prefix("listening on ");
            url.map(str::to_owned)
        });
        let url = urls.next().expect("the process listens");
        Process { child, url }
    }

    fn file(&self, name: &str) -> String {
        format!("/proc/{}/{name}", self.child.id())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that has ended is gone already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
