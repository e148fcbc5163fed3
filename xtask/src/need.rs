//! What the tests need from the machine besides Rust, by Debian package.
//!
//! Installed only where it is missing and we may install it; anywhere else we say what to install.
//! A linker is usually needed before this very program can be built, so `.ci/run` looks for it first;
//! the check stands here too for those whose Rust links by other means.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

pub struct Need {
    what: &'static str,
    purpose: &'static str,
    is_there: fn() -> bool,
    debian_packages: &'static [&'static str],
    /// What the packages start by themselves on some machines, and no test needs.
    services: &'static [&'static str],
}

const LINKER: Need = Need {
    what: "program \"cc\"",
    purpose: "Rust links its programs with it",
    is_there: || runs("cc"),
    debian_packages: &["gcc", "libc6-dev"],
    services: &[],
};

const POSTGRESQL: Need = Need {
    what: "PostgreSQL",
    purpose: "the tests of the house start servers of their own",
    is_there: has_postgresql,
    debian_packages: &["postgresql"],
    services: &[],
};

const PROXIES: Need = Need {
    what: "nginx, Caddy or HAProxy",
    purpose: "the tests of the server stand behind each of them",
    is_there: || ["nginx", "caddy", "haproxy"].into_iter().all(is_installed),
    debian_packages: &["nginx", "caddy", "haproxy"],
    services: &["nginx", "caddy", "haproxy"],
};

const PATRONI: Need = Need {
    what: "Patroni or no etcd",
    purpose: "they make three servers a cluster",
    is_there: || runs("patroni") && runs("etcd"),
    debian_packages: &["patroni", "etcd-server"],
    services: &["patroni", "etcd"],
};

const PYTHON: Need = Need {
    what: "Python with its module venv",
    purpose: "the calls of the API are held against their description by Schemathesis",
    is_there: has_python,
    debian_packages: &["python3-venv"],
    services: &[],
};

const NODE: Need = Need {
    what: "Node.js or no npm",
    purpose: "the types and the unit tests of the pages are checked with it",
    is_there: || runs("node") && runs("npm"),
    debian_packages: &["nodejs", "npm"],
    services: &[],
};

const CHROMIUM: Need = Need {
    what: "Chromium",
    purpose: "the tests of the pages use them as people do",
    is_there: has_chromium,
    debian_packages: &["chromium"],
    services: &[],
};

/// Without them pictures differ from machine to machine.
const FONTS: Need = Need {
    what: "Noto fonts",
    purpose: "pages are looked at, and taken pictures of, with the same letters everywhere",
    is_there: || std::path::Path::new("/usr/share/fonts/truetype/noto").exists(),
    debian_packages: &["fonts-noto-core", "fonts-noto-mono"],
    services: &[],
};

pub const TESTS: [Need; 7] = [LINKER, POSTGRESQL, PROXIES, PYTHON, NODE, CHROMIUM, FONTS];
pub const PAGES: [Need; 4] = [LINKER, NODE, CHROMIUM, FONTS];
pub const CLUSTER: [Need; 3] = [LINKER, POSTGRESQL, PATRONI];

pub fn provide(needs: &[Need]) -> Result<()> {
    for need in needs.iter().filter(|need| !(need.is_there)()) {
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
        for service in need.services {
            // Where there are no services there is none to stop.
            drop(quiet("service").args([service, "stop"]).status());
        }
    }
    Ok(())
}

fn runs(program: &str) -> bool {
    quiet(program)
        .arg("--version")
        .status()
        .is_ok_and(|status| status.success())
}

/// Debian keeps programs that serve off the path of those who are not root.
fn is_installed(program: &str) -> bool {
    let places = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];
    let mut places = places.into_iter();
    places.any(|place| std::path::Path::new(place).join(program).exists())
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

/// `CHROMIUM` names another.
fn has_chromium() -> bool {
    let known = ["chromium", "chromium-browser", "google-chrome"];
    std::env::var_os("CHROMIUM").is_some() || known.into_iter().any(is_installed)
}

/// Debian's Python comes without what makes an environment of one's own.
fn has_python() -> bool {
    let imports = ["-c", "import ensurepip, venv"];
    let asked = quiet("python3").args(imports).status();
    asked.is_ok_and(|status| status.success())
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
