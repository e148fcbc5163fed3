//! What the tests need from the machine besides Rust, by Debian package.
//!
//! Installed only where it is missing and we may install it; anywhere else we say what to install.
//! A linker is usually needed before this very program can be built, so `.ci/run` looks for it first;
//! the check stands here too for those whose Rust links by other means.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

struct Need {
    program: &'static str,
    purpose: &'static str,
    debian_packages: &'static [&'static str],
}

const NEEDS: [Need; 1] = [Need {
    program: "cc",
    purpose: "Rust links its programs with it",
    debian_packages: &["gcc", "libc6-dev"],
}];

pub fn provide() -> Result<()> {
    for need in NEEDS.iter().filter(|need| !runs(need.program)) {
        let packages = need.debian_packages.join(" ");
        println!("xtask: no program {:?}: {}", need.program, need.purpose);
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
