//! What every store of people must do, told as small stories; each is run against each of them, with two
//! handles as two processes have.

mod erased;
mod folder;
mod lost_answers;
mod names;
mod prepared;
mod records;
mod sessions;

use std::collections::BTreeSet;
use std::sync::Arc;

use game::{PersonId, Timestamp};
use house::People as _;
use house::people::{
    Account, AccountId, NewAccount, PeopleError, PeopleStore, RegisteredPeople, Role, Session,
    TokenHash,
};

pub use erased::what_is_erased_does_not_come_back;
pub use names::{
    a_name_is_one_accounts_in_any_case_of_its_letters,
    an_account_without_a_name_is_named_after_its_number, hostile_names_are_kept_or_refused,
    of_those_who_want_a_name_at_once_one_gets_it,
};
pub use records::{
    a_dispute_is_found_by_its_number_and_by_its_player,
    a_record_is_written_by_one_of_those_who_read_it,
    disputes_raised_at_once_have_numbers_of_their_own,
    records_and_words_are_erased_with_the_account, records_written_at_once_are_all_counted,
};
pub use sessions::{
    a_session_is_known_to_every_process, a_session_that_has_ended_keeps_its_time,
    a_ticket_is_good_until_it_expires, a_ticket_is_taken_by_one_of_many,
    all_sessions_of_an_account_end_but_one, what_is_over_is_pruned,
};

pub type Handles = (Arc<dyn PeopleStore>, Arc<dyn PeopleStore>);

pub const HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHlzYWx0$aGFzaGVkaGFzaGVk";
const NOBODY: AccountId = AccountId(4_000_000);

pub fn named(role: Role, name: &str) -> NewAccount {
    NewAccount {
        role,
        name: Some(name.to_owned()),
        password: Some(HASH.to_owned()),
        created: Timestamp(1_000),
    }
}

pub fn guest() -> NewAccount {
    NewAccount {
        role: Role::Guest,
        name: None,
        password: None,
        created: Timestamp(1_000),
    }
}

pub async fn added(store: &dyn PeopleStore, name: &str) -> Account {
    let new = named(Role::Player, name);
    store.add_account(new).await.unwrap()
}

pub fn token(number: u8) -> TokenHash {
    TokenHash([number; 32])
}

pub fn session(number: u8, account: AccountId) -> Session {
    Session {
        token: token(number),
        account,
        created: Timestamp(2_000),
        expires: Timestamp(9_000),
        ended: None,
    }
}

/// Everything of an account: `Debug` leaves out what is secret.
pub fn whole(account: &Account) -> String {
    let (role, name, password) = (account.role, &account.name, &account.password);
    let (totp, failures, locked) = (&account.totp, account.failures, account.locked);
    let (created, last) = (account.created, account.last_sign_in);
    format!(
        "{:?} {role} {name} {password:?} {totp:?} {failures} {locked} {created:?} {last:?}",
        account.id
    )
}

pub async fn an_account_is_found_as_it_was_stored((one, other): Handles) {
    for role in Role::ALL {
        let name = format!("Ada the {role}");
        let mut account = one.add_account(named(role, &name)).await.unwrap();
        let id = account.id;
        let found = async || whole(&other.account(id).await.unwrap().unwrap());
        assert_eq!(found().await, whole(&account));
        account.totp = Some(vec![0, 1, 0xff]);
        account.password = None;
        account.name = format!("Bea the {role}");
        account.role = Role::Auditor;
        (account.failures, account.locked) = (2, true);
        // Neither is changed by saving.
        let mut saved = account.clone();
        (saved.created, saved.last_sign_in) = (Timestamp(7), Some(Timestamp(7)));
        one.save_account(&saved).await.unwrap();
        assert_eq!(found().await, whole(&account));
        let by_name = other.account_by_name(&account.name).await.unwrap();
        assert_eq!(whole(&by_name.unwrap()), whole(&account));
        assert_eq!(other.account_by_name(&name).await.unwrap(), None);
        // The latest time that can be stored comes back, and no later one breaks anything.
        one.note_sign_in(id, Timestamp(u64::MAX)).await.unwrap();
        let latest = other.account(id).await.unwrap().unwrap().last_sign_in;
        assert_eq!(latest, Some(Timestamp(i64::MAX.unsigned_abs())));
    }
    assert_eq!(one.account(NOBODY).await.unwrap(), None);
    assert_eq!(one.account(AccountId(0)).await.unwrap(), None);
    let mut unknown = one.account(AccountId(1)).await.unwrap().unwrap();
    (unknown.id, unknown.name) = (NOBODY, "Cleo".to_owned());
    let saved = one.save_account(&unknown).await;
    assert_eq!(saved, Err(PeopleError::Unknown(NOBODY)));
    assert_eq!(one.account_by_name("Cleo").await.unwrap(), None);
}

pub async fn accounts_are_listed_in_the_order_of_their_numbers((one, other): Handles) {
    assert_eq!(one.accounts(None, 10).await.unwrap(), []);
    let mut all = Vec::new();
    for role in [Role::Player, Role::Dealer, Role::Guest, Role::Cage] {
        let new = named(role, &format!("a {role}"));
        all.push(one.add_account(new).await.unwrap());
    }
    let listed = async |after, most| other.accounts(after, most).await.unwrap();
    assert_eq!(listed(None, 10).await, all);
    assert_eq!(listed(None, 2).await, all[..2]);
    assert_eq!(listed(Some(all[0].id), 2).await, all[1..3]);
    assert_eq!(listed(Some(all[3].id), 2).await, []);
    assert_eq!(listed(None, 0).await, []);
    assert_eq!(listed(None, usize::MAX).await, all);
    let staff = [all[1].clone(), all[3].clone()];
    assert_eq!(other.staff().await.unwrap(), staff);
}

pub async fn a_number_is_never_used_again((one, other): Handles) {
    let first = added(&*one, "first").await.id;
    let last = added(&*one, "last").await.id;
    assert_eq!((first, last), (AccountId(1), AccountId(2)));
    one.erase(last, Timestamp(5)).await.unwrap();
    assert_eq!(added(&*other, "last").await.id, AccountId(3));
    // A name that is refused uses no number up.
    let taken = other.add_account(named(Role::Cage, "LAST")).await;
    assert_eq!(taken, Err(PeopleError::NameTaken("LAST".to_owned())));
    assert_eq!(added(&*one, "next").await.id, AccountId(4));
}

pub async fn numbers_that_are_kept_are_given_to_no_new_account((one, other): Handles) {
    let first = added(&*one, "first").await;
    assert!(one.keep_number(AccountId(7)).await.unwrap());
    assert_eq!(added(&*other, "eighth").await.id, AccountId(8));
    // One that is there, or lies below, is left as it is.
    for number in [1, 3, 7, 8] {
        assert!(!other.keep_number(AccountId(number)).await.unwrap());
    }
    assert_eq!(one.account(first.id).await.unwrap(), Some(first));
    assert_eq!(one.account(AccountId(3)).await.unwrap(), None);
    let kept = other.account(AccountId(7)).await.unwrap().unwrap();
    assert!(kept.locked && kept.role.is_player(), "{}", whole(&kept));
    assert_eq!((kept.name.as_str(), kept.password), ("erased-7", None));
}

pub async fn accounts_added_at_once_have_numbers_of_their_own((one, other): Handles) {
    const EACH: usize = 12;
    let mut adding = tokio::task::JoinSet::new();
    for number in 0..EACH {
        for (side, store) in [&one, &other].into_iter().enumerate() {
            let store = Arc::clone(store);
            adding.spawn(async move {
                let new = if side == 0 {
                    guest()
                } else {
                    named(Role::Player, &format!("player of {number}"))
                };
                store.add_account(new).await.unwrap()
            });
        }
    }
    let added = adding.join_all().await;
    let numbers: BTreeSet<AccountId> = added.iter().map(|account| account.id).collect();
    assert_eq!(numbers.len(), 2 * EACH, "a number was given twice");
    for account in &added {
        let found = one.account(account.id).await.unwrap().unwrap();
        assert_eq!(whole(&found), whole(account));
    }
}

pub async fn failures_counted_at_once_all_count((one, other): Handles) {
    const TRIES: u32 = 20;
    let id = added(&*one, "forgetful").await.id;
    let mut counting = tokio::task::JoinSet::new();
    for number in 0..TRIES {
        let store = Arc::clone(if number % 2 == 0 { &one } else { &other });
        counting.spawn(async move { store.note_failure(id, TRIES).await.unwrap() });
    }
    let mut counts = counting.join_all().await;
    counts.sort_unstable();
    assert_eq!(counts, (1..=TRIES).collect::<Vec<_>>());
    let account = other.account(id).await.unwrap().unwrap();
    assert_eq!((account.failures, account.locked), (TRIES, true));

    let id = added(&*one, "careful").await.id;
    let locked = async || one.account(id).await.unwrap().unwrap().locked;
    for count in 1..=3 {
        assert!(!locked().await, "locked after {} failures", count - 1);
        assert_eq!(one.note_failure(id, 3).await, Ok(count));
    }
    assert!(locked().await);
    assert_eq!(one.note_failure(id, 3).await, Ok(4));
    // An account that an administrator has locked stays locked.
    let mut account = one.account(id).await.unwrap().unwrap();
    (account.failures, account.locked) = (0, true);
    one.save_account(&account).await.unwrap();
    assert_eq!(one.note_failure(id, 3).await, Ok(1));
    assert!(locked().await);
    let unknown = one.note_failure(NOBODY, 3).await;
    assert_eq!(unknown, Err(PeopleError::Unknown(NOBODY)));
}

pub async fn a_sign_in_ends_the_failures_in_a_row((one, other): Handles) {
    let id = added(&*one, "Ada").await.id;
    one.note_failure(id, 3).await.unwrap();
    one.note_failure(id, 3).await.unwrap();
    other.note_sign_in(id, Timestamp(77)).await.unwrap();
    let account = one.account(id).await.unwrap().unwrap();
    assert_eq!(account.failures, 0);
    assert_eq!(account.last_sign_in, Some(Timestamp(77)));
    assert_eq!(one.note_failure(id, 3).await, Ok(1));
    let unknown = one.note_sign_in(NOBODY, Timestamp(77)).await;
    assert_eq!(unknown, Err(PeopleError::Unknown(NOBODY)));
}

pub async fn the_register_knows_staff_that_is_not_locked((one, other): Handles) {
    let mut people = Vec::new();
    for role in Role::ALL {
        let new = named(role, &format!("a {role}"));
        people.push(one.add_account(new).await.unwrap());
    }
    let register = RegisteredPeople::new(Arc::clone(&one));
    let known = || {
        let known = people
            .iter()
            .filter(|account| register.is_known(account.person()));
        known.map(|account| account.role).collect::<Vec<_>>()
    };
    assert_eq!(known(), [], "before it was refreshed");
    register.refresh().await.unwrap();
    let staff: Vec<Role> = Role::ALL[2..].to_vec();
    assert_eq!(known(), staff);
    assert!(!register.is_known(PersonId(0)) && !register.is_known(PersonId(NOBODY.0)));
    // Another process locks one, erases one and makes one a player.
    let mut dealer = people[2].clone();
    dealer.locked = true;
    other.save_account(&dealer).await.unwrap();
    other.erase(people[3].id, Timestamp(5)).await.unwrap();
    let mut manager = people[4].clone();
    manager.role = Role::Player;
    other.save_account(&manager).await.unwrap();
    assert_eq!(known(), staff, "it answers from memory");
    register.refresh().await.unwrap();
    assert_eq!(known(), staff[3..]);
}
