//! A house in a folder or on PostgreSQL, the program that serves it, and calls of `queenhigh admin` on it.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_queenhigh");

/// A call: exit code, standard output, standard error.
pub fn queenhigh(arguments: &[&str]) -> (Option<i32>, String, String) {
    let made = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (made.status.code(), text(made.stdout), text(made.stderr))
}

/// Where a house is kept.
pub struct Place {
    /// Its folder; for a house on PostgreSQL the keys alone are there.
    pub data: String,
    database: Option<String>,
    pub key: String,
}

impl Place {
    pub fn new(folder: &Path, database: Option<String>) -> Place {
        let data = folder.join("house").to_str().unwrap().to_owned();
        let key = format!("{data}/vault.key");
        Place {
            data,
            database,
            key,
        }
    }

    pub fn to_serve(&self) -> Vec<&str> {
        let database = self.database.iter();
        let database = database.flat_map(|url| ["--database-url", url]);
        ["--data", &self.data].into_iter().chain(database).collect()
    }

    pub fn to_read(&self) -> Vec<&str> {
        match &self.database {
            Some(url) => vec!["--database-url", url],
            None => vec!["--data", &self.data],
        }
    }

    /// A process without the vault's key reads no table at which a round is dealt.
    pub fn to_change(&self) -> Vec<&str> {
        let database = self.database.iter();
        database.flat_map(|_| ["--vault-key", &self.key]).collect()
    }
}

/// A house that a process serves.
pub struct Served {
    process: Child,
    log: std::thread::JoinHandle<String>,
}

impl Served {
    pub fn start(place: &Place, config: &str) -> Served {
        let mut process = Command::new(PROGRAM)
            .arg("serve")
            .args(place.to_serve())
            .args(["--config", config, "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = process.stderr.take().unwrap();
        let log = std::thread::spawn(move || {
            let mut text = String::new();
            drop(std::io::Read::read_to_string(&mut errors, &mut text));
            text
        });
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let listening = lines.any(|line| line.unwrap().starts_with("listening on"));
        assert!(listening, "the house does not open");
        Served { process, log }
    }

    pub fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(sent.success());
    }

    /// Closes the house; returns what it logged.
    pub fn stop(mut self) -> String {
        self.signal("-TERM");
        assert!(self.process.wait().unwrap().success());
        self.log.join().unwrap()
    }
}

/// Calls of `admin` on one house.
pub struct Admin<'a>(pub &'a Place);

impl Admin<'_> {
    pub fn call(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let mut call = vec!["admin"];
        call.extend(self.0.to_read());
        call.extend(arguments);
        if arguments.contains(&"--by") {
            call.extend(self.0.to_change());
        }
        queenhigh(&call)
    }

    pub fn done(&self, arguments: &[&str]) -> String {
        let (code, said, wrong) = self.call(arguments);
        assert_eq!(
            (code, wrong.as_str()),
            (Some(0), ""),
            "{arguments:?} {said}"
        );
        said
    }

    pub fn refused(&self, arguments: &[&str], because: &str) {
        let (code, said, wrong) = self.call(arguments);
        assert_eq!(code, Some(1), "{arguments:?} {said} {wrong}");
        assert!(wrong.contains(because), "{arguments:?} {wrong}");
    }

    pub fn purse(&self) -> i64 {
        let said = self.done(&["purse", "Ada", "--format", "json"]);
        let read: Value = serde_json::from_str(&said).unwrap();
        read[0]["purse"].as_i64().unwrap()
    }

    pub fn table(&self, number: u64) -> Value {
        let said = self.done(&["tables", "--format", "json"]);
        let read: Value = serde_json::from_str(&said).unwrap();
        let mut tables = read.as_array().unwrap().iter();
        tables
            .find(|table| table["table"] == number)
            .unwrap()
            .clone()
    }

    /// Waits until the table is as it is to be.
    pub fn until(&self, number: u64, what: &str, is_so: impl Fn(&Value) -> bool) {
        for _ in 0..300 {
            if is_so(&self.table(number)) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("{what}: {}", self.table(number));
    }
}
