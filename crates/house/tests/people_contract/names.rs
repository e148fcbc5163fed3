//! Which names an account may have, and whose they are.

use std::sync::Arc;

use game::Timestamp;
use house::people::{PeopleError, Role};

use super::{Handles, added, guest, named};

pub async fn a_name_is_one_accounts_in_any_case_of_its_letters((one, other): Handles) {
    for (name, same, another) in [
        ("Ada", "aDA", "Ida"),
        ("Ärger", "ÄRGER", "Arger"),
        ("Straße", "STRASSE", "Strase"),
        ("Οδός", "ΟΔΌΣ", "Οδοί"),
    ] {
        let account = added(&*one, name).await;
        assert_eq!(account.name, name, "the name is kept as it was written");
        let found = other.account_by_name(same).await.unwrap();
        assert_eq!(found.as_ref(), Some(&account));
        assert_eq!(other.account_by_name(another).await.unwrap(), None);
        let taken = |name: &str| PeopleError::NameTaken(name.to_owned());
        let again = other.add_account(named(Role::Dealer, same)).await;
        assert_eq!(again, Err(taken(same)));
        let mut neighbour = added(&*one, another).await;
        same.clone_into(&mut neighbour.name);
        let renamed = other.save_account(&neighbour).await;
        assert_eq!(renamed, Err(taken(same)));
        let kept = one.account(neighbour.id).await.unwrap().unwrap();
        assert_eq!(kept.name, another);
        // Its own name in other letters.
        let mut account = account;
        same.clone_into(&mut account.name);
        one.save_account(&account).await.unwrap();
        // Once it is erased, another may have it.
        one.erase(account.id, Timestamp(5)).await.unwrap();
        other.save_account(&neighbour).await.unwrap();
        let found = one.account_by_name(name).await.unwrap().unwrap();
        assert_eq!(found.id, neighbour.id);
    }
}

pub async fn of_those_who_want_a_name_at_once_one_gets_it((one, other): Handles) {
    let mut adding = tokio::task::JoinSet::new();
    for number in 0..12 {
        let store = Arc::clone(if number % 2 == 0 { &one } else { &other });
        adding.spawn(async move {
            let name = ["ada", "Ada", "ADA"][number % 3];
            match store.add_account(named(Role::Player, name)).await {
                Ok(account) => Some(account.id),
                Err(PeopleError::NameTaken(found)) if found == name => None,
                Err(error) => panic!("{error}"),
            }
        });
    }
    let winners: Vec<_> = adding.join_all().await.into_iter().flatten().collect();
    assert_eq!(winners.len(), 1);
    let found = other.account_by_name("aDa").await.unwrap().unwrap();
    assert_eq!(found.id, winners[0]);
    // The same where accounts are there already.
    let mut renaming = tokio::task::JoinSet::new();
    for number in 0..8 {
        let store = Arc::clone(if number % 2 == 0 { &one } else { &other });
        let mut account = added(&*store, &format!("number {number}")).await;
        "the one".clone_into(&mut account.name);
        renaming.spawn(async move {
            match store.save_account(&account).await {
                Ok(()) => 1,
                Err(PeopleError::NameTaken(_)) => 0,
                Err(error) => panic!("{error}"),
            }
        });
    }
    let renamed: u32 = renaming.join_all().await.into_iter().sum();
    assert_eq!(renamed, 1);
}

pub async fn an_account_without_a_name_is_named_after_its_number((one, other): Handles) {
    let first = one.add_account(guest()).await.unwrap();
    assert_eq!((first.id.0, first.name.as_str()), (1, "guest-1"));
    let found = other.account_by_name("GUEST-1").await.unwrap();
    assert_eq!(found.as_ref(), Some(&first));
    one.save_account(&first).await.unwrap();
    // No account may have a name that another will be given.
    for name in ["guest-2", "Guest-9", "erased-1", "pit-manager-3"] {
        let refused = one.add_account(named(Role::Player, name)).await;
        let error = refused.unwrap_err();
        assert!(
            matches!(error, PeopleError::NameRefused { .. }),
            "{name}: {error}"
        );
        let mut renamed = first.clone();
        name.clone_into(&mut renamed.name);
        let refused = one.save_account(&renamed).await;
        assert!(
            matches!(refused, Err(PeopleError::NameRefused { .. })),
            "{name}"
        );
    }
    let second = other.add_account(guest()).await.unwrap();
    assert_eq!((second.id.0, second.name.as_str()), (2, "guest-2"));
}

pub async fn hostile_names_are_kept_or_refused((one, other): Handles) {
    let long = "é".repeat(1_000);
    // Of four bytes each, and no two alike: too much for an index over the name itself.
    let wide: String = (0..1_000)
        .filter_map(|number| char::from_u32(0x1_f300 + number * 37 % 700))
        .collect();
    for name in [
        "'; DROP TABLE account; --",
        "\" OR 1 = 1",
        "%",
        "_",
        "\\",
        " ",
        "<b>Ada</b>",
        "a$1?2",
        "\u{202e}adA",
        "🂡🂱",
        &long,
        &wide,
    ] {
        let account = added(&*one, name).await;
        assert_eq!(account.name, name);
        let found = other.account_by_name(name).await.unwrap();
        assert_eq!(found.as_ref(), Some(&account), "{name:?}");
    }
    let before = one.accounts(None, 100).await.unwrap();
    for name in ["", "a\0b", "\0", "a\nb", "\u{7f}", &format!("{long}é")] {
        let refused = one.add_account(named(Role::Player, name)).await;
        let error = refused.unwrap_err();
        assert!(
            matches!(error, PeopleError::NameRefused { .. }),
            "{name:?}: {error}"
        );
        let mut renamed = before[0].clone();
        name.clone_into(&mut renamed.name);
        let refused = one.save_account(&renamed).await;
        assert!(
            matches!(refused, Err(PeopleError::NameRefused { .. })),
            "{name:?}"
        );
        assert_eq!(other.account_by_name(name).await.unwrap(), None);
    }
    assert_eq!(other.accounts(None, 100).await.unwrap(), before);
}
