//! A table whose log cannot be read stands still, and no other does: not its neighbours, not the sweeper,
//! not the link they all feed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod tampered;

use std::sync::Arc;

use audit::verify::{FindingPlace, verify};
use floor::linked::{DEALER, LEVEL, LINK, NOTHING, Scene, evening};
use floor::{HOUSE, form};
use game::RulebookId;
use house::dealer::TableCommand;
use house::link::{Controller, LinkEvent};
use house::log::{CommandId, Entries, Stream};
use house::pit::Pit;
use house::recovery::Recovery;
use house::response::{Response, ServiceError};
use house::store::{Append, Appended, MemoryStore, Store};
use house::table::{HouseRequest, TableRequest};
use ledger::TableId;
use tampered::{Lie, Tampered};

const BROKEN: TableId = TableId(1);
const WHOLE: TableId = TableId(2);

/// Two linked tables, both at their jackpots.
async fn two_tables() -> Scene<MemoryStore> {
    let scene = Scene::new(MemoryStore::default(), LEVEL, 2).await;
    for table in [BROKEN, WHOLE] {
        let mut evening = evening(&scene, table.0, RulebookId::Rws2020).await;
        evening.reaches_jackpots(&[NOTHING], DEALER).await;
    }
    scene
}

/// Then the log of the first is tampered with.
async fn touched(lie: Lie) -> Arc<Pit> {
    let scene = two_tables().await;
    let honest = Arc::clone(&scene.floor.store);
    let store = Arc::new(Tampered::new(honest, lie));
    Arc::new(Pit::new(store, scene.floor.clock.clone()))
}

fn leaves(id: u128) -> TableCommand {
    TableCommand {
        id: CommandId(id),
        by: HOUSE,
        request: TableRequest::House(HouseRequest::LeaveLink),
        rulebook: Some(form(RulebookId::Rws2020)),
    }
}

#[tokio::test]
async fn one_table_stops_and_no_other() {
    let stream = Stream::Table(BROKEN);
    for lie in [
        Lie::Bytes(stream, 3, 100),
        Lie::Missing(stream, 3),
        Lie::Exchanged(stream, 3),
        Lie::Short(stream, 9),
        Lie::Rewritten(stream, 12),
    ] {
        let said = format!("{lie:?}");
        let rewritten = matches!(lie, Lie::Rewritten(..));
        let pit = touched(lie).await;
        // Asked again and again it says the same, and does not fall over.
        for id in 1..=3 {
            let response = pit.handle(BROKEN).await.unwrap().submit(leaves(id)).await;
            let stopped = matches!(
                &response,
                Err(ServiceError::Quarantined { table: BROKEN, .. })
            );
            // A log made to fit may read well; then its head does not.
            assert!(stopped || rewritten, "{said}: {response:?}");
        }
        the_other_goes_on(&pit, &said).await;
    }
}

/// Its Players, the recovery, and the link it feeds.
async fn the_other_goes_on(pit: &Arc<Pit>, said: &str) {
    let response = pit.handle(WHOLE).await.unwrap().submit(leaves(4)).await;
    assert!(
        matches!(response, Ok(Response::Refused { .. })),
        "{said}: {response:?}"
    );
    let recovery = Recovery::new(pit.clone(), "a".to_owned(), 60_000);
    let found = recovery.prolong_and_recover().await.unwrap().recovered;
    assert!(found.iter().any(|found| found.table == WHOLE), "{said}");
    let mut link = Controller::new(pit.clone(), LINK);
    let turned = link.turn().await.unwrap();
    let fed = |event: &LinkEvent| matches!(event, LinkEvent::Fed { table: WHOLE, .. });
    assert!(turned.events.iter().any(fed), "{said}: {turned:?}");
}

/// A later version of the program has written to one table: nothing is wrong with what it wrote, but
/// this one cannot read it, and does not guess.
#[tokio::test]
async fn an_entry_of_a_later_version_stops_its_table_and_no_other() {
    let scene = two_tables().await;
    let (store, stream) = (Arc::clone(&scene.floor.store), Stream::Table(BROKEN));
    let head = store.head(stream).await.unwrap();
    let last = store.read(stream, head.seq - 1, 1).await.unwrap().remove(0);
    let text = String::from_utf8(last.bytes.to_vec()).unwrap();
    let later = text.replacen("{\"v\":1,", "{\"v\":2,\"new\":\"thing\",", 1);
    assert_ne!(later, text);
    let append = Append {
        entries: Entries::from_iter([later.into_bytes()]),
        ..Append::behind(stream, head)
    };
    let Appended::Stored(after) = store.append(append).await.unwrap() else {
        panic!("it was not stored")
    };
    let pit = Arc::new(Pit::new(store.clone(), scene.floor.clock.clone()));
    for id in 1..=3 {
        let response = pit.handle(BROKEN).await.unwrap().submit(leaves(id)).await;
        let Err(ServiceError::Quarantined { table: BROKEN, why }) = response else {
            panic!("{response:?}")
        };
        let expected = "schema: found 2, expected at most 1: written by a later version";
        assert!(why.contains(expected), "{why}");
        assert!(why.contains(&after.seq.to_string()), "{why}");
    }
    assert_eq!(store.head(stream).await.unwrap(), after, "it is left alone");
    the_other_goes_on(&pit, "a later version").await;
    let verdict = verify(&*store).await.unwrap();
    let named = FindingPlace::Entry(stream, after.seq);
    assert!(verdict.findings.iter().any(|found| found.place == named));
}
