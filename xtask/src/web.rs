//! The pages: their types, their unit tests, and people who use them in a real Chromium.
//!
//! The tools come from npm into `target/web`, in the versions of `web/package-lock.json`; the pages need none
//! of them. Where npm cannot be reached a developer's tests go on without and say so; under `CI=true` that is
//! a failure.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{need, test, tree};

const PACKAGE_FILES: [&str; 2] = ["package.json", "package-lock.json"];

/// Whether the tools are there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tools {
    Installed,
    OutOfReach,
}

/// Tests the pages. The tools and what they need from the machine are installed where they are missing.
pub fn run() -> Result<ExitCode> {
    need::provide(&need::PAGES)?;
    if provide()? == Tools::OutOfReach {
        return Ok(ExitCode::FAILURE);
    }
    build()?;
    check()
}

/// Takes pictures of every page into `target/pictures`, and those of the README into `docs/pictures`.
pub fn pictures() -> Result<ExitCode> {
    look_by("web/tests/browser/pictures.js")
}

/// Prints how fast the pages are on this machine, and what Lighthouse thinks of them.
pub fn measure() -> Result<ExitCode> {
    look_by("web/tests/browser/measure.js")
}

fn look_by(script: &str) -> Result<ExitCode> {
    need::provide(&need::PAGES)?;
    if provide()? == Tools::OutOfReach {
        return Ok(ExitCode::FAILURE);
    }
    build()?;
    succeed(node().arg(script))?;
    Ok(ExitCode::SUCCESS)
}

/// Installs the tools, unless those that are there are the ones wanted.
pub fn provide() -> Result<Tools> {
    let folder = folder();
    let mut wanted = String::new();
    for file in PACKAGE_FILES {
        wanted += &std::fs::read_to_string(tree::root().join("web").join(file))?;
    }
    let stamp = folder.join("installed");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(Tools::Installed);
    }
    println!("xtask: npm ci, for web/package-lock.json");
    let installed = install(&folder).and_then(|()| Ok(std::fs::write(stamp, wanted)?));
    match installed.context("the tools for the pages could not be installed from npm") {
        Err(error) if std::env::var_os("CI").is_none_or(|value| value != "true") => {
            println!("xtask: left out: {error:#}");
            println!("xtask: the pages are not tested");
            Ok(Tools::OutOfReach)
        }
        installed => installed.map(|()| Tools::Installed),
    }
}

/// Type check, unit tests, and tests in a browser, of the program as it was built last.
pub fn check() -> Result<ExitCode> {
    let tests = tree::root().join("web/tests");
    let steps = [
        ("the types of the pages agree", types("web")),
        ("the types of their tests agree", types("web/tests")),
        (
            "the unit tests of the pages pass",
            tests_in(&tests.join("unit"))?,
        ),
        (
            "people can use the pages in a browser",
            tests_in(&tests.join("browser"))?,
        ),
    ];
    for (says, mut step) in steps {
        println!("xtask: {}", says_how(&step));
        if let Err(error) = succeed(&mut step) {
            println!("xtask: {error:#}, so it is not true that {says}");
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn install(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    for file in PACKAGE_FILES {
        std::fs::copy(tree::root().join("web").join(file), folder.join(file))?;
    }
    let quiet = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    let mut npm = Command::new("npm");
    npm.args(quiet).current_dir(folder);
    succeed(&mut npm)
}

/// The program whose pages are looked at.
fn build() -> Result<()> {
    let mut cargo = test::cargo();
    cargo.args(["build", "--package=queenhigh", "--locked"]);
    succeed(&mut cargo)
}

fn types(project: &str) -> Command {
    let mut tsc = node();
    tsc.arg(folder().join("node_modules/typescript/bin/tsc"));
    tsc.args(["--project", project]);
    tsc
}

/// Every test file of a folder, one at a time: each has programs and a browser of its own.
fn tests_in(folder: &Path) -> Result<Command> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(".test.js") {
            files.push(path);
        }
    }
    files.sort();
    let mut program = node();
    program.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]);
    program.args(files);
    Ok(program)
}

fn node() -> Command {
    let mut node = Command::new("node");
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| tree::root().join("target"));
    node.current_dir(tree::root());
    node.env("QUEENHIGH", target.join("debug/queenhigh"));
    node
}

fn folder() -> PathBuf {
    tree::root().join("target/web")
}

/// The command as a person would type it, without its longest part.
fn says_how(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    for argument in command.get_args() {
        let argument = Path::new(argument);
        let shown = argument.strip_prefix(tree::root()).unwrap_or(argument);
        words.push(shown.to_string_lossy().into_owned());
    }
    words.join(" ")
}

fn succeed(command: &mut Command) -> Result<()> {
    let status = command.stdin(Stdio::null()).status();
    let program = command.get_program().to_string_lossy().into_owned();
    let status = status.with_context(|| format!("{program} does not start"))?;
    ensure!(status.success(), "{program} ended with {status}");
    Ok(())
}
