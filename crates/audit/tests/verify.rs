//! `verify` finds a house clean, or finds what was done to it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "verify/failing.rs"]
mod failing;
#[path = "../../house/tests/floor/mod.rs"]
mod floor;
#[path = "verify/snapshots.rs"]
mod snapshots;
#[path = "../../house/tests/tampered/mod.rs"]
mod tampered;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use audit::verify::{AuditReport, FindingPlace, NotCompared, verify};
use failing::{Failing, Question};
use floor::linked::{BASE, DEALER, LEVEL, NOTHING, ROYAL, Scene, evening};
use floor::{Enough, Floor, HOUSE};
use game::{Money, PlayerId, RulebookId, Timestamp};
use house::log::Stream;
use house::store::{Head, MemoryStore, SqliteStore, Store, StoreError};
use ledger::{Account, CageMove, TableId};
use rehearsal::dice::Dice;
use tampered::{Lie, Tampered};

const TABLE: TableId = TableId(7);
const STREAM: Stream = Stream::Table(TABLE);

/// Rounds with everything that can go wrong, until the log has `entries`.
async fn house(seed: u64, entries: u64) -> Arc<MemoryStore> {
    let floor = Floor::new(MemoryStore::default());
    let enough = Enough::Entries(entries);
    Box::pin(floor.play_irregular(TABLE, seed, enough)).await;
    Arc::clone(&floor.store)
}

#[tokio::test]
async fn a_house_is_clean_whatever_happened_in_it() {
    let mut set_aside = 0;
    for seed in 0..40 {
        let store = house(seed, 100).await;
        let verdict = verify(&*store).await.unwrap();
        assert_eq!(verdict.findings, [], "seed {seed}");
        assert!(verdict.entries > 100 && verdict.rounds > 0);
        let again = &verdict.resettled;
        let aside: u64 = again.aside.values().sum();
        assert_eq!(again.agreed + aside, verdict.rounds, "seed {seed}");
        set_aside += aside;
    }
    assert!(set_aside > 0);
}

#[tokio::test]
async fn linked_tables_are_clean() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 3).await;
    for table in 1..=3 {
        let mut evening = evening(&scene, table, RulebookId::Rws2020).await;
        evening.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
        scene.link.turn().await.unwrap();
        let (_, hit) = scene.link.state().hit_of(TableId(table), 1).unwrap();
        assert_eq!(hit.claim.before > BASE, table == 1);
        evening.concludes(hit.claim.before).await;
    }
    scene.link.turn().await.unwrap();
    let verdict = verify(&*scene.floor.store).await.unwrap();
    assert_eq!(verdict.findings, []);
    assert_eq!(verdict.streams, 3 + 1 + 9, "tables, link, purses");
    let store = &*scene.floor.store;
    let (mut entries, mut postings) = (0, 0);
    for (stream, head) in store.heads().await.unwrap() {
        entries += head.seq;
        postings += store.postings(stream, 0, usize::MAX).await.unwrap().len();
    }
    assert_eq!(
        (verdict.entries, verdict.postings),
        (entries, postings as u64)
    );
    let again = &verdict.resettled;
    assert_eq!((verdict.rounds, again.agreed, again.aside.len()), (3, 3, 0));
    assert!(verdict.is_complete() && !verdict.moving);
}

/// Short logs are read many at a time, and each is held to account alone.
#[tokio::test]
async fn one_bad_log_among_many_short_ones_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    floor::cashier::buy_in_players(&store, 40, 3).await;
    drop(store);
    let bad = Stream::Purse(PlayerId(1_701));
    let file = rusqlite::Connection::open(folder.path().join("house.sqlite")).unwrap();
    let sql = "UPDATE log SET bytes = CAST(replace(bytes, '1', '2') AS BLOB) \
               WHERE stream = ?1 AND seq = 2";
    assert_eq!(file.execute(sql, [bad.to_string()]).unwrap(), 1);
    drop(file);
    let verdict = verify(&SqliteStore::open_to_read(folder.path()).unwrap()).await;
    let verdict = verdict.unwrap();
    let found: Vec<FindingPlace> = verdict.findings.iter().map(|found| found.place).collect();
    assert_eq!(found, [FindingPlace::Entry(bad, 2)]);
    assert_eq!((verdict.streams, verdict.entries), (120, 239));
}

/// Every bit of a log of a thousand entries, in its bytes and in its fingerprints.
#[tokio::test]
async fn no_bit_of_a_log_can_be_turned() {
    let store = house(5, 1_000).await;
    let rows = store.read(STREAM, 0, 1_000).await.unwrap();
    assert_eq!(rows.len(), 1_000);
    let mut at = Head::start(STREAM);
    let mut turned = 0_u64;
    for row in &rows {
        for bit in 0..row.bytes.len() * 8 {
            let mut wrong = row.clone();
            let mut bytes = row.bytes.to_vec();
            bytes[bit / 8] ^= 1 << (bit % 8);
            wrong.bytes = bytes.into();
            assert!(at.follows(&wrong).is_err(), "entry {} bit {bit}", row.seq);
            turned += 1;
        }
        for bit in 0..256 {
            let mut wrong = row.clone();
            wrong.fingerprint.0[bit / 8] ^= 1 << (bit % 8);
            assert!(at.follows(&wrong).is_err(), "entry {} bit {bit}", row.seq);
        }
        at = at.follows(row).unwrap();
    }
    assert!(turned > 1_000_000, "{turned}");
}

/// The whole reading names the entry that was touched.
#[tokio::test]
async fn what_was_done_to_a_log_is_named() {
    let store = house(6, 300).await;
    let rows = store.read(STREAM, 0, usize::MAX).await.unwrap();
    let posted = store.postings(STREAM, 0, usize::MAX).await.unwrap();
    let mut dice = Dice::new(1);
    let mut lies = Vec::new();
    for _ in 0..60 {
        let seq = 1 + dice.below(rows.len() as u64 - 1);
        let bits = rows[usize::try_from(seq).unwrap() - 1].bytes.len() as u64 * 8;
        let bit = usize::try_from(dice.below(bits)).unwrap();
        lies.push((Lie::Bytes(STREAM, seq, bit), seq));
        lies.push((Lie::Fingerprint(STREAM, seq, bit % 256), seq));
        lies.push((Lie::Missing(STREAM, seq), seq));
        lies.push((Lie::Exchanged(STREAM, seq), seq));
        lies.push((Lie::Short(STREAM, seq), seq));
        let money = posted[usize::try_from(dice.below(posted.len() as u64)).unwrap()].seq;
        lies.push((Lie::Amount(STREAM, money), money));
        lies.push((Lie::NoPosting(STREAM, money), money));
    }
    let behind = rows.len() as u64 + 1;
    lies.push((Lie::PostingBehind(STREAM, behind), behind));
    for (lie, seq) in lies {
        let honest = Arc::clone(&store);
        let said = format!("{lie:?}");
        let verdict = verify(&Tampered::new(honest, lie)).await.unwrap();
        let found = verdict.findings.first().map(|finding| finding.place);
        assert_eq!(found, Some(FindingPlace::Entry(STREAM, seq)), "{said}");
    }
}

/// An administrator with all rights recomputes the chain after a change: the replay still refuses it.
#[tokio::test]
async fn a_rewritten_log_does_not_follow_from_its_commands() {
    let store = house(6, 300).await;
    let rows = store.read(STREAM, 0, usize::MAX).await.unwrap();
    let bets = rows.iter().filter(|row| {
        let text = String::from_utf8_lossy(&row.bytes);
        text.contains("\"wager-settled\"") || text.contains("\"bet-placed\"")
    });
    let mut tried = 0;
    for row in bets.take(40) {
        let honest = Arc::clone(&store);
        let lie = Lie::Rewritten(STREAM, row.seq);
        let verdict = verify(&Tampered::new(honest, lie)).await.unwrap();
        assert!(!verdict.is_clean(), "entry {}", row.seq);
        tried += 1;
    }
    assert_eq!(tried, 40);
}

#[tokio::test]
async fn a_balance_that_its_rows_do_not_explain_is_named() {
    let honest = house(6, 100).await;
    let account = Account::Rack(TABLE, PlayerId(1));
    let lie = Lie::Balance(account, Money::minor(1));
    let verdict = verify(&Tampered::new(honest, lie)).await.unwrap();
    let found: Vec<FindingPlace> = verdict
        .findings
        .iter()
        .map(|finding| finding.place)
        .collect();
    assert_eq!(found, [FindingPlace::Account(account)]);
}

/// Of many findings of one kind ten are named, and the others counted.
#[tokio::test]
async fn ten_of_a_kind_are_named() {
    for (times, named) in [(10, 10), (11, 11), (13, 11)] {
        let floor = Floor::new(MemoryStore::default());
        let (player, amount) = (PlayerId(3), Money::major(5));
        for back in 0..=times {
            floor.clock.set(Timestamp(100_000_000 - back * 400_000));
            let deposit = CageMove::Deposit { player, amount };
            floor.submit_to_cage(HOUSE, deposit).await.unwrap();
        }
        let remarks = verify(&*floor.store).await.unwrap().remarks;
        assert_eq!(remarks.len(), named, "{times}");
        let last = remarks.last().unwrap();
        if times > 10 {
            assert_eq!(last.place, FindingPlace::Stream(Stream::Purse(player)));
            assert_eq!(last.what, format!("{} more of the same kind", times - 10));
        }
    }
}

/// Verifies a house of which one question gets this error.
async fn verify_failing(
    question: Question,
    error: impl Fn() -> StoreError + Send + Sync + 'static,
    damage: &[&str],
) -> Result<AuditReport, StoreError> {
    let honest = house(6, 100).await;
    let damage = damage.iter().map(|&text| text.to_owned()).collect();
    let store = Failing {
        honest,
        question,
        error: Box::new(error),
        damage,
    };
    verify(&store).await
}

fn corrupt() -> StoreError {
    StoreError::Corrupt {
        place: "a row".to_owned(),
        what: "torn".to_owned(),
    }
}

fn away() -> StoreError {
    let what = "away".to_owned();
    StoreError::Unavailable { what }
}

/// What cannot be read is a finding, and the rest is read; a store that does not answer ends the audit,
/// unless it says of itself that it is damaged.
#[tokio::test]
async fn what_cannot_be_read_is_found_and_what_does_not_answer_is_not() {
    use FindingPlace::Storage;
    use NotCompared::{Balances, Everything, SideRows};
    let lost = FindingPlace::Stream(STREAM);
    for (question, place, expected) in [
        (Question::Heads, Storage, &[Everything][..]),
        (Question::Entries(STREAM), lost, &[Balances]),
        (Question::Strays, Storage, &[]),
        (Question::Positions, Storage, &[SideRows]),
        (Question::Moment, Storage, &[Balances, SideRows]),
    ] {
        let report = verify_failing(question, corrupt, &[]).await.unwrap();
        let found = report
            .findings
            .iter()
            .map(|it| (it.place, it.what.as_str()));
        let torn = (place, "a row cannot be read: torn");
        assert_eq!(found.collect::<Vec<_>>(), [torn], "{question:?}");
        assert_eq!(report.not_compared, expected, "{question:?}");
        assert_eq!(report.is_complete(), expected.is_empty(), "{question:?}");
        assert_eq!(verify_failing(question, away, &[]).await, Err(away()));
        let report = verify_failing(question, away, &["page 3 is bad"])
            .await
            .unwrap();
        let found: Vec<FindingPlace> = report.findings.iter().map(|it| it.place).collect();
        assert_eq!(found, [Storage, place], "{question:?}");
    }
    let refused = verify_failing(Question::Responses, away, &[]).await;
    assert_eq!(refused, Err(away()));
}

/// A log that cannot be read is read once more by itself; a store that then does not answer ends the audit.
#[tokio::test]
async fn a_store_that_goes_away_while_a_bad_log_is_read_again_ends_the_audit() {
    let asked = AtomicBool::new(false);
    let first_corrupt = move || {
        let is_second = asked.swap(true, Ordering::SeqCst);
        if is_second { away() } else { corrupt() }
    };
    let refused = verify_failing(Question::Entries(STREAM), first_corrupt, &[]).await;
    assert_eq!(refused, Err(away()));
    // One that did not answer is not asked again.
    let asked = AtomicBool::new(false);
    let first_away = move || {
        let is_second = asked.swap(true, Ordering::SeqCst);
        if is_second { corrupt() } else { away() }
    };
    let refused = verify_failing(Question::Entries(STREAM), first_away, &[]).await;
    assert_eq!(refused, Err(away()));
}
