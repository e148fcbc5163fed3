//! The program serving a floor, as a process of its own.

use core::time::Duration;
use std::path::Path;
use std::process::{Command, Stdio};

use bot::Api;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Child;

/// For a floor to open, on a machine that is busy.
const OPENING: Duration = Duration::from_mins(2);

pub struct Served {
    process: Child,
    url: String,
}

impl Served {
    /// Serves the demo floor at the pace of machines, from this database, with keys in this folder.
    pub async fn start(folder: &Path, database: &str) -> Served {
        let config = folder.join("house.toml");
        let demo = server::config::DEMO.replace("[[table]]", "[[table]]\npace = \"instant\"");
        std::fs::write(&config, demo).unwrap();
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_queenhigh"));
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database-url",
            database,
        ]);
        command
            .arg("--data")
            .arg(folder)
            .arg("--config")
            .arg(&config);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut process = command.kill_on_drop(true).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let opening = async {
            loop {
                let line = lines.next_line().await.unwrap();
                let line = line.expect("the house says where it listens");
                if let Some(url) = line.strip_prefix("listening on ") {
                    return url.to_owned();
                }
            }
        };
        let url = tokio::time::timeout(OPENING, opening).await;
        Served {
            process,
            url: url.expect("the house opens"),
        }
    }

    pub fn api(&self) -> Api {
        Api::new(&self.url).unwrap()
    }

    /// As the system kills: at once, and nothing is told.
    pub fn kill(&mut self) {
        self.process.start_kill().unwrap();
    }

    /// As a service manager stops it; it ends well.
    pub async fn stop(&mut self) {
        let id = self.process.id().unwrap().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(told.success());
        let ended = self.process.wait().await.unwrap();
        assert_eq!(ended.code(), Some(0));
    }
}

/// The whole log is clean.
pub fn verify(folder: &Path, database: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queenhigh"));
    command.args(["verify", "--database-url", database]);
    command.arg("--vault-key").arg(folder.join("vault.key"));
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}{wrong}");
}
