//! A rack that can hold no more.

use game::{Actor, Area, BoxNumber, Money, Phase, PlayerId, Request, RulebookId};
use house::log::Stream;
use house::store::{Append, Head, Posted, Store};
use house::table::{TableRequest, TableState};
use ledger::{Account, Posting, TableId};

use super::code;
use super::floor::dealt::Habits;
use super::floor::form;
use super::floor::parlour::{self, Parlour, is_in};

/// A definite answer at a table too, stored like every other: chips that no rack can hold stay where they
/// are.
#[tokio::test]
async fn issue_17_11_chips_beyond_what_a_rack_holds_are_refused() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    let is_betting = |state: &TableState| is_in(state, |phase| matches!(phase, Phase::BetsOpen));
    parlour.play_until(is_betting).await;
    let (at, area) = (BoxNumber(1), Area::Ante);
    let (by, amount) = (Actor::Player(PlayerId(1)), Money::major(50));
    let bet = TableRequest::Game(Request::PlaceBet { at, area, amount });
    assert_eq!(code(&parlour.submit(by, bet).await), "done");
    let rack = Account::Rack(parlour::TABLE, PlayerId(1));
    let store = parlour.floor.store.clone();
    let room = i64::MAX - store.balance(rack).await.unwrap().in_minor();
    let row = Posting::moved(Account::Cage, rack, Money::minor(room)).unwrap();
    let elsewhere = Stream::Table(TableId(99));
    let filled = Append {
        entries: [b"filled".to_vec()].into_iter().collect(),
        postings: vec![Posted { entry: 0, row }],
        ..Append::behind(elsewhere, Head::start(elsewhere))
    };
    store.append(filled).await.unwrap();
    let back = TableRequest::Game(Request::TakeBack { at, area });
    let rulebook = form(RulebookId::Rws2020);
    let command = parlour.floor.table_command(&rulebook, by, back);
    let rows = parlour.rows().await.len();
    for _ in 0..2 {
        let response = parlour.seat.submit(command.clone()).await.unwrap();
        assert_eq!(code(&response), "account-limit", "{response:?}");
    }
    assert_eq!(parlour.rows().await.len(), rows, "nothing was moved");
    let stored = store.answer(parlour::STREAM, command.id).await;
    assert!(stored.unwrap().is_some(), "the answer is kept");
}
