//! Statements that could not be written, or not all of them.

use std::sync::Arc;

use game::Timestamp;
use house::notary::{Notary, NotaryError, NotaryKey};
use house::store::{MemoryStore, Store};

use crate::floor::Floor;
use crate::tampered::{Lie, Tampered};
use crate::{count, deposits};

/// As by a kill, a full disk or a loss of power while a statement was written, at every byte of it: of
/// the first that a house ever made, and of a later one.
#[tokio::test]
async fn a_statement_cut_while_it_was_written_is_made_anew_and_never_in_two_ways() {
    let folder = tempfile::tempdir().unwrap();
    let (key, file) = (folder.path().join("key"), folder.path().join("heads.jsonl"));
    let open = || Notary::open(NotaryKey::open(&key).unwrap(), &file);
    let floor = Floor::new(MemoryStore::default());
    let keys = [NotaryKey::open(&key).unwrap().public()];
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

/// Whether the disk or the flush failed, it is not known what of it can be read meanwhile.
#[tokio::test]
async fn a_statement_that_could_not_be_written_is_tried_again_as_it_was_signed() {
    let folder = tempfile::tempdir().unwrap();
    let (key, out) = (folder.path().join("key"), folder.path().join("out"));
    let file = out.join("heads.jsonl");
    std::fs::create_dir(&out).unwrap();
    let floor = Floor::new(MemoryStore::default());
    let mut notary = Notary::open(NotaryKey::open(&key).unwrap(), &file).unwrap();
    deposits(&floor, 2).await;
    notary.state(&*floor.store, Timestamp(1)).await.unwrap();
    let before = std::fs::read(&file).unwrap();
    std::fs::remove_dir_all(&out).unwrap();
    deposits(&floor, 2).await;
    for now in [2, 3] {
        let response = notary.state(&*floor.store, Timestamp(now)).await;
        assert!(
            matches!(response, Err(NotaryError::Io { .. })),
            "{response:?}"
        );
    }
    std::fs::create_dir(&out).unwrap();
    std::fs::write(&file, &before).unwrap();
    deposits(&floor, 1).await;
    let mut said = Vec::new();
    for now in [4, 5, 6] {
        let next = notary.state(&*floor.store, Timestamp(now)).await.unwrap();
        said.extend(next.map(|reason| (reason.number, reason.at.0, reason.moved.len())));
    }
    assert_eq!(said, [(2, 2, 2), (3, 5, 1)]);
    let keys = [NotaryKey::open(&key).unwrap().public()];
    let statements = std::fs::read(&file).unwrap();
    assert_eq!(count(&*floor.store, &statements, &keys).await, Ok(3));
    // A key that could not hand over signs on by itself, and hands over when it can.
    let next = || NotaryKey::open(&folder.path().join("next")).unwrap();
    std::fs::remove_dir_all(&out).unwrap();
    let response = notary.hand_over(&*floor.store, Timestamp(7), next()).await;
    assert!(
        matches!(response, Err(NotaryError::Io { .. })),
        "{response:?}"
    );
    std::fs::create_dir(&out).unwrap();
    std::fs::write(&file, &statements).unwrap();
    deposits(&floor, 1).await;
    let reason = notary.state(&*floor.store, Timestamp(8)).await.unwrap();
    assert_eq!(reason.unwrap().next, None);
    let response = notary.hand_over(&*floor.store, Timestamp(9), next()).await;
    assert_eq!(response.unwrap().unwrap().next, Some(next().public()));
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
    let mut notary =
        Notary::open(NotaryKey::open(&key).unwrap(), &out.join("heads.jsonl")).unwrap();
    deposits(&floor, 2).await;
    let response = notary.state(&*floor.store, Timestamp(1)).await;
    assert!(
        matches!(response, Err(NotaryError::Io { .. })),
        "{response:?}"
    );
    std::fs::create_dir(&out).unwrap();
    let (stream, head) = floor.store.heads().await.unwrap()[0];
    let honest = Arc::clone(&floor.store);
    let lie = Lie::Short(stream, head.seq);
    let said = notary
        .state(&Tampered::new(honest, lie), Timestamp(2))
        .await;
    let said = said.unwrap().unwrap();
    assert_eq!((said.number, said.at), (1, Timestamp(2)));
}

/// What no cut leaves behind is not mended: a person has to look, and finds the file as it was.
#[tokio::test]
async fn a_last_statement_that_is_wrong_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (key, file) = (folder.path().join("key"), folder.path().join("heads.jsonl"));
    let floor = Floor::new(MemoryStore::default());
    let opened =
        |name: &str| Notary::open(NotaryKey::open(&folder.path().join(name)).unwrap(), &file);
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
        let response = opened("key").err().unwrap().to_string();
        assert!(response.starts_with(why), "{response}");
        assert_eq!(std::fs::read(&file).unwrap(), wrong);
        let public = [NotaryKey::open(&key).unwrap().public()];
        assert!(count(&*floor.store, &wrong, &public).await.is_err());
    }
    // Nor does a reader that may not sign mend anything.
    let cut = &whole[..whole.len() - 9];
    std::fs::write(&file, cut).unwrap();
    let response = opened("thief").err().unwrap();
    assert!(
        matches!(response, NotaryError::OtherKey { .. }),
        "{response}"
    );
    assert_eq!(std::fs::read(&file).unwrap(), cut);
}
