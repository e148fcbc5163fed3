//! A disk so small that it can be filled, in a space of its own where nobody else sees it.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use house::answer::Silence;
use house::store::{SqliteStore, StoreError};

use crate::disk::{TABLE, closed, finished, seated, walk, wishes};
use crate::floor::Floor;
use crate::{SEED, Undisturbed};

const FOLDER: &str = "QUEENHIGH_SMALL_DISK";
const MOUNT: &str = r#"mount -t tmpfs -o size=16m tmpfs "$1" && shift && exec "$@""#;

/// Not a test: what a process does on such a disk. Before each wish the disk is filled to the last
/// page; the wish is refused; then there is room again, and the same wish is granted.
#[tokio::test]
async fn a_process_on_a_small_disk() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let house = Path::new(&folder).join("house");
    seated(&house).await;
    let walk = walk(SEED);
    let floor = Floor::new(SqliteStore::open(&house).unwrap());
    let seat = floor.table(TABLE);
    let ballast = Path::new(&folder).join("ballast");
    let (mut told, mut refused) = (Vec::new(), 0);
    for (now, put) in wishes(&floor, &walk) {
        floor.clock.set(now);
        fill(&ballast);
        let full = seat.put(put.clone()).await;
        std::fs::remove_file(&ballast).unwrap();
        let one = match full {
            Ok(told) => told,
            Err(Silence::Store(StoreError::Unavailable { what })) => {
                assert_eq!(what, "database or disk is full");
                refused += 1;
                seat.put(put).await.unwrap()
            }
            Err(silence) => panic!("{silence}"),
        };
        told.push(one);
    }
    eprintln!("{refused} of {} wishes found the disk full", told.len());
    assert!(refused * 10 > told.len() * 9);
    closed(floor, seat).await;
    let undisturbed = Undisturbed::new().await;
    assert_eq!(told, undisturbed.told);
    let (again, rows) = finished(&house, &walk).await;
    assert_eq!(again, told);
    assert_eq!(rows, undisturbed.rows);
}

fn fill(ballast: &Path) {
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

/// Where this machine gives nobody a disk of his own the test is left out, and says so.
#[test]
fn a_disk_that_is_really_full_refuses_and_goes_on_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |ways: &[&str], command: &[&str]| {
        let mut run = Command::new("unshare");
        run.args(ways).args(["sh", "-c", MOUNT, "sh"]);
        run.arg(folder.path()).args(command);
        run.stdin(Stdio::null()).stdout(Stdio::null());
        run
    };
    let ways: [&[&str]; 2] = [&["--mount"], &["--mount", "--user", "--map-root-user"]];
    let works = |ways: &&&[&str]| {
        let mut run = inside(ways, &["true"]);
        let status = run.stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let Some(ways) = ways.iter().find(works) else {
        eprintln!("left out: no mount of our own here");
        return;
    };
    let program = std::env::current_exe().unwrap();
    let test = "small::a_process_on_a_small_disk";
    let mut run = inside(
        ways,
        &[
            &program.display().to_string(),
            "--exact",
            test,
            "--nocapture",
        ],
    );
    let status = run.env(FOLDER, folder.path()).status().unwrap();
    assert!(status.success(), "{status:?}");
}
