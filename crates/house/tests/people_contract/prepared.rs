//! The tables of people in a database: made by its owner, in a house that had none too.

use house::people::{PeopleStore as _, PostgresPeople};
use house::store::{OpenError, PostgresStore};

use super::added;
use crate::postgres::{ROLE, connect, shared};

/// As a house was before it had people.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_of_an_earlier_version_gets_people_from_its_owner() {
    let url = shared().database("").await;
    let owner = connect(&url).await;
    let earlier = "DROP TABLE personal; DROP TABLE dispute; DROP TABLE ticket; DROP TABLE session; DROP TABLE account; \
                   UPDATE schema SET version = 1; \
                   INSERT INTO balance VALUES ('purse/1', 5)";
    owner.batch_execute(earlier).await.unwrap();
    for opened in [
        PostgresStore::open(&url).await.err(),
        PostgresPeople::open(&url).await.err(),
    ] {
        let error = opened.expect("it should not have opened");
        let expected = matches!(
            error,
            OpenError::Past {
                found: 1,
                known: 3,
                ..
            }
        );
        assert!(expected, "{error}");
    }
    let as_owner = url.replace(ROLE, "house");
    PostgresStore::prepare(&as_owner, ROLE).await.unwrap();
    let people = PostgresPeople::open(&url).await.unwrap();
    assert_eq!(added(&people, "Ada").await.id.0, 1);
    let kept = "SELECT amount FROM balance WHERE account = 'purse/1'";
    let kept: i64 = owner.query_one(kept, &[]).await.unwrap().get(0);
    assert_eq!(kept, 5);
    // The owner is no role that serves.
    let error = PostgresPeople::open(&as_owner).await.err().unwrap();
    assert!(matches!(error, OpenError::Rights { .. }), "{error}");
    assert_eq!(people.accounts(None, 10).await.unwrap().len(), 1);
}
