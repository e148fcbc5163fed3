//! Signals to processes we started, by their ids.

use std::path::Path;
use std::process::{Command, Stdio};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    Kill,
    Stop,
    Continue,
}

/// To all of them in one go. Some may be gone by themselves.
pub fn send(signal: Signal, processes: &[u32]) {
    let name = match signal {
        Signal::Kill => "-KILL",
        Signal::Stop => "-STOP",
        Signal::Continue => "-CONT",
    };
    let mut kill = Command::new("kill");
    kill.arg(name)
        .args(processes.iter().map(u32::to_string))
        .stderr(Stdio::null());
    kill.status().unwrap();
}

/// The server whose lock file this is, and its children. None where it does not run.
pub fn family(lock_file: &Path) -> Vec<u32> {
    let text = std::fs::read_to_string(lock_file).unwrap_or_default();
    let Some(parent) = text.lines().next().and_then(|line| line.parse().ok()) else {
        return Vec::new();
    };
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let numbered = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let children = numbered.filter(|process| parent_of(*process) == Some(parent));
    [parent].into_iter().chain(children).collect()
}

/// The second field after the name, which stands in parentheses and may hold any of its own.
fn parent_of(process: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    fields.split(' ').nth(1)?.parse().ok()
}
