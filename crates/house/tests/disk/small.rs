//! A house on a disk so small that it is filled before every request.

use house::response::ServiceError;
use house::store::{SqliteStore, StoreError};

use crate::disk::mounted::{fill, mounted, on_a_disk_of};
use crate::disk::{TABLE, buy_in_players, checked, closed, finished, wishes};
use crate::floor::Floor;
use crate::{SEED, Undisturbed};

/// Not a test: what a process does on such a disk. Before each request the disk is filled to the last
/// page; the request is refused; then there is room again, and the same request is granted.
#[tokio::test]
async fn a_process_on_a_small_disk() {
    let Some(folder) = mounted() else { return };
    let house = folder.join("house");
    buy_in_players(&house).await;
    let checked = checked(SEED);
    let floor = Floor::new(SqliteStore::open(&house).unwrap());
    let seat = floor.table(TABLE);
    let ballast = folder.join("ballast");
    let (mut response, mut refused) = (Vec::new(), 0);
    for (now, command) in wishes(&floor, &checked) {
        floor.clock.set(now);
        fill(&ballast);
        let full = seat.submit(command.clone()).await;
        std::fs::remove_file(&ballast).unwrap();
        let one = match full {
            Ok(response) => response,
            Err(ServiceError::Store(StoreError::Unavailable { what })) => {
                assert_eq!(what, "database or disk is full");
                refused += 1;
                seat.submit(command).await.unwrap()
            }
            Err(error) => panic!("{error}"),
        };
        response.push(one);
    }
    eprintln!("{refused} of {} wishes found the disk full", response.len());
    assert!(refused * 10 > response.len() * 9);
    closed(floor, seat).await;
    let undisturbed = Undisturbed::new().await;
    assert_eq!(response, undisturbed.response);
    let (again, rows) = finished(&house, &checked).await;
    assert_eq!(again, response);
    assert_eq!(rows, undisturbed.rows);
}

#[test]
fn a_disk_that_is_really_full_refuses_and_goes_on_when_there_is_room() {
    on_a_disk_of(16, "small::a_process_on_a_small_disk");
}
