//! What the tests need from the machine besides Rust, by Debian package.
//!
//! Installed only where it is missing and we may install it; anywhere else we say what to install.
//! A linker is usually needed before this very program can be built, so `.ci/run` looks for it first;
//! the check stands here too for those whose Rust links by other means.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

struct Need {
    what: &'static str,
    purpose: &'static str,
    is_there: fn() -> bool,
    debian_packages: &'static [&'static str],
}

const NEEDS: [Need; 2] = [
    Need {
        what: "program \"cc\"",
        purpose: "Rust links its programs with it",
        is_there: || runs("cc"),
        debian_packages: &["gcc", "libc6-dev"],
    },
    Need {
        what: "PostgreSQL",
        purpose: "the tests of the house start servers of their own",
        is_there: has_postgresql,
        debian_packages: &["postgresql"],
    },
];

pub fn provide() -> Result<()> {
    for need in NEEDS.iter().filter(|need| !(need.is_there)()) {
        let packages = need.debian_packages.join(" ");
        println!("xtask: no {}: {}", need.what, need.purpose);
        if !(is_root() && runs("apt-get")) {
            bail!("please install it (on Debian the packages {packages}) and start again");
        }
        println!("xtask: apt-get install {packages}");
        apt_get(&["update"])?;
        apt_get(
            &["install", "--yes", "--no-install-recommends"]
                .iter()
                .chain(need.debian_packages)
                .copied()
                .collect::<Vec<_>>(),
        )?;
    }
    Ok(())
}

fn runs(program: &str) -> bool {
    quiet(program)
        .arg("--version")
        .status()
        .is_ok_and(|status| status.success())
}

/// Debian keeps the server's programs off the path, a folder for each version; `PG_BIN` names another.
fn has_postgresql() -> bool {
    if std::env::var_os("PG_BIN").is_some() {
        return true;
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql");
    versions.is_ok_and(|versions| {
        let mut folders = versions.flatten().map(|version| version.path());
        folders.any(|folder| folder.join("bin/initdb").exists())
    })
}

fn is_root() -> bool {
    let id = quiet("id").arg("-u").stdout(Stdio::piped()).output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    let status = Command::new("apt-get")
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .status()
        .context("apt-get does not start")?;
    ensure!(status.success(), "apt-get {} failed", arguments.join(" "));
    Ok(())
}

fn quiet(program: &str) -> Command {
    let mut command = Command::new(program);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}
