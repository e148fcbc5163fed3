//! A disk so small that it can be filled, in a mount namespace of its own.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const FOLDER: &str = "QUEENHIGH_SMALL_DISK";
/// As root; and as an ordinary user, who is root in a user namespace while mounting and then a user again,
/// because a server refuses to run as root.
const WAYS: [(&[&str], &str); 2] = [
    (&["--mount"], r#"exec "$@""#),
    (
        &["--mount", "--user", "--map-root-user"],
        r#"exec unshare --user --map-user=1000 "$@""#,
    ),
];

/// The disk this process was started on, if it was.
pub fn mounted() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

/// Runs a test of this program on a disk of so many megabytes. Where this machine does not allow
/// such a mount the test is left out, and says so.
pub fn on_a_disk_of(megabytes: u32, test: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mount = format!(r#"mount -t tmpfs -o size={megabytes}m tmpfs "$1" && shift && "#);
    let inside = |(unshare, then): &(&[&str], &str), command: &[&str]| {
        let mut run = Command::new("unshare");
        run.args(*unshare).args(["sh", "-c"]);
        run.arg(format!("{mount}{then}")).arg("sh");
        run.arg(folder.path()).args(command);
        run.stdin(Stdio::null()).stdout(Stdio::null());
        run
    };
    let works = |way: &&(&[&str], &str)| {
        let mut run = inside(way, &["true"]);
        let status = run.stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let Some(way) = WAYS.iter().find(works) else {
        eprintln!("left out: no mount of our own here");
        return;
    };
    let program = std::env::current_exe().unwrap();
    let program = program.display().to_string();
    let mut run = inside(way, &[&program, "--exact", test, "--nocapture"]);
    let status = run.env(FOLDER, folder.path()).status().unwrap();
    assert!(status.success(), "{status:?}");
}

/// Fills the disk to its last page.
pub fn fill(ballast: &Path) {
    let mut file = File::create(ballast).unwrap();
    for size in [1 << 16, 1 << 12, 1 << 8] {
        let full = loop {
            if let Err(error) = file.write_all(&vec![0; size]) {
                break error;
            }
        };
        assert_eq!(full.kind(), ErrorKind::StorageFull);
    }
}
