//! What a house said of its logs is held against it, even by somebody who can rewrite them all.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "who waits for one note lets the others pass"
)]

mod floor;
mod tampered;

use std::sync::Arc;
use std::time::Duration;

use floor::Floor;
use floor::duty::{ends, pit_of, until};
use game::{Money, PlayerId, Timestamp};
use house::log::{Fingerprint, Stream};
use house::notary::{Key, Notary, NotaryError, Rounds, holds};
use house::shift::{Chore, Failure, Note, Shift};
use house::store::{MemoryStore, Store};
use ledger::CageMove;
use tampered::{Lie, Tampered};
use tokio::time::{Instant, sleep};

async fn deposits(floor: &Floor<MemoryStore>, count: i64) {
    for nth in 1..=count {
        let player = PlayerId(u32::try_from(nth % 3).unwrap());
        let amount = Money::minor(nth);
        let moves = CageMove::Deposit { player, amount };
        floor.moves(floor::HOUSE, moves).await.unwrap();
    }
}

/// How many statements agree with the house, which has lost nothing.
async fn count(store: &impl Store, statements: &[u8], keys: &[String]) -> Result<u64, NotaryError> {
    let held = holds(store, statements, keys).await?;
    assert_eq!(held.accepted, []);
    Ok(held.statements)
}

#[tokio::test]
async fn statements_hold_the_house_to_its_past() {
    let folder = tempfile::tempdir().unwrap();
    let (key, file) = (folder.path().join("key"), folder.path().join("heads.jsonl"));
    let floor = Floor::new(MemoryStore::default());
    let public = Key::open(&key).unwrap().public();
    for round in 1..=4 {
        deposits(&floor, 7).await;
        // As a process that starts again goes on: behind what was said.
        let mut notary = Notary::open(Key::open(&key).unwrap(), &file).unwrap();
        assert_eq!(notary.unsaid(&*floor.store).await.unwrap(), 7);
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
    let held = holds(&Tampered { honest, lie }, &statements, &keys).await;
    assert!(matches!(
        held,
        Err(NotaryError::Contradicted { number: 1, .. })
    ));
    // The store as it was before the last statements, put back: it lacks what was said.
    let honest = Arc::clone(&floor.store);
    let lie = Lie::Short(stream, 10);
    let held = holds(&Tampered { honest, lie }, &statements, &keys).await;
    assert!(
        matches!(held, Err(NotaryError::Contradicted { number: 4, .. })),
        "{held:?}"
    );
    let stranger = ["00".repeat(32)];
    let held = holds(&*floor.store, &statements, &stranger).await;
    assert!(matches!(held, Err(NotaryError::Wrong { number: 1, .. })));
}

/// Every bit of what was said, and lines left out, doubled or exchanged.
#[tokio::test]
async fn no_statement_can_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (key, file) = (folder.path().join("key"), folder.path().join("heads.jsonl"));
    let floor = Floor::new(MemoryStore::default());
    let mut notary = Notary::open(Key::open(&key).unwrap(), &file).unwrap();
    for round in 1..=3 {
        deposits(&floor, 2).await;
        notary.state(&*floor.store, Timestamp(round)).await.unwrap();
    }
    let statements = std::fs::read(&file).unwrap();
    let keys = [Key::open(&key).unwrap().public()];
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
            holds(&*floor.store, &wrong, &keys).await.is_err(),
            "{order:?}"
        );
    }
}

/// As by a kill, a full disk or a loss of power while a statement was written, at every byte of it: of
/// the first that a house ever made, and of a later one.
#[tokio::test]
async fn a_statement_cut_while_it_was_written_is_made_anew_and_never_in_two_ways() {
    let folder = tempfile::tempdir().unwrap();
    let (key, file) = (folder.path().join("key"), folder.path().join("heads.jsonl"));
    let open = || Notary::open(Key::open(&key).unwrap(), &file);
    let floor = Floor::new(MemoryStore::default());
    let keys = [Key::open(&key).unwrap().public()];
    let mut whole = Vec::new();
    for number in 1..=2 {
        deposits(&floor, 2).await;
        open()
            .unwrap()
            .state(&*floor.store, Timestamp(number))
            .await
            .unwrap();
        let before = std::mem::replace(&mut whole, std::fs::read(&file).unwrap());
        for length in before.len()..whole.len() {
            let (cut, said) = (
                &whole[..length],
                format!("statement {number} cut at {length}"),
            );
            // Only the end of the line is missing: it can be read, and stands.
            let stands = length + 1 == whole.len();
            let sound = if stands { number } else { number - 1 };
            assert_eq!(count(&*floor.store, cut, &keys).await, Ok(sound), "{said}");
            std::fs::write(&file, cut).unwrap();
            let mut notary = open().unwrap();
            let mended = if stands { &whole } else { &before };
            assert_eq!(&std::fs::read(&file).unwrap(), mended, "{said}");
            let again = notary.state(&*floor.store, Timestamp(99)).await.unwrap();
            let again = again.map(|said| said.number);
            assert_eq!(again, (!stands).then_some(number), "{said}");
            let all = std::fs::read(&file).unwrap();
            assert_eq!(
                count(&*floor.store, &all, &keys).await,
                Ok(number),
                "{said}"
            );
        }
        std::fs::write(&file, &whole).unwrap();
    }
}

/// Whether it was the disk or the flush, nobody knows what of it can be read meanwhile.
#[tokio::test]
async fn a_statement_that_could_not_be_written_is_tried_again_as_it_was_signed() {
    let folder = tempfile::tempdir().unwrap();
    let (key, out) = (folder.path().join("key"), folder.path().join("out"));
    let file = out.join("heads.jsonl");
    std::fs::create_dir(&out).unwrap();
    let floor = Floor::new(MemoryStore::default());
    let mut notary = Notary::open(Key::open(&key).unwrap(), &file).unwrap();
    deposits(&floor, 2).await;
    notary.state(&*floor.store, Timestamp(1)).await.unwrap();
    let before = std::fs::read(&file).unwrap();
    std::fs::remove_dir_all(&out).unwrap();
    deposits(&floor, 2).await;
    for now in [2, 3] {
        let told = notary.state(&*floor.store, Timestamp(now)).await;
        assert!(matches!(told, Err(NotaryError::Io { .. })), "{told:?}");
    }
    std::fs::create_dir(&out).unwrap();
    std::fs::write(&file, &before).unwrap();
    deposits(&floor, 1).await;
    let mut said = Vec::new();
    for now in [4, 5, 6] {
        let next = notary.state(&*floor.store, Timestamp(now)).await.unwrap();
        said.extend(next.map(|says| (says.number, says.at.0, says.moved.len())));
    }
    assert_eq!(said, [(2, 2, 2), (3, 5, 1)]);
    let keys = [Key::open(&key).unwrap().public()];
    let statements = std::fs::read(&file).unwrap();
    assert_eq!(count(&*floor.store, &statements, &keys).await, Ok(3));
    // A key that could not hand over signs on by itself, and hands over when it can.
    let next = || Key::open(&folder.path().join("next")).unwrap();
    std::fs::remove_dir_all(&out).unwrap();
    let told = notary.hand_over(&*floor.store, Timestamp(7), next()).await;
    assert!(matches!(told, Err(NotaryError::Io { .. })), "{told:?}");
    std::fs::create_dir(&out).unwrap();
    std::fs::write(&file, &statements).unwrap();
    deposits(&floor, 1).await;
    let says = notary.state(&*floor.store, Timestamp(8)).await.unwrap();
    assert_eq!(says.unwrap().next, None);
    let told = notary.hand_over(&*floor.store, Timestamp(9), next()).await;
    assert_eq!(told.unwrap().unwrap().next, Some(next().public()));
    deposits(&floor, 1).await;
    notary.state(&*floor.store, Timestamp(10)).await.unwrap();
    let statements = std::fs::read(&file).unwrap();
    assert_eq!(count(&*floor.store, &statements, &keys).await, Ok(6));
}

/// Else it would be said of a house that it has what it has lost.
#[tokio::test]
async fn a_statement_that_is_no_longer_true_is_not_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let (key, out) = (folder.path().join("key"), folder.path().join("out"));
    let floor = Floor::new(MemoryStore::default());
    let mut notary = Notary::open(Key::open(&key).unwrap(), &out.join("heads.jsonl")).unwrap();
    deposits(&floor, 2).await;
    let told = notary.state(&*floor.store, Timestamp(1)).await;
    assert!(matches!(told, Err(NotaryError::Io { .. })), "{told:?}");
    std::fs::create_dir(&out).unwrap();
    let (stream, head) = floor.store.heads().await.unwrap()[0];
    let honest = Arc::clone(&floor.store);
    let lie = Lie::Short(stream, head.seq);
    let said = notary.state(&Tampered { honest, lie }, Timestamp(2)).await;
    let said = said.unwrap().unwrap();
    assert_eq!((said.number, said.at), (1, Timestamp(2)));
}

/// What no cut leaves behind is not mended: somebody has to look, and finds the file as it was.
#[tokio::test]
async fn a_last_statement_that_is_wrong_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (key, file) = (folder.path().join("key"), folder.path().join("heads.jsonl"));
    let floor = Floor::new(MemoryStore::default());
    let opened = |name: &str| Notary::open(Key::open(&folder.path().join(name)).unwrap(), &file);
    for number in 1..=2 {
        deposits(&floor, 2).await;
        opened("key")
            .unwrap()
            .state(&*floor.store, Timestamp(number))
            .await
            .unwrap();
    }
    let whole = std::fs::read(&file).unwrap();
    let first = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    // Some of its sectors never came to the disk, but the end of the line did.
    let mut holes = whole.clone();
    holes[first + 20..first + 90].fill(0);
    // Another signature under a line that lost its end.
    let mut other = whole[..whole.len() - 1].to_vec();
    let digit = other.len() - 3;
    other[digit] = if other[digit] == b'0' { b'1' } else { b'0' };
    // A word that no statement of ours has, under a line that lost its end.
    let text = String::from_utf8(whole[..whole.len() - 1].to_vec()).unwrap();
    let (kept, last) = text.split_at(first);
    let strange = format!("{kept}{}", last.replace("\"root\"", "\"stem\""));
    for (wrong, why) in [
        (strange.into_bytes(), "statement 2: "),
        (holes, "statement 2: "),
        (other, "statement 2: its signature"),
    ] {
        std::fs::write(&file, &wrong).unwrap();
        let told = opened("key").err().unwrap().to_string();
        assert!(told.starts_with(why), "{told}");
        assert_eq!(std::fs::read(&file).unwrap(), wrong);
        let public = [Key::open(&key).unwrap().public()];
        assert!(count(&*floor.store, &wrong, &public).await.is_err());
    }
    // Nor does whoever may not sign mend anything.
    let cut = &whole[..whole.len() - 9];
    std::fs::write(&file, cut).unwrap();
    let told = opened("thief").err().unwrap();
    assert!(matches!(told, NotaryError::OtherKey { .. }), "{told}");
    assert_eq!(std::fs::read(&file).unwrap(), cut);
}

#[test]
fn a_key_is_one_or_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    let made = Key::open(&path).unwrap().public();
    assert_eq!(Key::open(&path).unwrap().public(), made);
    std::fs::write(&path, "not a key").unwrap();
    let said = Key::open(&path).err().unwrap().to_string();
    assert!(
        said.ends_with("expected 64 hexadecimal digits and nothing else"),
        "{said}"
    );
}

#[tokio::test]
async fn a_key_hands_over_to_the_next_and_nobody_takes_over_by_himself() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let file = at("heads.jsonl");
    let floor = Floor::new(MemoryStore::default());
    let [first, second, thief] = ["first", "second", "thief"].map(|name| Key::open(&at(name)));
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
        let opened = Notary::open(Key::open(&at(name)).unwrap(), &file);
        let Some(NotaryError::OtherKey { expected, .. }) = opened.err() else {
            panic!("{name} goes on");
        };
        assert_eq!(expected, next);
    }
    // Nor does anybody believe a line that somebody else added, however well it fits.
    let line = statements
        .split(|byte| *byte == b'\n')
        .rfind(|line| !line.is_empty());
    let forged = forged(line.unwrap(), &at("thief"));
    let all = [&statements[..], &forged, b"\n"].concat();
    let held = holds(&*floor.store, &all, &known).await;
    let stranger = thief.unwrap().public();
    let why = format!("statement 4: signed by {stranger}, a key nobody knows");
    assert_eq!(held.unwrap_err().to_string(), why);
    // Where a key was stolen, whoever reads is told of the new one by other ways.
    let told = [known, [stranger]].concat();
    assert_eq!(count(&*floor.store, &all, &told).await, Ok(4));
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
    let mut says: house::notary::Statement = serde_json::from_value(line["says"].clone()).unwrap();
    says.number += 1;
    says.before = Fingerprint::of(last).to_string();
    says.moved.clear();
    (says.key, says.next) = (public, None);
    let body = serde_json::to_vec(&says).unwrap();
    let signature: Vec<String> = key
        .sign(&body)
        .to_bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let said = serde_json::to_string(&says).unwrap();
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
    let key = Key::open(&folder.path().join("key")).unwrap();
    let public = key.public();
    let floor = Floor::new(MemoryStore::default());
    let notary = Notary::open(key, &file).unwrap();
    let shift = Shift::new(pit_of(&floor), "a".to_owned());
    let duty = shift.with_notary(notary, Rounds::default()).start();
    let mut notes = duty.listen();
    let stated = |note| match note {
        Note::Stated(statement) => Some(statement.number),
        _ => None,
    };
    let start = Instant::now();
    deposits(&floor, 1).await;
    assert_eq!(until(&mut notes, stated).await, 1);
    let waited = start.elapsed().as_secs();
    assert!((60..=61).contains(&waited), "{waited}");
    // Nothing moves, nothing is said.
    sleep(Duration::from_mins(10)).await;
    while let Ok(note) = notes.try_recv() {
        assert!(stated(note).is_none());
    }
    let start = Instant::now();
    deposits(&floor, 1_000).await;
    assert_eq!(until(&mut notes, stated).await, 2);
    assert!(start.elapsed() <= Duration::from_secs(1));
    let written = std::fs::read(&file).unwrap();
    std::fs::remove_dir_all(folder.path().join("out")).unwrap();
    deposits(&floor, 1_000).await;
    until(&mut notes, |note| match note {
        Note::Failed {
            chore: Chore::Statements,
            why: Failure::NotStated(_),
        } => Some(()),
        _ => None,
    })
    .await;
    std::fs::create_dir(folder.path().join("out")).unwrap();
    std::fs::write(&file, written).unwrap();
    assert_eq!(until(&mut notes, stated).await, 3);
    ends(duty).await.unwrap();
    let said = std::fs::read(&file).unwrap();
    assert_eq!(count(&*floor.store, &said, &[public]).await, Ok(3));
}
