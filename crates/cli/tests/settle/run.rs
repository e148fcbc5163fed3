//! The program as its callers see it: bytes in, and what comes back on both channels.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

pub struct Said {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

/// `queenhigh settle` with these arguments and this standard input.
pub fn settle(arguments: &[&str], input: &[u8]) -> Said {
    let mut program = Command::new(env!("CARGO_BIN_EXE_queenhigh"))
        .arg("settle")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = program.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that ends early closes the pipe; what it said is judged, not this.
    let writer = thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = program.wait_with_output().unwrap();
    writer.join().unwrap();
    Said {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}
