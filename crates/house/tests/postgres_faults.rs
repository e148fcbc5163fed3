//! What a house on PostgreSQL does when the server, the line to it, or its configuration is at fault.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "postgres/encryption.rs"]
mod encryption;
#[path = "postgres/line.rs"]
mod line;
#[path = "postgres/opening.rs"]
mod opening;
#[expect(dead_code, reason = "benchmarks copy a house")]
mod postgres;
#[path = "postgres/rights.rs"]
mod rights;

use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::Arc;

use house::log::{CommandId, Entries, Fingerprint, Stream};
use house::store::{
    Append, Appended, Head, Lease, Posted, PostgresStore, Store, StoreError, StoredResponse,
};
use ledger::{Account, Posting, TableId};
use line::{Fault, Line};
use postgres::{connect, shared};

const TABLE: Stream = Stream::Table(TableId(7));
const OTHER: Stream = Stream::Table(TableId(8));
const WITNESS: Account = Account::Purse(game::PlayerId(3));

/// One entry, one cent for the witness's purse, and an answer under `id`.
fn wish(expected: Head, id: u128) -> Append {
    let paid = Posting::moved(Account::Cage, WITNESS, game::Money::minor(1)).unwrap();
    Append {
        entries: Entries::from_iter([format!("wish {id}").into_bytes()]),
        postings: vec![Posted {
            entry: 0,
            row: paid,
        }],
        answer: Some(StoredResponse {
            id: CommandId(id),
            body: Fingerprint::of(b"wish"),
            response: b"granted".to_vec(),
        }),
        ..Append::behind(TABLE, expected)
    }
}

fn nameless(expected: Head, id: u128) -> Append {
    Append {
        answer: None,
        ..wish(expected, id)
    }
}

/// Each request once in the log, each cent once in the purse.
async fn granted_once(store: &PostgresStore, wishes: usize) {
    let rows = store.read(TABLE, 0, 10_000).await.unwrap();
    let mut seen = BTreeMap::new();
    for row in &rows {
        *seen.entry(&row.bytes).or_insert(0) += 1;
    }
    assert!(seen.values().all(|times| *times == 1), "a wish came twice");
    assert_eq!(rows.len(), wishes, "a wish is missing");
    let paid = store.balance(WITNESS).await.unwrap();
    assert_eq!(paid, game::Money::minor(i64::try_from(wishes).unwrap()));
}

/// All sessions are ended again and again while others write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_that_are_ended_lose_nothing_and_double_nothing() {
    const WRITERS: u128 = 4;
    const EACH: u128 = 20;
    let url = shared().database("").await;
    let store = Arc::new(PostgresStore::open(&url).await.unwrap());
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let store = Arc::clone(&store);
        writers.spawn(async move {
            let mut troubles = 0;
            for id in writer * EACH..(writer + 1) * EACH {
                troubles += until_granted(&store, id).await;
            }
            troubles
        });
    }
    let killer = connect(&url).await;
    let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let ending = async {
        loop {
            killer.execute(end, &[]).await.unwrap();
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    };
    let troubles: u32 = tokio::select! {
        troubles = writers.join_all() => troubles.into_iter().sum(),
        () = ending => 0,
    };
    assert!(troubles > 0, "no session was ended in the middle");
    granted_once(&store, usize::try_from(WRITERS * EACH).unwrap()).await;
}

/// An engine that rolls a transaction back in favour of another: the caller does not notice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transaction_taken_back_for_another_is_tried_again() {
    const WRITERS: u128 = 6;
    const EACH: u128 = 10;
    let setting = "default_transaction_isolation = 'serializable'";
    let url = shared().database(setting).await;
    let store = Arc::new(PostgresStore::open(&url).await.unwrap());
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let store = Arc::clone(&store);
        writers.spawn(async move {
            for id in writer * EACH..(writer + 1) * EACH {
                assert_eq!(until_granted(&store, id).await, 0, "an error came through");
            }
        });
    }
    writers.join_all().await;
    granted_once(&store, usize::try_from(WRITERS * EACH).unwrap()).await;
}

/// Of those who find a lease that ran out one takes it, and knows from whom.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_many_takes_a_lease_that_ran_out() {
    for isolation in ["read committed", "serializable"] {
        let setting = format!("default_transaction_isolation = '{isolation}'");
        let url = shared().database(&setting).await;
        let store = Arc::new(PostgresStore::open(&url).await.unwrap());
        let mut holder = None;
        for round in 0..10 {
            let mut requested = tokio::task::JoinSet::new();
            for number in 0..6 {
                let store = Arc::clone(&store);
                requested.spawn(async move {
                    let owner = format!("{round}-{number}");
                    let response = store.lease(TABLE, &owner, 600_000).await.unwrap();
                    (owner, response)
                });
            }
            let response = requested.join_all().await;
            let taken: Vec<_> = response
                .iter()
                .filter(|(_, response)| *response != Lease::Denied)
                .collect();
            let [(owner, response)] = taken[..] else {
                panic!("{taken:?}")
            };
            assert_eq!(*response, Lease::Taken { from: holder });
            assert_eq!(store.lease(TABLE, owner, 0).await.unwrap(), Lease::Kept);
            holder = Some(owner.clone());
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
    }
}

/// Asks under one id until it is granted; how often the store was in trouble.
async fn until_granted(store: &PostgresStore, id: u128) -> u32 {
    let mut troubles = 0;
    let mut head = Head::start(TABLE);
    loop {
        match store.append(wish(head, id)).await {
            Ok(Appended::Stored(_) | Appended::Answered(_)) => return troubles,
            Ok(Appended::Moved(next)) => head = next,
            Ok(Appended::InsufficientFunds(account) | Appended::AboveLimit(account)) => {
                panic!("{account}")
            }
            Err(StoreError::Unavailable { .. } | StoreError::Unknown { .. }) => troubles += 1,
            Err(error) => panic!("{error}"),
        }
    }
}

/// A house behind a line that we can hurt.
async fn at_the_end_of_a_line() -> (Line, PostgresStore) {
    let url = shared().database("").await;
    let line = Line::to(shared().port()).await;
    let url = url.replace(&shared().port().to_string(), &line.port().to_string());
    let store = PostgresStore::open(&url).await.unwrap();
    (line, store)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_whose_answer_is_lost_is_read_back() {
    for make in [wish, nameless] {
        let (line, store) = at_the_end_of_a_line().await;
        let mut head = Head::start(TABLE);
        for id in 0..20 {
            line.suffers(Fault::LoseAnswer);
            let append = make(head, id);
            match store.append(append.clone()).await {
                Ok(Appended::Stored(next)) => head = next,
                other => panic!("{other:?}"),
            }
            assert!(line.has_suffered(), "no commit passed the line");
            assert_eq!(store.head(TABLE).await.unwrap(), head);
            let again = store.append(append).await.unwrap();
            assert!(!matches!(again, Appended::Stored(_)), "stored twice");
        }
        granted_once(&store, 20).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_never_arrives_is_taken_back() {
    for make in [wish, nameless] {
        let (line, store) = at_the_end_of_a_line().await;
        let start = Head::start(TABLE);
        line.suffers(Fault::LoseCommit);
        let response = store.append(make(start, 1)).await;
        assert!(
            matches!(response, Err(StoreError::Unavailable { .. })),
            "{response:?}"
        );
        assert!(line.has_suffered(), "no commit passed the line");
        assert_eq!(store.head(TABLE).await.unwrap(), start);
        let response = store.append(make(start, 1)).await;
        assert!(matches!(response, Ok(Appended::Stored(_))), "{response:?}");
        granted_once(&store, 1).await;
    }
}

/// The worst of lines: it drops us at once and delivers the commit later. To look and find nothing
/// would be to say that nothing was stored, and then it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_arrives_late_is_waited_for() {
    for make in [wish, nameless] {
        let (line, store) = at_the_end_of_a_line().await;
        line.suffers(Fault::DeliverLate);
        let response = store.append(make(Head::start(TABLE), 1)).await;
        assert!(matches!(response, Ok(Appended::Stored(_))), "{response:?}");
        assert!(line.has_suffered(), "no commit passed the line");
        granted_once(&store, 1).await;
    }
}

/// The server is gone at the commit and stays away: the outcome is not known, and the store says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_cannot_be_read_back_is_unknown() {
    let (line, store) = at_the_end_of_a_line().await;
    line.suffers(Fault::LoseAnswerAndLine);
    let response = store.append(wish(Head::start(TABLE), 1)).await;
    assert!(
        matches!(response, Err(StoreError::Unknown { .. })),
        "{response:?}"
    );
    line.is_mended();
    assert_eq!(until_granted(&store, 1).await, 0);
    granted_once(&store, 1).await;
}

/// The caller is cancelled in the middle: no other caller may go on in that transaction.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wish_given_up_in_the_middle_leaves_nothing_behind() {
    let (line, store) = at_the_end_of_a_line().await;
    let start = Head::start(TABLE);
    // From here on the session knows all statements, so the late answer is to the transaction.
    assert!(matches!(
        store.append(wish(start, 1)).await,
        Ok(Appended::Stored(_))
    ));
    let head = store.head(TABLE).await.unwrap();
    line.suffers(Fault::AnswerLate);
    let given_up = tokio::time::timeout(Duration::from_millis(200), store.append(wish(head, 2)));
    assert!(given_up.await.is_err(), "it was not held up");
    assert!(line.has_suffered(), "no transaction passed the line");
    let elsewhere = Append {
        entries: Entries::from_iter([b"elsewhere".to_vec()]),
        ..Append::behind(OTHER, Head::start(OTHER))
    };
    let response = store.append(elsewhere).await;
    assert!(matches!(response, Ok(Appended::Stored(_))), "{response:?}");
    assert_eq!(store.answer(TABLE, CommandId(2)).await.unwrap(), None);
    granted_once(&store, 1).await;
}

/// Three hosts: one is silent, one is not there, one works. Then another one works.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_that_takes_writes_is_found_and_found_again() {
    let server = postgres::Server::start();
    let url = server.database("").await;
    server.has_a_standby().await;
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent_port = silent.local_addr().unwrap().port();
    let (one, two) = (Line::to(server.port()).await, Line::to(server.port()).await);
    two.breaks();
    let all = format!(
        "127.0.0.1:{silent_port},127.0.0.1:1,127.0.0.1:{},127.0.0.1:{}",
        one.port(),
        two.port()
    );
    let url = url.replace(&format!("127.0.0.1:{}", server.port()), &all);
    let url = format!("{url}?target_session_attrs=read-write");
    let store = PostgresStore::open(&url).await.unwrap();
    assert_eq!(until_granted(&store, 1).await, 0);
    two.is_mended();
    one.breaks();
    assert!(until_granted(&store, 2).await <= 1, "found at once");
    // The other way round it has to pass the silent one first.
    one.is_mended();
    two.breaks();
    until_granted(&store, 3).await;
    granted_once(&store, 3).await;
    // Those who only read find it too, and cannot write there.
    let reader = PostgresStore::open_to_read(&url).await.unwrap();
    granted_once(&reader, 3).await;
    let write = Append {
        entries: Entries::from_iter([b"by a reader".to_vec()]),
        ..Append::behind(OTHER, Head::start(OTHER))
    };
    let refused = reader.append(write).await;
    assert!(refused.is_err(), "{refused:?}");
}

/// Stopped at once in mid-write and started again by its keeper: what was granted is there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_crashes_comes_back_with_everything_granted() {
    let server = Arc::new(postgres::Server::start());
    let url = server.database("").await;
    let store = PostgresStore::open(&url).await.unwrap();
    let keeper = Arc::clone(&server);
    let crashes = tokio::task::spawn_blocking(move || {
        for _ in 0..2 {
            std::thread::sleep(Duration::from_millis(200));
            keeper.crash();
        }
    });
    let mut wishes = 0;
    while !crashes.is_finished() {
        until_granted(&store, wishes).await;
        wishes += 1;
    }
    crashes.await.unwrap();
    granted_once(&store, usize::try_from(wishes).unwrap()).await;
}
