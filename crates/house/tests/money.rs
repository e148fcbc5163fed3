//! Money that comes in, money that leaves, and what strangers can and cannot do about either.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
#[path = "money/full_rack.rs"]
mod full_rack;
#[path = "money/two_people.rs"]
mod two_people;

use std::path::Path;
use std::time::Duration;

use floor::dealt::Habits;
use floor::parlour::{Parlour, deciding};
use floor::{Enough, Floor, HOUSE, form};
use game::{Actor, Money, PlayerId, Report, Request, RulebookId};
use house::background::JobEvent;
use house::cage::CageCommand;
use house::log::{CommandId, Stream};
use house::response::{Response, ServiceError};
use house::store::{MemoryStore, SqliteStore, Store, StoreSettings};
use house::table::{HouseRequest, TableRequest};
use house::{House, HouseSettings};
use ledger::{Account, CageMove, TableId};

const TABLE: TableId = TableId(3);
const PLAYER: PlayerId = PlayerId(7);
const PLAYING: Actor = Actor::Player(PLAYER);

fn code(response: &Response) -> &str {
    match response {
        Response::Refused { code, .. } => code,
        Response::Done { .. } => "done",
        Response::InsufficientFunds { .. } => "short",
    }
}

fn deposit(player: PlayerId, amount: Money) -> CageMove {
    CageMove::Deposit { player, amount }
}

#[tokio::test]
async fn issue_17_11_no_amount_beyond_the_limit_comes_in() {
    let floor = Floor::new(MemoryStore::default());
    for amount in [i64::MAX, Money::LIMIT.in_minor() + 1] {
        let moves = deposit(PLAYER, Money::minor(amount));
        for _ in 0..3 {
            let response = floor.submit_to_cage(HOUSE, moves).await.unwrap();
            assert_eq!(code(&response), "amount-out-of-range");
            let Response::Refused { reason, .. } = response else {
                panic!("refused")
            };
            let said = format!("amount: found {amount}, expected 0 to 1000000000000000");
            assert_eq!(reason, said);
        }
    }
    // As much as there may be, and no cent more: in a purse, and in a rack.
    let all = deposit(PLAYER, Money::LIMIT);
    assert_eq!(
        code(&floor.submit_to_cage(HOUSE, all).await.unwrap()),
        "done"
    );
    let cent = deposit(PLAYER, Money::minor(1));
    assert_eq!(
        code(&floor.submit_to_cage(HOUSE, cent).await.unwrap()),
        "account-limit"
    );
    let buys = |amount| CageMove::BuyIn {
        player: PLAYER,
        table: TABLE,
        amount,
    };
    let all = buys(Money::LIMIT);
    assert_eq!(
        code(&floor.submit_to_cage(PLAYING, all).await.unwrap()),
        "done"
    );
    assert_eq!(
        code(&floor.submit_to_cage(HOUSE, cent).await.unwrap()),
        "done"
    );
    let cent = buys(Money::minor(1));
    assert_eq!(
        code(&floor.submit_to_cage(PLAYING, cent).await.unwrap()),
        "account-limit"
    );
    let report = audit::verify::verify(&*floor.store).await.unwrap();
    assert!(report.is_clean(), "{:?}", report.findings);
}

/// Each purse is within bounds, and the cage has given out more than 64 bits can say.
#[tokio::test]
async fn issue_17_11_a_sum_beyond_64_bits_is_a_finding() {
    let floor = Floor::new(MemoryStore::default());
    let players = 1 + i64::MAX / Money::LIMIT.in_minor();
    for player in 0..u32::try_from(players).unwrap() {
        let moves = deposit(PlayerId(player), Money::LIMIT);
        assert_eq!(
            code(&floor.submit_to_cage(HOUSE, moves).await.unwrap()),
            "done"
        );
    }
    let report = audit::verify::verify(&*floor.store).await.unwrap();
    let found: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    let said = "the house: cage comes to -9224000000000000000 minor units, more than any account \
                can hold";
    assert_eq!(found, [said]);
}

/// A table that was created and at which Player 7 has chips.
async fn with_table() -> (Floor<MemoryStore>, house::TableHandle) {
    let floor = Floor::new(MemoryStore::default());
    let handle = floor.table(TABLE);
    let create = TableRequest::House(HouseRequest::CreateTable);
    let rulebook = form(RulebookId::Rws2020);
    let created = handle
        .submit(floor.table_command(&rulebook, HOUSE, create))
        .await;
    assert_eq!(code(&created.unwrap()), "done");
    let amount = Money::major(100);
    let buys = CageMove::BuyIn {
        player: PLAYER,
        table: TABLE,
        amount,
    };
    for moves in [deposit(PLAYER, amount), buys] {
        floor.submit_to_cage(HOUSE, moves).await.unwrap();
    }
    (floor, handle)
}

/// A Player may report what everyone can see, in a round that is being played.
#[tokio::test]
async fn issue_17_13_no_text_is_stored_without_a_bound() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    parlour.play_until(deciding).await;
    let by = Actor::Player(PlayerId(1));
    let report = |letters: usize| {
        let what = "x".repeat(letters);
        let report = Report::Other { what };
        TableRequest::Game(Request::Report { report })
    };
    let rows = parlour.rows().await.len();
    for letters in [1 << 20, 1_001] {
        let response = parlour.submit(by, report(letters)).await;
        assert_eq!(code(&response), "text-too-long", "{response:?}");
        let Response::Refused { reason, .. } = response else {
            panic!("refused")
        };
        let said = format!("what: found {letters} letters, expected at most 1000");
        assert_eq!(reason, said);
    }
    assert_eq!(parlour.rows().await.len(), rows, "nothing was stored");
    assert_eq!(code(&parlour.submit(by, report(1_000)).await), "done");
}

#[tokio::test]
async fn issue_17_13_refusals_of_strangers_leave_nothing_behind() {
    let (floor, handle) = with_table().await;
    let (rulebook, stream) = (form(RulebookId::Rws2020), Stream::Table(TABLE));
    let asks = |by| floor.table_command(&rulebook, by, TableRequest::Game(Request::OpenBets));
    let stranger = Actor::Player(PlayerId(8));
    for _ in 0..1_000 {
        let command = asks(stranger);
        let response = handle.submit(command.clone()).await.unwrap();
        assert!(matches!(response, Response::Refused { .. }), "{response:?}");
        assert_eq!(floor.store.answer(stream, command.id).await, Ok(None));
        // The same id, the same answer; another request under it is an error.
        assert_eq!(handle.submit(command.clone()).await, Ok(response));
        let other = house::TableCommand {
            request: TableRequest::Game(Request::CloseBets),
            ..command.clone()
        };
        let reused = Err(ServiceError::IdReused(command.id));
        assert_eq!(handle.submit(other).await, reused);
    }
    // A Player with chips here, and the people of the house: their answers are stored.
    for by in [PLAYING, HOUSE] {
        let command = asks(by);
        let response = handle.submit(command.clone()).await.unwrap();
        assert!(matches!(response, Response::Refused { .. }), "{response:?}");
        let stored = floor.store.answer(stream, command.id).await.unwrap();
        assert!(stored.is_some(), "{by:?}");
    }
    // A Player who had chips when he was answered, and has none now, is answered the same.
    let command = asks(PLAYING);
    let response = handle.submit(command.clone()).await;
    let cashes = CageMove::CashOut {
        player: PLAYER,
        table: TABLE,
        amount: Money::major(100),
    };
    floor.submit_to_cage(PLAYING, cashes).await.unwrap();
    assert_eq!(handle.submit(command).await, response);
}

#[tokio::test]
async fn issue_17_13_the_cage_stores_nothing_for_strangers() {
    let floor = Floor::new(MemoryStore::default());
    let amount = Money::major(1);
    for player in (10..20).map(PlayerId) {
        let (id, by, with) = (floor.next_id(), Actor::Player(player), None);
        let buys = CageMove::BuyIn {
            player,
            table: TABLE,
            amount,
        };
        for moves in [deposit(player, amount), buys] {
            let command = CageCommand {
                id,
                by,
                with,
                moves,
            };
            let response = floor.cage.submit(command).await.unwrap();
            assert_ne!(code(&response), "done");
            let stored = floor.store.answer(Stream::Purse(player), id).await.unwrap();
            assert_eq!(stored, None);
        }
    }
}

fn edit(folder: &Path, sql: &str) {
    let file = rusqlite::Connection::open(folder.join("house.sqlite")).unwrap();
    assert_eq!(file.execute(sql, []).unwrap(), 1);
}

fn asks(name: &str, by: Actor, moves: CageMove) -> CageCommand {
    CageCommand {
        id: CommandId::named(name),
        by,
        with: None,
        moves,
    }
}

#[tokio::test]
async fn issue_17_17_nothing_is_paid_from_a_balance_that_its_log_does_not_have() {
    let folder = tempfile::tempdir().unwrap();
    let place = || StoreSettings::Folder(folder.path().to_owned());
    let house = House::open(HouseSettings::new(place(), "first"))
        .await
        .unwrap();
    let other = PlayerId(8);
    for player in [PLAYER, other] {
        let command = asks(
            &format!("brings {}", player.0),
            HOUSE,
            deposit(player, Money::major(100)),
        );
        assert_eq!(code(&house.cage().submit(command).await.unwrap()), "done");
    }
    let takes = |player, amount| CageMove::Withdrawal { player, amount };
    let paid = asks("paid", PLAYING, takes(PLAYER, Money::major(1)));
    let response = house.cage().submit(paid).await.unwrap();
    assert_eq!(code(&response), "done");
    house.close().await.unwrap();

    edit(
        folder.path(),
        "UPDATE balance SET amount = 99999900 WHERE account = 'purse/7'",
    );
    let house = House::open(HouseSettings::new(place(), "second"))
        .await
        .unwrap();
    let mut alarms = house.subscribe();
    let why = "purse/7: the store says 99999900, the logs come to 9900".to_owned();
    let stopped = ServiceError::PurseStopped {
        player: PLAYER,
        why: why.clone(),
    };
    let buys = CageMove::BuyIn {
        player: PLAYER,
        table: TABLE,
        amount: Money::major(1),
    };
    for (name, moves) in [
        ("all", takes(PLAYER, Money::minor(99_999_900))),
        ("little", takes(PLAYER, Money::major(1))),
        ("buys in", buys),
    ] {
        let command = asks(name, PLAYING, moves);
        assert_eq!(house.cage().submit(command).await, Err(stopped.clone()));
        let alarm = async {
            loop {
                if let JobEvent::PurseStopped { player, why } = alarms.recv().await.unwrap() {
                    return (player, why);
                }
            }
        };
        let alarm = tokio::time::timeout(Duration::from_secs(20), alarm).await;
        assert_eq!(alarm, Ok((PLAYER, why.clone())), "{name}");
    }
    // What was paid before keeps its answer, and others are paid.
    assert_eq!(house.cage().submit(paid).await, Ok(response));
    let command = asks(
        "other",
        Actor::Player(other),
        takes(other, Money::major(100)),
    );
    assert_eq!(code(&house.cage().submit(command).await.unwrap()), "done");
    let held = house.store().balance(Account::Purse(PLAYER)).await.unwrap();
    assert_eq!(held, Money::minor(99_999_900), "nothing was taken");
    house.close().await.unwrap();
}

/// What a rack holds was bought in or won at its table.
#[tokio::test]
async fn issue_17_17_chips_that_were_never_bought_or_won_are_not_cashed_out() {
    let folder = tempfile::tempdir().unwrap();
    let floor = Floor::new(SqliteStore::open(folder.path()).unwrap());
    floor.play_irregular(TABLE, 5, Enough::Rounds(4)).await;
    let player = PlayerId(1);
    let moves = |amount| CageMove::CashOut {
        player,
        table: TABLE,
        amount: Money::minor(amount),
    };
    let own = Actor::Player(player);
    // As much as was won and lost: every cent is accounted for.
    assert_eq!(
        code(&floor.submit_to_cage(own, moves(100)).await.unwrap()),
        "done"
    );
    let rack = Account::Rack(TABLE, player);
    let held = floor.store.balance(rack).await.unwrap().in_minor();
    edit(
        folder.path(),
        "UPDATE balance SET amount = amount + 1 WHERE account = 'rack/3/1'",
    );
    let raised = held + 1;
    let why = format!("rack/3/1: the store says {raised}, the logs come to {held}");
    let stopped = Err(ServiceError::PurseStopped { player, why });
    assert_eq!(floor.submit_to_cage(own, moves(100)).await, stopped);
    let tip = CageMove::Tip {
        player,
        table: TABLE,
        amount: Money::minor(1),
    };
    assert_eq!(floor.submit_to_cage(own, tip).await, stopped);
}

/// A row of the log that raises a purse is no better: it has to fit the chain.
#[tokio::test]
async fn issue_17_17_an_entry_that_was_changed_stops_the_purse() {
    let folder = tempfile::tempdir().unwrap();
    let place = || StoreSettings::Folder(folder.path().to_owned());
    let house = House::open(HouseSettings::new(place(), "first"))
        .await
        .unwrap();
    let brings = asks("brings", HOUSE, deposit(PLAYER, Money::major(100)));
    house.cage().submit(brings).await.unwrap();
    house.close().await.unwrap();
    edit(
        folder.path(),
        "UPDATE log SET bytes = CAST(replace(CAST(bytes AS TEXT), '10000', '90000') AS BLOB) \
         WHERE stream = 'purse/7'",
    );
    edit(
        folder.path(),
        "UPDATE balance SET amount = 90000 WHERE account = 'purse/7'",
    );
    let house = House::open(HouseSettings::new(place(), "second"))
        .await
        .unwrap();
    let moves = CageMove::Withdrawal {
        player: PLAYER,
        amount: Money::major(900),
    };
    let response = house.cage().submit(asks("all", PLAYING, moves)).await;
    let why = "entry 1: the fingerprint is not that of its bytes".to_owned();
    let player = PLAYER;
    assert_eq!(response, Err(ServiceError::PurseStopped { player, why }));
    house.close().await.unwrap();
}
