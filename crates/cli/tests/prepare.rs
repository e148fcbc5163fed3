//! `queenhigh prepare` as the owner of a database runs it, and what the others may do there then.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[allow(dead_code, reason = "the tests of the house ask for more")]
#[path = "../../house/tests/postgres/mod.rs"]
mod postgres;

use std::process::Command;

use house::store::PostgresStore;
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
        told.contains("role house is a superuser, expected a role without powers"),
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
    // Anybody who may read verifies, the owner too.
    let reader =
        "CREATE ROLE auditor LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO auditor";
    connect(&owner).await.batch_execute(reader).await.unwrap();
    for url in [&served, &owner, &owner.replace("house@", "auditor@")] {
        let (code, told, trouble) = queenhigh(&["verify", "--database-url", url]);
        assert_eq!((code, trouble.as_str()), (Some(0), ""), "{url}: {told}");
    }
}

#[test]
fn a_database_that_is_not_there_is_named() {
    let nowhere = "postgres://house@127.0.0.1:1/house";
    let (code, _, told) = queenhigh(&["prepare", "--database-url", nowhere, "--role", "dealer"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("postgres 127.0.0.1:1/house: "), "{told}");
}
