//! Schemathesis, which sends what the description of an API allows and what it does not: installed from
//! `PyPI` into an environment of its own below `target/`, where `crates/cli/tests/contract` looks for it.
//!
//! Where `PyPI` cannot be reached a developer's tests go on without it and say so. Under `CI=true` that is a
//! failure.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::tree;

/// Every package in the version it was last tried with: another may find other things.
const REQUIREMENTS: &str = "xtask/schemathesis.txt";

pub fn provide() -> Result<()> {
    let folder = tree::root().join("target/schemathesis");
    let wanted = std::fs::read_to_string(tree::root().join(REQUIREMENTS))?;
    let stamp = folder.join("installed");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("xtask: pip install --requirement {REQUIREMENTS}");
    let installed = install(&folder).and_then(|()| Ok(std::fs::write(stamp, wanted)?));
    match installed.context("Schemathesis could not be installed from PyPI") {
        Err(error) if std::env::var_os("CI").is_none_or(|value| value != "true") => {
            println!("xtask: left out: {error:#}");
            println!("xtask: the calls of the API are not held against their description");
            Ok(())
        }
        installed => installed,
    }
}

fn install(folder: &Path) -> Result<()> {
    // What an older version or an interrupted installation left.
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    run(Command::new(folder.join("bin/pip"))
        .args([
            "install",
            "--quiet",
            "--no-input",
            "--no-deps",
            "--requirement",
        ])
        .arg(tree::root().join(REQUIREMENTS)))
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.stdin(Stdio::null()).status();
    let program = command.get_program().to_string_lossy().into_owned();
    let status = status.with_context(|| format!("{program} does not start"))?;
    ensure!(status.success(), "{program} ended with {status}");
    Ok(())
}
