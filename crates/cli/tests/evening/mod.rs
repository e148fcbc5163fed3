//! A house with one table that was kept going for some rounds, and the program asked about it.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use game::{Actor, Money, PersonId, PlayerId, Post, RulebookId, Timestamp};
use house::cage::{Cage, CageCommand};
use house::clock::SystemClock;
use house::log::CommandId;
use house::response::{Response, body_fingerprint};
use house::store::{Appended, SqliteStore, Store};
use house::table::{RequestedAtTable, TableRequest, TableState};
use ledger::{CageMove, TableId};
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

pub const HOUSE: Actor = Actor::Staff {
    post: Post::House,
    person: PersonId(41),
};
const TABLE: TableId = TableId(1);

pub fn queenhigh(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queenhigh"));
    let mut program = command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    program
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    program.wait_with_output().unwrap()
}

pub fn told(arguments: &[&str], input: &str) -> String {
    let output = queenhigh(arguments, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let err = text(output.stderr);
    assert_eq!(
        (output.status.code(), err.as_str()),
        (Some(0), ""),
        "{arguments:?}"
    );
    text(output.stdout)
}

/// A table kept going for some rounds.
pub async fn evening(folder: &Path, rulebook: RulebookId, rounds: u64) {
    let store = Arc::new(SqliteStore::open(folder).unwrap());
    let cage = Cage::new(store.clone(), Arc::new(SystemClock));
    let mut id = 0;
    let mut next = || {
        id += 1;
        CommandId(id)
    };
    for player in (1..=3).map(PlayerId) {
        let amount = Money::major(1_000_000);
        let (table, brings) = (TABLE, CageMove::Deposit { player, amount });
        for moves in [
            brings,
            CageMove::BuyIn {
                player,
                table,
                amount,
            },
        ] {
            let (id, by, with) = (next(), HOUSE, None);
            cage.submit(CageCommand {
                id,
                by,
                with,
                moves,
            })
            .await
            .unwrap();
        }
    }
    let script = ScriptedTable {
        rulebook: rulebook.form().clone(),
        seed: 7,
        boxes: 3,
        first: PlayerId(1),
        royal_one_in: 4,
    };
    let mut state = TableState::new(TABLE);
    // A command every half hour: some rounds make a day.
    for now in (1_790_000_000_000..).step_by(1_800_000) {
        let over = |round: &game::Round| round.number() == rounds && round.is_over();
        if state.table().round().is_some_and(over) {
            break;
        }
        let own = Jackpots::Own(Money::major(50_000));
        let (by, asks) = script.next(state.table(), own).unwrap();
        let (now, request) = (Timestamp(now), TableRequest::Game(asks));
        let (id, body) = (next(), body_fingerprint(&(by, &request)));
        let requested = RequestedAtTable { by, now, request };
        let decided = state.decide(Some(&script.rulebook), id, &requested);
        let mut decided = decided.unwrap();
        let (from, to) = (state.head().seq, decided.to());
        decided.append.answer = Some(Response::Done { from, to }.to_stored(id, body));
        let stored = store.append(decided.append.clone()).await.unwrap();
        assert!(matches!(stored, Appended::Stored(_)), "{stored:?}");
        state.accept(decided);
    }
}
