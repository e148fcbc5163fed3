//! Inputs: bytes for a fresh connection, or for a socket after its handshake.

use crate::chance::Chance;
use crate::corpus::{Corpus, escape, unescape};
use crate::frames::{self, Shape, TEXT};
use crate::mutate;

/// Where a token of the test stands in an input.
pub const TOKEN: &str = "{TOKEN}";

const HELLO: &str = r#"{"type":"hello","epoch":null,"n":null}"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On a fresh connection.
    Http,
    /// On a socket, after its handshake.
    Socket,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    pub kind: Kind,
    pub bytes: Vec<u8>,
    /// Sent in pieces of this size, with a moment between them; 0 is whole.
    pub pieces: usize,
}

impl Input {
    pub fn http(bytes: Vec<u8>) -> Input {
        Input {
            kind: Kind::Http,
            bytes,
            pieces: 0,
        }
    }

    fn socket(bytes: Vec<u8>) -> Input {
        Input {
            kind: Kind::Socket,
            bytes,
            pieces: 0,
        }
    }

    /// A call as a client makes it: `METHOD PATH BODY`.
    pub fn of_body(line: &str) -> Input {
        let (call, body) = split_body(line);
        Input::http(request(call, body.as_bytes(), body.len()))
    }

    /// A message as a client sends it, after its hello.
    pub fn of_message(line: &str) -> Input {
        let whole = Shape::whole(TEXT);
        let hello = frames::frame(&whole, HELLO.as_bytes());
        Input::socket([hello, frames::frame(&whole, line.as_bytes())].concat())
    }

    /// As `found.txt` has it.
    pub fn of_line(line: &str) -> Input {
        let mut parts = line.splitn(3, ' ');
        let [kind, pieces, bytes] = [(); 3].map(|()| parts.next().unwrap_or_default());
        Input {
            kind: if kind == "http" {
                Kind::Http
            } else {
                Kind::Socket
            },
            bytes: unescape(bytes),
            pieces: pieces.parse().unwrap(),
        }
    }

    pub fn to_line(&self) -> String {
        let kind = match self.kind {
            Kind::Http => "http",
            Kind::Socket => "socket",
        };
        format!("{kind} {} {}", self.pieces, escape(&self.bytes))
    }

    /// Made from the corpus by chance.
    pub fn make(corpus: &Corpus, chance: &mut Chance) -> Input {
        let mut input = match chance.below(10) {
            0..=3 => Input::http(changed_body(corpus, chance)),
            4 | 5 => Input::http(changed_request(corpus, chance)),
            _ => Input::socket(changed_messages(corpus, chance)),
        };
        if chance.percent(15) {
            input.pieces = 1 + chance.below(input.bytes.len().max(2));
        }
        input
    }
}

fn split_body(line: &str) -> (&str, &str) {
    let end_of_path = line
        .match_indices(' ')
        .nth(1)
        .map_or(line.len(), |(at, _)| at);
    (&line[..end_of_path], line[end_of_path..].trim_start())
}

/// A whole request with this body, which says it is so long.
fn request(call: &str, body: &[u8], says: usize) -> Vec<u8> {
    let head = format!(
        "{call} HTTP/1.1\r\nhost: house\r\nconnection: close\r\nauthorization: Bearer {TOKEN}\r\n\
         content-type: application/json\r\ncontent-length: {says}\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

fn changed_body(corpus: &Corpus, chance: &mut Chance) -> Vec<u8> {
    let (call, body) = split_body(chance.pick(&corpus.bodies).as_str());
    let (_, other) = split_body(chance.pick(&corpus.bodies).as_str());
    let mut changed = body.as_bytes().to_vec();
    if chance.percent(60) {
        changed = mutate::json(body, other, chance).into_bytes();
    } else {
        mutate::bytes(&mut changed, other.as_bytes(), chance);
    }
    let says = match chance.below(20) {
        0 => changed.len() + chance.below(30),
        1 => chance.below(changed.len() + 1),
        _ => changed.len(),
    };
    request(call, &changed, says)
}

fn changed_request(corpus: &Corpus, chance: &mut Chance) -> Vec<u8> {
    let mut changed = chance.pick(&corpus.http).clone();
    let other = chance.pick(&corpus.http);
    match chance.below(8) {
        // One behind the other on one connection.
        0 => changed.extend_from_slice(other),
        1 => {
            let header = format!(
                "x-{}: {}\r\n",
                "a".repeat(chance.below(200)),
                "b".repeat(chance.below(90_000))
            );
            let at = changed
                .iter()
                .position(|byte| *byte == b'\n')
                .map_or(0, |at| at + 1);
            changed.splice(at..at, header.into_bytes());
        }
        2 => {
            let header = "y: 1\r\n".repeat(chance.below(300));
            let at = changed
                .iter()
                .position(|byte| *byte == b'\n')
                .map_or(0, |at| at + 1);
            changed.splice(at..at, header.into_bytes());
        }
        _ => mutate::bytes(&mut changed, other, chance),
    }
    changed
}

fn changed_messages(corpus: &Corpus, chance: &mut Chance) -> Vec<u8> {
    let mut out = Vec::new();
    if chance.percent(85) {
        out.extend(frames::frame(&Shape::whole(TEXT), HELLO.as_bytes()));
    }
    for _ in 0..=chance.below(3) {
        let message = chance.pick(&corpus.frames);
        let other = chance.pick(&corpus.frames);
        let mut payload = message.as_bytes().to_vec();
        match chance.below(3) {
            0 => payload = mutate::json(message, other, chance).into_bytes(),
            1 => mutate::bytes(&mut payload, other.as_bytes(), chance),
            _ => {}
        }
        out.extend(frames::message(&payload, chance));
    }
    if chance.percent(10) {
        // A client that is cut off in the middle.
        out.truncate(chance.below(out.len() + 1));
    }
    out
}
