//! The one test command: format, lints, tests, pages.
//!
//! Plain `cargo`, and Node.js for the pages. Without
//! rustfmt or clippy the tests still run: who only wants to know whether the house stands needs
//! neither. Nothing here reads standard input, so it never waits for an answer.

use std::ffi::OsString;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};

use crate::{need, schemathesis, tree, web};

struct Step {
    says: &'static str,
    /// The toolchain component without which the step is left out; its `cargo` subcommand.
    component: Option<Component>,
    arguments: &'static [&'static str],
}

struct Component {
    name: &'static str,
    subcommand: &'static str,
}

const STEPS: [Step; 3] = [
    Step {
        says: "every file is formatted",
        component: Some(Component {
            name: "rustfmt",
            subcommand: "fmt",
        }),
        arguments: &["fmt", "--all", "--check"],
    },
    Step {
        says: "the lints find nothing",
        component: Some(Component {
            name: "clippy",
            subcommand: "clippy",
        }),
        arguments: &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
    },
    Step {
        says: "every test and every example in the documentation passes",
        component: None,
        arguments: &["test", "--workspace", "--locked"],
    },
];

pub fn run() -> Result<ExitCode> {
    need::provide(&need::TESTS)?;
    schemathesis::provide()?;
    let tools = web::provide()?;
    for step in &STEPS {
        if let Some(missing) = step.component.as_ref().filter(|part| !is_installed(part)) {
            let name = missing.name;
            println!("xtask: left out: {name} is not installed (rustup component add {name})");
            continue;
        }
        println!("xtask: cargo {}", step.arguments.join(" "));
        let status = cargo()
            .args(step.arguments)
            .status()
            .context("cargo does not start")?;
        if !status.success() {
            println!("xtask: failed, so it is not true that {}", step.says);
            return Ok(ExitCode::FAILURE);
        }
    }
    if tools == web::Tools::Installed && web::check()? != ExitCode::SUCCESS {
        return Ok(ExitCode::FAILURE);
    }
    println!("xtask: all is well");
    Ok(ExitCode::SUCCESS)
}

fn is_installed(component: &Component) -> bool {
    cargo()
        .args([component.subcommand, "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The cargo that runs this chore, so that all steps share one toolchain.
pub fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut cargo = Command::new(program);
    cargo.current_dir(tree::root()).stdin(Stdio::null());
    cargo
}
