//! Records about people, and disputes.

use game::Timestamp;
use house::people::{
    AccountId, DisputeQuery, NewDispute, PeopleError, PersonalRecord, Saved, StoredDispute,
};

use super::{Handles, NOBODY, added};

fn record(account: AccountId, version: u64, content: &str) -> PersonalRecord {
    PersonalRecord {
        account,
        name: "limits".to_owned(),
        version,
        content: content.to_owned(),
    }
}

fn new_dispute(account: AccountId, facts: &str) -> NewDispute {
    NewDispute {
        account,
        facts: facts.to_owned(),
        words: "I had a straight, says 'Ada'; \u{1F0CF}".to_owned(),
    }
}

const ALL: DisputeQuery = DisputeQuery {
    account: None,
    before: None,
    most: 100,
};

pub async fn a_record_is_written_by_one_of_those_who_read_it((one, other): Handles) {
    let (ada, bea) = (added(&*one, "Ada").await.id, added(&*one, "Bea").await.id);
    assert_eq!(one.record(ada, "limits").await.unwrap(), None);
    let first = [record(ada, 0, "{\"loss\": 1}"), record(bea, 0, "bea's")];
    let stored = one.save_records(&first).await.unwrap();
    assert_eq!(stored, [Saved::Stored, Saved::Stored]);
    let found = other.record(ada, "limits").await.unwrap().unwrap();
    assert_eq!(found, record(ada, 1, "{\"loss\": 1}"));
    assert_eq!(other.record(ada, "play").await.unwrap(), None);
    // Both have read version 1; Bea's is not held up by Ada's.
    let one_writes = one.save_records(&[record(ada, 1, "by one")]).await;
    assert_eq!(one_writes.unwrap(), [Saved::Stored]);
    let both = [record(ada, 1, "by other"), record(bea, 1, "bea's second")];
    let other_writes = other.save_records(&both).await.unwrap();
    assert_eq!(other_writes, [Saved::Outdated, Saved::Stored]);
    let again = other.save_records(&[record(ada, 0, "as new")]).await;
    assert_eq!(again.unwrap(), [Saved::Outdated]);
    let found = other.record(ada, "limits").await.unwrap().unwrap();
    assert_eq!(found, record(ada, 2, "by one"));
    let found = one.record(bea, "limits").await.unwrap().unwrap();
    assert_eq!(found, record(bea, 2, "bea's second"));
    let unknown = [record(NOBODY, 0, "of nobody"), record(ada, 2, "third")];
    let stored = one.save_records(&unknown).await.unwrap();
    assert_eq!(stored, [Saved::Outdated, Saved::Stored]);
    let stored = one.save_records(&[]).await.unwrap();
    assert_eq!(stored, []);
}

pub async fn records_written_at_once_are_all_counted((one, other): Handles) {
    let ada = added(&*one, "Ada").await.id;
    let count = async |store: &dyn house::people::PeopleStore| {
        for _ in 0..20 {
            loop {
                let found = store.record(ada, "limits").await.unwrap();
                let found = found.unwrap_or_else(|| record(ada, 0, "0"));
                let number: u64 = found.content.parse().unwrap();
                let next = record(ada, found.version, &(number + 1).to_string());
                if store.save_records(&[next]).await.unwrap() == [Saved::Stored] {
                    break;
                }
            }
        }
    };
    tokio::join!(count(&*one), count(&*other));
    let found = one.record(ada, "limits").await.unwrap().unwrap();
    assert_eq!((found.version, found.content.as_str()), (40, "40"));
}

pub async fn a_dispute_is_found_by_its_number_and_by_its_player((one, other): Handles) {
    let (ada, bea) = (added(&*one, "Ada").await.id, added(&*one, "Bea").await.id);
    assert_eq!(one.disputes(ALL).await.unwrap(), []);
    let first = one.add_dispute(&new_dispute(ada, "first")).await.unwrap();
    let second = other
        .add_dispute(&new_dispute(bea, "second"))
        .await
        .unwrap();
    let third = one.add_dispute(&new_dispute(ada, "third")).await.unwrap();
    assert_eq!((first, second, third), (1, 2, 3));
    let mut found = other.dispute(first).await.unwrap().unwrap();
    let expected = StoredDispute {
        id: 1,
        account: ada,
        version: 1,
        facts: "first".to_owned(),
        words: Some(new_dispute(ada, "").words),
    };
    assert_eq!(found, expected);
    let ids = async |query| -> Vec<u64> {
        let found = other.disputes(query).await.unwrap();
        found.iter().map(|dispute| dispute.id).collect()
    };
    assert_eq!(ids(ALL).await, [3, 2, 1]);
    let account = Some(ada);
    assert_eq!(ids(DisputeQuery { account, ..ALL }).await, [3, 1]);
    let before = Some(3);
    assert_eq!(ids(DisputeQuery { before, ..ALL }).await, [2, 1]);
    assert_eq!(ids(DisputeQuery { most: 1, ..ALL }).await, [3]);
    // Of two answers the first counts.
    "first, answered".clone_into(&mut found.facts);
    assert_eq!(one.save_dispute(&found).await.unwrap(), Saved::Stored);
    "first, answered otherwise".clone_into(&mut found.facts);
    assert_eq!(other.save_dispute(&found).await.unwrap(), Saved::Outdated);
    let found = other.dispute(first).await.unwrap().unwrap();
    assert_eq!(
        (found.version, found.facts.as_str()),
        (2, "first, answered")
    );
    assert_eq!(one.dispute(99).await.unwrap(), None);
    let nobody = one.add_dispute(&new_dispute(NOBODY, "none")).await;
    assert_eq!(nobody, Err(PeopleError::Unknown(NOBODY)));
}

pub async fn disputes_raised_at_once_have_numbers_of_their_own((one, other): Handles) {
    let ada = added(&*one, "Ada").await.id;
    let raise = async |store: &dyn house::people::PeopleStore| {
        let mut ids = Vec::new();
        for _ in 0..10 {
            ids.push(
                store
                    .add_dispute(&new_dispute(ada, "one of many"))
                    .await
                    .unwrap(),
            );
        }
        ids
    };
    let (mut ids, others) = tokio::join!(raise(&*one), raise(&*other));
    ids.extend(others);
    ids.sort_unstable();
    let all: Vec<u64> = (1..=20).collect();
    assert_eq!(ids, all);
}

pub async fn records_and_words_are_erased_with_the_account((one, other): Handles) {
    let (ada, bea) = (added(&*one, "Ada").await.id, added(&*one, "Bea").await.id);
    let both = [record(ada, 0, "ada's"), record(bea, 0, "bea's")];
    one.save_records(&both).await.unwrap();
    let disputed = one
        .add_dispute(&new_dispute(ada, "the facts"))
        .await
        .unwrap();
    let kept = one.add_dispute(&new_dispute(bea, "others")).await.unwrap();
    other.erase(ada, Timestamp(5)).await.unwrap();
    assert_eq!(one.record(ada, "limits").await.unwrap(), None);
    let found = one.record(bea, "limits").await.unwrap();
    assert_eq!(found, Some(record(bea, 1, "bea's")));
    let found = one.dispute(disputed).await.unwrap().unwrap();
    assert_eq!((found.facts.as_str(), found.words), ("the facts", None));
    let found = one.dispute(kept).await.unwrap().unwrap();
    assert_eq!(found.words, Some(new_dispute(bea, "").words));
    // One who had read it before does not bring it back.
    for version in [0, 1] {
        let stored = one.save_records(&[record(ada, version, "again")]).await;
        assert_eq!(stored.unwrap(), [Saved::Outdated]);
    }
    let raised = one.add_dispute(&new_dispute(ada, "late")).await;
    assert_eq!(raised, Err(PeopleError::Unknown(ada)));
}
