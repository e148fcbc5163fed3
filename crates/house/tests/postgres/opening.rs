//! What a house opens on: a server whose settings lose nothing, and a database that is ours or empty.

use core::time::Duration;

use house::store::{Appended, Head, OpenError, PostgresStore, Store as _, StoreError};

use crate::postgres::{ROLE, Server, connect, shared};
use crate::{TABLE, wish};

pub async fn refusal(url: &str) -> OpenError {
    let opened = PostgresStore::open(url).await;
    opened.err().expect("it should not have opened")
}

/// Refused to the owner, who would have made a house there, and once there is one to who serves it.
async fn refused_to_both(setting: &str) -> (String, OpenError) {
    let url = shared().empty(setting).await;
    let prepared = PostgresStore::prepare(&url, ROLE).await;
    let prepared = prepared.expect_err("it should not have been prepared");
    let served = shared().database("").await;
    let name = served.rsplit('/').next().unwrap();
    let sql = format!("ALTER DATABASE {name} SET {setting}");
    connect(&served).await.batch_execute(&sql).await.unwrap();
    let place = |error: &OpenError| error.to_string().split_once(": ").unwrap().1.to_owned();
    assert_eq!(place(&refusal(&served).await), place(&prepared));
    (url, prepared)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_may_lose_a_commit_is_refused() {
    for (setting, value) in [
        ("synchronous_commit", "off"),
        ("synchronous_commit", "local"),
        ("synchronous_commit", "remote_write"),
        ("default_transaction_isolation", "read uncommitted"),
    ] {
        let (url, error) = refused_to_both(&format!("{setting} = '{value}'")).await;
        let OpenError::Unsafe {
            setting: named,
            found,
            ..
        } = &error
        else {
            panic!("{error}")
        };
        assert_eq!((*named, found.as_str()), (setting, value));
        assert!(error.to_string().contains("expected"), "{error}");
        let untouched = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
        let tables = connect(&url).await.query_one(untouched, &[]).await.unwrap();
        assert_eq!(tables.get::<_, i64>(0), 0, "it was changed all the same");
    }
    for value in ["on", "remote_apply"] {
        let url = shared()
            .database(&format!("synchronous_commit = '{value}'"))
            .await;
        PostgresStore::open(&url).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_may_not_write_is_refused() {
    let (_, error) = refused_to_both("default_transaction_read_only = 'on'").await;
    let error = error.to_string();
    assert!(
        error.ends_with("transaction_read_only is on, expected off"),
        "{error}"
    );
}

/// Several servers in the URL: one may take the place of another, and must have what that one granted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_do_not_wait_for_each_other_are_refused() {
    let url = shared().database("").await;
    let one = format!("127.0.0.1:{}", shared().port());
    let error = refusal(&url.replace(&one, &format!("{one},{one}"))).await;
    let response = "synchronous_standby_names is empty, expected a standby";
    assert!(error.to_string().contains(response), "{error}");
    PostgresStore::open(&url).await.unwrap();
}

/// Switched off on a server that runs: refused at the start, and no new session is taken either.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_does_not_wait_for_its_disk_is_refused() {
    let server = Server::start();
    let url = server.database("").await;
    let store = PostgresStore::open(&url).await.unwrap();
    let other = connect(&url).await;
    for setting in ["fsync", "full_page_writes"] {
        let set = format!("ALTER SYSTEM SET {setting} = off");
        other.batch_execute(&set).await.unwrap();
        reloaded(&url, setting, "off").await;
        let error = refusal(&url).await.to_string();
        let response = format!("{setting} is off, expected on");
        assert!(error.ends_with(&response), "{error}");
        let response = store.append(wish(Head::start(TABLE), 1)).await;
        let Err(StoreError::Unavailable { what }) = response else {
            panic!("{response:?}")
        };
        assert!(what.contains(setting), "{what}");
        let reset = format!("ALTER SYSTEM RESET {setting}");
        other.batch_execute(&reset).await.unwrap();
        reloaded(&url, setting, "on").await;
    }
    let response = store.append(wish(Head::start(TABLE), 1)).await;
    assert!(matches!(response, Ok(Appended::Stored(_))), "{response:?}");
}

/// A command line beats `ALTER SYSTEM`, so the server is started without these two.
async fn reloaded(url: &str, setting: &str, value: &str) {
    let client = connect(url).await;
    client
        .batch_execute("SELECT pg_reload_conf()")
        .await
        .unwrap();
    let sql = format!("SELECT current_setting('{setting}')");
    for _ in 0..200 {
        let found: String = client.query_one(&sql, &[]).await.unwrap().get(0);
        if found == value {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{setting} does not become {value}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_not_ours_is_left_alone() {
    let url = shared().database("").await;
    drop(PostgresStore::open(&url).await.unwrap());
    let client = connect(&url).await;
    client
        .batch_execute("UPDATE schema SET version = 99")
        .await
        .unwrap();
    let error = refusal(&url).await.to_string();
    assert!(
        error.contains("later version (schema 99, this program knows 3)"),
        "{error}"
    );
    let version = client.query_one("SELECT version FROM schema", &[]).await;
    assert_eq!(version.unwrap().get::<_, i64>(0), 99);

    let error = PostgresStore::prepare(&url.replace(ROLE, "house"), ROLE).await;
    assert!(matches!(error, Err(OpenError::Future { .. })), "{error:?}");
    client
        .batch_execute("UPDATE schema SET version = 0")
        .await
        .unwrap();
    let error = refusal(&url).await.to_string();
    assert!(error.contains("earlier version (schema 0"), "{error}");

    let url = shared().empty("").await;
    let client = connect(&url).await;
    let theirs = "CREATE TABLE schema (name TEXT)";
    client.batch_execute(theirs).await.unwrap();
    let error = refusal(&url).await;
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
    let error = PostgresStore::prepare(&url, ROLE).await;
    assert!(matches!(error, Err(OpenError::Foreign { .. })), "{error:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_that_is_none_is_named() {
    let error = refusal("postgres://house:secret@127.0.0.1:1/house").await;
    let response = error.to_string();
    assert!(
        response.starts_with("postgres 127.0.0.1:1/house: "),
        "{response}"
    );
    assert!(!response.contains("secret"), "{response}");
    let error = refusal("postgres://127.0.0.1/house?target=moon").await;
    assert!(error.to_string().contains("target"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_may_prepare_a_house_at_once() {
    for isolation in ["read committed", "serializable"] {
        let setting = format!("default_transaction_isolation = '{isolation}'");
        let url = shared().empty(&setting).await;
        let mut starts = tokio::task::JoinSet::new();
        for _ in 0..12 {
            let url = url.clone();
            starts.spawn(async move {
                PostgresStore::prepare(&url, ROLE).await?;
                PostgresStore::open(&url.replace("house@", "dealer@")).await
            });
        }
        for started in starts.join_all().await {
            let store = started.unwrap();
            assert_eq!(store.head(TABLE).await.unwrap(), Head::start(TABLE));
        }
        let client = connect(&url).await;
        let rows = client.query("SELECT version FROM schema", &[]).await;
        let versions: Vec<i64> = rows.unwrap().iter().map(|row| row.get(0)).collect();
        assert_eq!(versions, [3]);
    }
}

/// The words by which SQL would tie the house to one engine; claims about others rest on this.
#[test]
fn our_sql_is_what_every_engine_of_the_language_takes() {
    const FORBIDDEN: [&str; 12] = [
        "advisory",
        "for update",
        "for share",
        "notify",
        "listen",
        "nextval",
        "serial",
        "bigserial",
        "sequence",
        "trigger",
        "plpgsql",
        "identity",
    ];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        root.join("src/store/postgres"),
        root.join("../../migrations/postgres"),
    ];
    let mut read = 0;
    let files = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .chain([root.join("src/store/postgres.rs")]);
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        // One of the rights that are checked for and that no role may have.
        let text = text.replace("\"TRIGGER\"", "");
        let spoken = |line: &&str| {
            let line = line.trim_start();
            !line.starts_with("//") && !line.starts_with("--")
        };
        let lines: Vec<&str> = text.lines().filter(spoken).collect();
        let words: Vec<String> = lines
            .join(" ")
            .to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        let words = format!(" {} ", words.join(" "));
        for forbidden in FORBIDDEN {
            let found = words.contains(&format!(" {forbidden} "));
            assert!(!found, "{}: {forbidden}", path.display());
        }
        assert!(
            !words.contains(" integer ") && !words.contains(" int "),
            "BIGINT everywhere"
        );
        read += 1;
    }
    assert!(read >= 9, "only {read} files were read");
}

/// A role that is not the owner can create no house.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_that_must_be_there_is_not_founded() {
    let url = shared().empty("").await;
    let errors = [
        PostgresStore::open_to_read(&url).await.err().unwrap(),
        refusal(&url).await,
    ];
    for error in errors.map(|error| error.to_string()) {
        assert!(error.ends_with("there is no house in it"), "{error}");
    }
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    let tables = connect(&url).await.query_one(tables, &[]).await.unwrap();
    assert_eq!(tables.get::<_, i64>(0), 0, "it was changed all the same");
    PostgresStore::prepare(&url, ROLE).await.unwrap();
    PostgresStore::open_to_read(&url).await.unwrap();
}
