//! What the operating system allows the process that serves: no core dumps, and as many open files as it
//! may have.

use anyhow::Context as _;
use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// Files beside connections: databases with their journals, logs, statements, listening sockets.
const OTHER_FILES: u64 = 200;

/// A core dump would hold keys, tokens and cards that nobody has seen yet.
pub fn switch_off_core_dumps() -> anyhow::Result<()> {
    setrlimit(Resource::RLIMIT_CORE, 0, 0).context("core dumps cannot be switched off")?;
    // The limit does not hold for a program that the kernel hands dumps to; this does.
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_dumpable(false).context("core dumps cannot be switched off")?;
    Ok(())
}

/// Raises the limit on open files to what the process may have; says so in the log where that is less than
/// the connections of the configuration need.
pub fn raise_open_files(connections: u32) {
    let raised = getrlimit(Resource::RLIMIT_NOFILE).and_then(|(soft, hard)| {
        if soft < hard {
            setrlimit(Resource::RLIMIT_NOFILE, hard, hard)?;
        }
        Ok(hard)
    });
    match raised {
        Ok(files) => {
            let needed = u64::from(connections) + OTHER_FILES;
            if files < needed {
                tracing::warn!(
                    files,
                    needed,
                    "fewer open files are allowed than limits.connections needs (LimitNOFILE)"
                );
            }
        }
        Err(error) => tracing::warn!(%error, "the limit on open files cannot be raised"),
    }
}
