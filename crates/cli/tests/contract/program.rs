//! The program on a demo floor of its own, as an operator starts it.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use bot::Api;

pub struct Program {
    child: Child,
    url: String,
    links: Vec<(String, String)>,
    log: Option<JoinHandle<String>>,
    _folder: tempfile::TempDir,
}

impl Program {
    pub fn start() -> Program {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_queenhigh"));
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder.path().join("data"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut errors = child.stderr.take().unwrap();
        let log = std::thread::spawn(move || {
            let mut text = Vec::new();
            drop(errors.read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        });
        let (mut links, mut url) = (Vec::new(), None);
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            if let Some(found) = line.strip_prefix("listening on ") {
                url = Some(found.to_owned());
                break;
            }
            if let Some((role, link)) = line.split_once(" http://") {
                links.push((role.to_owned(), format!("http://{link}")));
            }
        }
        Program {
            child,
            url: url.expect("the program says where it listens"),
            links,
            log: Some(log),
            _folder: folder,
        }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn api(&self) -> Api {
        Api::new(&self.url).unwrap()
    }

    /// The path of the one-time link of this role.
    pub fn link(&self, role: &str) -> String {
        let found = self.links.iter().find(|(of, _)| of == role);
        let (_, link) = found.unwrap_or_else(|| panic!("{role}: found {:?}", self.links));
        link[self.url.trim_end_matches('/').len()..].to_owned()
    }

    /// Signs the person of this role in; returns the token.
    pub async fn sign_in(&self, role: &str) -> String {
        self.api().enter(&self.link(role)).await.unwrap()
    }

    /// Ends the program and returns what it logged.
    pub fn stop(mut self) -> String {
        self.end();
        let log = self.log.take().map(JoinHandle::join);
        log.and_then(Result::ok).unwrap_or_default()
    }

    fn end(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}
