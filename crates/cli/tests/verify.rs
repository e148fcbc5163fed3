//! `queenhigh verify` as an auditor runs it: on a house that is open, on one that was tampered with, on
//! a folder without one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod evening;
#[path = "../../house/tests/floor/mod.rs"]
mod floor;

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use audit::export::{LineFormat, Subject, export};
use audit::significant::LARGE;
use floor::dealt::Habits;
use floor::parlour::{KEY, Parlour, deciding};
use game::{Actor, Event, Money, PersonId, PlayerId, Post, RulebookId, Timestamp};
use house::cage::{Cage, CageCommand};
use house::clock::{Clock, SystemClock};
use house::log::{CommandId, Stream};
use house::notary::{Notary, NotaryKey};
use house::snapshot::FORMAT;
use house::store::{Snapshot, SqliteStore, Store};
use house::table::{TableEntry, TableEvent, TableState};
use ledger::{CageMove, TableId};

const HOUSE: Actor = Actor::Staff {
    post: Post::House,
    person: PersonId(41),
};

fn queenhigh(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queenhigh"));
    command.arg("verify").args(arguments).output().unwrap()
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output.status.code(), out, err)
}

/// Five deposits, and a statement about them.
async fn founded(folder: &Path) -> Arc<SqliteStore> {
    let store = Arc::new(SqliteStore::open(folder).unwrap());
    let cage = Cage::new(store.clone(), Arc::new(SystemClock));
    for nth in 1..=5 {
        let (player, amount) = (PlayerId(3), Money::minor(nth));
        let put = CageCommand {
            id: CommandId(u128::try_from(nth).unwrap()),
            by: HOUSE,
            with: None,
            moves: CageMove::Deposit { player, amount },
        };
        cage.submit(put).await.unwrap();
    }
    let key = NotaryKey::open(&folder.join("key")).unwrap();
    let mut notary = Notary::open(key, &folder.join("heads.jsonl")).unwrap();
    notary.state(&*store, Timestamp(1)).await.unwrap();
    store
}

fn changed(folder: &Path, sql: &str) {
    let file = rusqlite::Connection::open(folder.join("house.sqlite")).unwrap();
    file.execute_batch(sql).unwrap();
}

#[tokio::test]
async fn an_open_house_is_read_and_found_clean() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let open = founded(folder.path()).await;
    let statements = folder.path().join("heads.jsonl");
    let arguments = ["--data", path, "--statements", statements.to_str().unwrap()];
    let (code, out, err) = said(&queenhigh(&arguments));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let expected = "1 streams, 5 entries, 5 postings, 0 rounds read.\n\
                    5 stored responses follow from the logs; 0 refusals leave no entry to compare.\n\
                    1 signed statements agree with them.\n\
                    No audit of a store proves who sent a command; leases of processes are not compared.\n\
                    Clean: every entry follows from its command, every cent from its entry, every response \
                    from the logs.\n";
    assert_eq!(out, expected);
    drop(open);
    let (code, out, _) = said(&queenhigh(&["--data", path, "--format", "json"]));
    assert_eq!(code, Some(0));
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&answer["clean"], &answer["entries"]),
        (&true.into(), &5.into())
    );
    assert_eq!(
        (&answer["complete"], &answer["responses"]),
        (&true.into(), &5.into())
    );
}

/// A clock that was set back is named, and the house is not called clean until people explain it. A copy is
/// made and restored all the same.
#[tokio::test]
async fn issue_17_5_a_clock_set_back_is_named_and_a_copy_can_still_be_used() {
    struct SetBack;
    impl Clock for SetBack {
        fn now(&self) -> Timestamp {
            Timestamp(1_000)
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let store = founded(&folder.path().join("house")).await;
    let put = CageCommand {
        id: CommandId(99),
        by: HOUSE,
        with: None,
        moves: CageMove::Deposit {
            player: PlayerId(3),
            amount: Money::minor(1),
        },
    };
    let cage = Cage::new(store.clone(), Arc::new(SetBack));
    cage.submit(put).await.unwrap();
    drop((cage, store));
    let (code, out, _) = said(&queenhigh(&["--data", &at("house")]));
    assert_eq!(code, Some(1), "{out}");
    assert!(
        out.contains("\nREMARK purse/3 entry 6: its command is "),
        "{out}"
    );
    let last = "Nothing is wrong by itself, but people have to explain the remarks.\n";
    assert!(out.ends_with(last), "{out}");
    let program = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_queenhigh"));
        said(&command.args(arguments).output().unwrap())
    };
    let call = ["backup", "--data", &at("house"), "--to", &at("copy")];
    assert_eq!(program(&call).0, Some(0));
    let call = ["restore", "--from", &at("copy"), "--data", &at("again")];
    assert_eq!(program(&call).0, Some(0));
}

/// Exit 0 is for a house of which everything was compared: a round in play that the house deals needs the key.
#[tokio::test]
async fn issue_17_18_what_was_not_compared_is_named_and_is_no_success() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    parlour.play_until(deciding).await;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (log, key) = (at("log.jsonl"), at("vault.key"));
    let store = &*parlour.floor.store;
    let mut file = std::fs::File::create(&log).unwrap();
    let lines = LineFormat::Jsonl;
    let exported = export(store, Subject::Log, lines, LARGE, &mut file).await;
    assert_eq!(exported.unwrap(), []);
    let (code, out, err) = said(&queenhigh(&[&log]));
    assert_eq!((code, err.as_str()), (Some(1), ""), "{out}");
    let sealed = "\nNOT COMPARED  cards, money and settlement of ";
    assert!(out.contains(sealed), "{out}");
    let last = "\nNothing is wrong in what was compared, but not everything was.\n";
    assert!(out.ends_with(last), "{out}");
    let (code, out, _) = said(&queenhigh(&[&log, "--format", "json"]));
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let found = (code, &answer["clean"], &answer["complete"]);
    assert_eq!(found, (Some(1), &true.into(), &false.into()));
    std::fs::write(&key, game::to_hex(&KEY)).unwrap();
    let (code, out, _) = said(&queenhigh(&[&log, "--vault-key", &key]));
    assert_eq!(code, Some(0), "{out}");
    assert!(!out.contains(sealed), "{out}");
}

/// A key that is not there is not made.
#[tokio::test]
async fn a_vault_key_is_only_read() {
    let folder = tempfile::tempdir().unwrap();
    drop(founded(folder.path()).await);
    let (data, key) = (folder.path().to_str().unwrap(), folder.path().join("none"));
    let call = ["--data", data, "--vault-key", key.to_str().unwrap()];
    let (code, _, err) = said(&queenhigh(&call));
    assert_eq!(code, Some(2));
    assert!(err.contains("--vault-key") && err.contains("none"), "{err}");
    assert!(!key.exists());
}

#[tokio::test]
async fn what_was_done_to_it_is_named() {
    for (sql, named) in [
        (
            "UPDATE log SET bytes = CAST(replace(CAST(bytes AS TEXT), '\"amount\":3', '\"amount\":9') AS BLOB) WHERE seq = 3",
            "WRONG  purse/3 entry 3: the fingerprint is not that of its bytes",
        ),
        (
            "DELETE FROM log WHERE seq = 2",
            "WRONG  purse/3 entry 2: it is missing",
        ),
        (
            "UPDATE posting SET amount = 7 WHERE seq = 4",
            "WRONG  purse/3 entry 4: its rows of money are not those that follow from it",
        ),
        (
            "DELETE FROM answer WHERE rowid = 4",
            "WRONG  purse/3 entry 4: the response stored for its command is missing",
        ),
        (
            "UPDATE balance SET amount = 1000",
            "WRONG  purse/3: the store says 10.00, its rows come to 0.15",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        drop(founded(folder.path()).await);
        changed(folder.path(), sql);
        let (code, out, _) = said(&queenhigh(&["--data", folder.path().to_str().unwrap()]));
        assert_eq!(code, Some(1), "{sql}: {out}");
        assert!(out.contains(named), "{sql}: {out}");
        assert!(out.ends_with("Not clean.\n"), "{out}");
    }
}

/// The end cut off, head and balance made to fit: only what was said outside knows.
#[tokio::test]
async fn a_house_set_back_is_known_by_its_statements() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    drop(founded(folder.path()).await);
    changed(
        folder.path(),
        "DELETE FROM log WHERE seq = 5; DELETE FROM posting WHERE seq = 5; \
         DELETE FROM answer WHERE rowid = 5; UPDATE balance SET amount = amount - 5; \
         UPDATE head SET seq = 4, fingerprint = (SELECT fingerprint FROM log WHERE seq = 4)",
    );
    let (code, ..) = said(&queenhigh(&["--data", path]));
    assert_eq!(code, Some(0), "by itself it looks clean");
    let statements = folder.path().join("heads.jsonl");
    let arguments = ["--data", path, "--statements", statements.to_str().unwrap()];
    let (code, out, _) = said(&queenhigh(&arguments));
    assert_eq!(code, Some(1));
    let named =
        "WRONG  statements: purse/3 entry 5: statement 1 has it, and here purse/3 ends with 4";
    assert!(out.contains(named), "{out}");
}

#[test]
fn what_is_no_house_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let (code, _, err) = said(&queenhigh(&["--data", path]));
    assert_eq!(code, Some(2));
    assert!(
        err.contains("house.sqlite: found nothing, expected a house"),
        "{err}"
    );
    assert!(
        std::fs::read_dir(folder.path()).unwrap().next().is_none(),
        "nothing is founded"
    );
    changed(folder.path(), "CREATE TABLE other (a)");
    let (code, _, err) = said(&queenhigh(&["--data", path]));
    assert_eq!(code, Some(2));
    assert!(err.contains("not a house of queenhigh"), "{err}");
    let (code, _, err) = said(&queenhigh(&[]));
    assert_eq!(code, Some(2));
    assert!(err.contains("--data DIR"), "{err}");
    let (code, _, err) = said(&queenhigh(&["--database-url", "nonsense"]));
    assert_eq!(code, Some(2), "{err}");
}

/// Stores a snapshot before every opening of bets, as a dealer does now and then.
async fn put_snapshots(folder: &Path) {
    let (store, table) = (SqliteStore::open(folder).unwrap(), TableId(1));
    let (stream, mut state) = (Stream::Table(table), TableState::new(table));
    for row in store.read(stream, 0, usize::MAX).await.unwrap() {
        let event = TableEntry::read(&row.bytes).unwrap().event;
        if matches!(event, TableEvent::Game(Event::BetsOpened { .. })) {
            let body = state.snapshot_body().unwrap();
            let snapshot = Snapshot::behind(stream, state.head(), FORMAT, body);
            store.put_snapshot(snapshot).await.unwrap();
        }
        state.take(&row).unwrap();
    }
}

#[tokio::test]
async fn snapshots_that_agree_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    evening::evening(folder.path(), RulebookId::Rws2020, 3).await;
    put_snapshots(folder.path()).await;
    let (code, out, _) = said(&queenhigh(&["--data", path]));
    assert_eq!(code, Some(0), "{out}");
    let counted = "\n3 snapshots compared with the replay, with the same state.\n";
    assert!(out.contains(counted), "{out}");
    let (_, out, _) = said(&queenhigh(&["--data", path, "--format", "json"]));
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["snapshots"], 3);
}
