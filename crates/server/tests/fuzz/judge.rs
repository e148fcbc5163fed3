//! What the house may answer, by the description of its API.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use serde_json::Value;

use crate::frames;
use crate::inputs::{Input, Kind};
use crate::send::Heard;

/// What hyper answers by itself to what is no HTTP, without a body.
const BARE: [u16; 5] = [400, 408, 414, 431, 505];
/// Close codes of the house, and those that the protocol has for bad frames.
const CLOSES: [u16; 14] = [
    1000, 1001, 1002, 1003, 1007, 1009, 1012, 4008, 4009, 4010, 4029, 4400, 4401, 4409,
];
const MESSAGES: [&str; 7] = [
    "welcome", "snapshot", "events", "response", "soft", "ping", "bye",
];

pub struct Judge {
    codes: BTreeSet<String>,
    heard: Mutex<BTreeMap<String, u64>>,
}

impl Judge {
    pub fn new() -> Judge {
        let described = server::describe();
        let codes = &described["components"]["schemas"]["Problem"]["properties"]["code"]["enum"];
        let codes = codes.as_array().unwrap().iter();
        let codes = codes.map(|code| code.as_str().unwrap().to_owned());
        Judge {
            codes: codes.collect(),
            heard: Mutex::default(),
        }
    }

    /// How many answers and messages came, and of which kinds.
    pub fn heard(&self) -> (u64, String) {
        let heard = self.heard.lock().unwrap();
        let kinds = heard.iter().map(|(kind, count)| format!("{kind} {count}"));
        (heard.values().sum(), kinds.collect::<Vec<_>>().join(", "))
    }

    fn count(&self, kind: impl Into<String>) {
        *self.heard.lock().unwrap().entry(kind.into()).or_default() += 1;
    }

    /// What is wrong with what came back.
    pub fn check(&self, input: &Input, heard: &Heard) -> Vec<String> {
        let mut wrong = Vec::new();
        match input.kind {
            Kind::Socket if !heard.bytes.starts_with(b"HTTP/1.1 ") => {
                if !heard.closed {
                    wrong.push("the socket of a client that is gone stays open".to_owned());
                }
                self.check_frames(&heard.bytes, &mut wrong);
            }
            Kind::Http | Kind::Socket => {
                let is_head = input.bytes.starts_with(b"HEAD ");
                self.check_answers(&heard.bytes, is_head, &mut wrong);
            }
        }
        wrong
    }

    fn check_frames(&self, bytes: &[u8], wrong: &mut Vec<String>) {
        // A house that is closed upon in the middle of a frame may leave it unfinished.
        for (kind, payload) in frames::read(bytes).unwrap_or_default() {
            match kind {
                frames::TEXT => {
                    let said: Value = serde_json::from_slice(&payload).unwrap_or_default();
                    let name = said["type"].as_str().unwrap_or_default();
                    if !MESSAGES.contains(&name) {
                        wrong.push(format!("message {said}"));
                    }
                    if said["outcome"] == "error" || said["outcome"] == "refused" {
                        self.check_problem(&said, said["status"].as_u64(), wrong);
                    }
                    self.count(name);
                }
                8 => {
                    let code = payload
                        .get(..2)
                        .map(|code| u16::from_be_bytes([code[0], code[1]]));
                    if code.is_some_and(|code| !CLOSES.contains(&code)) {
                        // What a client closes with is sent back to it.
                        self.count("other close");
                    }
                }
                _ => {}
            }
        }
    }

    fn check_answers(&self, mut bytes: &[u8], is_head: bool, wrong: &mut Vec<String>) {
        while !bytes.is_empty() {
            let Some((head, rest)) = split_head(bytes) else {
                return;
            };
            let status = head.split(' ').nth(1).and_then(|text| text.parse().ok());
            let Some(status) = status else {
                wrong.push(format!("no answer: {head}"));
                return;
            };
            self.count(format!("{status}"));
            let header = |name: &str| {
                let mut lines = head.lines().filter_map(|line| line.split_once(": "));
                lines
                    .find(|(found, _)| found.eq_ignore_ascii_case(name))
                    .map(|(_, value)| value)
            };
            let length = header("content-length").and_then(|text| text.parse().ok());
            let length: usize = length.unwrap_or_default();
            let body = rest.get(..length).unwrap_or(rest);
            if status >= 500_u16 {
                wrong.push(format!("{head} {}", String::from_utf8_lossy(body)));
            }
            if status == 100 {
                // The client asked whether it may go on.
                bytes = rest;
                continue;
            }
            let is_bare = header("content-security-policy").is_none();
            if is_bare && !(BARE.contains(&status) && length == 0) {
                wrong.push(format!("not an answer of the house: {head}"));
            }
            if status >= 400 && !is_bare && !is_head && body.len() == length {
                let said: Value = serde_json::from_slice(body).unwrap_or_default();
                if header("content-type") != Some("application/problem+json") {
                    wrong.push(format!("no problem: {head}"));
                }
                self.check_problem(&said, Some(status.into()), wrong);
            }
            if is_head || status == 101 || header("transfer-encoding").is_some() {
                return;
            }
            bytes = &rest[body.len()..];
        }
    }

    fn check_problem(&self, said: &Value, status: Option<u64>, wrong: &mut Vec<String>) {
        let code = said["code"].as_str().unwrap_or_default();
        let detail = said["detail"].as_str().unwrap_or_default();
        if said["status"].as_u64() != status || !self.codes.contains(code) || detail.is_empty() {
            wrong.push(format!("problem {said}"));
        }
        if status >= Some(500) {
            wrong.push(format!("status of {said}"));
        }
    }
}

fn split_head(bytes: &[u8]) -> Option<(String, &[u8])> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    Some((head, &bytes[end + 4..]))
}
