//! A house that has less than it has signed goes on only when two people of it accept that, in its log.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod lost;

use audit::export::{LineFormat, Subject, export};
use audit::significant::{LARGE, Significant};
use audit::verify::{FindingPlace, verify};
use floor::HOUSE;
use game::{Actor, PersonId, PlayerId, Post};
use house::feed::{CommandMeta, LogFeed, LoggedEntry, Projection};
use house::log::{Fingerprint, Stream};
use house::loss::{Loss, LossError};
use house::notary::{NotaryError, check};
use house::store::{SqliteStore, Store};
use lost::{Evening, NOW, TWO, accepts, deposits, loss_of, written};

#[tokio::test]
async fn an_old_copy_goes_on_once_two_people_accept_the_loss() {
    let evening = Evening::new().await;
    let floor = evening.open("copy");
    let (store, before) = (&*floor.store, evening.statements());
    // Until then nothing is signed, and a check against the statements reports it.
    let short = NotaryError::Truncated {
        stream: Stream::Purse(PlayerId(1)),
        seq: 3,
        number: 3,
        end: 2,
    };
    assert_eq!(check(store, &before, &[]).await, Err(short.clone()));
    deposits(&floor, 2).await;
    let response = evening.states(store, 5).await.unwrap_err();
    assert!(
        matches!(response, NotaryError::Truncated { seq: 6, end: 2, .. }),
        "{response}"
    );
    assert_eq!(evening.statements(), before);

    let done = accepts(store, &before, TWO, " the disk of the host ").await;
    let done = done.unwrap().unwrap();
    let kept: Vec<(&str, u64)> = done
        .loss
        .kept
        .iter()
        .map(|(name, seq)| (&**name, *seq))
        .collect();
    assert_eq!(kept, [("house", 0), ("purse/1", 2), ("purse/9", 0)]);
    assert_eq!(
        (done.loss.statement, done.entry, &*done.loss.reason),
        (4, 1, "the disk of the host")
    );
    let held = check(store, &before, &[]).await.unwrap();
    assert_eq!((held.statements, &held.accepted), (4, &vec![done.clone()]));
    assert_eq!(verify(store).await.unwrap().findings, []);
    // It is accepted once.
    assert_eq!(accepts(store, &before, TWO, "again").await, Ok(None));

    // The house goes on, past the places that were lost, also with who was lost altogether.
    for (nth, player) in (5..).zip([1, 9, 1, 1, 1, 1, 2]) {
        deposits(&floor, player).await;
        assert_eq!(evening.states(store, nth).await, Ok(nth));
        let held = check(store, &evening.statements(), &[]).await.unwrap();
        assert_eq!(
            (held.statements, &held.accepted),
            (nth, &vec![done.clone()])
        );
    }
    assert_eq!(verify(store).await.unwrap().findings, []);
}

/// What is accepted is that, and nothing beside it.
#[tokio::test]
async fn no_other_shortfall_is_excused() {
    let evening = Evening::new().await;
    let floor = evening.open("copy");
    let old = evening.statements();
    accepts(&*floor.store, &old, TWO, "the disk").await.unwrap();
    deposits(&floor, 1).await;
    SqliteStore::copy(&evening.at("copy"), &evening.at("second copy")).unwrap();
    deposits(&floor, 2).await;
    assert_eq!(evening.states(&*floor.store, 5).await, Ok(5));
    deposits(&floor, 1).await;
    assert_eq!(evening.states(&*floor.store, 6).await, Ok(6));
    let all = evening.statements();
    // A second loss is another one, named and accepted by itself.
    let second = evening.open("second copy");
    let response = check(&*second.store, &all, &[]).await.unwrap_err();
    assert!(
        matches!(response, NotaryError::Truncated { number: 5, .. }),
        "{response}"
    );
    let response = evening.states(&*second.store, 7).await.unwrap_err();
    assert!(
        matches!(response, NotaryError::Truncated { .. }),
        "{response}"
    );
    let done = accepts(&*second.store, &all, TWO, "the disk again").await;
    assert_eq!(done.unwrap().unwrap().loss.statement, 6);
    let held = check(&*second.store, &all, &[]).await.unwrap();
    assert_eq!(held.accepted.len(), 2);
    // The house that had it all does not hold where the other was believed, nor the other way round.
    let whole = evening.open("house");
    let response = check(&*whole.store, &all, &[]).await.unwrap_err();
    assert!(
        matches!(
            response,
            NotaryError::Contradicted { .. } | NotaryError::Truncated { .. }
        ),
        "{response}"
    );
    let response = accepts(&*whole.store, &all, TWO, "a fork")
        .await
        .unwrap_err();
    let LossError::Statements(NotaryError::Contradicted { number: 5, .. }) = response else {
        panic!("{response}")
    };
}

/// An attacker who rewrites a log and accepts his own loss is contradicted by what was signed after.
#[tokio::test]
async fn an_acceptance_that_was_slipped_in_excuses_nothing() {
    let evening = Evening::new().await;
    let all = evening.statements();
    let lines: Vec<&[u8]> = all.split_inclusive(|byte| *byte == b'\n').collect();
    let known = lines[..3].concat();
    let floor = evening.open("copy");
    // It names the third statement, but there is a fourth, which does not carry it.
    accepts(&*floor.store, &known, TWO, "nothing to see")
        .await
        .unwrap();
    let store = &*floor.store;
    assert_eq!(check(store, &known, &[]).await.unwrap().accepted.len(), 1);
    let response = check(store, &all, &[]).await.unwrap_err();
    let NotaryError::Contradicted { stream, number, .. } = response else {
        panic!("{response}")
    };
    assert_eq!((stream, number), (Stream::House, 4));
    // Nor one of another statement than was made.
    let floor = evening.open("house");
    let (stream, store) = (Stream::House, &*floor.store);
    let head = store.head(stream).await.unwrap();
    written(store, TWO, at_last("made up")).await;
    assert_eq!(store.head(stream).await.unwrap().seq, head.seq + 1);
    assert_eq!(check(store, &all, &[]).await.unwrap().accepted, []);
}

/// A purse is gone, and a loss of it is accepted that the later statements do not contain.
#[tokio::test]
async fn a_loss_that_no_later_statement_signs_is_not_accepted() {
    let evening = Evening::new().await;
    let all = evening.statements();
    let first = all.split(|byte| *byte == b'\n').next().unwrap();
    let file = rusqlite::Connection::open(evening.at("house").join("house.sqlite")).unwrap();
    let gone =
        "DELETE FROM log WHERE stream = 'purse/2'; DELETE FROM head WHERE stream = 'purse/2'";
    file.execute_batch(gone).unwrap();
    let floor = evening.open("house");
    let loss = Loss {
        statement: 1,
        of: Fingerprint::of(first).to_string(),
        kept: [("purse/2".to_owned(), 0)].into(),
        reason: "it was never there".to_owned(),
    };
    written(&*floor.store, TWO, loss).await;
    let response = check(&*floor.store, &all, &[]).await.unwrap_err();
    let NotaryError::Truncated { stream, number, .. } = response else {
        panic!("{response}")
    };
    assert_eq!((stream, number), (Stream::Purse(PlayerId(2)), 1));
}

/// Who may not accept, and what cannot be accepted; and none of it passes when it stands in a log.
#[tokio::test]
async fn a_loss_is_accepted_by_two_people_of_the_house_who_say_why() {
    let evening = Evening::new().await;
    let floor = evening.open("copy");
    let (store, all) = (&*floor.store, evening.statements());
    let player = Actor::Player(PlayerId(1));
    let second = Some(PersonId(42));
    let not_a_person = "a loss is accepted by a person of the house";
    let twice = "with: found 41, expected another person than 41, who accepts it already";
    let stranger = Actor::staff(Post::House, PersonId(99));
    let manager = Actor::staff(Post::House, PersonId(31));
    for (both, reason, expected) in [
        (
            (stranger, second),
            "why not",
            "by: person 99 is not known to the house",
        ),
        (
            (HOUSE, Some(PersonId(99))),
            "why not",
            "with: person 99 is not known to the house",
        ),
        (
            (manager, second),
            "why not",
            "by: person 31 does not hold the post of the House",
        ),
        ((player, second), "why not", not_a_person),
        ((Actor::System, second), "why not", not_a_person),
        ((HOUSE, Some(PersonId(41))), "why not", twice),
        (
            (HOUSE, None),
            "why not",
            "with: missing, expected a second person",
        ),
        (TWO, "  ", "reason: found 0 letters, expected 1 to 1000"),
        (
            TWO,
            &*"x".repeat(1_001),
            "reason: found 1001 letters, expected 1 to 1000",
        ),
    ] {
        let response = accepts(store, &all, both, reason).await.unwrap_err();
        assert_eq!(response, LossError::Refused(expected.to_owned()));
    }
    assert_eq!(store.head(Stream::House).await.unwrap().seq, 0);
    for (nth, both) in (1_u32..).zip([(player, second), (HOUSE, Some(PersonId(41)))]) {
        let name = format!("copy {nth}");
        SqliteStore::copy(&evening.at("copy"), &evening.at(&name)).unwrap();
        let floor = evening.open(&name);
        written(&*floor.store, both, at_last("why not")).await;
        let verdict = verify(&*floor.store).await.unwrap();
        let [finding] = &verdict.findings[..] else {
            panic!("{:?}", verdict.findings)
        };
        assert_eq!(finding.place, FindingPlace::Entry(Stream::House, 1));
        assert!(
            finding.what.contains("it would have been refused"),
            "{finding}"
        );
    }
}

/// Something that may stand in a log.
fn at_last(reason: &str) -> Loss {
    Loss {
        statement: 4,
        of: "00".repeat(32),
        kept: [("purse/1".to_owned(), 0)].into(),
        reason: reason.to_owned(),
    }
}

/// ADR 0025: there may be logs from when one person was enough. They are read as they were written.
#[tokio::test]
async fn what_one_person_accepted_once_still_counts_and_says_so() {
    let evening = Evening::new().await;
    let floor = evening.open("copy");
    let (store, before) = (&*floor.store, evening.statements());
    let alone = (HOUSE, None);
    written(store, alone, loss_of(store, &before).await).await;
    assert_eq!(verify(store).await.unwrap().findings, []);
    for (nth, player) in (5..).zip([1, 9, 1, 1]) {
        deposits(&floor, player).await;
        assert_eq!(evening.states(store, nth).await, Ok(nth));
        let held = check(store, &evening.statements(), &[]).await.unwrap();
        let by: Vec<_> = held.accepted.iter().map(|one| (one.by, one.with)).collect();
        assert_eq!((held.statements, by), (nth, vec![alone]));
    }
    assert_eq!(verify(store).await.unwrap().findings, []);
}

/// It is published like everything that people outside the house have to know.
#[tokio::test]
async fn a_loss_is_significant() {
    struct Heard(Vec<(CommandMeta, &'static str)>);
    impl Projection for Heard {
        fn apply(&mut self, logged: &LoggedEntry<'_>) {
            let significant = Significant::of(logged, LARGE);
            self.0
                .extend(significant.map(|one| (logged.command, one.kind)));
        }
    }
    let evening = Evening::new().await;
    let floor = evening.open("copy");
    let store = &*floor.store;
    accepts(store, &evening.statements(), TWO, "the disk")
        .await
        .unwrap();
    let mut heard = Heard(Vec::new());
    let corrupt_entries = LogFeed::default().catch_up(store, &mut heard).await;
    assert_eq!(corrupt_entries.unwrap(), []);
    let [(asking, "loss accepted")] = heard.0[..] else {
        panic!("{:?}", heard.0)
    };
    assert_eq!((asking.by, asking.with, asking.at), (HOUSE, TWO.1, NOW));
    let mut out = Vec::new();
    let corrupt_entries = export(store, Subject::Events, LineFormat::Jsonl, LARGE, &mut out).await;
    assert_eq!(corrupt_entries.unwrap(), []);
    let line: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(line["kind"], "loss accepted");
    assert_eq!(line["by"], "house/41");
    assert_eq!(line["with"], 42);
    assert_eq!(line["told"]["reason"], "the disk");
    assert_eq!(line["told"]["statement"], 4);
    assert_eq!(line["told"]["kept"]["purse/1"], 2);
}
