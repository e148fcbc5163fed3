//! What a house said of its logs is held against it, even if an attacker can rewrite them all.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "who waits for one note lets the others pass"
)]

mod cut;
mod floor;
mod tampered;

use std::sync::Arc;
use std::time::Duration;

use floor::Floor;
use floor::background::{end_background, pit_of, wait_for_event};
use game::{Money, PlayerId, Timestamp};
use house::background::{Background, Job, JobEvent, JobFailure};
use house::log::{Fingerprint, Stream};
use house::notary::{Notary, NotaryError, NotaryKey, Schedule, check};
use house::store::{MemoryStore, Store};
use ledger::CageMove;
use tampered::{Lie, Tampered};
use tokio::time::{Instant, sleep};

async fn deposits(floor: &Floor<MemoryStore>, count: i64) {
    for nth in 1..=count {
        let player = PlayerId(u32::try_from(nth % 3).unwrap());
        let amount = Money::minor(nth);
        let moves = CageMove::Deposit { player, amount };
        floor.submit_to_cage(floor::HOUSE, moves).await.unwrap();
    }
}

/// How many statements agree with the house, which has lost nothing.
async fn count(store: &dyn Store, statements: &[u8], keys: &[String]) -> Result<u64, NotaryError> {
    let held = check(store, statements, keys).await?;
    assert_eq!(held.accepted, []);
    Ok(held.statements)
}

#[tokio::test]
async fn statements_hold_the_house_to_its_past() {
    let folder = tempfile::tempdir().unwrap();
    let (key, file) = (folder.path().join("key"), folder.path().join("heads.jsonl"));
    let floor = Floor::new(MemoryStore::default());
    let public = NotaryKey::open(&key).unwrap().public();
    for round in 1..=4 {
        deposits(&floor, 7).await;
        // As a process that starts again goes on: behind what was said.
        let mut notary = Notary::open(NotaryKey::open(&key).unwrap(), &file).unwrap();
        assert_eq!(notary.unstated(&*floor.store).await.unwrap(), 7);
        let now = Timestamp(round);
        let said = notary.state(&*floor.store, now).await.unwrap().unwrap();
        assert_eq!((said.number, said.moved.len()), (round, 3));
        let again = notary.state(&*floor.store, now).await.unwrap();
        assert_eq!(again, None, "nothing moved");
    }
    let keys = [public];
    let statements = std::fs::read(&file).unwrap();
    assert_eq!(count(&*floor.store, &statements, &keys).await, Ok(4));
    // The whole log computed anew: what was said says otherwise.
    let stream = Stream::Purse(PlayerId(1));
    let honest = Arc::clone(&floor.store);
    let lie = Lie::Rewritten(stream, 2);
    let held = check(&Tampered::new(honest, lie), &statements, &keys).await;
    assert!(matches!(
        held,
        Err(NotaryError::Contradicted { number: 1, .. })
    ));
    // The store as it was before the last statements, put back: it lacks what was said.
    let honest = Arc::clone(&floor.store);
    let lie = Lie::Short(stream, 10);
    let held = check(&Tampered::new(honest, lie), &statements, &keys).await;
    assert!(
        matches!(held, Err(NotaryError::Contradicted { number: 4, .. })),
        "{held:?}"
    );
    let stranger = ["00".repeat(32)];
    let held = check(&*floor.store, &statements, &stranger).await;
    assert!(matches!(held, Err(NotaryError::Wrong { number: 1, .. })));
}

/// Every bit of what was said, and lines left out, doubled or exchanged.
#[tokio::test]
async fn no_statement_can_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (key, file) = (folder.path().join("key"), folder.path().join("heads.jsonl"));
    let floor = Floor::new(MemoryStore::default());
    let mut notary = Notary::open(NotaryKey::open(&key).unwrap(), &file).unwrap();
    for round in 1..=3 {
        deposits(&floor, 2).await;
        notary.state(&*floor.store, Timestamp(round)).await.unwrap();
    }
    let statements = std::fs::read(&file).unwrap();
    let keys = [NotaryKey::open(&key).unwrap().public()];
    for bit in 0..statements.len() * 8 {
        let mut wrong = statements.clone();
        wrong[bit / 8] ^= 1 << (bit % 8);
        let held = count(&*floor.store, &wrong, &keys).await;
        // The end of the last line may be cut off: then it was never said.
        assert!(held.is_err() || held == Ok(2), "bit {bit}: {held:?}");
    }
    let lines: Vec<&[u8]> = statements.split_inclusive(|byte| *byte == b'\n').collect();
    for order in [
        &[1, 2][..],
        &[0, 2],
        &[1, 0, 2],
        &[0, 0, 1, 2],
        &[0, 1, 2, 2],
    ] {
        let wrong: Vec<u8> = order.iter().flat_map(|at| lines[*at]).copied().collect();
        assert!(
            check(&*floor.store, &wrong, &keys).await.is_err(),
            "{order:?}"
        );
    }
}

#[test]
fn a_key_is_one_or_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    let made = NotaryKey::open(&path).unwrap().public();
    assert_eq!(NotaryKey::open(&path).unwrap().public(), made);
    std::fs::write(&path, "not a key").unwrap();
    let said = NotaryKey::open(&path).err().unwrap().to_string();
    assert!(
        said.ends_with("expected 64 hexadecimal digits and nothing else"),
        "{said}"
    );
}

#[tokio::test]
async fn a_key_hands_over_to_the_next_and_no_key_takes_over_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let file = at("heads.jsonl");
    let floor = Floor::new(MemoryStore::default());
    let [first, second, thief] =
        ["first", "second", "thief"].map(|name| NotaryKey::open(&at(name)));
    let known = [first.as_ref().unwrap().public()];
    deposits(&floor, 3).await;
    let mut notary = Notary::open(first.unwrap(), &file).unwrap();
    notary.state(&*floor.store, Timestamp(1)).await.unwrap();
    let to = second.unwrap();
    let next = to.public();
    let said = notary.hand_over(&*floor.store, Timestamp(2), to).await;
    assert_eq!(said.unwrap().unwrap().next, Some(next.clone()));
    deposits(&floor, 3).await;
    notary.state(&*floor.store, Timestamp(3)).await.unwrap();
    let statements = std::fs::read(&file).unwrap();
    assert_eq!(count(&*floor.store, &statements, &known).await, Ok(3));
    assert_eq!(count(&*floor.store, &statements, &[]).await, Ok(3));
    // The old key, and any other, may not go on behind that.
    for name in ["first", "thief"] {
        let opened = Notary::open(NotaryKey::open(&at(name)).unwrap(), &file);
        let Some(NotaryError::OtherKey { expected, .. }) = opened.err() else {
            panic!("{name} goes on");
        };
        assert_eq!(expected, next);
    }
    // Nor is a line accepted that a stranger added, however well it fits.
    let line = statements
        .split(|byte| *byte == b'\n')
        .rfind(|line| !line.is_empty());
    let forged = forged(line.unwrap(), &at("thief"));
    let all = [&statements[..], &forged, b"\n"].concat();
    let held = check(&*floor.store, &all, &known).await;
    let stranger = thief.unwrap().public();
    let why = format!("statement 4: signed by {stranger}, an unknown key");
    assert_eq!(held.unwrap_err().to_string(), why);
    // Where a key was stolen, the reader is told of the new one by other ways.
    let response = [known, [stranger]].concat();
    assert_eq!(count(&*floor.store, &all, &response).await, Ok(4));
}

/// Behind the last line another, which fits but for its signer.
fn forged(last: &[u8], key: &std::path::Path) -> Vec<u8> {
    use ed25519_dalek::{Signer as _, SigningKey};
    let hex = std::fs::read_to_string(key).unwrap();
    let pairs = (0..32).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap());
    let bytes: Vec<u8> = pairs.collect();
    let key = SigningKey::from_bytes(&bytes.try_into().unwrap());
    let public = Fingerprint(*key.verifying_key().as_bytes()).to_string();
    let line: serde_json::Value = serde_json::from_slice(last).unwrap();
    let mut reason: house::notary::Statement =
        serde_json::from_value(line["says"].clone()).unwrap();
    reason.number += 1;
    reason.before = Fingerprint::of(last).to_string();
    reason.moved.clear();
    (reason.key, reason.next) = (public, None);
    let body = serde_json::to_vec(&reason).unwrap();
    let signature: Vec<String> = key
        .sign(&body)
        .to_bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let said = serde_json::to_string(&reason).unwrap();
    format!(
        "{{\"says\":{said},\"signature\":\"{}\"}}",
        signature.concat()
    )
    .into_bytes()
}

/// In a house that moves statements come by themselves; where they cannot be written they come later.
#[tokio::test(start_paused = true)]
async fn the_house_is_stated_every_minute_or_thousand_entries() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out").join("heads.jsonl");
    std::fs::create_dir(folder.path().join("out")).unwrap();
    let key = NotaryKey::open(&folder.path().join("key")).unwrap();
    let public = key.public();
    let floor = Floor::new(MemoryStore::default());
    let notary = Notary::open(key, &file).unwrap();
    let shift = Background::new(pit_of(&floor), "a".to_owned());
    let duty = shift.with_notary(notary, Schedule::default()).start();
    let mut notes = duty.subscribe();
    let stated = |note| match note {
        JobEvent::Stated(statement) => Some(statement.number),
        _ => None,
    };
    let start = Instant::now();
    deposits(&floor, 1).await;
    assert_eq!(wait_for_event(&mut notes, stated).await, 1);
    let waited = start.elapsed().as_secs();
    assert!((60..=61).contains(&waited), "{waited}");
    // Nothing moves, nothing is said.
    sleep(Duration::from_mins(10)).await;
    while let Ok(note) = notes.try_recv() {
        assert!(stated(note).is_none());
    }
    let start = Instant::now();
    deposits(&floor, 1_000).await;
    assert_eq!(wait_for_event(&mut notes, stated).await, 2);
    assert!(start.elapsed() <= Duration::from_secs(1));
    let written = std::fs::read(&file).unwrap();
    std::fs::remove_dir_all(folder.path().join("out")).unwrap();
    deposits(&floor, 1_000).await;
    wait_for_event(&mut notes, |note| match note {
        JobEvent::Failed {
            job: Job::Statements,
            why: JobFailure::NotStated(_),
        } => Some(()),
        _ => None,
    })
    .await;
    std::fs::create_dir(folder.path().join("out")).unwrap();
    std::fs::write(&file, written).unwrap();
    assert_eq!(wait_for_event(&mut notes, stated).await, 3);
    end_background(duty).await.unwrap();
    let said = std::fs::read(&file).unwrap();
    assert_eq!(count(&*floor.store, &said, &[public]).await, Ok(3));
}
