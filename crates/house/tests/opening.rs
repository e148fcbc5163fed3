//! A whole house: opened, played at, closed and opened again, and opened after it was dropped.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::path::Path;
use std::sync::Arc;

use floor::dealt::{Habits, next};
use floor::{HOUSE, submit_until_answered};
use game::{Money, PlayerId, RulebookId};
use house::cage::CageCommand;
use house::dealer::TableCommand;
use house::log::CommandId;
use house::response::{Response, ServiceError};
use house::store::StoreSettings;
use house::table::TableState;
use house::{House, HouseSettings, Stream};
use ledger::{CageMove, TableId};
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

const TABLE: TableId = TableId(3);

fn settings(folder: &Path, owner: &str) -> HouseSettings {
    HouseSettings::new(StoreSettings::Folder(folder.join("house")), owner)
        .with_vault(folder.join("vault.key"))
        .with_notary(folder.join("notary.key"), folder.join("statements"))
}

async fn buy_in_players(house: &House) {
    for player in (1..=4).map(PlayerId) {
        let amount = Money::major(100_000);
        let deposit = CageMove::Deposit { player, amount };
        let buy_in = CageMove::BuyIn {
            player,
            table: TABLE,
            amount,
        };
        for moves in [deposit, buy_in] {
            let command = CageCommand {
                id: CommandId::named(&format!("{moves:?}")),
                by: HOUSE,
                with: None,
                moves,
            };
            let response = house.cage().submit(command).await.unwrap();
            assert!(matches!(response, Response::Done { .. }), "{response:?}");
        }
    }
}

/// Plays until the table is where it is wanted; the house deals.
async fn play(house: &House, until: impl Fn(&TableState) -> bool) {
    let script = ScriptedTable {
        rulebook: RulebookId::Rws2020.form().clone(),
        seed: 3,
        boxes: 4,
        first: PlayerId(1),
        royal_one_in: 4,
    };
    let rulebook = Arc::new(script.rulebook.clone());
    let handle = house.table(TABLE).await.unwrap();
    let own = Jackpots::Own(Money::major(20_000));
    loop {
        let state = handle.state().unwrap();
        if until(&state) {
            return;
        }
        let (by, request) = next(&state, &script, own, Some(Habits::Keep)).unwrap();
        let command = TableCommand {
            id: CommandId::named(&format!("after {}", state.head().seq)),
            by,
            request,
            rulebook: Some(Arc::clone(&rulebook)),
        };
        let response = submit_until_answered(&handle, command).await;
        assert!(matches!(response, Response::Done { .. }), "{response:?}");
    }
}

fn has_played(rounds: u64) -> impl Fn(&TableState) -> bool {
    move |state| {
        let round = state.table().round();
        state.open_round().is_none() && round.is_some_and(|round| round.number() == rounds)
    }
}

#[tokio::test]
async fn a_house_is_opened_played_at_closed_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(settings(folder.path(), "first")).await.unwrap();
    let unknown = house.table(TABLE).await.unwrap_err();
    assert_eq!(unknown, ServiceError::UnknownTable { table: TABLE });
    let created = house.create_table(TABLE, CommandId(1), HOUSE).await;
    assert_eq!(created, Ok(Response::Done { from: 0, to: 1 }));
    buy_in_players(&house).await;
    play(&house, has_played(1)).await;
    let handle = house.table(TABLE).await.unwrap();
    let head = handle.state().unwrap().head();
    house.close().await.unwrap();
    assert!(handle.is_gone(), "a handle ends with the house");
    drop(handle);
    // What was stored last is signed.
    let statements = std::fs::read_to_string(folder.path().join("statements")).unwrap();
    let last = statements.lines().last().unwrap();
    assert!(last.contains(&format!("[{},", head.seq)), "{last}");

    let house = House::open(settings(folder.path(), "second"))
        .await
        .unwrap();
    let state = house.table(TABLE).await.unwrap().state().unwrap();
    assert_eq!(state.head().seq, head.seq);
    play(&house, has_played(2)).await;
    let report = audit::verify::verify(&**house.store()).await.unwrap();
    assert_eq!((report.findings, report.decks), (Vec::new(), 2));
    house.close().await.unwrap();
}

/// A process that went away in the middle of a round: the next one looks after it before it is open.
#[tokio::test]
async fn an_abandoned_round_is_taken_over_before_the_house_is_open() {
    let folder = tempfile::tempdir().unwrap();
    // The first process is not closed: it may still be at its end while the second one opens.
    let unsigned = |owner: &str| HouseSettings {
        notary: None,
        ..settings(folder.path(), owner)
    };
    let place = unsigned("first");
    let store = place.store.open().await.unwrap();
    let first = House::open_on(Arc::clone(&store), place).await.unwrap();
    first
        .create_table(TABLE, CommandId(1), HOUSE)
        .await
        .unwrap();
    buy_in_players(&first).await;
    play(&first, |state| state.open_round().is_some()).await;
    let seq = store.head(Stream::Table(TABLE)).await.unwrap().seq;
    drop(first);
    let house = House::open_on(Arc::clone(&store), unsigned("second"))
        .await
        .unwrap();
    let state = house.table(TABLE).await.unwrap().state().unwrap();
    assert!(state.head().seq > seq, "the takeover is in the log");
    assert!(state.open_round().is_some(), "within the grace it goes on");
    house.close().await.unwrap();
}
