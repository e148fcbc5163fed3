//! What a house said of its logs is held against it, even by somebody who can rewrite them all.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod tampered;

use std::sync::Arc;

use floor::Floor;
use game::{Money, PlayerId, Timestamp};
use house::log::Stream;
use house::notary::{Key, Notary, NotaryError, holds};
use house::store::MemoryStore;
use ledger::CageMove;
use tampered::{Lie, Tampered};

async fn deposits(floor: &Floor<MemoryStore>, count: i64) {
    for nth in 1..=count {
        let player = PlayerId(u32::try_from(nth % 3).unwrap());
        let amount = Money::minor(nth);
        let moves = CageMove::Deposit { player, amount };
        floor.moves(floor::HOUSE, moves).await.unwrap();
    }
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
    let held = holds(&*floor.store, &statements, &keys).await;
    assert_eq!(held, Ok(4));
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
        let held = holds(&*floor.store, &wrong, &keys).await;
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
    // Cut in the middle of a line, as by a loss of power: the notary goes on behind the last whole one.
    std::fs::write(&file, &statements[..statements.len() - 9]).unwrap();
    let mut notary = Notary::open(Key::open(&key).unwrap(), &file).unwrap();
    let said = notary.state(&*floor.store, Timestamp(9)).await.unwrap();
    assert_eq!(said.map(|said| said.number), Some(3));
    let statements = std::fs::read(&file).unwrap();
    assert_eq!(holds(&*floor.store, &statements, &keys).await, Ok(3));
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
