//! What is erased: gone from every row, and on `SQLite` from the bytes of the file.

use std::path::Path;

use game::Timestamp;
use house::people::{PeopleError, PeopleStore as _, Role, SqlitePeople};

use super::{HASH, Handles, NOBODY, added, named, session, token, whole};
use crate::postgres;

const TOTP: &[u8] = b"secret of the second factor";

pub async fn what_is_erased_does_not_come_back((one, other): Handles) {
    let mut before = added(&*one, "Ada").await;
    before.totp = Some(TOTP.to_vec());
    one.save_account(&before).await.unwrap();
    let id = before.id;
    let bea = added(&*one, "Bea").await;
    one.add_session(session(1, id)).await.unwrap();
    one.add_session(session(2, id)).await.unwrap();
    one.add_session(session(3, bea.id)).await.unwrap();
    one.end_session(token(1), Timestamp(2_500)).await.unwrap();
    one.add_ticket(token(1), id, Timestamp(9_000))
        .await
        .unwrap();
    one.add_ticket(token(2), bea.id, Timestamp(9_000))
        .await
        .unwrap();

    other.erase(id, Timestamp(3_000)).await.unwrap();
    let found = one.account(id).await.unwrap().unwrap();
    assert_eq!(
        (found.role, found.name.as_str()),
        (Role::Player, "erased-1")
    );
    assert_eq!((&found.password, &found.totp), (&None, &None));
    assert!(found.locked);
    assert_eq!(found.created, before.created);
    for name in ["Ada", "erased-1"] {
        assert_eq!(one.account_by_name(name).await.unwrap(), None, "{name}");
    }
    let ended = one.ended_since(Timestamp(0)).await.unwrap();
    assert_eq!(ended, [token(1), token(2)]);
    let ticket = async |number| one.take_ticket(token(number), Timestamp(1)).await.unwrap();
    assert_eq!(ticket(1).await, None);
    assert_eq!(ticket(2).await, Some(bea.id));

    // By none who knew the account before.
    let unknown = Err(PeopleError::Unknown(id));
    assert_eq!(one.save_account(&before).await, unknown);
    assert_eq!(one.note_sign_in(id, Timestamp(4_000)).await, unknown);
    assert_eq!(one.add_session(session(4, id)).await, unknown);
    assert_eq!(
        one.add_ticket(token(4), id, Timestamp(9_000)).await,
        unknown
    );
    one.erase(id, Timestamp(5_000)).await.unwrap();
    let again = other.account(id).await.unwrap().unwrap();
    assert_eq!(whole(&again), whole(&found));
    let nobody = one.erase(NOBODY, Timestamp(5_000)).await;
    assert_eq!(nobody, Err(PeopleError::Unknown(NOBODY)));
    let kept = other.account(bea.id).await.unwrap().unwrap();
    assert_eq!(whole(&kept), whole(&bea));
}

/// Every table of people as text; a binary value in hexadecimal digits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_row_on_a_server_has_what_was_erased() {
    let url = postgres::shared().database("").await;
    let people = house::people::PostgresPeople::open(&url).await.unwrap();
    let mut account = added(&people, "Unforgettable").await;
    account.totp = Some(TOTP.to_vec());
    people.save_account(&account).await.unwrap();
    let owner = postgres::connect(&url).await;
    let rows = async || {
        let mut rows = String::new();
        for table in ["account", "session", "ticket", "personal", "dispute"] {
            let sql = format!("SELECT CAST({table} AS TEXT) FROM {table}");
            for row in owner.query(&sql, &[]).await.unwrap() {
                rows.push_str(row.get(0));
            }
        }
        rows.to_lowercase()
    };
    let key: [u8; 32] = sha256_of_lower_case("unforgettable");
    let traces = [
        "unforgettable".to_owned(),
        "argon2".to_owned(),
        hexadecimal(TOTP),
        hexadecimal(&key),
    ];
    let before = rows().await;
    for trace in &traces {
        assert!(before.contains(trace), "{trace} was not in {before}");
    }
    people.erase(account.id, Timestamp(3_000)).await.unwrap();
    let after = rows().await;
    for trace in &traces {
        assert!(!after.contains(trace), "{trace} is still in {after}");
    }
}

/// So many accounts that pages are split and filled again, with names of all lengths; half of them are
/// erased.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_byte_of_the_files_has_what_was_erased() {
    const ACCOUNTS: u32 = 400;
    let folder = tempfile::tempdir().unwrap();
    let people = SqlitePeople::open(folder.path()).unwrap();
    let name = |number: u32| {
        let long = "x".repeat((number * 7 % 200) as usize);
        format!("Person{number:05}{long}")
    };
    let hash = |number: u32| format!("{HASH}/{number:05}");
    let mut ids = Vec::new();
    for number in 0..ACCOUNTS {
        let mut new = named(Role::Player, &name(number));
        new.password = Some(hash(number));
        let mut account = people.add_account(new).await.unwrap();
        // A longer row than it was added as: it moves.
        account.totp = Some(format!("totp{number:05}").into_bytes());
        people.save_account(&account).await.unwrap();
        ids.push(account.id);
    }
    let traces = |number: u32| {
        let key = sha256_of_lower_case(&name(number).to_lowercase());
        [
            format!("Person{number:05}").into_bytes(),
            hash(number).into_bytes(),
            format!("totp{number:05}").into_bytes(),
            key.to_vec(),
        ]
    };
    let is_erased = |number: u32| number.is_multiple_of(2);
    let before = bytes_of(folder.path());
    for number in (0..ACCOUNTS).filter(|number| is_erased(*number)) {
        assert!(traces(number).iter().all(|trace| has(&before, trace)));
        people
            .erase(ids[number as usize], Timestamp(5))
            .await
            .unwrap();
    }
    let after = bytes_of(folder.path());
    for number in 0..ACCOUNTS {
        for trace in traces(number) {
            let found = has(&after, &trace);
            let what = String::from_utf8_lossy(&trace);
            assert_eq!(found, !is_erased(number), "{number}: {what}");
        }
    }
}

/// Of every file in the folder, the journal too.
fn bytes_of(folder: &Path) -> Vec<u8> {
    let files = std::fs::read_dir(folder).unwrap();
    files
        .flat_map(|file| std::fs::read(file.unwrap().path()).unwrap())
        .collect()
}

fn has(bytes: &[u8], trace: &[u8]) -> bool {
    let first = trace[0];
    let starts = bytes.iter().enumerate().filter(|(_, byte)| **byte == first);
    starts
        .into_iter()
        .any(|(at, _)| bytes[at..].starts_with(trace))
}

fn sha256_of_lower_case(name: &str) -> [u8; 32] {
    house::log::Fingerprint::of(name.as_bytes()).0
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}
