//! Files and folders that may be read and not written to.

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;

use crate::SEED;
use crate::disk::{Line, Part, buy_in_players, copied};

/// The user `nobody`, without rights, on every Linux.
const NOBODY: u32 = 65_534;

/// What is withheld, and what the house says to it.
const CASES: [(u32, u32, u32, &str); 4] = [
    // The folder, the file and the lock.
    (0o777, 0o444, 0o666, "house.sqlite: cannot be written to"),
    (
        0o555,
        0o666,
        0o666,
        "house.sqlite: attempt to write a readonly database",
    ),
    (
        0o777,
        0o666,
        0o444,
        "house.lock: Permission denied (os error 13)",
    ),
    (
        0o555,
        0o444,
        0o444,
        "house.lock: Permission denied (os error 13)",
    ),
];

/// Root may write to everything, so where we are root a process without rights tries.
#[tokio::test]
async fn a_house_that_may_only_be_read_is_refused_and_left_alone() {
    let house = tempfile::tempdir().unwrap();
    buy_in_players(house.path()).await;
    let is_root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
    let place = tempfile::tempdir().unwrap();
    let mode = |path: &std::path::Path, mode| {
        set_permissions(path, Permissions::from_mode(mode)).unwrap();
    };
    mode(place.path(), 0o777);
    let program = place.path().join("program");
    std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    for (nth, (folder_mode, file_mode, lock_mode, expected)) in CASES.into_iter().enumerate() {
        let folder = place.path().join(format!("house{nth}"));
        std::fs::create_dir(&folder).unwrap();
        copied(house.path(), &folder);
        let file = folder.join("house.sqlite");
        mode(&file, file_mode);
        // What another process left beside the file may be read.
        for beside in ["house.sqlite-wal", "house.sqlite-shm"] {
            let beside = folder.join(beside);
            if beside.exists() {
                mode(&beside, 0o444);
            }
        }
        mode(&folder.join("house.lock"), lock_mode);
        mode(&folder, folder_mode);
        let before = std::fs::read(&file).unwrap();
        let part = Part {
            folder: folder.clone(),
            seed: SEED,
            desk: place.path().join(format!("desk{nth}")),
            tries: 0,
        };
        let lines = part.run_from(&program, |command| {
            if is_root {
                command.uid(NOBODY).gid(NOBODY);
            }
        });
        let [Line::Refused(what)] = &lines[..] else {
            panic!("{nth}: {lines:?}")
        };
        assert!(what.contains(expected), "{nth}: {what}");
        assert_eq!(std::fs::read(&file).unwrap(), before);
        // Or it could not be removed.
        mode(&folder, 0o777);
    }
}
