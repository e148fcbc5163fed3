//! A house in a folder: who can read it, who has its leases, and what happens when it is rolled back.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::path::Path;
use std::time::{Duration, Instant};

use floor::{HOUSE, people};
use game::{Money, PersonId, PlayerId, Timestamp};
use house::cage::CageCommand;
use house::log::{CommandId, Stream};
use house::loss::{Acceptance, accept};
use house::notary::{NotaryError, check};
use house::response::{Response, ServiceError};
use house::store::{Lease, SqliteStore, Store, StoreSettings};
use house::{House, HouseError, HouseSettings};
use ledger::{CageMove, TableId};

const TABLE: TableId = TableId(3);

fn settings(folder: &Path, owner: &str) -> HouseSettings {
    HouseSettings::new(StoreSettings::Folder(folder.join("house")), owner)
        .with_notary(folder.join("notary.key"), folder.join("statements"))
}

async fn deposits(house: &House, name: &str) {
    let (player, amount) = (PlayerId(1), Money::major(1));
    let command = CageCommand {
        id: CommandId::named(name),
        by: HOUSE,
        with: None,
        moves: CageMove::Deposit { player, amount },
    };
    let response = house.cage().submit(command).await.unwrap();
    assert!(matches!(response, Response::Done { .. }), "{response:?}");
}

/// RELIABILITY B2: a process that served it would write over what was lost.
#[tokio::test]
async fn issue_17_12_a_house_that_was_rolled_back_is_not_served_until_two_accept_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let house = House::open(settings(folder.path(), "a")).await.unwrap();
    deposits(&house, "first").await;
    house.close().await.unwrap();
    SqliteStore::copy(&at("house"), &at("copy")).unwrap();
    let house = House::open(settings(folder.path(), "b")).await.unwrap();
    deposits(&house, "second").await;
    house.close().await.unwrap();
    std::fs::rename(at("house"), at("newer")).unwrap();
    std::fs::rename(at("copy"), at("house")).unwrap();

    let short = NotaryError::Truncated {
        stream: Stream::Purse(PlayerId(1)),
        seq: 2,
        number: 2,
        end: 1,
    };
    for owner in ["c", "d"] {
        match House::open(settings(folder.path(), owner)).await {
            Err(HouseError::Lost(error)) => assert_eq!(error, short),
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("it is served"),
        }
    }
    // Nothing was written, and the loss can be accepted.
    let store = SqliteStore::open(&at("house")).unwrap();
    let heads = store.heads().await.unwrap();
    assert_eq!(heads.len(), 1, "{heads:?}");
    let statements = std::fs::read(at("statements")).unwrap();
    let acceptance = Acceptance {
        approvers: (HOUSE, Some(PersonId(42))),
        people: &*people(),
        reason: "the disk",
    };
    let lost = accept(&store, (&statements, &[]), acceptance, Timestamp(5)).await;
    assert_eq!(lost.unwrap().unwrap().loss.statement, 2);
    drop(store);

    let house = House::open(settings(folder.path(), "e")).await.unwrap();
    deposits(&house, "third").await;
    deposits(&house, "fourth").await;
    house.close().await.unwrap();
    let house = House::open(settings(folder.path(), "f")).await.unwrap();
    let statements = std::fs::read(at("statements")).unwrap();
    let checked = check(house.store().as_ref(), &statements, &[])
        .await
        .unwrap();
    assert_eq!(checked.accepted.len(), 1);
    house.close().await.unwrap();
}

/// The file is replaced under a process that serves it: it stops, and says so.
#[tokio::test]
async fn issue_17_12_a_house_that_is_rolled_back_while_it_is_served_stops() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = House::open(settings(folder.path(), "a")).await.unwrap();
    deposits(&house, "first").await;
    house.close().await.unwrap();
    let mut often = settings(folder.path(), "b");
    if let Some(notary) = &mut often.notary {
        notary.schedule.look_milliseconds = 20;
        notary.schedule.entries = 1;
    }
    house = House::open(often).await.unwrap();
    deposits(&house, "second").await;
    // What an older copy would have: the purse as it was, and entries of others.
    let file = rusqlite::Connection::open(folder.path().join("house/house.sqlite")).unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let back = "DELETE FROM log WHERE stream = 'purse/1' AND seq = 2; \
                UPDATE head SET seq = 1, fingerprint = \
                (SELECT fingerprint FROM log WHERE stream = 'purse/1' AND seq = 1) \
                WHERE stream = 'purse/1'";
    file.execute_batch(back).unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(20), house.wait_ended());
    let error = ended.await.expect("it ends by itself").unwrap_err();
    assert!(error.to_string().contains("purse/1 ends with 1"), "{error}");
    let pit = std::sync::Arc::clone(house.pit());
    let created = pit.create_table(TABLE, CommandId(9), HOUSE).await;
    assert_eq!(created, Err(ServiceError::NotServed));
}

/// The disk for statements is away when the house closes: the caller must not believe that all is signed.
#[tokio::test]
async fn issue_17_19_a_house_whose_last_statement_is_not_written_does_not_close_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let house = House::open(settings(folder.path(), "a")).await.unwrap();
    let made = house.create_table(TABLE, CommandId(1), HOUSE).await;
    assert!(matches!(made, Ok(Response::Done { .. })), "{made:?}");
    deposits(&house, "first").await;
    std::fs::create_dir(at("statements")).unwrap();
    let error = house.close().await.unwrap_err();
    assert!(
        matches!(&error, HouseError::NotStated(NotaryError::Io { .. })),
        "{error:?}"
    );
    let said = error.to_string();
    assert!(
        said.starts_with("the last entries are not signed: "),
        "{said}"
    );
    // The leases went back all the same.
    let store = SqliteStore::open(&at("house")).unwrap();
    let taken = store.lease(Stream::Table(TABLE), "b", 1_000).await;
    assert!(matches!(taken, Ok(Lease::Taken { .. })), "{taken:?}");
    drop(store);
    // Once there is room for them again, the next start signs what was left.
    std::fs::remove_dir(at("statements")).unwrap();
    let house = House::open(settings(folder.path(), "c")).await.unwrap();
    house.close().await.unwrap();
    let signed = std::fs::read_to_string(at("statements")).unwrap();
    for stream in ["purse/1", "table/3"] {
        assert!(signed.contains(stream), "{signed}");
    }
}

/// The lock on the folder proves that the process with the leases is gone, whatever its clock said.
#[tokio::test]
async fn issue_17_14_leases_of_a_dead_process_are_free_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let stream = Stream::Table(TABLE);
    let store = SqliteStore::open(folder.path()).unwrap();
    let dead = store.lease(stream, "dead", 3_600_000).await.unwrap();
    assert_eq!(dead, Lease::Taken { from: None });
    // While it lives no other process has it.
    let denied = store.lease(stream, "other", 1_000).await.unwrap();
    assert_eq!(denied, Lease::Denied);
    drop(store);
    // Its clock was an hour ahead, or ours was set back.
    let file = rusqlite::Connection::open(folder.path().join("house.sqlite")).unwrap();
    file.execute("UPDATE lease SET until = until + 3600000", [])
        .unwrap();
    drop(file);
    let store = SqliteStore::open(folder.path()).unwrap();
    let taken = store.lease(stream, "next", 200).await.unwrap();
    let from = Some("dead".to_owned());
    assert_eq!(taken, Lease::Taken { from });
    assert_eq!(store.lease(stream, "next", 200).await, Ok(Lease::Kept));
    assert_eq!(store.lease(stream, "third", 200).await, Ok(Lease::Denied));
    tokio::time::sleep(Duration::from_millis(250)).await;
    let from = Some("next".to_owned());
    let taken = store.lease(stream, "third", 200).await.unwrap();
    assert_eq!(taken, Lease::Taken { from }, "it has run out");
}

/// RELIABILITY B1: ready within 5 s of a crash.
#[tokio::test]
async fn issue_17_14_a_house_is_open_at_once_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(settings(folder.path(), "a")).await.unwrap();
    house
        .create_table(TABLE, CommandId(1), HOUSE)
        .await
        .unwrap();
    house.close().await.unwrap();
    let store = SqliteStore::open(&folder.path().join("house")).unwrap();
    let stream = Stream::Table(TABLE);
    store.lease(stream, "killed", 15_000).await.unwrap();
    drop(store);
    let start = Instant::now();
    let house = House::open(settings(folder.path(), "b")).await.unwrap();
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    house.close().await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn issue_17_19_a_house_is_readable_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("house");
    let store = SqliteStore::open(&folder).unwrap();
    store.lease(Stream::House, "owner", 1).await.unwrap();
    let copied = parent.path().join("copy");
    SqliteStore::copy(&folder, &copied).unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut files = 0;
    for folder in [&folder, &copied] {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            assert_eq!(mode(&path), 0o600, "{}", path.display());
            files += 1;
        }
    }
    assert!(
        files >= 4,
        "the file with its log and its lock, and the copy: {files}"
    );
}

/// No table is served behind the last statement, also to those who kept a way to it.
#[tokio::test]
async fn issue_17_19_a_closed_house_stores_nothing_behind_its_last_statement() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(settings(folder.path(), "a")).await.unwrap();
    house
        .create_table(TABLE, CommandId(1), HOUSE)
        .await
        .unwrap();
    let (pit, store) = (house.pit().clone(), house.store().clone());
    house.close().await.unwrap();
    let handle = pit.handle(TABLE).await.map(|_| ());
    assert_eq!(handle, Err(ServiceError::NotServed));
    let created = pit.create_table(TableId(4), CommandId(2), HOUSE).await;
    assert_eq!(created, Err(ServiceError::NotServed));
    let statements = std::fs::read_to_string(folder.path().join("statements")).unwrap();
    let (_, head) = store.heads().await.unwrap()[0];
    assert!(statements.contains(&head.fingerprint.to_string()));
}
