//! `queenhigh prepare` as the owner of a database runs it, and what the others may do there then.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[allow(dead_code, reason = "the tests of the house ask for more")]
#[path = "../../house/tests/postgres/mod.rs"]
mod postgres;

use std::process::Command;
use std::sync::Arc;

use game::{Actor, Money, PersonId, PlayerId, Post, Timestamp};
use house::cage::{Cage, CageCommand};
use house::clock::SystemClock;
use house::log::CommandId;
use house::notary::{Notary, NotaryKey};
use house::store::PostgresStore;
use ledger::CageMove;
use postgres::{ROLE, connect, shared};

fn queenhigh(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queenhigh"));
    let output = command.args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_prepared_and_served_by_a_role_of_its_own() {
    let owner = shared().empty("").await;
    let prepare = |role| queenhigh(&["prepare", "--database-url", &owner, "--role", role]);
    let (code, _, told) = prepare("house");
    assert_eq!(code, Some(2));
    assert!(
        told.contains("role house is a superuser, expected an ordinary role"),
        "{told}"
    );
    for _ in 0..2 {
        let (code, told, trouble) = prepare(ROLE);
        assert_eq!((code, trouble.as_str()), (Some(0), ""));
        assert!(
            told.starts_with("A house can be served by dealer"),
            "{told}"
        );
    }
    let served = owner.replace("house@", "dealer@");
    PostgresStore::open(&served).await.unwrap();
    // Every role that may read can verify, the owner too.
    let reader =
        "CREATE ROLE auditor LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO auditor";
    connect(&owner).await.batch_execute(reader).await.unwrap();
    for url in [&served, &owner, &owner.replace("house@", "auditor@")] {
        let (code, told, trouble) = queenhigh(&["verify", "--database-url", url]);
        assert_eq!((code, trouble.as_str()), (Some(0), ""), "{url}: {told}");
    }
}

/// A server that came back from a copy of yesterday, as a replica that lagged would.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_fell_behind_is_accepted_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let statements = folder.path().join("heads.jsonl");
    let served = shared().database("").await;
    deposits(&served, 1).await;
    let copy = shared().copy(&served).await;
    deposits(&served, 2).await;
    let store = PostgresStore::open(&served).await.unwrap();
    let key = NotaryKey::open(&folder.path().join("key")).unwrap();
    let mut notary = Notary::open(key, &statements).unwrap();
    notary.state(&store, Timestamp(1)).await.unwrap();
    let statements = statements.to_str().unwrap();
    let of = |url| ["--database-url", url, "--statements", statements];
    let verify = |url| queenhigh(&[&["verify"][..], &of(url)].concat());
    assert_eq!(verify(&served).0, Some(0));
    let (code, told, _) = verify(&copy);
    assert_eq!(code, Some(1));
    let short = "purse/3 entry 2: statement 1 has it, and here purse/3 ends with 1";
    assert!(told.contains(short), "{told}");
    let people = folder.path().join("people");
    std::fs::write(&people, "41 house\n42 house\n").unwrap();
    let why = [
        "--people",
        people.to_str().unwrap(),
        "--by",
        "41",
        "--with",
        "42",
        "--reason",
        "a standby that lagged",
    ];
    let (code, told, trouble) = queenhigh(&[&["accept-loss"][..], &of(&copy), &why].concat());
    assert_eq!((code, trouble.as_str()), (Some(0), ""), "{told}");
    let (code, told, _) = verify(&copy);
    assert_eq!(code, Some(0));
    let lost = "LOST   up to statement 1: purse/3 after 1. Accepted by house/41 with 42 on ";
    assert!(told.contains(lost), "{told}");
}

async fn deposits(url: &str, nth: i64) {
    let store = Arc::new(PostgresStore::open(url).await.unwrap());
    let cage = Cage::new(store, Arc::new(SystemClock));
    let (player, amount) = (PlayerId(3), Money::minor(nth));
    let put = CageCommand {
        id: CommandId(u128::try_from(nth).unwrap()),
        by: Actor::Staff {
            post: Post::House,
            person: PersonId(41),
        },
        with: None,
        moves: CageMove::Deposit { player, amount },
    };
    cage.submit(put).await.unwrap();
}

#[test]
fn a_database_that_is_not_there_is_named() {
    let nowhere = "postgres://house@127.0.0.1:1/house";
    let (code, _, told) = queenhigh(&["prepare", "--database-url", nowhere, "--role", "dealer"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("postgres 127.0.0.1:1/house: "), "{told}");
}
