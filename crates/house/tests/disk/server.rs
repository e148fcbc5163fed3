//! A PostgreSQL whose disk is full: the one its tables lie on, and the one its log of writes lies on.
//!
//! The two are told apart because the server does. Without room for a table it refuses the statement and
//! lives; without room for its log of writes it ends itself and all its sessions, and does not come up
//! again before there is room. Its keeper then starts it, as a service manager would.

use core::time::Duration;
use std::path::Path;

use house::dealer::{TableCommand, TableHandle};
use house::response::{Response, ServiceError};
use house::store::{PostgresStore, StoreError};

use crate::disk::mounted::{fill, mounted, on_a_disk_of};
use crate::disk::{TABLE, checked, played_out, wishes};
use crate::floor::Floor;
use crate::postgres::{Server, connect, temporary};
use crate::{SEED, Undisturbed, requested};

/// Only the house writes, so that whatever finds no room is a request.
const QUIET: &str = "-c autovacuum=off -c wal_level=minimal -c max_wal_senders=0 \
                     -c checkpoint_timeout=1h -c max_wal_size=1GB -c min_wal_size=2MB";
/// Pages that hold a row or two: most requests need a new one.
const ROOMY: &str =
    "ALTER TABLE log SET (fillfactor = 10); ALTER TABLE answer SET (fillfactor = 10)";

/// Not a test: what a process does while the disk of the tables is filled before each request.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_whose_server_has_no_room_for_tables() {
    let Some(folder) = mounted() else { return };
    let (data, log) = (folder.join("server"), tempfile::tempdir().unwrap());
    std::fs::create_dir(&data).unwrap();
    let server = Server::start_with(&data, Some(log.path()), QUIET);
    let (url, floor) = house_with_players(&server).await;
    connect(&url).await.batch_execute(ROOMY).await.unwrap();
    let seat = floor.table(TABLE);
    let ballast = folder.join("ballast");
    let (mut response, mut refused) = (Vec::new(), 0);
    for (now, command) in wishes(&floor, &checked(SEED)) {
        floor.clock.set(now);
        fill(&ballast);
        let full = seat.submit(command.clone()).await;
        std::fs::remove_file(&ballast).unwrap();
        response.push(match full {
            Ok(response) => response,
            Err(ServiceError::Store(StoreError::Unavailable { what })) => {
                assert!(what.contains("could not extend file"), "{what}");
                assert!(what.contains("No space left on device"), "{what}");
                refused += 1;
                seat.submit(command).await.unwrap()
            }
            Err(error) => panic!("{error}"),
        });
    }
    eprintln!("{refused} of {} wishes found no room", response.len());
    assert!(refused * 2 > response.len());
    as_if_nothing_had_been(&url, &response).await;
}

#[test]
fn a_server_without_room_for_tables_refuses_and_goes_on_when_there_is_room() {
    on_a_disk_of(128, "server::a_house_whose_server_has_no_room_for_tables");
}

/// Not a test: what a process does while the disk of the server's log is filled before some requests.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_whose_server_has_no_room_for_its_log() {
    let Some(folder) = mounted() else { return };
    let log = folder.join("log");
    std::fs::create_dir(&log).unwrap();
    let server = Server::start_with(&temporary(), Some(&log), QUIET);
    let (url, floor) = house_with_players(&server).await;
    let seat = floor.table(TABLE);
    let ballast = folder.join("ballast");
    let wishes = wishes(&floor, &checked(SEED));
    let every = wishes.len().div_ceil(strikes());
    let (mut response, mut taken_back, mut unknown) = (Vec::new(), 0, 0);
    for (nth, (now, command)) in wishes.into_iter().enumerate() {
        floor.clock.set(now);
        if nth % every != every / 2 {
            response.push(seat.submit(command).await.unwrap());
            continue;
        }
        nothing_ahead(&url).await;
        fill(&ballast);
        // The first time no room is made before the house has given up.
        let patient = taken_back + unknown > 0;
        let keeper = async {
            if patient {
                tokio::time::sleep(Duration::from_secs(2)).await;
                makes_room(&server, &ballast);
            }
        };
        match tokio::join!(seat.submit(command.clone()), keeper).0 {
            Err(ServiceError::Store(StoreError::Unavailable { what })) if patient => {
                assert!(what.starts_with("the server rolled it back: "), "{what}");
                taken_back += 1;
            }
            Err(ServiceError::Store(StoreError::Unknown { .. })) if !patient => {
                makes_room(&server, &ballast);
                unknown += 1;
            }
            other => panic!("{nth}: {other:?}"),
        }
        response.push(submit_until_answered(&seat, command).await);
    }
    eprintln!(
        "the server ended itself under {} wishes",
        taken_back + unknown
    );
    assert!(unknown == 1 && taken_back + 2 >= strikes(), "{taken_back}");
    as_if_nothing_had_been(&url, &response).await;
}

#[test]
fn a_server_without_room_for_its_log_ends_and_loses_nothing() {
    on_a_disk_of(64, "server::a_house_whose_server_has_no_room_for_its_log");
}

/// Everybody has chips; and a store that has not heard of them.
async fn house_with_players(server: &Server) -> (String, Floor<PostgresStore>) {
    let url = server.database("").await;
    let opened = async || Floor::new(PostgresStore::open(&url).await.unwrap());
    opened().await.buy_in_players(TABLE, 40).await;
    let floor = opened().await;
    (url, floor)
}

/// Each request has the answer it has in an undisturbed house, and the log is that house's.
async fn as_if_nothing_had_been(url: &str, response: &[Response]) {
    let undisturbed = Undisturbed::new().await;
    assert_eq!(response, undisturbed.response);
    let floor = Floor::new(PostgresStore::open(url).await.unwrap());
    let seat = floor.table(TABLE);
    let (again, rows) = played_out(&floor, &seat, &checked(SEED)).await;
    assert_eq!(again, response);
    assert_eq!(rows, undisturbed.rows);
}

/// Until the server has no file left for the log it will write next.
async fn nothing_ahead(url: &str) {
    let client = connect(url).await;
    let ahead = "SELECT count(*) FROM pg_ls_waldir() \
                 WHERE name >= pg_walfile_name(pg_current_wal_insert_lsn()) AND length(name) = 24";
    for _ in 0..100 {
        client
            .batch_execute("SELECT pg_switch_wal()")
            .await
            .unwrap();
        let ahead: i64 = client.query_one(ahead, &[]).await.unwrap().get(0);
        if ahead == 0 {
            return;
        }
        client.batch_execute("SELECT txid_current()").await.unwrap();
    }
    panic!("there is always another file");
}

fn makes_room(server: &Server, ballast: &Path) {
    std::fs::remove_file(ballast).unwrap();
    server.crash();
}

async fn submit_until_answered(seat: &TableHandle, command: TableCommand) -> Response {
    for _ in 0..100 {
        match seat.submit(command.clone()).await {
            Ok(response) => return response,
            Err(ServiceError::Store(StoreError::Unavailable { .. })) => {}
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the server is back and nothing is told");
}

fn strikes() -> usize {
    usize::try_from(requested(5)).unwrap()
}
