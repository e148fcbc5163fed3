//! The program as it is started, held against the description it serves: Schemathesis sends what the
//! description allows and what it does not, as a passer-by, a guest and each role of the staff.
//!
//! `cargo xtask test` installs Schemathesis. Without it these tests say that they were left out, and fail
//! where `CI=true`. `QUEENHIGH_EXAMPLES` asks for more requests a call.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![allow(clippy::print_stderr, reason = "a test that is left out says so")]

mod program;

use core::time::Duration;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use bot::{Api, Bets, Bot, Live};
use program::Program;
use serde_json::{Value, json};

/// Requests for each call and role.
const EXAMPLES: u32 = 12;

/// Calls that Schemathesis cannot make: one ends the session it runs under, one never ends its answer, one
/// is a socket, and one works once for each link.
const LEFT_OUT: [&str; 4] = [
    "/api/v1/sessions/current",
    "/api/v1/jackpots/events",
    "/api/v1/tables/{table}/socket",
    "/enter/{ticket}",
];

/// Where `cargo xtask test` installs it.
fn schemathesis(program: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let installed = root.join("target/schemathesis/bin").join(program);
    if installed.exists() {
        return Some(installed);
    }
    let left_out = "Schemathesis is not installed: `cargo xtask test` does it";
    let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(!is_ci, "{left_out}");
    eprintln!("left out: {left_out}");
    None
}

fn beside(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/contract")
        .join(name)
}

/// As a guest every border of every field is tried; the other roles get a sample.
fn phases(role: &str) -> &'static str {
    if role == "guest" {
        "examples,coverage,fuzzing"
    } else {
        "examples,fuzzing"
    }
}

fn run(
    schemathesis: &Path,
    url: &str,
    (role, token): (&str, Option<&str>),
    examples: u32,
) -> Output {
    let mut command = Command::new(schemathesis);
    command
        .arg("--config-file")
        .arg(beside("schemathesis.toml"))
        .arg("run")
        .arg(format!("{url}api/v1/openapi.json"))
        .args(["--mode", "all", "--no-color"])
        .args(["--phases", phases(role)])
        .args(["--continue-on-failure", "--suppress-health-check", "all"])
        .args(["--seed", "18", "--generation-database", "none"])
        .args(["--rate-limit", "150/s", "--request-timeout", "60"])
        .args(["--max-examples", &examples.to_string()]);
    for path in LEFT_OUT {
        command.args(["--exclude-path", path]);
    }
    if let Some(token) = token {
        command.arg("--header");
        command.arg(format!("Authorization: Bearer {token}"));
    }
    let folder = tempfile::tempdir().unwrap();
    command
        .env("SCHEMATHESIS_HOOKS", beside("hooks.py"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(folder.path())
        .stdin(Stdio::null());
    command.output().unwrap()
}

/// What a run said, without the part that differs from run to run.
fn told(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    format!("{text}{errors}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_is_as_described() {
    let Some(schemathesis) = schemathesis("st") else {
        return;
    };
    let asked = std::env::var("QUEENHIGH_EXAMPLES").ok();
    let examples = asked.and_then(|text| text.parse().ok());
    let examples = examples.unwrap_or(EXAMPLES);
    let program = Program::start();
    let (player, guest) = program.api().come_as_guest().await.unwrap();
    let mut bot = Bot::sit(&guest, player, 1, Bets::All).await.unwrap();
    bot.play(1).await.unwrap();
    drop(bot);
    let mut sessions = vec![("passer-by", None)];
    sessions.push(("guest", guest.token().map(str::to_owned)));
    for role in ["dealer", "pit-manager", "cage", "surveillance", "auditor"] {
        sessions.push((role, Some(program.sign_in(role).await)));
    }
    let mut wrong = Vec::new();
    for (role, token) in sessions {
        let output = run(
            &schemathesis,
            program.url(),
            (role, token.as_deref()),
            examples,
        );
        if !output.status.success() {
            wrong.push(format!("as {role}:\n{}", told(&output)));
        }
    }
    let log = program.stop();
    assert!(!log.contains("panicked"), "{log}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every message on the sockets of a table, while a guest plays there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_message_of_a_socket_is_as_described() {
    let Some(python) = schemathesis("python") else {
        return;
    };
    let program = Program::start();
    let (player, guest) = program.api().come_as_guest().await.unwrap();
    let mut watchers = vec![
        Live::resume(&program.api(), 1, &Value::Null, None)
            .await
            .unwrap(),
    ];
    for role in ["dealer", "pit-manager", "surveillance", "auditor"] {
        let api = program.api().with_token(&program.sign_in(role).await);
        watchers.push(Live::resume(&api, 1, &Value::Null, None).await.unwrap());
    }
    let (_, other) = program.api().come_as_guest().await.unwrap();
    let mut asker = Live::resume(&other, 1, &Value::Null, None).await.unwrap();
    for request in [
        json!({"request": "sit", "at": 7}),
        json!({"request": "sit", "at": 7}),
        json!({"request": "zzz"}),
        json!({"request": "create-table"}),
    ] {
        asker
            .say(&json!({"type": "command", "id": 1, "request": request}))
            .await
            .unwrap();
    }
    watchers.push(asker);
    let mut bot = Bot::sit(&guest, player, 1, Bets::All).await.unwrap();
    bot.play(1).await.unwrap();
    let mut messages = String::new();
    for mut watcher in watchers {
        // What it cannot read ends the socket with a word.
        watcher.say(&json!({"type": "zzz"})).await.unwrap();
        while let Ok(Some(text)) = watcher.hear_text(Duration::from_secs(20)).await {
            messages.push_str(&text);
            messages.push('\n');
        }
    }
    for kind in ["welcome", "snapshot", "events", "response", "bye"] {
        assert!(messages.contains(&format!("\"type\":\"{kind}\"")), "{kind}");
    }
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("messages.jsonl");
    std::fs::write(&heard, &messages).unwrap();
    let description = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src/openapi.json");
    let checked = Command::new(python)
        .arg(beside("messages.py"))
        .args([&description, &heard])
        .output()
        .unwrap();
    program.stop();
    assert!(checked.status.success(), "{}", told(&checked));
}

/// The calls that Schemathesis leaves out, by hand.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_ends_and_a_link_works_once() {
    let program = Program::start();
    let link = program.link("auditor");
    let token = program.api().enter(&link).await.unwrap();
    assert!(program.api().enter(&link).await.is_err());
    let auditor = program.api().with_token(&token);
    auditor.get("/api/v1/me").await.unwrap();
    let path = "/api/v1/sessions/current";
    let sign_out = async |api: &Api| api.call(bot::Method::DELETE, path, None).await.unwrap().0;
    assert_eq!(sign_out(&auditor).await.as_u16(), 204);
    assert_eq!(sign_out(&auditor).await.as_u16(), 401);
    program.stop();
}
