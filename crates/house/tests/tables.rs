//! Dealers and the cage on real stores: the same answers as the rules alone, money that agrees with
//! the log, and one answer for ever to every request.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::sync::Arc;

use floor::{BROUGHT, Floor, HOUSE, form, submit_until_answered};
use game::{Actor, Money, PersonId, PlayerId, Post, Request, RulebookId};
use house::cage::{CageCommand, CageEntry};
use house::log::Stream;
use house::response::{Response, ServiceError};
use house::store::{MemoryStore, SqliteStore, Store};
use house::table::{HouseEvent, HouseRequest, TableEvent, TableRequest, TableState};
use ledger::{Account, Adjusted, Audit, Book, CageMove, LinkId, TableId};
use rehearsal::checked_table::CheckedTable;
use rehearsal::driver::Driver;

const TABLE: TableId = TableId(7);
const LINK: LinkId = LinkId(1);
const PLAYERS: u32 = 40;

/// Three rounds at a table with everything that can go wrong.
fn checked(seed: u64) -> CheckedTable {
    let mut driver = Driver::new(seed).map_err(|failed| failed.0).unwrap();
    for _ in 0..3 {
        if driver.checked.table.setup().is_some() {
            driver.play_round().unwrap();
        }
    }
    driver.checked
}

/// What the rules were asked in a walk, asked of dealers; `seats` are processes that take turns.
async fn told_the_same<S: Store>(floor: &Floor<S>, seed: u64, processes: usize) {
    let checked = checked(seed);
    floor.buy_in_players(TABLE, PLAYERS).await;
    let rulebook = Arc::new(checked.rulebook.clone());
    let seats: Vec<_> = (0..processes).map(|_| floor.table(TABLE)).collect();
    let joins = HouseRequest::JoinLink { link: LINK };
    let join = floor.table_command(&rulebook, HOUSE, TableRequest::House(joins));
    submit_until_answered(&seats[0], join).await;
    let admits = HouseRequest::AdmitToLink { link: LINK };
    let admit = floor.table_command(&rulebook, Actor::System, TableRequest::House(admits));
    submit_until_answered(&seats[0], admit).await;
    for (nth, response) in checked.exchanges.iter().enumerate() {
        floor.clock.set(response.command.now);
        let request = TableRequest::Game(response.command.asks.clone());
        // What a link pays is not paid by hand.
        let pays = matches!(request, TableRequest::Game(Request::PayJackpots { .. }));
        let by_hand = pays && response.command.by != Actor::System;
        let by = if by_hand && response.answer.is_ok() {
            Actor::System
        } else {
            response.command.by
        };
        let command = floor.table_command(&rulebook, by, request);
        let seat = &seats[nth % processes];
        let answer = submit_until_answered(seat, command.clone()).await;
        match (&response.answer, &answer) {
            (Ok(events), Response::Done { from, to }) => {
                assert_eq!(to - from, events.len() as u64, "seed {seed}, command {nth}");
            }
            (Err(_), Response::Refused { .. }) if by_hand => {}
            (Err(said), Response::Refused { reason, .. }) => assert_eq!(said, reason),
            (rules, house) => panic!("seed {seed}, command {nth}: {rules:?} but {house:?}"),
        }
        // The same request again, to another process.
        if nth % 7 == 0 {
            let other = &seats[(nth + 1) % processes];
            assert_eq!(submit_until_answered(other, command).await, answer);
        }
    }
    let state = read(&*floor.store, &checked).await;
    assert_eq!(state.table(), &checked.table, "seed {seed}");
    money_agrees(&*floor.store, &checked, &state).await;
}

/// The log read from the start, held against what the rules said.
async fn read(store: &dyn Store, checked: &CheckedTable) -> TableState {
    let mut state = TableState::new(TABLE);
    let mut events = Vec::new();
    for row in store.read(state.stream(), 0, usize::MAX).await.unwrap() {
        events.push(state.take(&row).unwrap());
    }
    let joined = TableEvent::House(HouseEvent::LinkJoined { link: LINK });
    let admitted = TableEvent::House(HouseEvent::LinkAdmitted { link: LINK });
    let said = checked.log().cloned().map(TableEvent::Game);
    assert_eq!(
        events,
        [joined, admitted]
            .into_iter()
            .chain(said)
            .collect::<Vec<_>>()
    );
    state
}

/// Every row of every stream in one book: sound, and the store's own balances are the book's.
async fn money_agrees(store: &dyn Store, checked: &CheckedTable, state: &TableState) {
    let mut book = Book::default();
    let mut streams: Vec<Stream> = Vec::new();
    for (stream, _) in store.heads().await.unwrap() {
        streams.push(stream);
    }
    // Purses before tables: chips are bought before they are staked.
    streams.sort_by_key(|stream| matches!(stream, Stream::Table(_)));
    for stream in streams {
        for posted in store.postings(stream, 0, usize::MAX).await.unwrap() {
            book.post(&[posted.row]).unwrap();
        }
    }
    let open = state.table().round().filter(|round| !round.is_over());
    let open = open.map(game::Round::number);
    let audit = Audit::of(&book, |_, number| Some(number) == open);
    assert!(audit.is_sound(), "{:?}", audit.found);
    let mut counted: Vec<_> = book.accounts().filter(|(of, _)| of.is_counted()).collect();
    let mut kept = store.balances().await.unwrap();
    counted.sort_unstable();
    kept.sort_unstable();
    assert_eq!(counted, kept);
    for (player, net) in &checked.model.purses.net {
        let rack = store.balance(Account::Rack(TABLE, *player)).await.unwrap();
        assert_eq!(rack, BROUGHT + *net, "{player:?}");
    }
    let inflow = Account::Jackpot(LINK, ledger::JackpotPart::Inflow);
    let fed = store.contributed(LINK).await.unwrap();
    assert_eq!(book.balance(inflow), fed);
}

#[tokio::test]
async fn dealers_tell_what_the_rules_tell() {
    for seed in 0..150 {
        let floor = Floor::new(MemoryStore::default());
        Box::pin(told_the_same(&floor, seed, 1)).await;
    }
}

#[tokio::test]
async fn processes_that_take_turns_tell_the_same() {
    for seed in 1_000..1_060 {
        let floor = Floor::new(MemoryStore::default());
        Box::pin(told_the_same(&floor, seed, 3)).await;
    }
}

#[tokio::test]
async fn a_house_on_disk_tells_the_same() {
    for seed in 2_000..2_006 {
        let folder = tempfile::tempdir().unwrap();
        let floor = Floor::new(SqliteStore::open(folder.path()).unwrap());
        Box::pin(told_the_same(&floor, seed, 2)).await;
    }
}

#[tokio::test]
async fn an_id_is_one_wish() {
    let floor = Floor::new(MemoryStore::default());
    let rulebook = form(RulebookId::Rws2020);
    let seat = floor.table(TABLE);
    let close = floor.table_command(&rulebook, HOUSE, TableRequest::Game(Request::CloseTable));
    let response = seat.submit(close.clone()).await.unwrap();
    assert!(matches!(&response, Response::Refused { clauses, .. } if !clauses.is_empty()));
    let other = house::dealer::TableCommand {
        request: TableRequest::House(HouseRequest::JoinLink { link: LINK }),
        ..close.clone()
    };
    let refused = seat.submit(other).await;
    assert_eq!(refused, Err(ServiceError::IdReused(close.id)));
    // By another actor it is another request too.
    let by = Actor::Player(PlayerId(1));
    let other = house::dealer::TableCommand {
        by,
        ..close.clone()
    };
    assert_eq!(
        seat.submit(other).await,
        Err(ServiceError::IdReused(close.id))
    );
    assert_eq!(seat.submit(close).await.unwrap(), response);
}

#[tokio::test]
async fn links_change_between_rounds_and_by_the_house() {
    let floor = Floor::new(MemoryStore::default());
    let rulebook = form(RulebookId::Rws2020);
    let seat = floor.table(TABLE);
    let join = HouseRequest::JoinLink { link: LINK };
    let by = Actor::Player(PlayerId(1));
    for (by, request, reason) in [
        (
            by,
            join.clone(),
            Some("only the house and the system may ask this"),
        ),
        (
            HOUSE,
            HouseRequest::LeaveLink,
            Some("the table feeds no link"),
        ),
        (HOUSE, join.clone(), None),
        (HOUSE, join, Some("the table feeds link 1 already")),
        (HOUSE, HouseRequest::LeaveLink, None),
    ] {
        let command = floor.table_command(&rulebook, by, TableRequest::House(request));
        match seat.submit(command).await.unwrap() {
            Response::Done { .. } => assert_eq!(reason, None),
            Response::Refused { reason: said, .. } => assert_eq!(reason, Some(&*said)),
            Response::InsufficientFunds { account } => panic!("{account}"),
        }
    }
}

#[tokio::test]
async fn no_player_stakes_more_than_he_has() {
    let floor = Floor::new(MemoryStore::default());
    let player = PlayerId(5);
    let buy_in = CageMove::BuyIn {
        player,
        table: TABLE,
        amount: Money::minor(100),
    };
    let response = floor
        .submit_to_cage(Actor::Player(player), buy_in)
        .await
        .unwrap();
    let account = Account::Purse(player);
    assert_eq!(response, Response::InsufficientFunds { account });
    let deposit = CageMove::Deposit {
        player,
        amount: Money::minor(100),
    };
    let response = floor.submit_to_cage(HOUSE, deposit).await.unwrap();
    assert_eq!(response, Response::Done { from: 0, to: 1 });
    let rows = floor
        .store
        .read(Stream::Purse(player), 0, 10)
        .await
        .unwrap();
    let entry = CageEntry::read(&rows[0].bytes).unwrap();
    assert_eq!(entry.event, deposit);
    assert_eq!(entry.requested.map(|requested| requested.by), Some(HOUSE));
}

#[tokio::test]
async fn a_purse_is_put_right_by_two_people() {
    let floor = Floor::new(MemoryStore::default());
    let moves = CageMove::Adjustment {
        player: PlayerId(5),
        table: TABLE,
        way: Adjusted::ToPlayer,
        amount: Money::minor(100),
    };
    let dealer = Actor::Staff {
        post: Post::Dealer,
        person: PersonId(1),
    };
    let (own, other) = (Some(PersonId(41)), Some(PersonId(42)));
    for (by, with, done) in [
        (HOUSE, None, false),
        (HOUSE, own, false),
        (dealer, other, false),
        (Actor::System, other, false),
        (HOUSE, other, true),
    ] {
        let id = floor.next_id();
        let command = CageCommand {
            id,
            by,
            with,
            moves,
        };
        let response = floor.cage.submit(command).await.unwrap();
        assert_eq!(
            matches!(response, Response::Done { .. }),
            done,
            "{response:?}"
        );
    }
    let purse = Account::Purse(PlayerId(5));
    let held = floor.store.balance(purse).await.unwrap();
    assert_eq!(held, Money::minor(100));
}
