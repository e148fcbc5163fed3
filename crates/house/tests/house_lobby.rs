//! The lobby of an open house: its own commits at once and without a log being read, those of other
//! processes at an interval.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod counted;
mod floor;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use counted::Counted;
use floor::dealt::next;
use floor::linked::{LEVEL, LINK, TWO};
use floor::{HOUSE, submit_until_answered};
use game::{Actor, Money, PlayerId, RulebookId};
use house::background::Intervals;
use house::cage::CageCommand;
use house::clock::SystemClock;
use house::dealer::TableCommand;
use house::history::Retention;
use house::link::LinkRequest;
use house::lobby::TableSummary;
use house::log::{CommandId, Stream};
use house::pit::Pit;
use house::response::Response;
use house::store::{SqliteStore, Store, StoreSettings};
use house::table::{HouseRequest, LinkStatus, TableRequest, TableState, WaitingTimes};
use house::{House, HouseSettings};
use ledger::{CageMove, TableId};
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

const TABLE: TableId = TableId(3);
/// So long that only what this process stored can have been the cause.
const NEVER: Duration = Duration::from_hours(1);
const PATIENCE: Duration = Duration::from_mins(1);

/// On this store, looking for what other processes stored as often as `lobby` says.
async fn opened(store: Arc<dyn Store>, lobby: Duration) -> House {
    let place = StoreSettings::Folder(Path::new("not looked at").to_owned());
    let mut settings = HouseSettings::new(place, "first").with_people(floor::people());
    settings.intervals = Intervals {
        lease: Duration::from_millis(600),
        lobby,
        ..Intervals::default()
    };
    settings.unload_after = Duration::from_millis(50);
    House::open_on(store, settings).await.unwrap()
}

async fn with_table(house: &House) {
    let created = house.create_table(TABLE, CommandId(1), HOUSE).await;
    assert_eq!(created, Ok(Response::Done { from: 0, to: 1 }));
    for player in (1..=2).map(PlayerId) {
        let amount = Money::major(100_000);
        let brings = CageMove::Deposit { player, amount };
        let buys = CageMove::BuyIn {
            player,
            table: TABLE,
            amount,
        };
        for moves in [brings, buys] {
            let command = CageCommand {
                id: CommandId::named(&format!("{moves:?}")),
                by: HOUSE,
                with: None,
                moves,
            };
            house.cage().submit(command).await.unwrap();
        }
    }
}

fn script() -> ScriptedTable {
    ScriptedTable {
        rulebook: RulebookId::Rws2020.form().clone(),
        seed: 3,
        boxes: 2,
        first: PlayerId(1),
        royal_one_in: 1_000_000,
    }
}

/// The next request at the table, by its state; none where the table waits for its link.
async fn plays_one(house: &House, jackpots: Jackpots) -> Option<Response> {
    let (script, handle) = (script(), house.table(TABLE).await.unwrap());
    let state = handle.state().unwrap();
    let (by, request) = next(&state, &script, jackpots, None)?;
    Some(asks(house, &state, by, request).await)
}

async fn asks(house: &House, state: &TableState, by: Actor, request: TableRequest) -> Response {
    let handle = house.table(TABLE).await.unwrap();
    let command = TableCommand {
        id: CommandId::named(&format!("after {}", state.head().seq)),
        by,
        request,
        rulebook: Some(Arc::new(script().rulebook)),
    };
    let response = submit_until_answered(&handle, command).await;
    assert!(matches!(response, Response::Done { .. }), "{response:?}");
    response
}

fn has_played(summary: &TableSummary) -> bool {
    summary.round.is_some_and(|round| round.over)
}

async fn until(what: &str, holds: impl Fn() -> bool) {
    let waited = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waited).await;
    assert!(waited.is_ok(), "within a minute: {what}");
}

#[tokio::test]
async fn own_commits_are_in_the_lobby_and_no_log_is_read_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let counted = Arc::new(Counted::new(store));
    let house = opened(counted.clone(), NEVER).await;
    let lobby = house.projections().clone();
    assert!(lobby.lobby().tables.is_empty());
    with_table(&house).await;
    assert_eq!(lobby.table(TABLE).unwrap().entry, 1);
    // Held, so that it is not unloaded and read again.
    let handle = house.table(TABLE).await.unwrap();
    counted.take();
    let mut commits = 0;
    while !has_played(&lobby.table(TABLE).unwrap()) {
        let own = Jackpots::Own(Money::major(20_000));
        let response = plays_one(&house, own).await;
        let Some(Response::Done { to, .. }) = response else {
            panic!("{response:?}")
        };
        // With the answer, and not a moment later.
        assert_eq!(lobby.table(TABLE).unwrap().entry, to);
        commits += 1;
    }
    assert!(commits > 15, "{commits}");
    let read = counted.take().streams_read();
    assert!(!read.contains(&Stream::Table(TABLE)), "{read:?}");
    // Built from the logs alone it is the same.
    let summary = lobby.table(TABLE).unwrap();
    drop((handle, lobby));
    let access = house.deck_access();
    let fresh = house::projections::Projections::new(counted, access, Retention::default());
    fresh.catch_up().await.unwrap();
    assert_eq!(fresh.table(TABLE).unwrap(), summary);
    drop(fresh);
    house.close().await.unwrap();
}

/// A number at which a table could not be created has no log and is not in the lobby.
#[tokio::test]
async fn a_table_that_was_not_created_is_not_in_the_lobby() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let house = opened(store, NEVER).await;
    let player = Actor::Player(PlayerId(1));
    let refused = house.create_table(TABLE, CommandId(1), player).await;
    let refused = refused.unwrap();
    assert!(matches!(refused, Response::Refused { .. }), "{refused:?}");
    assert_eq!(house.projections().table(TABLE), None);
    house.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_link_stores_is_in_the_lobby() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let house = opened(store, NEVER).await;
    let lobby = house.projections().clone();
    let mut link = house.link(LINK);
    let requests = [
        LinkRequest::Declare { level: LEVEL },
        LinkRequest::Enrol { table: TABLE },
        LinkRequest::Enable { table: TABLE },
    ];
    for (nth, request) in requests.into_iter().enumerate() {
        let id = CommandId::named(&format!("begins {nth}"));
        let response = link.submit(id, TWO, request).await.unwrap();
        let Response::Done { to, .. } = response else {
            panic!("{response:?}")
        };
        let shows = || lobby.link(LINK).is_some_and(|shown| shown.entry >= to);
        until("what was asked of the link is shown", shows).await;
    }
    let shown = || lobby.link(LINK).unwrap().meters.shown;
    let declared = shown();
    with_table(&house).await;
    let state = house.table(TABLE).await.unwrap().state().unwrap();
    let join = TableRequest::House(HouseRequest::JoinLink { link: LINK });
    asks(&house, &state, HOUSE, join).await;
    // The turns are those of the background jobs.
    let limited = async {
        while !has_played(&lobby.table(TABLE).unwrap()) {
            let state = house.table(TABLE).await.unwrap().state().unwrap();
            let admitted = state.linked().map(|linked| linked.status);
            let waits = state.table().setup().is_some() && admitted != Some(LinkStatus::Admitted);
            if waits || plays_one(&house, Jackpots::Linked).await.is_none() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    };
    let played = tokio::time::timeout(PATIENCE, limited).await;
    assert!(played.is_ok(), "a linked round is played within a minute");
    until("the bets are counted", || shown() > declared).await;
    drop(link);
    house.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_of_another_process_appears_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let house = opened(Arc::clone(&store), Duration::from_millis(5)).await;
    let (lobby, table) = (house.projections().clone(), TableId(8));
    // Another pit on the same store is what another process is.
    let other = Pit::new(store, Arc::new(SystemClock));
    other
        .create_table(table, CommandId(1), HOUSE)
        .await
        .unwrap();
    until("its table", || lobby.table(table).is_some()).await;
    let times = WaitingTimes {
        opening_seconds: 99,
        ..WaitingTimes::default()
    };
    let command = TableCommand {
        id: CommandId(2),
        by: HOUSE,
        request: TableRequest::House(HouseRequest::SetTimes { times }),
        rulebook: None,
    };
    let handle = other.handle(table).await.unwrap();
    submit_until_answered(&handle, command).await;
    until("its commit", || lobby.table(table).unwrap().entry == 2).await;
    drop((handle, other));
    house.close().await.unwrap();
    // Nothing follows the store any more once the house is closed, though the lobby is still held.
    assert_eq!(lobby.table(table).unwrap().entry, 2);
}

/// The lobby shows a table without keeping it loaded.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idle_table_is_unloaded_and_stays_in_the_lobby() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let house = opened(store, Duration::from_millis(5)).await;
    with_table(&house).await;
    let entry = house
        .table(TABLE)
        .await
        .unwrap()
        .state()
        .unwrap()
        .head()
        .seq;
    until("unloaded", || house.pit().loaded(TABLE).is_none()).await;
    let lobby = house.projections();
    assert_eq!(lobby.table(TABLE).unwrap().entry, entry);
    let own = Jackpots::Own(Money::major(20_000));
    let response = plays_one(&house, own).await;
    let Some(Response::Done { to, .. }) = response else {
        panic!("{response:?}")
    };
    assert_eq!(lobby.table(TABLE).unwrap().entry, to);
    house.close().await.unwrap();
}
