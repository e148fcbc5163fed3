//! Sessions that every process knows, and tickets that one of them takes.

use std::sync::Arc;

use game::Timestamp;
use house::people::{PeopleError, Session};

use super::{Handles, NOBODY, added, session, token};

pub async fn a_session_is_known_to_every_process((one, other): Handles) {
    let account = added(&*one, "Ada").await;
    let begun = session(1, account.id);
    one.add_session(begun).await.unwrap();
    let found = async || other.session(token(1)).await.unwrap();
    assert_eq!(found().await, Some((begun, account.clone())));
    assert_eq!(other.session(token(2)).await.unwrap(), None);
    // Stored again, as after an answer that was lost.
    one.add_session(begun).await.unwrap();
    one.prolong_session(token(1), Timestamp(10_000))
        .await
        .unwrap();
    let longer = Session {
        expires: Timestamp(10_000),
        ..begun
    };
    assert_eq!(found().await, Some((longer, account.clone())));
    one.prolong_session(token(2), Timestamp(10_000))
        .await
        .unwrap();
    one.end_session(token(2), Timestamp(3_000)).await.unwrap();
    assert_eq!(other.session(token(2)).await.unwrap(), None);
    let unknown = one.add_session(session(3, NOBODY)).await;
    assert_eq!(unknown, Err(PeopleError::Unknown(NOBODY)));
    assert_eq!(other.session(token(3)).await.unwrap(), None);
    // The account beside a session is as it is now.
    one.note_failure(account.id, 1).await.unwrap();
    assert!(found().await.unwrap().1.locked);
}

pub async fn a_session_that_has_ended_keeps_its_time((one, other): Handles) {
    let account = added(&*one, "Ada").await.id;
    one.add_session(session(1, account)).await.unwrap();
    one.end_session(token(1), Timestamp(3_000)).await.unwrap();
    other.end_session(token(1), Timestamp(4_000)).await.unwrap();
    other
        .end_sessions_of(account, None, Timestamp(5_000))
        .await
        .unwrap();
    other
        .prolong_session(token(1), Timestamp(99_000))
        .await
        .unwrap();
    other.add_session(session(1, account)).await.unwrap();
    let (found, _) = one.session(token(1)).await.unwrap().unwrap();
    let ended = Session {
        ended: Some(Timestamp(3_000)),
        ..session(1, account)
    };
    assert_eq!(found, ended);
    let since = async |time| other.ended_since(Timestamp(time)).await.unwrap();
    assert_eq!(since(0).await, [token(1)]);
    assert_eq!(since(3_000).await, [token(1)]);
    assert_eq!(since(3_001).await, []);
}

pub async fn all_sessions_of_an_account_end_but_one((one, other): Handles) {
    let (ada, bea) = (added(&*one, "Ada").await.id, added(&*one, "Bea").await.id);
    for (number, account) in [(1, ada), (2, ada), (3, bea), (4, ada)] {
        one.add_session(session(number, account)).await.unwrap();
    }
    one.end_sessions_of(ada, Some(token(2)), Timestamp(3_000))
        .await
        .unwrap();
    let since = async |time| other.ended_since(Timestamp(time)).await.unwrap();
    assert_eq!(since(3_000).await, [token(1), token(4)]);
    other
        .end_sessions_of(ada, None, Timestamp(4_000))
        .await
        .unwrap();
    assert_eq!(one.ended_since(Timestamp(4_000)).await.unwrap(), [token(2)]);
    assert_eq!(since(0).await, [token(1), token(4), token(2)]);
    let (kept, _) = other.session(token(3)).await.unwrap().unwrap();
    assert_eq!(kept.ended, None);
}

pub async fn what_is_over_is_pruned((one, other): Handles) {
    let account = added(&*one, "Ada").await.id;
    for (number, expires, ended) in [
        (1, 9_000, Some(4_999)),
        (2, 9_000, Some(5_000)),
        (3, 4_999, None),
        (4, 5_000, None),
    ] {
        let begun = Session {
            expires: Timestamp(expires),
            ..session(number, account)
        };
        one.add_session(begun).await.unwrap();
        if let Some(ended) = ended {
            one.end_session(token(number), Timestamp(ended))
                .await
                .unwrap();
        }
    }
    let ticket = async |number, expires| {
        let expires = Timestamp(expires);
        one.add_ticket(token(number), account, expires)
            .await
            .unwrap();
    };
    ticket(1, 4_999).await;
    ticket(2, 5_000).await;
    one.prune(Timestamp(5_000)).await.unwrap();
    for (number, is_there) in [(1, false), (2, true), (3, false), (4, true)] {
        let found = other.session(token(number)).await.unwrap();
        assert_eq!(found.is_some(), is_there, "session {number}");
    }
    let taken = async |number| {
        other
            .take_ticket(token(number), Timestamp(1))
            .await
            .unwrap()
    };
    assert_eq!(taken(1).await, None);
    assert_eq!(taken(2).await, Some(account));
}

pub async fn a_ticket_is_taken_by_one_of_many((one, other): Handles) {
    let account = added(&*one, "Ada").await.id;
    for round in 1..=4 {
        let ticket = token(round);
        one.add_ticket(ticket, account, Timestamp(5_000))
            .await
            .unwrap();
        let mut taking = tokio::task::JoinSet::new();
        for number in 0..12 {
            let store = Arc::clone(if number % 2 == 0 { &one } else { &other });
            taking.spawn(async move { store.take_ticket(ticket, Timestamp(4_000)).await.unwrap() });
        }
        let taken: Vec<_> = taking.join_all().await.into_iter().flatten().collect();
        assert_eq!(taken, [account], "in round {round}");
        assert_eq!(other.take_ticket(ticket, Timestamp(1)).await.unwrap(), None);
    }
}

pub async fn a_ticket_is_good_until_it_expires((one, other): Handles) {
    let account = added(&*one, "Ada").await.id;
    one.add_ticket(token(1), account, Timestamp(5_000))
        .await
        .unwrap();
    let taken = async |number, now| {
        other
            .take_ticket(token(number), Timestamp(now))
            .await
            .unwrap()
    };
    assert_eq!(taken(1, 5_000).await, None);
    assert_eq!(taken(2, 1).await, None, "there is no such ticket");
    assert_eq!(
        taken(1, 4_999).await,
        Some(account),
        "an early try does not use it up"
    );
    assert_eq!(taken(1, 4_999).await, None);
    let unknown = one.add_ticket(token(3), NOBODY, Timestamp(5_000)).await;
    assert_eq!(unknown, Err(PeopleError::Unknown(NOBODY)));
}
