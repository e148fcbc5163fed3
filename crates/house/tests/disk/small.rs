//! A house on a disk so small that it is filled before every wish.

use house::answer::Silence;
use house::store::{SqliteStore, StoreError};

use crate::disk::mounted::{fill, mounted, on_a_disk_of};
use crate::disk::{TABLE, closed, finished, seated, walk, wishes};
use crate::floor::Floor;
use crate::{SEED, Undisturbed};

/// Not a test: what a process does on such a disk. Before each wish the disk is filled to the last
/// page; the wish is refused; then there is room again, and the same wish is granted.
#[tokio::test]
async fn a_process_on_a_small_disk() {
    let Some(folder) = mounted() else { return };
    let house = folder.join("house");
    seated(&house).await;
    let walk = walk(SEED);
    let floor = Floor::new(SqliteStore::open(&house).unwrap());
    let seat = floor.table(TABLE);
    let ballast = folder.join("ballast");
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

#[test]
fn a_disk_that_is_really_full_refuses_and_goes_on_when_there_is_room() {
    on_a_disk_of(16, "small::a_process_on_a_small_disk");
}
