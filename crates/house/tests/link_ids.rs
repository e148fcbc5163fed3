//! Ids of people and ids of the system are two spaces, and what a table cannot do is an alarm: a person
//! without a right to anything keeps no jackpot from being paid.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::sync::Arc;
use std::time::Duration;

use audit::significant::{LARGE, Significant};
use floor::HOUSE;
use floor::linked::{DEALER, LEVEL, LINK, NOTHING, ROYAL, Scene, TWO, evening, wins};
use game::{Actor, BoxNumber, Money, PlayerId, Request, RulebookId};
use house::background::{Background, Intervals, JobEvent};
use house::cage::CageCommand;
use house::feed::{LogFeed, LoggedEntry, Projection};
use house::link::{LinkEvent, LinkRequest};
use house::log::{CommandId, Fingerprint, Stream};
use house::response::{Response, ServiceError};
use house::store::{Append, MemoryStore, Store as _, StoredResponse};
use house::table::TableRequest;
use ledger::{CageMove, TableId};

const TABLE: TableId = TableId(1);
/// Has no chips anywhere.
const STRANGER: Actor = Actor::Player(PlayerId(99));
/// Has chips at the table and no bet: refusals of such a Player are stored.
const WITH_CHIPS: Actor = Actor::Player(PlayerId(8));

/// A stranger and a Player ask for things that are refused, under the ids the link will tell the table under.
async fn uses_ids_up(scene: &Scene<MemoryStore>) {
    let seat = scene.pit.handle(TABLE).await.unwrap();
    let head = scene.floor.store.head(Stream::Table(TABLE)).await.unwrap();
    for after in head.seq..head.seq + 60 {
        for what in ["pays", "admits", "lets go", "is lost to"] {
            let name = format!("link/1 {what} table 1 after {after}");
            let (own, of_system) = (CommandId::named(&name), CommandId::named(&name).of_system());
            for (by, id) in [
                (STRANGER, own),
                (STRANGER, of_system),
                (WITH_CHIPS, own),
                (WITH_CHIPS, of_system),
            ] {
                let at = BoxNumber(1);
                let request = TableRequest::Game(Request::Look { at });
                let rulebook = floor::form(RulebookId::Rws2020);
                let mut command = scene.floor.table_command(&rulebook, by, request);
                command.id = id;
                let response = seat.submit(command).await;
                if id.is_of_system() {
                    assert_eq!(response, Err(ServiceError::IdOfSystem(id)));
                } else {
                    let refused = matches!(response, Ok(Response::Refused { .. }));
                    assert!(refused, "{response:?}");
                }
            }
        }
    }
}

#[tokio::test]
async fn issue_17_9_no_stranger_keeps_a_jackpot_unpaid() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    uses_ids_up(&scene).await;
    table.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    uses_ids_up(&scene).await;
    let turned = scene.link.turn().await.unwrap();
    let [(1, 1, won, _)] = wins(&turned.events)[..] else {
        panic!("{turned:?}")
    };
    assert!(
        matches!(turned.paid[..], [(TABLE, Response::Done { .. })]),
        "{turned:?}"
    );
    table.concludes(won).await;
    scene.is_sound().await;
}

/// At the cage and at the link too.
#[tokio::test]
async fn no_person_uses_an_id_of_the_system() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let id = CommandId::named("link/1 differs after 3").of_system();
    let before = scene.floor.store.heads().await.unwrap();
    let answer = scene.link.submit(id, TWO, LinkRequest::ClearFault).await;
    assert_eq!(answer, Err(ServiceError::IdOfSystem(id)));
    let (player, amount) = (PlayerId(1), Money::major(1));
    let command = CageCommand {
        id,
        by: HOUSE,
        with: None,
        moves: CageMove::Deposit { player, amount },
    };
    let answer = scene.floor.cage.submit(command).await;
    assert_eq!(answer, Err(ServiceError::IdOfSystem(id)));
    let created = scene.pit.create_table(TableId(5), id, HOUSE).await;
    assert_eq!(created, Err(ServiceError::IdOfSystem(id)));
    assert_eq!(scene.floor.store.heads().await.unwrap(), before);
    for stream in [Stream::Link(LINK), Stream::Purse(player)] {
        let stored = scene.floor.store.answer(stream, id).await.unwrap();
        assert_eq!(stored, None);
    }
}

/// What the system asks is stored in its own space, whichever id it was given.
#[tokio::test]
async fn the_system_asks_under_ids_of_its_own() {
    let scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[NOTHING], DEALER).await;
    let rows = scene.floor.store.read(Stream::Table(TABLE), 0, usize::MAX);
    let mut asked = [0, 0];
    for row in rows.await.unwrap() {
        let entry = house::table::TableEntry::read(&row.bytes).unwrap();
        let Some(requested) = entry.requested else {
            continue;
        };
        let is_system = requested.by == Actor::System;
        assert_eq!(entry.id.is_of_system(), is_system, "{requested:?}");
        asked[usize::from(is_system)] += 1;
    }
    assert!(asked.iter().all(|count| *count > 0), "{asked:?}");
    let rows = scene.floor.store.read(Stream::Link(LINK), 0, usize::MAX);
    for row in rows.await.unwrap() {
        let entry = house::link::LinkEntry::read(&row.bytes).unwrap();
        if let Some(requested) = entry.requested {
            let is_system = requested.by == Actor::System;
            assert_eq!(entry.id.is_of_system(), is_system, "{requested:?}");
        }
    }
}

#[derive(Default)]
struct Kinds(Vec<&'static str>);

impl Projection for Kinds {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        let significant = Significant::of(logged, LARGE);
        self.0.extend(significant.map(|it| it.kind));
    }
}

/// The answer to the link's own command is there already, for another request: a store that was
/// tampered with. The table cannot be paid, and people hear of it.
#[tokio::test]
async fn what_a_table_cannot_do_is_an_alarm() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    let stream = Stream::Table(TABLE);
    let head = scene.floor.store.head(stream).await.unwrap();
    // A process that starts takes the table over, which is an entry or two.
    for after in head.seq..head.seq + 9 {
        let name = format!("link/1 pays table 1 after {after}");
        let answer = StoredResponse {
            id: CommandId::named(&name).of_system(),
            body: Fingerprint::of(b"another request"),
            response: b"{}".to_vec(),
        };
        let append = Append {
            answer: Some(answer),
            ..Append::behind(stream, head)
        };
        scene.floor.store.append(append).await.unwrap();
    }
    let background = Background::new(Arc::clone(&scene.pit), "one".to_owned());
    let quick = Duration::from_millis(40);
    let background = background.with_intervals(Intervals {
        poll: quick,
        retry: quick,
        ..Intervals::default()
    });
    let jobs = background.start();
    let mut notes = jobs.subscribe();
    let alarm = async {
        loop {
            if let JobEvent::InstructionFailed(failed) = notes.recv().await.unwrap() {
                return failed;
            }
        }
    };
    let failed = tokio::time::timeout(Duration::from_secs(20), alarm).await;
    let failed = failed.expect("an alarm");
    assert_eq!(failed.instruction.table, TABLE);
    assert!(failed.why.contains("another request"), "{}", failed.why);
    jobs.end().await.unwrap();
    // It is in the link's log, once, whichever process looks again.
    for _ in 0..3 {
        scene.link.turn().await.unwrap();
    }
    let rows = scene.floor.store.read(Stream::Link(LINK), 0, usize::MAX);
    let rows = rows.await.unwrap();
    let events = rows
        .iter()
        .map(|row| house::link::LinkEntry::read(&row.bytes).unwrap().event);
    let failed = events.filter_map(|event| {
        let LinkEvent::InstructionFailed { table, what, .. } = event else {
            return None;
        };
        Some((table, what))
    });
    let failed: Vec<(TableId, String)> = failed.collect();
    assert_eq!(failed, [(TABLE, "pay the jackpots".to_owned())]);
    let mut kinds = Kinds::default();
    let mut feed = LogFeed::default();
    let store = &*scene.floor.store;
    feed.catch_up(store, &mut kinds).await.unwrap();
    let alarms = kinds.0.iter();
    let alarms = alarms.filter(|kind| kind.contains("cannot do what its link says"));
    assert_eq!(alarms.count(), 1);
}
