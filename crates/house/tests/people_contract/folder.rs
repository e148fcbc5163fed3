//! The people of a house in a folder: the rights of their file, who may open it, and copies of it.

use std::path::Path;

use game::Timestamp;
use house::people::{PeopleStore as _, Role, SqlitePeople};
use house::store::{OpenError, SqliteStore, StoreSettings};

use super::{added, guest, named, session, token, whole};

const FILE: &str = "people.sqlite";

fn refusal(folder: &Path) -> OpenError {
    let opened = SqlitePeople::open(folder);
    opened.err().expect("it should not have opened")
}

#[cfg(unix)]
#[tokio::test]
async fn the_people_are_readable_by_the_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = tempfile::tempdir().unwrap();
    let (folder, copy) = (parent.path().join("house"), parent.path().join("copy"));
    let settings = StoreSettings::Folder(folder.clone());
    let people = settings.open_people().await.unwrap();
    people.add_account(guest()).await.unwrap();
    drop(SqliteStore::open(&folder).unwrap());
    SqliteStore::copy(&folder, &copy).unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut names = Vec::new();
    for folder in [&folder, &copy] {
        assert_eq!(mode(folder), 0o700);
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            assert_eq!(mode(&path), 0o600, "{}", path.display());
            names.push(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
    }
    names.sort_unstable();
    let ours = [FILE, FILE, "people.sqlite-shm", "people.sqlite-wal"];
    let people = names.iter().filter(|name| name.starts_with(FILE));
    assert_eq!(people.collect::<Vec<_>>(), ours);
}

#[tokio::test]
async fn many_may_open_a_folder_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut opening = tokio::task::JoinSet::new();
    for number in 0..8 {
        let path = folder.path().to_owned();
        opening.spawn_blocking(move || (number, SqlitePeople::open(&path).unwrap()));
    }
    let opened = opening.join_all().await;
    for (number, people) in &opened {
        added(people, &format!("of process {number}")).await;
    }
    // A house that is served has them open, and a command beside it.
    let _house = SqliteStore::open(folder.path()).unwrap();
    let people = SqlitePeople::open(folder.path()).unwrap();
    assert_eq!(people.accounts(None, 100).await.unwrap().len(), 8);
}

#[tokio::test]
async fn numbers_go_on_after_the_file_was_closed() {
    let folder = tempfile::tempdir().unwrap();
    for number in 1..=3 {
        let people = SqlitePeople::open(folder.path()).unwrap();
        let account = people.add_account(guest()).await.unwrap();
        assert_eq!(account.id.0, number);
    }
    // Rows are never deleted by this program; where another did, the number is not used again.
    let file = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
    file.execute("DELETE FROM account WHERE id = 3", [])
        .unwrap();
    drop(file);
    let people = SqlitePeople::open(folder.path()).unwrap();
    assert_eq!(people.add_account(guest()).await.unwrap().id.0, 4);
}

#[tokio::test]
async fn a_file_that_is_not_of_people_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    drop(SqliteStore::open(folder.path()).unwrap());
    std::fs::copy(folder.path().join("house.sqlite"), &path).unwrap();
    let error = refusal(folder.path());
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
    // Nor is it copied.
    let copy = folder.path().join("copy");
    let copied = SqliteStore::copy(folder.path(), &copy);
    assert!(
        matches!(copied, Err(OpenError::Foreign { .. })),
        "{copied:?}"
    );
    assert!(
        !copy.join("house.sqlite").exists(),
        "half a copy has the name of a house"
    );

    std::fs::remove_file(&path).unwrap();
    drop(SqlitePeople::open(folder.path()).unwrap());
    let file = rusqlite::Connection::open(&path).unwrap();
    file.pragma_update(None, "user_version", 9).unwrap();
    let error = refusal(folder.path()).to_string();
    let later = "written by a later version (schema 9, this program knows 2)";
    assert!(error.ends_with(later), "{error}");
    drop(file);
    std::fs::write(&path, "no database at all, and long enough to be looked at").unwrap();
    let error = refusal(folder.path()).to_string();
    assert!(error.contains("people.sqlite: "), "{error}");
    assert!(error.contains("not a database"), "{error}");
}

/// A value that no version writes is an error that names the row, and not a guess.
#[tokio::test]
async fn a_row_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let people = SqlitePeople::open(folder.path()).unwrap();
    let id = added(&people, "Ada").await.id;
    let file = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
    file.execute("UPDATE account SET role = 'king'", [])
        .unwrap();
    let error = people.account(id).await.unwrap_err().to_string();
    let read = "account 1 cannot be read: role: found king, expected one of player, guest";
    assert!(error.starts_with(read), "{error}");
}

#[tokio::test]
async fn a_copy_has_the_accounts_and_signs_no_one_in() {
    let parent = tempfile::tempdir().unwrap();
    let at = |name: &str| parent.path().join(name);
    let _house = SqliteStore::open(&at("house")).unwrap();
    let people = SqlitePeople::open(&at("house")).unwrap();
    let ada = added(&people, "Ada").await;
    let dealer = people
        .add_account(named(Role::Dealer, "Bea"))
        .await
        .unwrap();
    people.add_session(session(0xa1, ada.id)).await.unwrap();
    people.add_session(session(0xa2, ada.id)).await.unwrap();
    people
        .end_session(token(0xa2), Timestamp(3_000))
        .await
        .unwrap();
    let expires = Timestamp(9_000);
    people
        .add_ticket(token(0xa3), ada.id, expires)
        .await
        .unwrap();
    // A copy, and what is restored from it.
    for (from, to) in [("house", "copy"), ("copy", "again")] {
        SqliteStore::copy(&at(from), &at(to)).unwrap();
        let files = std::fs::read_dir(at(to)).unwrap().count();
        assert_eq!(files, 2, "{to} has a file too many");
    }
    for place in ["copy", "again"] {
        let bytes = std::fs::read(at(place).join(FILE)).unwrap();
        for number in [0xa1, 0xa2, 0xa3] {
            let is_there = bytes.windows(32).any(|part| part == [number; 32]);
            assert!(!is_there, "{place} has token {number:x}");
        }
        let copied = SqlitePeople::open(&at(place)).unwrap();
        let found = copied.accounts(None, 10).await.unwrap();
        let found: Vec<String> = found.iter().map(whole).collect();
        assert_eq!(found, [whole(&ada), whole(&dealer)]);
        assert_eq!(copied.session(token(0xa1)).await.unwrap(), None);
        let taken = copied.take_ticket(token(0xa3), Timestamp(1)).await;
        assert_eq!(taken.unwrap(), None);
        assert_eq!(added(&copied, "Cleo").await.id.0, 3, "numbers go on");
    }
    // The house that was copied has lost nothing.
    let (_, account) = people.session(token(0xa1)).await.unwrap().unwrap();
    assert_eq!(account.id, ada.id);
    // Nothing is written over.
    std::fs::create_dir(at("other")).unwrap();
    std::fs::write(at("other").join(FILE), "someone").unwrap();
    let error = SqliteStore::copy(&at("house"), &at("other")).unwrap_err();
    let error = error.to_string();
    assert!(
        error.ends_with("people.sqlite: found a file, expected none"),
        "{error}"
    );
    assert_eq!(std::fs::read(at("other").join(FILE)).unwrap(), b"someone");
    assert!(!at("other").join("house.sqlite").exists());
}

/// A house without people is copied into a folder that has some of another house.
#[test]
fn a_copy_does_not_take_the_people_of_another_house() {
    let parent = tempfile::tempdir().unwrap();
    let at = |name: &str| parent.path().join(name);
    drop(SqliteStore::open(&at("house")).unwrap());
    drop(SqlitePeople::open(&at("other")).unwrap());
    let error = SqliteStore::copy(&at("house"), &at("other")).unwrap_err();
    let error = error.to_string();
    assert!(
        error.ends_with("people.sqlite: found a file, expected none"),
        "{error}"
    );
    assert!(!at("other").join("house.sqlite").exists());
    SqliteStore::copy(&at("house"), &at("copy")).unwrap();
    assert!(!at("copy").join(FILE).exists());
}
