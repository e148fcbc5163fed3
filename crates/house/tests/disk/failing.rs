//! A disk that fails at a chosen call: `failing.c` before a process of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// What the disk says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    Broken = 5,
    Full = 28,
}

#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub error: Error,
    /// The first call that fails; 0 where none does.
    pub at: u64,
    /// And how many after each other.
    pub times: u64,
}

impl Fault {
    pub const NONE: Fault = Fault {
        error: Error::Broken,
        at: 0,
        times: 0,
    };

    /// The calls are counted into the file.
    pub fn strikes(self, command: &mut Command, count: &Path) {
        command
            .env("LD_PRELOAD", library("failing.c"))
            .env("QUEENHIGH_DISK_FILE", "/house.sqlite")
            .env("QUEENHIGH_DISK_AT", self.at.to_string())
            .env("QUEENHIGH_DISK_TIMES", self.times.to_string())
            .env("QUEENHIGH_DISK_ERROR", (self.error as i32).to_string())
            .env("QUEENHIGH_DISK_COUNT", count);
    }
}

/// Compiled once, with the compiler that links this very test.
pub fn library(source: &'static str) -> PathBuf {
    static LIBRARIES: Mutex<BTreeMap<&str, PathBuf>> = Mutex::new(BTreeMap::new());
    let mut libraries = LIBRARIES.lock().unwrap();
    let library = libraries.entry(source).or_insert_with(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let own = format!("{source}.{}", std::process::id());
        let library = folder.join(source).with_extension("so");
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/disk");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"]);
        compiler
            .arg(folder.join(&own))
            .arg(tests.join(source))
            .arg("-ldl");
        assert!(compiler.status().unwrap().success(), "{compiler:?}");
        // Whole at any moment, even if another process does the same.
        std::fs::rename(folder.join(own), &library).unwrap();
        library
    });
    library.clone()
}
