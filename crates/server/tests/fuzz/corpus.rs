//! The kept corpus: one input a line, bytes that are no plain letters escaped as in Rust.

use std::path::{Path, PathBuf};

use crate::inputs::Input;

pub struct Corpus {
    /// `METHOD PATH BODY`, as clients sent them.
    pub bodies: Vec<String>,
    /// Messages to the socket, as clients sent them.
    pub frames: Vec<String>,
    /// Whole requests.
    pub http: Vec<Vec<u8>>,
    /// What once showed a fault.
    found: Vec<Input>,
}

pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fuzz-corpus")
        .join(name)
}

fn lines(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(file(name)).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

impl Corpus {
    pub fn read() -> Corpus {
        let corpus = Corpus {
            bodies: lines("bodies.txt"),
            frames: lines("frames.txt"),
            http: lines("http.txt")
                .iter()
                .map(|line| unescape(line))
                .collect(),
            found: lines("found.txt")
                .iter()
                .map(|line| Input::of_line(line))
                .collect(),
        };
        assert!(corpus.bodies.len() > 20 && corpus.frames.len() > 20 && corpus.http.len() > 20);
        corpus
    }

    /// Every line as it stands.
    pub fn whole(&self) -> Vec<Input> {
        let bodies = self.bodies.iter().map(|line| Input::of_body(line));
        let frames = self.frames.iter().map(|line| Input::of_message(line));
        let http = self.http.iter().map(|bytes| Input::http(bytes.clone()));
        let all = bodies.chain(frames).chain(http);
        all.chain(self.found.iter().cloned()).collect()
    }
}

pub fn escape(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

pub fn unescape(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b'r') => bytes.push(b'\r'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'x') => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                let digits = core::str::from_utf8(&digits).unwrap();
                bytes.push(u8::from_str_radix(digits, 16).unwrap());
            }
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    bytes
}

#[test]
fn what_is_escaped_comes_back() {
    let all: Vec<u8> = (0..=255).collect();
    assert_eq!(unescape(&escape(&all)), all);
}
