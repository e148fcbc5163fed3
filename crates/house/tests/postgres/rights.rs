//! Who may serve a house: a role that adds to its logs and can neither change nor remove them.

use audit::verify::verify;
use house::log::Entries;
use house::store::{Append, Appended, Head, OpenError, PostgresStore, Store as _, StoreError};

use crate::opening::refusal;
use crate::postgres::{ROLE, connect, shared};
use crate::{TABLE, granted_once, until_granted, wish};

const ADDED_TO: [&str; 5] = ["log", "posting", "contribution", "answer", "outbox"];
const CHANGED: [&str; 6] = ["head", "balance", "consumed", "lease", "account", "dispute"];
/// What is over or erased is deleted.
const KEPT: [&str; 3] = ["session", "ticket", "personal"];
/// Follows from the logs: what is no longer needed is deleted.
const DISCARDED: &str = "snapshot";

/// A role of this test's own with the rights to serve the house in a new database; the URLs of the
/// owner and of that role.
async fn served_by(role: &str) -> (String, String) {
    let owner = shared().empty("").await;
    let make = format!("CREATE ROLE {role} LOGIN");
    connect(&owner).await.batch_execute(&make).await.unwrap();
    PostgresStore::prepare(&owner, role).await.unwrap();
    let url = owner.replace("house@", &format!("{role}@"));
    (owner, url)
}

/// What the server says to the role that serves, table by table: our reading of the rights is not
/// believed here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_serves_a_house_cannot_take_anything_from_its_log() {
    let url = shared().database("").await;
    let store = PostgresStore::open(&url).await.unwrap();
    assert_eq!(until_granted(&store, 1).await, 0);
    let (client, line) = tokio_postgres::connect(&url, tokio_postgres::NoTls)
        .await
        .unwrap();
    tokio::spawn(line);
    let refused = async |sql: String| {
        let response = client.batch_execute(&sql).await;
        let response = response.expect_err(&sql);
        let denied = tokio_postgres::error::SqlState::INSUFFICIENT_PRIVILEGE;
        assert_eq!(response.code(), Some(&denied), "{sql}: {response}");
    };
    for table in ADDED_TO.iter().chain(&CHANGED).chain(&["schema"]) {
        // A role without the right to grant gets a warning, and grants nothing.
        let gives = format!("GRANT ALL ON {table} TO {ROLE}");
        client.batch_execute(&gives).await.unwrap();
        refused(format!("DELETE FROM {table}")).await;
        refused(format!("TRUNCATE {table}")).await;
        refused(format!("DROP TABLE {table}")).await;
        refused(format!("ALTER TABLE {table} RENAME TO gone")).await;
    }
    for table in KEPT {
        refused(format!("TRUNCATE {table}")).await;
        refused(format!("DROP TABLE {table}")).await;
    }
    for (table, column) in [
        ("log", "bytes"),
        ("posting", "amount"),
        ("contribution", "amount"),
        ("answer", "told"),
        ("outbox", "seq"),
        ("schema", "version"),
        (DISCARDED, "body"),
    ] {
        refused(format!("UPDATE {table} SET {column} = {column}")).await;
    }
    refused("INSERT INTO schema VALUES ('another', 1)".to_owned()).await;
    granted_once(&store, 1).await;
}

/// Each right too many and each too few is named with its table, and mended by preparing again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_with_other_rights_is_refused_until_it_is_mended() {
    let (owner, url) = served_by("mended").await;
    let client = connect(&owner).await;
    let tables = ADDED_TO.iter().chain(&CHANGED);
    let tables = tables.chain(&KEPT).chain(&["schema", DISCARDED]);
    let too_many = tables.clone().flat_map(|table| {
        let rights: &[&str] = match *table {
            "schema" => &["INSERT", "UPDATE", "DELETE", "TRUNCATE"],
            DISCARDED => &["UPDATE", "TRUNCATE", "REFERENCES", "TRIGGER"],
            table if KEPT.contains(&table) => &["TRUNCATE", "REFERENCES", "TRIGGER"],
            table if CHANGED.contains(&table) => &["DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"],
            _ => &["UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"],
        };
        rights.iter().map(move |right| (*right, *table))
    });
    let mut cases = Vec::new();
    for (right, table) in too_many {
        for to in ["mended", "PUBLIC"] {
            let sql = format!("GRANT {right} ON {table} TO {to}");
            cases.push((
                sql,
                format!("role mended may {right} in {table}, expected SELECT"),
            ));
        }
    }
    let column = "GRANT UPDATE (bytes) ON log TO mended".to_owned();
    let response = "may UPDATE in log, expected SELECT and INSERT alone".to_owned();
    cases.push((column, response));
    for table in tables {
        let rights: &[&str] = match *table {
            "schema" => &["SELECT"],
            DISCARDED => &["SELECT", "INSERT", "DELETE"],
            table if KEPT.contains(&table) => &["SELECT", "INSERT", "UPDATE", "DELETE"],
            table if CHANGED.contains(&table) => &["SELECT", "INSERT", "UPDATE"],
            _ => &["SELECT", "INSERT"],
        };
        for right in rights {
            let sql = format!("REVOKE {right} ON {table} FROM mended");
            cases.push((
                sql,
                format!("role mended may not {right} in {table}, expected SELECT"),
            ));
        }
    }
    for (sql, expected) in &cases {
        client.batch_execute(sql).await.unwrap();
        let response = refusal(&url).await.to_string();
        assert!(response.contains(expected), "{sql}: {response}");
        let mend = "the owner runs queenhigh prepare --database-url URL --role mended";
        assert!(response.ends_with(mend), "{sql}: {response}");
        PostgresStore::prepare(&owner, "mended").await.unwrap();
        drop(PostgresStore::open(&url).await.unwrap());
    }
    assert_eq!(
        cases.len(),
        2 * (5 * 5 + 6 * 4 + 3 * 3 + 4 + 4) + 1 + 5 * 2 + 6 * 3 + 3 * 4 + 1 + 3
    );
}

/// What makes the role too mighty, what is said to that, and what undoes it.
const POWERS: [(&str, &str, &str); 7] = [
    (
        "ALTER ROLE mighty SUPERUSER",
        "role mighty is a superuser",
        "ALTER ROLE mighty NOSUPERUSER",
    ),
    (
        "ALTER ROLE mighty CREATEROLE",
        "may create roles",
        "ALTER ROLE mighty NOCREATEROLE",
    ),
    (
        "GRANT house TO mighty",
        "is a member of house, which is a superuser",
        "REVOKE house FROM mighty",
    ),
    (
        "ALTER TABLE log OWNER TO landlord; GRANT landlord TO mighty; ALTER ROLE mighty NOINHERIT",
        "owns the table log",
        "ALTER TABLE log OWNER TO house; REVOKE landlord FROM mighty",
    ),
    (
        "ALTER SCHEMA public OWNER TO mighty",
        "owns the schema public",
        "ALTER SCHEMA public OWNER TO pg_database_owner",
    ),
    (
        "GRANT pg_write_server_files TO mighty",
        "is a member of pg_write_server_files, which may write without any right on the tables",
        "REVOKE pg_write_server_files FROM mighty",
    ),
    (
        "GRANT clerk TO mighty",
        "may DELETE in log as clerk, expected SELECT and INSERT alone: REVOKE \"clerk\" FROM \"mighty\"",
        "REVOKE clerk FROM mighty",
    ),
];

/// A role that owns the database or the schema, or is above all rights, itself or through another role.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_with_powers_is_refused() {
    let (owner, url) = served_by("mighty").await;
    let client = connect(&owner).await;
    let name = owner.rsplit('/').next().unwrap();
    client
        .batch_execute("CREATE ROLE landlord; CREATE ROLE clerk; GRANT DELETE ON log TO clerk")
        .await
        .unwrap();
    let database = (
        format!("ALTER DATABASE {name} OWNER TO mighty"),
        format!("owns the database {name}"),
        format!("ALTER DATABASE {name} OWNER TO house"),
    );
    let plain = POWERS
        .map(|(does, response, undoes)| (does.to_owned(), response.to_owned(), undoes.to_owned()));
    for (does, expected, undoes) in plain.into_iter().chain([database]) {
        client.batch_execute(&does).await.unwrap();
        let response = refusal(&url).await;
        assert!(
            matches!(response, OpenError::Rights { .. }),
            "{does}: {response}"
        );
        assert!(
            response.to_string().contains(&expected),
            "{does}: {response}"
        );
        let prepared = PostgresStore::prepare(&owner, "mighty").await;
        assert!(
            matches!(prepared, Err(OpenError::Rights { .. })),
            "{does}: {prepared:?}"
        );
        client.batch_execute(&undoes).await.unwrap();
        PostgresStore::prepare(&owner, "mighty").await.unwrap();
        drop(PostgresStore::open(&url).await.unwrap());
    }
    // The owner itself, and the owner with a lesser role set for the session.
    let response = refusal(&owner).await.to_string();
    assert!(
        response.contains("role house is a superuser, expected"),
        "{response}"
    );
    let response = refusal(&format!("{owner}?options=-c%20role=mighty"))
        .await
        .to_string();
    assert!(
        response.contains("role house is a superuser, expected"),
        "{response}"
    );
    let response = PostgresStore::prepare(&owner, "nobody")
        .await
        .unwrap_err()
        .to_string();
    let mend =
        "role nobody does not exist, expected one that signs in: CREATE ROLE \"nobody\" LOGIN";
    assert!(response.ends_with(mend), "{response}");
}

/// A right given while the house is open: no new session is taken.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_right_given_later_is_found_by_the_next_session() {
    let (owner, url) = served_by("later").await;
    let store = PostgresStore::open(&url).await.unwrap();
    let client = connect(&owner).await;
    client
        .batch_execute("GRANT DELETE ON log TO later")
        .await
        .unwrap();
    let response = store.append(wish(Head::start(TABLE), 1)).await;
    let Err(StoreError::Unavailable { what }) = response else {
        panic!("{response:?}")
    };
    assert!(what.contains("may DELETE in log"), "{what}");
    PostgresStore::prepare(&owner, "later").await.unwrap();
    let response = store.append(wish(Head::start(TABLE), 1)).await;
    assert!(matches!(response, Ok(Appended::Stored(_))), "{response:?}");
}

/// Any role that may read may verify and export: a reader, who cannot write, and the owner, who does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_role_that_may_read_can_open_to_read() {
    let (owner, url) = served_by("writer").await;
    let store = PostgresStore::open(&url).await.unwrap();
    let empty = Append {
        entries: Entries::default(),
        postings: Vec::new(),
        ..wish(Head::start(TABLE), 1)
    };
    let response = store.append(empty).await.unwrap();
    assert!(matches!(response, Appended::Stored(_)), "{response:?}");
    let client = connect(&owner).await;
    let make = "CREATE ROLE reader LOGIN; ALTER ROLE reader SET default_transaction_read_only = on";
    client.batch_execute(make).await.unwrap();
    let reads = owner.replace("house@", "reader@");
    let response = PostgresStore::open_to_read(&reads)
        .await
        .err()
        .unwrap()
        .to_string();
    assert!(
        response.contains("role reader may not SELECT in schema"),
        "{response}"
    );
    let give = "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader";
    client.batch_execute(give).await.unwrap();
    for url in [&reads, &owner, &url] {
        let store = PostgresStore::open_to_read(url).await.unwrap();
        assert_eq!(verify(&store).await.unwrap().findings, []);
        let response = store.append(wish(Head::start(TABLE), 2)).await;
        let Err(StoreError::Unavailable { what }) = response else {
            panic!("{response:?}")
        };
        assert!(what.contains("read-only transaction"), "{what}");
    }
    assert!(matches!(refusal(&reads).await, OpenError::Unsafe { .. }));
}
